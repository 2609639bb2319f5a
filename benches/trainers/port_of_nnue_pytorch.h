// What run.py adds to a copy of nnue-pytorch's loader: batches and entries by quadline's C library.
#pragma once

#include <quadline.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <vector>

#include "lib/training_data_entry.h"

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

// Reads the entries of a chunk in blocks that stay in the cache, in the place of their reader of the same name.
class ChunkReader {
    static constexpr std::size_t ROOM = 256;
    struct Block {
        Position positions[ROOM];
        std::uint16_t moves[ROOM], plies[ROOM];
        std::int16_t scores[ROOM];
        std::int8_t results[ROOM];
    };
    std::shared_ptr<quadline_binpack_reader> entries;
    std::unique_ptr<Block[]> blocks;
    std::size_t block = 0, count = 0, used = 0;

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
            quadline_binpack_reader* reader = nullptr;
            quadline_error error;
            require(quadline_binpack_open_chunk(chunk.data(), chunk.size(), 0, nullptr, &reader, &error), error);
            entries = {reader, quadline_binpack_close};
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
        if (!entries) {
            quadline_binpack_reader* reader = nullptr;
            require(quadline_binpack_open_chunk(chunk.data(), chunk.size(), 0, nullptr, &reader, &error), error);
            entries = {reader, quadline_binpack_close};
        }
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
