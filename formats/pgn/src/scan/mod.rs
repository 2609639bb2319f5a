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
//! - in tag pairs, before a second one that is named `Event`; and after an empty line or a tag pair that is
//!   cut off by the beginning of another one, before one that is named `Event` or like one before, as in
//!   games without moves.
//!
//! What may come between two moves, and where a result ends, is defined by the functions of
//! [`quadline_kernels::internal::games::movetext`] that `Movetext` uses.
//!
//! The scanner goes over each byte once. If it needs bytes that have not been read, it returns, and goes on
//! from there later. What it finds depends on the bytes and on the limit only, not on the number of bytes that
//! are read at once: it looks ahead for at most [`LOOK_AHEAD`] bytes more than the limit, also if there are
//! more, and compares the length of a game with the limit by places, not by what is in memory.

mod comments;
mod movetext;
mod tags;

use quadline_kernels::internal::games::movetext::{Token, next_token};

use crate::masks::{self, Instructions, Masks};
#[cfg(target_arch = "x86_64")]
use quadline::level::with_features;

use comments::Comment;
pub use tags::{COMPARED_TAGS, TagPlaces, TagProblem};
use tags::{Places, lacks_opening};

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

/// The places of the parts of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first tag, or the first comment or move if there are no tags.
    pub begin: usize,
    /// The movetext, with the comments before the first move.
    pub text: usize,
    /// The end of the movetext, which is after the result.
    pub end: usize,
    /// The place where the result begins, if there is one.
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
    /// The place where the game begins. This is negative if its beginning has been dropped, because it is too long.
    begin: Option<isize>,
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
    /// Whether the game has a tag, also one that has a problem or has been dropped.
    has_tags: bool,
    /// Whether the game has a tag `Event`.
    has_event: bool,
    /// Whether `at` is in a tag that is broken.
    is_in_broken_tag: bool,
    /// Whether the last tag was cut off by the beginning of another one.
    is_behind_cut: bool,
    problem: Option<(usize, TagProblem)>,
    /// Whether the problem is one of a tag that defines the start.
    has_no_start: bool,
    /// Whether the tags may define the start of the game.
    may_have_start: bool,
    /// The end of tags that were read together, although they are of several games. They are not read together
    /// again.
    run_end: usize,
    /// Whether the tags of this game may be written as [`Self::run_of_tags`] reads them.
    may_be_runs: bool,
    end: usize,
    /// The end with the bytes behind the game that are not part of it.
    read_end: usize,
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

/// The bytes that the scanner looks ahead for, to skip marks and white space that are not ASCII.
const MARKS_AHEAD: usize = 64;

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
            has_tags: false,
            has_event: false,
            is_in_broken_tag: false,
            is_behind_cut: false,
            problem: None,
            has_no_start: false,
            may_have_start: false,
            may_be_runs: true,
            run_end: 0,
            end: 0,
            read_end: 0,
            result: None,
            is_cut: false,
            begins_line,
        }
    }

    pub fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// Returns the game that was found.
    #[inline]
    pub fn game(&self) -> Span {
        let begin = self.begin.map_or(self.end, |begin| usize::try_from(begin).unwrap_or(0));
        Span { begin, text: self.text.unwrap_or(self.end), end: self.end, result: self.result }
    }

    /// Returns the end of the game with the bytes behind it that are not part of it, but count for its length.
    pub fn read_end(&self) -> usize {
        self.read_end
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

    /// Returns whether the problem is one of a tag that defines the start of the game.
    pub fn has_no_start(&self) -> bool {
        self.has_no_start
    }

    /// Returns whether the game that was found is longer than the limit.
    pub fn is_too_long(&self) -> bool {
        self.is_too_long_at(self.read_end)
    }

    /// Returns whether the bytes of the game up to a place are more than the limit.
    fn is_too_long_at(&self, at: usize) -> bool {
        self.begin.is_some_and(|begin| at as isize - begin > self.limit as isize)
    }

    /// Forgets the game that was found, and begins with the next one.
    pub fn begin_game(&mut self) {
        self.at = self.end;
        self.state = State::Header;
        self.begin = None;
        self.text = None;
        self.is_in_line = false;
        self.is_in_comment = false;
        self.candidate = None;
        self.is_in_tags = false;
        self.depth = 0;
        self.breaks = 0;
        self.tags.clear();
        self.has_tags = false;
        self.has_event = false;
        self.is_in_broken_tag = false;
        self.is_behind_cut = false;
        self.problem = None;
        self.has_no_start = false;
        self.may_have_start = false;
        self.may_be_runs = true;
        self.result = None;
        self.is_cut = false;
    }

    /// Returns the place of the game that is being read, if one has begun.
    pub fn begin(&self) -> Option<usize> {
        self.begin.and_then(|begin| usize::try_from(begin).ok())
    }

    /// Returns whether bytes of the game have been dropped, because it is too long.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Returns the place up to which the bytes are not needed any more.
    pub fn kept_from(&self) -> usize {
        let from = if self.is_cut { self.progress() } else { self.begin().unwrap_or(self.at).min(self.at) };
        from.saturating_sub(LOOK_BACK)
    }

    /// Returns the place up to which all bytes belong to the game that is being read: the next one to look
    /// at, or a tag before which a comment may have to end.
    fn progress(&self) -> usize {
        self.candidate.unwrap_or(self.at)
    }

    /// Adjusts all places after this number of bytes was dropped.
    pub fn rebase(&mut self, dropped: usize) {
        if dropped == 0 {
            return;
        }
        self.at -= dropped;
        self.begin = self.begin.map(|begin| begin - dropped as isize);
        self.end = self.end.saturating_sub(dropped);
        self.run_end = self.run_end.saturating_sub(dropped);
        self.text = self.text.map(|text| text.saturating_sub(dropped));
        self.candidate = self.candidate.map(|candidate| candidate - dropped);
        for tag in self.tags.get_mut() {
            *tag -= dropped as u32;
        }
        if let Some((place, _)) = &mut self.problem {
            *place = place.saturating_sub(dropped);
        }
        self.begins_line = false;
    }

    /// Checks whether the game that is being read has become too long. If so, its bytes can be dropped.
    pub fn cut(&mut self) {
        if !self.is_cut && self.is_too_long_at(self.progress()) {
            self.is_cut = true;
            self.tags.clear();
        }
    }

    /// Returns the bytes that may be looked at from a place on, and whether they are taken for all that there
    /// are.
    fn ahead<'a>(&self, bytes: &'a [u8], at: usize, is_end: bool) -> (&'a [u8], bool) {
        let most = at.saturating_add(self.limit + LOOK_AHEAD);
        if bytes.len() > most { (&bytes[..most], true) } else { (bytes, is_end) }
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
                if let Some(next) = self.run_of_tags(bytes, masks) {
                    return self.end_game(bytes, next);
                }
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

    /// Ends the game.
    #[inline]
    fn end_game(&mut self, bytes: &[u8], end: usize) -> Step {
        (self.end, self.read_end) = (end, end);
        if self.result.is_none() {
            self.leave_out_fillers(bytes);
        }
        Step::Game
    }

    /// Ends a game without a result before the bytes that end a file on some systems, or fill it.
    #[cold]
    fn leave_out_fillers(&mut self, bytes: &[u8]) {
        let is_between = |byte: &u8| byte.is_ascii_whitespace() || is_filler(*byte);
        let last = bytes[..self.end].iter().rposition(|byte| !is_between(byte));
        let behind = last.map_or(0, |last| last + 1);
        if bytes[behind..self.end].iter().any(|&byte| is_filler(byte)) {
            self.end = behind;
        }
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
            if self.is_in_broken_tag
                && let Some(step) = self.skip_broken_tag(bytes, is_end)
            {
                return Some(step);
            }
            if self.is_in_comment {
                match self.close_comment(bytes, self.at, is_end) {
                    Comment::Closed(end) => self.at = end,
                    Comment::Open(end) => return Some(self.end_game(bytes, end)),
                    Comment::More(count) => return Some(Step::More(count)),
                }
            }
            let at = self.at;
            let Some(&byte) = bytes.get(at) else {
                if !is_end {
                    return Some(Step::More(1));
                }
                // Comments alone are no game.
                return Some(if self.has_tags { self.end_game(bytes, at) } else { Step::End });
            };
            work::add(1);
            match byte {
                b'\n' | b'\r' => {
                    self.breaks += usize::from(byte == b'\r' || at == 0 || bytes[at - 1] != b'\r');
                    self.at += 1;
                }
                b' ' | b'\t' | 0x0b | 0x0c => self.at += 1,
                byte if is_filler(byte) => self.at += 1,
                b'%' if self.is_line_start(bytes, at) => self.is_in_line = true,
                b';' | b'{' => {
                    self.begin.get_or_insert(at as isize);
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
                _ => {
                    // Other white space, and marks and annotations behind a result.
                    if !byte.is_ascii_alphanumeric() && byte != b'%' {
                        let ahead = &bytes[at..bytes.len().min(at + MARKS_AHEAD)];
                        if ahead.len() < MARKS_AHEAD && !is_end {
                            return Some(Step::More(MARKS_AHEAD));
                        }
                        if let Token::Skipped(length) = next_token(ahead, 0, None) {
                            self.at += length;
                            continue;
                        }
                    }
                    let (ahead, is_all) = self.ahead(bytes, at, is_end);
                    match lacks_opening(ahead, at, is_all) {
                        Ahead::Known(Some(tag)) => {
                            self.begin.get_or_insert(at as isize);
                            self.has_tags = true;
                            self.text = None;
                            self.add_problem(at, TagProblem::NoOpening, &bytes[tag.name.0..tag.name.1]);
                            self.at = tag.end;
                            continue;
                        }
                        Ahead::Known(None) => {}
                        Ahead::Unknown => return Some(self.more(bytes, at)),
                    }
                    self.begin.get_or_insert(at as isize);
                    self.text.get_or_insert(at);
                    self.state = State::Moves;
                    return None;
                }
            }
        }
    }
}

/// Returns whether a byte is the end of a file of DOS, or of those that fill a file that was not written to
/// its end.
fn is_filler(byte: u8) -> bool {
    matches!(byte, 0 | 26)
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

/// Counts the bytes and names that the scanner looks at, for its unit tests.
mod work {
    #[cfg(test)]
    thread_local!(static COUNT: std::cell::Cell<u64> = const { std::cell::Cell::new(0) });

    #[inline(always)]
    pub fn add(_count: usize) {
        #[cfg(test)]
        COUNT.set(COUNT.get() + _count as u64);
    }

    /// Returns the count, and begins a new one.
    #[cfg(test)]
    pub fn take() -> u64 {
        COUNT.replace(0)
    }
}

#[cfg(test)]
mod tests;
