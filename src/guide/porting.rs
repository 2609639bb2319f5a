//! Porting: how to replace magic or PEXT lookups by quadline, and which calls an engine needs.
//!
//! In a checkout, this command times the attacks of all sliders in real positions, one after the other: by
//! the free functions (`quadline/single`), by the kernels of each level in a loop that is generic over the
//! level, and by the tables of shakmaty and cozy-chess. The shape `positions` stores them, and `mobility`
//! counts their squares. `benches/pages/sliders.md` has the figures of a recorded CPU.
//!
//! ```text
//! cargo run --release -p quadline-benches --features sliders -- compare --shape positions,mobility
//! ```
//!
//! On a Zen 5 (2026-11-28), a program for any x86-64 that counts mobility takes 1.09 to 1.11 of the time of shakmaty's
//! magics with the free functions, which read 12 KiB of tables instead of 697 KiB (`shakmaty/any-cpu`). In a
//! loop that is generic over the level, `avx2` takes 1.07 and `lzcnt` 1.32 of the time of shakmaty's magics
//! compiled for x86-64-v3. Tables that other data displaces from the caches are slower than that.
//!
//! # Squares and boards
//!
//! quadline numbers squares from a1 = 0 and b1 = 1 to h8 = 63, and bit n of a board is square n. shakmaty,
//! cozy-chess, chess and Stockfish do the same. Their bitboards wrap a `u64` (`.0`), so each function takes
//! one line:
//!
//! ```
//! use quadline::Square;
//!
//! # /// A square of another library.
//! # #[derive(Clone, Copy)] enum TheirSquare { A1 = 0, H8 = 63 }
//! # struct TheirBitboard(u64);
//! /// Replaces a lookup, with the types of the other library.
//! fn rook_attacks(square: TheirSquare, occupied: TheirBitboard) -> TheirBitboard {
//!     TheirBitboard(quadline::rook_attacks(Square::new_masked(square as u8), occupied.0))
//! }
//! # assert_eq!(rook_attacks(TheirSquare::A1, TheirBitboard(0)).0.count_ones(), 14);
//! # assert_eq!(rook_attacks(TheirSquare::H8, TheirBitboard(0)).0.count_ones(), 14);
//! ```
//!
//! [`Square::new_masked`](crate::Square::new_masked) takes a number modulo 64, without a branch, and compiles
//! to nothing if the compiler can see that the number is below 64. [`Square::new`](crate::Square::new)
//! returns `None` for larger numbers. The occupied squares may include the slider's own square and the edges,
//! so no mask is needed before the call.
//!
//! A program in which a8 = 0 turns the board upside down, which is a byte swap:
//!
//! ```
//! use quadline::{Square, bitboard};
//!
//! fn rook_attacks(square: u8, occupied: u64) -> u64 {
//!     quadline::rook_attacks(Square::new_masked(square ^ 56), occupied.swap_bytes()).swap_bytes()
//! }
//! // Square 1 is b8 here. `bitboard!` has a1 = bit 0, so the result is swapped again to compare it.
//! assert_eq!(rook_attacks(1, 0).swap_bytes(), bitboard! {
//!     1 . 1 1 1 1 1 1
//!     . 1 . . . . . .
//!     . 1 . . . . . .
//!     . 1 . . . . . .
//!     . 1 . . . . . .
//!     . 1 . . . . . .
//!     . 1 . . . . . .
//!     . 1 . . . . . .
//! });
//! ```
//!
//! A program in which h1 = 0 exchanges left and right. The attacks of rooks, bishops and queens are the same
//! on the mirrored board, so it can pass its squares and boards unchanged.
//!
//! # A rook and a bishop on one square
//!
//! Engines often look up both on one square of one board, for example for the attackers of a square or the
//! squares that give check. [`queen_attacks_x4`](crate::queen_attacks_x4) computes the four lines in one
//! pass:
//!
//! ```
//! use quadline::{Square, queen_attacks_x4};
//!
//! /// Returns the sliders that attack a square.
//! fn attacking_sliders(
//!     square: Square,
//!     occupied: u64,
//!     orthogonal: u64,
//!     diagonal: u64,
//! ) -> u64 {
//!     let lines = queen_attacks_x4(square, occupied);
//!     lines.rook() & orthogonal | lines.bishop() & diagonal
//! }
//! let (rook, bishop) = (Square::E8.bit(), Square::A5.bit());
//! assert_eq!(
//!     attacking_sliders(Square::E1, rook | bishop, rook, bishop),
//!     rook | bishop
//! );
//! ```
//!
//! # Words of other libraries
//!
//! These are the words of cozy-chess, shakmaty, chess and python-chess that have other names here. The search
//! of this documentation finds the items under their words too.
//!
//! | word elsewhere | here |
//! |---|---|
//! | `perft` | [`legal_move_count`](crate::Position::legal_move_count); the example `perft` counts deeper |
//! | `any` | [`has_legal_moves`](crate::Position::has_legal_moves) |
//! | `is_check` | [`in_check`](crate::Position::in_check) |
//! | `MoveGen`, `generate_legal_moves`, `generate_moves` | [`moves`](crate::Position::moves), a list; [`legal_moves`](crate::Position::legal_moves) fills a slice |
//! | `capture_moves`, `generate_legal_captures`, `promotion_moves` | [`moves_of`](crate::Position::moves_of) |
//! | `generate_moves_for` | [`legal_moves_from_to`](crate::Position::legal_moves_from_to) |
//! | `attackers`, `attacks_to` | [`attackers_to`](crate::Position::attackers_to) with the occupied squares, of both colors: add `& position.color(color)` |
//! | `attacks_from` | [`attacks`](crate::Position::attacks) |
//! | `san_candidates` | [`origins`](crate::Position::origins) |
//! | `is_pinned`, `pin`, `pinned` | [`check_info`](crate::Position::check_info), and in it [`pinned`](crate::CheckInfo::pinned) |
//! | `legal` | [`is_legal`](crate::Position::is_legal) |
//! | `swap_turn` | [`null_move`](crate::Position::null_move) |
//! | `from_san` | [`parse_san`](crate::Position::parse_san) |
//! | `push_san` | [`play_san`](crate::Position::play_san) |
//! | `san` | [`to_san`](crate::Position::to_san) |
//! | `from_uci` | [`parse_uci`](crate::Position::parse_uci) |
//! | `from_chess960_pos`, `scharnagl` | [`chess960`](crate::Position::chess960) |
//! | `make_move_new` | [`play`](crate::Position::play) |
//! | `make_move`, `play_unchecked`, `push` | [`play_mut`](crate::Position::play_mut), for a legal move; there is no undoing: keep a copy, or [`play`](crate::Position::play) |
//! | `is_sane`, `is_valid` | [`check`](crate::Position::check) |
//! | `by_color`, `color_combined`, `colors`, `occupied_co` | [`color`](crate::Position::color) |
//! | `us`, `them` | [`color`](crate::Position::color) of [`side_to_move`](crate::Position::side_to_move), or of its [`opponent`](crate::Color::opponent) |
//! | `combined` | [`occupied`](crate::Position::occupied) |
//! | `bishops_and_queens` | [`diagonal_sliders`](crate::Position::diagonal_sliders) |
//! | `rooks_and_queens` | [`orthogonal_sliders`](crate::Position::orthogonal_sliders) |
//! | `by_role` | [`role`](crate::Position::role), of both colors |
//! | `by_piece`, `colored_pieces`, `our`, `pieces_mask`, `their` | [`pieces`](crate::Position::pieces) |
//! | `king_of`, `king_square` | [`king`](crate::Position::king) |
//! | `get`, `piece_on` | [`piece_at`](crate::Position::piece_at) |
//! | `piece_type_at` | [`role_at`](crate::Position::role_at) |
//! | `turn` | [`side_to_move`](crate::Position::side_to_move) |
//! | `castle_rights`, `castles`, `castling_rights`, `has_kingside_castling_rights`, `has_queenside_castling_rights` | [`castling_rooks`](crate::Position::castling_rooks): the rooks that may castle, as a bitboard |
//! | `ep_square` | [`en_passant`](crate::Position::en_passant) |
//! | `mirror`, `transform` | [`mirrored`](crate::Position::mirrored), the sides exchanged as well |
//! | `is_checkmate`, `is_game_over`, `is_insufficient_material`, `is_stalemate`, `status` | [`outcome`](crate::Position::outcome); compare it with [`Outcome::Checkmate`](crate::Outcome::Checkmate) and so on |
//! | `capture` | [`captured`](crate::Position::captured) |
//! | `from_fen`, `set_fen` | [`from_fen_bytes`](crate::Position::from_fen_bytes); `fen.parse::<Position>()` |
//! | `from_square`, `get_source` | [`from`](crate::Move::from) |
//! | `get_dest`, `to_square` | [`to`](crate::Move::to) |
//! | `get_promotion`, `is_promotion` | [`promotion`](crate::Move::promotion), `None` for other moves |
//! | `from_coords`, `from_file_rank`, `make_square` | [`at`](crate::Square::at), each from 0 to 7, `None` beyond |
//! | `to_index`, `to_int` | [`index`](crate::Square::index), or `usize::from(square)` |
//! | `get_file`, `square_file` | [`file`](crate::Square::file) |
//! | `get_rank`, `square_rank` | [`rank`](crate::Square::rank) |
//! | `other` | [`opponent`](crate::Color::opponent) |
//! | `char` | [`letter`](crate::Role::letter) |
//! | `from_char` | [`from_letter`](crate::Role::from_letter) |
//! | `BB_FILES` | [`FILES`](crate::FILES) |
//! | `BB_RANKS` | [`RANKS`](crate::RANKS) |
//! | `get_hash`, `hash`, `zobrist_hash` | [`key`](crate::ZobristKeys::key) |
//! | `prefetch_key` | [`key_after`](crate::ZobristKeys::key_after) |
//! | `halfmoves` | [`halfmove_clock`](crate::fen::Fen::halfmove_clock) |
//! | `fullmoves` | [`fullmove_number`](crate::fen::Fen::fullmove_number) |
//! | `get_rook_moves` | [`rook_attacks`](crate::rook_attacks) |
//! | `get_bishop_moves` | [`bishop_attacks`](crate::bishop_attacks) |
//! | `get_knight_moves` | [`knight_attacks`](crate::knight_attacks) |
//! | `get_king_moves` | [`king_attacks`](crate::king_attacks) |
//! | `get_pawn_attacks` | [`pawn_attacks`](crate::pawn_attacks) |
//! | `between_rays`, `get_between_rays` | [`between`](crate::between) |
//! | `aligned`, `get_line_rays`, `ray` | [`line_through`](crate::line_through) |
//!
//! Boards are plain `u64`, so a set of squares has no methods, and neither moves nor colors have all
//! conversions of these libraries. `p` is a position, `m` a move, `s` a square, and `b` a set of squares:
//!
//! | written elsewhere | here |
//! |---|---|
//! | `for m in p.legal_moves()`, `MoveGen::new_legal(&p)` | `for m in p.moves() {}` |
//! | `p.board()` | `&p` |
//! | `Position::startpos()` | `Position::START` |
//! | `p.to_fen()` | `p.fen()` |
//! | `p.captures()` | `p.moves_of(MoveSet::CAPTURES)` |
//! | `m.is_capture()` | `p.is_capture(m)` |
//! | `p.see_ge(m, 0)` | `p.see_at_least(m, &values, 0)`, with the values of the roles |
//! | `p.us()` | `p.color(p.side_to_move())` |
//! | `p.them()` | `p.color(!p.side_to_move())` |
//! | `p.our(role)` | `p.pieces(p.side_to_move(), role)` |
//! | `p.play(m).unwrap()` | `p.is_legal(m) && p.play(m) != p`: [`play`](crate::Position::play) does not check |
//! | `p.king(color)`, a square | `p.king(color).unwrap()`: positions that were not checked can lack a king |
//! | `p.attacked_squares().white` | `p.attacked_squares()[Color::White]` |
//! | `attacks(s, piece, b)` | `p.attacks(s)`, or the function of the role: `rook_attacks(s, b)` |
//! | `p.is_castling(m)`, `m.is_castle()` | `m.is_castling()` |
//! | `p.has_kingside_castling_rights(color)` | `p.castling_rooks() & p.color(color) & FILES[7] != 0` in standard chess |
//! | `p.is_threefold_repetition()` | `ZobristKeys::DEFAULT.key(&p)` of each position: [an engine's board](super::engine_board) compares them |
//! | `p.ascii()` | `format!("{p:?}")` |
//! | `Move { from, to, promotion }` | `p.move_of(from, to, promotion)`, `None` if it is not legal |
//! | `m.role()` | `p.role_at(m.from())` |
//! | `Bitboard::FULL`, `Bitboard::EMPTY` | `(!0_u64, 0_u64)` |
//! | `s.bitboard()`, `Bitboard::EMPTY.with(s)` | `s.bit()` |
//! | `for s in b` | `for s in squares(b) {}` |
//! | `b.has(s)`, `b.contains(s)` | `b & s.bit() != 0` |
//! | `b.is_empty()` | `b == 0` |
//! | `b.popcount()` | `b.count_ones()` |
//! | `File::E.bitboard() & Rank::Fourth.bitboard()` | `FILES[4] & RANKS[3]` |
//! | `s.offset(8)` | `Square::new(u8::from(s) + 8)`, `None` beyond the board |
//! | `Square::parse("e4")` | `"e4".parse::<Square>()` |
//! | `color.is_white()` | `color == Color::White` |
//! | `role.of(color)`, `Piece { color, role }` | `Piece::new(color, role)` |
//! | `role.char()` | `role.letter()` |
//!
//! # Whole positions
//!
//! A program that has bitboards passes them as eight words. Nothing is checked:
//!
//! ```
//! use quadline::Position;
//!
//! /// `state` contains the rooks that may castle, the en passant square, and bit 32 if Black is to move.
//! fn position(colors: [u64; 2], roles: [u64; 6], state: u64) -> Position {
//!     let ([white, black], [pawns, knights, bishops, rooks, queens, kings]) = (colors, roles);
//!     Position::from_words([white, black, pawns, knights, bishops | queens, rooks | queens, kings, state])
//! }
//! # let start = Position::START;
//! # let roles = [start.pawns(), start.knights(), start.bishops(), start.rooks(), start.queens(), start.kings()];
//! # assert_eq!(position([start.white(), start.black()], roles, start.rooks()), start);
//! ```
//!
//! [`Position::new`](crate::Position::new) checks eight bitboards; [`Setup::of`](crate::Setup::of) takes them
//! in two arrays:
//!
//! ```
//! use quadline::{InvalidPosition, Position, Setup};
//!
//! fn position(colors: [u64; 2], roles: [u64; 6]) -> Result<Position, InvalidPosition> {
//!     Position::new(Setup::of(colors, roles))
//! }
//! # use quadline::{Color, Role};
//! # let start = Position::START;
//! # let read = position(Color::ALL.map(|color| start.color(color)), Role::ALL.map(|role| start.role(role)));
//! # assert_eq!(read.map(|position| position.occupied()), Ok(start.occupied()));
//! ```
//!
//! # Engines
//!
//! **Build for the CPU first.** Engines are often distributed as one program per CPU. In a build for
//! `x86-64-v3` and above, or with `-C target-cpu=native` on a CPU with AVX2, the [level](crate::level) is
//! fixed and every function inlines. In a build for any x86-64 the free functions of one slider inline
//! 64-bit words, and methods of a position are dispatched, which costs two loads and an indirect call; there,
//! try whether the search as a whole gains with [`level::dispatch`](crate::level::dispatch). In a checkout,
//! these commands show the difference for your CPU: the row `quadline/single` has the free functions, on words
//! in the first table and with the level of the build in the second.
//!
//! ```text
//! cargo run --release -p quadline-benches --features sliders -- compare --shape random-1024
//! RUSTFLAGS="-C target-cpu=native" cargo run --release -p quadline-benches --features sliders --target-dir target/native -- compare --shape random-1024
//! ```
//!
//! | you need | call |
//! |---|---|
//! | captures and promotions, quiet moves, all moves | [`legal_moves_of`](crate::Position::legal_moves_of) |
//! | the same as a list, without an array of yours | [`moves_of`](crate::Position::moves_of), [`moves`](crate::Position::moves) |
//! | the legal move between two squares, castling also by the king's | [`move_of`](crate::Position::move_of) |
//! | the halfmove clock and the number of the move | [`Fen`](crate::fen::Fen) |
//! | the piece that a move captures, also en passant | [`captured`](crate::Position::captured), [`is_capture`](crate::Position::is_capture) |
//! | checkmate, stalemate, insufficient material | [`outcome`](crate::Position::outcome), [`has_legal_moves`](crate::Position::has_legal_moves), [`in_check`](crate::Position::in_check) |
//! | the other color | [`!color`](crate::Color) or [`opponent`](crate::Color::opponent) |
//! | the moves of some pieces to some squares | [`legal_moves_from_to`](crate::Position::legal_moves_from_to) |
//! | whether a hash or killer move is legal | [`is_legal`](crate::Position::is_legal), given what a node has computed [`is_legal_with`](crate::Position::is_legal_with), [`is_legal_with_node`](crate::Position::is_legal_with_node) |
//! | whether a move gives check | [`gives_check`](crate::Position::gives_check), [`gives_check_with`](crate::Position::gives_check_with) |
//! | checks, pins and pinners of both kings, squares that give check | [`check_info`](crate::Position::check_info) |
//! | the pieces that attack a square | [`attackers_to`](crate::Position::attackers_to) |
//! | the material that an exchange wins, with your values of the pieces | [`see`](crate::Position::see), [`see_at_least`](crate::Position::see_at_least), without pinned pieces [`see_at_least_with`](crate::Position::see_at_least_with) |
//! | what a search computes after each move, in one call | [`node_info`](crate::Position::node_info) |
//! | the attacks on enemies, by which piece on which | [`threats`](crate::Position::threats) with [`without_defenses`](crate::threats::ThreatKinds::without_defenses) |
//! | the threats that a move changes, on your board of 64 bytes | [`MailboxRef`](crate::threats::MailboxRef), of bytes of roles [`of_roles`](crate::threats::MailboxRef::of_roles), [`ThreatLayout::inputs_of`](crate::threats::ThreatLayout::inputs_of) |
//! | the squares attacked by each kind of piece | [`attacks_by_role`](crate::Position::attacks_by_role), [`attacks_by_role_on`](crate::Position::attacks_by_role_on), of both colors at once [`attacks_by_role_of_both`](crate::Position::attacks_by_role_of_both), of many positions [`batch::attacks_by_role_of_both`](crate::batch::attacks_by_role_of_both) |
//! | rook and bishop attacks from one square | [`queen_attacks_x4`](crate::queen_attacks_x4), with two boards [`rook_and_bishop_attacks`](crate::rook_and_bishop_attacks) |
//! | the union of all rook attacks, of all bishop attacks, or both | [`rook_set_attacks`](crate::rook_set_attacks), [`bishop_set_attacks`](crate::bishop_set_attacks), [`rook_and_bishop_set_attacks`](crate::rook_and_bishop_set_attacks) |
//! | attacks of knights, kings and pawns; lines | [`knight_attacks`](crate::knight_attacks), [`king_attacks`](crate::king_attacks), [`pawn_attacks`](crate::pawn_attacks), of sets [`knight_set_attacks`](crate::knight_set_attacks), [`king_set_attacks`](crate::king_set_attacks), [`pawn_set_attacks`](crate::pawn_set_attacks); [`between`](crate::between), [`line_through`](crate::line_through) |
//! | a null move; a hash key; the key of an opening book | [`null_move`](crate::Position::null_move), [`ZobristKeys`](crate::ZobristKeys), castling by file: [`by_file`](crate::ZobristKeys::by_file), [`polyglot_key`](crate::Position::polyglot_key) |
//! | keys of pawns, of minor pieces, of each color, for correction histories | [`KeySet`](crate::KeySet) |
//! | the inputs of pairs of pawns that a move changes, from your bitboards | [`pawn_pair_changes`](crate::threats::ThreatLayout::pawn_pair_changes) |
//!
//! [An engine's board](super::engine_board) puts them together. The example `engine` uses most of them in a
//! small UCI engine.
//!
//! **The order in which a port pays.** Make one step at a time, and compare the numbers of nodes after each:
//!
//! 1. Make your type of moves [`Move`](crate::Move), or a wrapper of it, first. Converting the moves of each
//!    list and each call takes back a part of what the calls gain.
//! 2. If the network has threats as inputs: the threats that a move changes, on your own board of bytes
//!    ([`MailboxRef`](crate::threats::MailboxRef)), and their inputs
//!    ([`inputs_of_both`](crate::threats::ThreatLayout::inputs_of_both)). This gains most.
//! 3. Lookups. In a build for the CPU they are faster than magics in a hot loop, in a build for any x86-64 a
//!    queen takes longer. In both they leave the caches to the rest of the program: magics have 841 KiB of
//!    tables in many engines.
//! 4. Lists of moves and captures ([`moves_of`](crate::Position::moves_of)), and the test of a move of the
//!    hash table ([`is_legal`](crate::Position::is_legal)) before any move is listed.
//! 5. Exchanges ([`see_at_least`](crate::Position::see_at_least)), if their rules are yours. Compare the
//!    values of the two pieces first, as most engines do.
//! 6. Checks, pins and attacks of a node, if you keep a [`Position`](crate::Position) in the board, or assemble
//!    it once for each node. The calls read its words one by one, so that they do not wait for words that were
//!    just stored, but assembling takes instructions as well: `check_info` and `node_info` take 1 to 5 ns more
//!    than on a kept position (Zen 5). `benches/pages/positions.md` has most calls with both.
//!
//! **The order of moves** in a list is unspecified and differs between levels. A search that breaks ties of
//! scores by the order of the list visits other nodes than before, and other nodes at each level: sort moves of
//! the same score by their squares while you compare.
//!
//! **A large evaluation** makes the gain smaller, because quadline does not compute it: the share of the network
//! is the same before and after. These programs can be run from a checkout. Each visits the same nodes as
//! without quadline:
//!
//! | program | what quadline computes | speed |
//! |---|---|---|
//! | the bench `search`: material and attacked squares | everything but the hash table and the order of moves | 1.59 to 1.62 at `avx512-vbmi`, 1.39 to 1.47 at `avx2` |
//! | the same with `--threats`: a weight for each attack on an enemy, too | the same, and the list of threats | 1.71 at `avx512-vbmi`, 1.31 to 1.37 at `avx2` |
//! | [Hobbes](https://github.com/kelseyde/hobbes-chess-engine), a network of 60,144 threats | threats and their inputs, lookups | 1.16 (1.15 to 1.18) with `native`, 1.11 (1.09 to 1.12) with `x86-64-v3` |
//! | | threats and their inputs only | 1.12 (1.11 to 1.13) with `native`, 1.11 (1.08 to 1.14) with `x86-64-v3` |
//!
//! The speed is that of the program with quadline relative to the other, for the bench relative to the same
//! search on cozy-chess (AMD EPYC, family 26, model 2, 2026-11-28; medians of 5 rounds at depth 7 for the bench,
//! generic over the level, in three launches, and of 12 to 26 rounds of processor time for Hobbes, with the interval of the median
//! in 95% of resampled rounds). Hobbes has a made-up network; with its own, the shares differ.
//!
//! ```text
//! cargo run --release -p quadline-benches --features search -- search --threats
//! git clone https://github.com/kelseyde/hobbes-chess-engine hobbes
//! benches/engines/run.py hobbes --network hobbes/hobbes.nnue
//! benches/engines/run.py hobbes hobbes
//! ```
//!
//! An evaluation that loops over [`threats`](crate::Position::threats) should take only those that it weighs,
//! and should not branch on each of them, which a search cannot predict. The bench leaves out the threats to
//! own pieces ([`without_defenses`](crate::threats::ThreatKinds::without_defenses)) and looks the weight up by
//! the bytes of both pieces. With all threats, and weights of 0 for own pieces, the search took 1.12 to 1.16
//! times as long at these two levels (depth 6).
//!
//! A search rarely has many unrelated sliders at a time, so collecting them for a [`batch`](crate::batch)
//! seldom helps. Use the functions of a [`Position`](crate::Position) or a token instead.
//!
//! # Time to compile
//!
//! Functions for positions are compiled with your crate, for all levels, each time that it is compiled. With
//! the feature `precompiled`, or with those of single groups, they are compiled once. [This
//! table](crate::level#time-to-compile) has the seconds and the bytes of each function.
//!
//! # Interfaces that are `const`
//!
//! [`constant`](crate::constant) has the same functions as `const fn`. In a build that fixes no level with
//! vectors, they take as long as the free functions; in other builds they do not use the vectors, so use them
//! only if the function must stay `const`:
//!
//! ```
//! use quadline::{Square, constant};
//!
//! const fn rook_attacks(square: u8, occupied: u64) -> u64 {
//!     constant::rook_attacks(Square::new_masked(square), occupied)
//! }
//! const ROOK_ON_A1: u64 = rook_attacks(0, 0);
//! assert_eq!(ROOK_ON_A1.count_ones(), 14);
//! ```
//!
//! # A generator for each level
//!
//! In a build for any x86-64, the free functions of one slider use no vectors, and the methods of a position
//! are dispatched on every call. Make the move generator generic over the level instead, and choose once:
//!
//! 1. Add a parameter `level: L` to the functions.
//! 2. Replace `rook_attacks(..)` by `level.rook_attacks(..)`.
//! 3. Put the bodies into [`vectorize`](crate::level::Level::vectorize).
//! 4. Call the outermost function through [`dispatch`](crate::level::dispatch).
//!
//! [The page about levels](super::levels) has an example. Builds that enable AVX2 or more, and builds for
//! aarch64, fix the level, so everything inlines there.
//!
//! # Target CPU
//!
//! Build for plain `x86-64` or `x86-64-v2`, unless you know the CPU. A build for `x86-64-v3` fixes the level
//! `avx2`, even on a CPU with AVX-512; see [the table of builds](super::levels#target-cpu). In debug builds
//! add the lines of [Debug builds](super::levels#debug-builds), or your tests will take much longer than with
//! tables.
//!
//! # Memory
//!
//! The formulas of the levels read 3 to 12 KiB of tables, as [their guide](quadline_kernels::formula::guide)
//! lists. Tables for magics or PEXT take more than 700 KiB. [The table of
//! sizes](super::without_std#code-size) shows how much each call adds to a program.
