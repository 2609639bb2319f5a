//! Calls that engines make: single moves, moves of some kinds, attackers, attacks by role, keys of opening
//! books.

use std::ffi::c_char;
use std::slice;

use quadline::{Color, Move, MoveSet, Square};
use quadline_rust as quadline;

use crate::error::{Error, Failure, Outcome, Status, guard, guarded, usable_level};
use crate::memory::{Array, check_squares, disjoint, slices};
use crate::positions::{BLOCK, Position, count_block, in_blocks, no_room};

/// Captures, including en passant and those of pawns that promote: see quadline_legal_moves_of.
pub const QUADLINE_CAPTURES: u8 = 1;
/// Promotions to a knight, bishop or rook that capture nothing: see quadline_legal_moves_of.
pub const QUADLINE_UNDERPROMOTIONS: u8 = 2;
/// Promotions to a queen that capture nothing: see quadline_legal_moves_of.
pub const QUADLINE_QUEEN_PROMOTIONS: u8 = 4;
/// Promotions that capture nothing: the sum of both.
pub const QUADLINE_PROMOTIONS: u8 = 6;
/// All other moves: see quadline_legal_moves_of.
pub const QUADLINE_QUIETS: u8 = 8;

/// The squares that the pieces of each role attack: pawn, knight, bishop, rook, queen, king.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct AttacksByRole {
    /// In the order above.
    pub attacks: [u64; 6],
}

const _: () = assert!(size_of::<AttacksByRole>() == size_of::<[u64; 6]>());

/// Returns 1 if Black is to move, and 0 if White is. `position` must not be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_black_to_move(position: *const Position) -> u8 {
    // SAFETY: guaranteed by the caller.
    (unsafe { position_of(position) }.side_to_move() == Color::Black).into()
}

/// Returns the rooks of both sides that may castle, as a bitboard. `position` must not be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_castling_rooks(position: *const Position) -> u64 {
    // SAFETY: guaranteed by the caller.
    unsafe { position_of(position) }.castling_rooks()
}

/// Returns the square that a pawn has just passed with a double step, or 64 if there is none. `position` must
/// not be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_en_passant(position: *const Position) -> u8 {
    // SAFETY: guaranteed by the caller.
    unsafe { position_of(position) }.en_passant().map_or(64, u8::from)
}

/// # Safety
///
/// `position` must point to a position, aligned as its words.
unsafe fn position_of(position: *const Position) -> quadline::Position {
    // SAFETY: guaranteed by the caller.
    quadline::Position::from_words(unsafe { position.read() }.words)
}

/// Computes the pieces of both colors that attack one square of each position. All arrays have `length`
/// elements. `occupied` may be NULL for the pieces of the positions; pieces on other squares than those in
/// `occupied` do not attack.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_attackers_to(
    positions: *const Position,
    squares: *const u8,
    occupied: *const u64,
    length: usize,
    attackers: *mut u64,
    error: *mut Error,
) -> Status {
    guard!(error, {
        let all = if occupied.is_null() { 0 } else { length };
        slices!(in positions[length], squares[length], occupied[all]; out attackers[length]);
        usable_level()?;
        check_squares(squares)?;
        for (row, (words, to)) in positions.iter().zip(attackers).enumerate() {
            let position = quadline::Position::from_words(words.words);
            let occupied = occupied.get(row).copied().unwrap_or(position.occupied());
            *to = position.attackers_to(Square::new_masked(squares[row]), occupied);
        }
        Ok(())
    })
}

/// Computes the squares that each side attacks, by role, including its own protected pieces. All arrays have
/// `length` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_find_attacks_by_role(
    positions: *const Position,
    length: usize,
    white: *mut AttacksByRole,
    black: *mut AttacksByRole,
    error: *mut Error,
) -> Status {
    guard!(error, {
        slices!(in positions[length]; out white[length], black[length]);
        usable_level()?;
        // SAFETY: both types consist of the same six words.
        let white = unsafe { slice::from_raw_parts_mut(white.as_mut_ptr().cast(), white.len()) };
        // SAFETY: the same.
        let black = unsafe { slice::from_raw_parts_mut(black.as_mut_ptr().cast(), black.len()) };
        in_blocks(positions, |at, positions| {
            let range = at..at + positions.len();
            quadline::batch::attacks_by_role_of_both(positions, &mut white[range.clone()], &mut black[range]);
        });
        Ok(())
    })
}

/// Tests whether one move of each position is legal: 1 or 0. The moves may be any numbers. All arrays have
/// `length` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_is_legal(
    positions: *const Position,
    moves: *const u16,
    length: usize,
    legal: *mut u8,
    error: *mut Error,
) -> Status {
    let answer = |position: &quadline::Position, chess_move| position.is_legal(chess_move).into();
    // SAFETY: guaranteed by the caller.
    unsafe { of_each_move(positions, moves, length, ("legal", legal), error, answer) }
}

/// Tests whether one legal move of each position gives check: 1 or 0. The results of other moves are
/// unspecified. All arrays have `length` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_gives_check(
    positions: *const Position,
    moves: *const u16,
    length: usize,
    checks: *mut u8,
    error: *mut Error,
) -> Status {
    let answer = |position: &quadline::Position, chess_move| position.gives_check(chess_move).into();
    // SAFETY: guaranteed by the caller.
    unsafe { of_each_move(positions, moves, length, ("checks", checks), error, answer) }
}

/// Plays one legal move in each position. The results of other moves are unspecified. All arrays have
/// `length` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_play(
    positions: *const Position,
    moves: *const u16,
    length: usize,
    next: *mut Position,
    error: *mut Error,
) -> Status {
    let answer =
        |position: &quadline::Position, chess_move| Position { words: *position.play(chess_move).words() };
    // SAFETY: guaranteed by the caller.
    unsafe { of_each_move(positions, moves, length, ("next", next), error, answer) }
}

/// Writes an answer for each position and its move, and returns the status.
///
/// # Safety
///
/// The pointers must be those of the caller of a C function, which guarantees the requirements of the header.
unsafe fn of_each_move<R>(
    positions: *const Position,
    moves: *const u16,
    length: usize,
    (name, answers): (&'static str, *mut R),
    error: *mut Error,
    answer: impl Fn(&quadline::Position, Move) -> R,
) -> Status {
    let call = || {
        let positions = Array::input("positions", positions, length)?;
        let moves = Array::input("moves", moves, length)?;
        let answers = Array::output(name, answers, length)?;
        disjoint(&[answers.region()], &[positions.region(), moves.region()])?;
        usable_level()?;
        // SAFETY: guaranteed by the caller of the C function, and checked as far as possible.
        let (positions, moves, answers) = unsafe { (positions.read(), moves.read(), answers.write()) };
        for ((words, &bits), to) in positions.iter().zip(moves).zip(answers) {
            *to = answer(&quadline::Position::from_words(words.words), Move::from_bits(bits));
        }
        Ok(())
    };
    // SAFETY: guaranteed by the caller of the C function.
    unsafe { guarded(error, call) }
}

/// Writes the legal moves of some kinds for `length` positions, as quadline_legal_moves does. `kinds` is a
/// sum of QUADLINE_CAPTURES, QUADLINE_UNDERPROMOTIONS, QUADLINE_QUEEN_PROMOTIONS and QUADLINE_QUIETS, and each
/// legal move is of exactly one kind. Other bits of `kinds` are ignored.
///
/// If `moves` is too short, the status is QUADLINE_STATUS_ROOM, nothing is written, and the row of the error
/// is the number of moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_legal_moves_of(
    positions: *const Position,
    length: usize,
    kinds: u8,
    offsets: *mut usize,
    moves: *mut u16,
    room: usize,
    error: *mut Error,
) -> Status {
    guard!(error, {
        slices!(in positions[length]; out offsets[length.saturating_add(1)], moves[room]);
        usable_level()?;
        let named = [
            (QUADLINE_CAPTURES, MoveSet::CAPTURES),
            (QUADLINE_UNDERPROMOTIONS, MoveSet::UNDERPROMOTIONS),
            (QUADLINE_QUEEN_PROMOTIONS, MoveSet::QUEEN_PROMOTIONS),
            (QUADLINE_QUIETS, MoveSet::QUIETS),
        ];
        let chosen = named.into_iter().filter(|(bit, _)| kinds & bit != 0).map(|(_, set)| set);
        let set = chosen.reduce(|set, other| set | other);
        let list = |_, position: &quadline::Position, found: &mut [Move]| {
            set.map_or(0, |set| position.legal_moves_of(set, found))
        };
        lists(positions, offsets, moves, list)
    })
}

/// Writes the legal moves of `length` positions from the squares of one bitboard to those of another, as
/// quadline_legal_moves does. `from` and `to` have `length` elements. Castling moves count as moves to the
/// square of the rook.
///
/// If `moves` is too short, the status is QUADLINE_STATUS_ROOM, nothing is written, and the row of the error
/// is the number of moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_legal_moves_from_to(
    positions: *const Position,
    from: *const u64,
    to: *const u64,
    length: usize,
    offsets: *mut usize,
    moves: *mut u16,
    room: usize,
    error: *mut Error,
) -> Status {
    guard!(error, {
        slices!(
            in positions[length], from[length], to[length];
            out offsets[length.saturating_add(1)], moves[room]
        );
        usable_level()?;
        let list = |row: usize, position: &quadline::Position, found: &mut [Move]| {
            position.legal_moves_from_to(from[row], to[row], found)
        };
        lists(positions, offsets, moves, list)
    })
}

/// Writes the positions after all legal moves of `length` positions. Those after position i are
/// successors[offsets[i]] to successors[offsets[i + 1]], the last not included, in unspecified order. There
/// is one offset more than positions. The numbers of successors are those that quadline_legal_move_counts
/// writes for the same array. For words that are not a valid position, some successors may be missing or
/// zero.
///
/// If `successors`, which has `room` elements, is too short, the status is QUADLINE_STATUS_ROOM, nothing is
/// written, and the row of the error is the number of successors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_successors(
    positions: *const Position,
    length: usize,
    offsets: *mut usize,
    successors: *mut Position,
    room: usize,
    error: *mut Error,
) -> Status {
    guard!(error, {
        slices!(in positions[length]; out offsets[length.saturating_add(1)], successors[room]);
        usable_level()?;
        let mut counts = [0; BLOCK];
        let mut needed = 0;
        in_blocks(positions, |_, positions| needed += count_block(positions, &mut counts));
        if needed > room {
            return Err(no_room("successors", room, needed));
        }
        offsets[0] = 0;
        let (mut start, mut found) = (0, [Move::default(); quadline::MAX_LEGAL_MOVES]);
        in_blocks(positions, |at, positions| {
            count_block(positions, &mut counts);
            for (row, (position, &count)) in (at..).zip(positions.iter().zip(&counts)) {
                let places = &mut successors[start..start + usize::from(count)];
                // Words that are not a valid position may have more moves than counted, or fewer.
                let number = position.legal_moves(&mut found).min(found.len());
                for (to, &chess_move) in places.iter_mut().zip(&found[..number]) {
                    to.words = *position.play(chess_move).words();
                }
                places.iter_mut().skip(number).for_each(|to| to.words = [0; 8]);
                start += places.len();
                offsets[row + 1] = start;
            }
        });
        Ok(())
    })
}

/// Writes the moves that `list` finds, one position after the other. Nothing is written if there are more
/// than fit.
fn lists(
    positions: &[Position],
    offsets: &mut [usize],
    moves: &mut [u16],
    list: impl Fn(usize, &quadline::Position, &mut [Move]) -> usize,
) -> Outcome<()> {
    // More than any words have: 64 pieces, each of which reaches at most 27 squares.
    let mut found = [Move::default(); 64 * 28];
    let each = |row: usize, found: &mut [Move]| {
        let position = quadline::Position::from_words(positions[row].words);
        list(row, &position, found).min(found.len())
    };
    let needed = (0..positions.len()).map(|row| each(row, &mut found)).sum::<usize>();
    if needed > moves.len() {
        return Err(no_room("moves", moves.len(), needed));
    }
    offsets[0] = 0;
    for row in 0..positions.len() {
        let start = offsets[row];
        let end = start + each(row, &mut found);
        for (to, from) in moves[start..end].iter_mut().zip(&found) {
            *to = from.to_bits();
        }
        offsets[row + 1] = end;
    }
    Ok(())
}

/// Reads a legal move of a position from `length` bytes of UCI notation, which need no terminating NUL.
/// Castling is the king's move of two squares or, in Chess960, its move to the rook. If the text is not a
/// legal move, the status is QUADLINE_STATUS_MOVE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_move_from_uci(
    position: *const Position,
    uci: *const c_char,
    length: usize,
    chess_move: *mut u16,
    error: *mut Error,
) -> Status {
    guard!(error, {
        let uci = uci.cast::<u8>();
        slices!(in position[1], uci[length]; out chess_move[1]);
        let words = position[0].words;
        usable_level()?;
        let position = quadline::Position::from_words(words);
        let text = String::from_utf8_lossy(uci);
        let not_legal = |message: String| Failure::new(Status::Move, message);
        let read = position.parse_uci(&text).map_err(|error| not_legal(error.to_string()))?;
        if !position.is_legal(read) {
            return Err(not_legal(format!("{text} is not a legal move of {position}")));
        }
        chess_move[0] = read.to_bits();
        Ok(())
    })
}

/// Computes the keys of positions in opening books of the Polyglot format. Both arrays have `length`
/// elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_polyglot_keys(
    positions: *const Position,
    length: usize,
    keys: *mut u64,
    error: *mut Error,
) -> Status {
    guard!(error, {
        slices!(in positions[length]; out keys[length]);
        usable_level()?;
        in_blocks(positions, |at, positions| {
            quadline::batch::polyglot_keys(positions, &mut keys[at..at + positions.len()]);
        });
        Ok(())
    })
}
