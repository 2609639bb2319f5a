//! [`Movetext`], and the methods of [`Position`] for moves in standard algebraic notation.

use core::iter::FusedIterator;

use super::Level;
use super::dispatch::active_token;
use crate::games::movetext::{MovetextError, Next, Replay};
use crate::{Move, ParseMoveError, Position, SanText};

impl Position {
    /// Parses a legal move in standard algebraic notation (SAN), such as `Nf3`, `exd5`, `e8=Q` or `O-O`.
    ///
    /// Check marks and annotations (`+`, `#`, `!`, `?`) are accepted and not checked, as are `0-0` for
    /// castling, a missing `x` or `=`, an origin that is not necessary (`Ng1f3`), the hyphen of long
    /// algebraic notation (`Ng1-f3`, `e2-e4`), the letter of a pawn (`Pe4`) and a small letter behind the `=`
    /// of a promotion (`a8=q`). White space is not.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/8/1N6/8/1N2K2R w K - 0 1".parse()?;
    /// let chess_move = position.parse_san("N1d2")?;
    /// assert_eq!((chess_move.from(), chess_move.to()), (Square::B1, Square::D2));
    /// assert!(position.parse_san("0-0+!").is_ok_and(|castling| castling.is_castling()));
    ///
    /// let error = position.parse_san("Nd2").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "invalid move \"Nd2\": the knights on b1 and b3 can move to d2; write N1d2 or N3d2"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not SAN, or if not exactly one legal move has this notation. The error
    /// names the pieces that could be meant.
    #[doc(alias = "from_san")]
    #[inline]
    pub fn parse_san(&self, san: impl AsRef<[u8]>) -> Result<Move, ParseMoveError> {
        active_token().parse_san(self, san.as_ref())
    }

    /// Plays a legal move in standard algebraic notation, and returns it.
    ///
    /// This does the same as [`parse_san`](Self::parse_san) and [`play_mut`](Self::play_mut), and it is
    /// faster. If there is an error, the position is unchanged.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    ///
    /// let mut position = Position::START;
    /// for san in ["e4", "e5", "Nf3", "Nc6", "Bb5"] {
    ///     position.play_san(san)?;
    /// }
    /// assert_eq!(
    ///     position.to_string(),
    ///     "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 1"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`parse_san`](Self::parse_san).
    #[doc(alias = "push_san")]
    #[inline]
    pub fn play_san(&mut self, san: impl AsRef<[u8]>) -> Result<Move, ParseMoveError> {
        active_token().play_san(self, san.as_ref())
    }

    /// Returns a legal move in standard algebraic notation, with the shortest origin that is unambiguous and
    /// with `+` or `#` if it gives check or mates.
    ///
    /// If the move is not legal, the text is unspecified.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    ///
    /// let position: Position = "k7/8/1K6/8/8/8/6R1/7R w - - 0 1".parse()?;
    /// assert_eq!(position.to_san(position.parse_uci("g2g8")?), "Rg8#");
    /// assert_eq!(position.to_san(position.parse_uci("h1g1")?), "Rhg1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "san")]
    #[inline]
    #[must_use]
    pub fn to_san(&self, chess_move: Move) -> SanText {
        active_token().to_san(self, chess_move)
    }
}

/// An iterator over the moves of a game in movetext, each with the position before it.
///
/// Move numbers, comments, numeric and other annotations (`$1`, `!?`) and variations are skipped. The game
/// ends with a result (`1-0`, `0-1`, `1/2-1/2`, `*`), at the end of the text, or with the first error. An
/// error has the offset of the text that is wrong; the moves before it are legal. What follows the result is
/// not read: [`offset`](Self::offset) is its place.
///
/// # Syntax
///
/// The text is that of the import format of the [PGN
/// standard](https://www.thechessdrum.net/PGN_Reference.txt) (Steven J. Edwards, 1994), and a move is what
/// [`Position::parse_san`] reads. This is the whole list:
///
/// | text | is |
/// |---|---|
/// | white space, `.`, `,`, `!`, `?`, a no-break space, `…` | skipped |
/// | `12`, `12.`, `12...` | a number, skipped and not checked |
/// | `$1` | a numeric annotation, skipped |
/// | `{ }` | a comment, skipped; the first `}` ends it |
/// | `;` | a comment to the end of the line, skipped |
/// | `%` at the beginning of a line, also in a variation | a line for other programs, skipped |
/// | `( )` | a variation with the variations and comments in it, skipped |
/// | `N`, `TN`, `D` behind a move | marks for a novelty and a diagram, skipped |
/// | `e.p.`, `ep`, `+`, `++`, `#` | marks for what a move does, skipped |
/// | `=`, `+=`, `=+`, `+/=`, `=/+`, `+/-`, `-/+`, `+-`, `-+`, `~`, `⩲`, `⩱`, `±`, `∓`, `∞`, `⯹` | opinions on the position, skipped |
/// | `‼`, `⁇`, `⁈`, `⁉`, `□`, `⇆`, `⇄`, `→`, `↑`, `⟳`, `↻`, `⨀`, `⊙`, `○`, `⊕`, `∆`, `△`, `▽`, `⌓` | other marks, skipped |
/// | `1-0`, `0-1`, `1/2-1/2`, `1/2`, `*` | the result, which ends the game |
/// | `1:0`, `1–0`, `½-½`, `½` and the like, with a colon, any dash, or `½` | the same |
/// | a byte order mark at the beginning of the text | skipped |
///
/// A line ends with a line feed or a carriage return. No space is necessary where a token ends by itself, as
/// in `1.e4{x}e5*`, and marks may be glued to a move (`exd6e.p.`, `Nf3⩲`). Moves in UCI notation (`g1f3`) and
/// null moves are errors, as are results and marks that are not in this list.
///
/// Tag pairs and files of many games are not part of movetext. `formats/pgn` in a checkout reads them.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Movetext, Position};
///
/// let text = "1. e4 {[%eval 0.3]} e5 2. Nf3 (2. f4 exf4) 2... Nc6 $10 1/2-1/2";
/// let mut game = Movetext::new(Position::START, text);
/// for ply in &mut game {
///     let (position, chess_move) = ply?;
///     println!("{position} {}", position.to_san(chess_move));
/// }
/// assert_eq!((game.ply(), game.offset()), (4, text.len()));
/// assert_eq!(
///     game.position().to_string(),
///     "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1"
/// );
/// # Ok::<(), quadline::MovetextError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Movetext<T> {
    text: T,
    replay: Replay,
}

impl<T: AsRef<[u8]>> Movetext<T> {
    /// Creates an iterator over the moves of a game that begins with a position.
    #[inline]
    pub fn new(position: Position, text: T) -> Self {
        Self { text, replay: Replay::new(position) }
    }

    /// Returns the position after the moves that were read.
    #[inline]
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.replay.position
    }

    /// Returns the number of moves that were read.
    #[inline]
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.replay.ply
    }

    /// Returns the number of bytes that were read: up to the end of the last move, and after the last item up
    /// to the end of the result, or to the error.
    #[inline]
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.replay.offset
    }
}

impl<T: AsRef<[u8]>> Iterator for Movetext<T> {
    type Item = Result<(Position, Move), MovetextError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let before = self.replay.position;
        let text = self.text.as_ref();
        match active_token().next_ply(&mut self.replay, text) {
            Next::Move(chess_move) => Some(Ok((before, chess_move))),
            Next::End => None,
            Next::Wrong(wrong) => Some(Err(MovetextError::new(&self.replay, text, wrong))),
        }
    }
}

impl<T: AsRef<[u8]>> FusedIterator for Movetext<T> {}
