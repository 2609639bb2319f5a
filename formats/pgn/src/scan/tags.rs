//! Reads tag pairs (section 8.1 of the standard).

use super::{Ahead, Scanner, Step, work};
use crate::masks::Masks;

/// The reason why a tag pair cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TagProblem {
    /// There is no name after the bracket.
    NoName,
    /// There is no quote after the name.
    NoValue,
    /// The line ends, or another tag begins, before the second quote.
    OpenValue,
    /// There is no bracket after the second quote.
    NoBracket,
    /// There is no bracket before the name.
    NoOpening,
    /// Another tag of the game has the same name.
    Repeated,
}

/// The places before and after the name of a tag, and those of both quotes.
pub type TagPlaces = [u32; 4];

/// The tags whose names others are compared with, so that the time is proportional to the number of tags.
pub const COMPARED_TAGS: usize = 64;

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
            && self.at >= self.run_end
            && !self.is_in_line
            && !self.is_in_comment
            && self.problem.is_none()
            && !self.is_cut
            && bytes.get(self.at) == Some(&b'[')
            && bytes.len() - self.at >= 64
            && (!self.has_tags || self.breaks < 2 && self.text.is_none() && !self.is_behind_cut)
    }

    /// Reads tags that are written as in the export format (section 3.2.1), each as `[Name "Value"]` and a
    /// line feed. Stops before the first tag that is written in another way or is not all there.
    /// Returns the place of a tag that begins the next game.
    #[inline(always)]
    pub(super) fn run_of_tags(&mut self, bytes: &[u8], all_masks: impl Masks) -> Option<usize> {
        let before = self.tags().len();
        // The first tag of nearly all games, whose second letter the loop does not look at.
        let begins_with_event = !self.has_tags && bytes[self.at..].starts_with(b"[Event ");
        let mut looked_at = if begins_with_event { !(1 << 2) } else { !0 };
        if !self.has_tags {
            self.begin_at_tag(self.at);
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
            may_have_start |= masks.starts & (marks << 2 | marks_before) & looked_at;
            looked_at = !0;
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
        work::add(self.at - begin);
        if may_have_start != 0 {
            return self.event_in_run(bytes, before);
        }
        self.has_event |= begins_with_event && !self.tags().is_empty();
        None
    }

    /// Returns the place of a second tag `Event` among those from an index on, and forgets it and the tags
    /// after it.
    #[inline]
    fn event_in_run(&mut self, bytes: &[u8], from: usize) -> Option<usize> {
        for index in from..self.tags().len() {
            let tag = &self.tags()[index];
            if is_event(name_of(bytes, tag)) {
                if self.has_event {
                    let open = tag[0] as usize;
                    self.tags.truncate(index);
                    self.run_end = self.at;
                    return Some(open);
                }
                self.has_event = true;
            }
        }
        None
    }

    /// Begins the game at its first tag. Comments before it are not part of the game.
    pub(super) fn begin_at_tag(&mut self, at: usize) {
        self.begin = Some(at as isize);
        self.has_tags = true;
        self.is_cut = false;
    }

    /// Reads one tag (section 8.1.1), written in any way. Returns `None` if the header goes on.
    pub(super) fn tag(&mut self, bytes: &[u8], is_end: bool) -> Option<Step> {
        let at = self.at;
        let (ahead, is_all) = self.ahead(bytes, at, is_end);
        let tag = match parse_tag(ahead, at, is_all) {
            Ahead::Known(tag) => tag,
            Ahead::Unknown => return Some(self.more(bytes, at)),
        };
        let name = &bytes[tag.name.0..tag.name.1];
        if self.begins_next_game(bytes, at, name) {
            return Some(self.end_game(bytes, at));
        }
        if !self.has_tags {
            self.begin_at_tag(at);
        }
        self.has_event |= is_event(name);
        self.text = None;
        self.breaks = 0;
        self.is_behind_cut = false;
        self.at = tag.end;
        self.may_have_start = true;
        match tag.values {
            Ok((begin, end)) if !self.is_cut => {
                // The places before and after the name, and those of the quotes.
                self.tags.push([tag.name.0 - 1, tag.name.1, begin - 1, end].map(|place| place as u32));
            }
            Ok(_) => {}
            Err(problem) => {
                self.add_problem(at, problem, name);
                self.is_in_broken_tag = true;
            }
        }
        None
    }

    /// Goes to the end of a broken tag: the end of its line, or the next tag in it. Returns `None` if the
    /// header goes on.
    pub(super) fn skip_broken_tag(&mut self, bytes: &[u8], is_end: bool) -> Option<Step> {
        loop {
            let found = memchr::memchr3(b'[', b'\n', b'\r', &bytes[self.at..]);
            let place = found.map_or(bytes.len(), |length| self.at + length);
            work::add(place - self.at);
            self.at = place;
            if found.is_none() && !is_end {
                return Some(Step::More(1));
            }
            if bytes.get(place) == Some(&b'[') {
                let (ahead, is_all) = self.ahead(bytes, place, is_end);
                match opens_tag(ahead, place, is_all) {
                    Ahead::Known(false) => {
                        self.at += 1;
                        continue;
                    }
                    Ahead::Known(true) => self.is_behind_cut = true,
                    Ahead::Unknown => return Some(self.more(bytes, place)),
                }
            }
            self.is_in_broken_tag = false;
            return None;
        }
    }

    /// Notes what is wrong with a tag. The first problem counts, and before others the first of a tag that
    /// defines the start.
    pub(super) fn add_problem(&mut self, at: usize, problem: TagProblem, name: &[u8]) {
        let is_of_start =
            [&b"FEN"[..], b"SetUp", b"Variant"].iter().any(|each| name.eq_ignore_ascii_case(each));
        if self.problem.is_none() || is_of_start && !self.has_no_start {
            self.problem = Some((at, problem));
        }
        self.has_no_start |= is_of_start;
    }

    /// Returns whether a tag belongs to the next game, though there was no move.
    fn begins_next_game(&self, bytes: &[u8], at: usize, name: &[u8]) -> bool {
        if is_event(name) && self.has_event {
            return true;
        }
        let is_apart = self.breaks >= 2 || self.text.is_some() || self.is_behind_cut;
        if !self.has_tags || !is_apart {
            return false;
        }
        let mut tags = self.tags().iter().take(COMPARED_TAGS);
        let is_name = |tag: &TagPlaces| {
            work::add(1);
            name_of(bytes, tag).eq_ignore_ascii_case(name)
        };
        // The names of a game that is too long are not in memory any more.
        is_event(name) || self.is_too_long_at(at) || tags.any(is_name)
    }
}

/// Returns the name of a tag.
fn name_of<'a>(bytes: &'a [u8], tag: &TagPlaces) -> &'a [u8] {
    &bytes[tag[0] as usize + 1..tag[1] as usize]
}

fn is_event(name: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"Event")
}

/// A tag that was read.
pub(super) struct ParsedTag {
    pub name: (usize, usize),
    /// The value between the quotes, or what is wrong.
    pub values: Result<(usize, usize), TagProblem>,
    /// The end of the tag, or the place that is wrong.
    pub end: usize,
}

/// Reads a tag that begins at a place.
pub(super) fn parse_tag(bytes: &[u8], at: usize, is_end: bool) -> Ahead<ParsedTag> {
    parse_named(bytes, at + 1, false, is_end)
}

fn skip_blanks(bytes: &[u8], from: usize) -> usize {
    from + bytes[from..].iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// Reads the name that begins at a place or behind white space, and the place of what follows it.
fn parse_name(bytes: &[u8], from: usize) -> ((usize, usize), usize) {
    let begin = skip_blanks(bytes, from);
    let is_name = |byte: &&u8| !byte.is_ascii_whitespace() && !b"\"[]\\".contains(byte);
    let end = begin + bytes[begin..].iter().take_while(is_name).count();
    let quote = skip_blanks(bytes, end);
    work::add(quote - from + 1);
    ((begin, end), quote)
}

/// Returns whether the beginning of a tag is at a bracket, up to the quote of the value. In a value or a
/// broken tag, this is where another tag begins. A quote before a closing bracket is the end of a value, as in
/// `[Event "see [a"]`.
fn opens_tag(bytes: &[u8], at: usize, is_end: bool) -> Ahead<bool> {
    let ((begin, _), quote) = parse_name(bytes, at + 1);
    if quote == bytes.len() && !is_end {
        return Ahead::Unknown;
    }
    if !bytes.get(begin).is_some_and(u8::is_ascii_alphabetic) || bytes.get(quote) != Some(&b'"') {
        return Ahead::Known(false);
    }
    let behind = skip_blanks(bytes, quote + 1);
    work::add(behind - quote);
    if behind == bytes.len() && !is_end {
        return Ahead::Unknown;
    }
    Ahead::Known(bytes.get(behind) != Some(&b']'))
}

/// Reads a tag whose name begins at a place or after it. A strict one has no quote in its value that lacks
/// its backslash.
fn parse_named(bytes: &[u8], from: usize, is_strict: bool, is_end: bool) -> Ahead<ParsedTag> {
    let (name, quote) = parse_name(bytes, from);
    if quote == bytes.len() && !is_end {
        return Ahead::Unknown;
    }
    let wrong = |problem, end| Ahead::Known(ParsedTag { name, values: Err(problem), end });
    let right = |begin, end, after| Ahead::Known(ParsedTag { name, values: Ok((begin, end)), end: after });
    if name.0 == name.1 {
        return wrong(TagProblem::NoName, from);
    }
    if bytes.get(quote) != Some(&b'"') {
        return wrong(TagProblem::NoValue, name.1);
    }
    let first = quote + 1;
    let (mut from, mut problem, mut escaped) = (first, TagProblem::OpenValue, None);
    let end = loop {
        let place = bytes[from..].iter().position(|byte| b"\"\\[\n\r".contains(byte));
        let place = place.map_or(bytes.len(), |length| from + length);
        work::add(place - from + 1);
        match bytes.get(place) {
            None if !is_end => return Ahead::Unknown,
            // Section 7: a backslash is before a quote or a backslash, and a value has no line break.
            Some(b'\\') => match bytes.get(place + 1) {
                None if !is_end => return Ahead::Unknown,
                Some(b'"') => {
                    let bracket = skip_spaces(bytes, place + 2);
                    match bytes.get(bracket) {
                        None if !is_end => return Ahead::Unknown,
                        Some(b']') => escaped = Some((place + 1, bracket + 1)),
                        _ => {}
                    }
                    from = place + 2;
                }
                Some(b'\\') => from = place + 2,
                _ => from = place + 1,
            },
            Some(b'"') => {
                let bracket = skip_blanks(bytes, place + 1);
                work::add(bracket - place);
                match bytes.get(bracket) {
                    Some(b']') => return right(first, place, bracket + 1),
                    None if !is_end => return Ahead::Unknown,
                    _ if is_strict => break place,
                    // A quote that should have a backslash, if there is another one in the line.
                    _ => (problem, from) = (TagProblem::NoBracket, place + 1),
                }
            }
            Some(b'[') => match opens_tag(bytes, place, is_end) {
                Ahead::Known(false) => from = place + 1,
                Ahead::Known(true) => break place,
                Ahead::Unknown => return Ahead::Unknown,
            },
            _ => break place,
        }
    };
    // A backslash that is part of the value, as in `"C:\"]`, if nothing else closes the value.
    match escaped {
        Some((last, after)) if skip_spaces(bytes, after) == end => right(first, last, after),
        _ => wrong(problem, end),
    }
}

fn skip_spaces(bytes: &[u8], from: usize) -> usize {
    let spaces = bytes[from..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    work::add(spaces);
    from + spaces
}

/// Returns the end of a tag that has no bracket before its name and the end of the name, if the text at a
/// place is one.
pub(super) fn lacks_opening(bytes: &[u8], at: usize, is_end: bool) -> Ahead<Option<ParsedTag>> {
    let rest = &bytes[at..];
    let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let quote = letters + rest[letters..].iter().take_while(|&&byte| byte == b' ').count();
    work::add(quote);
    if quote == rest.len() && !is_end {
        return Ahead::Unknown;
    }
    if letters == 0 || rest.get(quote) != Some(&b'"') {
        return Ahead::Known(None);
    }
    // Only strict ones, because others would be read up to the end of the line for each game in it.
    match parse_named(bytes, at, true, is_end) {
        Ahead::Known(tag) => Ahead::Known(Some(tag).filter(|tag| tag.values.is_ok())),
        Ahead::Unknown => Ahead::Unknown,
    }
}

/// Returns whether a complete tag begins with this bracket.
pub(super) fn is_tag(bytes: &[u8], at: usize, is_end: bool) -> Ahead<bool> {
    // What does not open a tag is not read up to the end of its line, which may have many brackets.
    match opens_tag(bytes, at, is_end) {
        Ahead::Known(true) => {}
        other => return other,
    }
    match parse_tag(bytes, at, is_end) {
        Ahead::Known(tag) => Ahead::Known(tag.values.is_ok()),
        Ahead::Unknown => Ahead::Unknown,
    }
}

/// Returns whether an empty line and a tag follow a line break, and where to go on: at the tag, or after the
/// white space.
pub(super) fn tag_after_empty_line(bytes: &[u8], at: usize, is_end: bool) -> Ahead<(usize, bool)> {
    let end = skip_blanks(bytes, at);
    work::add(end - at + 1);
    if end == bytes.len() && !is_end {
        return Ahead::Unknown;
    }
    // The same pairs as in `TextMasks::empty`, so that it does not matter which of both finds the line.
    let is_empty = |pair: &[u8]| matches!(pair, b"\n\n" | b"\n\r" | b"\r\r");
    if !bytes[at..end].windows(2).any(is_empty) || bytes.get(end) != Some(&b'[') {
        return Ahead::Known((end, false));
    }
    match is_tag(bytes, end, is_end) {
        Ahead::Known(is_tag) => Ahead::Known((end, is_tag)),
        Ahead::Unknown => Ahead::Unknown,
    }
}
