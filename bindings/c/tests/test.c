// Tests of the C library in C. usage: test [--unusable-level] [FILE of FENs, one per line]
#include <quadline.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long checks;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        ++checks;                                                                                                      \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                                    \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

static const char START[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
static const char KIWIPETE[] = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

// No position has more legal moves than the first. The second has more than any in a game.
static const char MOST_MOVES[] = "QQQQQQBk/Q5RB/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1";
static const char MANY_MOVES[] = "1QQQQQQ1/Q5Q1/Q5Q1/Q5Q1/Q5Q1/Q5Q1/Q3QQ2/QQQQ1K1k w - - 0 1";

static quadline_position read_fen(const char *fen) {
    quadline_position position;
    quadline_error error;
    if (quadline_position_from_fen(fen, strlen(fen), &position, &error) != QUADLINE_STATUS_OK) {
        fprintf(stderr, "%s: %s\n", fen, error.message);
        exit(1);
    }
    return position;
}

// The rays of a slider, square by square, to compare the library with.
static uint64_t rays(unsigned square, uint64_t occupied, int rook, int bishop) {
    static const int steps[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
    uint64_t attacks = 0;
    for (int direction = rook ? 0 : 4; direction < (bishop ? 8 : 4); ++direction) {
        int file = (int)(square % 8) + steps[direction][0], rank = (int)(square / 8) + steps[direction][1];
        while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
            uint64_t bit = (uint64_t)1 << (8 * rank + file);
            attacks |= bit;
            if (occupied & bit)
                break;
            file += steps[direction][0];
            rank += steps[direction][1];
        }
    }
    return attacks;
}

static uint64_t random_word(void) {
    static uint64_t state = 0x9e3779b97f4a7c15u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void test_sliders(void) {
    enum { LENGTH = 1000 };
    uint8_t squares[LENGTH];
    uint64_t occupied[LENGTH], attacks[LENGTH + 1], bishop[LENGTH + 1];
    for (size_t i = 0; i < LENGTH; ++i) {
        squares[i] = (uint8_t)(random_word() >> 58);
        occupied[i] = random_word() & random_word();
    }
    for (size_t length = 0; length <= LENGTH; length += length < 40 ? 1 : 137) {
        attacks[length] = bishop[length] = 0x5555;
        CHECK(quadline_queen_attacks_batch(squares, occupied, length, attacks, NULL) == QUADLINE_STATUS_OK);
        for (size_t i = 0; i < length; ++i)
            CHECK(attacks[i] == rays(squares[i], occupied[i], 1, 1));
        CHECK(quadline_bishop_attacks_batch(squares, occupied, length, attacks, NULL) == QUADLINE_STATUS_OK);
        for (size_t i = 0; i < length; ++i)
            CHECK(attacks[i] == rays(squares[i], occupied[i], 0, 1));
        CHECK(quadline_rook_attacks_batch(squares, occupied, length, attacks, NULL) == QUADLINE_STATUS_OK);
        for (size_t i = 0; i < length; ++i)
            CHECK(attacks[i] == rays(squares[i], occupied[i], 1, 0));
        CHECK(quadline_rook_and_bishop_attacks_batch(squares, occupied, length, attacks, bishop, NULL) ==
              QUADLINE_STATUS_OK);
        for (size_t i = 0; i < length; ++i)
            CHECK(attacks[i] == rays(squares[i], occupied[i], 1, 0) && bishop[i] == rays(squares[i], occupied[i], 0, 1));
        CHECK(quadline_queen_attacks_on(occupied[0], squares, length, attacks, NULL) == QUADLINE_STATUS_OK);
        for (size_t i = 0; i < length; ++i)
            CHECK(attacks[i] == rays(squares[i], occupied[0], 1, 1));
        CHECK(attacks[length] == 0x5555 && bishop[length] == 0x5555);
    }
    for (uint8_t square = 0; square < 64; ++square) {
        uint64_t board = random_word(), single = 0, lines[4];
        CHECK(quadline_rook_attacks(square, board, &single) == QUADLINE_STATUS_OK && single == rays(square, board, 1, 0));
        CHECK(quadline_bishop_attacks(square, board, &single) == QUADLINE_STATUS_OK &&
              single == rays(square, board, 0, 1));
        CHECK(quadline_queen_attacks(square, board, &single) == QUADLINE_STATUS_OK &&
              single == rays(square, board, 1, 1));
        CHECK(quadline_queen_attacks_x4(square, board, lines) == QUADLINE_STATUS_OK);
        CHECK((lines[0] | lines[1]) == rays(square, board, 1, 0) && (lines[2] | lines[3]) == rays(square, board, 0, 1));
        CHECK((lines[0] & ~((uint64_t)0xff << (square & 56))) == 0);
    }
}

static void test_slider_errors(void) {
    uint8_t squares[3] = {0, 64, 2};
    uint64_t words[8] = {1, 2, 3, 4, 5, 6, 7, 8}, single = 9;
    quadline_error error;
    memset(&error, 0, sizeof error);
    CHECK(quadline_queen_attacks_batch(squares, words, 3, words + 3, &error) == QUADLINE_STATUS_SQUARE);
    CHECK(error.row == 1 && strstr(error.message, "64 at index 1") && strstr(error.message, "0..=63"));
    CHECK(quadline_queen_attacks_batch(squares, words, 3, NULL, &error) == QUADLINE_STATUS_NULL_POINTER);
    CHECK(strstr(error.message, "attacks is NULL"));
    CHECK(quadline_queen_attacks_batch(NULL, NULL, 0, NULL, NULL) == QUADLINE_STATUS_OK);
    CHECK(quadline_rook_attacks_batch(squares, words, 1, words, &error) == QUADLINE_STATUS_OVERLAP);
    CHECK(strstr(error.message, "attacks overlaps with occupied"));
    CHECK(quadline_rook_and_bishop_attacks_batch(squares, words, 2, words + 3, words + 4, &error) ==
          QUADLINE_STATUS_OVERLAP);
    CHECK(quadline_bishop_attacks_batch(squares, words, SIZE_MAX / 4, words, &error) == QUADLINE_STATUS_LENGTH);
    CHECK(quadline_queen_attacks_on(0, squares, 1, (uint64_t *)((uintptr_t)words + 1), &error) ==
          QUADLINE_STATUS_MISALIGNED);
    CHECK(strstr(error.message, "a multiple of 8"));
    // More bytes than an object may have, but not more than there are addresses; and an array beyond the last
    // address.
    CHECK(quadline_queen_attacks_on(0, squares, (size_t)PTRDIFF_MAX + 1, words, &error) == QUADLINE_STATUS_LENGTH);
    CHECK(strstr(error.message, "squares cannot have"));
    CHECK(quadline_queen_attacks_on(0, (const uint8_t *)(UINTPTR_MAX - 7), 8, words, &error) == QUADLINE_STATUS_LENGTH);
    CHECK(strstr(error.message, "squares cannot have"));
    // A misaligned error is not written.
    char bytes[2 * sizeof error], untouched[2 * sizeof error];
    memset(bytes, 0x5a, sizeof bytes), memset(untouched, 0x5a, sizeof untouched);
    uintptr_t odd = ((uintptr_t)bytes + sizeof(size_t)) / sizeof(size_t) * sizeof(size_t) + 1;
    CHECK(quadline_queen_attacks_batch(squares, words, 3, words + 3, (quadline_error *)odd) == QUADLINE_STATUS_SQUARE);
    CHECK(!memcmp(bytes, untouched, sizeof bytes));
    CHECK(quadline_rook_attacks(64, 0, &single) == QUADLINE_STATUS_SQUARE && single == 9);
    CHECK(quadline_rook_attacks(0, 0, NULL) == QUADLINE_STATUS_NULL_POINTER);
    CHECK(quadline_queen_attacks_x4(255, 0, words) == QUADLINE_STATUS_SQUARE);
    for (uint64_t i = 0; i < 8; ++i)
        CHECK(words[i] == i + 1);
}

static void test_fens(void) {
    quadline_position position = read_fen(KIWIPETE), copy = position;
    quadline_error error;
    char fen[QUADLINE_FEN_ROOM];
    CHECK(quadline_position_to_fen(&position, fen, sizeof fen, NULL) == QUADLINE_STATUS_OK && !strcmp(fen, KIWIPETE));
    memset(fen, 'x', sizeof fen);
    CHECK(quadline_position_to_fen(&position, fen, strlen(KIWIPETE), &error) == QUADLINE_STATUS_ROOM);
    CHECK(error.row == sizeof KIWIPETE && fen[0] == 'x');
    CHECK(quadline_position_to_fen(&position, fen, sizeof KIWIPETE, NULL) == QUADLINE_STATUS_OK);

    static const char wrong[] = "4k3/8/8/8/8/8/8/4K2x w - - 0 1";
    CHECK(quadline_position_from_fen(wrong, strlen(wrong), &position, &error) == QUADLINE_STATUS_FEN);
    CHECK(error.field == 1 && error.column == 20 && strstr(error.message, "'x' on rank 1"));
    CHECK(!memcmp(&position, &copy, sizeof copy));
    CHECK(quadline_position_from_fen(wrong, strlen(wrong), &position, NULL) == QUADLINE_STATUS_FEN);
    CHECK(quadline_position_from_fen(NULL, 3, &position, NULL) == QUADLINE_STATUS_NULL_POINTER);
    CHECK(quadline_positions_check(&position, 1, NULL) == QUADLINE_STATUS_OK);
    position.words[6] = 0;
    CHECK(quadline_positions_check(&position, 1, &error) == QUADLINE_STATUS_POSITION);
    CHECK(strstr(error.message, "position 0: piece placement"));

    char text[256];
    int64_t offsets[4] = {2, 0, 0, 0};
    strcpy(text, "--");
    strcat(text, START), offsets[1] = (int64_t)strlen(text);
    strcat(text, wrong), offsets[2] = (int64_t)strlen(text);
    strcat(text, KIWIPETE), offsets[3] = (int64_t)strlen(text);
    quadline_position rows[4];
    size_t invalid = 77;
    memset(rows, 0x11, sizeof rows);
    CHECK(quadline_positions_from_fens(text, offsets, 3, rows, &invalid, &error) == QUADLINE_STATUS_FEN);
    CHECK(invalid == 1 && error.row == 1 && error.column == 20 && strstr(error.message, "row 1, column 20: piece placement"));
    quadline_position start = read_fen(START), nothing;
    memset(&nothing, 0, sizeof nothing);
    CHECK(!memcmp(&rows[0], &start, sizeof start) && !memcmp(&rows[1], &nothing, sizeof nothing));
    CHECK(!memcmp(&rows[2], &copy, sizeof copy) && rows[3].words[0] == 0x1111111111111111u);
    // If two FENs are wrong, the first is reported.
    offsets[3] = offsets[2] + 7;
    memset(&error, 0, sizeof error);
    CHECK(quadline_positions_from_fens(text, offsets, 3, rows, &invalid, &error) == QUADLINE_STATUS_FEN);
    CHECK(invalid == 2 && error.row == 1 && error.field == 1 && strstr(error.message, "row 1, column 20"));
    // The text overlaps with the output.
    quadline_position place[2];
    memcpy(place, START, sizeof START);
    int64_t ends[2] = {0, (int64_t)strlen(START)};
    CHECK(quadline_positions_from_fens((const char *)place, ends, 1, place, NULL, &error) == QUADLINE_STATUS_OVERLAP);
    CHECK(strstr(error.message, "positions overlaps with text") && !memcmp(place, START, sizeof START));
    CHECK(quadline_positions_from_fens(text, offsets, 1, rows, &invalid, NULL) == QUADLINE_STATUS_OK && invalid == 0);
    CHECK(quadline_positions_from_fens(text, offsets, 0, rows, NULL, NULL) == QUADLINE_STATUS_OK);
    offsets[1] = 1;
    CHECK(quadline_positions_from_fens(text, offsets, 3, rows, &invalid, &error) == QUADLINE_STATUS_OFFSETS);
    CHECK(error.row == 0 && invalid == 0);
    offsets[0] = -1;
    CHECK(quadline_positions_from_fens(text, offsets, 3, rows, NULL, NULL) == QUADLINE_STATUS_OFFSETS);
    CHECK(quadline_positions_from_fens(text, offsets, 0, rows, NULL, &error) == QUADLINE_STATUS_OFFSETS && error.row == 0);
    CHECK(strstr(error.message, "the offsets of row 0 are [-1]"));
    CHECK(!memcmp(&rows[0], &start, sizeof start));
}

static void test_positions(const quadline_position *positions, size_t length) {
    // The same positions at any alignment, and with unused bits set in their states.
    char *memory = malloc((length + 2) * sizeof *positions);
    size_t most = length * QUADLINE_MAX_LEGAL_MOVES;
    uint16_t *counts = malloc(length * 2 + 2), *again = malloc(length * 2 + 2);
    uint16_t *moves = malloc(most * 2 + 2), *same = malloc(most * 2 + 2);
    size_t *offsets = malloc((length + 1) * sizeof *offsets);
    uint64_t *white = malloc(length * 8 + 8), *black = malloc(length * 8 + 8), *other = malloc(length * 8 + 8);
    quadline_checks_and_pins *found = malloc(length * sizeof *found + 8), *found_again = malloc(length * sizeof *found + 8);
    CHECK(memory && counts && again && moves && same && offsets && white && black && other && found && found_again);
    CHECK(quadline_legal_move_counts(positions, length, counts, NULL) == QUADLINE_STATUS_OK);
    CHECK(quadline_attacked_squares(positions, length, white, black, NULL) == QUADLINE_STATUS_OK);
    CHECK(quadline_find_checks_and_pins(positions, length, found, NULL) == QUADLINE_STATUS_OK);
    CHECK(quadline_legal_moves(positions, length, offsets, moves, most, NULL) == QUADLINE_STATUS_OK);
    CHECK(offsets[0] == 0);
    for (size_t i = 0; i < length; ++i) {
        CHECK(offsets[i + 1] - offsets[i] == counts[i]);
        // A king in check is on an attacked square.
        int is_black = (int)(positions[i].words[7] >> 32 & 1);
        uint64_t king = positions[i].words[6] & positions[i].words[is_black];
        CHECK(((is_black ? white : black)[i] & king) == (found[i].checkers ? king : 0));
        CHECK((found[i].checkers & positions[i].words[!is_black]) == found[i].checkers);
    }
    size_t total = offsets[length];
    for (size_t shift = 0; shift < 64; shift += 24) {
        quadline_position *copy = (quadline_position *)(((uintptr_t)memory + 63) / 64 * 64 + shift);
        memcpy(copy, positions, length * sizeof *copy);
        if (shift != 24)
            for (size_t i = 0; i < length; ++i)
                copy[i].words[7] |= random_word() & 0x00ff00feff00ff00u;
        CHECK(quadline_legal_move_counts(copy, length, again, NULL) == QUADLINE_STATUS_OK);
        CHECK(!memcmp(counts, again, length * 2));
        CHECK(quadline_attacked_squares(copy, length, other, black, NULL) == QUADLINE_STATUS_OK);
        CHECK(!memcmp(white, other, length * 8));
        CHECK(quadline_find_checks_and_pins(copy, length, found_again, NULL) == QUADLINE_STATUS_OK);
        CHECK(!memcmp(found, found_again, length * sizeof *found));
        same[total] = 0x7777;
        // Exactly enough room, and too little.
        CHECK(quadline_legal_moves(copy, length, offsets, same, total, NULL) == QUADLINE_STATUS_OK);
        CHECK(!memcmp(moves, same, total * 2) && same[total] == 0x7777);
        if (total > 0) {
            quadline_error error;
            same[0] = 0x7777, offsets[length] = 0x3333;
            CHECK(quadline_legal_moves(copy, length, offsets, same, total - 1, &error) == QUADLINE_STATUS_ROOM);
            CHECK(error.row == total && same[0] == 0x7777 && offsets[length] == 0x3333);
        }
    }
    free(memory), free(counts), free(again), free(moves), free(same), free(offsets), free(white), free(black);
    free(other), free(found), free(found_again);
}

static void test_known_positions(void) {
    quadline_position positions[2] = {read_fen(START), read_fen(KIWIPETE)};
    uint16_t counts[2], moves[20];
    size_t offsets[2];
    uint64_t white[2], black[2];
    CHECK(quadline_legal_move_counts(positions, 2, counts, NULL) == QUADLINE_STATUS_OK);
    CHECK(counts[0] == 20 && counts[1] == 48);
    CHECK(quadline_attacked_squares(positions, 2, white, black, NULL) == QUADLINE_STATUS_OK);
    CHECK(white[0] == 0x0000000000ffff7eu && black[0] == 0x7effff0000000000u);
    CHECK(quadline_legal_moves(positions, 1, offsets, moves, 20, NULL) == QUADLINE_STATUS_OK && offsets[1] == 20);
    int pushes = 0;
    for (size_t i = 0; i < 20; ++i) {
        char uci[6];
        CHECK(quadline_move_to_uci(moves[i], 0, uci) == QUADLINE_STATUS_OK && strlen(uci) == 4);
        pushes += !strcmp(uci, "e2e4") || !strcmp(uci, "g1f3");
    }
    CHECK(pushes == 2);
    char uci[6];
    CHECK(quadline_move_to_uci(4 | 7 << 6 | 3 << 12, 0, uci) == QUADLINE_STATUS_OK && !strcmp(uci, "e1g1"));
    CHECK(quadline_move_to_uci(4 | 7 << 6 | 3 << 12, 1, uci) == QUADLINE_STATUS_OK && !strcmp(uci, "e1h1"));
    CHECK(quadline_move_to_uci(48 | 56 << 6 | 7 << 12, 0, uci) == QUADLINE_STATUS_OK && !strcmp(uci, "a7a8q"));
    CHECK(quadline_move_to_uci(0, 0, NULL) == QUADLINE_STATUS_NULL_POINTER);
    CHECK(quadline_legal_move_counts(positions, 1, (uint16_t *)positions, NULL) == QUADLINE_STATUS_OVERLAP);
    CHECK(quadline_legal_move_counts(NULL, 1, counts, NULL) == QUADLINE_STATUS_NULL_POINTER);
}

// Positions that cannot occur in a game can be read, too, and have more moves than any in a game.
static void test_many_moves(void) {
    enum { LENGTH = 300 };
    quadline_position positions[LENGTH], most = read_fen(MOST_MOVES), many = read_fen(MANY_MOVES);
    for (size_t i = 0; i < LENGTH; ++i)
        positions[i] = i % 2 ? most : many;
    CHECK(quadline_positions_check(positions, LENGTH, NULL) == QUADLINE_STATUS_OK);
    uint16_t counts[2], moves[QUADLINE_MAX_LEGAL_MOVES];
    size_t offsets[2];
    CHECK(quadline_legal_move_counts(positions, 2, counts, NULL) == QUADLINE_STATUS_OK);
    CHECK(counts[0] == 240 && counts[1] == QUADLINE_MAX_LEGAL_MOVES);
    for (size_t i = 0; i < 2; ++i) {
        CHECK(quadline_legal_moves(&positions[i], 1, offsets, moves, QUADLINE_MAX_LEGAL_MOVES, NULL) == QUADLINE_STATUS_OK);
        CHECK(offsets[1] == counts[i]);
    }
    quadline_error error;
    offsets[0] = 0x3333;
    CHECK(quadline_legal_moves(positions, 1, offsets, moves, 218, &error) == QUADLINE_STATUS_ROOM);
    CHECK(error.row == 240 && offsets[0] == 0x3333 && strstr(error.message, "room for 218 moves; 240 are needed"));
    test_positions(positions, LENGTH);
    // Words that are not a valid position can have even more, such as queens all around a board with one
    // king.
    quadline_position queens = {{0xff818181818181ffu, 0, 0, 0, 0x7f818181818181ffu, 0x7f818181818181ffu, (uint64_t)1 << 63, 0}};
    CHECK(quadline_positions_check(&queens, 1, NULL) == QUADLINE_STATUS_POSITION);
    CHECK(quadline_legal_move_counts(&queens, 1, counts, NULL) == QUADLINE_STATUS_OK);
    CHECK(counts[0] > QUADLINE_MAX_LEGAL_MOVES);
    CHECK(quadline_legal_moves(&queens, 1, offsets, moves, QUADLINE_MAX_LEGAL_MOVES, &error) == QUADLINE_STATUS_ROOM);
    CHECK(error.row == counts[0]);
    // A row without a king, as of a text that is not a FEN, has nothing.
    uint64_t white, black;
    quadline_checks_and_pins found;
    memset(&positions[0], 0, sizeof positions[0]);
    CHECK(quadline_legal_moves(positions, 1, offsets, moves, 0, NULL) == QUADLINE_STATUS_OK && offsets[1] == 0);
    CHECK(quadline_attacked_squares(positions, 1, &white, &black, NULL) == QUADLINE_STATUS_OK && !(white | black));
    CHECK(quadline_find_checks_and_pins(positions, 1, &found, NULL) == QUADLINE_STATUS_OK);
    CHECK(!(found.checkers | found.pinned | found.evasions | found.king_danger));
}

// The pieces of both colors that attack a square, found square by square.
static uint64_t attackers_of(const quadline_position *position, unsigned square, uint64_t occupied) {
    const uint64_t *words = position->words;
    uint64_t found = (rays(square, occupied, 1, 0) & words[5]) | (rays(square, occupied, 0, 1) & words[4]);
    int file = (int)(square % 8), rank = (int)(square / 8);
    for (int other = 0; other < 64; ++other) {
        int files = other % 8 - file, ranks = other / 8 - rank, far = abs(files) > abs(ranks) ? abs(files) : abs(ranks);
        uint64_t bit = (uint64_t)1 << other;
        if ((far == 1 && (words[6] & bit)) || (files * files + ranks * ranks == 5 && (words[3] & bit)))
            found |= bit;
        // White's pawns attack upwards, so they are below the square.
        if (abs(files) == 1 && (words[2] & bit) && ((ranks == -1 && (words[0] & bit)) || (ranks == 1 && (words[1] & bit))))
            found |= bit;
    }
    return found & occupied;
}

static int compare_moves(const void *a, const void *b) {
    return (int)*(const uint16_t *)a - (int)*(const uint16_t *)b;
}

// The calls of engines, compared with the list of legal moves and with each other.
static void test_engine_calls(const quadline_position *positions, size_t length) {
    size_t room = length * QUADLINE_MAX_LEGAL_MOVES + 1;
    size_t *offsets = malloc((length + 1) * sizeof *offsets), *some = malloc((length + 1) * sizeof *some);
    uint16_t *moves = malloc(room * 2), *found = malloc(room * 2);
    quadline_position *before = malloc(room * sizeof *before), *after = malloc(room * sizeof *after);
    quadline_position *next = malloc(room * sizeof *next);
    uint8_t *legal = malloc(room), *gives_check = malloc(room);
    quadline_checks_and_pins *pins = malloc(room * sizeof *pins);
    uint64_t *keys = malloc(room * 8);
    CHECK(offsets && some && moves && found && before && after && next && legal && gives_check && pins && keys);
    CHECK(quadline_legal_moves(positions, length, offsets, moves, room, NULL) == QUADLINE_STATUS_OK);
    size_t total = offsets[length];
    for (size_t row = 0; row < length; ++row)
        for (size_t i = offsets[row]; i < offsets[row + 1]; ++i)
            before[i] = positions[row];
    CHECK(quadline_is_legal(before, moves, total, legal, NULL) == QUADLINE_STATUS_OK);
    CHECK(quadline_gives_check(before, moves, total, gives_check, NULL) == QUADLINE_STATUS_OK);
    CHECK(quadline_play(before, moves, total, after, NULL) == QUADLINE_STATUS_OK);
    CHECK(quadline_successors(positions, length, some, next, total, NULL) == QUADLINE_STATUS_OK);
    CHECK(!memcmp(offsets, some, (length + 1) * sizeof *some) && !memcmp(after, next, total * sizeof *next));
    CHECK(quadline_find_checks_and_pins(after, total, pins, NULL) == QUADLINE_STATUS_OK);
    CHECK(quadline_polyglot_keys(after, total, keys, NULL) == QUADLINE_STATUS_OK);
    for (size_t i = 0; i < total; ++i) {
        CHECK(legal[i] == 1 && gives_check[i] == (pins[i].checkers != 0));
        CHECK(quadline_black_to_move(&after[i]) == !quadline_black_to_move(&before[i]));
        CHECK((quadline_castling_rooks(&after[i]) & ~quadline_castling_rooks(&before[i])) == 0);
        uint8_t passed = quadline_en_passant(&after[i]);
        CHECK(passed == 64 || ((moves[i] >> 12) == 1 && passed == ((moves[i] & 63) + (moves[i] >> 6 & 63)) / 2));
        CHECK(i == 0 || keys[i] != keys[i - 1] || !memcmp(&after[i], &after[i - 1], sizeof *after));
    }
    // Any number is a move that can be asked for.
    for (size_t row = 0; row < length && row < 200; ++row) {
        uint16_t any[64];
        for (size_t i = 0; i < 64; ++i)
            any[i] = (uint16_t)random_word(), before[i] = positions[row];
        CHECK(quadline_is_legal(before, any, 64, legal, NULL) == QUADLINE_STATUS_OK);
        for (size_t i = 0; i < 64; ++i) {
            int is_there = 0;
            for (size_t at = offsets[row]; at < offsets[row + 1]; ++at)
                is_there |= moves[at] == (any[i] & 0x7fff);
            CHECK(legal[i] == is_there);
        }
    }
    // Each kind by itself, and moves from and to some squares.
    size_t sum = 0;
    for (int kind = 1; kind < 8; kind *= 2) {
        CHECK(quadline_legal_moves_of(positions, length, (uint8_t)kind, some, found, total, NULL) == QUADLINE_STATUS_OK);
        sum += some[length];
        for (size_t row = 0; row < length; ++row)
            for (size_t at = some[row]; at < some[row + 1]; ++at) {
                uint64_t target = (uint64_t)1 << (found[at] >> 6 & 63);
                int captures = ((positions[row].words[0] | positions[row].words[1]) & target) != 0;
                int special = found[at] >> 12;
                captures = special == 2 || (captures && special != 3);
                CHECK(kind == (captures ? QUADLINE_CAPTURES : special > 3 ? QUADLINE_PROMOTIONS : QUADLINE_QUIETS));
            }
    }
    CHECK(sum == total);
    CHECK(quadline_legal_moves_of(positions, length, 7, some, found, total, NULL) == QUADLINE_STATUS_OK);
    CHECK(!memcmp(offsets, some, (length + 1) * sizeof *some));
    CHECK(quadline_legal_moves_of(positions, length, 8, some, NULL, 0, NULL) == QUADLINE_STATUS_OK && some[length] == 0);
    uint64_t *from = malloc(length * 8 + 8), *to = malloc(length * 8 + 8), *attackers = malloc(length * 8 + 8);
    uint8_t *squares = malloc(length + 1);
    quadline_attacks_by_role *white = malloc(length * sizeof *white + 8), *black = malloc(length * sizeof *black + 8);
    CHECK(from && to && attackers && squares && white && black);
    for (size_t row = 0; row < length; ++row)
        from[row] = random_word(), to[row] = random_word(), squares[row] = (uint8_t)(random_word() >> 58);
    CHECK(quadline_legal_moves_from_to(positions, from, to, length, some, found, total, NULL) == QUADLINE_STATUS_OK);
    for (size_t row = 0; row < length; ++row) {
        uint16_t expected[QUADLINE_MAX_LEGAL_MOVES];
        size_t count = 0;
        for (size_t at = offsets[row]; at < offsets[row + 1]; ++at)
            if ((from[row] >> (moves[at] & 63) & 1) && (to[row] >> (moves[at] >> 6 & 63) & 1))
                expected[count++] = moves[at];
        CHECK(some[row + 1] - some[row] == count);
        qsort(expected, count, 2, compare_moves);
        qsort(found + some[row], count, 2, compare_moves);
        CHECK(!memcmp(expected, found + some[row], count * 2));
    }
    for (int own = 0; own < 2; ++own) {
        CHECK(quadline_attackers_to(positions, squares, own ? NULL : from, length, attackers, NULL) == QUADLINE_STATUS_OK);
        for (size_t row = 0; row < length; ++row) {
            uint64_t occupied = own ? positions[row].words[0] | positions[row].words[1] : from[row];
            CHECK(attackers[row] == attackers_of(&positions[row], squares[row], occupied));
        }
    }
    CHECK(quadline_find_attacks_by_role(positions, length, white, black, NULL) == QUADLINE_STATUS_OK);
    CHECK(quadline_attacked_squares(positions, length, from, to, NULL) == QUADLINE_STATUS_OK);
    for (size_t row = 0; row < length; ++row) {
        uint64_t of_white = 0, of_black = 0;
        for (int role = 0; role < 6; ++role)
            of_white |= white[row].attacks[role], of_black |= black[row].attacks[role];
        CHECK(of_white == from[row] && of_black == to[row]);
    }
    if (total > 0) {
        quadline_error error;
        some[length] = 0x3333, found[0] = 0x7777, memset(&next[0], 0, sizeof next[0]);
        CHECK(quadline_legal_moves_of(positions, length, 7, some, found, total - 1, &error) == QUADLINE_STATUS_ROOM);
        CHECK(error.row == total && some[length] == 0x3333 && found[0] == 0x7777);
        CHECK(quadline_successors(positions, length, some, next, total - 1, &error) == QUADLINE_STATUS_ROOM);
        CHECK(error.row == total && next[0].words[6] == 0 && strstr(error.message, "successors has room for"));
        squares[length - 1] = 64, attackers[0] = 3;
        CHECK(quadline_attackers_to(positions, squares, NULL, length, attackers, &error) == QUADLINE_STATUS_SQUARE);
        CHECK(error.row == length - 1 && attackers[0] == 3);
    }
    free(offsets), free(some), free(moves), free(found), free(before), free(after), free(next), free(legal), free(gives_check);
    free(pins), free(keys), free(from), free(to), free(attackers), free(squares), free(white), free(black);
}

static void test_known_engine_calls(void) {
    quadline_position start = read_fen(START), next;
    uint16_t chess_move = 0x7777;
    uint64_t key;
    quadline_error error;
    CHECK(quadline_polyglot_keys(&start, 1, &key, NULL) == QUADLINE_STATUS_OK && key == 0x463b96181691fc9cu);
    CHECK(quadline_move_from_uci(&start, "e2e4", 4, &chess_move, NULL) == QUADLINE_STATUS_OK);
    CHECK(chess_move == (12 | 28 << 6 | 1 << 12));
    CHECK(quadline_play(&start, &chess_move, 1, &next, NULL) == QUADLINE_STATUS_OK);
    CHECK(quadline_polyglot_keys(&next, 1, &key, NULL) == QUADLINE_STATUS_OK && key == 0x823c9b50fd114196u);
    CHECK(quadline_black_to_move(&next) == 1 && quadline_castling_rooks(&next) == 0x8100000000000081u);
    CHECK(quadline_en_passant(&next) == 64);
    CHECK(quadline_move_from_uci(&next, "e2e4", 4, &chess_move, &error) == QUADLINE_STATUS_MOVE);
    CHECK(chess_move == (12 | 28 << 6 | 1 << 12) && strlen(error.message) > 0);
    CHECK(quadline_move_from_uci(&start, "e2e5", 4, &chess_move, &error) == QUADLINE_STATUS_MOVE);
    CHECK(strstr(error.message, "e2e5 is not a legal move of rnbqkbnr/"));
    CHECK(quadline_move_from_uci(&start, "e2e4", 4, NULL, NULL) == QUADLINE_STATUS_NULL_POINTER);
    CHECK(quadline_is_legal(&start, &chess_move, 1, (uint8_t *)&chess_move, NULL) == QUADLINE_STATUS_OVERLAP);
    quadline_position passed = read_fen("4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1");
    CHECK(quadline_en_passant(&passed) == 20);
}

static void test_file(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(1);
    }
    char line[256];
    size_t length = 0, room = 0;
    quadline_position *positions = NULL;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = 0;
        if (length == room)
            positions = realloc(positions, (room = 2 * room + 64) * sizeof *positions);
        CHECK(positions);
        positions[length++] = read_fen(line);
    }
    fclose(file);
    test_positions(positions, length);
    test_engine_calls(positions, length);
    printf("%zu positions of %s\n", length, path);
    free(positions);
}

int main(int count, char **arguments) {
    if (count > 1 && !strcmp(arguments[1], "--unusable-level")) {
        uint64_t attacks = 3;
        quadline_error error;
        quadline_position position = read_fen(START);
        uint16_t moves = 3;
        CHECK(quadline_level() == NULL);
        CHECK(quadline_queen_attacks(0, 0, &attacks) == QUADLINE_STATUS_LEVEL && attacks == 3);
        CHECK(quadline_legal_move_counts(&position, 1, &moves, &error) == QUADLINE_STATUS_LEVEL && moves == 3);
        printf("%s\n", error.message);
        return 0;
    }
    CHECK(quadline_level() && !strcmp(quadline_version(), "0.1.0"));
    test_sliders();
    test_slider_errors();
    test_fens();
    test_known_positions();
    test_many_moves();
    test_known_engine_calls();
    quadline_position positions[700];
    quadline_position start = read_fen(START), kiwipete = read_fen(KIWIPETE);
    for (size_t i = 0; i < 700; ++i)
        positions[i] = i % 3 ? start : kiwipete;
    static const size_t lengths[] = {0, 1, 7, 255, 256, 257, 700};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i)
        test_positions(positions, lengths[i]), test_engine_calls(positions, lengths[i]);
    if (count > 1)
        test_file(arguments[1]);
    printf("quadline %s, level %s: %lu checks passed\n", quadline_version(), quadline_level(), checks);
    return 0;
}
