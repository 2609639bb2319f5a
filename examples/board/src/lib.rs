//! The functions that the page calls. Their arguments and results are numbers, so JavaScript needs no glue
//! code; a 64-bit word is a `BigInt` there.
//!
//! The page writes a FEN with [`put`], and each function parses it again, which takes a microsecond.
#![cfg_attr(target_family = "wasm", no_std)]

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use quadline::{Color, Line, Position, Role, Square};
use quadline_kernels::formula::{LineFormula, Sbamg};
use quadline_kernels::tables::{LINE_EX_AND_A1, LOWER_AND_A1};

#[cfg(target_family = "wasm")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

static FEN: [AtomicU8; 128] = [const { AtomicU8::new(0) }; 128];

/// Writes a byte of the FEN. A zero ends it.
#[unsafe(no_mangle)]
pub extern "C" fn put(index: usize, byte: u8) {
    if let Some(place) = FEN.get(index) {
        place.store(byte, Relaxed);
    }
}

fn position() -> Option<Position> {
    let mut text = [0; 128];
    text.iter_mut().zip(&FEN).for_each(|(byte, place)| *byte = place.load(Relaxed));
    let length = text.iter().position(|&byte| byte == 0)?;
    core::str::from_utf8(&text[..length]).ok()?.parse().ok()
}

fn of_position(question: impl FnOnce(&Position) -> u64) -> u64 {
    position().map_or(0, |position| question(&position))
}

/// Returns 1 if the FEN is a valid position.
#[unsafe(no_mangle)]
pub extern "C" fn valid() -> u32 {
    position().is_some().into()
}

/// Returns the pieces of a color (0 White, 1 Black) and a role (0 pawn to 5 king).
#[unsafe(no_mangle)]
pub extern "C" fn pieces(color: usize, role: usize) -> u64 {
    let color = [Color::White, Color::Black][color & 1];
    of_position(|position| Role::ALL.get(role).map_or(0, |&role| position.color(color) & position.role(role)))
}

/// Returns the squares that a color attacks.
#[unsafe(no_mangle)]
pub extern "C" fn attacked(color: usize) -> u64 {
    of_position(|position| position.attacked_squares()[color & 1])
}

/// Returns checkers (0), pinned pieces (1), evasions (2) or the squares that the king cannot enter (3).
#[unsafe(no_mangle)]
pub extern "C" fn king(what: u32) -> u64 {
    of_position(|position| {
        let found = position.checks_and_pins();
        match what {
            0 => found.checkers,
            1 => found.pinned,
            2 => found.evasions,
            _ => found.king_danger,
        }
    })
}

/// Returns the number of legal moves.
#[unsafe(no_mangle)]
pub extern "C" fn legal_moves() -> u64 {
    of_position(|position| position.legal_move_count().into())
}

/// Returns a step of `o ^ (o - 3 * cbn)` for a square and a line (0 rank, 1 file, 2 diagonal, 3
/// antidiagonal): o (0), cbn (1), o - 3 * cbn (2), the exclusive or (3), the attacks (4).
#[unsafe(no_mangle)]
pub extern "C" fn step(square: u8, line: usize, step: u32) -> u64 {
    of_position(|position| {
        let (square, line) = (Square::new_masked(square), Line::ALL[line & 3]);
        // Bit 0 represents a blocker beyond the edge.
        let occupied = position.occupied() | 1;
        let o = occupied & LINE_EX_AND_A1.0[square.index()][line.lane()];
        let lower = occupied & LOWER_AND_A1.0[square.index()][line.lane()];
        let cbn = 1 << lower.ilog2();
        match step {
            0 => o,
            1 => cbn,
            2 => o.wrapping_sub(3 * cbn),
            3 => o ^ o.wrapping_sub(3 * cbn),
            _ => Sbamg::line_attacks(square, line, position.occupied()),
        }
    })
}
