//! The list of entry points for many sliders, which all tests of batches and the benches use.
//!
//! It is a package of its own, so that the benches do not compile the oracle.

use quadline_kernels::Square;

/// Passes the list of entry points to another macro, after the tokens in the braces.
///
/// A row consists of the entry, its function, the corresponding method of a level, the fields of
/// [`Arguments`] that it takes, in order, and its outputs: the name of the slice in panic messages, and the
/// piece.
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

/// A kind of slider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // Each is what its name says.
pub enum Piece {
    Rook,
    Bishop,
    Queen,
}

/// The arguments of all entry points. Each entry point uses some of them.
pub struct Arguments<'a> {
    /// The squares of the sliders.
    pub squares: &'a [Square],
    /// The board of each slider.
    pub occupied: &'a [u64],
    /// The board of all sliders.
    pub board: u64,
    /// The first output.
    pub first: &'a mut [u64],
    /// The second output, if there is one.
    pub second: &'a mut [u64],
}

impl<'a> Arguments<'a> {
    /// Creates arguments with pairs of a square and a board, and one output.
    #[inline(always)]
    pub fn pairs(squares: &'a [Square], occupied: &'a [u64], attacks: &'a mut [u64]) -> Self {
        Self { squares, occupied, board: 0, first: attacks, second: &mut [] }
    }

    /// Creates arguments with pairs of a square and a board, and two outputs.
    #[inline(always)]
    pub fn apart(
        squares: &'a [Square],
        occupied: &'a [u64],
        rook: &'a mut [u64],
        bishop: &'a mut [u64],
    ) -> Self {
        Self { squares, occupied, board: 0, first: rook, second: bishop }
    }

    /// Creates arguments with squares on one board, and one output.
    #[inline(always)]
    pub fn on(board: u64, squares: &'a [Square], attacks: &'a mut [u64]) -> Self {
        Self { squares, occupied: &[], board, first: attacks, second: &mut [] }
    }
}

/// Defines [`Entry`] from the list.
macro_rules! define_entries {
    ($($entry:ident $function:ident $method:ident($($argument:ident),*) $($output:literal $piece:ident)*;)*) => {
        /// An entry point.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)] // Each is named as the function.
        pub enum Entry {
            $($entry,)*
        }

        impl Entry {
            /// All entry points.
            pub const ALL: &[Self] = &[$(Self::$entry),*];

            /// Returns the name of the function.
            #[inline(always)]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$entry => stringify!($function)),* }
            }

            /// Returns the names of its arguments in [`Arguments`].
            #[inline(always)]
            pub const fn arguments(self) -> &'static [&'static str] {
                match self { $(Self::$entry => &[$(stringify!($argument)),*]),* }
            }

            /// Returns its outputs: the name of each slice and the piece whose attacks it receives.
            #[inline(always)]
            pub const fn outputs(self) -> &'static [(&'static str, Piece)] {
                match self { $(Self::$entry => &[$(($output, Piece::$piece)),*]),* }
            }
        }
    };
}

entries! { define_entries {} }

impl Entry {
    /// Returns whether all sliders are on one board.
    #[inline(always)]
    pub const fn is_on_one_board(self) -> bool {
        matches!(self.arguments()[0].as_bytes(), b"board")
    }
}

/// Calls an entry point, either `functions of` a module or `methods of` a level.
///
/// ```
/// use quadline_entries::{Arguments, Entry, call_entry};
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
