//! Sliders.

use quadline_rust::{ParseSquareError, Square, batch};

use crate::error::{Error, Failure, Outcome, Status, guard, guarded, usable_level};
use crate::memory::{Array, disjoint, slices};

/// Writes the attacks of a rook on a square, 0 to 63. The bits of `occupied` for that square and off its
/// lines do not matter.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_rook_attacks(square: u8, occupied: u64, attacks: *mut u64) -> Status {
    // SAFETY: guaranteed by the caller.
    unsafe { one(square, occupied, attacks, quadline_rust::rook_attacks) }
}

/// Writes the attacks of a bishop on a square, 0 to 63.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_bishop_attacks(square: u8, occupied: u64, attacks: *mut u64) -> Status {
    // SAFETY: guaranteed by the caller.
    unsafe { one(square, occupied, attacks, quadline_rust::bishop_attacks) }
}

/// Writes the attacks of a queen on a square, 0 to 63.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_queen_attacks(square: u8, occupied: u64, attacks: *mut u64) -> Status {
    // SAFETY: guaranteed by the caller.
    unsafe { one(square, occupied, attacks, quadline_rust::queen_attacks) }
}

/// Writes the attacks of a queen on a square, 0 to 63, line by line: `lines` has four words for rank, file,
/// diagonal (a1-h8 direction) and antidiagonal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_queen_attacks_x4(square: u8, occupied: u64, lines: *mut u64) -> Status {
    // SAFETY: the error is NULL.
    unsafe {
        guarded(std::ptr::null_mut(), || {
            let lines = Array::output("lines", lines, 4)?;
            let square = checked(square)?;
            usable_level()?;
            let attacks = quadline_rust::queen_attacks_x4(square, occupied).to_array();
            // SAFETY: guaranteed by the caller.
            lines.write().copy_from_slice(&attacks);
            Ok(())
        })
    }
}

/// Writes the attacks of rooks, each on its own board. All three arrays have `length` elements; squares are 0
/// to 63.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_rook_attacks_batch(
    squares: *const u8,
    occupied: *const u64,
    length: usize,
    attacks: *mut u64,
    error: *mut Error,
) -> Status {
    // SAFETY: guaranteed by the caller.
    unsafe { pairs(squares, occupied, length, attacks, error, batch::rook_attacks) }
}

/// Writes the attacks of bishops, each on its own board. All three arrays have `length` elements; squares are
/// 0 to 63.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_bishop_attacks_batch(
    squares: *const u8,
    occupied: *const u64,
    length: usize,
    attacks: *mut u64,
    error: *mut Error,
) -> Status {
    // SAFETY: guaranteed by the caller.
    unsafe { pairs(squares, occupied, length, attacks, error, batch::bishop_attacks) }
}

/// Writes the attacks of queens, each on its own board. All three arrays have `length` elements; squares are
/// 0 to 63.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_queen_attacks_batch(
    squares: *const u8,
    occupied: *const u64,
    length: usize,
    attacks: *mut u64,
    error: *mut Error,
) -> Status {
    // SAFETY: guaranteed by the caller.
    unsafe { pairs(squares, occupied, length, attacks, error, batch::queen_attacks) }
}

/// Writes the attacks of a rook and those of a bishop on each square to two arrays. All four arrays have
/// `length` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_rook_and_bishop_attacks_batch(
    squares: *const u8,
    occupied: *const u64,
    length: usize,
    rook: *mut u64,
    bishop: *mut u64,
    error: *mut Error,
) -> Status {
    guard!(error, {
        slices!(in squares[length], occupied[length]; out rook[length], bishop[length]);
        usable_level()?;
        batch::rook_and_bishop_attacks(checked_all(squares)?, occupied, rook, bishop);
        Ok(())
    })
}

/// Writes the attacks of queens on squares of one board. Both arrays have `length` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_queen_attacks_on(
    occupied: u64,
    squares: *const u8,
    length: usize,
    attacks: *mut u64,
    error: *mut Error,
) -> Status {
    guard!(error, {
        slices!(in squares[length]; out attacks[length]);
        usable_level()?;
        batch::queen_attacks_on(occupied, checked_all(squares)?, attacks);
        Ok(())
    })
}

/// # Safety
///
/// `attacks` must point to a writable word.
#[inline(always)]
unsafe fn one(square: u8, occupied: u64, attacks: *mut u64, of: impl Fn(Square, u64) -> u64) -> Status {
    let call = || {
        let attacks = Array::output("attacks", attacks, 1)?;
        let square = checked(square)?;
        usable_level()?;
        // SAFETY: guaranteed by the caller, and checked as far as possible.
        unsafe { attacks.write().fill(of(square, occupied)) };
        Ok(())
    };
    // SAFETY: the error is NULL.
    unsafe { guarded(std::ptr::null_mut(), call) }
}

/// # Safety
///
/// The arrays must have the given length.
#[inline(always)]
unsafe fn pairs(
    squares: *const u8,
    occupied: *const u64,
    length: usize,
    attacks: *mut u64,
    error: *mut Error,
    of: impl Fn(&[Square], &[u64], &mut [u64]),
) -> Status {
    guard!(error, {
        slices!(in squares[length], occupied[length]; out attacks[length]);
        usable_level()?;
        of(checked_all(squares)?, occupied, attacks);
        Ok(())
    })
}

#[inline(always)]
fn checked(square: u8) -> Outcome<Square> {
    Square::try_from(square).map_err(|error| no_square(&error))
}

#[inline(always)]
fn checked_all(squares: &[u8]) -> Outcome<&[Square]> {
    Square::slice_from_bytes(squares).map_err(|error| no_square(&error))
}

#[cold]
fn no_square(error: &ParseSquareError) -> Box<Failure> {
    let row = match *error {
        ParseSquareError::Number { index: Some(index), .. } => index,
        _ => 0,
    };
    Failure::new(Status::Square, error.to_string()).of_row(row)
}
