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
    CHECK(error.row == 240 && offsets[0] == 0x3333 && strstr(error.message, "moves has room for 218 elements; 240 are needed"));
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

// Returns a copy of positions at an address that is `shift` bytes after a multiple of 64. `memory` has two more places than positions.
static quadline_position *copy_at(quadline_position *memory, const quadline_position *positions, size_t length, size_t shift) {
    quadline_position *copy = (quadline_position *)(((uintptr_t)memory + 63) / 64 * 64 + shift);
    memcpy(copy, positions, length * sizeof *copy);
    return copy;
}

static int compare_positions(const void *a, const void *b) {
    return memcmp(a, b, sizeof(quadline_position));
}

// Random words that look more or less like positions: any bits, few bits, or a real position with some bits changed.
static quadline_position random_words(size_t kind, const quadline_position *real) {
    quadline_position position = *real;
    for (size_t word = 0; word < 8; ++word) {
        uint64_t bits = random_word();
        if (kind > 0)
            bits &= random_word();
        if (kind > 1)
            bits &= random_word() & random_word();
        position.words[word] = kind > 2 ? position.words[word] ^ bits : bits;
    }
    return position;
}

// Words that are not positions have no right answers, but the room that is counted for them is enough, at any address, and the
// positions among them have their own moves.
static void test_lists_of_any_words(const quadline_position *positions, const uint8_t *is_real, size_t length) {
    quadline_position *memory = malloc((length + 2) * sizeof *memory);
    uint16_t *counts = malloc(length * 2 + 2), *first_counts = malloc(length * 2 + 2), alone[QUADLINE_MAX_LEGAL_MOVES];
    size_t *offsets = malloc((length + 1) * sizeof *offsets), room = 0, of_one[2];
    static quadline_position next[QUADLINE_MAX_LEGAL_MOVES];
    quadline_error error;
    CHECK(memory && counts && first_counts && offsets);
    memset(first_counts, 0, length * 2);
    for (size_t shift = 0; shift < 64; shift += 8) {
        quadline_position *copy = copy_at(memory, positions, length, shift);
        CHECK(quadline_legal_move_counts(copy, length, counts, NULL) == QUADLINE_STATUS_OK);
        // The counts do not depend on the address.
        if (shift == 0)
            memcpy(first_counts, counts, length * 2);
        CHECK(!memcmp(first_counts, counts, length * 2));
        room = 0;
        for (size_t i = 0; i < length; ++i)
            room += counts[i];
        // These have exactly the room that the header calls enough, so that the sanitizers see a write behind it.
        uint16_t *moves = malloc(room * 2);
        quadline_position *successors = malloc(room * sizeof *successors);
        CHECK(room == 0 || (moves && successors));
        memset(successors, 0x77, room * sizeof *successors);
        CHECK(quadline_legal_moves(copy, length, offsets, moves, room, &error) == QUADLINE_STATUS_OK);
        CHECK(offsets[0] == 0 && offsets[length] <= room);
        for (size_t i = 0; i < length; ++i) {
            CHECK(offsets[i + 1] >= offsets[i]);
            if (!is_real[i])
                continue;
            CHECK(offsets[i + 1] - offsets[i] == counts[i]);
            CHECK(quadline_legal_moves(&positions[i], 1, of_one, alone, QUADLINE_MAX_LEGAL_MOVES, NULL) == QUADLINE_STATUS_OK);
            CHECK(of_one[1] == counts[i]);
            qsort(alone, of_one[1], 2, compare_moves);
            qsort(moves + offsets[i], of_one[1], 2, compare_moves);
            CHECK(!memcmp(alone, moves + offsets[i], of_one[1] * 2));
        }
        CHECK(quadline_successors(copy, length, offsets, successors, room, &error) == QUADLINE_STATUS_OK);
        CHECK(offsets[0] == 0);
        for (size_t i = 0; i < length; ++i) {
            CHECK(offsets[i + 1] - offsets[i] == counts[i]);
            // Every place is written.
            for (size_t at = offsets[i]; at < offsets[i + 1]; ++at)
                CHECK(successors[at].words[6] != 0x7777777777777777u);
            if (!is_real[i])
                continue;
            CHECK(quadline_successors(&positions[i], 1, of_one, next, QUADLINE_MAX_LEGAL_MOVES, NULL) == QUADLINE_STATUS_OK);
            qsort(next, counts[i], sizeof *next, compare_positions);
            qsort(successors + offsets[i], counts[i], sizeof *next, compare_positions);
            CHECK(!memcmp(next, successors + offsets[i], counts[i] * sizeof *next));
        }
        if (room > 0) {
            offsets[0] = offsets[length] = 0x3333, moves[0] = 0x7777, memset(&successors[0], 0x77, sizeof successors[0]);
            CHECK(quadline_legal_moves(copy, length, offsets, moves, room - 1, &error) == QUADLINE_STATUS_ROOM);
            CHECK(error.row == room && moves[0] == 0x7777 && offsets[0] == 0x3333 && offsets[length] == 0x3333);
            CHECK(quadline_successors(copy, length, offsets, successors, room - 1, &error) == QUADLINE_STATUS_ROOM);
            CHECK(error.row == room && successors[0].words[0] == 0x7777777777777777u);
            CHECK(offsets[0] == 0x3333 && offsets[length] == 0x3333);
        }
        free(moves), free(successors);
    }
    free(memory), free(counts), free(first_counts), free(offsets);
}

static void test_words_that_are_not_positions(void) {
    enum { MOST = 700 };
    static const size_t lengths[] = {1, 2, 16, 97, 257, 321, MOST};
    quadline_position real[3] = {read_fen(START), read_fen(KIWIPETE), read_fen(MANY_MOVES)};
    quadline_position *positions = malloc(MOST * sizeof *positions);
    uint8_t is_real[MOST];
    CHECK(positions);
    // More moves are listed for these words than counted on plain words.
    static const quadline_position longer = {{0xbf7fefd9fadffdfau, 0x250a02820524020u, 0xf777ef7aefab75afu, 0xf0524249af7f094au,
                                              0x23d4fd9cbecc6613u, 0x7420230112dd9461u, 0xba129a060e810709u, 0xd6db03b4b1f61e67u}};
    for (size_t i = 0; i < 257; ++i)
        positions[i] = i ? real[i % 2] : longer, is_real[i] = i != 0 && i != 7;
    // Queens all around a board with one king have more moves than any position.
    quadline_position queens = {{0xff818181818181ffu, 0, 0, 0, 0x7f818181818181ffu, 0x7f818181818181ffu, (uint64_t)1 << 63, 0}};
    positions[7] = queens;
    test_lists_of_any_words(positions, is_real, 257);
    for (size_t each = 0; each < sizeof lengths / sizeof *lengths; ++each)
        for (size_t kind = 0; kind < 4; ++kind)
            for (size_t every = 1; every < 4; ++every) {
                for (size_t i = 0; i < lengths[each]; ++i) {
                    is_real[i] = i % every != 0;
                    positions[i] = is_real[i] ? real[i % 3] : random_words(kind, &real[i % 3]);
                }
                test_lists_of_any_words(positions, is_real, lengths[each]);
            }
    free(positions);
}

// The totals of 1,024 blocks of 256 positions are remembered, and those of later blocks are counted again.
static void test_very_many_positions(void) {
    enum { LENGTH = 1024 * 256 + 600 };
    quadline_position *memory = malloc((LENGTH + 2) * sizeof *memory), start = read_fen(START), kiwipete = read_fen(KIWIPETE);
    size_t *offsets = malloc((LENGTH + 1) * sizeof *offsets), room = 0;
    uint16_t *moves = malloc(48 * LENGTH * sizeof *moves), of_start[20];
    CHECK(memory && offsets && moves);
    quadline_position *positions = copy_at(memory, memory, 0, 0);
    for (size_t i = 0; i < LENGTH; ++i)
        positions[i] = i % 9 ? start : kiwipete, room += i % 9 ? 20 : 48;
    CHECK(quadline_legal_moves(positions, LENGTH, offsets, moves, room - 1, NULL) == QUADLINE_STATUS_ROOM);
    CHECK(quadline_legal_moves(positions, LENGTH, offsets, moves, room, NULL) == QUADLINE_STATUS_OK);
    CHECK(offsets[LENGTH] == room);
    memcpy(of_start, moves + offsets[1], sizeof of_start);
    qsort(of_start, 20, 2, compare_moves);
    for (size_t i = 0; i < LENGTH; ++i) {
        CHECK(offsets[i + 1] - offsets[i] == (i % 9 ? 20 : 48));
        if (i % 9) {
            qsort(moves + offsets[i], 20, 2, compare_moves);
            CHECK(!memcmp(of_start, moves + offsets[i], sizeof of_start));
        }
    }
    free(memory), free(offsets), free(moves);
}

// The calls with arrays, each with one element (offsets: two). `arrays` are their names in the error, the first ones inputs.
struct call {
    quadline_status (*run)(void *const *a, quadline_error *error), status;
    size_t inputs;
    const char *arrays[7];
};

#define CALL(name, call)                                                                                               \
    static quadline_status call_##name(void *const *a, quadline_error *error) {                                        \
        return call;                                                                                                   \
    }

CALL(attackers_to, quadline_attackers_to(a[0], a[1], a[2], 1, a[3], error))
CALL(attacks_by_role, quadline_find_attacks_by_role(a[0], 1, a[1], a[2], error))
CALL(is_legal, quadline_is_legal(a[0], a[1], 1, a[2], error))
CALL(gives_check, quadline_gives_check(a[0], a[1], 1, a[2], error))
CALL(play, quadline_play(a[0], a[1], 1, a[2], error))
CALL(legal_moves, quadline_legal_moves(a[0], 1, a[1], a[2], 32, error))
CALL(legal_moves_of, quadline_legal_moves_of(a[0], 1, 15, a[1], a[2], 32, error))
CALL(legal_moves_from_to, quadline_legal_moves_from_to(a[0], a[1], a[2], 1, a[3], a[4], 32, error))
CALL(successors, quadline_successors(a[0], 1, a[1], a[2], 1, error))
CALL(move_from_uci, quadline_move_from_uci(a[0], a[1], 4, a[2], error))
CALL(polyglot_keys, quadline_polyglot_keys(a[0], 1, a[1], error))
CALL(move_from_san, quadline_move_from_san(a[0], a[1], 4, a[2], error))
CALL(move_to_san, quadline_move_to_san(a[0], 0, a[1], 8, error))
CALL(destinations, quadline_destinations(a[0], a[1], 1, a[2], error))
CALL(origins, quadline_origins(a[0], a[1], a[2], 1, a[3], error))
CALL(zobrist_keys, quadline_zobrist_keys(a[0], 1, NULL, a[1], error))
CALL(threats, quadline_threats(a[0], 1, QUADLINE_THREATS_ALL, a[1], a[2], 4, error))
CALL(threat_changes, quadline_threat_changes(a[0], 0, QUADLINE_THREATS_ALL, a[1], a[2], 4, a[3], error))
CALL(threat_inputs, quadline_threat_inputs(a[0], 1, a[1], QUADLINE_BOTH, a[2], 4, a[3], error))
CALL(threat_inputs_csr, quadline_threat_inputs_csr(a[0], 1, a[1], QUADLINE_BOTH, a[2], a[3], 4, error))
CALL(threat_layout_inputs, quadline_threat_layout_inputs(a[0], a[1], error))
CALL(threat_change_inputs, quadline_threat_change_inputs(a[0], 0, a[1], QUADLINE_BOTH, a[2], a[3], 4, a[4], error))
CALL(pawn_pair_changes, quadline_pawn_pair_changes(a[0], a[1], a[2], a[3], a[4], 2, a[5], error))
CALL(from_nibbles, quadline_positions_from_nibbles(a[0], a[1], 1, QUADLINE_BINPACK, a[2], a[3], error))
CALL(from_nibbles_unchecked, quadline_positions_from_nibbles_unchecked(a[0], a[1], 1, QUADLINE_BINPACK, a[2], error))
CALL(to_nibbles, quadline_positions_to_nibbles(a[0], 1, QUADLINE_BINPACK, a[1], a[2], error))
static quadline_status call_binpack_open(void *const *a, quadline_error *error) {
    quadline_status status = quadline_binpack_open(a[0], 1, 0, NULL, a[1], error);
    if (status == QUADLINE_STATUS_OK)
        quadline_binpack_close(*(quadline_binpack_reader **)a[1]);
    return status;
}
CALL(from_fen, quadline_position_from_fen(a[0], 4, a[1], error))
CALL(from_fens, quadline_positions_from_fens("", a[0], 1, a[1], a[2], error))
CALL(to_fen, quadline_position_to_fen(a[0], a[1], 64, error))
CALL(check, quadline_positions_check(a[0], 1, error))
CALL(attacked_squares, quadline_attacked_squares(a[0], 1, a[1], a[2], error))
CALL(checks_and_pins, quadline_find_checks_and_pins(a[0], 1, a[1], error))
CALL(legal_move_counts, quadline_legal_move_counts(a[0], 1, a[1], error))
CALL(rooks, quadline_rook_attacks_batch(a[0], a[1], 1, a[2], error))
CALL(bishops, quadline_bishop_attacks_batch(a[0], a[1], 1, a[2], error))
CALL(queens, quadline_queen_attacks_batch(a[0], a[1], 1, a[2], error))
CALL(rooks_and_bishops, quadline_rook_and_bishop_attacks_batch(a[0], a[1], 1, a[2], a[3], error))
CALL(queens_on, quadline_queen_attacks_on(0, a[0], 1, a[1], error))

static const struct call CALLS[] = {
    {call_attackers_to, QUADLINE_STATUS_OK, 3, {"positions", "squares", "occupied", "attackers"}},
    {call_attacks_by_role, QUADLINE_STATUS_OK, 1, {"positions", "white", "black"}},
    {call_is_legal, QUADLINE_STATUS_OK, 2, {"positions", "moves", "legal"}},
    {call_gives_check, QUADLINE_STATUS_OK, 2, {"positions", "moves", "checks"}},
    {call_play, QUADLINE_STATUS_OK, 2, {"positions", "moves", "next"}},
    {call_legal_moves, QUADLINE_STATUS_OK, 1, {"positions", "offsets", "moves"}},
    {call_legal_moves_of, QUADLINE_STATUS_OK, 1, {"positions", "offsets", "moves"}},
    {call_legal_moves_from_to, QUADLINE_STATUS_OK, 3, {"positions", "from", "to", "offsets", "moves"}},
    {call_successors, QUADLINE_STATUS_OK, 1, {"positions", "offsets", "successors"}},
    {call_move_from_uci, QUADLINE_STATUS_MOVE, 2, {"position", "uci", "chess_move"}},
    {call_polyglot_keys, QUADLINE_STATUS_OK, 1, {"positions", "keys"}},
    {call_move_from_san, QUADLINE_STATUS_MOVE, 2, {"position", "san", "chess_move"}},
    {call_move_to_san, QUADLINE_STATUS_MOVE, 1, {"position", "san"}},
    {call_destinations, QUADLINE_STATUS_OK, 2, {"positions", "squares", "destinations"}},
    {call_origins, QUADLINE_STATUS_OK, 3, {"positions", "roles", "squares", "origins"}},
    {call_zobrist_keys, QUADLINE_STATUS_OK, 1, {"positions", "keys"}},
    {call_threats, QUADLINE_STATUS_OK, 1, {"positions", "offsets", "threats"}},
    {call_threat_changes, QUADLINE_STATUS_OK, 1, {"position", "added", "removed", "counts"}},
    {call_threat_inputs, QUADLINE_STATUS_OK, 2, {"positions", "layout", "inputs", "counts"}},
    {call_threat_inputs_csr, QUADLINE_STATUS_OK, 2, {"positions", "layout", "offsets", "inputs"}},
    {call_threat_layout_inputs, QUADLINE_STATUS_OK, 1, {"layout", "inputs"}},
    {call_threat_change_inputs, QUADLINE_STATUS_OK, 2, {"position", "layout", "added", "removed", "counts"}},
    {call_pawn_pair_changes, QUADLINE_STATUS_OK, 3, {"pawns", "kings", "layout", "added", "removed", "counts"}},
    {call_from_nibbles, QUADLINE_STATUS_POSITION, 2, {"occupied", "nibbles", "positions", "invalid"}},
    {call_from_nibbles_unchecked, QUADLINE_STATUS_OK, 2, {"occupied", "nibbles", "positions"}},
    {call_to_nibbles, QUADLINE_STATUS_OK, 1, {"positions", "occupied", "nibbles"}},
    {call_binpack_open, QUADLINE_STATUS_OK, 1, {"file", "reader"}},
    {call_from_fen, QUADLINE_STATUS_FEN, 1, {"fen", "position"}},
    {call_from_fens, QUADLINE_STATUS_FEN, 1, {"offsets", "positions", "invalid"}},
    {call_to_fen, QUADLINE_STATUS_OK, 1, {"position", "fen"}},
    {call_check, QUADLINE_STATUS_POSITION, 1, {"positions"}},
    {call_attacked_squares, QUADLINE_STATUS_OK, 1, {"positions", "white", "black"}},
    {call_checks_and_pins, QUADLINE_STATUS_OK, 1, {"positions", "checks_and_pins"}},
    {call_legal_move_counts, QUADLINE_STATUS_OK, 1, {"positions", "counts"}},
    {call_rooks, QUADLINE_STATUS_OK, 2, {"squares", "occupied", "attacks"}},
    {call_bishops, QUADLINE_STATUS_OK, 2, {"squares", "occupied", "attacks"}},
    {call_queens, QUADLINE_STATUS_OK, 2, {"squares", "occupied", "attacks"}},
    {call_rooks_and_bishops, QUADLINE_STATUS_OK, 2, {"squares", "occupied", "rook", "bishop"}},
    {call_queens_on, QUADLINE_STATUS_OK, 1, {"squares", "attacks"}},
};

static size_t arrays_of(const struct call *call) {
    size_t arrays = 0;
    while (call->arrays[arrays])
        ++arrays;
    return arrays;
}

// Calls with arrays that are NULL or overlap are refused by the name of the array, and write nothing.
static void test_arrays_of_all_calls(void) {
    static quadline_position memory[8];
    static const quadline_position zeros[8];
    quadline_error error;
    for (size_t index = 0; index < sizeof CALLS / sizeof *CALLS; ++index) {
        const struct call *call = &CALLS[index];
        size_t arrays = arrays_of(call);
        for (size_t one = 0; one < arrays; ++one) {
            void *a[6] = {&memory[0], &memory[1], &memory[2], &memory[3], &memory[4], &memory[5]};
            // These two may be NULL.
            if (strcmp(call->arrays[one], "invalid") && !(call->run == call_attackers_to && one == 2)) {
                a[one] = NULL;
                CHECK(call->run(a, &error) == QUADLINE_STATUS_NULL_POINTER);
                CHECK(strstr(error.message, call->arrays[one]) == error.message);
            }
            for (size_t other = 0; other < one; ++other) {
                a[one] = &memory[one], a[other] = &memory[one];
                if (one >= call->inputs) {
                    CHECK(call->run(a, &error) == QUADLINE_STATUS_OVERLAP);
                    CHECK(strstr(error.message, call->arrays[one]) && strstr(error.message, call->arrays[other]));
                }
                a[other] = &memory[other];
            }
            CHECK(!memcmp(memory, zeros, sizeof memory));
        }
        // Next to each other, they are accepted.
        void *a[6] = {&memory[0], &memory[1], &memory[2], &memory[3], &memory[4], &memory[5]};
        CHECK(call->run(a, &error) == call->status);
        memset(memory, 0, sizeof memory);
    }
}

// With a level that cannot be used, every call says so or does not need it, and no output is written if it fails.
static void test_calls_without_a_level(void) {
    static quadline_position memory[8];
    static const quadline_position zeros[8];
    quadline_error error;
    size_t refused = 0;
    for (size_t index = 0; index < sizeof CALLS / sizeof *CALLS; ++index) {
        void *a[6] = {&memory[0], &memory[1], &memory[2], &memory[3], &memory[4], &memory[5]};
        quadline_status status = CALLS[index].run(a, &error);
        CHECK(status == QUADLINE_STATUS_LEVEL || status == CALLS[index].status);
        CHECK(status != QUADLINE_STATUS_LEVEL || !memcmp(memory, zeros, sizeof memory));
        refused += status == QUADLINE_STATUS_LEVEL;
        memset(memory, 0, sizeof memory);
    }
    CHECK(refused == 34);
}

// Reads the entries of a file, in its order, and the error after them.
static quadline_status read_binpack(const uint8_t *file, size_t bytes, const quadline_binpack_skip *skip, quadline_binpack_columns *columns,
                                    quadline_error *error) {
    quadline_binpack_reader *reader = NULL;
    quadline_binpack_columns more = {NULL, NULL, NULL, NULL, NULL, 1, 0};
    quadline_status status = quadline_binpack_open(file, bytes, 0, skip, &reader, error);
    if (!status && !(status = quadline_binpack_next(reader, columns, error)))
        status = quadline_binpack_next(reader, &more, error);
    quadline_binpack_close(reader);
    return status;
}

// Gives the part of the context, once.
static int one_part(void *context, quadline_binpack_part *part) {
    quadline_binpack_part *given = context;
    *part = *given, given->bytes = NULL;
    return part->bytes != NULL;
}

// The entries of many chunks in blocks of any size, without some entries, and with errors.
static void test_binpack_reader(const char *bytes, size_t size, const int16_t *expected, size_t entries) {
    enum { CHUNKS = 100, MOST = 6 * CHUNKS };
    uint8_t *file = malloc(CHUNKS * size);
    quadline_position *positions = malloc((MOST + 1) * sizeof *positions), *all = malloc(MOST * sizeof *all);
    uint16_t *moves = malloc(MOST * 2), plies[MOST + 1];
    int16_t scores[MOST + 1];
    int8_t results[MOST + 1];
    quadline_error error;
    quadline_binpack_reader *reader = NULL;
    CHECK(file && positions && all && moves && 6 == entries);
    for (size_t chunk = 0; chunk < CHUNKS; ++chunk)
        memcpy(file + chunk * size, bytes, size);
    quadline_binpack_columns columns = {all, moves, NULL, NULL, NULL, MOST, 0};
    for (size_t chunk = 0; chunk < CHUNKS; ++chunk, columns.positions += entries, columns.moves += entries)
        CHECK(read_binpack(file + chunk * size, size, NULL, &columns, NULL) == QUADLINE_STATUS_OK && columns.count == entries);
    for (size_t room = 1; room <= MOST; room += room < 8 ? 1 : room < 200 ? 97 : 149) {
        CHECK(quadline_binpack_open(file, CHUNKS * size, 0, NULL, &reader, &error) == QUADLINE_STATUS_OK);
        size_t first = 0;
        for (;; first += columns.count) {
            uint16_t some[MOST];
            quadline_binpack_columns now = {positions, some, scores, plies, results, room, 99};
            memset(&positions[room], 0x77, sizeof *positions), scores[room] = 0x77, plies[room] = 0x77, results[room] = 0x77;
            CHECK(quadline_binpack_next(reader, &now, &error) == QUADLINE_STATUS_OK);
            CHECK(positions[room].words[0] == 0x7777777777777777u && scores[room] == 0x77 && plies[room] == 0x77 && results[room] == 0x77);
            columns = now;
            if (!now.count)
                break;
            CHECK(now.count == (room < MOST - first ? room : MOST - first));
            CHECK(!memcmp(positions, all + first, now.count * sizeof *positions) && !memcmp(some, moves + first, now.count * 2));
            for (size_t row = 0; row < now.count; ++row) {
                size_t ply = (first + row) % entries;
                CHECK(scores[row] == expected[ply] && plies[row] == ply && results[row] == (ply % 2 ? -1 : 1));
            }
        }
        CHECK(first == MOST);
        quadline_binpack_close(reader);
    }

    // Only the scores, without the capture and the first two plies, also of a part that a function gives.
    quadline_binpack_skip skip = {0};
    skip.first_ply = 2, skip.captures = 1, skip.in_check = 1;
    quadline_binpack_columns only = {NULL, NULL, scores, NULL, NULL, 4, 0};
    CHECK(quadline_binpack_open(file, 2 * size, 0, &skip, &reader, &error) == QUADLINE_STATUS_OK);
    CHECK(quadline_binpack_next(reader, &only, &error) == QUADLINE_STATUS_OK && only.count == 4);
    CHECK(scores[0] == 40 && scores[1] == 0 && scores[2] == 300 && scores[3] == 40);
    CHECK(quadline_binpack_next(reader, &only, &error) == QUADLINE_STATUS_OK && only.count == 2 && scores[0] == 0 && scores[1] == 300);
    CHECK(quadline_binpack_next(reader, &only, &error) == QUADLINE_STATUS_OK && only.count == 0);
    only.room = 0, only.count = 7;
    CHECK(quadline_binpack_next(reader, &only, &error) == QUADLINE_STATUS_ARGUMENT && strstr(error.message, "room is 0") && only.count == 7);
    quadline_binpack_close(reader);
    quadline_binpack_part first = {file + 8, size - 8, 8};
    only.room = 4, skip.score = 300, skip.has_score = 1;
    CHECK(quadline_binpack_open_parts(one_part, &first, &skip, &reader, &error) == QUADLINE_STATUS_OK);
    CHECK(quadline_binpack_next(reader, &only, &error) == QUADLINE_STATUS_OK && only.count == 2 && scores[0] == 40 && scores[1] == 0);

    // Columns that overlap with the file, with the reader or with each other, and a missing reader.
    quadline_binpack_close(reader);
    CHECK(quadline_binpack_open(file, size, 0, NULL, &reader, &error) == QUADLINE_STATUS_OK);
    only.scores = (int16_t *)(file + 8 - (uintptr_t)file % 2), only.count = 7;
    CHECK(quadline_binpack_next(reader, &only, &error) == QUADLINE_STATUS_OVERLAP && strstr(error.message, "file"));
    only.scores = (void *)reader;
    CHECK(quadline_binpack_next(reader, &only, &error) == QUADLINE_STATUS_OVERLAP && strstr(error.message, "reader"));
    only.scores = scores, only.plies = (uint16_t *)(void *)(scores + 3);
    CHECK(quadline_binpack_next(reader, &only, &error) == QUADLINE_STATUS_OVERLAP && only.count == 7);
    CHECK(quadline_binpack_next(NULL, &only, &error) == QUADLINE_STATUS_NULL_POINTER && strstr(error.message, "reader is NULL"));
    CHECK(quadline_binpack_next(reader, NULL, &error) == QUADLINE_STATUS_NULL_POINTER && strstr(error.message, "columns is NULL"));
    quadline_binpack_close(reader);
    quadline_binpack_close(NULL);
    reader = NULL, skip.left_out = 2;
    CHECK(quadline_binpack_open(file, size, 0, &skip, &reader, &error) == QUADLINE_STATUS_ARGUMENT && !reader);

    // The entries before an error, and then the error at every call. Places are those of the file.
    only.plies = NULL;
    file[size + 42] = 0xff;
    for (int part = 0; part < 2; ++part) {
        quadline_binpack_part second = {file + size + 8, size - 8, size + 8};
        if (part)
            CHECK(quadline_binpack_open_parts(one_part, &second, NULL, &reader, &error) == QUADLINE_STATUS_OK);
        else
            CHECK(quadline_binpack_open(file, 2 * size, 0, NULL, &reader, &error) == QUADLINE_STATUS_OK);
        size_t before = 0;
        quadline_status status;
        while (!(status = quadline_binpack_next(reader, &only, &error))) {
            CHECK(only.count);
            before += only.count;
        }
        only.count = 7;
        for (int again = 0; again < 2; ++again, status = quadline_binpack_next(reader, &only, &error))
            CHECK(status == QUADLINE_STATUS_FILE && error.row == size + 42 && only.count == 7 && strstr(error.message, "byte 93: "));
        CHECK(before == (part ? 1 : entries + 1));
        quadline_binpack_close(reader);
    }
    free(file), free(positions), free(all), free(moves);
}

// What the function that keeps entries counts, also on several threads.
struct kept {
    size_t calls;
    uint16_t least_ply;
};
static int keeps(void *context, const quadline_binpack_entry *entry) {
    struct kept *kept = context;
    __sync_fetch_and_add(&kept->calls, 1);
    CHECK((uintptr_t)entry->position % 64 == 0 && entry->result == (entry->ply % 2 ? -1 : 1) && entry->chess_move);
    CHECK(quadline_black_to_move(entry->position) == entry->ply % 2);
    return entry->ply >= kept->least_ply;
}

// The entries of many chunks as rows of a batch, with several threads, some left out, and with errors.
static void test_binpack_fill(const char *bytes, size_t size, const int16_t *expected) {
    enum { CHUNKS = 100, ENTRIES = 6, MOST = ENTRIES * CHUNKS, STRIDE = 96 };
    const quadline_threat_layout layout = {QUADLINE_THREATS_59808, 59808, 0, 0, NULL};
    uint8_t *file = malloc(CHUNKS * size);
    quadline_position all[ENTRIES], *positions = malloc((MOST + 1) * sizeof *positions);
    int32_t wanted[2 * ENTRIES * STRIDE], *inputs = malloc((2 * MOST * STRIDE + 1) * sizeof *inputs), pieces[MOST + 1];
    uint16_t numbers[2 * ENTRIES], counts[2 * MOST + 1], moves[MOST + 1], plies[MOST + 1], all_moves[ENTRIES];
    float white[MOST + 1], outcomes[MOST + 1], scores[MOST + 1];
    quadline_error error;
    quadline_binpack_reader *reader = NULL;
    CHECK(file && positions && inputs);
    for (size_t chunk = 0; chunk < CHUNKS; ++chunk)
        memcpy(file + chunk * size, bytes, size);
    quadline_binpack_columns columns = {all, all_moves, NULL, NULL, NULL, ENTRIES, 0};
    CHECK(read_binpack(file, size, NULL, &columns, &error) == QUADLINE_STATUS_OK);
    CHECK(quadline_threat_inputs(all, ENTRIES, &layout, QUADLINE_BOTH, wanted, STRIDE, numbers, &error) == QUADLINE_STATUS_OK);
    // Without threads, in the order of the file.
    for (size_t threads = 0; threads <= 5; threads += threads < 2 ? 1 : 3)
        for (size_t room = 1; room <= MOST; room += room < 8 ? 3 : room < 200 ? 97 : 149)
            for (uint16_t least = 0; least < 4; least = (uint16_t)(least + 3)) {
                struct kept kept = {0, least};
                const size_t kept_entries = (size_t)(ENTRIES - least) * CHUNKS;
                size_t of_ply[ENTRIES] = {0}, total = 0;
                CHECK(quadline_binpack_open(file, CHUNKS * size, threads, NULL, &reader, &error) == QUADLINE_STATUS_OK);
                for (;;) {
                    quadline_binpack_batch batch = {inputs, counts, STRIDE, white, outcomes, scores, pieces, positions, moves, plies, room, 99};
                    inputs[2 * room * STRIDE] = 77, counts[2 * room] = 77, white[room] = outcomes[room] = scores[room] = 77;
                    pieces[room] = 77, moves[room] = plies[room] = 77, positions[room].words[0] = 77;
                    CHECK(quadline_binpack_fill(reader, &layout, QUADLINE_BOTH, keeps, &kept, &batch, &error) == QUADLINE_STATUS_OK);
                    CHECK(inputs[2 * room * STRIDE] == 77 && counts[2 * room] == 77 && white[room] == 77 && outcomes[room] == 77);
                    CHECK(scores[room] == 77 && pieces[room] == 77 && moves[room] == 77 && plies[room] == 77 && positions[room].words[0] == 77);
                    if (!batch.count)
                        break;
                    CHECK(batch.count == (room < kept_entries - total ? room : kept_entries - total));
                    for (size_t row = 0; row < batch.count; ++row, ++total) {
                        const size_t ply = plies[row];
                        CHECK(ply < ENTRIES && (threads > 0 || ply == total % (size_t)(ENTRIES - least) + least));
                        ++of_ply[ply];
                        CHECK(scores[row] == expected[ply] && outcomes[row] == (ply % 2 ? 0 : 1) && white[row] == (ply % 2 ? 0 : 1));
                        CHECK(moves[row] == all_moves[ply] && !memcmp(&positions[row], &all[ply], sizeof *all));
                        CHECK(pieces[row] == __builtin_popcountll(all[ply].words[0] | all[ply].words[1]));
                        for (size_t side = 0; side < 2; ++side) {
                            CHECK(counts[side * room + row] == numbers[side * ENTRIES + ply]);
                            CHECK(!memcmp(inputs + (side * room + row) * STRIDE, wanted + (side * ENTRIES + ply) * STRIDE, STRIDE * sizeof *inputs));
                        }
                    }
                }
                CHECK(total == kept_entries && kept.calls == MOST);
                for (size_t ply = 0; ply < ENTRIES; ++ply)
                    CHECK(of_ply[ply] == (ply < least ? 0 : CHUNKS));
                quadline_binpack_close(reader);
            }

    // Only some arrays, from one perspective, and rows that are too short.
    quadline_binpack_batch batch = {inputs, counts, 3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, ENTRIES, 0};
    CHECK(quadline_binpack_open(file, size, 2, NULL, &reader, &error) == QUADLINE_STATUS_OK);
    CHECK(quadline_binpack_fill(reader, &layout, QUADLINE_BLACK, NULL, NULL, &batch, &error) == QUADLINE_STATUS_OK && batch.count == ENTRIES);
    for (size_t row = 0; row < ENTRIES; ++row)
        CHECK(counts[row] == numbers[ENTRIES + row] && inputs[3 * row] >= 0);
    CHECK(quadline_binpack_fill(reader, NULL, 0, NULL, NULL, &batch, &error) == QUADLINE_STATUS_NULL_POINTER && batch.count == ENTRIES);
    batch.inputs = NULL, batch.counts = NULL;
    CHECK(quadline_binpack_fill(reader, NULL, 99, NULL, NULL, &batch, &error) == QUADLINE_STATUS_OK && !batch.count);
    // `quadline_binpack_next` reads all parts as well.
    quadline_binpack_close(reader);
    int16_t left[MOST];
    columns = (quadline_binpack_columns){NULL, NULL, left, NULL, NULL, MOST, 0};
    CHECK(quadline_binpack_open(file, 4 * size, 3, NULL, &reader, &error) == QUADLINE_STATUS_OK);
    CHECK(quadline_binpack_next(reader, &columns, &error) == QUADLINE_STATUS_OK && columns.count == 4 * ENTRIES);

    // Wrong arguments: nothing is written.
    batch.count = 7;
    CHECK(quadline_binpack_fill(NULL, &layout, 0, NULL, NULL, &batch, &error) == QUADLINE_STATUS_NULL_POINTER && strstr(error.message, "reader is NULL"));
    CHECK(quadline_binpack_fill(reader, &layout, 0, NULL, NULL, NULL, &error) == QUADLINE_STATUS_NULL_POINTER && strstr(error.message, "batch is NULL"));
    batch.inputs = inputs;
    CHECK(quadline_binpack_fill(reader, &layout, 0, NULL, NULL, &batch, &error) == QUADLINE_STATUS_NULL_POINTER && strstr(error.message, "counts is NULL"));
    batch.counts = counts;
    CHECK(quadline_binpack_fill(reader, &layout, 9, NULL, NULL, &batch, &error) == QUADLINE_STATUS_ARGUMENT && strstr(error.message, "perspectives is 9"));
    batch.scores = (float *)(void *)(inputs + 4);
    CHECK(quadline_binpack_fill(reader, &layout, 0, NULL, NULL, &batch, &error) == QUADLINE_STATUS_OVERLAP && strstr(error.message, "overlaps with scores"));
    batch.scores = (float *)(void *)((uintptr_t)file & ~(uintptr_t)3);
    CHECK(quadline_binpack_fill(reader, &layout, 0, NULL, NULL, &batch, &error) == QUADLINE_STATUS_OVERLAP && strstr(error.message, "file"));
    batch.scores = (float *)(void *)reader;
    CHECK(quadline_binpack_fill(reader, &layout, 0, NULL, NULL, &batch, &error) == QUADLINE_STATUS_OVERLAP && strstr(error.message, "reader"));
    batch.scores = (float *)(void *)&batch, batch.room = 1;
    CHECK(quadline_binpack_fill(reader, &layout, 0, NULL, NULL, &batch, &error) == QUADLINE_STATUS_OVERLAP && strstr(error.message, "batch"));
    int32_t bases[QUADLINE_THREAT_BASES];
    for (size_t base = 0; base < QUADLINE_THREAT_BASES; ++base)
        bases[base] = -1;
    quadline_threat_layout overlapping = {QUADLINE_THREATS_59808, 59808, 0, 0, bases};
    batch.scores = (float *)(void *)&overlapping;
    CHECK(quadline_binpack_fill(reader, &overlapping, 0, NULL, NULL, &batch, &error) == QUADLINE_STATUS_OVERLAP && strstr(error.message, "with layout;"));
    batch.scores = (float *)(void *)&bases[7];
    CHECK(quadline_binpack_fill(reader, &overlapping, 0, NULL, NULL, &batch, &error) == QUADLINE_STATUS_OVERLAP && strstr(error.message, "layout.bases"));
    CHECK(batch.count == 7 && overlapping.bases == bases && bases[7] == -1);
    batch.scores = NULL, batch.room = 0;
    CHECK(quadline_binpack_fill(reader, &layout, 0, NULL, NULL, &batch, &error) == QUADLINE_STATUS_ARGUMENT && strstr(error.message, "room is 0"));
    CHECK(batch.count == 7);
    quadline_binpack_close(reader);
    CHECK(quadline_binpack_open(file, size, 1025, NULL, &reader, &error) == QUADLINE_STATUS_ARGUMENT);
    CHECK(strstr(error.message, "threads is 1025; it must be from 0 to 1024"));

    // The entries before an error, and then the error at every call. Several threads find errors, of which the first one in the
    // file is reported, for any room.
    const size_t first_errors[] = {99, 37, 31, 30};
    for (size_t errors = 0; errors < 4; ++errors) {
        const size_t first = first_errors[errors];
        file[first * size + 42] = 0xff;
        for (size_t threads = 0; threads <= 6; ++threads)
            for (size_t room = 1; room <= 64; room *= 4)
                for (int fills = 0; fills < 2; ++fills) {
                    batch = (quadline_binpack_batch){NULL, NULL, 0, NULL, NULL, scores, NULL, NULL, NULL, NULL, room, 0};
                    columns = (quadline_binpack_columns){NULL, NULL, left, NULL, NULL, room, 0};
                    CHECK(quadline_binpack_open(file, CHUNKS * size, threads, NULL, &reader, &error) == QUADLINE_STATUS_OK);
                    size_t before = 0, last = room;
                    quadline_status status;
                    while (!(status = fills ? quadline_binpack_fill(reader, NULL, 0, NULL, NULL, &batch, &error)
                                            : quadline_binpack_next(reader, &columns, &error))) {
                        CHECK(last == room);
                        before += last = fills ? batch.count : columns.count;
                    }
                    batch.count = columns.count = 7;
                    for (int again = 0; again < 2; ++again) {
                        CHECK(status == QUADLINE_STATUS_FILE && error.row == first * size + 42 && batch.count == 7 && columns.count == 7);
                        status = fills ? quadline_binpack_fill(reader, NULL, 0, NULL, NULL, &batch, &error) : quadline_binpack_next(reader, &columns, &error);
                    }
                    CHECK(threads ? before > first * ENTRIES && before < MOST : before == first * ENTRIES + 1);
                    quadline_binpack_close(reader);
                }
    }
    free(file), free(positions), free(inputs);
}

// Parts in memory that is used again.
struct source {
    const char *bytes;
    size_t size, given, most, calls, in_use, broken;
    uint8_t *memory[64];
};

static int next_part(void *context, quadline_binpack_part *part) {
    struct source *source = (struct source *)context;
    size_t place = 0;
    ++source->calls;
    if (part->bytes) { // one that is not used any more
        while (source->memory[place] != part->bytes)
            CHECK(++place < 64);
        CHECK(part->length == source->size && part->offset < 1000 * source->given);
        memset(source->memory[place], 0xff, source->size), free(source->memory[place]), source->memory[place] = NULL;
        --source->in_use;
    }
    if (source->given == source->most)
        return 0;
    for (place = 0; source->memory[place];)
        CHECK(++place < 64);
    CHECK((source->memory[place] = malloc(source->size)));
    memcpy(source->memory[place], source->bytes, source->size);
    if (source->given == source->broken)
        source->memory[place][34] = 0xff;
    part->bytes = source->memory[place], part->length = source->size, part->offset = 1000 * source->given++;
    CHECK(++source->in_use <= 17);
    return 1;
}

static int no_bytes(void *context, quadline_binpack_part *part) {
    (void)context;
    part->bytes = NULL, part->length = 5;
    return 1;
}

// Parts that a function gives.
static void test_binpack_parts(const char *bytes, size_t size, const int16_t *expected) {
    enum { ENTRIES = 6, MOST = 60 * ENTRIES };
    int16_t scores[MOST];
    uint16_t plies[MOST];
    quadline_binpack_reader *reader = NULL;
    quadline_error error;
    for (size_t most = 0; most <= 60; most += most < 20 ? 1 : 20)
        for (size_t broken = most; broken + 1 && broken + 3 > most; --broken) {
            struct source source = {bytes + 8, size - 8, 0, most, 0, 0, broken, {NULL}};
            size_t total = 0, of_ply[ENTRIES] = {0};
            CHECK(quadline_binpack_open_parts(next_part, &source, NULL, &reader, &error) == QUADLINE_STATUS_OK && !source.calls);
            quadline_status status;
            for (;;) {
                quadline_binpack_columns columns = {NULL, NULL, scores, plies, NULL, 1 + total % 50, 0};
                if ((status = quadline_binpack_next(reader, &columns, &error)) || !columns.count)
                    break;
                total += columns.count;
                for (size_t row = 0; row < columns.count; ++row)
                    CHECK(plies[row] < ENTRIES && scores[row] == expected[plies[row]] && ++of_ply[plies[row]]);
            }
            if (broken < most)
                CHECK(status == QUADLINE_STATUS_FILE && error.row == 1000 * broken + 34 && total > broken * ENTRIES);
            else
                CHECK(status == QUADLINE_STATUS_OK && total == most * ENTRIES && of_ply[0] == most && source.calls == most + 1);
            quadline_binpack_close(reader);
            for (size_t place = 0; place < 64; ++place)
                free(source.memory[place]);
        }
    quadline_binpack_columns columns = {NULL, NULL, scores, NULL, NULL, MOST, 7};
    CHECK(quadline_binpack_open_parts(no_bytes, NULL, NULL, &reader, &error) == QUADLINE_STATUS_OK);
    for (int again = 0; again < 2; ++again)
        CHECK(quadline_binpack_next(reader, &columns, &error) == QUADLINE_STATUS_NULL_POINTER && strstr(error.message, "part.bytes is NULL"));
    CHECK(columns.count == 7);
    quadline_binpack_close(reader);
    CHECK(quadline_binpack_open_parts(NULL, NULL, NULL, &reader, &error) == QUADLINE_STATUS_NULL_POINTER && strstr(error.message, "next_part"));
    CHECK(quadline_binpack_open_parts(no_bytes, NULL, NULL, NULL, &error) == QUADLINE_STATUS_NULL_POINTER && strstr(error.message, "reader is NULL"));
}

// A game of six moves in a binpack file, as a whole, in parts, without some entries, and with errors.
static void test_binpack(void) {
    static const char bytes[] = "BINP\x2b\0\0\0\xff\xff\0\0\0\0\xff\xff\x2d\x84\x4a\xd2\0\0\0\0\x11\x11\x11\x11\x3e\x95\x5b\xe3"
                                "\x0c\x70\0\x28\x80\0\0\0\0\x05\x27\x42\xca\x8f\x02\xd7\x15\x10\x40";
    static const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1", "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1",
        "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1", "rnbqkbnr/pp2pppp/3p4/2p5/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 1"};
    static const char *const ucis[] = {"e2e4", "c7c5", "g1f3", "d7d6", "d2d4", "c5d4"};
    static const int16_t expected[] = {20, -35, 40, 0, 300, -300};
    enum { BYTES = sizeof bytes - 1, ENTRIES = 6 };
    uint8_t file[2 * BYTES];
    memcpy(file, bytes, BYTES), memcpy(file + BYTES, bytes, BYTES);
    quadline_position positions[ENTRIES], position;
    uint16_t moves[ENTRIES], plies[ENTRIES], chess_move;
    int16_t scores[ENTRIES];
    int8_t results[ENTRIES];
    quadline_binpack_columns columns = {positions, moves, scores, plies, results, ENTRIES, 99};
    quadline_error error;
    for (size_t chunk = 0; chunk < 2; ++chunk) {
        CHECK(read_binpack(file + chunk * BYTES, BYTES, NULL, &columns, &error) == QUADLINE_STATUS_OK && columns.count == ENTRIES);
        for (size_t row = 0; row < ENTRIES; ++row) {
            CHECK(quadline_position_from_fen(fens[row], strlen(fens[row]), &position, NULL) == QUADLINE_STATUS_OK);
            CHECK(quadline_move_from_uci(&position, ucis[row], 4, &chess_move, NULL) == QUADLINE_STATUS_OK);
            CHECK(!memcmp(&positions[row], &position, sizeof position) && moves[row] == chess_move);
            CHECK(scores[row] == expected[row] && plies[row] == row && results[row] == (row % 2 ? -1 : 1));
        }
        memset(positions, 0, sizeof positions);
    }
    CHECK(read_binpack(file, 0, NULL, &columns, &error) == QUADLINE_STATUS_OK && columns.count == 0);

    // Only the scores, without the capture and the first two plies.
    quadline_binpack_skip skip = {0};
    skip.first_ply = 2, skip.captures = 1, skip.in_check = 1;
    quadline_binpack_columns only = {NULL, NULL, scores, NULL, NULL, 3, 0};
    CHECK(read_binpack(file, BYTES, &skip, &only, &error) == QUADLINE_STATUS_OK);
    CHECK(only.count == 3 && scores[0] == 40 && scores[1] == 0 && scores[2] == 300);
    skip.score = 300, skip.has_score = 1;
    CHECK(read_binpack(file, BYTES, &skip, &only, &error) == QUADLINE_STATUS_OK && only.count == 2);
    skip.left_out = 1;
    CHECK(read_binpack(file, BYTES, &skip, &only, &error) == QUADLINE_STATUS_OK && only.count == 0);
    static const double impossible[] = {1.5, -0.1};
    for (size_t i = 0; i < 3; ++i) {
        memset(&skip.left_out, 0xff, sizeof skip.left_out); // not a number
        if (i < 2)
            skip.left_out = impossible[i];
        only.count = 7;
        CHECK(read_binpack(file, BYTES, &skip, &only, &error) == QUADLINE_STATUS_ARGUMENT);
        CHECK(strstr(error.message, "left_out is ") == error.message && strstr(error.message, "from 0 to 1") && only.count == 7);
    }
    // Each field of zeros leaves out nothing, also if all others have a value: neither ply 0 nor score 0.
    quadline_binpack_columns room_for_all = {NULL, NULL, scores, plies, NULL, ENTRIES, 0};
    memset(&skip, 0, sizeof skip);
    for (int field = 0; field < 12; ++field) {
        memset(&skip, 0, sizeof skip);
        skip.placeholder_zeros = field == 7, skip.unlikely_results = field == 8, skip.material_below = field == 9 ? -1 : 0;
        skip.soft_chances[0] = skip.soft_chances[3] = field == 10, skip.piece_weights[1] = field == 11;
        skip.seed = field == 1 ? 42 : 0, skip.score = field == 3 ? 40 : 0;
        skip.first_ply = field == 2 ? 1 : 0, skip.left_out = field == 0 ? 1e-9 : 0;
        skip.has_score = field == 4, skip.captures = field == 5, skip.in_check = field == 6;
        // Ply 0, score 0, the capture, and no check.
        size_t left = field == 2 || field == 4 || field == 5 ? ENTRIES - 1 : ENTRIES;
        if (field == 8) { // a choice at random
            CHECK(read_binpack(file, BYTES, &skip, &room_for_all, &error) == QUADLINE_STATUS_OK);
            CHECK(room_for_all.count < ENTRIES);
            continue;
        }
        CHECK(read_binpack(file, BYTES, &skip, &room_for_all, &error) == QUADLINE_STATUS_OK && room_for_all.count == left);
        CHECK(plies[0] == (field == 2) && scores[3] == (field == 2 || field == 4 ? 300 : 0));
    }
    // Each of the filters leaves out what it should.
    memset(&skip, 0, sizeof skip);
    skip.material_below = 1;
    CHECK(read_binpack(file, BYTES, &skip, &room_for_all, &error) == QUADLINE_STATUS_OK && !room_for_all.count);
    memset(&skip, 0, sizeof skip);
    skip.soft_end = 4, skip.soft_plies[3] = 4;
    CHECK(read_binpack(file, BYTES, &skip, &room_for_all, &error) == QUADLINE_STATUS_OK);
    CHECK(room_for_all.count >= 2 && room_for_all.count < ENTRIES && plies[room_for_all.count - 2] == 4);
    for (int wrong = 0; wrong < 3; ++wrong) {
        memset(&skip, 0, sizeof skip);
        skip.soft_end = wrong < 2, skip.has_piece_weights = wrong == 2;
        skip.soft_plies[0] = wrong == 0 ? 5 : 0, skip.soft_chances[2] = wrong == 1 ? 1.5 : 0;
        memset(&skip.piece_weights[4], 0xff, sizeof(double)); // not a number
        room_for_all.count = 7;
        CHECK(read_binpack(file, BYTES, &skip, &room_for_all, &error) == QUADLINE_STATUS_ARGUMENT && room_for_all.count == 7);
        CHECK(strstr(error.message, wrong == 0 ? "soft_plies are" : wrong == 1 ? "soft_chances is 1.5" : "piece_weights is NaN"));
    }

    // A cut file, an entry that is impossible, and columns in the same place.
    CHECK(read_binpack(file + 1, BYTES, NULL, &columns, &error) == QUADLINE_STATUS_FILE && error.row == 0);
    CHECK(read_binpack(file, 2 * BYTES - 1, NULL, &columns, &error) == QUADLINE_STATUS_FILE && error.row == BYTES);
    file[BYTES + 42] = 0xff;
    CHECK(read_binpack(file + BYTES, BYTES, NULL, &columns, &error) == QUADLINE_STATUS_FILE && error.row == 42);
    CHECK(strstr(error.message, "byte 42: ") == error.message && columns.count == 1);
    columns.plies = columns.moves;
    CHECK(read_binpack(file, BYTES, NULL, &columns, &error) == QUADLINE_STATUS_OVERLAP);
    test_binpack_reader(bytes, BYTES, expected, ENTRIES);
    test_binpack_fill(bytes, BYTES, expected);
    test_binpack_parts(bytes, BYTES, expected);
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
    for (int kind = 1; kind < 16; kind *= 2) {
        CHECK(quadline_legal_moves_of(positions, length, (uint8_t)kind, some, found, total, NULL) == QUADLINE_STATUS_OK);
        sum += some[length];
        for (size_t row = 0; row < length; ++row)
            for (size_t at = some[row]; at < some[row + 1]; ++at) {
                uint64_t target = (uint64_t)1 << (found[at] >> 6 & 63);
                int captures = ((positions[row].words[0] | positions[row].words[1]) & target) != 0;
                int special = found[at] >> 12;
                captures = special == 2 || (captures && special != 3);
                int promotion = special == 7 ? QUADLINE_QUEEN_PROMOTIONS : QUADLINE_UNDERPROMOTIONS;
                CHECK(kind == (captures ? QUADLINE_CAPTURES : special > 3 ? promotion : QUADLINE_QUIETS));
            }
    }
    CHECK(sum == total);
    CHECK(quadline_legal_moves_of(positions, length, 15, some, found, total, NULL) == QUADLINE_STATUS_OK);
    CHECK(!memcmp(offsets, some, (length + 1) * sizeof *some));
    CHECK(quadline_legal_moves_of(positions, length, 16, some, NULL, 0, NULL) == QUADLINE_STATUS_OK && some[length] == 0);
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
        some[0] = some[length] = 0x3333, found[0] = 0x7777, memset(&next[0], 0, sizeof next[0]);
        CHECK(quadline_legal_moves_of(positions, length, 15, some, found, total - 1, &error) == QUADLINE_STATUS_ROOM);
        CHECK(error.row == total && some[0] == 0x3333 && some[length] == 0x3333 && found[0] == 0x7777);
        memset(from, 0xff, length * 8), memset(to, 0xff, length * 8);
        CHECK(quadline_legal_moves_from_to(positions, from, to, length, some, found, total - 1, &error) == QUADLINE_STATUS_ROOM);
        CHECK(error.row == total && some[0] == 0x3333 && some[length] == 0x3333 && found[0] == 0x7777);
        CHECK(quadline_successors(positions, length, some, next, total - 1, &error) == QUADLINE_STATUS_ROOM);
        CHECK(error.row == total && next[0].words[6] == 0 && strstr(error.message, "successors has room for"));
        CHECK(some[0] == 0x3333 && some[length] == 0x3333);
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

static int compare_words(const void *a, const void *b) {
    uint32_t one, other;
    memcpy(&one, a, 4), memcpy(&other, b, 4);
    return (one > other) - (one < other);
}

// The piece on a square: its role, 0 for a pawn to 5 for a king, plus 6 for Black, or -1.
static int piece_at(const quadline_position *position, unsigned square) {
    const uint64_t *words = position->words, bit = (uint64_t)1 << square;
    if (!((words[0] | words[1]) & bit))
        return -1;
    int role = words[2] & bit ? 0 : words[3] & bit ? 1 : words[6] & bit ? 5 : words[4] & words[5] & bit ? 4 : words[4] & bit ? 2 : 3;
    return role + (words[1] & bit ? 6 : 0);
}

// The byte of a piece in a threat.
static uint8_t threat_byte(int piece) {
    return (uint8_t)(piece % 6 + (piece < 6 ? 1 : 9));
}

// Whether kinds of threats include those of one piece to another.
static int has_threats(uint64_t kinds, int attacker, int attacked) {
    int is_defense = attacker / 6 == attacked / 6;
    return (kinds >> (attacker % 6 * 6 + attacked % 6) & 1) && !(is_defense && (kinds & QUADLINE_THREATS_WITHOUT_DEFENSES));
}

// Threats by looking at every pair of squares.
static size_t threats_of(const quadline_position *position, uint64_t kinds, quadline_threat *found) {
    size_t count = 0;
    for (unsigned to = 0; to < 64; ++to) {
        int attacked = piece_at(position, to);
        uint64_t attackers = attackers_of(position, to, position->words[0] | position->words[1]);
        for (unsigned from = 0; attacked >= 0 && from < 64; ++from) {
            int attacker = piece_at(position, from);
            if ((attackers >> from & 1) && has_threats(kinds, attacker, attacked)) {
                quadline_threat threat = {threat_byte(attacker), (uint8_t)from, threat_byte(attacked), (uint8_t)to};
                found[count++] = threat;
            }
        }
    }
    qsort(found, count, 4, compare_words);
    return count;
}

// The numbers of inputs from White's view, by counting them: attacker, attacked piece, origin, destination.
static int32_t numbers[12][12][64][64];

// Returns one more than the highest number.
static int32_t count_inputs(const quadline_threat_layout *layout) {
    int32_t next = 0, end = layout->pawn_pairs < 0 ? 0 : layout->pawn_pairs + 4560;
    memset(numbers, 0xff, sizeof numbers);
    for (int attacker = 0; attacker < 12; ++attacker) {
        static uint64_t attacks[64];
        for (unsigned from = 0; from < 64; ++from) {
            quadline_position one = {{0, 0, 0, 0, 0, 0, 0, 0}};
            static const int words[6][2] = {{2, 2}, {3, 3}, {4, 4}, {5, 5}, {4, 5}, {6, 6}};
            uint64_t bit = (uint64_t)1 << from;
            one.words[attacker / 6] = one.words[words[attacker % 6][0]] = one.words[words[attacker % 6][1]] = bit;
            attacks[from] = 0;
            for (unsigned to = 0; to < 64 && (attacker % 6 || (from > 7 && from < 56)); ++to)
                attacks[from] |= attackers_of(&one, to, bit) ? (uint64_t)1 << to : 0;
        }
        for (int attacked = 0; attacked < 12; ++attacked) {
            int32_t base = layout->bases ? layout->bases[12 * attacker + attacked] : -1;
            int32_t number = base < 0 ? next : base;
            for (unsigned pair = 0; pair < 4096 && has_threats(layout->kinds, attacker, attacked); ++pair)
                if (attacks[pair / 64] >> pair % 64 & 1) {
                    numbers[attacker][attacked][pair / 64][pair % 64] = number++, ++next;
                    end = end < number ? number : end;
                }
        }
    }
    return end;
}

// The square of a king.
static unsigned king_of(const quadline_position *position, int black) {
    unsigned king = 0;
    while (!(position->words[6] & position->words[black] & (uint64_t)1 << king))
        ++king;
    return king;
}

// The inputs from one view, sorted.
static size_t inputs_of(const quadline_position *position, int black, const quadline_threat_layout *layout, int32_t *found) {
    size_t count = 0;
    unsigned king = king_of(position, black);
    uint64_t occupied = position->words[0] | position->words[1];
    int mirrored = layout->mirrored_king != QUADLINE_MIRRORED_NOWHERE && (king % 8 > 3) != (layout->mirrored_king == QUADLINE_MIRRORED_ON_QUEENS_WING);
    unsigned flip = (black ? 56u : 0) ^ (mirrored ? 7u : 0);
    for (unsigned to = 0; to < 64; ++to) {
        if (!(occupied >> to & 1))
            continue;
        uint64_t attackers = attackers_of(position, to, occupied);
        for (unsigned from = 0; from < 64; ++from)
            if (attackers >> from & 1) {
                int one = (piece_at(position, from) + 6 * black) % 12, other = (piece_at(position, to) + 6 * black) % 12;
                int like = one % 6 == other % 6 && (one % 6 || one != other);
                int32_t number = numbers[one][other][from ^ flip][to ^ flip];
                int lower = (from ^ flip) < (to ^ flip), left_out = like && layout->like_threats != QUADLINE_LIKE_BOTH;
                if (number >= 0 && !(left_out && lower == (layout->like_threats == QUADLINE_LIKE_FROM_HIGHER_SQUARE)))
                    found[count++] = number;
            }
    }
    for (unsigned a = 0; a < 64 && layout->pawn_pairs >= 0; ++a)
        for (unsigned b = 0; b < 64; ++b)
            if ((position->words[2] >> a & 1) && (position->words[2] >> b & 1) && abs((int)(a % 8) - (int)(b % 8)) < 2) {
                int high = (int)(a ^ flip) - 8 + ((piece_at(position, a) > 5) != black ? 48 : 0);
                int low = (int)(b ^ flip) - 8 + ((piece_at(position, b) > 5) != black ? 48 : 0);
                if (high > low)
                    found[count++] = layout->pawn_pairs + high * (high - 1) / 2 + low;
            }
    qsort(found, count, 4, compare_words);
    return count;
}

// Packs the board of a position as binpack does.
static uint64_t pack(const quadline_position *position, uint8_t *nibbles) {
    uint64_t occupied = position->words[0] | position->words[1];
    uint8_t passed = quadline_en_passant(position);
    unsigned count = 0;
    memset(nibbles, 0, 16);
    for (unsigned square = 0; square < 64; ++square) {
        if (!(occupied >> square & 1))
            continue;
        int piece = piece_at(position, square), number = piece % 6 * 2 + piece / 6;
        if (quadline_castling_rooks(position) >> square & 1)
            number = 13 + piece / 6;
        if (passed < 64 && square == (passed ^ 8u))
            number = 12;
        if (piece == 11 && quadline_black_to_move(position))
            number = 15;
        nibbles[count / 2] = (uint8_t)(nibbles[count / 2] | number << 4 * (count % 2)), ++count;
    }
    return occupied;
}

static void test_threats(const quadline_position *positions, size_t length) {
    static const uint64_t all_kinds[] = {QUADLINE_THREATS_ALL, QUADLINE_THREATS_59808, 0x123456789u, 0,
                                         QUADLINE_THREATS_60144 | QUADLINE_THREATS_WITHOUT_DEFENSES};
    quadline_threat *threats = malloc(256 * length * sizeof *threats + 4), expected[256], after[256];
    size_t *offsets = malloc((length + 1) * sizeof *offsets);
    quadline_position *memory = malloc((length + 2) * sizeof *memory);
    CHECK(threats && offsets && memory);
    for (size_t each = 0; each < 4; ++each)
        for (size_t shift = 0; shift < 64; shift += 24) {
            quadline_position *copy = copy_at(memory, positions, length, shift);
            quadline_error error;
            CHECK(quadline_threats(copy, length, all_kinds[each], offsets, threats, 256 * length, NULL) == QUADLINE_STATUS_OK);
            for (size_t row = 0; row < length; ++row) {
                size_t count = threats_of(&positions[row], all_kinds[each], expected);
                CHECK(offsets[row + 1] - offsets[row] == count);
                qsort(threats + offsets[row], count, 4, compare_words);
                CHECK(!memcmp(threats + offsets[row], expected, count * 4));
            }
            size_t total = offsets[length];
            CHECK(quadline_threats(copy, length, all_kinds[each], offsets, threats, total, NULL) == QUADLINE_STATUS_OK);
            if (total) {
                memset(threats, 0x77, 4), offsets[length] = 0x3333;
                CHECK(quadline_threats(copy, length, all_kinds[each], offsets, threats, total - 1, &error) == QUADLINE_STATUS_ROOM);
                CHECK(error.row == total && offsets[length] == 0x3333 && threats[0].to == 0x77);
            }
        }
    // The threats after each move are those before it, with the changes.
    for (size_t row = 0; row < length && row < 40; ++row) {
        uint16_t moves[QUADLINE_MAX_LEGAL_MOVES];
        size_t range[2], counts[2];
        CHECK(quadline_legal_moves(&positions[row], 1, range, moves, QUADLINE_MAX_LEGAL_MOVES, NULL) == QUADLINE_STATUS_OK);
        for (size_t i = 0; i < range[1]; ++i) {
            quadline_threat added[QUADLINE_THREAT_CHANGES_ROOM], removed[QUADLINE_THREAT_CHANGES_ROOM];
            quadline_position next;
            quadline_error error;
            CHECK(quadline_play(&positions[row], &moves[i], 1, &next, NULL) == QUADLINE_STATUS_OK);
            size_t count = threats_of(&positions[row], QUADLINE_THREATS_60144, expected);
            size_t count_after = threats_of(&next, QUADLINE_THREATS_60144, after);
            CHECK(quadline_threat_changes(&positions[row], moves[i], QUADLINE_THREATS_60144, added, removed,
                                          QUADLINE_THREAT_CHANGES_ROOM, counts, NULL) == QUADLINE_STATUS_OK);
            for (size_t k = 0; k < counts[1]; ++k) {
                quadline_threat *at = bsearch(&removed[k], expected, count, 4, compare_words);
                CHECK(at);
                memmove(at, at + 1, (size_t)(expected + count - at - 1) * 4), --count;
            }
            memcpy(expected + count, added, counts[0] * 4), count += counts[0];
            qsort(expected, count, 4, compare_words);
            CHECK(count == count_after && !memcmp(expected, after, count * 4));
            size_t most = counts[0] > counts[1] ? counts[0] : counts[1];
            if (most) {
                counts[0] = counts[1] = 0x3333, memset(added, 0x77, 4), memset(removed, 0x77, 4);
                CHECK(quadline_threat_changes(&positions[row], moves[i], QUADLINE_THREATS_60144, added, removed, most - 1, counts,
                                              &error) == QUADLINE_STATUS_ROOM);
                CHECK(error.row == most && counts[0] == 0x3333 && counts[1] == 0x3333 && added[0].to == 0x77 && removed[0].to == 0x77);
            }
        }
    }
    free(threats), free(offsets), free(memory);
}

// The largest bases are accepted by every call.
static void test_largest_bases(void) {
    const uint32_t most = ((uint32_t)1 << 30) - 1;
    const quadline_position start = read_fen(START);
    int32_t bases[QUADLINE_THREAT_BASES], row[512];
    for (size_t i = 0; i < QUADLINE_THREAT_BASES; ++i)
        bases[i] = (int32_t)most;
    const quadline_threat_layout layouts[] = {{QUADLINE_THREATS_ALL, (int32_t)most, 0, 0, NULL},
                                              {QUADLINE_THREATS_ALL, -1, 0, 0, bases}};
    const uint32_t sizes[] = {4560, 1456};
    for (size_t i = 0; i < 2; ++i) {
        uint32_t inputs[512], added[512], removed[512];
        size_t offsets[2], counts[2];
        uint16_t count, e2e4;
        CHECK(quadline_threat_layout_inputs(&layouts[i], inputs, NULL) == QUADLINE_STATUS_OK && inputs[0] == most + sizes[i]);
        CHECK(quadline_threat_inputs(&start, 1, &layouts[i], QUADLINE_WHITE, row, 512, &count, NULL) == QUADLINE_STATUS_OK);
        CHECK(quadline_threat_inputs_csr(&start, 1, &layouts[i], QUADLINE_WHITE, offsets, inputs, 512, NULL) == QUADLINE_STATUS_OK);
        CHECK(count > 0 && offsets[1] == count);
        CHECK(quadline_move_from_uci(&start, "e2e4", 4, &e2e4, NULL) == QUADLINE_STATUS_OK);
        CHECK(quadline_threat_change_inputs(&start, e2e4, &layouts[i], QUADLINE_WHITE, added, removed, 512, counts, NULL) ==
              QUADLINE_STATUS_OK);
        CHECK(removed[0] >= most || i == 0);
    }
}

// Changes inputs, sorted, and checks that they are others.
static void check_changes(const int32_t *before, size_t count, const uint32_t *added, size_t adds, const uint32_t *removed, size_t removes,
                          const int32_t *after, size_t count_after) {
    static int32_t found[2 * QUADLINE_THREAT_CHANGE_INPUTS_ROOM];
    memcpy(found, before, count * 4);
    for (size_t k = 0; k < removes; ++k) {
        int32_t *at = bsearch(&removed[k], found, count, 4, compare_words);
        CHECK(at);
        memmove(at, at + 1, (size_t)(found + count - at - 1) * 4), --count;
    }
    memcpy(found + count, added, adds * 4), count += adds;
    qsort(found, count, 4, compare_words);
    CHECK(count == count_after && !memcmp(found, after, count * 4));
}

// The pairs of pawns after each move are those before it, with the changes.
static void test_pawn_pair_changes(const quadline_position *positions, size_t length) {
    static const quadline_threat_layout layouts[] = {{0, 77, 0, 0, NULL}, {0, -1, 0, 0, NULL},
                                                     {0, 5, 0, QUADLINE_MIRRORED_NOWHERE, NULL}};
    for (size_t row = 0; row < length; ++row) {
        uint16_t moves[QUADLINE_MAX_LEGAL_MOVES];
        size_t range[2];
        const quadline_threat_layout *layout = &layouts[row % 3];
        CHECK(count_inputs(layout) == (row % 3 == 1 ? 0 : layout->pawn_pairs + 4560));
        CHECK(quadline_legal_moves(&positions[row], 1, range, moves, QUADLINE_MAX_LEGAL_MOVES, NULL) == QUADLINE_STATUS_OK);
        for (size_t i = 0; i < range[1]; ++i) {
            quadline_position next;
            quadline_error error;
            CHECK(quadline_play(&positions[row], &moves[i], 1, &next, NULL) == QUADLINE_STATUS_OK);
            const uint64_t *before = positions[row].words, *after = next.words;
            const uint64_t pawns[] = {before[0] & before[2], before[1] & before[2], after[0] & after[2], after[1] & after[2]};
            const uint8_t kings[] = {(uint8_t)king_of(&positions[row], 0), (uint8_t)king_of(&positions[row], 1)};
            uint32_t added[64], removed[64];
            size_t counts[4], most = 0;
            CHECK(quadline_pawn_pair_changes(pawns, kings, layout, added, removed, 32, counts, NULL) == QUADLINE_STATUS_OK);
            for (int black = 0; black < 2; ++black) {
                static int32_t old_inputs[300], new_inputs[300];
                size_t old_count = inputs_of(&positions[row], black, layout, old_inputs);
                size_t new_count = inputs_of(&next, black, layout, new_inputs), *of_view = &counts[2 * black];
                most = most < of_view[0] ? of_view[0] : most, most = most < of_view[1] ? of_view[1] : most;
                if (layout->mirrored_king == QUADLINE_MIRRORED_NOWHERE || kings[black] % 8 / 4 == king_of(&next, black) % 8 / 4)
                    check_changes(old_inputs, old_count, added + 32 * black, of_view[0], removed + 32 * black, of_view[1], new_inputs,
                                  new_count);
            }
            if (most) {
                counts[0] = 0x3333, memset(added, 0x77, 4), memset(removed, 0x77, 4);
                CHECK(quadline_pawn_pair_changes(pawns, kings, layout, added, removed, most - 1, counts, &error) == QUADLINE_STATUS_ROOM);
                CHECK(error.row == most && counts[0] == 0x3333 && added[0] == 0x77777777 && removed[0] == 0x77777777);
                CHECK(quadline_pawn_pair_changes(pawns, kings, layout, added, removed, most, counts, NULL) == QUADLINE_STATUS_OK);
            }
        }
    }
    const uint64_t pawns[4] = {0, 0, 0, 0};
    const uint8_t kings[2] = {4, 64};
    uint32_t added[2], removed[2];
    size_t counts[4];
    CHECK(quadline_pawn_pair_changes(pawns, kings, &layouts[0], added, removed, 1, counts, NULL) == QUADLINE_STATUS_SQUARE);
}

// The inputs after each move are those before it, with the changes.
static void test_threat_change_inputs(const quadline_position *positions, size_t length, const quadline_threat_layout *layout) {
    enum { ROOM = QUADLINE_THREAT_CHANGE_INPUTS_ROOM };
    for (size_t row = 0; row < length; ++row) {
        uint16_t moves[QUADLINE_MAX_LEGAL_MOVES];
        static int32_t before[2][2 * ROOM], after[2][2 * ROOM];
        static uint32_t added[2 * ROOM], removed[2 * ROOM];
        size_t range[2], counts_before[2], counts_after[2], counts[4];
        CHECK(quadline_legal_moves(&positions[row], 1, range, moves, QUADLINE_MAX_LEGAL_MOVES, NULL) == QUADLINE_STATUS_OK);
        for (int black = 0; black < 2; ++black)
            counts_before[black] = inputs_of(&positions[row], black, layout, before[black]);
        for (size_t i = 0; i < range[1]; ++i) {
            quadline_position next;
            quadline_error error;
            CHECK(quadline_play(&positions[row], &moves[i], 1, &next, NULL) == QUADLINE_STATUS_OK);
            for (int black = 0; black < 2; ++black)
                counts_after[black] = inputs_of(&next, black, layout, after[black]);
            for (uint8_t view = QUADLINE_WHITE; view <= QUADLINE_SIDE_TO_MOVE_FIRST; ++view) {
                size_t sides = view == QUADLINE_BOTH || view == QUADLINE_SIDE_TO_MOVE_FIRST ? 2 : 1, most = 0;
                int first = view == QUADLINE_BLACK || (view >= QUADLINE_SIDE_TO_MOVE && quadline_black_to_move(&positions[row]));
                CHECK(quadline_threat_change_inputs(&positions[row], moves[i], layout, view, added, removed, ROOM, counts, NULL) ==
                      QUADLINE_STATUS_OK);
                for (size_t side = 0; side < sides; ++side) {
                    size_t black = (size_t)first ^ side, count = counts_before[black];
                    check_changes(before[black], count, &added[side * ROOM], counts[2 * side], &removed[side * ROOM], counts[2 * side + 1],
                                  after[black], counts_after[black]);
                    most = most < counts[2 * side] ? counts[2 * side] : most;
                    most = most < counts[2 * side + 1] ? counts[2 * side + 1] : most;
                }
                if (most) {
                    counts[0] = 0x3333, memset(added, 0x77, 4), memset(removed, 0x77, 4);
                    CHECK(quadline_threat_change_inputs(&positions[row], moves[i], layout, view, added, removed, most - 1, counts, &error) ==
                          QUADLINE_STATUS_ROOM);
                    CHECK(error.row == most && counts[0] == 0x3333 && added[0] == 0x77777777 && removed[0] == 0x77777777);
                    CHECK(quadline_threat_change_inputs(&positions[row], moves[i], layout, view, added, removed, most, counts, &error) ==
                          QUADLINE_STATUS_OK);
                }
            }
        }
    }
}

// Bases of some pairs. The second layout differs from the first in one of them.
static void set_bases(int32_t bases[2][QUADLINE_THREAT_BASES]) {
    for (size_t index = 0; index < QUADLINE_THREAT_BASES; ++index) {
        int has = (int)((uint64_t)QUADLINE_THREATS_60144 >> (index / 12 % 6 * 6 + index % 6) & 1);
        bases[0][index] = bases[1][index] = has && index % 3 ? (int32_t)(100000 + (index * 31 % 144) * 1500) : -1;
    }
    bases[1][QUADLINE_THREAT_BASES - 14] = 1000000;
}

static void test_threat_inputs(const quadline_position *positions, size_t length) {
    enum { STRIDE = 300 };
    static int32_t bases[2][QUADLINE_THREAT_BASES];
    static const quadline_threat_layout layouts[] = {
        {QUADLINE_THREATS_59808, 59808, 0, 0, NULL}, {QUADLINE_THREATS_60144, -1, 0, 0, NULL},
        {QUADLINE_THREATS_66864, 66864, 0, 0, NULL}, {QUADLINE_THREATS_79856, -7, 0, 0, NULL},
        {QUADLINE_THREATS_ALL, -1, QUADLINE_LIKE_BOTH, QUADLINE_MIRRORED_NOWHERE, NULL},
        {QUADLINE_THREATS_60144, 7, QUADLINE_LIKE_FROM_LOWER_SQUARE, QUADLINE_MIRRORED_ON_QUEENS_WING, bases[0]},
        {QUADLINE_THREATS_60144, 7, QUADLINE_LIKE_FROM_LOWER_SQUARE, QUADLINE_MIRRORED_ON_QUEENS_WING, bases[1]},
        {QUADLINE_THREATS_66864 | QUADLINE_THREATS_WITHOUT_DEFENSES, 33432, 0, 0, NULL}};
    static const int32_t inputs[] = {59808 + 4560, 60144, 66864 + 4560, 79856};
    set_bases(bases);
    int32_t *rows = malloc(2 * length * STRIDE * 4 + 4), expected[STRIDE];
    uint32_t *csr = malloc(2 * length * STRIDE * 4 + 4);
    uint16_t *counts = malloc(2 * length * 2 + 2);
    size_t *offsets = malloc((2 * length + 1) * sizeof *offsets);
    quadline_position *memory = malloc((length + 2) * sizeof *memory);
    quadline_error error;
    CHECK(rows && csr && counts && offsets && memory);
    for (size_t each = 0; each < sizeof layouts / sizeof *layouts; ++each) {
        const quadline_threat_layout *layout = &layouts[each];
        int32_t end = count_inputs(layout);
        uint32_t of_layout = 0;
        CHECK(each > 3 || end == inputs[each]);
        CHECK(quadline_threat_layout_inputs(layout, &of_layout, NULL) == QUADLINE_STATUS_OK && of_layout == (uint32_t)end);
        test_threat_change_inputs(positions, length < 14 ? length : 14, layout);
        for (uint8_t view = QUADLINE_WHITE; view <= QUADLINE_SIDE_TO_MOVE_FIRST; ++view)
            for (size_t shift = 0; shift < 64; shift += 24) {
                quadline_position *copy = copy_at(memory, positions, length, shift);
                size_t sides = view == QUADLINE_BOTH || view == QUADLINE_SIDE_TO_MOVE_FIRST ? 2 : 1;
                memset(rows, 0x55, 2 * length * STRIDE * 4);
                CHECK(quadline_threat_inputs(copy, length, layout, view, rows, STRIDE, counts, NULL) == QUADLINE_STATUS_OK);
                CHECK(quadline_threat_inputs_csr(copy, length, layout, view, offsets, csr, 2 * length * STRIDE, NULL) ==
                      QUADLINE_STATUS_OK);
                for (size_t i = 0; i < sides * length; ++i) {
                    size_t side = i / length, row = i % length;
                    int first = view == QUADLINE_BLACK || (view >= QUADLINE_SIDE_TO_MOVE && quadline_black_to_move(&positions[row]));
                    size_t count = inputs_of(&positions[row], first ^ (int)side, layout, expected);
                    int32_t *found = rows + i * STRIDE;
                    CHECK(counts[i] == count);
                    qsort(found, count, 4, compare_words);
                    CHECK(!memcmp(found, expected, count * 4));
                    for (size_t k = count; k < STRIDE; ++k)
                        CHECK(found[k] == -1);
                    size_t at = row * sides + side;
                    CHECK(offsets[at + 1] - offsets[at] == count);
                    qsort(csr + offsets[at], count, 4, compare_words);
                    CHECK(!memcmp(csr + offsets[at], expected, count * 4));
                }
                size_t total = offsets[sides * length];
                if (total) {
                    csr[0] = 0x7777, offsets[0] = 0x3333;
                    CHECK(quadline_threat_inputs_csr(copy, length, layout, view, offsets, csr, total - 1, &error) ==
                          QUADLINE_STATUS_ROOM);
                    CHECK(error.row == total && csr[0] == 0x7777 && offsets[0] == 0x3333);
                    CHECK(quadline_threat_inputs_csr(copy, length, layout, view, offsets, csr, total, &error) == QUADLINE_STATUS_OK);
                }
                // Inputs that do not fit are counted. Nothing is written behind the rows.
                if (length) {
                    rows[sides * length * 3] = 0x7777;
                    CHECK(quadline_threat_inputs(copy, length, layout, view, rows, 3, counts, NULL) == QUADLINE_STATUS_OK);
                    CHECK(rows[sides * length * 3] == 0x7777 && counts[0] == offsets[1] - offsets[0]);
                }
            }
    }
    int32_t one = 7;
    uint16_t number = 7;
    quadline_threat_layout wrong = layouts[4];
    CHECK(quadline_threat_inputs(memory, 1, &wrong, 5, &one, 1, &number, &error) == QUADLINE_STATUS_ARGUMENT);
    CHECK(strstr(error.message, "perspectives is 5; it must be from 0"));
    wrong.pawn_pairs = 1 << 30;
    CHECK(quadline_threat_inputs(memory, 1, &wrong, 0, &one, 1, &number, &error) == QUADLINE_STATUS_ARGUMENT);
    CHECK(strstr(error.message, "pawn_pairs is 1073741824; it must be below 2^30") && one == 7 && number == 7);
    wrong = layouts[5], wrong.like_threats = 3;
    CHECK(quadline_threat_inputs_csr(memory, 1, &wrong, 0, offsets, csr, 1, &error) == QUADLINE_STATUS_ARGUMENT);
    CHECK(strstr(error.message, "like_threats is 3; it must be from 0"));
    wrong = layouts[5], wrong.mirrored_king = 3;
    CHECK(quadline_threat_change_inputs(memory, 0, &wrong, 0, csr, csr + 1, 1, offsets, &error) == QUADLINE_STATUS_ARGUMENT);
    CHECK(strstr(error.message, "mirrored_king is 3; it must be from 0"));
    uint32_t count = 7;
    wrong = layouts[5], wrong.kinds = (uint64_t)1 << 37;
    CHECK(quadline_threat_layout_inputs(&wrong, &count, &error) == QUADLINE_STATUS_ARGUMENT);
    CHECK(strstr(error.message, "kinds is 0x2000000000; it must be a set of the 36 bits"));
    // A base that is too large, negative, or of a pair that the layout does not have: a king attacks a king.
    static const struct { size_t index; int32_t base; const char *text; } bad[] = {
        {13, 1 << 30, "base 13 is 1073741824; it must be below 2^30"}, {13, -2, "base 13 is -2; it must be below 2^30"},
        {65, 0, "base 65 is 0; it must be -1, because kinds does not have the pair"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        int32_t some[QUADLINE_THREAT_BASES];
        memcpy(some, bases[0], sizeof some), some[bad[i].index] = bad[i].base;
        wrong = layouts[5], wrong.bases = some;
        CHECK(quadline_threat_layout_inputs(&wrong, &count, &error) == QUADLINE_STATUS_ARGUMENT && strstr(error.message, bad[i].text));
    }
    // Outputs must not overlap with the bases.
    CHECK(quadline_threat_layout_inputs(&layouts[5], (uint32_t *)&bases[0][7], &error) == QUADLINE_STATUS_OVERLAP);
    CHECK(quadline_threat_inputs(memory, 1, &layouts[5], 0, &bases[0][7], 1, &number, &error) == QUADLINE_STATUS_OVERLAP && strstr(error.message, "bases"));
    wrong.bases = (const int32_t *)((uintptr_t)bases[0] + 1);
    CHECK(quadline_threat_layout_inputs(&wrong, &count, &error) == QUADLINE_STATUS_MISALIGNED && strstr(error.message, "bases") && count == 7);
    CHECK(quadline_threat_inputs(memory, SIZE_MAX, &layouts[1], 2, &one, SIZE_MAX, &number, &error) == QUADLINE_STATUS_LENGTH);
    free(rows), free(csr), free(counts), free(offsets), free(memory);
}

static void test_packed_boards(const quadline_position *positions, size_t length) {
    uint64_t *occupied = malloc(length * 8 + 8);
    uint8_t *nibbles = malloc(length * 16 + 16);
    quadline_position *found = malloc((length + 1) * sizeof *found);
    size_t invalid = 7, broken = 0;
    quadline_error error;
    CHECK(occupied && nibbles && found);
    for (size_t row = 0; row < length; ++row)
        occupied[row] = pack(&positions[row], nibbles + 16 * row);
    memset(&found[length], 0x77, sizeof *found);
    CHECK(quadline_positions_from_nibbles(occupied, nibbles, length, QUADLINE_BINPACK, found, &invalid, NULL) == QUADLINE_STATUS_OK);
    CHECK(invalid == 0 && !memcmp(found, positions, length * sizeof *found));
    memset(found, 0, length * sizeof *found);
    CHECK(quadline_positions_from_nibbles_unchecked(occupied, nibbles, length, QUADLINE_BINPACK, found, NULL) == QUADLINE_STATUS_OK);
    CHECK(!memcmp(found, positions, length * sizeof *found));
    CHECK(quadline_positions_from_nibbles(occupied, nibbles, length, 3, found, &invalid, &error) == QUADLINE_STATUS_ARGUMENT);
    CHECK(strstr(error.message, "format is 3; it must be from 0") && !memcmp(found, positions, length * sizeof *found));
    // The boards are written as the test packs them, up to a position without one.
    uint64_t *words = malloc((length + 1) * 8);
    uint8_t *boards = malloc((length + 1) * 16);
    CHECK(words && boards);
    memset(words, 0x77, (length + 1) * 8), memset(boards, 0x77, (length + 1) * 16);
    CHECK(quadline_positions_to_nibbles(positions, length, QUADLINE_BINPACK, words, boards, NULL) == QUADLINE_STATUS_OK);
    CHECK(!memcmp(words, occupied, length * 8) && !memcmp(boards, nibbles, length * 16));
    CHECK(words[length] == 0x7777777777777777u && boards[length * 16] == 0x77);
    CHECK(quadline_positions_to_nibbles(positions, length, 3, words, boards, &error) == QUADLINE_STATUS_ARGUMENT);
    memset(words, 0x77, (length + 1) * 8), memset(boards, 0x77, (length + 1) * 16);
    // 64 pawns, and behind them another position without a board.
    size_t crowded = length / 2;
    memset(&found[crowded], 0, sizeof *found), memset(&found[length], 0, sizeof *found);
    found[crowded].words[0] = found[crowded].words[2] = ~(uint64_t)0;
    found[length].words[1] = found[length].words[3] = ~(uint64_t)0;
    CHECK(quadline_positions_to_nibbles(found, length + 1, QUADLINE_BINPACK, words, boards, &error) == QUADLINE_STATUS_POSITION);
    CHECK(error.row == crowded && strstr(error.message, "has more than 32 pieces, so it has no packed board"));
    CHECK(!memcmp(words, occupied, crowded * 8) && !memcmp(boards, nibbles, crowded * 16));
    CHECK(words[crowded] == 0x7777777777777777u && boards[crowded * 16] == 0x77);
    memset(&found[length], 0x77, sizeof *found);
    free(words), free(boards);
    // The first board that is not a position, in the last block.
    if (length) {
        uint64_t last = occupied[length - 1];
        occupied[length - 1] = 0;
        CHECK(quadline_positions_from_nibbles(occupied, nibbles, length, QUADLINE_BINPACK, found, &invalid, &error) == QUADLINE_STATUS_POSITION);
        CHECK(invalid == 1 && error.row == length - 1);
        occupied[length - 1] = last;
    }
    // Boards that are not positions become zeros, and the others are read.
    static const uint64_t wrong[] = {0, ~(uint64_t)0, 1};
    for (size_t row = 5; row < length; row += 37)
        occupied[row] = wrong[broken++ % 3];
    quadline_status status = quadline_positions_from_nibbles(occupied, nibbles, length, QUADLINE_BINPACK, found, &invalid, &error);
    CHECK(invalid == broken && status == (broken ? QUADLINE_STATUS_POSITION : QUADLINE_STATUS_OK));
    CHECK(quadline_positions_from_nibbles(occupied, nibbles, length, QUADLINE_BINPACK, found, NULL, NULL) == status);
    if (broken)
        CHECK(error.row == 5 && strstr(error.message, "board 5: piece placement: number of white kings: 0"));
    for (size_t row = 0; row < length; ++row) {
        static const quadline_position zeros;
        CHECK(!memcmp(&found[row], row % 37 == 5 ? &zeros : &positions[row], sizeof *found));
    }
    CHECK(found[length].words[7] == 0x7777777777777777u);
    // The other formats number the roles from 0, and from 8 for Black.
    quadline_position start = read_fen(START), read;
    static const uint8_t bullet[16] = {0x13, 0x42, 0x25, 0x31, 0, 0, 0, 0, 0x88, 0x88, 0x88, 0x88, 0x9b, 0xca, 0xad, 0xb9};
    static const uint8_t viri[16] = {0x16, 0x42, 0x25, 0x61, 0, 0, 0, 0, 0x88, 0x88, 0x88, 0x88, 0x9e, 0xca, 0xad, 0xe9};
    uint64_t of_start = 0xffff00000000ffffu;
    CHECK(quadline_positions_from_nibbles(&of_start, viri, 1, QUADLINE_VIRIFORMAT, &read, NULL, NULL) == QUADLINE_STATUS_OK);
    CHECK(!memcmp(&read, &start, sizeof read));
    uint8_t board[16];
    CHECK(quadline_positions_to_nibbles(&start, 1, QUADLINE_VIRIFORMAT, &of_start, board, NULL) == QUADLINE_STATUS_OK);
    CHECK(!memcmp(board, viri, 16));
    CHECK(quadline_positions_to_nibbles(&start, 1, QUADLINE_BULLETFORMAT, &of_start, board, NULL) == QUADLINE_STATUS_OK);
    CHECK(!memcmp(board, bullet, 16));
    // The side to move has the place of White.
    quadline_position both[2] = {read_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
                                 read_fen("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")};
    uint64_t words_of_both[2];
    uint8_t boards_of_both[32];
    CHECK(quadline_positions_to_nibbles(both, 2, QUADLINE_BULLETFORMAT, words_of_both, boards_of_both, NULL) == QUADLINE_STATUS_OK);
    CHECK(words_of_both[0] == words_of_both[1] && !memcmp(boards_of_both, boards_of_both + 16, 16));
    start.words[7] = 0;
    CHECK(quadline_positions_from_nibbles(&of_start, bullet, 1, QUADLINE_BULLETFORMAT, &read, NULL, NULL) == QUADLINE_STATUS_OK);
    CHECK(!memcmp(&read, &start, sizeof read));
    free(occupied), free(nibbles), free(found);
}

// Every legal move in SAN and back, and the squares and pieces that may be meant.
static void test_games(const quadline_position *positions, size_t length) {
    for (size_t row = 0; row < length; ++row) {
        const quadline_position *position = &positions[row];
        uint16_t moves[QUADLINE_MAX_LEGAL_MOVES], read;
        size_t range[2];
        quadline_position same[64];
        uint8_t squares[64], roles[64];
        uint64_t destinations[64], origins[64];
        quadline_error error;
        CHECK(quadline_legal_moves(position, 1, range, moves, QUADLINE_MAX_LEGAL_MOVES, NULL) == QUADLINE_STATUS_OK);
        for (uint8_t square = 0; square < 64; ++square)
            same[square] = *position, squares[square] = square;
        CHECK(quadline_destinations(same, squares, 64, destinations, NULL) == QUADLINE_STATUS_OK);
        for (size_t i = 0; i < range[1]; ++i) {
            char san[QUADLINE_SAN_ROOM];
            CHECK(quadline_move_to_san(position, moves[i], san, sizeof san, NULL) == QUADLINE_STATUS_OK);
            CHECK(quadline_move_from_san(position, san, strlen(san), &read, NULL) == QUADLINE_STATUS_OK && read == moves[i]);
            CHECK(quadline_move_to_san(position, moves[i], san, strlen(san), &error) == QUADLINE_STATUS_ROOM);
            CHECK(error.row == strlen(san) + 1);
            CHECK(destinations[moves[i] & 63] >> (moves[i] >> 6 & 63) & 1);
        }
        for (uint8_t role = 0; role < 6; ++role) {
            memset(roles, role, sizeof roles);
            CHECK(quadline_origins(same, roles, squares, 64, origins, NULL) == QUADLINE_STATUS_OK);
            for (unsigned pair = 0; pair < 4096; ++pair) {
                unsigned from = pair / 64, to = pair % 64;
                int goes = piece_at(position, from) == role + 6 * quadline_black_to_move(position) && (destinations[from] >> to & 1);
                CHECK((origins[to] >> from & 1) == (uint64_t)goes);
            }
        }
        // A role of its own for each square.
        uint64_t of_all[64];
        memcpy(of_all, origins, sizeof of_all);
        for (uint8_t square = 0; square < 64; ++square)
            roles[square] = square < 32 ? 5 : (uint8_t)(square % 5);
        CHECK(quadline_origins(same, roles, squares, 64, origins, NULL) == QUADLINE_STATUS_OK);
        CHECK(!memcmp(origins, of_all, 32 * sizeof *origins));
        for (unsigned pair = 0; pair < 2048; ++pair) {
            unsigned from = pair / 32, to = 32 + pair % 32;
            int goes = piece_at(position, from) == roles[to] + 6 * quadline_black_to_move(position) && (destinations[from] >> to & 1);
            CHECK((origins[to] >> from & 1) == (uint64_t)goes);
        }
        origins[0] = destinations[0] = 0x7777, roles[63] = 6, squares[63] = 64;
        CHECK(quadline_origins(same, roles, squares, 64, origins, &error) == QUADLINE_STATUS_ARGUMENT && error.row == 63);
        CHECK(strstr(error.message, "role 63 is 6; roles are 0 (pawn) to 5 (king)"));
        roles[63] = 0;
        CHECK(quadline_origins(same, roles, squares, 64, origins, &error) == QUADLINE_STATUS_SQUARE && error.row == 63);
        CHECK(quadline_destinations(same, squares, 64, destinations, &error) == QUADLINE_STATUS_SQUARE && error.row == 63);
        CHECK(origins[0] == 0x7777 && destinations[0] == 0x7777);
    }
}

// Keys by the definition: the numbers of the pieces, castling rights, en passant and White to move.
static void test_zobrist_keys(const quadline_position *positions, size_t length) {
    uint64_t random[QUADLINE_ZOBRIST_NUMBERS], *keys = malloc(length * 8 + 8);
    CHECK(keys);
    for (size_t i = 0; i < QUADLINE_ZOBRIST_NUMBERS; ++i)
        random[i] = random_word();
    CHECK(quadline_zobrist_keys(positions, length, random, keys, NULL) == QUADLINE_STATUS_OK);
    for (size_t row = 0; row < length; ++row) {
        const quadline_position *position = &positions[row];
        uint64_t key = quadline_black_to_move(position) ? 0 : random[780];
        unsigned kings[2] = {0, 0};
        for (unsigned square = 0; square < 64; ++square) {
            int piece = piece_at(position, square);
            if (piece % 6 == 5)
                kings[piece / 6] = square;
            if (piece >= 0)
                key ^= random[64 * (size_t)(2 * (piece % 6) + (piece < 6)) + square];
        }
        for (unsigned square = 0; square < 64; ++square)
            if (quadline_castling_rooks(position) >> square & 1) {
                unsigned black = square > 7;
                key ^= random[768 + 2 * black + (square < kings[black])];
            }
        unsigned passed = quadline_en_passant(position), is_black = quadline_black_to_move(position);
        if (passed < 64 && (attackers_of(position, passed, ~(uint64_t)0) & position->words[2] & position->words[is_black]))
            key ^= random[772 + passed % 8];
        CHECK(keys[row] == key);
    }
    CHECK(quadline_zobrist_keys(positions, length, NULL, keys, NULL) == QUADLINE_STATUS_OK);
    for (size_t row = 1; row < length; ++row)
        CHECK((keys[row] == keys[row - 1]) == !memcmp(&positions[row], &positions[row - 1], sizeof *positions));
    free(keys);
}

static void test_known_games_and_threats(void) {
    quadline_position start = read_fen(START), knights = read_fen("4k3/8/8/8/8/1N6/8/1N2K2R w K - 0 1");
    quadline_error error;
    uint16_t chess_move = 7;
    char san[QUADLINE_SAN_ROOM];
    CHECK(quadline_move_from_san(&knights, "N1d2!?", 6, &chess_move, NULL) == QUADLINE_STATUS_OK && chess_move == (1 | 11 << 6));
    CHECK(quadline_move_from_san(&knights, "0-0", 3, &chess_move, NULL) == QUADLINE_STATUS_OK && chess_move == (4 | 7 << 6 | 3 << 12));
    CHECK(quadline_move_from_san(&knights, "Nd2", 3, &chess_move, &error) == QUADLINE_STATUS_MOVE);
    CHECK(strstr(error.message, "the knights on b1 and b3 can move to d2") && chess_move == (4 | 7 << 6 | 3 << 12));
    CHECK(quadline_move_from_san(&knights, "\xff\xfe", 2, &chess_move, &error) == QUADLINE_STATUS_MOVE);
    CHECK(quadline_move_to_san(&knights, 4 | 7 << 6 | 3 << 12, san, sizeof san, NULL) == QUADLINE_STATUS_OK && !strcmp(san, "O-O"));
    CHECK(quadline_move_to_san(&knights, 0, san, sizeof san, &error) == QUADLINE_STATUS_MOVE && !strcmp(san, "O-O"));
    CHECK(strstr(error.message, "a1a1 is not a legal move of 4k3/"));
    int32_t rows[64];
    uint16_t counts[2];
    quadline_threat_layout layout = {QUADLINE_THREATS_59808, -1, 0, 0, NULL};
    CHECK(quadline_threat_inputs(&start, 1, &layout, QUADLINE_BOTH, rows, 32, counts, NULL) == QUADLINE_STATUS_OK);
    CHECK(counts[0] == 28 && counts[1] == 28 && rows[28] == -1);
    // Words that are not positions give no more than is counted for them, and change nothing of others.
    enum { MOST = 300 };
    quadline_position *any = malloc(MOST * sizeof *any);
    quadline_threat *threats = malloc(MOST * 420 * sizeof *threats + 4), expected[256];
    size_t *offsets = malloc((MOST + 1) * sizeof *offsets);
    CHECK(any && threats && offsets);
    for (size_t kind = 0; kind < 4; ++kind) {
        for (size_t i = 0; i < MOST; ++i)
            any[i] = i % 3 ? random_words(kind, &start) : start;
        CHECK(quadline_threats(any, MOST, QUADLINE_THREATS_ALL, offsets, threats, MOST * 420, &error) == QUADLINE_STATUS_OK);
        size_t total = offsets[MOST], count = threats_of(&start, QUADLINE_THREATS_ALL, expected);
        memset(&threats[total], 0x77, sizeof *threats);
        CHECK(quadline_threats(any, MOST, QUADLINE_THREATS_ALL, offsets, threats, total, NULL) == QUADLINE_STATUS_OK);
        CHECK(offsets[MOST] == total && threats[total].to == 0x77);
        for (size_t i = 0; i < MOST; i += 3) {
            CHECK(offsets[i + 1] - offsets[i] == count);
            qsort(threats + offsets[i], count, 4, compare_words);
            CHECK(!memcmp(threats + offsets[i], expected, count * 4));
        }
    }
    free(any), free(threats), free(offsets);
}

// More positions than a block of the library: the inputs of each row as by itself.
static void test_many_inputs(const quadline_position *positions, size_t length) {
    quadline_threat_layout layout = {QUADLINE_THREATS_66864, -1, 0, 0, NULL};
    uint32_t *csr = malloc(2 * length * 300 * 4 + 4), one[2][300];
    size_t *offsets = malloc((2 * length + 1) * sizeof *offsets), ends[3];
    CHECK(csr && offsets);
    CHECK(quadline_threat_inputs_csr(positions, length, &layout, QUADLINE_BOTH, offsets, csr, 2 * length * 300, NULL) ==
          QUADLINE_STATUS_OK);
    for (size_t row = 0; row < length; ++row) {
        CHECK(quadline_threat_inputs_csr(&positions[row], 1, &layout, QUADLINE_BOTH, ends, one[0], 600, NULL) ==
              QUADLINE_STATUS_OK);
        CHECK(offsets[2 * row + 1] - offsets[2 * row] == ends[1] && offsets[2 * row + 2] - offsets[2 * row] == ends[2]);
        for (size_t side = 0; side < 2; ++side) {
            qsort(one[0] + ends[side], ends[side + 1] - ends[side], 4, compare_words);
            qsort(csr + offsets[2 * row + side], ends[side + 1] - ends[side], 4, compare_words);
        }
        CHECK(!memcmp(csr + offsets[2 * row], one[0], ends[2] * 4));
    }
    free(csr), free(offsets);
}

static void test_training_and_games(const quadline_position *positions, size_t length) {
    test_many_inputs(positions, length);
    size_t few = length < 60 ? length : 60;
    test_threats(positions, few);
    test_threat_inputs(positions, few);
    test_pawn_pair_changes(positions, few);
    test_packed_boards(positions, length);
    test_games(positions, few);
    test_zobrist_keys(positions, length);
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
    test_training_and_games(positions, length);
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
        test_calls_without_a_level();
        return 0;
    }
    CHECK(quadline_level() && !strcmp(quadline_version(), "0.1.0"));
    test_sliders();
    test_slider_errors();
    test_fens();
    test_known_positions();
    test_many_moves();
    test_known_engine_calls();
    test_known_games_and_threats();
    test_arrays_of_all_calls();
    test_binpack();
    test_largest_bases();
    test_words_that_are_not_positions();
    test_very_many_positions();
    quadline_position positions[700];
    quadline_position start = read_fen(START), kiwipete = read_fen(KIWIPETE);
    for (size_t i = 0; i < 700; ++i)
        positions[i] = i % 3 ? start : kiwipete;
    static const size_t lengths[] = {0, 1, 7, 255, 256, 257, 700};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i)
        test_positions(positions, lengths[i]), test_engine_calls(positions, lengths[i]);
    // Castling of each kind, en passant, promotions, and both kings on both wings.
    static const char *const special[] = {
        START, KIWIPETE, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1",
        "rnb1kbnr/ppp1p1pp/8/2PpPp2/8/8/PP1P1PPP/RNB1KBNR w KQkq d6 0 1", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "5k2/2r5/8/q7/8/4n3/P6P/RR2K2R w HB - 0 1"};
    for (size_t i = 0; i < 700; ++i)
        positions[i] = read_fen(special[i % (sizeof special / sizeof *special)]);
    test_training_and_games(positions, 0), test_training_and_games(positions, 1), test_training_and_games(positions, 700);
    if (count > 1)
        test_file(arguments[1]);
    printf("quadline %s, level %s: %lu checks passed\n", quadline_version(), quadline_level(), checks);
    return 0;
}
