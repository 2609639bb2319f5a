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

mod comments;
mod movetext;
mod tags;

use crate::masks::{self, Instructions, Masks};
#[cfg(target_arch = "x86_64")]
use quadline::level::with_features;

use comments::Comment;
use tags::{Places, lacks_opening};
pub use tags::{TagPlaces, TagProblem};

/// A finding of the scanner.
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Before the first move.
    #[default]
    Header,
    Moves,
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
    tags: Places,
    problem: Option<(usize, TagProblem)>,
    /// Whether the tags may define the start of the game.
    may_have_start: bool,
    /// Whether the tags of this game may be written as [`Self::run_of_tags`] reads them.
    may_be_runs: bool,
    end: usize,
    result: Option<usize>,
    /// Whether the beginning of the game has been dropped, because it is too long.
    is_cut: bool,
    /// Whether the first byte begins a line.
    begins_line: bool,
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
            may_have_start: false,
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

    pub fn tags(&self) -> &[TagPlaces] {
        self.tags.complete()
    }

    /// Returns whether one of the tags may be `FEN`, `SetUp` or `Variant`.
    pub fn may_have_start(&self) -> bool {
        self.may_have_start
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
        self.may_have_start = false;
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
            Instructions::Avx512(token) => scan_avx512(token, token, self, bytes, is_end),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(token) => scan_avx2(token, token, self, bytes, is_end),
            Instructions::Portable => self.scan_with(bytes, is_end, masks::Portable),
        }
    }

    #[inline(always)]
    fn scan_with(&mut self, bytes: &[u8], is_end: bool, masks: impl Masks) -> Step {
        // What is between most games.
        if self.state == State::Header
            && self.begin.is_none()
            && !self.is_in_line
            && bytes[self.at..].starts_with(b"\n\n[")
        {
            self.at += 2;
        }
        while self.state == State::Header {
            if self.may_be_run_of_tags(bytes) {
                self.run_of_tags(bytes, masks);
                // What is between the tags and the moves of most games.
                if let [b'\n', b'1'..=b'9', ..] = bytes[self.at..] {
                    self.at += 1;
                    self.text = Some(self.at);
                    self.state = State::Moves;
                    break;
                }
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
}

/// Returns the end of a line: its line feed or carriage return, or the end of the text.
pub fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr2(b'\n', b'\r', &bytes[at..]).map_or(bytes.len(), |length| at + length)
}

#[cfg(target_arch = "x86_64")]
with_features! { ["avx512bw", "avx512vbmi", "avx512vbmi2", "avx2", "bmi1", "bmi2", "lzcnt", "popcnt", "pclmulqdq"];
    fn scan_avx512(_, masks: masks::Avx512, scanner: &mut Scanner, bytes: &[u8], is_end: bool) -> Step {
        scanner.scan_with(bytes, is_end, masks)
    }
}

#[cfg(target_arch = "x86_64")]
with_features! { ["avx2", "bmi1", "bmi2", "lzcnt", "popcnt", "pclmulqdq"];
    fn scan_avx2(_, masks: masks::Avx2, scanner: &mut Scanner, bytes: &[u8], is_end: bool) -> Step {
        scanner.scan_with(bytes, is_end, masks)
    }
}
