//! Files of training data: bytes that are read as a file, and as the chains of a chunk.

use arbitrary::Arbitrary;
use quadline_binpack::{Block, Blocks, Entry, Error, Part, PartSource, Parts, Reader, Skip, Writer};

/// A file and the entries that are skipped.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct Binpack<'a> {
    skip: u8,
    ply: u16,
    score: i16,
    seed: u64,
    bytes: &'a [u8],
}

/// Entries and the texts of errors.
type Found = (Vec<Entry>, Vec<String>);

fn collect(entries: impl Iterator<Item = Result<Entry, Error>>) -> Found {
    let (mut found, mut errors, mut is_over) = (Vec::new(), Vec::new(), false);
    for entry in entries {
        assert!(!is_over, "an entry or an error after one that is fatal");
        match entry {
            Ok(entry) => found.push(entry),
            Err(error) => {
                is_over = error.is_fatal();
                errors.push(error.to_string());
            }
        }
    }
    (found, errors)
}

/// Returns the entries of each part that a reader gives out if it stops after each so many entries, and its
/// errors.
fn by_blocks<'a, S: PartSource<'a>>(
    mut blocks: Blocks<'a, S>,
    parts: usize,
    stop: usize,
) -> (Vec<Vec<Entry>>, Vec<String>) {
    let (mut found, mut errors) = (vec![Vec::new(); parts], Vec::new());
    loop {
        let mut left = stop;
        let read = blocks.read_until(|block: Block<'_>| {
            let wanted = block.len().min(left);
            left -= wanted;
            for index in 0..wanted {
                found[block.parts[index] as usize].extend(block.get(index));
            }
            wanted
        });
        match read {
            Ok(true) => {}
            Ok(false) => return (found, errors),
            Err(error) => errors.push(error.to_string()),
        }
    }
}

impl Binpack<'_> {
    /// Checks that all ways to read find the same, and that entries with legal moves can be written and read
    /// again.
    pub fn check(self) {
        let all = collect(Part::new(8, self.bytes).entries());
        let size = (self.bytes.len() as u32).to_le_bytes();
        let file = [b"BINP", &size[..], self.bytes].concat();
        assert_eq!(collect(Reader::in_memory(&file)), all);
        assert_eq!(collect(Reader::new(&file[..])), all);
        // The bytes may be a file themselves.
        let of_file = collect(Reader::in_memory(self.bytes));
        assert_eq!(collect(Reader::new(self.bytes)), of_file);
        let parts = Parts::in_memory(self.bytes).count();
        let (entries, errors) = by_blocks(Blocks::new(self.bytes).in_order(), parts, usize::MAX);
        assert_eq!((entries.concat(), errors), of_file);

        let mut skip = Skip::NONE.before_ply(self.ply).score(self.score);
        if self.skip & 1 != 0 {
            skip = skip.captures();
        }
        if self.skip & 2 != 0 {
            skip = skip.in_check();
        }
        skip = skip.at_random(f64::from(self.skip >> 2) / 63.0, self.seed);
        // More chunks than lanes: the given one, and others that end elsewhere.
        let parts: Vec<_> = (0..20)
            .map(|cut| Part::new(8, &self.bytes[..self.bytes.len() - cut.min(self.bytes.len())]))
            .collect();
        let (mut expected, mut errors) = (Vec::new(), Vec::new());
        for part in &parts {
            let (entries, problem) = collect(part.entries());
            let kept = (0..).zip(entries).filter(|(number, entry)| !skip.leaves_out(8, *number, entry));
            expected.push(kept.map(|(_, entry)| entry).collect::<Vec<_>>());
            errors.extend(problem);
        }
        for stop in [(self.seed % 97) as usize + 1, usize::MAX] {
            let blocks = || Blocks::of_parts(parts.iter().cloned().map(Ok)).with_filter(skip);
            assert_eq!(by_blocks(blocks(), parts.len(), stop), (expected.clone(), errors.clone()));
            assert_eq!(by_blocks(blocks().in_order(), parts.len(), stop), (expected.clone(), errors.clone()));
        }

        let mut writer = Writer::new(Vec::new());
        let written: Vec<_> = all.0.into_iter().filter(|entry| writer.write(entry).is_ok()).collect();
        let again = writer.finish().map(|file| collect(Reader::in_memory(&file)));
        assert_eq!(again.ok(), Some((written, Vec::new())));
    }
}
