/*
 * quadline: chess attacks, checks, pins and legal moves with SIMD, for C and C++.
 *
 * License: MIT or Apache-2.0. Written by cbindgen from the sources in bindings/c/src; `make header` writes it again.
 *
 * Squares are bytes, a1 = 0, b1 = 1 to h8 = 63. Boards are 64-bit words, bit n = square n.
 *
 * Every function that can fail returns a status, which is QUADLINE_STATUS_OK = 0 if it has succeeded. If it fails, it writes
 * nothing except the error (quadline_positions_from_fens is different in this). The pointer to the
 * error may be NULL, and so may pointers to arrays without elements. Outputs must not overlap with anything else. All functions
 * may be called from many threads at once. None of them allocates memory, except for messages, in
 * quadline_binpack_next and quadline_binpack_fill, and for the readers of quadline_binpack_open and quadline_binpack_open_parts.
 *
 * The level, a set of CPU instructions, is chosen at the first call. The environment variable QUADLINE_LEVEL names another
 * level to use; if this CPU does not support it, every call that uses it fails with QUADLINE_STATUS_LEVEL.
 *
 * The header is valid in C89 with <stdint.h>, C99 and later, and C++98 and later.
 */

#ifndef QUADLINE_H
#define QUADLINE_H

#include <stddef.h>
#include <stdint.h>

/**
 * Captures, including en passant and those of pawns that promote: see quadline_legal_moves_of.
 */
#define QUADLINE_CAPTURES 1

/**
 * Promotions to a knight, bishop or rook that capture nothing: see quadline_legal_moves_of.
 */
#define QUADLINE_UNDERPROMOTIONS 2

/**
 * Promotions to a queen that capture nothing: see quadline_legal_moves_of.
 */
#define QUADLINE_QUEEN_PROMOTIONS 4

/**
 * Promotions that capture nothing: the sum of both.
 */
#define QUADLINE_PROMOTIONS 6

/**
 * All other moves: see quadline_legal_moves_of.
 */
#define QUADLINE_QUIETS 8

/**
 * The maximum number of bytes that quadline_move_to_san writes, including the NUL.
 */
#define QUADLINE_SAN_ROOM 8

/**
 * The number of random numbers that quadline_zobrist_keys takes.
 */
#define QUADLINE_ZOBRIST_NUMBERS 781

/**
 * The maximum number of bytes that quadline_position_to_fen writes, including the NUL.
 */
#define QUADLINE_FEN_ROOM 128

/**
 * The largest number of legal moves of any position that is read from a FEN or passes
 * quadline_positions_check. Other words may have more.
 */
#define QUADLINE_MAX_LEGAL_MOVES 271

/**
 * All kinds of threats: bit 6 a + b is set if the role a attacks the role b, with 0 for a pawn to 5 for a
 * king.
 */
#define QUADLINE_THREATS_ALL 68719476735

/**
 * Added to kinds of threats, this bit leaves out those to pieces of the attacker's own color, which protect
 * them.
 */
#define QUADLINE_THREATS_WITHOUT_DEFENSES 68719476736

/**
 * The threats of Stockfish and others in mid-2026; see quadline_threat_inputs.
 */
#define QUADLINE_THREATS_59808 524089290

/**
 * The threats of SFNNv12.
 */
#define QUADLINE_THREATS_60144 524089291

/**
 * The threats of SFNNv11 and of Reckless.
 */
#define QUADLINE_THREATS_66864 16630216651

/**
 * The threats of SFNNv10.
 */
#define QUADLINE_THREATS_79856 17175609291

/**
 * Of two like threats, the one from the higher square is an input, as in Stockfish, nnue-pytorch and
 * Reckless.
 */
#define QUADLINE_LIKE_FROM_HIGHER_SQUARE 0

/**
 * Of two like threats, the one from the lower square is an input.
 */
#define QUADLINE_LIKE_FROM_LOWER_SQUARE 1

/**
 * Both of two like threats are inputs.
 */
#define QUADLINE_LIKE_BOTH 2

/**
 * A king on the files e to h mirrors the files, as in Stockfish, nnue-pytorch and Reckless.
 */
#define QUADLINE_MIRRORED_ON_KINGS_WING 0

/**
 * A king on the files a to d mirrors the files.
 */
#define QUADLINE_MIRRORED_ON_QUEENS_WING 1

/**
 * No king mirrors the files.
 */
#define QUADLINE_MIRRORED_NOWHERE 2

/**
 * The number of elements of `bases` in quadline_threat_layout, 12 attackers times 12 attacked pieces.
 */
#define QUADLINE_THREAT_BASES 144

/**
 * The inputs from White's view.
 */
#define QUADLINE_WHITE 0

/**
 * The inputs from Black's view.
 */
#define QUADLINE_BLACK 1

/**
 * The inputs from White's view, then those from Black's.
 */
#define QUADLINE_BOTH 2

/**
 * The inputs from the view of the side to move.
 */
#define QUADLINE_SIDE_TO_MOVE 3

/**
 * The inputs from the view of the side to move, then those of its opponent.
 */
#define QUADLINE_SIDE_TO_MOVE_FIRST 4

/**
 * The boards of binpack's chains; see quadline_positions_from_nibbles.
 */
#define QUADLINE_BINPACK 0

/**
 * The boards of bulletformat, which have the side to move in the place of White.
 */
#define QUADLINE_BULLETFORMAT 1

/**
 * The boards of viriformat. Their side to move and en passant square are in another byte of that format.
 */
#define QUADLINE_VIRIFORMAT 2

/**
 * The largest number of threats that a move adds or removes.
 */
#define QUADLINE_THREAT_CHANGES_ROOM 80

/**
 * The largest number of inputs from one view that a move adds or removes, in positions of at most 32 pieces
 * and 16 pawns.
 */
#define QUADLINE_THREAT_CHANGE_INPUTS_ROOM 376

/**
 * The result of a call.
 */
typedef enum quadline_status {
    /**
     * The call has succeeded.
     */
    QUADLINE_STATUS_OK = 0,
    /**
     * A required pointer is NULL.
     */
    QUADLINE_STATUS_NULL_POINTER = 1,
    /**
     * A pointer is not aligned for its type.
     */
    QUADLINE_STATUS_MISALIGNED = 2,
    /**
     * An array is longer than memory.
     */
    QUADLINE_STATUS_LENGTH = 3,
    /**
     * An output overlaps with another array of the call.
     */
    QUADLINE_STATUS_OVERLAP = 4,
    /**
     * A square is above 63.
     */
    QUADLINE_STATUS_SQUARE = 5,
    /**
     * Text is not a FEN.
     */
    QUADLINE_STATUS_FEN = 6,
    /**
     * A position is invalid, for example because of two kings of one color or a check to the side that is
     * not to move.
     */
    QUADLINE_STATUS_POSITION = 7,
    /**
     * Offsets do not begin at 0 or above, or decrease.
     */
    QUADLINE_STATUS_OFFSETS = 8,
    /**
     * An output is too short for the results.
     */
    QUADLINE_STATUS_ROOM = 9,
    /**
     * The environment variable QUADLINE_LEVEL names an unknown level, or one that this CPU lacks.
     */
    QUADLINE_STATUS_LEVEL = 10,
    /**
     * An internal error of the library; please report it.
     */
    QUADLINE_STATUS_FAULT = 11,
    /**
     * Text is not a legal move of its position.
     */
    QUADLINE_STATUS_MOVE = 12,
    /**
     * A number is not one that a parameter accepts, such as a role above 5.
     */
    QUADLINE_STATUS_ARGUMENT = 13,
    /**
     * A file has an error.
     */
    QUADLINE_STATUS_FILE = 14
} quadline_status;

/**
 * A reader of a binpack file in memory, which quadline_binpack_open makes.
 */
typedef struct quadline_binpack_reader quadline_binpack_reader;

/**
 * The entries that are left out; see quadline_binpack_open. If all fields are 0, as after `= {0}`, no entry
 * is left out. An entry is left out if any of the filters leaves it out.
 *
 * These are all filters of nnue-pytorch's loader, DataloaderSkipConfig. As there, a filter that depends on
 * earlier entries depends on those of the same chunk only.
 */
typedef struct quadline_binpack_skip {
    /**
     * The share of entries that is left out at random, from 0 for none to 1 for all. The choice depends on
     * the seed and on the place in the file.
     */
    double left_out;
    /**
     * The seed of this choice and of all others at random.
     */
    uint64_t seed;
    /**
     * Entries before this ply are left out.
     */
    uint16_t first_ply;
    /**
     * If has_score is not 0, entries with this score are left out. Some engines write 32002 if they have no
     * score.
     */
    int16_t score;
    /**
     * Not 0 to leave out entries with the score of the field above.
     */
    uint8_t has_score;
    /**
     * Not 0 to leave out moves to a square with an enemy piece.
     */
    uint8_t captures;
    /**
     * Not 0 to leave out positions with a check.
     */
    uint8_t in_check;
    /**
     * Not 0 to leave out entries whose score of 0 is likely a placeholder: the game was decided, and the
     * last score before in the same game was beyond 100 for either side.
     */
    uint8_t placeholder_zeros;
    /**
     * Not 0 to leave out, at random, entries whose result is unlikely for their score and ply, by the model
     * of wins, draws and losses of games on fishtest.
     */
    uint8_t unlikely_results;
    /**
     * Not 0 to leave out entries at random, so that the numbers of pieces of the others approach the shares
     * of piece_weights.
     */
    uint8_t has_piece_weights;
    /**
     * Entries before this ply are left out with a chance that depends on the ply: soft_chances are the
     * chances to be kept at soft_plies, with a line between two of them and after the last one to 1 at this
     * ply. 0 keeps all.
     */
    uint16_t soft_end;
    /**
     * Entries in which the material of the sides differs by less than this number are left out, with 208 for
     * a pawn, 781 for a knight, 825 for a bishop, 1276 for a rook and 2538 for a queen. 0 or less leaves out
     * none.
     */
    int32_t material_below;
    /**
     * Four plies, the smallest first.
     */
    double soft_plies[4];
    /**
     * The chances at these plies, from 0 to 1.
     */
    double soft_chances[4];
    /**
     * The weights of 0, 8, 16, 24 and 32 pieces, with a spline between them.
     */
    double piece_weights[5];
} quadline_binpack_skip;

/**
 * A description of an error, with its place.
 */
typedef struct quadline_error {
    /**
     * The index of the square, FEN or position, from 0; 0 if the error is about none.
     */
    size_t row;
    /**
     * The column of a FEN, from 1; 0 if the error is about none.
     */
    size_t column;
    /**
     * The field of a FEN, from 1; 0 if the error is about none.
     */
    size_t field;
    /**
     * One line of UTF-8 text, terminated by NUL.
     */
    char message[232];
} quadline_error;

/**
 * A part of a binpack file in memory: a chunk without the eight bytes of its header.
 */
typedef struct quadline_binpack_part {
    /**
     * The first byte; NULL if there is no part.
     */
    const uint8_t *bytes;
    /**
     * The number of bytes.
     */
    size_t length;
    /**
     * A number from which the choice of entries at random and the bytes of errors are counted, such as the
     * place in a file.
     */
    uint64_t offset;
} quadline_binpack_part;

/**
 * A function of the caller that gives the next part; see quadline_binpack_open_parts.
 */
typedef int (*quadline_binpack_next_part)(void *context, struct quadline_binpack_part *part);

/**
 * A chess position of standard chess or Chess960: eight words, 64 bytes. Arrays of positions need an
 * alignment of 8 bytes. With an alignment of 64 bytes they are read in place, otherwise they are copied.
 *
 * The words are: white pieces, black pieces, pawns, knights, bishops and queens, rooks and queens, kings,
 * state. The state contains the rooks that may castle on their squares (ranks 1 and 8), the en passant
 * square (ranks 3 and 6), and bit 32 (a5) if Black is to move; other bits are ignored.
 */
typedef struct quadline_position {
    /**
     * The words, in the order above.
     */
    uint64_t words[8];
} quadline_position;

/**
 * Arrays with a column of training data each, for `room` entries. Those that are not wanted may be NULL.
 */
typedef struct quadline_binpack_columns {
    /**
     * The positions.
     */
    struct quadline_position *positions;
    /**
     * The moves that were played.
     */
    uint16_t *moves;
    /**
     * The scores for the side to move.
     */
    int16_t *scores;
    /**
     * The numbers of moves from the beginnings of the games.
     */
    uint16_t *plies;
    /**
     * The results for the side to move: 1, 0 or -1.
     */
    int8_t *results;
    /**
     * The number of elements of each array that is not NULL.
     */
    size_t room;
    /**
     * The number of entries that were written.
     */
    size_t count;
} quadline_binpack_columns;

/**
 * The squares that the pieces of each role attack: pawn, knight, bishop, rook, queen, king.
 */
typedef struct quadline_attacks_by_role {
    /**
     * In the order above.
     */
    uint64_t attacks[6];
} quadline_attacks_by_role;

/**
 * The numbers of a neural network's inputs. An input is a threat from the view of one side: the colors are
 * exchanged and the ranks reversed for Black, and a king of that side may mirror the files.
 *
 * {QUADLINE_THREATS_59808, 59808, 0, 0, NULL} is the layout of Stockfish and nnue-pytorch in mid-2026.
 */
typedef struct quadline_threat_layout {
    /**
     * The threats that are inputs: QUADLINE_THREATS_59808, another constant, or any set of the bits of
     * QUADLINE_THREATS_ALL and QUADLINE_THREATS_WITHOUT_DEFENSES.
     */
    uint64_t kinds;
    /**
     * The number of the first input of the 4,560 pairs of pawns on the same or on neighboring files, below
     * 2^30; negative if pairs of pawns are no inputs.
     */
    int32_t pawn_pairs;
    /**
     * QUADLINE_LIKE_FROM_HIGHER_SQUARE, or another of these constants: which threat is an input if two like
     * pieces attack each other. Pawns of one color are not like pieces.
     */
    uint8_t like_threats;
    /**
     * QUADLINE_MIRRORED_ON_KINGS_WING, or another of these constants: where the own king mirrors the files.
     */
    uint8_t mirrored_king;
    /**
     * NULL, or QUADLINE_THREAT_BASES elements: the number of the first input of each pair of pieces, below
     * 2^30. The one of attacker a and attacked piece b is element 12 a + b, with 0 for the own pawn to 5 for
     * the own king, and 6 to 11 for the enemy's. -1 keeps the usual number, in the order of these elements.
     * A pair has 84 inputs for pawns, 336 for knights, 560 for bishops, 896 for rooks, 1,456 for queens and
     * 420 for kings: the pairs of squares of the attacker and of a square that it attacks on an empty board,
     * in the order of the first and then of the second. A thread builds a layout with bases once, as long as
     * it uses no other one.
     */
    const int32_t *bases;
} quadline_threat_layout;

/**
 * An entry of training data, for a function of the caller.
 */
typedef struct quadline_binpack_entry {
    /**
     * The position, which is there until the function returns. It begins at a multiple of 64 bytes.
     */
    const struct quadline_position *position;
    /**
     * The move that was played.
     */
    uint16_t chess_move;
    /**
     * The score for the side to move.
     */
    int16_t score;
    /**
     * The number of moves from the beginning of the game.
     */
    uint16_t ply;
    /**
     * The result for the side to move: 1, 0 or -1.
     */
    int8_t result;
} quadline_binpack_entry;

/**
 * A function of the caller that decides whether an entry is kept, which it is if the result is not 0.
 */
typedef int (*quadline_binpack_keep)(void *context, const struct quadline_binpack_entry *entry);

/**
 * A batch in memory of the caller, with `room` rows. Arrays that are not wanted may be NULL.
 */
typedef struct quadline_binpack_batch {
    /**
     * The inputs, as quadline_threat_inputs writes them: `room` rows of `stride` places, and `room` more for
     * a second perspective. If this is NULL, no inputs are computed.
     */
    int32_t *inputs;
    /**
     * The number of inputs of each row; `room`, or twice as many. NULL only if `inputs` is.
     */
    uint16_t *counts;
    /**
     * The number of places of a row. Inputs that do not fit are counted, but not written.
     */
    size_t stride;
    /**
     * 1 if White is to move, and otherwise 0.
     */
    float *white_to_move;
    /**
     * The results for the side to move: 1 for a win, 0.5 for a draw, 0 for a loss.
     */
    float *outcomes;
    /**
     * The scores for the side to move.
     */
    float *scores;
    /**
     * The numbers of pieces.
     */
    int32_t *piece_counts;
    /**
     * The positions.
     */
    struct quadline_position *positions;
    /**
     * The moves that were played.
     */
    uint16_t *moves;
    /**
     * The numbers of moves from the beginnings of the games.
     */
    uint16_t *plies;
    /**
     * The number of rows of each array that is not NULL.
     */
    size_t room;
    /**
     * The number of rows that were written.
     */
    size_t count;
} quadline_binpack_batch;

/**
 * Checks, pins and squares that the king cannot enter, for the side to move.
 */
typedef struct quadline_checks_and_pins {
    /**
     * The enemy's pieces that give check.
     */
    uint64_t checkers;
    /**
     * The pieces of the side to move that may only move along the line between their king and an enemy's
     * slider.
     */
    uint64_t pinned;
    /**
     * The squares that a piece other than the king can move to without leaving its king in check; all
     * squares without a check.
     */
    uint64_t evasions;
    /**
     * The squares that the enemy attacks once the king of the side to move has left its square.
     */
    uint64_t king_danger;
} quadline_checks_and_pins;

/**
 * A piece that attacks another one, of either color. White's pawn, knight, bishop, rook, queen and king are
 * 1 to 6, and Black's 9 to 14.
 */
typedef struct quadline_threat {
    /**
     * The attacking piece.
     */
    uint8_t attacker;
    /**
     * The square of the attacking piece.
     */
    uint8_t from;
    /**
     * The attacked piece.
     */
    uint8_t attacked;
    /**
     * The square of the attacked piece.
     */
    uint8_t to;
} quadline_threat;

#ifdef __cplusplus
extern "C" {
#endif /* __cplusplus */

/**
 * Returns the version of the library, such as "0.1.0".
 */
const char *quadline_version(void);

/**
 * Returns the level that is used on this CPU, such as "avx2", or NULL if the variable QUADLINE_LEVEL names a
 * level that cannot be used.
 */
const char *quadline_level(void);

/**
 * Makes a reader of a binpack file in memory, from its first entry. The file must stay as it is until
 * quadline_binpack_close. Entries that `skip` names are left out; it may be NULL.
 *
 * With 0 `threads`, the entries come in the order of the file. With 1 to 1024, quadline_binpack_fill reads with
 * so many threads: each reads every part of `threads` parts, up to 16 of them at once, with one in each lane
 * of vectors. On CPUs with AVX2 or AVX-512, this takes less than half of the time, also with one thread. Their
 * entries come in another order, which differs between levels. Those of one part keep their order. The entries
 * that are left out are the same. Other functions use one thread, and read the parts of the first thread
 * before those of the second.
 *
 * An error in the file is fatal: no more follows. All entries before it are read first, and with threads
 * perhaps some of later parts. The error is the first one in the file, for any number of threads.
 *
 * This function allocates 48 KiB for each thread, but does not start any. One thread at a time may use the
 * reader.
 */
enum quadline_status quadline_binpack_open(const uint8_t *file,
                                           size_t bytes,
                                           size_t threads,
                                           const struct quadline_binpack_skip *skip,
                                           struct quadline_binpack_reader **reader,
                                           struct quadline_error *error);

/**
 * Makes a reader of parts that a function gives one by one, for example as they are read from several files.
 * It reads as a reader of quadline_binpack_open with one thread.
 *
 * `next_part` is called with `context` during quadline_binpack_next and quadline_binpack_fill, as often as
 * another part is needed. It writes the part and returns 1, or returns 0 if there are no more; then it is
 * not called again. Before the call, the part is one that was read to its end and is not used any more, so
 * its memory may be used again, or `bytes` is NULL. All other parts must stay as they are until
 * quadline_binpack_close. So does the function, which must not throw.
 *
 * The error of the reader is that of the part that was given first.
 *
 * This function allocates 48 KiB.
 */
enum quadline_status quadline_binpack_open_parts(quadline_binpack_next_part next_part,
                                                 void *context,
                                                 const struct quadline_binpack_skip *skip,
                                                 struct quadline_binpack_reader **reader,
                                                 struct quadline_error *error);

/**
 * Reads the next entries of a reader, as many as there is room for. The count is smaller than the room only
 * at the end of the file and before an error, and 0 only at the end.
 *
 * If the file has an error, the entries before it are read first. Then the status is QUADLINE_STATUS_FILE for
 * this and every later call, and the row of the error is the byte with it. `room` of 0 has the status
 * QUADLINE_STATUS_ARGUMENT. With any status but QUADLINE_STATUS_OK, nothing is written.
 */
enum quadline_status quadline_binpack_next(struct quadline_binpack_reader *reader,
                                           struct quadline_binpack_columns *columns,
                                           struct quadline_error *error);

/**
 * Frees a reader, which may be NULL.
 */
void quadline_binpack_close(struct quadline_binpack_reader *reader);

/**
 * Returns 1 if Black is to move, and 0 if White is. `position` must not be NULL.
 */
uint8_t quadline_black_to_move(const struct quadline_position *position);

/**
 * Returns the rooks of both sides that may castle, as a bitboard. `position` must not be NULL.
 */
uint64_t quadline_castling_rooks(const struct quadline_position *position);

/**
 * Returns the square that a pawn has just passed with a double step, or 64 if there is none. `position` must
 * not be NULL.
 */
uint8_t quadline_en_passant(const struct quadline_position *position);

/**
 * Computes the pieces of both colors that attack one square of each position. All arrays have `length`
 * elements. `occupied` may be NULL for the pieces of the positions; pieces on other squares than those in
 * `occupied` do not attack.
 */
enum quadline_status quadline_attackers_to(const struct quadline_position *positions,
                                           const uint8_t *squares,
                                           const uint64_t *occupied,
                                           size_t length,
                                           uint64_t *attackers,
                                           struct quadline_error *error);

/**
 * Computes the squares that each side attacks, by role, including its own protected pieces. All arrays have
 * `length` elements.
 */
enum quadline_status quadline_find_attacks_by_role(const struct quadline_position *positions,
                                                   size_t length,
                                                   struct quadline_attacks_by_role *white,
                                                   struct quadline_attacks_by_role *black,
                                                   struct quadline_error *error);

/**
 * Tests whether one move of each position is legal: 1 or 0. The moves may be any numbers. All arrays have
 * `length` elements.
 */
enum quadline_status quadline_is_legal(const struct quadline_position *positions,
                                       const uint16_t *moves,
                                       size_t length,
                                       uint8_t *legal,
                                       struct quadline_error *error);

/**
 * Tests whether one legal move of each position gives check: 1 or 0. The results of other moves are
 * unspecified. All arrays have `length` elements.
 */
enum quadline_status quadline_gives_check(const struct quadline_position *positions,
                                          const uint16_t *moves,
                                          size_t length,
                                          uint8_t *checks,
                                          struct quadline_error *error);

/**
 * Plays one legal move in each position. The results of other moves are unspecified. All arrays have
 * `length` elements.
 */
enum quadline_status quadline_play(const struct quadline_position *positions,
                                   const uint16_t *moves,
                                   size_t length,
                                   struct quadline_position *next,
                                   struct quadline_error *error);

/**
 * Writes the legal moves of some kinds for `length` positions, as quadline_legal_moves does. `kinds` is a
 * sum of QUADLINE_CAPTURES, QUADLINE_UNDERPROMOTIONS, QUADLINE_QUEEN_PROMOTIONS and QUADLINE_QUIETS, and each
 * legal move is of exactly one kind. Other bits of `kinds` are ignored.
 *
 * If `moves` is too short, the status is QUADLINE_STATUS_ROOM, nothing is written, and the row of the error
 * is the number of moves.
 */
enum quadline_status quadline_legal_moves_of(const struct quadline_position *positions,
                                             size_t length,
                                             uint8_t kinds,
                                             size_t *offsets,
                                             uint16_t *moves,
                                             size_t room,
                                             struct quadline_error *error);

/**
 * Writes the legal moves of `length` positions from the squares of one bitboard to those of another, as
 * quadline_legal_moves does. `from` and `to` have `length` elements. Castling moves count as moves to the
 * square of the rook.
 *
 * If `moves` is too short, the status is QUADLINE_STATUS_ROOM, nothing is written, and the row of the error
 * is the number of moves.
 */
enum quadline_status quadline_legal_moves_from_to(const struct quadline_position *positions,
                                                  const uint64_t *from,
                                                  const uint64_t *to,
                                                  size_t length,
                                                  size_t *offsets,
                                                  uint16_t *moves,
                                                  size_t room,
                                                  struct quadline_error *error);

/**
 * Writes the positions after all legal moves of `length` positions. Those after position i are
 * successors[offsets[i]] to successors[offsets[i + 1]], the last not included, in unspecified order. There
 * is one offset more than positions. The numbers of successors are those that quadline_legal_move_counts
 * writes for the same array. For words that are not a valid position, some successors may be missing or
 * zero.
 *
 * If `successors`, which has `room` elements, is too short, the status is QUADLINE_STATUS_ROOM, nothing is
 * written, and the row of the error is the number of successors.
 */
enum quadline_status quadline_successors(const struct quadline_position *positions,
                                         size_t length,
                                         size_t *offsets,
                                         struct quadline_position *successors,
                                         size_t room,
                                         struct quadline_error *error);

/**
 * Reads a legal move of a position from `length` bytes of UCI notation, which need no terminating NUL.
 * Castling is the king's move of two squares or, in Chess960, its move to the rook. If the text is not a
 * legal move, the status is QUADLINE_STATUS_MOVE.
 */
enum quadline_status quadline_move_from_uci(const struct quadline_position *position,
                                            const char *uci,
                                            size_t length,
                                            uint16_t *chess_move,
                                            struct quadline_error *error);

/**
 * Computes the keys of positions in opening books of the Polyglot format. Both arrays have `length`
 * elements.
 */
enum quadline_status quadline_polyglot_keys(const struct quadline_position *positions,
                                            size_t length,
                                            uint64_t *keys,
                                            struct quadline_error *error);

/**
 * Reads the next entries of a reader to the rows of a batch, as many as there is room for: inputs, numbers
 * of inputs, and what a network learns. Each entry goes from the file to its rows in one pass, so a loader
 * needs no other copy of it. The arrays may be used again for the next batch.
 *
 * `keep` is called with each entry that the reader does not leave out, and `context`; the entries for which
 * it returns 0 are left out as well. It may be NULL, and must not throw. `layout` and `perspectives` are
 * those of quadline_threat_inputs; if `inputs` is NULL, they are not used.
 *
 * A reader of quadline_binpack_open with threads divides the rows among them; they live until the call
 * returns. If the system refuses a thread, the others do its work. They call `keep` at the same time. The rows of the whole file are the same for each number of
 * threads and each room, but not their order, which is the same in each run with the same numbers at the
 * same level.
 *
 * The count is smaller than the room only at the end of the file and before an error, and 0 only at the end.
 * The elements behind the count are unspecified. If the file has an error, the entries before it are read
 * first, with perhaps some of later parts. Then the status is QUADLINE_STATUS_FILE for this and every later
 * call, and the row of the error is the byte with it. It is the first one in the file, also if several
 * threads find errors. `room` of 0 has the status QUADLINE_STATUS_ARGUMENT.
 *
 * An array that overlaps with another one, with the reader, its file, the batch, the layout or its bases has the
 * status QUADLINE_STATUS_OVERLAP. The parts of quadline_binpack_open_parts are not checked.
 *
 * This function allocates the rows of 16 entries for each thread during the call.
 */
enum quadline_status quadline_binpack_fill(struct quadline_binpack_reader *reader,
                                           const struct quadline_threat_layout *layout,
                                           uint8_t perspectives,
                                           quadline_binpack_keep keep,
                                           void *context,
                                           struct quadline_binpack_batch *batch,
                                           struct quadline_error *error);

/**
 * Reads a legal move of a position from `length` bytes of standard algebraic notation, which need no
 * terminating NUL. Marks of checks, annotations such as "!?", and castling with zeros are accepted. If not
 * exactly one legal move has this notation, the status is QUADLINE_STATUS_MOVE, and the error names the
 * pieces that could be meant.
 */
enum quadline_status quadline_move_from_san(const struct quadline_position *position,
                                            const char *san,
                                            size_t length,
                                            uint16_t *chess_move,
                                            struct quadline_error *error);

/**
 * Writes a legal move of a position in standard algebraic notation with a terminating NUL, with the shortest
 * origin that is unambiguous and with "+" or "#". `san` has `room` bytes; QUADLINE_SAN_ROOM bytes are always
 * enough. If the move is not legal, the status is QUADLINE_STATUS_MOVE.
 */
enum quadline_status quadline_move_to_san(const struct quadline_position *position,
                                          uint16_t chess_move,
                                          char *san,
                                          size_t room,
                                          struct quadline_error *error);

/**
 * Computes the squares that the piece on one square of each position may move to, pseudo-legally: without
 * regard to checks and pins. The square of the rook stands for castling. Without a piece of the side to move
 * there are none. All arrays have `length` elements.
 */
enum quadline_status quadline_destinations(const struct quadline_position *positions,
                                           const uint8_t *squares,
                                           size_t length,
                                           uint64_t *destinations,
                                           struct quadline_error *error);

/**
 * Computes the pieces of the side to move with one role that may move to one square of each position,
 * pseudo-legally. A role is 0 for a pawn, 1 knight, 2 bishop, 3 rook, 4 queen, 5 king; another number has
 * the status QUADLINE_STATUS_ARGUMENT. All arrays have `length` elements.
 */
enum quadline_status quadline_origins(const struct quadline_position *positions,
                                      const uint8_t *roles,
                                      const uint8_t *squares,
                                      size_t length,
                                      uint64_t *origins,
                                      struct quadline_error *error);

/**
 * Computes Zobrist keys. `numbers` has QUADLINE_ZOBRIST_NUMBERS random numbers in the order of Polyglot:
 * pieces (black pawn, white pawn, black knight, ..., white king) with 64 squares each, castling rights
 * (White's to the right of the king, White's to the left, then Black's), files of the en passant square,
 * White to move. It may be NULL for the library's own numbers. `positions` and `keys` have `length`
 * elements.
 */
enum quadline_status quadline_zobrist_keys(const struct quadline_position *positions,
                                           size_t length,
                                           const uint64_t *numbers,
                                           uint64_t *keys,
                                           struct quadline_error *error);

/**
 * Reads a position from a FEN of `length` bytes, which need not end with NUL. A FEN has six fields, or only
 * the first four. Castling rights are KQkq, or in Chess960 the files of the rooks.
 */
enum quadline_status quadline_position_from_fen(const char *fen,
                                                size_t length,
                                                struct quadline_position *position,
                                                struct quadline_error *error);

/**
 * Reads `length` FENs from one text. FEN i is text[offsets[i]] to text[offsets[i + 1]], excluding that last
 * byte, as in a string array of Apache Arrow. There is one offset more than FENs.
 *
 * Every row is written. A row that is not a FEN becomes 64 zero bytes, an empty board without attacks,
 * checks and legal moves. The number of such rows is written to `invalid`, unless that is NULL. If there are
 * any, the status is QUADLINE_STATUS_FEN and the error describes the first one. With any other status
 * nothing has been written.
 */
enum quadline_status quadline_positions_from_fens(const char *text,
                                                  const int64_t *offsets,
                                                  size_t length,
                                                  struct quadline_position *positions,
                                                  size_t *invalid,
                                                  struct quadline_error *error);

/**
 * Writes a position as a FEN with a terminating NUL. `fen` has `room` bytes; QUADLINE_FEN_ROOM bytes are
 * always enough. The counters are written as 0 and 1.
 */
enum quadline_status quadline_position_to_fen(const struct quadline_position *position,
                                              char *fen,
                                              size_t room,
                                              struct quadline_error *error);

/**
 * Checks whether all of `length` positions are valid: one king each, no check to the side that is not to
 * move, castling rooks where they must be, and so on. The error describes the first invalid one. Positions
 * read from FENs are valid.
 */
enum quadline_status quadline_positions_check(const struct quadline_position *positions,
                                              size_t length,
                                              struct quadline_error *error);

/**
 * Writes the squares that each side attacks, including its own protected pieces. All three arrays have
 * `length` elements.
 */
enum quadline_status quadline_attacked_squares(const struct quadline_position *positions,
                                               size_t length,
                                               uint64_t *white,
                                               uint64_t *black,
                                               struct quadline_error *error);

/**
 * Writes the checks and pins of the sides to move. Both arrays have `length` elements.
 */
enum quadline_status quadline_find_checks_and_pins(const struct quadline_position *positions,
                                                   size_t length,
                                                   struct quadline_checks_and_pins *checks_and_pins,
                                                   struct quadline_error *error);

/**
 * Writes the numbers of legal moves. Both arrays have `length` elements.
 */
enum quadline_status quadline_legal_move_counts(const struct quadline_position *positions,
                                                size_t length,
                                                uint16_t *counts,
                                                struct quadline_error *error);

/**
 * Writes all legal moves of `length` positions. Those of position i are moves[offsets[i]] to
 * moves[offsets[i + 1]], excluding that last one. There is one offset more than positions. `moves` has
 * `room` elements, which must be at least the sum of the numbers that quadline_legal_move_counts writes for
 * the same array; QUADLINE_MAX_LEGAL_MOVES for each valid position are enough. If there are fewer, the
 * status is QUADLINE_STATUS_ROOM, nothing is written, and the row of the error is the number of moves. For
 * words that are not a valid position, some moves may be missing.
 *
 * A move has 16 bits: the origin in the lowest six, the destination in the next six, and above them 0 for a
 * normal move, 1 for a pawn's double step, 2 for en passant, 3 for castling (to the rook's square), and 4 to
 * 7 for promotions to a knight, bishop, rook and queen.
 */
enum quadline_status quadline_legal_moves(const struct quadline_position *positions,
                                          size_t length,
                                          size_t *offsets,
                                          uint16_t *moves,
                                          size_t room,
                                          struct quadline_error *error);

/**
 * Writes a move in UCI notation with a terminating NUL, such as "e2e4" or "a7a8q". `uci` has 6 bytes.
 * Castling is written as the king's move of two squares if king and rook are on their squares of standard
 * chess, and otherwise, or if `chess960` is not 0, as the king moving to its rook.
 */
enum quadline_status quadline_move_to_uci(uint16_t chess_move, uint8_t chess960, char *uci);

/**
 * Writes the attacks of a rook on a square, 0 to 63. The bits of `occupied` for that square and off its
 * lines do not matter.
 */
enum quadline_status quadline_rook_attacks(uint8_t square, uint64_t occupied, uint64_t *attacks);

/**
 * Writes the attacks of a bishop on a square, 0 to 63.
 */
enum quadline_status quadline_bishop_attacks(uint8_t square, uint64_t occupied, uint64_t *attacks);

/**
 * Writes the attacks of a queen on a square, 0 to 63.
 */
enum quadline_status quadline_queen_attacks(uint8_t square, uint64_t occupied, uint64_t *attacks);

/**
 * Writes the attacks of a queen on a square, 0 to 63, line by line: `lines` has four words for rank, file,
 * diagonal (a1-h8 direction) and antidiagonal.
 */
enum quadline_status quadline_queen_attacks_x4(uint8_t square, uint64_t occupied, uint64_t *lines);

/**
 * Writes the attacks of rooks, each on its own board. All three arrays have `length` elements; squares are 0
 * to 63.
 */
enum quadline_status quadline_rook_attacks_batch(const uint8_t *squares,
                                                 const uint64_t *occupied,
                                                 size_t length,
                                                 uint64_t *attacks,
                                                 struct quadline_error *error);

/**
 * Writes the attacks of bishops, each on its own board. All three arrays have `length` elements; squares are
 * 0 to 63.
 */
enum quadline_status quadline_bishop_attacks_batch(const uint8_t *squares,
                                                   const uint64_t *occupied,
                                                   size_t length,
                                                   uint64_t *attacks,
                                                   struct quadline_error *error);

/**
 * Writes the attacks of queens, each on its own board. All three arrays have `length` elements; squares are
 * 0 to 63.
 */
enum quadline_status quadline_queen_attacks_batch(const uint8_t *squares,
                                                  const uint64_t *occupied,
                                                  size_t length,
                                                  uint64_t *attacks,
                                                  struct quadline_error *error);

/**
 * Writes the attacks of a rook and those of a bishop on each square to two arrays. All four arrays have
 * `length` elements.
 */
enum quadline_status quadline_rook_and_bishop_attacks_batch(const uint8_t *squares,
                                                            const uint64_t *occupied,
                                                            size_t length,
                                                            uint64_t *rook,
                                                            uint64_t *bishop,
                                                            struct quadline_error *error);

/**
 * Writes the attacks of queens on squares of one board. Both arrays have `length` elements.
 */
enum quadline_status quadline_queen_attacks_on(uint64_t occupied,
                                               const uint8_t *squares,
                                               size_t length,
                                               uint64_t *attacks,
                                               struct quadline_error *error);

/**
 * Writes the threats of `length` positions. Those of position i are threats[offsets[i]] to
 * threats[offsets[i + 1]], excluding that last one, in unspecified order. There is one offset more than
 * positions. `kinds` is QUADLINE_THREATS_ALL, another constant, or any set of its bits.
 *
 * If `threats`, which has `room` elements, is too short, the status is QUADLINE_STATUS_ROOM, nothing is
 * written, and the row of the error is the number of threats.
 */
enum quadline_status quadline_threats(const struct quadline_position *positions,
                                      size_t length,
                                      uint64_t kinds,
                                      size_t *offsets,
                                      struct quadline_threat *threats,
                                      size_t room,
                                      struct quadline_error *error);

/**
 * Writes the threats that a legal move adds and those that it removes; none is in both. `added` and
 * `removed` have `room` elements each; QUADLINE_THREAT_CHANGES_ROOM elements are always enough. `counts` has
 * two elements: the number of threats that are added, and of those that are removed. For other moves than
 * legal ones, the threats are unspecified.
 *
 * If an array is too short, the status is QUADLINE_STATUS_ROOM, nothing is written, and the row of the error
 * is the larger number.
 */
enum quadline_status quadline_threat_changes(const struct quadline_position *position,
                                             uint16_t chess_move,
                                             uint64_t kinds,
                                             struct quadline_threat *added,
                                             struct quadline_threat *removed,
                                             size_t room,
                                             size_t *counts,
                                             struct quadline_error *error);

/**
 * Writes the inputs of a neural network for each position to a row of `stride` elements, and -1 behind them.
 * `inputs` is a matrix of perspectives, positions and `stride`, and `counts` one of perspectives and
 * positions. If a row is too short, the inputs that do not fit are not written, but they are counted.
 *
 * `perspectives` is one of QUADLINE_WHITE to QUADLINE_SIDE_TO_MOVE_FIRST. Another number, and numbers that
 * quadline_threat_layout does not have, have the status QUADLINE_STATUS_ARGUMENT.
 *
 * Positions that do not begin at a multiple of 64 bytes take much longer here.
 */
enum quadline_status quadline_threat_inputs(const struct quadline_position *positions,
                                            size_t length,
                                            const struct quadline_threat_layout *layout,
                                            uint8_t perspectives,
                                            int32_t *inputs,
                                            size_t stride,
                                            uint16_t *counts,
                                            struct quadline_error *error);

/**
 * Writes the inputs of quadline_threat_inputs one row after the other, as in a sparse matrix in CSR form.
 * With two perspectives, each position has two rows, one after the other. The inputs of row i are
 * inputs[offsets[i]] to inputs[offsets[i + 1]], excluding that last one. There is one offset more than rows.
 *
 * If `inputs`, which has `room` elements, is too short, the status is QUADLINE_STATUS_ROOM, nothing is
 * written, and the row of the error is the number of inputs.
 */
enum quadline_status quadline_threat_inputs_csr(const struct quadline_position *positions,
                                                size_t length,
                                                const struct quadline_threat_layout *layout,
                                                uint8_t perspectives,
                                                size_t *offsets,
                                                uint32_t *inputs,
                                                size_t room,
                                                struct quadline_error *error);

/**
 * Writes the number of inputs of a layout, which is one more than the highest input.
 */
enum quadline_status quadline_threat_layout_inputs(const struct quadline_threat_layout *layout,
                                                   uint32_t *inputs,
                                                   struct quadline_error *error);

/**
 * Writes the inputs that a legal move adds and those that it removes, which turn the inputs before the move
 * into those after it. `added` and `removed` are matrices of perspectives and `room`, and `counts` is one of
 * perspectives and two: the number of inputs that are added, and of those that are removed. The side to move
 * is that before the move. Elements behind the inputs are unspecified. For other moves than legal ones, the
 * inputs are unspecified.
 *
 * If a king moves to the other half of the board, so that the files are mirrored or no longer mirrored from
 * its side's view, all inputs from that view are removed and added. Otherwise none is in both.
 * QUADLINE_THREAT_CHANGE_INPUTS_ROOM elements are always enough for positions with at most 32 pieces and 16
 * pawns.
 *
 * If a row is too short, the status is QUADLINE_STATUS_ROOM, nothing is written, and the row of the error is
 * the largest number.
 */
enum quadline_status quadline_threat_change_inputs(const struct quadline_position *position,
                                                   uint16_t chess_move,
                                                   const struct quadline_threat_layout *layout,
                                                   uint8_t perspectives,
                                                   uint32_t *added,
                                                   uint32_t *removed,
                                                   size_t room,
                                                   size_t *counts,
                                                   struct quadline_error *error);

/**
 * Writes the inputs of pairs of pawns that a move adds and those that it removes, from White's and from
 * Black's view, for engines with bitboards of their own. `pawns` has four sets: White's and Black's pawns
 * before the move, and those after it. `kings` has the squares of the white and of the black king. `added`
 * and `removed` are matrices of two views and `room`, and `counts` is one of two views and two: the number of
 * inputs that are added, and of those that are removed. Elements behind the inputs are unspecified. Without
 * pairs in the layout, all numbers are 0.
 *
 * If a king moves to the other half of the board, so that the files are mirrored or no longer mirrored from
 * its side's view, all inputs from that view change; quadline_threat_change_inputs has them. A move changes
 * at most 30 pairs of 16 pawns. If a row is too short, the status is QUADLINE_STATUS_ROOM, nothing is
 * written, and the row of the error is the largest number.
 */
enum quadline_status quadline_pawn_pair_changes(const uint64_t *pawns,
                                                const uint8_t *kings,
                                                const struct quadline_threat_layout *layout,
                                                uint32_t *added,
                                                uint32_t *removed,
                                                size_t room,
                                                size_t *counts,
                                                struct quadline_error *error);

/**
 * Reads `length` packed boards: words of the occupied squares, and 16 bytes for each board with a number of
 * four bits for each piece in the order of the squares, the lower half of each byte first. `format` is
 * QUADLINE_BINPACK, QUADLINE_BULLETFORMAT or QUADLINE_VIRIFORMAT; another number has the status
 * QUADLINE_STATUS_ARGUMENT.
 *
 * Every position is written. A board that is not a valid position becomes 64 zero bytes. The number of such
 * boards is written to `invalid`, unless that is NULL. If there are any, the status is
 * QUADLINE_STATUS_POSITION and the error describes the first one. With any other status nothing has been
 * written.
 */
enum quadline_status quadline_positions_from_nibbles(const uint64_t *occupied,
                                                     const uint8_t *nibbles,
                                                     size_t length,
                                                     uint8_t format,
                                                     struct quadline_position *positions,
                                                     size_t *invalid,
                                                     struct quadline_error *error);

/**
 * Reads packed boards as quadline_positions_from_nibbles does, but does not check them: a board that is not
 * valid gives words that are not a position, which quadline_positions_check finds.
 */
enum quadline_status quadline_positions_from_nibbles_unchecked(const uint64_t *occupied,
                                                               const uint8_t *nibbles,
                                                               size_t length,
                                                               uint8_t format,
                                                               struct quadline_position *positions,
                                                               struct quadline_error *error);

/**
 * Writes the packed boards of `length` positions: words of the occupied squares, and 16 bytes for each
 * board, as quadline_positions_from_nibbles reads them. Castling rights, the en passant square and the side
 * to move are only in the numbers of formats that have some for them: binpack has all three, viriformat the
 * castling rights, and bulletformat none. For bulletformat, a board with Black to move is written as Black
 * sees it, because the side to move has the place of White.
 *
 * A position with more than 32 pieces has no packed board: the status is QUADLINE_STATUS_POSITION, and the
 * row of the error is the first such position. The boards before it are written, and the others are not.
 */
enum quadline_status quadline_positions_to_nibbles(const struct quadline_position *positions,
                                                   size_t length,
                                                   uint8_t format,
                                                   uint64_t *occupied,
                                                   uint8_t *nibbles,
                                                   struct quadline_error *error);

#ifdef __cplusplus
}  /* extern "C" */
#endif  /* __cplusplus */

#endif  /* QUADLINE_H */
