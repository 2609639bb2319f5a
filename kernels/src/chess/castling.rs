//! The squares where king and rook arrive by castling, in standard chess and in Chess960. The squares that must be
//! empty or safe are in `positions/castling.rs`.

/// The files on which the king and its rook arrive: c and d with a rook on the side of the a-file, g and f with
/// one on the side of the h-file.
pub(crate) const ARRIVALS: [[u8; 2]; 2] = [[2, 3], [6, 5]];

/// Returns the squares of [`ARRIVALS`], from a function that makes a square of a file.
#[inline(always)]
pub(crate) fn arrivals<V>(square: impl Fn(u8) -> V) -> [[V; 2]; 2] {
    let [[west_king, west_rook], [east_king, east_rook]] = ARRIVALS;
    [[square(west_king), square(west_rook)], [square(east_king), square(east_rook)]]
}
