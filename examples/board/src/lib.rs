//! The functions that the page calls. Their arguments and results are numbers, so JavaScript needs no glue
//! code; a 64-bit word is a `BigInt` there.
//!
//! The page writes the bytes of a FEN with [`put`] and then calls [`parse`]. The other functions parse the
//! FEN again, which takes a microsecond.
#![cfg_attr(target_family = "wasm", no_std)]

use core::fmt::{self, Write};
use core::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};

use quadline::{Color, Line, ParseFenError, Position, Role, Square};
use quadline_kernels::formula::{LineFormula, Sbamg};
use quadline_kernels::internal::tables::{LINE_EX_AND_A1, LOWER_AND_A1};

#[cfg(target_family = "wasm")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// A text that both sides can write and read.
struct Text<const CAPACITY: usize> {
    bytes: [AtomicU8; CAPACITY],
    length: AtomicUsize,
}

impl<const CAPACITY: usize> Text<CAPACITY> {
    const fn new() -> Self {
        Self { bytes: [const { AtomicU8::new(0) }; CAPACITY], length: AtomicUsize::new(0) }
    }

    /// Writes a byte, unless the index is too large.
    fn put(&self, index: usize, byte: u8) {
        if let Some(place) = self.bytes.get(index) {
            place.store(byte, Relaxed);
        }
    }
}

/// A FEN has less than 100 bytes. The rest is for texts that the parser refuses with a better reason than
/// their length.
const FEN_BYTES: usize = 1024;
static FEN: Text<FEN_BYTES> = Text::new();
static ERROR: Text<512> = Text::new();

/// Appends to the text of the error.
struct Append;

impl Write for Append {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for &byte in text.as_bytes() {
            ERROR.put(ERROR.length.fetch_add(1, Relaxed), byte);
        }
        Ok(())
    }
}

/// Writes a byte of the FEN.
#[unsafe(no_mangle)]
pub extern "C" fn put(index: usize, byte: u8) {
    FEN.put(index, byte);
}

/// Parses the bytes of the FEN that were written, and returns the length of the error's text, which is 0 if
/// the FEN is a valid position.
#[unsafe(no_mangle)]
pub extern "C" fn parse(length: usize) -> usize {
    FEN.length.store(length, Relaxed);
    ERROR.length.store(0, Relaxed);
    if let Err(error) = position() {
        // Writing to the buffer cannot fail.
        let _ = match error {
            Some(error) => write!(Append, "{error}"),
            None => write!(Append, "{length} bytes of text; a FEN has less than 100"),
        };
    }
    ERROR.length.load(Relaxed).min(ERROR.bytes.len())
}

/// Returns a byte of the error's text.
#[unsafe(no_mangle)]
pub extern "C" fn error(index: usize) -> u8 {
    ERROR.bytes.get(index).map_or(0, |byte| byte.load(Relaxed))
}

/// Parses the FEN. The error is `None` if the text is longer than its buffer.
fn position() -> Result<Position, Option<ParseFenError>> {
    let mut text = [0; FEN_BYTES];
    text.iter_mut().zip(&FEN.bytes).for_each(|(byte, place)| *byte = place.load(Relaxed));
    let text = text.get(..FEN.length.load(Relaxed)).ok_or(None)?;
    Position::from_fen_bytes(text.trim_ascii()).map_err(Some)
}

fn of_position(question: impl FnOnce(&Position) -> u64) -> u64 {
    position().map_or(0, |position| question(&position))
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

/// Returns the side to move (0 White, 1 Black).
#[unsafe(no_mangle)]
pub extern "C" fn side_to_move() -> u64 {
    of_position(|position| position.side_to_move() as u64)
}

/// Returns the squares that the piece on a square attacks, or a queen if the square is empty or `as_queen` is
/// not 0.
#[unsafe(no_mangle)]
pub extern "C" fn attacked_from(square: u8, as_queen: u32) -> u64 {
    of_position(|position| {
        let (square, occupied) = (Square::new_masked(square), position.occupied());
        if as_queen != 0 || occupied & square.bit() == 0 {
            return quadline::queen_attacks(square, occupied);
        }
        let is_attacked = |to: &Square| position.attackers_to(*to, occupied) & square.bit() != 0;
        Square::ALL.into_iter().filter(is_attacked).map(Square::bit).sum()
    })
}

/// Returns the squares of a line through a square, without the square.
#[unsafe(no_mangle)]
pub extern "C" fn line(square: u8, line: usize) -> u64 {
    quadline::line_attacks(Square::new_masked(square), Line::ALL[line & 3], 0)
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
