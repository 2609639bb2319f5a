//! The entry points for many sliders: the one list, which everything reads that asks for batches.

use quadline_kernels::Square;

/// Hands the list of entry points to another macro, behind what stands in the braces.
///
/// A row: the entry, its function and the level's method of the same meaning, the fields of [`Arguments`] that it takes
/// in their order, and what it writes: the name of the slice, as panics say it, and the piece.
#[macro_export]
macro_rules! entries {
    ($macro:path { $($before:tt)* }) => {
        $macro! { $($before)*
            RookAttacks rook_attacks batch_rook_attacks(squares, occupied, first) "attacks" Rook;
            BishopAttacks bishop_attacks batch_bishop_attacks(squares, occupied, first) "attacks" Bishop;
            QueenAttacks queen_attacks batch_queen_attacks(squares, occupied, first) "attacks" Queen;
            RookAndBishopAttacks rook_and_bishop_attacks batch_rook_and_bishop_attacks(squares, occupied, first, second)
                "rook" Rook "bishop" Bishop;
            RookAttacksOn rook_attacks_on batch_rook_attacks_on(board, squares, first) "attacks" Rook;
            BishopAttacksOn bishop_attacks_on batch_bishop_attacks_on(board, squares, first) "attacks" Bishop;
            QueenAttacksOn queen_attacks_on batch_queen_attacks_on(board, squares, first) "attacks" Queen;
        }
    };
}

/// A slider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // Each is what its name says.
pub enum Piece {
    Rook,
    Bishop,
    Queen,
}

/// What the entry points take; each takes what it has a use for.
pub struct Arguments<'a> {
    /// Where the sliders are.
    pub squares: &'a [Square],
    /// The board of each of them.
    pub occupied: &'a [u64],
    /// One board for all of them.
    pub board: u64,
    /// The first slice that is written.
    pub first: &'a mut [u64],
    /// The second one, if there are two.
    pub second: &'a mut [u64],
}

impl<'a> Arguments<'a> {
    /// Pairs of a square and a board, with one output.
    #[inline(always)]
    pub fn pairs(squares: &'a [Square], occupied: &'a [u64], attacks: &'a mut [u64]) -> Self {
        Self { squares, occupied, board: 0, first: attacks, second: &mut [] }
    }

    /// Pairs of a square and a board, with two outputs.
    #[inline(always)]
    pub fn apart(
        squares: &'a [Square],
        occupied: &'a [u64],
        rook: &'a mut [u64],
        bishop: &'a mut [u64],
    ) -> Self {
        Self { squares, occupied, board: 0, first: rook, second: bishop }
    }

    /// Squares of one board, with one output.
    #[inline(always)]
    pub fn on(board: u64, squares: &'a [Square], attacks: &'a mut [u64]) -> Self {
        Self { squares, occupied: &[], board, first: attacks, second: &mut [] }
    }
}

/// Makes [`Entry`] of the list.
macro_rules! define_entries {
    ($($entry:ident $function:ident $method:ident($($argument:ident),*) $($output:literal $piece:ident)*;)*) => {
        /// The ways to ask for a batch.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)] // Each is named as the function.
        pub enum Entry {
            $($entry,)*
        }

        impl Entry {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$entry),*];

            /// The name of the function.
            #[inline(always)]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$entry => stringify!($function)),* }
            }

            /// What it takes, by the names of the [`Arguments`].
            #[inline(always)]
            pub const fn arguments(self) -> &'static [&'static str] {
                match self { $(Self::$entry => &[$(stringify!($argument)),*]),* }
            }

            /// What it writes: the name of each slice, and the piece whose attacks go there.
            #[inline(always)]
            pub const fn outputs(self) -> &'static [(&'static str, Piece)] {
                match self { $(Self::$entry => &[$(($output, Piece::$piece)),*]),* }
            }
        }
    };
}

entries! { define_entries {} }

impl Entry {
    /// Whether all sliders are on one board.
    #[inline(always)]
    pub const fn is_on_one_board(self) -> bool {
        matches!(self.arguments()[0].as_bytes(), b"board")
    }
}

/// Calls an entry point: `functions of` a module, or `methods of` a level.
///
/// ```
/// use quadline_conformance::{Arguments, Entry, call_entry};
/// use quadline_kernels::{Square, level::{Level, Scalar}};
///
/// let mut attacks = [0];
/// let level = Scalar::detect().expect("it is always there");
/// let arguments = Arguments::on(0, &[Square::A1], &mut attacks);
/// call_entry!(methods of level; Entry::QueenAttacksOn, arguments);
/// assert_eq!(attacks[0].count_ones(), 21);
/// ```
#[macro_export]
macro_rules! call_entry {
    (functions of $($module:ident)::+; $entry:expr, $arguments:expr) => {
        $crate::entries! { $crate::call_entry { @functions [$($module)::+] $entry, $arguments; } }
    };
    (methods of $level:expr; $entry:expr, $arguments:expr) => {
        $crate::entries! { $crate::call_entry { @methods [$level] $entry, $arguments; } }
    };
    (@functions $module:tt $chosen:expr, $arguments:expr;
        $($entry:ident $function:ident $method:ident $names:tt $($output:literal $piece:ident)*;)*
    ) => {
        match ($chosen, $arguments) {
            $(($crate::Entry::$entry, arguments) => $crate::call_entry! { @function $module $function arguments $names },)*
        }
    };
    (@function [$($module:ident)::+] $function:ident $arguments:ident ($($name:ident),*)) => {
        $($module)::+::$function($($arguments.$name),*)
    };
    (@methods $level:tt $chosen:expr, $arguments:expr;
        $($entry:ident $function:ident $method:ident $names:tt $($output:literal $piece:ident)*;)*
    ) => {
        match ($chosen, $arguments) {
            $(($crate::Entry::$entry, arguments) => $crate::call_entry! { @method $level $method arguments $names },)*
        }
    };
    (@method [$level:expr] $method:ident $arguments:ident ($($name:ident),*)) => {
        $level.$method($($arguments.$name),*)
    };
}
