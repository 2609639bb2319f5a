//! Finds the tags, the movetext and the end of each game.
//!
//! The grammar is the import format of the PGN standard (Edwards, 1994), which this file cites by its
//! sections:
//!
//! - 5: comments in braces do not nest; a semicolon begins a comment up to the end of the line.
//! - 6: a percent sign in the first column begins a line for other programs.
//! - 7: tokens are separated by any amount of white space; `*` is a token by itself.
//! - 8.1: a game begins with any number of tag pairs, several of which can be on a line.
//! - 8.2.5: variations are in parentheses and nest.
//! - 8.2.6: a game ends with a result.
//!
//! Where a game lacks its result, or a comment or variation its end, the standard defines nothing. Then a
//! game ends
//!
//! - before a tag pair outside of comments;
//! - before a move number 1 that begins a line after an empty line, as in files without tags;
//! - in a comment, before a tag pair after an empty line, if the comment has no `}`, or another `{` before
//!   it;
//! - in tag pairs, before one after an empty line that is named `Event` or like one before, as in games
//!   without moves.
//!
//! The scanner goes over each byte once. If it needs bytes that have not been read, it returns, and goes on
//! from there later.

use crate::masks::{self, Masks, TextMasks};

/// What the scanner found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A game: [`Scanner::game`] returns where.
    Game,
    /// It needs this number of further bytes, at least 1.
    More(usize),
    /// There is no other game.
    End,
}

/// Where the parts of a game are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first tag, or the first comment or move if there are no tags.
    pub begin: usize,
    /// The movetext, with the comments before the first move.
    pub text: usize,
    /// The end of the movetext, which is after the result.
    pub end: usize,
    /// Where the result begins, if there is one.
    pub result: Option<usize>,
}

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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Before the first move.
    #[default]
    Header,
    Moves,
}

/// The instructions that compute the masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instructions {
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Portable,
}

impl Instructions {
    /// Returns those of the level that quadline uses, so that `QUADLINE_LEVEL` selects them as well.
    fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            let has_avx2 = has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt");
            match quadline::level::active() {
                // Older CPUs with AVX-512 lower their clock at vectors of 64 bytes.
                "avx512-vbmi" if has_avx2 && has!("avx512bw") && has!("avx512vbmi2") => return Self::Avx512,
                "avx512-vbmi" | "avx512" | "avx2-gfni" | "avx2" if has_avx2 => return Self::Avx2,
                _ => {}
            }
        }
        Self::Portable
    }
}

/// The places of the characters of tags.
#[derive(Clone, Debug, Default)]
struct Places {
    /// These places, and at least 64 others that have no meaning.
    places: Vec<u32>,
    count: usize,
}

impl Places {
    fn get(&self) -> &[u32] {
        &self.places[..self.count]
    }

    fn get_mut(&mut self) -> &mut [u32] {
        &mut self.places[..self.count]
    }

    fn clear(&mut self) {
        self.count = 0;
    }

    fn truncate(&mut self, count: usize) {
        self.count = self.count.min(count);
    }

    fn make_room(&mut self) {
        if self.places.len() < self.count + 64 {
            self.places.resize(2 * self.count + 256, 0);
        }
    }

    fn push(&mut self, places: [u32; 3]) {
        self.make_room();
        self.places[self.count..][..3].copy_from_slice(&places);
        self.count += 3;
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

/// Finds games in bytes of which more may follow. All places are relative to the first of these bytes.
#[derive(Clone, Debug)]
pub struct Scanner {
    instructions: Instructions,
    /// The longest game.
    limit: usize,
    /// The place of the next byte to look at.
    at: usize,
    state: State,
    begin: Option<usize>,
    /// The first comment or move after the last tag.
    text: Option<usize>,
    /// Whether `at` is in a comment in braces.
    is_in_comment: bool,
    /// Whether `at` is in a comment that ends with the line, or in a line for other programs.
    is_in_line: bool,
    /// A tag pair in a comment, before which the comment may have to end.
    candidate: Option<usize>,
    /// Whether `at` is between this tag pair and others that follow it directly.
    is_in_tags: bool,
    depth: usize,
    /// The line breaks since the last tag.
    breaks: usize,
    /// For each tag the places before its name and of both quotes.
    tags: Places,
    problem: Option<(usize, TagProblem)>,
    /// Whether the tags of this game may be written as [`Self::run_of_tags`] reads them.
    may_be_runs: bool,
    end: usize,
    result: Option<usize>,
    /// Whether the beginning of the game has been dropped, because it is too long.
    is_cut: bool,
    /// Whether the first byte begins a line.
    begins_line: bool,
}

/// Searches for the end of a comment.
enum Comment {
    Closed(usize),
    /// The comment is not closed. The next game begins here.
    Open(usize),
    More(usize),
}

/// What a special character in movetext means.
enum Event {
    Nothing,
    /// Go on at this place, outside of comments.
    Jump(usize),
    Line,
    End(usize),
    More(usize),
}

/// The result of a lookahead, for which there may be too few bytes.
enum Ahead<T> {
    Known(T),
    Unknown,
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The number of bytes before [`Scanner::kept_from`] that the scanner looks back at.
const LOOK_BACK: usize = 16;

/// The bytes that the scanner may look ahead for, beside those of the longest game.
const LOOK_AHEAD: usize = 1 << 12;

impl Scanner {
    /// Creates a scanner for games of at most `limit` bytes. The first byte is the beginning of a line, or
    /// not.
    pub fn new(limit: usize, begins_line: bool) -> Self {
        Self {
            instructions: Instructions::detect(),
            limit,
            at: 0,
            state: State::Header,
            begin: None,
            text: None,
            is_in_comment: false,
            is_in_line: false,
            candidate: None,
            is_in_tags: false,
            depth: 0,
            breaks: 0,
            tags: Places::default(),
            problem: None,
            may_be_runs: true,
            end: 0,
            result: None,
            is_cut: false,
            begins_line,
        }
    }

    pub fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// Returns the game that was found.
    pub fn game(&self) -> Span {
        let begin = self.begin.unwrap_or(self.end);
        Span { begin, text: self.text.unwrap_or(self.end), end: self.end, result: self.result }
    }

    pub fn tags(&self) -> &[u32] {
        self.tags.get()
    }

    pub fn problem(&self) -> Option<(usize, TagProblem)> {
        self.problem
    }

    /// Returns whether the game that was found is longer than the limit.
    pub fn is_too_long(&self) -> bool {
        let span = self.game();
        self.is_cut || span.end - span.begin > self.limit
    }

    /// Forgets the game that was found, and begins with the next one.
    pub fn begin_game(&mut self) {
        self.at = self.end;
        self.state = State::Header;
        self.begin = None;
        self.text = None;
        self.is_in_comment = false;
        self.candidate = None;
        self.is_in_tags = false;
        self.depth = 0;
        self.breaks = 0;
        self.tags.clear();
        self.problem = None;
        self.may_be_runs = true;
        self.result = None;
        self.is_cut = false;
    }

    /// Returns the place of the game that is being read, if one has begun.
    pub fn begin(&self) -> Option<usize> {
        self.begin
    }

    /// Returns the place up to which the bytes are not needed any more.
    pub fn kept_from(&self) -> usize {
        let from = if self.is_cut { self.at } else { self.begin.unwrap_or(self.at).min(self.at) };
        from.saturating_sub(LOOK_BACK)
    }

    /// Adjusts all places after this number of bytes was dropped.
    pub fn rebase(&mut self, dropped: usize) {
        if dropped == 0 {
            return;
        }
        self.at -= dropped;
        self.end = self.end.saturating_sub(dropped);
        for place in [&mut self.begin, &mut self.text, &mut self.candidate].into_iter().flatten() {
            *place = place.saturating_sub(dropped);
        }
        for tag in self.tags.get_mut() {
            *tag -= dropped as u32;
        }
        if let Some((place, _)) = &mut self.problem {
            *place = place.saturating_sub(dropped);
        }
        self.begins_line = false;
    }

    /// Returns whether the game that is being read has become too long: its bytes can be dropped then.
    pub fn cut(&mut self, bytes: &[u8]) -> bool {
        let Some(begin) = self.begin else { return false };
        let is_stuck = bytes.len() - self.at > LOOK_AHEAD + self.limit;
        if !self.is_cut {
            if self.at.saturating_sub(begin) <= self.limit && !is_stuck {
                return false;
            }
            self.is_cut = true;
            self.tags.clear();
        }
        // What needs so many bytes is a tag or white space without an end.
        if is_stuck {
            self.is_in_line |= self.state == State::Header && bytes[self.at] == b'[';
            self.at = bytes.len();
        }
        true
    }

    /// Goes on with the bytes, of which all are there at the end.
    pub fn scan(&mut self, bytes: &[u8], is_end: bool) -> Step {
        match self.instructions {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `detect` has found the features.
            Instructions::Avx512 => unsafe { self.scan_avx512(bytes, is_end) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `detect` has found the features.
            Instructions::Avx2 => unsafe { self.scan_avx2(bytes, is_end) },
            Instructions::Portable => self.scan_with(bytes, is_end, masks::Portable),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512bw,avx512vbmi2,avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn scan_avx512(&mut self, bytes: &[u8], is_end: bool) -> Step {
        // SAFETY: this function has the features.
        let masks = unsafe { masks::Avx512::new() };
        self.scan_with(bytes, is_end, masks)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn scan_avx2(&mut self, bytes: &[u8], is_end: bool) -> Step {
        // SAFETY: this function has the features.
        let masks = unsafe { masks::Avx2::new() };
        self.scan_with(bytes, is_end, masks)
    }

    #[inline(always)]
    fn scan_with(&mut self, bytes: &[u8], is_end: bool, masks: impl Masks) -> Step {
        while self.state == State::Header {
            if self.may_be_run_of_tags(bytes) {
                self.run_of_tags(bytes, masks);
            }
            if let Some(step) = self.header(bytes, is_end) {
                return step;
            }
        }
        self.moves(bytes, is_end, masks)
    }

    fn end_game(&mut self, end: usize) -> Step {
        self.end = end;
        Step::Game
    }

    /// Asks for more bytes, to go on at a place.
    fn more(&mut self, bytes: &[u8], at: usize) -> Step {
        self.at = at;
        // What is looked at again grows by a quarter at least, so that the time is proportional to its
        // length.
        Step::More(1 + (bytes.len() - at) / 4)
    }

    /// Returns whether a place is the beginning of a line.
    pub fn is_line_start(&self, bytes: &[u8], at: usize) -> bool {
        match bytes[..at].last() {
            None => self.begins_line,
            Some(byte) => matches!(byte, b'\n' | b'\r') || bytes[..at].ends_with(BYTE_ORDER_MARK),
        }
    }

    /// Reads what is before the first move, up to a tag at which [`Self::run_of_tags`] can go on. Returns
    /// `None` if that or a move is next.
    fn header(&mut self, bytes: &[u8], is_end: bool) -> Option<Step> {
        loop {
            let at = self.at;
            if self.is_in_line {
                self.at = line_end(bytes, at);
                self.is_in_line = self.at == bytes.len();
                if self.is_in_line && !is_end {
                    return Some(Step::More(1));
                }
            }
            if self.is_in_comment {
                match self.close_comment(bytes, self.at, is_end) {
                    Comment::Closed(end) => self.at = end,
                    Comment::Open(end) => return Some(self.end_game(end)),
                    Comment::More(count) => return Some(Step::More(count)),
                }
            }
            let at = self.at;
            let Some(&byte) = bytes.get(at) else {
                if !is_end {
                    return Some(Step::More(1));
                }
                // Comments alone are no game.
                let is_game = !self.tags.get().is_empty() || self.problem.is_some() || self.is_cut;
                return Some(if is_game { self.end_game(at) } else { Step::End });
            };
            match byte {
                b'\n' | b'\r' => {
                    self.breaks += usize::from(byte == b'\r' || at == 0 || bytes[at - 1] != b'\r');
                    self.at += 1;
                }
                b' ' | b'\t' | 0x0b | 0x0c => self.at += 1,
                b'%' if self.is_line_start(bytes, at) => self.is_in_line = true,
                b';' | b'{' => {
                    self.begin.get_or_insert(at);
                    self.text.get_or_insert(at);
                    self.is_in_line = byte == b';';
                    self.is_in_comment = byte == b'{';
                    self.at += 1;
                }
                b'[' if self.may_be_run_of_tags(bytes) => return None,
                b'[' => {
                    if let Some(step) = self.tag(bytes, is_end) {
                        return Some(step);
                    }
                }
                0xef if self.tags.get().is_empty() && bytes[at..].starts_with(BYTE_ORDER_MARK) => {
                    self.at += 3
                }
                0xef if !is_end && bytes.len() < at + 3 => return Some(Step::More(1)),
                _ => {
                    match lacks_opening(bytes, at, is_end) {
                        Ahead::Known(Some(end)) => {
                            self.begin.get_or_insert(at);
                            self.text = None;
                            self.problem.get_or_insert((at, TagProblem::NoOpening));
                            self.at = end;
                            continue;
                        }
                        Ahead::Known(None) => {}
                        Ahead::Unknown => return Some(self.more(bytes, at)),
                    }
                    self.begin.get_or_insert(at);
                    self.text.get_or_insert(at);
                    self.state = State::Moves;
                    return None;
                }
            }
        }
    }

    /// Returns whether a tag begins here that is not the first of another game.
    fn may_be_run_of_tags(&self, bytes: &[u8]) -> bool {
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
    fn run_of_tags(&mut self, bytes: &[u8], all_masks: impl Masks) {
        if self.tags.get().is_empty() {
            self.begin = Some(self.at);
        }
        self.text = None;
        // Each of these is 1 if the byte before the block is of the kind.
        let (mut string, mut quote, mut close, mut line, mut space, mut open) = (0u64, 0, 0, 1, 0, 0);
        let mut rest = &bytes[self.at..];
        let mut base = self.at;
        while let Some((block, others)) = rest.split_first_chunk::<64>() {
            let masks = all_masks.tags(block);
            // Bits of the text in quotes, with the first quote.
            let strings = prefix_xor(masks.quotes) ^ string;
            let ends = masks.quotes & !strings;
            let begins = masks.quotes & strings;
            let spaces = masks.spaces & !strings;
            let opens = masks.open & !strings;
            let closes = masks.close & !strings;
            let wrong = masks.rare
                | masks.line_feeds & strings
                | closes ^ (ends << 1 | quote)
                | masks.line_feeds ^ (closes << 1 | close)
                | opens ^ (masks.line_feeds << 1 | line)
                | begins ^ (spaces << 1 | space)
                | spaces & (opens << 1 | open);
            let right = wrong.wrapping_sub(1) & !wrong;
            self.tags.push_bits(all_masks, (opens | masks.quotes) & right, base as u32);
            if wrong != 0 {
                base += wrong.trailing_zeros() as usize;
                break;
            }
            string = ((strings as i64) >> 63) as u64;
            (quote, close, line) = (ends >> 63, closes >> 63, masks.line_feeds >> 63);
            (space, open) = (spaces >> 63, opens >> 63);
            base += 64;
            rest = others;
        }
        // A tag that is not complete is read again.
        let mut complete = self.tags.get().len() / 3 * 3;
        if self.tags.get()[..complete].last().is_some_and(|&quote| base <= quote as usize + 1) {
            complete -= 3;
        }
        let begin = self.at;
        self.at = self.tags.get().get(complete).map_or(base, |&open| open as usize);
        self.may_be_runs = self.at > begin;
        self.tags.truncate(complete);
        self.breaks = usize::from(bytes[..self.at].ends_with(b"\n"));
    }

    /// Reads one tag (section 8.1.1), written in any way. Returns `None` if the header goes on.
    fn tag(&mut self, bytes: &[u8], is_end: bool) -> Option<Step> {
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
        match tag.values {
            Ok((begin, end)) if !self.is_cut => {
                // The place before the name, and those of the quotes.
                self.tags.push([tag.name.0 - 1, begin - 1, end].map(|place| place as u32));
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
        name == b"Event" || self.tags.get().chunks_exact(3).any(|tag| name_of(bytes, tag) == name)
    }

    /// Searches for the end of a comment (section 5). The place is in the comment.
    #[cold]
    fn close_comment(&mut self, bytes: &[u8], from: usize, is_end: bool) -> Comment {
        let begin = self.begin.unwrap_or(from);
        let mut at = from;
        loop {
            while self.is_in_tags {
                // Braces in their values have no meaning.
                let blanks = bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                self.is_in_tags = match bytes.get(at + blanks) {
                    Some(b'[') => match parse_tag(bytes, at + blanks, is_end) {
                        Ahead::Known(tag) => {
                            at = tag.end;
                            true
                        }
                        Ahead::Unknown => return self.more_of_comment(bytes, at),
                    },
                    None if !is_end => return self.more_of_comment(bytes, at),
                    _ => false,
                };
            }
            if let Some(candidate) = self.candidate {
                // Not further than the longest game, so that reading in parts finds the same.
                let most = begin.saturating_add(self.limit).max(at);
                let is_long = self.is_cut || bytes.len() > most;
                let rest = if self.is_cut { &[] } else { &bytes[at..bytes.len().min(most)] };
                match memchr::memchr2(b'}', b'{', rest) {
                    Some(place) if rest[place] == b'}' => {
                        self.candidate = None;
                        self.is_in_comment = false;
                        return Comment::Closed(at + place + 1);
                    }
                    None if !is_long && !is_end => {
                        self.at = bytes.len();
                        return Comment::More(1);
                    }
                    _ => return Comment::Open(candidate),
                }
            }
            let Some(place) = memchr::memchr3(b'}', b'\n', b'\r', &bytes[at..]) else {
                self.at = bytes.len();
                return if is_end { Comment::Open(self.at) } else { Comment::More(1) };
            };
            at += place;
            if bytes[at] == b'}' {
                self.is_in_comment = false;
                return Comment::Closed(at + 1);
            }
            match tag_after_empty_line(bytes, at, is_end) {
                Ahead::Known((end, is_tag)) => {
                    self.candidate = is_tag.then_some(end);
                    self.is_in_tags = is_tag;
                    at = end;
                }
                Ahead::Unknown => return self.more_of_comment(bytes, at),
            }
        }
    }

    fn more_of_comment(&mut self, bytes: &[u8], at: usize) -> Comment {
        self.at = at;
        Comment::More(1 + (bytes.len() - at) / 4)
    }

    /// Reads movetext up to the end of the game.
    #[inline(always)]
    fn moves(&mut self, bytes: &[u8], is_end: bool, all_masks: impl Masks) -> Step {
        let mut at = self.at;
        // All bits are set if the byte before is in a comment.
        let mut comment = if self.is_in_comment { !0 } else { 0u64 };
        if self.candidate.is_some() {
            match self.close_comment(bytes, at, is_end) {
                Comment::Closed(end) => (at, comment) = (end, 0),
                Comment::Open(end) => return self.end_game(end),
                Comment::More(count) => return Step::More(count),
            }
        }
        'text: loop {
            if self.is_in_line {
                at = line_end(bytes, at);
                self.is_in_line = at == bytes.len() && !is_end;
            }
            let mut last = [b' '; 64];
            let rest = &bytes[at..];
            let block = match rest.first_chunk::<64>() {
                Some(block) => block,
                None => {
                    last[..rest.len()].copy_from_slice(rest);
                    &last
                }
            };
            if rest.is_empty() {
                self.at = at;
                self.is_in_comment = comment != 0;
                return if is_end { self.end_game(at) } else { Step::More(1) };
            }
            let masks = all_masks.text(block);
            let mut braces = masks.open | masks.close;
            let mut comments = prefix_xor(braces) ^ comment;
            if masks.open & !comments | masks.close & comments != 0 {
                braces = effective_braces(&masks, comment);
                comments = prefix_xor(braces) ^ comment;
            }
            // The second of two line breaks.
            let before = at.checked_sub(1).map_or(0, |place| bytes[place]);
            let after_feed = masks.line_feeds << 1 | u64::from(before == b'\n');
            let after_return = masks.returns << 1 | u64::from(before == b'\r');
            let empty = after_feed & (masks.line_feeds | masks.returns) | after_return & masks.returns;
            let mut events = masks.special & !comments | empty;
            while events != 0 {
                let bit = events.trailing_zeros();
                let place = at + bit as usize;
                if comments >> bit & 1 != 0 {
                    // An empty line in a comment.
                    match self.close_comment(bytes, place - 1, is_end) {
                        Comment::Closed(end) => (at, comment) = (end, 0),
                        Comment::Open(end) => return self.end_game(end),
                        Comment::More(count) => {
                            self.is_in_comment = true;
                            return Step::More(count);
                        }
                    }
                    continue 'text;
                }
                match self.event(bytes, place, is_end) {
                    Event::Nothing => events &= events - 1,
                    Event::Jump(to) => {
                        (at, comment) = (to, 0);
                        continue 'text;
                    }
                    Event::Line => {
                        self.is_in_line = true;
                        (at, comment) = (place, 0);
                        continue 'text;
                    }
                    Event::End(end) => return self.end_game(end),
                    Event::More(count) => {
                        self.at = place;
                        self.is_in_comment = false;
                        return Step::More(count);
                    }
                }
            }
            comment = ((comments as i64) >> 63) as u64;
            at += rest.len().min(64);
        }
    }

    /// Returns the meaning of a character outside of comments.
    #[inline]
    fn event(&mut self, bytes: &[u8], at: usize, is_end: bool) -> Event {
        match bytes[at] {
            b'*' if self.depth == 0 => {
                self.result = Some(at);
                Event::End(at + 1)
            }
            b'-' | b'/' | b':' | 0x80.. if self.depth == 0 => self.result(bytes, at, is_end),
            b'(' => {
                self.depth += 1;
                Event::Nothing
            }
            b')' => {
                self.depth = self.depth.saturating_sub(1);
                Event::Nothing
            }
            b';' => Event::Line,
            b'%' if self.is_line_start(bytes, at) => Event::Line,
            b'[' => self.bracket(bytes, at, is_end),
            b'\n' | b'\r' => Self::empty_line(bytes, at, is_end),
            _ => Event::Nothing,
        }
    }

    /// Ends the game after a result. The place is that of the first byte that is not a digit.
    fn result(&mut self, bytes: &[u8], at: usize, is_end: bool) -> Event {
        let before = &bytes[..at];
        let begin = if bytes[at] == 0xc2 {
            at
        } else if before.ends_with(b"1") || before.ends_with(b"0") {
            at - 1
        } else {
            return Event::Nothing;
        };
        // The longest result is `1/2-1/2`, with a dash of three bytes.
        if bytes.len() < begin + 12 && !is_end {
            return Event::More(12);
        }
        let is_token = bytes[..begin].last().is_none_or(|&byte| ends_token(byte) || !byte.is_ascii());
        match result_length(&bytes[begin..]).filter(|_| is_token) {
            Some(length) => {
                self.result = Some(begin);
                Event::End(begin + length)
            }
            None => Event::Nothing,
        }
    }

    /// Ends the game before a tag.
    fn bracket(&self, bytes: &[u8], at: usize, is_end: bool) -> Event {
        let line = &bytes[..at];
        let indented = line.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if self.is_line_start(bytes, at - indented) {
            // A command that belongs into a comment.
            return match bytes.get(at + 1) {
                Some(b'%') => Event::Nothing,
                None if !is_end => Event::More(1),
                _ => Event::End(at),
            };
        }
        match is_tag(bytes, at, is_end) {
            Ahead::Known(true) => Event::End(at),
            Ahead::Known(false) => Event::Nothing,
            Ahead::Unknown => Event::More(1 + (bytes.len() - at) / 4),
        }
    }

    /// Ends the game before the move number 1, unless it is that of Black's move after a comment.
    fn empty_line(bytes: &[u8], at: usize, is_end: bool) -> Event {
        let rest = &bytes[at..];
        let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let number = &rest[blanks..];
        let digits = &number[number.len().min(2)..];
        let spaces = digits.iter().take_while(|&&byte| byte == b' ').count();
        let next = digits.get(spaces);
        let may_follow =
            number.is_empty() || b"1.".starts_with(&number[..number.len().min(2)]) && next.is_none();
        if may_follow && !is_end {
            return Event::More(1 + rest.len() / 4);
        }
        if number.starts_with(b"1.") && next.is_some_and(|&byte| byte != b'.') {
            return Event::End(at + blanks);
        }
        Event::Jump(at + blanks)
    }
}

/// Returns the braces that begin or end a comment: others are in a comment, or close nothing.
#[cold]
#[inline(never)]
fn effective_braces(masks: &TextMasks, comment: u64) -> u64 {
    let (mut braces, mut effective) = (masks.open | masks.close, 0);
    let mut is_in_comment = comment != 0;
    while braces != 0 {
        let lowest = braces & braces.wrapping_neg();
        if (masks.close & lowest != 0) == is_in_comment {
            effective |= lowest;
            is_in_comment = !is_in_comment;
        }
        braces ^= lowest;
    }
    effective
}

/// Returns in each bit the parity of the bits up to it.
#[inline(always)]
fn prefix_xor(mut bits: u64) -> u64 {
    for shift in [1, 2, 4, 8, 16, 32] {
        bits ^= bits << shift;
    }
    bits
}

/// Returns the end of a line: its line feed or carriage return, or the end of the text.
pub fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr2(b'\n', b'\r', &bytes[at..]).map_or(bytes.len(), |length| at + length)
}

/// Returns the name of a tag.
pub fn name_of<'a>(bytes: &'a [u8], tag: &[u32]) -> &'a [u8] {
    bytes[tag[0] as usize + 1..tag[1] as usize].trim_ascii_end()
}

/// A tag that was read.
struct ParsedTag {
    name: (usize, usize),
    /// The value between the quotes, or what is wrong.
    values: Result<(usize, usize), (usize, TagProblem)>,
    end: usize,
}

/// Reads a tag that begins at a place. A tag that is wrong ends with its line.
fn parse_tag(bytes: &[u8], at: usize, is_end: bool) -> Ahead<ParsedTag> {
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
fn lacks_opening(bytes: &[u8], at: usize, is_end: bool) -> Ahead<Option<usize>> {
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
fn is_tag(bytes: &[u8], at: usize, is_end: bool) -> Ahead<bool> {
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
fn tag_after_empty_line(bytes: &[u8], at: usize, is_end: bool) -> Ahead<(usize, bool)> {
    let rest = &bytes[at..];
    let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    if blanks == rest.len() && !is_end {
        return Ahead::Unknown;
    }
    let breaks = rest[..blanks].split(|&byte| byte == b'\n').count() - 1;
    let returns = rest[..blanks].iter().filter(|&&byte| byte == b'\r').count();
    let end = at + blanks;
    if breaks.max(returns) < 2 || rest.get(blanks) != Some(&b'[') {
        return Ahead::Known((end, false));
    }
    match is_tag(bytes, end, is_end) {
        Ahead::Known(is_tag) => Ahead::Known((end, is_tag)),
        Ahead::Unknown => Ahead::Unknown,
    }
}

/// Returns whether a token of movetext ends before this byte.
fn ends_token(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b || b"!$()*,.;?[]{}".contains(&byte)
}

/// Returns the length of a result (section 8.2.6) at the beginning of a text: `1-0`, `0-1` or `1/2-1/2`, also
/// with a colon or a dash and with `½`, or the half alone, as `Movetext` reads it.
fn result_length(text: &[u8]) -> Option<usize> {
    let side = |text: &[u8]| {
        let sides = [(&b"1/2"[..], 1), ("½".as_bytes(), 1), (b"1", 2), (b"0", 0)];
        sides.into_iter().find_map(|(side, points)| text.starts_with(side).then_some((points, side.len())))
    };
    let (points, first) = side(text)?;
    let separators = ["-", ":", "‐", "‑", "‒", "–", "—", "\u{2212}"];
    let both = separators.iter().find_map(|separator| {
        let rest = text[first..].strip_prefix(separator.as_bytes())?;
        let (others, second) = side(rest)?;
        (points + others == 2).then_some(first + separator.len() + second)
    });
    let length = both.or_else(|| (points == 1).then_some(first))?;
    text.get(length).is_none_or(|&byte| ends_token(byte)).then_some(length)
}
