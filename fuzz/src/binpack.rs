//! Files of training data: bytes that are read as a file, and as the chains of a chunk.

use std::num::NonZero;

use arbitrary::Arbitrary;
use quadline_binpack::{
    Blocks, Chunk, Columns, Entries, Entry, Error, Reader, Skip, Writer, for_each_chunk, read_each,
};

/// A file and the entries that are skipped.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct Binpack<'a> {
    skip: u8,
    ply: u16,
    score: i16,
    seed: u64,
    bytes: &'a [u8],
}

/// Entries up to the error, and its text.
type Found = (Vec<Entry>, Option<String>);

fn collect(entries: impl Iterator<Item = Result<Entry, Error>>) -> Found {
    let (mut found, mut error) = (Vec::new(), None);
    for entry in entries {
        assert!(error.is_none(), "an entry or an error after an error");
        match entry {
            Ok(entry) => found.push(entry),
            Err(other) => error = Some(other.to_string()),
        }
    }
    (found, error)
}

impl Binpack<'_> {
    /// Checks that all ways to read find the same, and that entries with legal moves can be written and read
    /// again.
    pub fn check(self) {
        let one_chunk = Chunk::new(8, self.bytes);
        let all = collect(one_chunk.entries());
        let size = (self.bytes.len() as u32).to_le_bytes();
        let file = [b"BINP", &size[..], self.bytes].concat();
        assert_eq!(collect(Entries::new(&file)), all);
        assert_eq!(collect(Reader::new(&file[..])), all);
        // The bytes may be a file themselves.
        assert_eq!(collect(Entries::new(self.bytes)), collect(Reader::new(self.bytes)));

        let mut skip = Skip::NONE.before_ply(self.ply).score(self.score);
        if self.skip & 1 != 0 {
            skip = skip.captures();
        }
        if self.skip & 2 != 0 {
            skip = skip.in_check();
        }
        skip = skip.at_random(f64::from(self.skip >> 2) / 63.0, self.seed);
        let mut columns = Columns::default();
        let read = columns.read(&one_chunk, &skip);
        assert_eq!(read.as_ref().err().map(Error::to_string), all.1);
        let threads = NonZero::<usize>::MIN;
        let by_threads = for_each_chunk(&file[..], threads, &skip, |_, other| assert_eq!(*other, columns));
        if let Ok(read) = read {
            assert_eq!(read, all.0.len() as u64);
            assert_eq!(by_threads.unwrap_or_default(), read);
            let left = collect(one_chunk.entries().skipping(skip)).0;
            let of_columns: Vec<_> = (0..columns.len()).filter_map(|index| columns.get(index)).collect();
            assert_eq!(of_columns, left);
        }

        // More chunks than lanes: the given one, and others that end elsewhere.
        let chunks: Vec<_> = (0..20)
            .map(|cut| Chunk::new(8, &self.bytes[..self.bytes.len() - cut.min(self.bytes.len())]))
            .collect();
        let mut at_once = vec![Columns::default(); chunks.len()];
        let results = read_each(&chunks, &skip.into(), &mut at_once);
        for ((chunk, result), at_once) in chunks.iter().zip(results).zip(&at_once) {
            columns.truncate(0);
            let alone = columns.read(chunk, &skip).map_err(|error| error.to_string());
            assert_eq!((result.map_err(|error| error.to_string()), at_once), (alone, &columns));
        }

        // A reader that stops: all entries before the first error, in the order of the chunks.
        let (mut found, stop) = (vec![Vec::new(); chunks.len()], (self.seed % 97) as usize + 1);
        let mut blocks = Blocks::new(chunks.iter().map(|chunk| Ok(*chunk)), skip.into());
        let error = loop {
            let mut left = stop;
            let read = blocks.read_until(|block| {
                let wanted = block.len().min(left);
                left -= wanted;
                for index in 0..wanted {
                    found[block.chunks[index] as usize].extend(block.get(index));
                }
                wanted
            });
            match read {
                Ok(true) => {}
                Ok(false) => break None,
                Err(error) => break Some(error.to_string()),
            }
        };
        let mut first = None;
        for (chunk, found) in chunks.iter().zip(&found) {
            let (alone, problem) = collect(chunk.entries().skipping(skip));
            assert_eq!(*found, alone);
            first = problem;
            if first.is_some() {
                break;
            }
        }
        assert_eq!(error, first);

        let mut writer = Writer::new(Vec::new());
        let written: Vec<_> = all.0.into_iter().filter(|entry| writer.write(entry).is_ok()).collect();
        let again = writer.finish().map(|file| collect(Entries::new(&file)));
        assert_eq!(again.ok(), Some((written, None)));
    }
}
