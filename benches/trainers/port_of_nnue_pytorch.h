// Added by run.py to a copy of nnue-pytorch's loader: batches and entries by quadline's C library.
#pragma once

#include <quadline.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <vector>

#include "lib/training_data_entry.h"
#include "training_data_loader_structs.h"

namespace port {
using binpack::TrainingDataEntry;

struct alignas(64) Position : quadline_position {};

inline void require(quadline_status status, const quadline_error& error) {
    if (status != QUADLINE_STATUS_OK) {
        std::fprintf(stderr, "quadline: %s\n", error.message);
        std::abort();
    }
}

// ---- Batches ----

constexpr std::int32_t PAIRS = 59808, HALF_KA = PAIRS + 4560, INPUTS = HALF_KA + 24576;
constexpr quadline_threat_layout LAYOUT = {QUADLINE_THREATS_59808, PAIRS, 0, 0, nullptr};

// The words of a position. Inputs need neither castling nor en passant.
inline Position words_of(const chess::Position& position) {
    using chess::Color, chess::Piece, chess::PieceType;
    auto pieces = [&](PieceType type) {
        return position.piecesBB(Piece(type, Color::White)).bits() | position.piecesBB(Piece(type, Color::Black)).bits();
    };
    const std::uint64_t queens = pieces(PieceType::Queen), black_to_move = position.sideToMove() == Color::Black;
    return {{position.piecesBB(Color::White).bits(), position.piecesBB(Color::Black).bits(), pieces(PieceType::Pawn), pieces(PieceType::Knight),
             pieces(PieceType::Bishop) | queens, pieces(PieceType::Rook) | queens, pieces(PieceType::King), black_to_move << 32}};
}

// Fills a batch with threats, pairs of pawns and their own third kind of inputs. Rows are made in a small block, which stays in the
// cache, and then copied.
template <typename Batch, typename HalfKA>
void fill(Batch& batch, const std::vector<TrainingDataEntry>& entries, HalfKA half_ka) {
    constexpr std::size_t TOGETHER = 16;
    const std::size_t stride = batch.max_active_features;
    thread_local std::vector<int> rows;
    rows.resize(2 * TOGETHER * stride);
    Position positions[TOGETHER];
    std::uint16_t counts[2 * TOGETHER];
    quadline_error error;
    for (std::size_t first = 0; first < entries.size(); first += TOGETHER) {
        const std::size_t count = std::min(TOGETHER, entries.size() - first);
        for (std::size_t index = 0; index < count; ++index) positions[index] = words_of(entries[first + index].pos);
        require(quadline_threat_inputs(positions, count, &LAYOUT, QUADLINE_BOTH, rows.data(), stride, counts, &error), error);
        for (std::size_t row = 0; row < 2 * count; ++row) {
            const bool black = row >= count;
            int* rest = &rows[row * stride + counts[row]];
            const int more = half_ka(entries[first + row % count], rest, black ? chess::Color::Black : chess::Color::White).first;
            for (int index = 0; index < more; ++index) rest[index] += HALF_KA;
            (black ? batch.num_active_black_features : batch.num_active_white_features) += counts[row] + more;
        }
        std::memcpy(batch.white + first * stride, &rows[0], count * stride * sizeof(int));
        std::memcpy(batch.black + first * stride, &rows[count * stride], count * stride * sizeof(int));
        for (std::size_t index = first; index < first + count; ++index) {
            const auto& entry = entries[index];
            batch.is_white[index] = entry.pos.sideToMove() == chess::Color::White;
            batch.outcome[index] = (entry.result + 1.0f) / 2.0f;
            batch.score[index] = entry.score;
            batch.piece_count[index] = entry.pos.piecesBB().count();
        }
    }
}

// ---- Entries ----

// An entry of quadline, with the functions that the filters call. An entry of theirs is made only of what they keep.
struct Entry {
    const quadline_position& position;
    std::uint16_t chess_move, ply;
    std::int16_t score, result;

    Entry(const quadline_position& position, std::uint16_t chess_move, std::int16_t score, std::uint16_t ply, std::int16_t result) :
        position(position), chess_move(chess_move), ply(ply), score(score), result(result) {}
    // Of entries in other formats.
    Entry(const TrainingDataEntry& entry) :
        position(kept(words_of(entry.pos))), chess_move(int(entry.move.from) | int(entry.move.to) << 6), ply(entry.ply), score(entry.score), result(entry.result) {}

    static const Position& kept(const Position& position) {
        thread_local Position copy;
        return copy = position;
    }

    int black() const { return position.words[7] >> 32 & 1; }
    std::uint64_t occupied() const { return position.words[0] | position.words[1]; }
    int pieces() const { return chess::intrin::popcount(occupied()); }
    bool isCapturingMove() const { return position.words[!black()] >> (chess_move >> 6 & 63) & 1; }

    bool isInCheck() const {
        using namespace chess;
        const auto* words = position.words;
        const auto own = Color(black());
        const auto blockers = Bitboard::fromBits(occupied());
        const Square king(int(intrin::lsb(words[6] & words[black()])));
        auto of = [&](int word) { return Bitboard::fromBits(words[word]); };
        const auto attackers = (bb::attacks<PieceType::Bishop>(king, blockers) & of(4)) | (bb::attacks<PieceType::Rook>(king, blockers) & of(5))
                             | (bb::pseudoAttacks<PieceType::Knight>(king) & of(3)) | (bb::pawnAttacks(Bitboard::square(king), own) & of(2));
        return (attackers & of(!black())).any();
    }

    double score_result_prob() const {
        thread_local TrainingDataEntry entry;
        entry.ply = ply, entry.score = score, entry.result = result;
        return entry.score_result_prob();
    }

    operator TrainingDataEntry() const {
        using namespace chess;
        const auto* words = position.words;
        const std::uint64_t state = words[7], queens = words[4] & words[5];
        const std::uint64_t types[] = {words[2], words[3], words[4] ^ queens, words[5] ^ queens, queens, words[6]};
        Board board;
        for (int type = 0; type < 6; ++type)
            for (int color = 0; color < 2; ++color)
                for (Square square : Bitboard::fromBits(types[type] & words[color])) board.place(Piece(PieceType(type), Color(color)), square);
        const std::uint64_t passed = state & 0x0000ff0000ff0000;
        const int rights = (state >> 7 & 1) | (state & 1) << 1 | (state >> 63) << 2 | (state >> 56 & 1) << 3;
        chess::Position pos(board, Color(black()), passed ? Square(int(intrin::lsb(passed))) : Square::none(), CastlingRights(rights));
        pos.setPly(ply);
        const int kind = chess_move >> 12;
        Move move{Square(chess_move & 63), Square(chess_move >> 6 & 63)};
        if (kind >= 4) move = Move::promotion(move.from, move.to, Piece(PieceType(kind - 3), pos.sideToMove()));
        if (kind == 3) move.type = MoveType::Castle;
        if (kind == 2) move.type = MoveType::EnPassant;
        return {pos, move, score, ply, result};
    }
};

// An entry in quadline's form, as long as a batch needs it.
struct Kept {
    quadline_position position;
    std::uint16_t chess_move, ply;
    std::int16_t score, result;

    Kept(const Entry& entry) : position(entry.position), chess_move(entry.chess_move), ply(entry.ply), score(entry.score), result(entry.result) {}
    // Of entries in other formats.
    Kept(const TrainingDataEntry& entry) : Kept(Entry(entry)) {}
    operator TrainingDataEntry() const { return Entry(position, chess_move, score, ply, result); }
};

// Writes the third kind of inputs, and returns their number.
inline int half_ka_inputs(const quadline_position& position, int color, int* inputs) {
    const auto* words = position.words;
    const std::uint64_t queens = words[4] & words[5];
    const std::uint64_t types[] = {words[2], words[3], words[4] ^ queens, words[5] ^ queens, queens, words[6]};
    const int king = std::countr_zero(words[6] & words[color]);
    // The side is at the bottom, and its king on the files e to h, of which each square has its own inputs.
    const int flipped = color * 56 ^ ((king & 7) < 4 ? 7 : 0), oriented = king ^ flipped;
    const int first = HALF_KA + 768 * (35 - 4 * (oriented >> 3) - (oriented & 7));
    int count = 0;
    for (int type = 0; type < 6; ++type)
        for (int side = 0; side < 2; ++side)
            for (std::uint64_t pieces = types[type] & words[color ^ side]; pieces; pieces &= pieces - 1)
                inputs[count++] = first + 64 * (2 * type + side) + (std::countr_zero(pieces) ^ flipped);
    return count;
}

// Fills a batch with all three kinds of inputs.
template <typename Batch, typename HalfKA>
void fill(Batch& batch, const std::vector<Kept>& entries, HalfKA) {
    constexpr std::size_t TOGETHER = 16;
    const std::size_t stride = batch.max_active_features;
    thread_local std::vector<int> rows;
    rows.resize(2 * TOGETHER * stride);
    Position positions[TOGETHER];
    std::uint16_t counts[2 * TOGETHER];
    quadline_error error;
    for (std::size_t first = 0; first < entries.size(); first += TOGETHER) {
        const std::size_t count = std::min(TOGETHER, entries.size() - first);
        for (std::size_t index = 0; index < count; ++index) static_cast<quadline_position&>(positions[index]) = entries[first + index].position;
        require(quadline_threat_inputs(positions, count, &LAYOUT, QUADLINE_BOTH, rows.data(), stride, counts, &error), error);
        for (std::size_t row = 0; row < 2 * count; ++row) {
            const int more = half_ka_inputs(positions[row % count], row >= count, &rows[row * stride + counts[row]]);
            (row >= count ? batch.num_active_black_features : batch.num_active_white_features) += counts[row] + more;
        }
        std::memcpy(batch.white + first * stride, &rows[0], count * stride * sizeof(int));
        std::memcpy(batch.black + first * stride, &rows[count * stride], count * stride * sizeof(int));
        for (std::size_t index = first; index < first + count; ++index) {
            const auto& entry = entries[index];
            batch.is_white[index] = !(entry.position.words[7] >> 32 & 1);
            batch.outcome[index] = (entry.result + 1.0f) / 2.0f;
            batch.score[index] = entry.score;
            batch.piece_count[index] = std::popcount(entry.position.words[0] | entry.position.words[1]);
        }
    }
}

// Reads the entries of a chunk in blocks that stay in the cache, in the place of their reader of the same name.
class ChunkReader {
    static constexpr std::size_t ROOM = 256;
    struct Block {
        Position positions[ROOM];
        std::uint16_t moves[ROOM], plies[ROOM];
        std::int16_t scores[ROOM];
        std::int8_t results[ROOM];
    };
    std::shared_ptr<const std::vector<unsigned char>*> given;
    std::shared_ptr<quadline_binpack_reader> entries;
    std::unique_ptr<Block[]> blocks;
    std::size_t block = 0, count = 0, used = 0;

    // Gives a chunk, once.
    static int next_part(void* context, quadline_binpack_part* part) {
        auto& chunk = *static_cast<const std::vector<unsigned char>**>(context);
        if (!chunk) return 0;
        *part = {chunk->data(), chunk->size(), 0}, chunk = nullptr;
        return 1;
    }

    void open(const std::vector<unsigned char>& chunk) {
        quadline_binpack_reader* reader = nullptr;
        quadline_error error;
        given = std::make_shared<const std::vector<unsigned char>*>(&chunk);
        require(quadline_binpack_open_parts(next_part, given.get(), nullptr, &reader, &error), error);
        entries = {reader, quadline_binpack_close};
    }

    void read() {
        auto& [positions, moves, plies, scores, results] = blocks[block];
        quadline_binpack_columns columns = {positions, moves, scores, plies, results, ROOM, 0};
        quadline_error error;
        require(quadline_binpack_next(entries.get(), &columns, &error), error);
        count = columns.count, used = 0;
    }

  public:
    bool hasNext(const std::vector<unsigned char>&) const { return used < count; }

    // The entry remains until the next call.
    Entry next(const std::vector<unsigned char>& chunk) {
        if (!entries) {
            open(chunk);
            blocks = std::make_unique<Block[]>(2);
            read();
        }
        const auto& [positions, moves, plies, scores, results] = blocks[block];
        const Entry entry(positions[used], moves[used], scores[used], plies[used], results[used]);
        if (++used == count) block ^= 1, read();
        return entry;
    }

    // Appends the next entries that are not skipped, until there are `room` or the chunk ends, and returns whether it has not ended.
    // The reader passes each entry to the function, and nothing is copied before that.
    template <typename Skips>
    bool each(const std::vector<unsigned char>& chunk, const Skips& skips, std::vector<TrainingDataEntry>& kept, std::size_t room) {
        quadline_error error;
        if (!entries) open(chunk);
        struct Context {
            const Skips& skips;
            std::vector<TrainingDataEntry>& kept;
            std::size_t room;
        } context{skips, kept, room};
        const auto keep = [](void* given, const quadline_binpack_entry* read) -> int {
            auto& [skips, kept, room] = *static_cast<Context*>(given);
            const Entry entry(*read->position, read->chess_move, read->score, read->ply, read->result);
            if (!skips || !skips(entry)) kept.emplace_back(entry);
            // An entry that is kept fills the batch of one row, which ends the call.
            return kept.size() >= room;
        };
        quadline_binpack_batch batch{};
        batch.room = 1;
        require(quadline_binpack_fill(entries.get(), nullptr, 0, keep, &context, &batch, &error), error);
        return batch.count != 0;
    }
};

// ---- Chunks at once ----

// The seed of the choices at random. The choices also depend on the number of a chunk, which differs for each chunk that is read.
constexpr std::uint64_t SEED = 42;

inline std::uint64_t next_number() {
    static std::atomic<std::uint64_t> number;
    return number++;
}

// The filters of the loader, for the reader.
inline quadline_binpack_skip& skip() {
    static quadline_binpack_skip skip{};
    return skip;
}

inline void set_skip(const DataloaderSkipConfig& config) {
    quadline_binpack_skip found{};
    found.seed = SEED, found.score = 32002, found.has_score = 1, found.placeholder_zeros = 1;
    found.left_out = config.random_fen_skipping > 0 ? double(config.random_fen_skipping) / (config.random_fen_skipping + 1) : 0;
    found.first_ply = std::max(0, config.early_fen_skipping + 1);
    found.captures = found.in_check = config.filtered, found.unlikely_results = config.wld_filtered;
    found.material_below = config.simple_eval_skipping, found.soft_end = std::max(0, config.soft_early_fen_skipping);
    const double plies[] = {config.ply_x1, config.ply_x2, config.ply_x3, config.ply_x4}, chances[] = {config.ply_y1, config.ply_y2, config.ply_y3, config.ply_y4};
    const double weights[] = {config.pc_y0, config.pc_y1, config.pc_y2, config.pc_y3, config.pc_y4};
    std::copy_n(plies, 4, found.soft_plies), std::copy_n(chances, 4, found.soft_chances), std::copy_n(weights, 5, found.piece_weights);
    found.has_piece_weights = 1;
    skip() = found;
}

// Reads up to 16 chunks at once, and passes on the entries that the filters keep. `Fetch` replaces a chunk by the next one, or
// returns false.
template <typename Fetch>
class ChunksAtOnce {
    static constexpr std::size_t ROOM = 256;
    Fetch fetch;
    std::vector<std::vector<unsigned char>> chunks;
    std::unique_ptr<quadline_binpack_reader, void (*)(quadline_binpack_reader*)> reader{nullptr, quadline_binpack_close};
    Position positions[ROOM];
    std::uint16_t moves[ROOM], plies[ROOM];
    std::int16_t scores[ROOM];
    std::int8_t results[ROOM];

    static int next_part(void* context, quadline_binpack_part* part) {
        auto& chunks = static_cast<ChunksAtOnce*>(context)->chunks;
        // The memory of a chunk that was read, or more.
        auto place = std::find_if(chunks.begin(), chunks.end(), [&](auto& bytes) { return bytes.data() == part->bytes; });
        if (place == chunks.end()) place = chunks.emplace(place);
        if (!static_cast<ChunksAtOnce*>(context)->fetch(*place)) return 0;
        *part = {place->data(), place->size(), next_number()};
        return 1;
    }

  public:
    explicit ChunksAtOnce(Fetch fetch) : fetch(fetch) {
        quadline_binpack_reader* opened = nullptr;
        quadline_error error;
        require(quadline_binpack_open_parts(next_part, this, &skip(), &opened, &error), error);
        reader.reset(opened);
    }

    // Appends entries until there are `room`, or until no chunk is left: then it returns false.
    bool read(std::vector<Kept>& kept, std::size_t room) {
        while (kept.size() < room) {
            quadline_binpack_columns columns = {positions, moves, scores, plies, results, std::min(ROOM, room - kept.size()), 0};
            quadline_error error;
            require(quadline_binpack_next(reader.get(), &columns, &error), error);
            for (std::size_t row = 0; row < columns.count; ++row)
                kept.emplace_back(Entry(positions[row], moves[row], scores[row], plies[row], results[row]));
            if (columns.count < columns.room) return false;
        }
        return true;
    }
};

// The place of an entry of their reader, from which the choices of quadline's reader follow.
struct Place {
    std::uint64_t chunk = 0, number = 0;
    bool begins = true;

    static Place& of_thread() {
        thread_local Place place;
        return place;
    }

    void next() {
        ++number;
        if (begins) *this = {next_number(), 0, false};
    }

    // Returns one of the random numbers of the entry.
    std::uint64_t draw(std::uint64_t which) const {
        const auto mix = [](std::uint64_t word) {
            word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
            word = (word ^ word >> 27) * 0x94d049bb133111eb;
            return word ^ word >> 31;
        };
        const std::uint64_t first = mix((SEED ^ mix(chunk)) + (number + 1) * 0x9e3779b97f4a7c15);
        return which ? mix(first ^ mix(SEED + which)) : first;
    }
};

// ---- Memory ----

// Blocks that are used again. A batch has 150 MB, and the pages of a new block are mapped one by one.
template <typename Element>
class Blocks {
    struct Block {
        std::unique_ptr<Element[]> elements;
        std::size_t room;
        bool is_free;
    };
    std::mutex mutex;
    std::vector<Block> blocks;

  public:
    static Blocks& all() {
        static Blocks blocks;
        return blocks;
    }

    Element* take(std::size_t room) {
        std::lock_guard lock(mutex);
        for (auto& block : blocks)
            if (block.is_free && block.room >= room) return block.is_free = false, block.elements.get();
        blocks.push_back({std::unique_ptr<Element[]>(new Element[room]), room, false});
        return blocks.back().elements.get();
    }

    void give(Element* elements) {
        std::lock_guard lock(mutex);
        for (auto& block : blocks)
            if (block.elements.get() == elements) block.is_free = true;
    }
};
}
