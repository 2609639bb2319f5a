//! A game: its tags, its start, its moves and its result.

use std::borrow::Cow;
use std::cell::Cell;
use std::iter::FusedIterator;
use std::ops::ControlFlow;

use quadline::fen::Fen;
use quadline::{Color, Move, MovetextError, Position};
use quadline_kernels::internal::active_token;
use quadline_kernels::internal::games::movetext::{Next, Replay, Wrong};
use quadline_kernels::level::Level;

use crate::comment::Comments;
use crate::error::{Error, Problem};
use crate::masks::Instructions;
use crate::scan::{COMPARED_TAGS, Span, TagPlaces, TagProblem};

/// Counts lines up to a place in the bytes that are in memory.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// A place, and the number of line feeds before it.
    counted: Cell<(usize, u64)>,
    instructions: Instructions,
}

impl Lines {
    pub fn new(before: u64) -> Self {
        Self { counted: Cell::new((0, before)), instructions: Instructions::detect() }
    }

    /// Returns the number of the line of a place.
    pub fn of(&self, bytes: &[u8], at: usize) -> u64 {
        let (place, before) = self.counted.get();
        let count = |bytes| self.instructions.line_feeds(bytes);
        let lines =
            if at >= place { before + count(&bytes[place..at]) } else { before - count(&bytes[at..place]) };
        self.counted.set((at, lines));
        lines + 1
    }

    /// Counts the lines of bytes that are dropped.
    pub fn rebase(&self, bytes: &[u8], dropped: usize) {
        let line = self.of(bytes, dropped);
        self.counted.set((0, line - 1));
    }
}

/// The place of a game in its file, and what is in memory of the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    pub number: u64,
    pub bytes: &'a [u8],
    /// The offset of the first of these bytes.
    pub base: u64,
    pub lines: &'a Lines,
}

impl Place<'_> {
    pub fn error(&self, at: usize, problem: Problem) -> Error {
        let line = self.lines.of(self.bytes, at);
        Error::new(self.number, line, self.base + at as u64, problem)
    }
}

/// A game of a file. [`Reader`](crate::Reader) returns it.
///
/// It has a starting position of standard chess or Chess960. Its moves have not been read yet:
/// [`plies`](Self::plies) does that.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    place: Place<'a>,
    span: Span,
    tags: &'a [TagPlaces],
    start: Option<&'a Fen>,
    /// The first fault of the tags that was found when they were read, and its place.
    fault: Option<(usize, Fault)>,
}

/// A fault of the tags that leaves the moves as they are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault {
    Tag(TagProblem),
    /// There is a tag `SetUp`, but no tag `FEN`.
    SetUp,
}

/// A tag pair, such as `[White "Carlsen, Magnus"]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// The name.
    pub name: &'a [u8],
    /// The value as it is written, in which a backslash is before each quote and backslash.
    pub raw_value: &'a [u8],
}

impl<'a> Tag<'a> {
    /// Returns the value without the backslashes before quotes and backslashes.
    ///
    /// A value that is not UTF-8 is read as ISO 8859-1, which the standard prescribes (section 4.1).
    #[must_use]
    pub fn value(&self) -> Cow<'a, str> {
        let raw = text(self.raw_value);
        if memchr::memchr(b'\\', self.raw_value).is_none() {
            return raw;
        }
        let mut value = String::with_capacity(raw.len());
        let mut characters = raw.chars().peekable();
        while let Some(character) = characters.next() {
            // Other backslashes are part of the value, as in a path.
            let is_escape = character == '\\' && matches!(characters.peek(), Some('\\' | '"'));
            value.push(if is_escape { characters.next().unwrap_or(character) } else { character });
        }
        Cow::Owned(value)
    }
}

/// Returns bytes of a file as text: UTF-8, or else ISO 8859-1, which the standard prescribes (section 4.1).
///
/// # Examples
///
/// ```
/// assert_eq!(quadline_pgn::text(b"Pawe\xb3"), "Pawe³");
/// assert_eq!(quadline_pgn::text("Paweł".as_bytes()), "Paweł");
/// ```
#[must_use]
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// The result at the end of a game (section 8.2.6 of the standard).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: the game goes on, or its result is not known.
    Unknown,
}

impl GameResult {
    /// Returns the result as the standard writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}

impl<'a> Game<'a> {
    pub(crate) fn new(
        place: Place<'a>,
        span: Span,
        tags: &'a [TagPlaces],
        start: Option<&'a Fen>,
        fault: Option<(usize, Fault)>,
    ) -> Self {
        Self { place, span, tags, start, fault }
    }

    /// Returns the number of the game in the file. The first game has number 1. Games with errors are counted
    /// as well.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.place.number
    }

    /// Returns the offset of the game in the file: that of its first tag, or of its first comment or move if
    /// it has no tags.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.place.base + self.span.begin as u64
    }

    /// Returns the number of the line in which the game begins. The first line has number 1.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.place.lines.of(self.place.bytes, self.span.begin)
    }

    /// Returns the game as it is in the file.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        &self.place.bytes[self.span.begin..self.span.end]
    }

    /// Returns the tags in their order, without those that are broken. There may be none.
    #[inline]
    pub fn tags(&self) -> impl ExactSizeIterator<Item = Tag<'a>> + use<'a> {
        let bytes = self.place.bytes;
        self.tags.iter().map(move |tag| tag_at(bytes, tag))
    }

    /// Returns the value of the first tag with a name, in upper or lower case.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<Cow<'a, str>> {
        let name = name.as_bytes();
        // Nearly all programs write a name in the same way, and comparing the case of each letter is slower.
        let mut tags = self.tags().filter(|tag| tag.name.len() == name.len());
        tags.find(|tag| tag.name == name || tag.name.eq_ignore_ascii_case(name)).map(|tag| tag.value())
    }

    /// Returns the first fault of the tags that leaves the moves as they are: a tag that is broken, a second
    /// tag of the same name, or `SetUp` without `FEN`. [`plies`](Self::plies) returns it behind the moves.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadline_pgn::Reader;
    ///
    /// let mut reader = Reader::in_memory(b"[White \"Ann\"]\n[Site \"x]\n\n1. e4 e5 *");
    /// let game = reader.next_game().unwrap()?;
    /// assert_eq!(game.tag("White").as_deref(), Some("Ann"));
    /// assert_eq!(
    ///     game.error().unwrap().to_string(),
    ///     "game 1, line 2, byte 14: the value of the tag that begins here has no closing '\"'"
    /// );
    /// let plies: Vec<_> = game.plies().collect();
    /// assert!(plies[0].is_ok() && plies[1].is_ok() && plies[2].is_err());
    /// # Ok::<(), quadline_pgn::Error>(())
    /// ```
    #[must_use]
    pub fn error(&self) -> Option<Error> {
        let repeated = repeated_name(self.place.bytes, self.tags);
        let repeated = repeated.map(|tag| (tag[0] as usize, Fault::Tag(TagProblem::Repeated)));
        let (at, fault) = self.fault.into_iter().chain(repeated).min_by_key(|&(at, _)| at)?;
        let problem = match fault {
            Fault::Tag(problem) => Problem::Tag(problem),
            Fault::SetUp => Problem::SetUp(self.tag("SetUp").unwrap_or_default().into_owned()),
        };
        Some(self.place.error(at, problem))
    }

    /// Returns the movetext, with its comments and its result.
    #[inline]
    #[must_use]
    pub fn movetext(&self) -> &'a [u8] {
        &self.place.bytes[self.span.text..self.span.end]
    }

    /// Returns the result at the end of the movetext, or `None` if the game has none. The tag `Result` may
    /// differ.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        let result = &self.place.bytes[self.span.result?..self.span.end];
        Some(match result[0] {
            b'*' => GameResult::Unknown,
            b'0' => GameResult::BlackWins,
            b'1' if result[1] != b'/' => GameResult::WhiteWins,
            _ => GameResult::Draw,
        })
    }

    /// Returns the starting position: that of the tag `FEN`, or that of standard chess.
    #[must_use]
    pub fn start(&self) -> Position {
        self.start.map_or(Position::START, |fen| fen.position)
    }

    /// Returns the starting position with its counters: those of the tag `FEN`, or those of the beginning of
    /// a game.
    #[must_use]
    pub fn start_fen(&self) -> Fen {
        self.start.copied().unwrap_or_default()
    }

    /// Returns an iterator over the moves, each with the position before it. It ends with the first text that
    /// is not a legal move.
    ///
    /// [`quadline::Movetext`] describes what is read as a move and what is skipped. Beside that, an end of a
    /// comment or of a variation that has not begun does not end the moves. It is returned as an error behind
    /// them, if [`error`](Self::error) is `None`, and so is that error.
    #[inline]
    #[must_use]
    pub fn plies(&self) -> Plies<'a> {
        let (text, replay) = (self.movetext(), Replay::new(self.start()));
        let mut plies = Plies { game: *self, text, replay, stray: None, is_over: false };
        // The scanner takes a percent sign for movetext only where it does not begin a line.
        if text.starts_with(b"%") {
            plies.stray = Some(plies.error(Wrong::Move));
            plies.replay.is_over = true;
            plies.replay.offset = text.len();
        }
        plies
    }

    /// Returns an iterator over the moves like [`plies`](Self::plies), in which each position has the
    /// counters of a FEN: the moves since the last capture or move of a pawn, and the number of the move.
    ///
    /// The counters begin with those of the tag `FEN`, if there is one. Numbers in the movetext play no role.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadline_pgn::Reader;
    ///
    /// let mut reader = Reader::in_memory(b"1. e4 e5 2. Nf3 *");
    /// let game = reader.next_game().unwrap()?;
    /// let (fen, chess_move) = game.fens().last().unwrap()?;
    /// assert_eq!(fen.to_string(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    /// assert_eq!(chess_move.to_string(), "g1f3");
    /// # Ok::<(), quadline_pgn::Error>(())
    /// ```
    #[must_use]
    pub fn fens(&self) -> Fens<'a> {
        let Fen { halfmove_clock, fullmove_number, .. } = self.start_fen();
        Fens { plies: self.plies(), halfmove_clock, fullmove_number }
    }
}

/// Returns the first tag that has the same name as one before it.
fn repeated_name<'a>(bytes: &[u8], tags: &'a [TagPlaces]) -> Option<&'a TagPlaces> {
    // A bit for each name, by a few of its bytes, so that names are compared only if their bits are the same.
    let mut seen = [0u64; 4];
    tags.iter().enumerate().find_map(|(index, tag)| {
        let name = tag_at(bytes, tag).name;
        let byte = |at: usize| u32::from(name.get(at).copied().unwrap_or_default() | 0x20);
        let bit = name.len() as u32 + 3 * byte(0) + 7 * byte(name.len() / 2) + 13 * byte(name.len() - 1);
        let (word, bit) = ((bit >> 6 & 3) as usize, 1 << (bit & 63));
        let may_be_repeated = seen[word] & bit != 0;
        seen[word] |= bit;
        let mut others = tags[..index.min(COMPARED_TAGS)].iter();
        let is_repeated =
            may_be_repeated && others.any(|other| tag_at(bytes, other).name.eq_ignore_ascii_case(name));
        is_repeated.then_some(tag)
    })
}

/// The start that the tags define, and the place of a tag `SetUp` that needs a tag `FEN`.
type Start = (Option<Fen>, Option<usize>);

/// Reads the tags that define the start. Sections 9.7.1 and 9.7.2 of the standard define `SetUp` and `FEN`.
/// Of tags with the same name, the first one counts, as for [`Game::tag`].
#[cold]
pub(crate) fn find_start(place: &Place<'_>, tags: &[TagPlaces]) -> Result<Start, Error> {
    let (mut fen, mut set_up, mut variant) = (None, None, None);
    for tag in tags {
        let name = tag_at(place.bytes, tag).name;
        // Each of the three names has another length.
        let first = match name.len() {
            3 if name.eq_ignore_ascii_case(b"FEN") => &mut fen,
            5 if name.eq_ignore_ascii_case(b"SetUp") => &mut set_up,
            7 if name.eq_ignore_ascii_case(b"Variant") => &mut variant,
            _ => continue,
        };
        first.get_or_insert(tag);
    }
    let error = |tag: &TagPlaces, problem| Err(place.error(tag[0] as usize, problem));
    let value = |tag: &TagPlaces| tag_at(place.bytes, tag).value();
    // `?` means unknown (section 8.1.1), and `-` that there is none.
    let is_there = |tag: &&TagPlaces| !matches!(value(tag).trim(), "" | "?" | "-");
    let [fen, set_up, variant] = [fen, set_up, variant].map(|tag| tag.filter(is_there));
    if let Some(tag) = variant
        && !is_supported(&value(tag))
    {
        return error(tag, Problem::Variant(value(tag).into_owned()));
    }
    if let Some(tag) = set_up {
        let set_up = value(tag);
        if set_up.trim() == "0" {
            return Ok((None, None));
        }
        if fen.is_none() {
            return Ok((None, Some(tag[0] as usize)));
        }
        if set_up.trim() != "1" {
            return error(tag, Problem::SetUp(set_up.into_owned()));
        }
    }
    let Some(tag) = fen else { return Ok((None, None)) };
    match Fen::from_bytes(value(tag).trim().as_bytes()) {
        Ok(fen) => Ok((Some(fen), None)),
        Err(problem) => error(tag, Problem::Start(problem)),
    }
}

#[inline]
fn tag_at<'a>(bytes: &'a [u8], tag: &TagPlaces) -> Tag<'a> {
    let [open, name, first, last] = tag.map(|place| place as usize);
    Tag { name: &bytes[open + 1..name], raw_value: &bytes[first + 1..last] }
}

/// Returns whether a variant has the rules of standard chess or Chess960. `From Position` is what Lichess
/// calls a game of standard chess with a tag `FEN`, and `Illegal` what ChessBase does. The [wild
/// games](https://www.freechess.org/Help/HelpFiles/wild.html) of FICS have standard moves from other starts.
fn is_supported(variant: &str) -> bool {
    let wild = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "8a", "fr"];
    let variant = variant.trim().to_ascii_lowercase();
    if let Some(number) = variant.strip_prefix("wild/") {
        return wild.contains(&number);
    }
    let letters: String = variant.chars().filter(|letter| letter.is_ascii_alphanumeric()).collect();
    let names = [
        "standard",
        "standardchess",
        "chess",
        "chessstandard",
        "normal",
        "classical",
        "orthodox",
        "regular",
        "illegal",
        "fromposition",
        "chess960",
        "960",
        "chess9lx",
        "fischerandom",
        "fischerrandom",
        "fischerrandomchess",
        "fischerandomchess",
        "frc",
        "freestyle",
        "freestylechess",
    ];
    names.contains(&&*letters)
}

/// An iterator over the moves of a game. [`Game::plies`] returns it.
#[derive(Clone, Debug)]
pub struct Plies<'a> {
    game: Game<'a>,
    /// The movetext of the game.
    text: &'a [u8],
    replay: Replay,
    /// The first end of a comment or variation that has not begun.
    stray: Option<MovetextError>,
    is_over: bool,
}

impl<'a> Plies<'a> {
    /// Returns the position after the moves that were read.
    #[inline]
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.replay.position
    }

    /// Returns the number of moves that were read.
    #[inline]
    #[must_use]
    pub fn ply(&self) -> usize {
        self.replay.ply
    }

    /// Returns the comments between the last move that was read and the next one, or those before the first
    /// move if none was read. Comments in variations are not among them.
    #[inline]
    #[must_use]
    pub fn comments(&self) -> Comments<'a> {
        Comments::new(self.text, self.replay.offset, self.replay.last_move())
    }

    #[cold]
    fn error(&self, wrong: Wrong) -> MovetextError {
        MovetextError::new(&self.replay, self.text, wrong)
    }

    /// Reads what is no move: goes on behind the end of a comment or variation that has not begun, and returns
    /// the error of other text, or the fault of the game at its end, once.
    #[cold]
    #[inline(never)]
    fn without_move(&mut self, wrong: Option<Wrong>) -> ControlFlow<Option<Error>> {
        match wrong {
            Some(Wrong::Unmatched) => {
                self.stray = self.stray.or_else(|| Some(self.error(Wrong::Unmatched)));
                self.replay.offset += 1;
                self.replay.is_over = false;
                ControlFlow::Continue(())
            }
            Some(wrong) => {
                self.is_over = true;
                ControlFlow::Break(Some(self.in_movetext(self.error(wrong))))
            }
            None if self.is_over => ControlFlow::Break(None),
            None => {
                // Otherwise, moves would be lost where the scanner and the reader of moves differ.
                debug_assert_eq!(self.replay.offset, self.text.len(), "{:?}", text(self.text));
                self.is_over = true;
                let stray = self.stray.map(|error| self.in_movetext(error));
                ControlFlow::Break(self.game.error().or(stray))
            }
        }
    }

    /// Returns the error in the movetext.
    #[cold]
    fn in_movetext(&self, error: MovetextError) -> Error {
        self.game.place.error(self.game.span.text + error.offset(), Problem::Moves(error))
    }
}

impl Iterator for Plies<'_> {
    type Item = Result<(Position, Move), Error>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let before = self.replay.position;
        loop {
            let wrong = match active_token().next_ply(&mut self.replay, self.text) {
                Next::Move(chess_move) => return Some(Ok((before, chess_move))),
                Next::Wrong(wrong) => Some(wrong),
                Next::End => None,
            };
            if let ControlFlow::Break(error) = self.without_move(wrong) {
                return error.map(Err);
            }
        }
    }
}

impl FusedIterator for Plies<'_> {}

/// An iterator over the moves of a game, each with the FEN before it. [`Game::fens`] returns it.
#[derive(Clone, Debug)]
pub struct Fens<'a> {
    plies: Plies<'a>,
    halfmove_clock: u16,
    fullmove_number: u16,
}

impl<'a> Fens<'a> {
    /// Returns the position after the moves that were read, with its counters.
    #[must_use]
    pub fn fen(&self) -> Fen {
        let (halfmove_clock, fullmove_number) = (self.halfmove_clock, self.fullmove_number);
        Fen { position: *self.plies.position(), halfmove_clock, fullmove_number }
    }

    /// Returns the iterator over the same moves, which has the number of moves and the comments.
    #[must_use]
    pub fn plies(&self) -> &Plies<'a> {
        &self.plies
    }
}

impl Iterator for Fens<'_> {
    type Item = Result<(Fen, Move), Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let (position, chess_move) = match self.plies.next()? {
            Ok(ply) => ply,
            Err(error) => return Some(Err(error)),
        };
        let (halfmove_clock, fullmove_number) = (self.halfmove_clock, self.fullmove_number);
        // Moves and promotions of pawns change the pawns, and captures the number of pieces.
        let after = self.plies.position();
        let resets = position.pawns() != after.pawns()
            || position.occupied().count_ones() != after.occupied().count_ones();
        self.halfmove_clock = if resets { 0 } else { halfmove_clock.saturating_add(1) };
        let moved = u16::from(position.side_to_move() == Color::Black);
        self.fullmove_number = fullmove_number.saturating_add(moved);
        Some(Ok((Fen { position, halfmove_clock, fullmove_number }, chess_move)))
    }
}

impl FusedIterator for Fens<'_> {}
