//! The functions of the C library, with lengths, addresses and words that no caller should pass.
//!
//! The arrays are in one block of memory, each in a part of its own. An array may be NULL, begin at an odd
//! address, or overlap with the first one, and a length may exceed all memory. The library detects all of
//! these. An array that is shorter than its length cannot be detected, so none is.

use std::ffi::{c_int, c_void};
use std::mem::{align_of, size_of};
use std::ptr;

use arbitrary::Arbitrary;
use quadline_conformance::boards::Words;
use quadline_conformance::positions::random;
use quadline_for_c::{AttacksByRole, ChecksAndPins, Error, Position, Status, *};

/// The size of the part of an array in bytes.
const PART: usize = 1 << 16;
const PARTS: usize = 6;
/// The longest array of positions, which is more than a block of the library.
const LONGEST: usize = 300;
const ROOM: usize = 900;

/// A function, its lengths and its arrays.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct C<'a> {
    call: u8,
    length: u16,
    room: u16,
    /// Four bits for each array, which choose its address.
    addresses: u32,
    /// Chooses an impossible length if it is below 16.
    hostile: u8,
    number: u64,
    seed: u64,
    text: &'a [u8],
}

/// The memory of all arrays.
#[repr(C, align(64))]
#[derive(Clone)]
struct Block([u8; PART * PARTS]);

/// The arrays of a call.
struct Arrays {
    block: Box<Block>,
    addresses: u32,
    /// The first byte of each array, its size, and whether the call writes it.
    regions: Vec<(usize, usize, bool)>,
    must_fail: bool,
    words: Words,
}

impl Arrays {
    /// Returns the address of the next array of `length` elements, after `fill` has filled its part.
    fn next<T>(
        &mut self,
        length: usize,
        is_output: bool,
        fill: impl FnOnce(&mut Words, &mut [u8]),
    ) -> *mut T {
        let index = self.regions.len();
        assert!(index < PARTS, "more arrays than parts");
        let choice = self.addresses >> (4 * index) & 15;
        let is_impossible = length > isize::MAX as usize / size_of::<T>();
        self.must_fail |= is_impossible;
        let size = if is_impossible { 0 } else { length * size_of::<T>() };
        assert!(size + 64 <= PART, "{size} bytes");
        // What is read, at any of the addresses below.
        let filled = if is_impossible { PART } else { size.next_multiple_of(64) + 64 };
        fill(&mut self.words, &mut self.block.0[PART * index..][..filled.min(PART)]);
        let (part, shift) = match choice {
            0 => (index, 1),
            1 => (0, 0),
            2 => (0, 8),
            3..6 => (index, 8),
            6 => {
                self.must_fail |= length != 0;
                self.regions.push((0, 0, is_output));
                return ptr::null_mut();
            }
            _ => (index, 0),
        };
        self.must_fail |= length != 0 && shift % align_of::<T>() != 0;
        let start = PART * part + shift;
        let overlaps = |&(other, end, is_other_output): &(usize, usize, bool)| {
            (is_output || is_other_output) && start < end && other < start + size
        };
        self.must_fail |= self.regions.iter().any(overlaps);
        self.regions.push((start, start + size, is_output));
        // SAFETY: the offset is in the block.
        unsafe { self.block.0.as_mut_ptr().add(start).cast() }
    }

    fn output<T>(&mut self, length: usize) -> *mut T {
        self.next(length, true, random_words)
    }

    fn positions(&mut self, length: usize) -> *mut Position {
        self.next(length, false, |words, bytes| {
            let kind = words.word();
            for place in bytes.chunks_exact_mut(64) {
                let nonsense = random::nonsense(words);
                let position = match kind.rotate_right((words.word() >> 60) as u32) & 3 {
                    0 => nonsense,
                    1 => quadline::Position::START,
                    _ => random::tidied(&nonsense).unwrap_or_default(),
                };
                for (place, word) in place.chunks_exact_mut(8).zip(position.words()) {
                    place.copy_from_slice(&word.to_ne_bytes());
                }
            }
        })
    }

    fn squares(&mut self, length: usize) -> *const u8 {
        self.next(length, false, |words, bytes| {
            let mask = if words.word() & 3 << 20 == 0 { 127 } else { 63 };
            random_words(words, bytes);
            bytes.iter_mut().for_each(|byte| *byte &= mask);
        })
    }

    fn roles(&mut self, length: usize) -> *const u8 {
        self.next(length, false, |words, bytes| {
            let most = if words.word() & 3 << 20 == 0 { 7 } else { 6 };
            random_words(words, bytes);
            bytes.iter_mut().for_each(|byte| *byte %= most);
        })
    }

    fn words<T>(&mut self, length: usize) -> *const T {
        self.next(length, false, random_words)
    }

    fn text(&mut self, text: &[u8], length: usize) -> *const i8 {
        self.next(length, false, |_, bytes| bytes[..text.len()].copy_from_slice(text))
    }

    /// Offsets of texts of a part. They are in a part of their own, because other bytes as offsets would be
    /// longer than the text. Some of them decrease or are negative.
    fn offsets(&mut self, length: usize) -> *const i64 {
        let index = self.regions.len();
        if matches!(self.addresses >> (4 * index) & 15, 1 | 2) {
            self.addresses |= 15 << (4 * index);
        }
        self.next(length, false, |words, bytes| {
            let (mut end, has_wrong) = (0, words.word() >> 50 & 7 == 0);
            for place in bytes.chunks_exact_mut(8) {
                place.copy_from_slice(&i64::to_ne_bytes(end));
                end = (end + (words.word() >> 33 & 63) as i64) % (PART / 2) as i64;
                if has_wrong && words.word() >> 33 & 63 == 0 {
                    end = -end;
                }
            }
        })
    }

    /// Calls a function, which writes its outputs only, and nothing if it fails.
    fn call(mut self, may_write: bool, function: impl FnOnce() -> Status) {
        let before = self.block.clone();
        let status = function();
        assert!(status != Status::Fault, "an internal error");
        assert!(!self.must_fail || status != Status::Ok, "the call succeeded");
        // Opaque to the optimizer, which does not see what the call has written.
        let after = std::hint::black_box(&mut self.block);
        if status == Status::Ok || may_write {
            for &(start, end, _) in self.regions.iter().filter(|(_, _, is_output)| *is_output) {
                after.0[start..end].copy_from_slice(&before.0[start..end]);
            }
        }
        let different = before.0.iter().zip(&after.0).position(|(before, after)| before != after);
        assert_eq!(different, None, "a byte that is no output, status {status:?}");
    }
}

fn random_words(words: &mut Words, bytes: &mut [u8]) {
    for place in bytes.chunks_exact_mut(8) {
        place.copy_from_slice(&words.word().to_ne_bytes());
    }
}

/// The lengths and other arguments of a call.
struct Given<'a> {
    length: usize,
    /// One more than the length.
    ends: usize,
    room: usize,
    text: &'a [u8],
    text_length: usize,
    square: u8,
    occupied: u64,
    error: *mut Error,
    view: u8,
    /// The number of perspectives of the view.
    sides: usize,
    kinds: u64,
    layout: ThreatLayout,
}

/// Calls a function. The second argument is whether it may write outputs although it fails; most functions do
/// not.
macro_rules! call {
    ($arrays:ident, $function:ident($($argument:expr),* $(,)?)) => {
        call!($arrays, false, $function($($argument),*))
    };
    ($arrays:ident, $may_write:expr, $function:ident($($argument:expr),* $(,)?)) => {{
        // SAFETY: each array has the elements that its length says, or the library detects that it cannot.
        $arrays.call($may_write, || unsafe { $function($($argument),*) })
    }};
}

/// Calls the functions without arrays.
fn library() {
    let positions = quadline::Position::START;
    let position: *const Position = ptr::from_ref(&positions).cast();
    // SAFETY: the pointer is one to a position, which the functions require.
    unsafe {
        assert_eq!(quadline_black_to_move(position), 0);
        assert_eq!(quadline_castling_rooks(position), positions.castling_rooks());
        assert_eq!(quadline_en_passant(position), 64);
    }
    assert!(!quadline_version().is_null() && !quadline_level().is_null());
}

impl C<'_> {
    /// Calls one function and checks its status and what it writes.
    pub fn check(self) {
        let length = match self.hostile {
            0..8 => usize::MAX - usize::from(self.hostile),
            8..16 => isize::MAX as usize + usize::from(self.hostile) - 7,
            _ => usize::from(self.length) % (LONGEST + 1),
        };
        // An offset more than positions, which is no more than the positions if there are as many as can be.
        let ends = length.checked_add(1).unwrap_or(length);
        let room = if self.hostile % 16 == 15 { usize::MAX } else { usize::from(self.room) % ROOM };
        let is_text_possible = self.hostile >= 16;
        let text = &self.text[..self.text.len().min(PART / 2)];
        let text_length = if is_text_possible { text.len() } else { length };
        let (square, occupied) = ((self.number >> 3) as u8, self.seed);
        let arrays = Arrays {
            block: Box::new(Block([0xa5; PART * PARTS])),
            addresses: self.addresses,
            regions: Vec::new(),
            must_fail: false,
            words: Words(self.seed | 1),
        };
        let mut message = Error { row: 0, column: 0, field: 0, message: [0; 232] };
        let error = if self.number & 1 == 0 { ptr::null_mut() } else { &raw mut message };
        // The numbers after the last view and the last format are refused.
        let (view, pawn_pairs) = (square % 6, if self.number & 4 == 0 { -1 } else { self.seed as i32 });
        let sides = if matches!(view, QUADLINE_BOTH | QUADLINE_SIDE_TO_MOVE_FIRST) { 2 } else { 1 };
        let kinds = match self.number >> 4 & 7 {
            0 => self.seed,
            1 => QUADLINE_THREATS_60144,
            2 => QUADLINE_THREATS_66864,
            3 => QUADLINE_THREATS_79856,
            4 => QUADLINE_THREATS_ALL,
            _ => QUADLINE_THREATS_59808,
        };
        // Some numbers of the layout are refused, too.
        let mut bases = [-1; QUADLINE_THREAT_BASES];
        bases[usize::from(square) % QUADLINE_THREAT_BASES] = self.seed as i32 >> 8;
        let layout = ThreatLayout {
            kinds,
            pawn_pairs,
            like_threats: (self.number >> 7 & 3) as u8,
            mirrored_king: (self.number >> 9 & 3) as u8,
            bases: if self.number & 2 == 0 { ptr::null() } else { bases.as_ptr() },
        };
        let given = Given {
            length,
            ends,
            room,
            text,
            text_length,
            square,
            occupied,
            error,
            view,
            sides,
            kinds,
            layout,
        };
        // The numbers are those of the seeds.
        match self.call % 47 {
            0 => library(),
            call @ 1..=10 => self.engine(call, &given, arrays),
            call @ 11..=21 => self.positions(call, &given, arrays),
            call @ 31..=35 => self.games(call, &given, arrays),
            42 => self.binpack(&given, arrays),
            call @ (36..=41 | 43..=45) => self.training(call, &given, arrays),
            call => self.sliders(call, &given, arrays),
        }
    }

    /// Calls a function of `sliders.rs`.
    fn sliders(self, call: u8, given: &Given<'_>, mut arrays: Arrays) {
        let Given { length, square, occupied, error, .. } = *given;
        let a = &mut arrays;
        match call {
            22 => {
                let attacks = a.output(1);
                call!(arrays, quadline_rook_attacks(square, occupied, attacks));
            }
            23 => {
                let attacks = a.output(1);
                call!(arrays, quadline_bishop_attacks(square, occupied, attacks));
            }
            24 => {
                let attacks = a.output(1);
                call!(arrays, quadline_queen_attacks(square, occupied, attacks));
            }
            25 => {
                let lines = a.output(4);
                call!(arrays, quadline_queen_attacks_x4(square, occupied, lines));
            }
            26 => {
                let (squares, boards, attacks) = (a.squares(length), a.words(length), a.output(length));
                call!(arrays, quadline_rook_attacks_batch(squares, boards, length, attacks, error));
            }
            27 => {
                let (squares, boards, attacks) = (a.squares(length), a.words(length), a.output(length));
                call!(arrays, quadline_bishop_attacks_batch(squares, boards, length, attacks, error));
            }
            28 => {
                let (squares, boards, attacks) = (a.squares(length), a.words(length), a.output(length));
                call!(arrays, quadline_queen_attacks_batch(squares, boards, length, attacks, error));
            }
            29 => {
                let (squares, boards) = (a.squares(length), a.words(length));
                let (rook, bishop) = (a.output(length), a.output(length));
                call!(
                    arrays,
                    quadline_rook_and_bishop_attacks_batch(squares, boards, length, rook, bishop, error)
                );
            }
            _ => {
                let (squares, attacks) = (a.squares(length), a.output(length));
                call!(arrays, quadline_queen_attacks_on(occupied, squares, length, attacks, error));
            }
        }
    }

    /// Calls a function of `positions.rs`.
    fn positions(self, call: u8, given: &Given<'_>, mut arrays: Arrays) {
        let Given { length, ends, room, text, text_length, square, error, .. } = *given;
        let a = &mut arrays;
        match call {
            11 => {
                let (fen, position) = (a.text(text, text_length), a.output(1));
                call!(arrays, quadline_position_from_fen(fen, text_length, position, error));
            }
            12 => {
                let length = length.min(isize::MAX as usize);
                // The whole part, because the offsets say how much of it is read.
                let text = a.text(text, PART - 64);
                let (offsets, positions) = (a.offsets(length + 1), a.output(length));
                let invalid = a.output(1);
                // How much of the text is an array depends on the offsets.
                a.must_fail = false;
                call!(
                    arrays,
                    true,
                    quadline_positions_from_fens(text, offsets, length, positions, invalid, error)
                );
            }
            13 => {
                let (position, fen) = (a.positions(1), a.output(room));
                call!(arrays, quadline_position_to_fen(position, fen, room, error));
            }
            14 => {
                let positions = a.positions(length);
                call!(arrays, quadline_positions_check(positions, length, error));
            }
            15 => {
                let positions = a.positions(length);
                let (white, black) = (a.output(length), a.output(length));
                call!(arrays, quadline_attacked_squares(positions, length, white, black, error));
            }
            16 => {
                let (positions, found) = (a.positions(length), a.output::<ChecksAndPins>(length));
                call!(arrays, quadline_find_checks_and_pins(positions, length, found, error));
            }
            17 => {
                let (positions, counts) = (a.positions(length), a.output(length));
                call!(arrays, quadline_legal_move_counts(positions, length, counts, error));
            }
            18..=20 => {
                // As a caller does it: the room is what is counted.
                let (positions, offsets) = (a.positions(length), a.output(ends));
                let mut counts = vec![0_u16; if length > LONGEST { 0 } else { length }];
                let mut room = room;
                if length <= LONGEST && self.call & 64 == 0 {
                    // SAFETY: both arrays have that many elements, or the first one is refused.
                    let status = unsafe {
                        quadline_legal_move_counts(positions, length, counts.as_mut_ptr(), ptr::null_mut())
                    };
                    let counted = counts.iter().map(|&count| usize::from(count)).sum::<usize>();
                    if status == Status::Ok && counted < PART / 2 - 64 {
                        room = counted;
                    }
                }
                let moves = a.output(room);
                call!(arrays, quadline_legal_moves(positions, length, offsets, moves, room, error));
            }
            _ => {
                let uci = a.output::<[u8; 6]>(1).cast();
                call!(arrays, quadline_move_to_uci(self.length, square, uci));
            }
        }
    }

    /// Calls a function of `engine.rs`.
    fn engine(self, call: u8, given: &Given<'_>, mut arrays: Arrays) {
        let Given { length, ends, room, text, text_length, square, error, .. } = *given;
        let a = &mut arrays;
        match call {
            1 => {
                let (positions, squares) = (a.positions(length), a.squares(length));
                // NULL stands for the pieces of the positions.
                let occupied: *const u64 = if self.number & 2 == 0 { ptr::null() } else { a.words(length) };
                let attackers = a.output(length);
                if self.number & 2 != 0 && occupied.is_null() {
                    return;
                }
                call!(arrays, quadline_attackers_to(positions, squares, occupied, length, attackers, error));
            }
            2 => {
                let positions = a.positions(length);
                let (white, black) = (a.output::<AttacksByRole>(length), a.output(length));
                call!(arrays, quadline_find_attacks_by_role(positions, length, white, black, error));
            }
            3 => {
                let (positions, moves, legal) = (a.positions(length), a.words(length), a.output(length));
                call!(arrays, quadline_is_legal(positions, moves, length, legal, error));
            }
            4 => {
                let (positions, moves, checks) = (a.positions(length), a.words(length), a.output(length));
                call!(arrays, quadline_gives_check(positions, moves, length, checks, error));
            }
            5 => {
                let (positions, moves, next) = (a.positions(length), a.words(length), a.output(length));
                call!(arrays, quadline_play(positions, moves, length, next, error));
            }
            6 => {
                let (positions, offsets, moves) = (a.positions(length), a.output(ends), a.output(room));
                call!(
                    arrays,
                    quadline_legal_moves_of(positions, length, square, offsets, moves, room, error)
                );
            }
            7 => {
                let (positions, from, to) = (a.positions(length), a.words(length), a.words(length));
                let (offsets, moves) = (a.output(ends), a.output(room));
                call!(
                    arrays,
                    quadline_legal_moves_from_to(positions, from, to, length, offsets, moves, room, error)
                );
            }
            8 => {
                let (positions, offsets, next) = (a.positions(length), a.output(ends), a.output(room));
                call!(arrays, quadline_successors(positions, length, offsets, next, room, error));
            }
            9 => {
                let (position, uci, output) = (a.positions(1), a.text(text, text_length), a.output(1));
                call!(arrays, quadline_move_from_uci(position, uci, text_length, output, error));
            }
            _ => {
                let (positions, keys) = (a.positions(length), a.output(length));
                call!(arrays, quadline_polyglot_keys(positions, length, keys, error));
            }
        }
    }

    /// Calls a function of `games.rs`.
    fn games(self, call: u8, given: &Given<'_>, mut arrays: Arrays) {
        let Given { length, room, text, text_length, error, .. } = *given;
        let a = &mut arrays;
        match call {
            31 => {
                let (position, san, output) = (a.positions(1), a.text(text, text_length), a.output(1));
                call!(arrays, quadline_move_from_san(position, san, text_length, output, error));
            }
            32 => {
                let (position, san) = (a.positions(1), a.output(room));
                call!(arrays, quadline_move_to_san(position, self.length, san, room, error));
            }
            33 => {
                let (positions, squares) = (a.positions(length), a.squares(length));
                let destinations = a.output(length);
                call!(arrays, quadline_destinations(positions, squares, length, destinations, error));
            }
            34 => {
                let (positions, roles) = (a.positions(length), a.roles(length));
                let (squares, origins) = (a.squares(length), a.output(length));
                call!(arrays, quadline_origins(positions, roles, squares, length, origins, error));
            }
            _ => {
                let positions = a.positions(length);
                // NULL stands for the numbers of the library.
                let numbers: *const u64 =
                    if self.number & 2 == 0 { ptr::null() } else { a.words(QUADLINE_ZOBRIST_NUMBERS) };
                let keys = a.output(length);
                if self.number & 2 != 0 && numbers.is_null() {
                    return;
                }
                call!(arrays, quadline_zobrist_keys(positions, length, numbers, keys, error));
            }
        }
    }

    /// Calls a function of `training.rs`.
    fn training(self, call: u8, given: &Given<'_>, mut arrays: Arrays) {
        let Given { length, ends, room, square, error, view, sides, kinds, layout, .. } = *given;
        let a = &mut arrays;
        match call {
            36 => {
                let (positions, offsets) = (a.positions(length), a.output(ends));
                // Enough for a few positions, and too little for many.
                let room = room.saturating_mul(12);
                let threats = a.output::<Threat>(room);
                call!(arrays, quadline_threats(positions, length, kinds, offsets, threats, room, error));
            }
            37 => {
                let (position, added) = (a.positions(1), a.output::<Threat>(room));
                let (removed, counts) = (a.output::<Threat>(room), a.output::<usize>(2));
                call!(
                    arrays,
                    quadline_threat_changes(
                        position,
                        self.length,
                        kinds,
                        added,
                        removed,
                        room,
                        counts,
                        error
                    )
                );
            }
            38 => {
                let (rows, stride) = (length.saturating_mul(sides), room % 20);
                let (positions, inputs) = (a.positions(length), a.output(rows.saturating_mul(stride)));
                let counts = a.output(rows);
                call!(
                    arrays,
                    quadline_threat_inputs(positions, length, &layout, view, inputs, stride, counts, error)
                );
            }
            39 => {
                let rows = length.checked_mul(sides).and_then(|rows| rows.checked_add(1));
                let (positions, offsets) = (a.positions(length), a.output(rows.unwrap_or(usize::MAX)));
                let room = room.saturating_mul(12);
                let inputs = a.output(room);
                call!(
                    arrays,
                    quadline_threat_inputs_csr(
                        positions, length, &layout, view, offsets, inputs, room, error
                    )
                );
            }
            40 => {
                let (occupied, nibbles) = (a.words(length), a.words(length.saturating_mul(16)));
                let positions = a.output(length);
                let invalid: *mut usize = if self.number & 2 == 0 { ptr::null_mut() } else { a.output(1) };
                if self.number & 2 != 0 && invalid.is_null() {
                    return;
                }
                call!(
                    arrays,
                    true,
                    quadline_positions_from_nibbles(
                        occupied,
                        nibbles,
                        length,
                        square % 4,
                        positions,
                        invalid,
                        error
                    )
                );
            }
            41 => {
                let (occupied, nibbles) = (a.words(length), a.words(length.saturating_mul(16)));
                let positions = a.output(length);
                call!(
                    arrays,
                    quadline_positions_from_nibbles_unchecked(
                        occupied,
                        nibbles,
                        length,
                        square % 4,
                        positions,
                        error
                    )
                );
            }
            43 => {
                let positions = a.positions(length);
                let (occupied, nibbles) = (a.output(length), a.output(length.saturating_mul(16)));
                call!(
                    arrays,
                    true,
                    quadline_positions_to_nibbles(positions, length, square % 4, occupied, nibbles, error)
                );
            }
            44 => {
                let inputs = a.output(1);
                call!(arrays, quadline_threat_layout_inputs(&layout, inputs, error));
            }
            _ => {
                let (position, all) = (a.positions(1), room.saturating_mul(sides));
                let (added, removed, counts) = (a.output(all), a.output(all), a.output(2 * sides));
                call!(
                    arrays,
                    quadline_threat_change_inputs(
                        position,
                        self.length,
                        &layout,
                        view,
                        added,
                        removed,
                        room,
                        counts,
                        error
                    )
                );
            }
        }
    }

    /// Calls a function of `binpack.rs`.
    fn binpack(self, given: &Given<'_>, mut arrays: Arrays) {
        let Given { length, square, error, .. } = *given;
        let a = &mut arrays;
        // Six entries of a game, in which a byte may differ.
        let mut file = *b"BINP\x2b\0\0\0\xff\xff\0\0\0\0\xff\xff\x2d\x84\x4a\xd2\0\0\0\0\x11\x11\x11\x11\x3e\x95\x5b\xe3\
            \x0c\x70\0\x28\x80\0\0\0\0\x05\x27\x42\xca\x8f\x02\xd7\x15\x10\x40";
        let bytes = file.len();
        file[usize::from(square) % bytes] ^= (self.seed & self.seed >> 8) as u8;
        let file = a.text(&file, bytes).cast();
        let skip = BinpackSkip {
            left_out: f64::from_bits(self.seed),
            seed: 0,
            first_ply: 2,
            score: self.length as i16,
            has_score: square & 1,
            captures: 1,
            in_check: 0,
            placeholder_zeros: square >> 1 & 1,
            unlikely_results: square >> 2 & 1,
            has_piece_weights: square >> 3 & 1,
            soft_end: self.length as u16 & 7,
            material_below: i32::from(square >> 4 & 1),
            soft_plies: [0.0, 1.0, 2.0, f64::from_bits(self.seed)],
            soft_chances: [0.5; 4],
            piece_weights: [1.0, 0.5, 0.0, 1.0, f64::from_bits(self.seed)],
        };
        let skip = if self.number & 2 == 0 { ptr::null() } else { &raw const skip };
        if self.number & 64 != 0 {
            self.fill(given, arrays, (file, bytes), skip);
            return;
        }
        let mut columns = BinpackColumns {
            positions: a.output(length),
            moves: a.output(length),
            scores: a.output(length),
            plies: ptr::null_mut(),
            results: ptr::null_mut(),
            room: length,
            count: 0,
        };
        if columns.positions.is_null() || columns.moves.is_null() || columns.scores.is_null() {
            return;
        }
        // A reader as one call: until the first status other than OK, but at least once after the last entry.
        let read = || {
            let mut reader = ptr::null_mut();
            // SAFETY: as above. The reader is NULL or from the first call, and the file is still there.
            unsafe {
                let threads = (self.number >> 4 & 3) as usize;
                let mut status = quadline_binpack_open(file, bytes, threads, skip, &mut reader, error);
                for _ in 0..8 {
                    if status == Status::Ok {
                        status = quadline_binpack_next(reader, &mut columns, error);
                    }
                }
                quadline_binpack_close(reader);
                status
            }
        };
        arrays.call(true, read);
    }

    /// Fills a batch with the entries of a file.
    fn fill(
        self,
        given: &Given<'_>,
        mut arrays: Arrays,
        (file, bytes): (*const u8, usize),
        skip: *const BinpackSkip,
    ) {
        let &Given { length, square, error, .. } = given;
        // The rows of two perspectives fit into a part.
        let stride = usize::from(square % 20);
        let perspectives = (self.number >> 7) as u8 & 7;
        let sides = if matches!(perspectives, 2 | 4) { 2 } else { 1 };
        let a = &mut arrays;
        let mut batch = BinpackBatch {
            inputs: a.output(length.saturating_mul(sides * stride)),
            counts: a.output(length.saturating_mul(sides)),
            stride,
            white_to_move: ptr::null_mut(),
            outcomes: ptr::null_mut(),
            scores: a.output(length),
            piece_counts: ptr::null_mut(),
            positions: a.output(length),
            moves: a.output(length),
            plies: ptr::null_mut(),
            room: length,
            count: 0,
        };
        if batch.inputs.is_null()
            || batch.scores.is_null()
            || batch.positions.is_null()
            || batch.moves.is_null()
        {
            return;
        }
        let layout = ThreatLayout {
            kinds: QUADLINE_THREATS_59808,
            pawn_pairs: 59808,
            like_threats: 0,
            mirrored_king: 0,
            bases: ptr::null(),
        };
        unsafe extern "C" fn keep(context: *mut c_void, entry: *const BinpackEntry) -> c_int {
            // SAFETY: the library passes an entry, and the context is the one below.
            unsafe { c_int::from((*entry).score != *context.cast::<i16>()) }
        }
        // Three times the same part.
        struct Source {
            part: BinpackPart,
            left: u8,
        }
        unsafe extern "C" fn next_part(context: *mut c_void, part: *mut BinpackPart) -> c_int {
            // SAFETY: the context is the source below, and the library passes a part.
            unsafe {
                let source = &mut *context.cast::<Source>();
                *part = source.part;
                source.left = source.left.wrapping_sub(1);
                c_int::from(source.left < 3)
            }
        }
        let is_there = usize::from(!file.is_null()) * bytes.min(8);
        let part = BinpackPart { bytes: file.wrapping_add(is_there), length: bytes - is_there, offset: 8 };
        let mut source = Source { part, left: 3 };
        let must_fail = arrays.must_fail;
        let mut score = self.length as i16;
        let keep: BinpackKeep = if self.number & 1 << 10 == 0 { None } else { Some(keep) };
        let threads = (self.number >> 11 & 3) as usize;
        let read = || {
            let mut reader = ptr::null_mut();
            // SAFETY: as above. The reader is NULL or from the first call, and the file is still there.
            unsafe {
                // The library cannot know where the parts of a source are.
                let mut status = if self.number & 1 << 13 == 0 || must_fail {
                    quadline_binpack_open(file, bytes, threads, skip, &mut reader, error)
                } else {
                    let context = (&raw mut source).cast();
                    quadline_binpack_open_parts(Some(next_part), context, skip, &mut reader, error)
                };
                for _ in 0..8 {
                    if status == Status::Ok {
                        let context = (&raw mut score).cast();
                        status = quadline_binpack_fill(
                            reader,
                            &layout,
                            perspectives,
                            keep,
                            context,
                            &mut batch,
                            error,
                        );
                    }
                }
                quadline_binpack_close(reader);
                status
            }
        };
        arrays.call(true, read);
    }
}
