//! Reads tag pairs (section 8.1 of the standard).

use super::{Ahead, Scanner, Step, line_end};
use crate::masks::Masks;

/// The reason why a tag pair cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TagProblem {
    /// There is no name after the bracket.
    NoName,
    /// There is no quote after the name.
    NoValue,
    /// The line ends before the second quote.
    OpenValue,
    /// There is no bracket after the second quote.
    NoBracket,
    /// There is no bracket before the name.
    NoOpening,
}

/// The places before and after the name of a tag, and those of both quotes.
pub type TagPlaces = [u32; 4];

/// The places of tags.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    /// These places, and at least 64 others that have no meaning.
    places: Vec<u32>,
    count: usize,
}

impl Places {
    pub fn get(&self) -> &[u32] {
        &self.places[..self.count]
    }

    pub fn get_mut(&mut self) -> &mut [u32] {
        &mut self.places[..self.count]
    }

    /// Returns the tags whose places are all there.
    pub fn complete(&self) -> &[TagPlaces] {
        self.get().as_chunks().0
    }

    pub fn clear(&mut self) {
        self.count = 0;
    }

    pub fn truncate(&mut self, tags: usize) {
        self.count = self.count.min(4 * tags);
    }

    fn make_room(&mut self) {
        if self.places.len() < self.count + 64 {
            self.places.resize(2 * self.count + 256, 0);
        }
    }

    pub fn push(&mut self, places: TagPlaces) {
        self.make_room();
        self.places[self.count..][..4].copy_from_slice(&places);
        self.count += 4;
    }

    /// Adds the places of bits.
    #[inline(always)]
    fn push_bits(&mut self, masks: impl Masks, bits: u64, base: u32) {
        self.make_room();
        if let Some(places) = self.places[self.count..].first_chunk_mut::<64>() {
            masks.write_places(bits, base, places);
        }
        self.count += bits.count_ones() as usize;
    }
}

impl Scanner {
    /// Returns whether a tag begins here that is not the first of another game.
    pub(super) fn may_be_run_of_tags(&self, bytes: &[u8]) -> bool {
        self.may_be_runs
            && !self.is_in_line
            && !self.is_in_comment
            && self.problem.is_none()
            && !self.is_cut
            && bytes.get(self.at) == Some(&b'[')
            && bytes.len() - self.at >= 64
            && (self.tags.get().is_empty() || self.breaks < 2 && self.text.is_none())
    }

    /// Reads tags that are written as in the export format (section 3.2.1), each as `[Name "Value"]` and a
    /// line feed. Stops before the first tag that is written in another way or is not all there.
    #[inline(always)]
    pub(super) fn run_of_tags(&mut self, bytes: &[u8], all_masks: impl Masks) {
        if self.tags.get().is_empty() {
            self.begin = Some(self.at);
        }
        self.text = None;
        // All bits are set if the byte before the block is in quotes.
        let mut string = 0u64;
        // The first bracket may be anywhere.
        let mut first = 1;
        // Brackets and spaces before the block, two bytes before those that may be letters of `starts`.
        let mut marks_before = 0;
        let mut may_have_start = 0;
        let mut base = self.at;
        while let Some(window) = base.checked_sub(1).and_then(|before| bytes[before..].first_chunk()) {
            let masks = all_masks.tags(window);
            // Bits of the text in quotes, with the second quote.
            let strings = all_masks.prefix_xor(masks.quotes) ^ string ^ masks.quotes;
            let wrong = masks.rare & strings | !(masks.right | first) & !strings;
            let right = wrong.wrapping_sub(1) & !wrong;
            let marks = masks.marks & !strings;
            let places = masks.quotes | marks;
            may_have_start |= masks.starts & (marks << 2 | marks_before);
            self.tags.push_bits(all_masks, places & right, base as u32);
            if wrong != 0 {
                base += wrong.trailing_zeros() as usize;
                break;
            }
            string = (((strings ^ masks.quotes) as i64) >> 63) as u64;
            first = 0;
            marks_before = marks >> 62;
            base += 64;
        }
        self.may_have_start |= may_have_start != 0;
        // A tag that is not complete is read again.
        let tags = self.tags.complete();
        let has_no_bracket = tags.last().is_some_and(|last| base <= last[3] as usize + 1);
        let complete = tags.len() - usize::from(has_no_bracket);
        let begin = self.at;
        self.at = self.tags.get().get(4 * complete).map_or(base, |&open| open as usize);
        self.may_be_runs = self.at > begin;
        self.tags.truncate(complete);
        self.breaks = usize::from(bytes[..self.at].ends_with(b"\n"));
    }

    /// Reads one tag (section 8.1.1), written in any way. Returns `None` if the header goes on.
    pub(super) fn tag(&mut self, bytes: &[u8], is_end: bool) -> Option<Step> {
        let at = self.at;
        let tag = match parse_tag(bytes, at, is_end) {
            Ahead::Known(tag) => tag,
            Ahead::Unknown => return Some(self.more(bytes, at)),
        };
        if self.begins_next_game(bytes, &bytes[tag.name.0..tag.name.1]) {
            return Some(self.end_game(at));
        }
        if self.tags.get().is_empty() && self.problem.is_none() && !self.is_cut {
            self.begin = Some(at);
        }
        self.text = None;
        self.breaks = 0;
        self.at = tag.end;
        self.may_have_start = true;
        match tag.values {
            Ok((begin, end)) if !self.is_cut => {
                // The places before and after the name, and those of the quotes.
                self.tags.push([tag.name.0 - 1, tag.name.1, begin - 1, end].map(|place| place as u32));
            }
            Ok(_) => {}
            Err((place, problem)) => {
                self.problem.get_or_insert((place, problem));
            }
        }
        None
    }

    /// Returns whether a tag belongs to the next game, though there was no move.
    fn begins_next_game(&self, bytes: &[u8], name: &[u8]) -> bool {
        let is_apart = self.breaks >= 2 || self.text.is_some();
        if !is_apart || self.tags.get().is_empty() && self.problem.is_none() && !self.is_cut {
            return false;
        }
        name == b"Event" || self.tags().iter().any(|tag| &bytes[tag[0] as usize + 1..tag[1] as usize] == name)
    }
}

/// A tag that was read.
pub(super) struct ParsedTag {
    pub name: (usize, usize),
    /// The value between the quotes, or what is wrong.
    pub values: Result<(usize, usize), (usize, TagProblem)>,
    pub end: usize,
}

/// Reads a tag that begins at a place. A tag that is wrong ends with its line.
pub(super) fn parse_tag(bytes: &[u8], at: usize, is_end: bool) -> Ahead<ParsedTag> {
    parse_named(bytes, at, at + 1, is_end)
}

/// Reads a tag whose name begins at a place or after it.
fn parse_named(bytes: &[u8], at: usize, name: usize, is_end: bool) -> Ahead<ParsedTag> {
    let skip =
        |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let begin = skip(name);
    let is_name = |byte: &&u8| !byte.is_ascii_whitespace() && !b"\"[]\\".contains(byte);
    let end = begin + bytes[begin..].iter().take_while(is_name).count();
    let name = (begin, end);
    let wrong = |place: usize, problem| {
        let line = line_end(bytes, place);
        if line == bytes.len() && !is_end {
            return Ahead::Unknown;
        }
        Ahead::Known(ParsedTag { name, values: Err((at, problem)), end: line })
    };
    let quote = skip(end);
    if quote == bytes.len() && !is_end {
        return Ahead::Unknown;
    }
    if begin == end {
        return wrong(at + 1, TagProblem::NoName);
    }
    if bytes.get(quote) != Some(&b'"') {
        // What follows may be on the next line.
        return wrong(end, TagProblem::NoValue);
    }
    let first = quote + 1;
    let mut from = first;
    let mut last_quote = None;
    loop {
        // Section 7: a backslash is before a quote or a backslash, and a value has no line break.
        let Some(place) = find_in_value(&bytes[from..]).map(|place| from + place) else {
            if !is_end {
                return Ahead::Unknown;
            }
            let problem = if last_quote.is_some() { TagProblem::NoBracket } else { TagProblem::OpenValue };
            return Ahead::Known(ParsedTag { name, values: Err((at, problem)), end: bytes.len() });
        };
        match bytes[place] {
            b'\\' => {
                let is_line_end = matches!(bytes.get(place + 1), Some(b'\n' | b'\r'));
                from = (place + 2 - usize::from(is_line_end)).min(bytes.len());
            }
            b'"' => {
                let bracket = skip(place + 1);
                match bytes.get(bracket) {
                    Some(b']') => {
                        return Ahead::Known(ParsedTag {
                            name,
                            values: Ok((first, place)),
                            end: bracket + 1,
                        });
                    }
                    None if !is_end => return Ahead::Unknown,
                    // A quote that should have a backslash, if there is another one in the line.
                    _ => {
                        last_quote = Some(place);
                        from = place + 1;
                    }
                }
            }
            _ => {
                let problem =
                    if last_quote.is_some() { TagProblem::NoBracket } else { TagProblem::OpenValue };
                return wrong(place, problem);
            }
        }
    }
}

/// Returns the end of a tag that has no bracket before its name, if the text at a place is one.
pub(super) fn lacks_opening(bytes: &[u8], at: usize, is_end: bool) -> Ahead<Option<usize>> {
    let rest = &bytes[at..];
    let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let quote = letters + rest[letters..].iter().take_while(|&&byte| byte == b' ').count();
    if quote == rest.len() && !is_end {
        return Ahead::Unknown;
    }
    if letters == 0 || rest.get(quote) != Some(&b'"') {
        return Ahead::Known(None);
    }
    match parse_named(bytes, at, at, is_end) {
        Ahead::Known(tag) => Ahead::Known(tag.values.is_ok().then_some(tag.end)),
        Ahead::Unknown => Ahead::Unknown,
    }
}

/// Returns the next quote, backslash or line break.
fn find_in_value(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| matches!(byte, b'"' | b'\\' | b'\n' | b'\r'))
}

/// Returns whether a complete tag is in the line that begins with this bracket.
pub(super) fn is_tag(bytes: &[u8], at: usize, is_end: bool) -> Ahead<bool> {
    match parse_tag(bytes, at, is_end) {
        Ahead::Known(tag) => {
            let is_letter = bytes.get(tag.name.0).is_some_and(u8::is_ascii_alphabetic);
            Ahead::Known(tag.values.is_ok() && is_letter)
        }
        Ahead::Unknown => Ahead::Unknown,
    }
}

/// Returns whether an empty line and a tag follow a line break, and where to go on: at the tag, or after the
/// white space.
pub(super) fn tag_after_empty_line(bytes: &[u8], at: usize, is_end: bool) -> Ahead<(usize, bool)> {
    let rest = &bytes[at..];
    let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    if blanks == rest.len() && !is_end {
        return Ahead::Unknown;
    }
    // The same pairs as in `TextMasks::empty`, so that it does not matter which of both finds the line.
    let is_empty = |pair: &[u8]| matches!(pair, b"\n\n" | b"\n\r" | b"\r\r");
    let end = at + blanks;
    if !rest[..blanks].windows(2).any(is_empty) || rest.get(blanks) != Some(&b'[') {
        return Ahead::Known((end, false));
    }
    match is_tag(bytes, end, is_end) {
        Ahead::Known(is_tag) => Ahead::Known((end, is_tag)),
        Ahead::Unknown => Ahead::Unknown,
    }
}
