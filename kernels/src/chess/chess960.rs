//! [`Position::chess960`]: the starting positions of Chess960 by their numbers.

use super::{Position, word};

/// Returns the file of the empty place number `place` on a rank, counted from the a-file.
const fn empty_file(rank: u64, mut place: u16) -> u32 {
    let mut empty = !rank & 0xff;
    while place > 0 {
        empty &= empty - 1;
        place -= 1;
    }
    empty.trailing_zeros()
}

/// The places of the two knights among the five that bishops and queen leave empty.
const KNIGHTS: [[u16; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

impl Position {
    /// Returns the starting position of Chess960 with a number from 0 to 959, or `None` for other numbers.
    ///
    /// The numbers are those of [Reinhard Scharnagl] (2004), which the rules of FIDE and most programs use:
    /// the remainders of the divisions by 4, 4 and 6 are the places of the bishops and of the queen, and the
    /// rest is that of the knights. Number 518 is the starting position of standard chess.
    ///
    /// [Reinhard Scharnagl]: https://www.chessprogramming.org/Reinhard_Scharnagl
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    ///
    /// assert_eq!(Position::chess960(518), Some(Position::START));
    /// let first = Position::chess960(0).map(|position| position.to_string());
    /// assert_eq!(
    ///     first.as_deref(),
    ///     Some("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1")
    /// );
    /// assert_eq!(Position::chess960(960), None);
    /// ```
    #[doc(alias = "from_chess960_pos")]
    #[doc(alias = "scharnagl")]
    #[must_use]
    pub const fn chess960(number: u16) -> Option<Self> {
        if number >= 960 {
            return None;
        }
        let (rest, light) = (number / 4, number % 4);
        let (rest, dark) = (rest / 4, rest % 4);
        let (knights, queen) = (rest / 6, rest % 6);
        let bishops = 2 << (2 * light) | 1 << (2 * dark);
        let queen = 1 << empty_file(bishops, queen);
        let placed = bishops | queen;
        let [left, right] = KNIGHTS[knights as usize];
        let knights = 1 << empty_file(placed, left) | 1 << empty_file(placed, right);
        let placed = placed | knights;
        let king = 1 << empty_file(placed, 1);
        let rooks = !placed & !king & 0xff;
        // The pieces of both colors, from those on the first rank.
        let mut words = [0; 8];
        words[word::WHITE] = 0xffff;
        words[word::BLACK] = 0xffff << 48;
        words[word::PAWNS] = 0xff << 8 | 0xff << 48;
        words[word::KNIGHTS] = knights | knights << 56;
        words[word::DIAGONAL] = (bishops | queen) | (bishops | queen) << 56;
        words[word::ORTHOGONAL] = (rooks | queen) | (rooks | queen) << 56;
        words[word::KINGS] = king | king << 56;
        words[word::STATE] = rooks | rooks << 56;
        Some(Self { words })
    }
}
