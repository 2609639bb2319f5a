// quadline: chess attacks, checks, pins and legal moves with SIMD, for C and C++.
//
// Licence: MIT or Apache-2.0. Written by cbindgen from the sources in bindings/c/src: `make header` writes it anew.
//
// Squares are bytes, a1 = 0, b1 = 1 to h8 = 63. Boards are 64-bit words, bit n = square n.
//
// Every function that can fail tells a status, QUADLINE_STATUS_OK = 0 if all is well. Unless it is, nothing has been written
// but the error (quadline_positions_from_fens says what it does instead). The pointer to the error may be NULL, and so may
// pointers to arrays of no elements. Outputs may not overlap with anything else. All functions may be called from many
// threads at once; none allocates memory, but for messages.
//
// The level, which is to say the set of instructions, is chosen for the CPU at the first call. The environment variable
// QUADLINE_LEVEL names the level to use instead; if this CPU has no level of that name, every call fails with
// QUADLINE_STATUS_LEVEL.

#ifndef QUADLINE_H
#define QUADLINE_H

#include <stddef.h>
#include <stdint.h>

// How many bytes quadline_position_to_fen writes at most, the NUL included.
#define QUADLINE_FEN_ROOM 128

// The largest number of legal moves of any position that is read from a FEN or passes quadline_positions_check. Other words may
// have more.
#define QUADLINE_MAX_LEGAL_MOVES 271

// What came of a call.
typedef enum quadline_status {
    // All is well.
    QUADLINE_STATUS_OK = 0,
    // A pointer is NULL that may not be.
    QUADLINE_STATUS_NULL_POINTER = 1,
    // A pointer is not aligned as its type has to be.
    QUADLINE_STATUS_MISALIGNED = 2,
    // An array is longer than memory can be.
    QUADLINE_STATUS_LENGTH = 3,
    // An output overlaps with another array of the call.
    QUADLINE_STATUS_OVERLAP = 4,
    // A square is above 63.
    QUADLINE_STATUS_SQUARE = 5,
    // A text is no FEN.
    QUADLINE_STATUS_FEN = 6,
    // A position is none: two kings of a colour, a side in check that is not to move, and so on.
    QUADLINE_STATUS_POSITION = 7,
    // Offsets do not begin where they have to, or decrease.
    QUADLINE_STATUS_OFFSETS = 8,
    // There is not enough room for the results.
    QUADLINE_STATUS_ROOM = 9,
    // The environment variable QUADLINE_LEVEL names no level, or one that this CPU lacks.
    QUADLINE_STATUS_LEVEL = 10,
    // A fault of the library: please report it.
    QUADLINE_STATUS_FAULT = 11
} quadline_status;

// A chess position, standard chess or Chess960: eight words, 64 bytes. Arrays of them may stand at any multiple of 8
// bytes; at multiples of 64 bytes they are read where they stand.
//
// The words: white pieces, black pieces, pawns, knights, bishops and queens, rooks and queens, kings, state. The state has
// the rooks that may castle on their squares (ranks 1 and 8), the square that may be taken en passant on its square
// (ranks 3 and 6), and bit 32 (a5) if Black is to move; other bits of it are ignored.
typedef struct quadline_position {
    // In the order above.
    uint64_t words[8];
} quadline_position;

// What was wrong, where, and what would be right.
typedef struct quadline_error {
    // The index of the element, square or FEN or position, from 0; 0 if it is about no element.
    size_t row;
    // The column of a FEN, from 1; 0 if it is about no FEN.
    size_t column;
    // The field of a FEN, from 1; 0 if it is about none.
    size_t field;
    // One line of text in UTF-8 that ends with a NUL.
    char message[232];
} quadline_error;

// What a generator of moves has to know of the side to move before the first move.
typedef struct quadline_checks_and_pins {
    // The enemy's pieces that give check.
    uint64_t checkers;
    // The pieces of the side to move that may not leave the line between their king and an enemy's slider.
    uint64_t pinned;
    // Where a piece other than the king may go as far as checks are concerned: all squares without a check.
    uint64_t evasions;
    // The squares that the enemy attacks with the king of the side to move taken off the board.
    uint64_t king_danger;
} quadline_checks_and_pins;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library, such as "0.1.0".
const char *quadline_version(void);

// The level that is used on this CPU, such as "avx2"; NULL if the variable QUADLINE_LEVEL names none that can be used.
const char *quadline_level(void);

// Reads a position from a FEN of `length` bytes, which need not end with a NUL: six fields, or the first four.
// Castling rights are KQkq, or for Chess960 the files of the rooks.
enum quadline_status quadline_position_from_fen(const char *fen,
                                                size_t length,
                                                struct quadline_position *position,
                                                struct quadline_error *error);

// Reads `length` FENs that stand one behind the other: FEN i is text[offsets[i]] to text[offsets[i + 1]], that last byte not
// included, as in a string array of Apache Arrow. There is one offset more than FENs.
//
// Every row is written: one that is not a FEN becomes 64 zero bytes, a board without pieces, which attacks nothing and has no
// checks and no legal moves. The number of such rows is written to `invalid`, unless that is NULL; if there are any, the
// status is QUADLINE_STATUS_FEN and the error describes the first. With any other status nothing has been written.
enum quadline_status quadline_positions_from_fens(const char *text,
                                                  const int64_t *offsets,
                                                  size_t length,
                                                  struct quadline_position *positions,
                                                  size_t *invalid,
                                                  struct quadline_error *error);

// Writes a position as a FEN with a NUL behind it; `fen` has `room` bytes, for which QUADLINE_FEN_ROOM always suffices.
// The counters are written as 0 and 1.
enum quadline_status quadline_position_to_fen(const struct quadline_position *position,
                                              char *fen,
                                              size_t room,
                                              struct quadline_error *error);

// Whether all of `length` positions are positions of chess: one king each, nobody in check who is not to move, castling
// rooks where they have to be, and so on. The error names the first that is none. Those that were read from FENs are.
enum quadline_status quadline_positions_check(const struct quadline_position *positions,
                                              size_t length,
                                              struct quadline_error *error);

// The squares that each side attacks, those of its own pieces that it covers included. All three arrays have `length`
// elements.
enum quadline_status quadline_attacked_squares(const struct quadline_position *positions,
                                               size_t length,
                                               uint64_t *white,
                                               uint64_t *black,
                                               struct quadline_error *error);

// Checks and pins of the sides to move. Both arrays have `length` elements.
enum quadline_status quadline_find_checks_and_pins(const struct quadline_position *positions,
                                                   size_t length,
                                                   struct quadline_checks_and_pins *checks_and_pins,
                                                   struct quadline_error *error);

// The numbers of legal moves. Both arrays have `length` elements.
enum quadline_status quadline_legal_move_counts(const struct quadline_position *positions,
                                                size_t length,
                                                uint16_t *counts,
                                                struct quadline_error *error);

// All legal moves of `length` positions: those of position i are moves[offsets[i]] to moves[offsets[i + 1]], that last one
// not included. There is one offset more than positions. `moves` has `room` elements, which have to be at least the sum of what
// quadline_legal_move_counts writes; QUADLINE_MAX_LEGAL_MOVES for each position are enough. If there are fewer, the status is
// QUADLINE_STATUS_ROOM, nothing is written, and the row of the error is the number of moves.
//
// A move has 16 bits: the square that it starts from in the lowest six, the one that it goes to in the next six, above them
// 0 for a normal move, 1 for a pawn's two steps, 2 for en passant, 3 for castling (to the rook's square), 4 to 7 for
// promotions to a knight, bishop, rook and queen.
enum quadline_status quadline_legal_moves(const struct quadline_position *positions,
                                          size_t length,
                                          size_t *offsets,
                                          uint16_t *moves,
                                          size_t room,
                                          struct quadline_error *error);

// Writes a move in UCI notation with a NUL behind it, such as "e2e4" or "a7a8q"; `uci` has 6 bytes. Castling is written
// with the king's two steps where king and rook stand as in standard chess, or, with `chess960` other than 0, always
// as the king on its rook.
enum quadline_status quadline_move_to_uci(uint16_t chess_move, uint8_t chess960, char *uci);

// The attacks of a rook on a square, 0 to 63. Bits of `occupied` off its lines do not matter, its own bit neither.
enum quadline_status quadline_rook_attacks(uint8_t square, uint64_t occupied, uint64_t *attacks);

// The attacks of a bishop on a square, 0 to 63.
enum quadline_status quadline_bishop_attacks(uint8_t square, uint64_t occupied, uint64_t *attacks);

// The attacks of a queen on a square, 0 to 63.
enum quadline_status quadline_queen_attacks(uint8_t square, uint64_t occupied, uint64_t *attacks);

// The attacks of a queen on a square, 0 to 63, line by line: `lines` is four words, rank, file, diagonal (a1-h8 direction)
// and antidiagonal.
enum quadline_status quadline_queen_attacks_x4(uint8_t square,
                                               uint64_t occupied,
                                               uint64_t *lines);

// The attacks of rooks: of each on its own board. All three arrays have `length` elements, squares are 0 to 63.
enum quadline_status quadline_rook_attacks_batch(const uint8_t *squares,
                                                 const uint64_t *occupied,
                                                 size_t length,
                                                 uint64_t *attacks,
                                                 struct quadline_error *error);

// The attacks of bishops: of each on its own board. All three arrays have `length` elements, squares are 0 to 63.
enum quadline_status quadline_bishop_attacks_batch(const uint8_t *squares,
                                                   const uint64_t *occupied,
                                                   size_t length,
                                                   uint64_t *attacks,
                                                   struct quadline_error *error);

// The attacks of queens: of each on its own board. All three arrays have `length` elements, squares are 0 to 63.
enum quadline_status quadline_queen_attacks_batch(const uint8_t *squares,
                                                  const uint64_t *occupied,
                                                  size_t length,
                                                  uint64_t *attacks,
                                                  struct quadline_error *error);

// The attacks of a rook and of a bishop on each square, apart, from one pass. All four arrays have `length` elements.
enum quadline_status quadline_rook_and_bishop_attacks_batch(const uint8_t *squares,
                                                            const uint64_t *occupied,
                                                            size_t length,
                                                            uint64_t *rook,
                                                            uint64_t *bishop,
                                                            struct quadline_error *error);

// The attacks of queens on squares of one board. Both arrays have `length` elements.
enum quadline_status quadline_queen_attacks_on(uint64_t occupied,
                                               const uint8_t *squares,
                                               size_t length,
                                               uint64_t *attacks,
                                               struct quadline_error *error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* QUADLINE_H */
