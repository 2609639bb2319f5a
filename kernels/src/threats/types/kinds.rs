//! [`ThreatKinds`], a selection of threats.

use core::fmt;

use crate::chess::{Piece, Role};

/// A selection of threats: for each role of the attacker, a set of attacked roles of both colors.
/// [`without_defenses`](Self::without_defenses) selects those to enemies only.
///
/// Neural networks leave out the threats that carry little information, and their choice changes between
/// generations. The constants that begin with `INPUTS` are choices of engines, named after the number of
/// network inputs if each selected combination of pieces and squares is one input.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Role, threats::ThreatKinds};
///
/// let kinds = ThreatKinds::NONE.with(Role::Pawn, &[Role::Knight, Role::Rook]);
/// assert!(kinds.contains(Role::Pawn, Role::Rook));
/// assert!(!kinds.contains(Role::Rook, Role::Pawn));
/// assert!(ThreatKinds::ALL.contains(Role::Rook, Role::Pawn));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreatKinds(
    /// One byte for each value of the lowest three bits of [`Piece::to_byte`]: the set of attacked roles, one
    /// bit each. [`WITHOUT_DEFENSES`] may be set, too.
    u64,
);

/// The bit of [`ThreatKinds`] without defenses, in the byte of a value that no piece has.
const WITHOUT_DEFENSES: u64 = 1 << 63;

/// The [byte](Piece::to_byte) of a white knight.
#[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
pub(crate) const WHITE_KNIGHT: u8 = Piece::new(crate::chess::Color::White, Role::Knight).to_byte();

impl ThreatKinds {
    /// No threats. Use [`with`](Self::with) to add some.
    pub const NONE: Self = Self(0);

    /// All threats.
    pub const ALL: Self = {
        let (mut kinds, mut attacker) = (Self::NONE, 0);
        while attacker < 6 {
            kinds = kinds.with(Role::ALL[attacker], &Role::ALL);
            attacker += 1;
        }
        kinds
    };

    /// The choice of Stockfish, PlentyChess, Viridithas and Stormphrax in mid-2026: 59,808 inputs.
    ///
    /// It excludes threats by and to kings. Of threats by pawns, it includes only those to knights and rooks,
    /// because pairs of pawns are a separate feature set in these engines.
    pub const INPUTS_59808: Self = Self::INPUTS_60144.with(Role::Pawn, &[Role::Knight, Role::Rook]);

    /// The choice of SFNNv12 (Stockfish, early 2026), and of Viridithas and Stormphrax before they had pairs
    /// of pawns: 60,144 inputs. It excludes threats by and to kings.
    pub const INPUTS_60144: Self = Self::INPUTS_66864.with(Role::King, &[]);

    /// The choice of SFNNv11 and Reckless: 66,864 inputs. It excludes threats to kings.
    pub const INPUTS_66864: Self = {
        use Role::*;
        Self::NONE
            .with(Pawn, &[Pawn, Knight, Rook])
            .with(Knight, &[Pawn, Knight, Bishop, Rook, Queen])
            .with(Bishop, &[Pawn, Knight, Bishop, Rook])
            .with(Rook, &[Pawn, Knight, Bishop, Rook])
            .with(Queen, &[Pawn, Knight, Bishop, Rook, Queen])
            .with(King, &[Pawn, Knight, Bishop, Rook])
    };

    /// The first choice: 79,856 inputs.
    ///
    /// SFNNv10 (Stockfish, end of 2025) and the first networks of PlentyChess and Reckless used it, and
    /// Halogen still did in mid-2026.
    pub const INPUTS_79856: Self = {
        use Role::*;
        Self::INPUTS_66864
            .with(Knight, &Role::ALL)
            .with(Bishop, &[Pawn, Knight, Bishop, Rook, King])
            .with(Rook, &[Pawn, Knight, Bishop, Rook, King])
            .with(Queen, &Role::ALL)
    };

    /// Returns these kinds with the threats of one attacker replaced by threats to the roles in `attacked`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Role, threats::ThreatKinds};
    ///
    /// let by_pawns = ThreatKinds::NONE.with(Role::Pawn, &[Role::Knight, Role::Rook]);
    /// assert!(by_pawns.contains(Role::Pawn, Role::Rook));
    /// assert!(!by_pawns.contains(Role::Pawn, Role::Queen));
    /// ```
    #[inline]
    #[must_use]
    pub const fn with(self, attacker: Role, attacked: &[Role]) -> Self {
        let (mut set, mut index) = (0_u64, 0);
        while index < attacked.len() {
            set |= 1 << attacked[index] as u8;
            index += 1;
        }
        let shift = 8 * (attacker as u8 + 1);
        Self(self.0 & !(0xff << shift) | set << shift)
    }

    /// Returns these kinds without the threats to pieces of the attacker's own color, which protect them.
    ///
    /// An evaluation that weighs attacks on enemies then loops over about half of the threats.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{
    ///     Position,
    ///     threats::{Threat, ThreatKinds},
    /// };
    ///
    /// const ON_ENEMIES: ThreatKinds = ThreatKinds::ALL.without_defenses();
    /// let position: Position = "4k3/8/1q6/8/8/1R1N1p2/8/4K3 w - - 0 1".parse()?;
    /// let mut threats = [Threat::NONE; 256];
    /// assert_eq!(position.threats(ThreatKinds::ALL, &mut threats), 4);
    /// assert_eq!(position.threats(ON_ENEMIES, &mut threats), 2);
    /// # Ok::<(), quadline::ParseFenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn without_defenses(self) -> Self {
        Self(self.0 | WITHOUT_DEFENSES)
    }

    /// Returns whether threats of `attacker` to `attacked` are selected, of both colors or to enemies only.
    #[inline]
    #[must_use]
    pub const fn contains(self, attacker: Role, attacked: Role) -> bool {
        self.row(attacker as u8 + 1) >> attacked as u8 & 1 != 0
    }

    /// Returns whether threats of one piece to another are selected.
    #[inline]
    #[must_use]
    pub const fn contains_pair(self, attacker: Piece, attacked: Piece) -> bool {
        let is_defense = attacker.color() as u8 == attacked.color() as u8;
        self.contains(attacker.role(), attacked.role()) && (self.has_defenses() || !is_defense)
    }

    /// Returns whether threats to pieces of the attacker's own color are selected.
    #[inline(always)]
    pub(crate) const fn has_defenses(self) -> bool {
        self.0 & WITHOUT_DEFENSES == 0
    }

    /// Returns the sets for all attackers, one byte each, indexed by the lowest three bits of the piece's
    /// byte.
    #[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
    #[inline(always)]
    pub(crate) const fn rows(self) -> u64 {
        self.0 & !WITHOUT_DEFENSES
    }

    /// Returns the roles that the piece with this byte may attack, or none for 0.
    #[inline(always)]
    pub(crate) const fn row(self, code: u8) -> u8 {
        (self.0 >> (8 * (code & 7))) as u8
    }

    /// Returns the roles of the selected attackers of the piece with this byte, or none for 0.
    #[inline(always)]
    pub(crate) const fn column(self, code: u8) -> u8 {
        // Move the attacked role's bit of each byte to the lowest bit. The multiplication then gathers the
        // bits of bytes 1 to 6 in the highest byte; no two terms overlap.
        let bits = self.0 >> ((code & 7).wrapping_sub(1) & 7) & 0x0001_0101_0101_0100;
        (bits.wrapping_mul(0x0001_0204_0810_2000) >> 56) as u8
    }
}

impl fmt::Debug for ThreatKinds {
    /// Writes each attacker with the roles that it may attack: `ThreatKinds(p:nr n:pnbrq b:pnbr r:pnbr
    /// q:pnbrq k:)`, with ` without defenses` at the end if it has none.
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ThreatKinds(")?;
        for attacker in Role::ALL {
            let space = if attacker == Role::Pawn { "" } else { " " };
            write!(formatter, "{space}{}:", attacker.letter())?;
            for attacked in Role::ALL.into_iter().filter(|&attacked| self.contains(attacker, attacked)) {
                write!(formatter, "{}", attacked.letter())?;
            }
        }
        formatter.write_str(if self.has_defenses() { ")" } else { " without defenses)" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;
    use std::format;
    use std::vec::Vec;

    const KINDS: [ThreatKinds; 7] = [
        ThreatKinds::NONE,
        ThreatKinds::ALL,
        ThreatKinds::INPUTS_59808,
        ThreatKinds::INPUTS_60144,
        ThreatKinds::INPUTS_66864,
        ThreatKinds::INPUTS_79856,
        ThreatKinds::INPUTS_60144.without_defenses(),
    ];

    /// Checks the numbers in the names of the constants by counting pairs of squares on an empty board, for
    /// each pair of pieces.
    #[test]
    fn kinds_have_as_many_inputs_as_their_names_say() {
        let steps = |square: &Square, far: usize, steps: &[(i32, i32)]| -> usize {
            let goes = |step: &(i32, i32)| {
                let at = |n: i32| (square.file() as i32 + n * step.0, square.rank() as i32 + n * step.1);
                let on = |n: &i32| (0..8).contains(&at(*n).0) && (0..8).contains(&at(*n).1);
                (1..).take_while(on).take(far).count()
            };
            steps.iter().map(goes).sum()
        };
        let rook = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let bishop = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
        let knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        let pairs = |role: Role| -> usize {
            let of = |square: &Square| match role {
                Role::Pawn if matches!(square.rank(), 0 | 7) => 0,
                Role::Pawn => steps(square, 1, &bishop[..2]),
                Role::Knight => steps(square, 1, &knight),
                Role::Bishop => steps(square, 7, &bishop),
                Role::Rook => steps(square, 7, &rook),
                Role::Queen => steps(square, 7, &rook) + steps(square, 7, &bishop),
                Role::King => steps(square, 1, &rook) + steps(square, 1, &bishop),
            };
            Square::ALL.iter().map(of).sum()
        };
        let inputs = |kinds: ThreatKinds| -> usize {
            let wanted = |attacker| Role::ALL.iter().filter(|&&role| kinds.contains(attacker, role)).count();
            Role::ALL.iter().map(|&attacker| 2 * 2 * wanted(attacker) * pairs(attacker)).sum()
        };
        assert_eq!(
            KINDS[2..6].iter().map(|&kinds| inputs(kinds)).collect::<Vec<_>>(),
            [59_808, 60_144, 66_864, 79_856]
        );
        assert_eq!(inputs(ThreatKinds::NONE), 0);
        assert_eq!(
            format!("{:?}", ThreatKinds::INPUTS_59808),
            "ThreatKinds(p:nr n:pnbrq b:pnbr r:pnbr q:pnbrq k:)"
        );
        assert_eq!(
            format!("{:?}", ThreatKinds::NONE.without_defenses()),
            "ThreatKinds(p: n: b: r: q: k: without defenses)"
        );
    }

    #[test]
    fn rows_and_columns_are_those_of_the_pairs() {
        for kinds in KINDS {
            for piece in (1..=6).chain(9..=14).filter_map(Piece::from_byte) {
                let row = Role::ALL.iter().filter(|&&other| kinds.contains(piece.role(), other));
                let row = row.fold(0, |set, &role| set | 1 << role as u8);
                let column = Role::ALL.iter().filter(|&&other| kinds.contains(other, piece.role()));
                let column = column.fold(0, |set, &role| set | 1 << role as u8);
                assert_eq!(
                    (kinds.row(piece.to_byte()), kinds.column(piece.to_byte())),
                    (row, column),
                    "{piece} {kinds:?}"
                );
            }
            for none in [0, 8] {
                assert_eq!((kinds.row(none), kinds.column(none)), (0, 0));
            }
        }
    }
}
