//! The list of calls: everything that a level computes.
//!
//! To add a call, add a row. [`calls!`] passes the rows to the macros that make of each row
//!
//! 1. a method of [`Level`](super::Level), with the documentation of the row;
//! 2. a function that is compiled for each level; see [`compiled`](super::compiled);
//! 3. the table with which [`Dispatched`](super::Dispatched) selects one of these functions.
//!
//! The body of a row forwards to a kernel; `level` is the token and `L` its type. `{ = path::of::<L> }` calls this
//! function with the token and the arguments of the row, in their order. The code of a call is in the folder of
//! its kernels.

/// Passes the list of calls to the macro `$then`, after the tokens that follow its name.
///
/// Two words precede each signature. The first is the way from the token's method to the body:
///
/// * `inlined`: the body inlines into the caller, with the features of the level
///   ([`vectorize`](super::Level::vectorize)). `W::INLINED` is true in the body;
/// * `called`: the method calls the function that is compiled for the level. For loops over positions, where
///   the cost of a call does not matter;
/// * `inlinable`: as `called`, and the compiler may inline the function. If it does not, the arguments are in
///   registers. A closure for `vectorize` with more than two captures would then be passed in memory, which
///   took 1.1 of 4.2 ns for each of eight moves (`is_legal_with`, Zen 5 with AVX-512).
///
/// The second is the crate that compiles the functions of all levels:
///
/// * `in_words`: none. The token of run-time dispatch computes these calls itself, with 64-bit integers;
/// * `by_caller`: each crate that uses the call, so that other crates do not pay for compiling it;
/// * `sliders`, `positions`, `lists`, `threats`, `batches`: this crate if its feature `precompiled-sliders`
///   and so on is enabled, and otherwise each crate that uses the call. All calls of these groups together
///   take more than ten times as long to compile as the rest of the crate.
///
/// A block after `where` checks the lengths of slices. It runs in the token's method, so that a panic names
/// the line of the caller (`#[track_caller]`), which is lost in a table of functions.
macro_rules! calls {
    ($then:ident $($before:tt)*) => { $then! { $($before)* level

        /// Returns the attacks of a queen along the four lines, from one pass.
        #[must_use]
        inlined in_words fn queen_attacks_x4(square: Square, occupied: u64) -> LineAttacks
        { = L::Single::queen_attacks_x4 }

        /// Returns the attacks of a rook.
        #[must_use]
        inlined in_words fn rook_attacks(square: Square, occupied: u64) -> u64 { = L::Single::rook_attacks }

        /// Returns the attacks of a bishop.
        #[must_use]
        inlined in_words fn bishop_attacks(square: Square, occupied: u64) -> u64 { = L::Bishop::bishop_attacks }

        /// Returns the attacks of a queen.
        #[must_use]
        inlined in_words fn queen_attacks(square: Square, occupied: u64) -> u64 {
            if W::INLINED {
                L::Single::queen_attacks_inlined(level, square, occupied)
            } else {
                L::Single::queen_attacks(level, square, occupied)
            }
        }

        /// Returns the attacks of a rook and of a bishop on one square, each with its own occupied squares,
        /// from one pass.
        #[must_use]
        inlined in_words fn rook_and_bishop_attacks(square: Square, rook_occupied: u64, bishop_occupied: u64) -> (u64, u64)
        { = L::Single::rook_and_bishop_attacks }

        /// Returns the squares that any rook of a set attacks.
        #[must_use]
        inlinable by_caller fn rook_set_attacks(rooks: u64, occupied: u64) -> u64 {
            L::OnePosition::set_attacks(level, rooks, 0, occupied)[0]
        }

        /// Returns the squares that any bishop of a set attacks.
        #[must_use]
        inlinable by_caller fn bishop_set_attacks(bishops: u64, occupied: u64) -> u64 {
            L::OnePosition::set_attacks(level, 0, bishops, occupied)[1]
        }

        /// Returns the squares that any rook of a set attacks, and those that any bishop of a set attacks,
        /// from one pass.
        #[must_use]
        inlinable by_caller fn rook_and_bishop_set_attacks(rooks: u64, bishops: u64, occupied: u64) -> (u64, u64) {
            let [rook, bishop] = L::OnePosition::set_attacks(level, rooks, bishops, occupied);
            (rook, bishop)
        }

        /// Writes the attacks of a rook on each square, each with its own occupied squares.
        ///
        /// # Panics
        ///
        /// Panics if the slices differ in length.
        inlined sliders fn batch_rook_attacks(squares: &[Square], occupied: &[u64], attacks: &mut [u64])
        where {
            check_batch(squares, occupied, Lengths::Attacks(attacks.len()));
        }
        {
            batch::compute::<L, L::Batch>(level, Request::new(squares, occupied, Rooks(attacks)));
        }

        /// Writes the attacks of a rook on each square of one board.
        ///
        /// # Panics
        ///
        /// Panics if the slices differ in length.
        inlined sliders fn batch_rook_attacks_on(occupied: u64, squares: &[Square], attacks: &mut [u64])
        where {
            check_batch(squares, OneBoard(occupied), Lengths::Attacks(attacks.len()));
        }
        {
            batch::compute::<L, L::Batch>(level, Request::new(squares, OneBoard(occupied), Rooks(attacks)));
        }

        /// Writes the attacks of a bishop on each square, each with its own occupied squares.
        ///
        /// # Panics
        ///
        /// Panics if the slices differ in length.
        inlined sliders fn batch_bishop_attacks(squares: &[Square], occupied: &[u64], attacks: &mut [u64])
        where {
            check_batch(squares, occupied, Lengths::Attacks(attacks.len()));
        }
        {
            batch::compute::<L, L::Batch>(level, Request::new(squares, occupied, Bishops(attacks)));
        }

        /// Writes the attacks of a bishop on each square of one board.
        ///
        /// # Panics
        ///
        /// Panics if the slices differ in length.
        inlined sliders fn batch_bishop_attacks_on(occupied: u64, squares: &[Square], attacks: &mut [u64])
        where {
            check_batch(squares, OneBoard(occupied), Lengths::Attacks(attacks.len()));
        }
        {
            batch::compute::<L, L::Batch>(level, Request::new(squares, OneBoard(occupied), Bishops(attacks)));
        }

        /// Writes the attacks of a queen on each square, each with its own occupied squares.
        ///
        /// # Panics
        ///
        /// Panics if the slices differ in length.
        inlined sliders fn batch_queen_attacks(squares: &[Square], occupied: &[u64], attacks: &mut [u64])
        where {
            check_batch(squares, occupied, Lengths::Attacks(attacks.len()));
        }
        {
            batch::compute::<L, L::Batch>(level, Request::new(squares, occupied, Queens(attacks)));
        }

        /// Writes the attacks of a queen on each square of one board.
        ///
        /// # Panics
        ///
        /// Panics if the slices differ in length.
        inlined sliders fn batch_queen_attacks_on(occupied: u64, squares: &[Square], attacks: &mut [u64])
        where {
            check_batch(squares, OneBoard(occupied), Lengths::Attacks(attacks.len()));
        }
        {
            batch::compute::<L, L::Batch>(level, Request::new(squares, OneBoard(occupied), Queens(attacks)));
        }

        /// Writes the attacks of a rook and those of a bishop on each square to two slices, from one pass.
        ///
        /// # Panics
        ///
        /// Panics if the slices differ in length.
        inlined sliders fn batch_rook_and_bishop_attacks(
            squares: &[Square], occupied: &[u64], rook: &mut [u64], bishop: &mut [u64],
        )
        where {
            check_batch(squares, occupied, Lengths::RookAndBishop(rook.len(), bishop.len()));
        }
        {
            batch::compute::<L, L::Batch>(level, Request::new(squares, occupied, RooksAndBishops(rook, bishop)));
        }

        /// Writes all squares that each side attacks, for many positions, including its own protected pieces.
        ///
        /// # Panics
        ///
        /// Panics if the slices differ in length.
        called batches fn batch_attacked_squares(positions: &[Position], white: &mut [u64], black: &mut [u64])
        where {
            check_positions(positions.len(), [("white", white.len()), ("black", black.len())]);
        }
        { = many::attacked_squares::<L, L::OnePosition, L::Many> }

        /// Writes checks, pins and squares that the king cannot enter, for many positions.
        ///
        /// # Panics
        ///
        /// Panics if the slices differ in length.
        called batches fn batch_checks_and_pins(positions: &[Position], checks_and_pins: &mut [ChecksAndPins])
        where {
            check_positions(positions.len(), [("checks_and_pins", checks_and_pins.len())]);
        }
        { = many::checks_and_pins::<L, L::OnePosition, L::Many> }

        /// Writes the number of legal moves of each position.
        ///
        /// # Panics
        ///
        /// Panics if the slices differ in length.
        called batches fn batch_legal_move_counts(positions: &[Position], counts: &mut [u16])
        where {
            check_positions(positions.len(), [("counts", counts.len())]);
        }
        { = many::legal_move_counts::<L, L::OnePosition, L::Many> }

        /// Does the same as [`batch_legal_moves`](Level::batch_legal_moves), and returns the number of moves
        /// if there is no room for them instead of panicking.
        #[doc(hidden)]
        #[must_use = "the number may exceed the length of the slice"]
        called batches fn legal_moves_of_many(positions: &[Position], offsets: &mut [usize], moves: &mut [Move]) -> usize
        { = lists::legal_moves_of_many::<L, L::Lists> }

        /// Replaces each position by the one after a legal move; see [`Position::play`].
        ///
        /// # Panics
        ///
        /// Panics if the slices differ in length.
        called batches fn batch_play(positions: &mut [Position], moves: &[Move])
        where {
            check_positions(positions.len(), [("moves", moves.len())]);
        }
        { = many::play }

        /// Writes the [key](ZobristKeys::key) of each position.
        ///
        /// # Panics
        ///
        /// Panics if the slices differ in length.
        called batches fn batch_zobrist_keys(positions: &[Position], keys: &ZobristKeys, out: &mut [u64])
        where {
            check_positions(positions.len(), [("out", out.len())]);
        }
        { = L::Keys::zobrist_keys }

        /// Writes the squares that each side attacks by role, for many positions.
        ///
        /// # Panics
        ///
        /// Panics if the slices differ in length.
        called batches fn batch_attacks_by_role_of_both(
            positions: &[Position], white: &mut [[u64; 6]], black: &mut [[u64; 6]],
        )
        where {
            check_positions(positions.len(), [("white", white.len()), ("black", black.len())]);
        }
        { = many::attacks_by_role::<L, L::OnePosition> }

        /// Writes checks, pins and checking squares of both kings, for many positions.
        ///
        /// # Panics
        ///
        /// Panics if the slices differ in length.
        called batches fn batch_check_info(positions: &[Position], info: &mut [CheckInfo])
        where {
            check_positions(positions.len(), [("info", info.len())]);
        }
        { = many::check_info::<L, L::Single> }

        /// Writes the threats of many positions to `threats`, one position after the other, and returns their
        /// number.
        ///
        /// The threats of `positions[i]` are `threats[offsets[i]..offsets[i + 1]]`. Threats that do not fit
        /// are not written, but they are counted, also in `offsets`: compare the returned number with
        /// `threats.len()`. Places after the last threat may be overwritten.
        ///
        /// # Panics
        ///
        /// Panics if `offsets` is not one longer than `positions`.
        #[must_use = "the number may exceed the length of the slice"]
        called threats fn batch_threats(
            positions: &[Position], kinds: ThreatKinds, offsets: &mut [usize], threats: &mut [Threat],
        ) -> usize
        where {
            check_offsets(positions.len(), offsets.len());
        }
        { = kernel::threats_of_many::<L, L::Threats> }

        /// Writes the network inputs of each position to a row of `stride` places, and -1 behind the last
        /// input of each row.
        ///
        /// With two perspectives, the rows of the first perspective of all positions come before those of the
        /// second. `counts` has the number of inputs of each row. If a row is too short, the inputs that do
        /// not fit are not written, but they are counted.
        ///
        /// # Panics
        ///
        /// Panics if `rows` does not have `stride` places for each position and perspective, or `counts` one.
        called threats fn batch_threat_inputs(
            positions: &[Position], layout: &ThreatLayout, perspectives: Perspectives,
            rows: &mut [i32], stride: usize, counts: &mut [u16],
        )
        where {
            check_rows(positions, perspectives, rows, stride, counts);
        }
        { = inputs::threat_inputs_of_many::<L, L::Threats> }

        /// Writes the network inputs of many positions to `inputs`, one position after the other, and returns
        /// their number.
        ///
        /// With two perspectives, the inputs of the second follow those of the first of the same position.
        /// Those of row `i` are `inputs[offsets[i]..offsets[i + 1]]`. Inputs that do not fit are not written,
        /// but they are counted, also in `offsets`.
        ///
        /// # Panics
        ///
        /// Panics if `offsets` is not one longer than the number of positions times that of perspectives.
        #[must_use = "the number may exceed the length of the slice"]
        called threats fn batch_threat_inputs_csr(
            positions: &[Position], layout: &ThreatLayout, perspectives: Perspectives,
            offsets: &mut [usize], inputs: &mut [u32],
        ) -> usize
        where {
            check_csr(positions, perspectives, offsets);
        }
        { = inputs::threat_inputs_in_rows::<L, L::Threats> }

        /// Writes the positions of packed boards, without any check; see
        /// [`Position::from_nibbles_unchecked`](Position::from_nibbles_unchecked).
        ///
        /// # Panics
        ///
        /// Panics if the slices differ in length.
        called batches fn batch_from_nibbles_unchecked(
            occupied: &[u64], nibbles: &[[u8; 16]], codes: &NibbleCodes, positions: &mut [Position],
        )
        where {
            check_positions(positions.len(), [("occupied", occupied.len()), ("nibbles", nibbles.len())]);
        }
        { = packed::from_nibbles_of_many_unchecked::<L, L::Packed> }

        /// Writes the positions of packed boards, or returns the index of the first one that is not valid,
        /// and the error.
        ///
        /// # Panics
        ///
        /// Panics if the slices differ in length.
        called batches fn batch_from_nibbles(
            occupied: &[u64], nibbles: &[[u8; 16]], codes: &NibbleCodes, positions: &mut [Position],
        ) -> Result<(), (usize, InvalidPosition)>
        where {
            check_positions(positions.len(), [("occupied", occupied.len()), ("nibbles", nibbles.len())]);
        }
        { = packed::from_nibbles_of_many::<L, L::Packed, L::Single> }

        /// Writes the occupied squares and the numbers of the pieces of many positions, or returns the index
        /// of the first position that has no packed board.
        ///
        /// # Panics
        ///
        /// Panics if the slices differ in length.
        called batches fn batch_to_nibbles(
            positions: &[Position], codes: &NibbleCodes, occupied: &mut [u64], nibbles: &mut [[u8; 16]],
        ) -> Result<(), usize>
        where {
            check_positions(positions.len(), [("occupied", occupied.len()), ("nibbles", nibbles.len())]);
        }
        { = packed::to_nibbles_of_many::<L, L::Packed> }

        /// Returns all squares that White attacks, and all that Black attacks.
        #[must_use]
        inlined positions fn attacked_squares(position: &Position) -> ByColor<u64> {
            ByColor(L::OnePosition::attacked_squares(level, position))
        }

        /// Returns checks, pins and squares that the king cannot enter, for the side to move.
        #[must_use]
        inlined positions fn checks_and_pins(position: &Position) -> ChecksAndPins
        { = L::OnePosition::checks_and_pins }

        /// Returns the number of legal moves of a position.
        #[must_use]
        inlined positions fn legal_move_count(position: &Position) -> u16
        { = L::OnePosition::legal_move_count }

        /// Returns the number of legal moves, computed by the function that is compiled for the level. For
        /// callers that rarely need the number, so that they do not contain the kernel.
        #[doc(hidden)]
        #[must_use]
        called by_caller fn legal_move_count_out_of_line(position: &Position) -> u16 {
            level.legal_move_count(position)
        }

        /// Returns whether the side to move has a legal move; see [`Position::has_legal_moves`].
        #[must_use]
        inlined by_caller fn has_legal_moves(position: &Position) -> bool {
            let is_counted = || level.legal_move_count_out_of_line(position) != 0;
            legal_move::has_legal_moves::<L, L::Single>(level, position, is_counted)
        }

        /// Returns whether the side to move has a legal move, given the result of
        /// [`check_info`](Level::check_info).
        #[must_use]
        inlined by_caller fn has_legal_moves_with(position: &Position, info: &CheckInfo) -> bool {
            let is_counted = || level.legal_move_count_out_of_line(position) != 0;
            legal_move::has_legal_moves_with(position, info, is_counted)
        }

        /// Returns the pieces that give check to the side to move; see [`Position::checkers`].
        #[must_use]
        inlined by_caller fn checkers(position: &Position) -> u64 { = legal_move::checkers::<L, L::Single> }

        /// Writes all legal moves of a position to `moves` and returns their number.
        ///
        /// The order of the moves is unspecified and differs between levels. If `moves` is too short, the
        /// moves that do not fit are not written, but they are counted: the returned number is then larger
        /// than `moves.len()`. Moves are stored in whole vectors, so the contents of `moves` after the last
        /// move are unspecified. [`MAX_LEGAL_MOVES`](crate::positions::lists::MAX_LEGAL_MOVES) places are
        /// enough for every position.
        #[must_use = "the number may exceed the length of the slice"]
        inlined lists fn legal_moves(position: &Position, moves: &mut [Move]) -> usize
        { = lists::legal_moves::<L, L::Lists> }

        /// Writes the selected legal moves; otherwise like [`legal_moves`](Level::legal_moves).
        #[doc(hidden)]
        #[must_use = "the number may exceed the length of the slice"]
        inlined lists fn legal_moves_selected(position: &Position, selection: &Selection, moves: &mut [Move]) -> usize {
            let list = |moves: &mut [MaybeUninit<Move>]| level.list_selected(position, selection, moves);
            lists::selected_moves::<L, L::Lists, L::Single, L::OnePosition>(level, position, selection, moves, list)
        }

        /// Writes the selected legal moves as a part of the list of all moves, and returns their number, or
        /// the number of those that were written before there was too little room.
        #[doc(hidden)]
        called lists fn list_selected(
            position: &Position, selection: &Selection, moves: &mut [MaybeUninit<Move>],
        ) -> Result<usize, usize>
        { = lists::list_selected::<L, L::Lists> }

        /// Replaces the contents of a list with the moves that [`moves`](Level::moves) returns.
        #[doc(hidden)]
        inlined lists fn write_moves(position: &Position, moves: &mut MoveList) {
            moves.fill::<L, L::Lists>(level, position);
        }

        /// Replaces the contents of a list with the selected legal moves.
        #[doc(hidden)]
        inlined lists fn write_moves_selected(position: &Position, selection: &Selection, moves: &mut MoveList) {
            let list = |moves: &mut [MaybeUninit<Move>]| level.list_selected(position, selection, moves);
            moves.fill_selected::<L, L::Single, L::OnePosition>(level, position, selection, list);
        }

        /// Writes the positions after all legal moves of a position to `successors` and returns their number.
        ///
        /// They are in the order of [`legal_moves`](Level::legal_moves). If `successors` is too short, the
        /// positions that do not fit are not written, but they are counted: the returned number is then
        /// larger than `successors.len()`. [`MAX_LEGAL_MOVES`](crate::positions::lists::MAX_LEGAL_MOVES)
        /// places are enough for every position.
        #[must_use = "the number may exceed the length of the slice"]
        inlined lists fn successors(position: &Position, successors: &mut [Position]) -> usize
        { = successors::successors::<L, L::Lists, L::OnePosition> }

        /// Adds the number of legal moves of each successor of a position to a counter. They are counted
        /// together with those of other positions; see [`SuccessorCounter`].
        ///
        /// All calls for one counter must use the same level, or the total is unspecified.
        called batches fn add_successors(position: &Position, counter: &mut SuccessorCounter)
        { = L::SuccessorCounts::add::<L> }

        /// Returns the number of legal moves of all successors that were [added](Level::add_successors), and
        /// leaves the counter empty.
        #[must_use]
        called batches fn finish_successors(counter: &mut SuccessorCounter) -> u64
        { = L::SuccessorCounts::finish::<L> }

        /// Writes the number of legal moves after each legal move of a position, and returns the number of
        /// its moves.
        ///
        /// They are in the order of [`legal_moves`](Level::legal_moves). If `counts` is too short, the counts
        /// that do not fit are not written, but the returned number is that of all moves.
        #[must_use = "the number may exceed the length of the slice"]
        called batches fn batch_successor_move_counts(position: &Position, counts: &mut [u16]) -> usize
        { = L::SuccessorCounts::successor_move_counts::<L> }

        /// Returns the pieces of both colors that attack a square on a board with these squares occupied.
        #[must_use]
        inlined positions fn attackers_to(position: &Position, square: Square, occupied: u64) -> u64
        { = attackers::attackers_to::<L, L::Single> }

        /// Returns the pseudo-legal destinations of the piece of the side to move on a square; see
        /// [`Position::destinations`].
        #[must_use]
        inlined positions fn destinations(position: &Position, square: Square) -> u64
        { = destinations::destinations::<L, L::Single> }

        /// Returns the pieces of the side to move with a role that may move to a square, pseudo-legally; see
        /// [`Position::origins`].
        #[must_use]
        inlined positions fn origins(position: &Position, role: Role, to: Square) -> u64
        { = destinations::origins::<L, L::Single> }

        /// Returns the squares that a color attacks, by role.
        #[must_use]
        inlined positions fn attacks_by_role(position: &Position, color: Color) -> ByRole<u64> {
            ByRole(attackers::attacks_by_role::<L, L::OnePosition>(level, position, color, position.occupied()))
        }

        /// Like [`attacks_by_role`](Level::attacks_by_role), with these squares occupied.
        #[must_use]
        inlined positions fn attacks_by_role_on(position: &Position, color: Color, occupied: u64) -> ByRole<u64> {
            ByRole(attackers::attacks_by_role::<L, L::OnePosition>(level, position, color, occupied))
        }

        /// Returns the squares that White attacks by role, and those that Black attacks.
        #[must_use]
        inlined positions fn attacks_by_role_of_both(position: &Position) -> ByColor<ByRole<u64>> {
            let [white, black] = L::OnePosition::attacks_by_role(level, position);
            ByColor([ByRole(white), ByRole(black)])
        }

        /// Returns checks, pins and checking squares of both kings.
        #[must_use]
        inlined positions fn check_info(position: &Position) -> CheckInfo
        { = check_info::check_info::<L, L::Single> }

        /// Returns the attacks of the side that is not to move, and checks and pins of both kings; see
        /// [`Position::node_info`].
        #[must_use]
        inlined positions fn node_info(position: &Position) -> NodeInfo
        { = L::OnePosition::node_info::<L::Single> }

        /// Returns the legal move that a text in standard algebraic notation means; see
        /// [`Position::parse_san`].
        ///
        /// # Errors
        ///
        /// Returns an error if the text is not SAN, or if not exactly one legal move has this notation.
        inlined positions fn parse_san(position: &Position, san: &[u8]) -> Result<Move, ParseMoveError> {
            san::parse_san::<L, L::Single, L::OnePosition>(level, position, san).ok_or_else(|| explain(position, san))
        }

        /// Plays the legal move that a text in standard algebraic notation means; see [`Position::play_san`].
        ///
        /// # Errors
        ///
        /// Returns an error if the text is not SAN, or if not exactly one legal move has this notation. The
        /// position is then unchanged.
        inlined positions fn play_san(position: &mut Position, san: &[u8]) -> Result<Move, ParseMoveError> {
            san::play_san::<L, L::Single, L::OnePosition>(level, position, san).ok_or_else(|| explain(position, san))
        }

        /// Returns a legal move in standard algebraic notation; see [`Position::to_san`].
        #[must_use]
        inlined positions fn to_san(position: &Position, chess_move: Move) -> SanText
        { = write::to_san::<L, L::Single, L::OnePosition> }

        /// Reads the next move of a game, and plays it.
        #[doc(hidden)]
        #[must_use]
        inlined positions fn next_ply(replay: &mut Replay, text: &[u8]) -> Next
        { = movetext::next_ply::<L, L::Single, L::OnePosition> }

        /// Returns whether a move is legal.
        #[must_use]
        inlined positions fn is_legal(position: &Position, chess_move: Move) -> bool
        { = legality::is_legal::<L, L::Single, L::OnePosition> }

        /// Returns whether a move is legal, given the result of [`check_info`](Level::check_info).
        inlinable positions fn is_legal_with(position: &Position, info: &CheckInfo, chess_move: Move) -> bool
        { = legality::is_legal_with::<L, L::Single, L::OnePosition> }

        /// Returns whether a move is legal, given the result of [`node_info`](Level::node_info).
        inlinable positions fn is_legal_with_node(position: &Position, info: &NodeInfo, chess_move: Move) -> bool
        { = legality::is_legal_with_node::<L, L::Single, L::OnePosition> }

        /// Returns whether a legal move gives check.
        #[must_use]
        inlined positions fn gives_check(position: &Position, chess_move: Move) -> bool
        { = legality::gives_check::<L, L::Single> }

        /// Returns whether a legal move gives check, given the result of [`check_info`](Level::check_info).
        #[must_use]
        inlined positions fn gives_check_with(position: &Position, info: &CheckInfo, chess_move: Move) -> bool
        { = legality::gives_check_with::<L, L::Single> }

        /// Returns the position after passing, or `None` if the side to move is in check.
        #[must_use]
        inlined positions fn null_move(position: &Position) -> Option<Position>
        { = legality::null_move::<L, L::Single, L::OnePosition> }

        /// Returns the value of the exchange that a move begins (static exchange evaluation).
        #[must_use]
        inlined positions fn see(position: &Position, chess_move: Move, values: &[i32; 6]) -> i32
        { = exchange::see::<L, L::Single> }

        /// Returns whether the exchange that a move begins is worth at least `threshold`.
        inlinable positions fn see_at_least(
            position: &Position, chess_move: Move, values: &[i32; 6], threshold: i32,
        ) -> bool {
            type OfLevel<L> = <<L as Kernels>::OnePosition as PositionKernel<L>>::Exchange;
            OfLevel::<L>::see_at_least::<L::Single, _>(level, position, exchange::NoPins, chess_move, values, threshold)
        }

        /// Returns whether the exchange that a move begins is worth at least `threshold` if pinned pieces do
        /// not capture, given the result of [`check_info`](Level::check_info); see
        /// [`Position::see_at_least_with`].
        inlinable positions fn see_at_least_with(
            position: &Position, info: &CheckInfo, chess_move: Move, values: &[i32; 6], threshold: i32,
        ) -> bool {
            type OfLevel<L> = <<L as Kernels>::OnePosition as PositionKernel<L>>::Exchange;
            let pins = exchange::WithPins(info);
            OfLevel::<L>::see_at_least::<L::Single, _>(level, position, pins, chess_move, values, threshold)
        }

        /// Writes the threats of a position to `threats` and returns their number; see [`Position::threats`].
        #[must_use = "the number may exceed the length of the slice"]
        inlined threats fn threats(position: &Position, kinds: ThreatKinds, threats: &mut [Threat]) -> usize
        { = kernel::threats::<L, L::Threats> }

        /// Writes the network inputs of a position from the view of one side and returns their number; see
        /// [`Position::threat_inputs`].
        #[must_use = "the number may exceed the length of the slice"]
        called threats fn threat_inputs(
            position: &Position, layout: &ThreatLayout, perspective: Color, inputs: &mut [u32],
        ) -> usize
        { = inputs::threat_inputs::<L, L::Threats> }

        /// Writes the network inputs of a position from the views of both sides and returns their numbers;
        /// see [`Position::threat_inputs_of_both`].
        #[must_use = "the numbers may exceed the lengths of the slices"]
        called threats fn threat_inputs_of_both(
            position: &Position, layout: &ThreatLayout, white: &mut [u32], black: &mut [u32],
        ) -> [usize; 2] {
            inputs::threat_inputs_of_both::<L, L::Threats>(level, position, layout, [white, black])
        }

        /// Returns the position of a packed board, or an error if it is not valid; see
        /// [`Position::from_nibbles`].
        inlined positions fn position_from_nibbles(
            occupied: u64, nibbles: &[u8; 16], codes: &NibbleCodes,
        ) -> Result<Position, InvalidPosition>
        { = packed::from_nibbles::<L, L::Packed, L::Single> }

        /// Returns the position of a packed board, without any check; see
        /// [`Position::from_nibbles_unchecked`].
        #[must_use]
        inlined positions fn position_from_nibbles_unchecked(occupied: u64, nibbles: &[u8; 16], codes: &NibbleCodes) -> Position
        { = packed::from_nibbles_unchecked::<L, L::Packed> }

        /// Returns the occupied squares and the numbers of the pieces, if there are at most 32 pieces and the
        /// codes have a number for each; see [`Position::to_nibbles`].
        #[must_use]
        inlined positions fn position_to_nibbles(position: &Position, codes: &NibbleCodes) -> Option<(u64, [u8; 16])>
        { = packed::to_nibbles::<L, L::Packed> }

        /// Writes the threats that a move adds and removes to `changes`; see [`Position::threat_changes`].
        inlined threats fn threat_changes(
            position: &Position, chess_move: Move, kinds: ThreatKinds, changes: &mut ThreatChanges,
        )
        { = changes::changes_of_move::<L, L::ThreatChanges> }

        /// Writes the threats that a change of a board of bytes adds and removes to `changes`; see
        /// [`Mailbox::threat_changes`].
        inlined threats fn mailbox_threat_changes(
            mailbox: &Mailbox, change: BoardChange, kinds: ThreatKinds, changes: &mut ThreatChanges,
        )
        { = changes::changes_of_mailbox::<L, L::ThreatChanges> }

        /// Writes the threats that a change of a program's own board of bytes adds and removes to `changes`;
        /// see [`MailboxRef::threat_changes`].
        inlined threats fn mailbox_ref_threat_changes(
            mailbox: MailboxRef<'_>, change: BoardChange, kinds: ThreatKinds, changes: &mut ThreatChanges,
        )
        { = changes::changes_of_mailbox_ref::<L, L::ThreatChanges> }

        /// Writes the threats that a change of a program's own board of bytes adds and removes to two slices
        /// and returns their numbers; see [`MailboxRef::threat_changes_into`].
        #[must_use = "the numbers may exceed the lengths of the slices"]
        inlined threats fn mailbox_ref_threat_changes_into(
            mailbox: MailboxRef<'_>, change: BoardChange, kinds: ThreatKinds, added: &mut [Threat], removed: &mut [Threat],
        ) -> [usize; 2]
        { = changes::changes_of_mailbox_ref_into::<L, L::ThreatChanges> }

        /// Writes the network inputs of threats from the view of one side and returns their number; see
        /// [`ThreatLayout::inputs_of`].
        #[must_use = "the number may exceed the length of the slice"]
        inlined threats fn inputs_of_threats(
            threats: &[Threat], layout: &ThreatLayout, perspective: Color, king: Square, inputs: &mut [u32],
        ) -> usize {
            let [count] =
                inputs::inputs_of_threats::<L, L::Threats, 1>(level, threats, layout, [(perspective, king)], &mut [inputs::InputPlaces::new(inputs)]);
            count
        }

        /// Writes the network inputs of threats from the views of both sides and returns their numbers; see
        /// [`ThreatLayout::inputs_of_both`].
        #[must_use = "the numbers may exceed the lengths of the slices"]
        inlined threats fn inputs_of_threats_of_both(
            threats: &[Threat], layout: &ThreatLayout, kings: [Square; 2], white: &mut [u32], black: &mut [u32],
        ) -> [usize; 2] {
            let views = [(Color::White, kings[0]), (Color::Black, kings[1])];
            inputs::inputs_of_threats::<L, L::Threats, 2>(level, threats, layout, views, &mut [inputs::InputPlaces::new(white), inputs::InputPlaces::new(black)])
        }

        /// Writes the network inputs of pairs of pawns that a change of the pawns adds and removes, from the
        /// views of both sides, and returns their numbers; see [`ThreatLayout::pawn_pair_changes`].
        #[must_use = "the numbers may exceed the lengths of the slices"]
        inlined threats fn pawn_pair_changes(
            layout: &ThreatLayout, pawns: [[u64; 2]; 2], kings: [Square; 2], inputs: [[&mut [u32]; 2]; 2],
        ) -> [[usize; 2]; 2] {
            inputs::pawn_pair_changes::<L, L::Threats>(level, layout, pawns, kings, inputs)
        }
    } };
}
pub(super) use calls;

/// The types in the signatures of the calls.
pub mod types {
    pub use core::mem::MaybeUninit;

    pub use crate::batch::{Lengths, OneBoard, check_lengths as check_batch};
    pub use crate::games::movetext::{Next, Replay};
    pub use crate::lengths::{check_lengths as check_positions, check_offsets};
    pub use crate::positions::lists::{MoveList, Selection};
    pub use crate::positions::successor_counts::SuccessorCounter;
    pub use crate::threats::inputs::{check_csr, check_rows};
    pub use crate::threats::{
        BoardChange, Mailbox, MailboxRef, Perspectives, Threat, ThreatChanges, ThreatKinds, ThreatLayout,
    };
    pub use crate::{
        ByColor, ByRole, CheckInfo, ChecksAndPins, Color, InvalidPosition, LineAttacks, Move, NibbleCodes,
        NodeInfo, ParseMoveError, Position, Role, SanText, Square, ZobristKeys,
    };
}
