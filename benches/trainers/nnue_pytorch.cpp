// Compares stages of nnue-pytorch's loader with quadline: first all results, then the times.
//
// Includes the source of the loader, which is in a checkout. usage: nnue_pytorch FILE ROUNDS
#include "training_data_loader.cpp"

#include <ctime>

struct alignas(64) Words { std::uint64_t words[8]; };

extern "C" {
std::size_t ours_read(const unsigned char*, std::size_t, std::size_t, Words*, std::uint16_t*, std::int16_t*, std::uint16_t*, std::int8_t*);
std::uint64_t ours_next(const unsigned char*, std::size_t);
void ours_inputs(const Words*, std::size_t, int, int*, std::size_t, std::uint16_t*);
void ours_boards(const std::uint64_t*, const unsigned char*, std::size_t, int, Words*);
}

static double seconds() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

[[noreturn]] static void differs(const char* what, std::size_t index) {
    std::fprintf(stderr, "%s of entry %zu differs\n", what, index);
    std::exit(1);
}

// The words of a position, as quadline orders them.
static Words words(const chess::Position& position) {
    auto pieces = [&](chess::PieceType type) {
        return position.piecesBB(chess::Piece(type, chess::Color::White)).bits()
             | position.piecesBB(chess::Piece(type, chess::Color::Black)).bits();
    };
    using chess::PieceType;
    std::uint64_t queens = pieces(PieceType::Queen), state = 0;
    if (position.sideToMove() == chess::Color::Black) state |= 1ull << 32;
    if (position.epSquare() != chess::Square::none()) state |= 1ull << int(position.epSquare());
    auto may = [&](chess::CastlingRights right) { return chess::contains(position.castlingRights(), right); };
    state |= std::uint64_t(may(chess::CastlingRights::WhiteQueenSide)) | std::uint64_t(may(chess::CastlingRights::WhiteKingSide)) << 7
           | std::uint64_t(may(chess::CastlingRights::BlackQueenSide)) << 56 | std::uint64_t(may(chess::CastlingRights::BlackKingSide)) << 63;
    return {{position.piecesBB(chess::Color::White).bits(), position.piecesBB(chess::Color::Black).bits(), pieces(PieceType::Pawn),
             pieces(PieceType::Knight), pieces(PieceType::Bishop) | queens, pieces(PieceType::Rook) | queens, pieces(PieceType::King), state}};
}

// Calls `sink` with each entry of a file in memory.
template <typename Sink>
static void read(const std::vector<std::vector<unsigned char>>& chunks, Sink sink) {
    std::vector<unsigned char> chunk;
    for (auto& bytes : chunks) {
        binpack::ChunkReader reader{};
        auto& copy = const_cast<std::vector<unsigned char>&>(bytes);
        while (reader.hasNext(copy)) sink(reader.next(copy));
    }
}

int main(int, char** arguments) {
    std::ifstream stream(arguments[1], std::ios::binary);
    std::vector<unsigned char> file((std::istreambuf_iterator<char>(stream)), {});
    const int rounds = std::atoi(arguments[2]);
    std::vector<std::vector<unsigned char>> chunks;
    for (std::size_t at = 0; at + 8 <= file.size();) {
        std::uint32_t size;
        std::memcpy(&size, &file[at + 4], 4);
        chunks.emplace_back(file.begin() + at + 8, file.begin() + at + 8 + size);
        at += 8 + size;
    }

    // All entries.
    std::vector<TrainingDataEntry> entries;
    read(chunks, [&](const TrainingDataEntry& entry) { entries.push_back(entry); });
    const std::size_t all = entries.size();
    std::vector<Words> ours(all);
    std::vector<std::uint16_t> moves(all), plies(all);
    std::vector<std::int16_t> scores(all);
    std::vector<std::int8_t> results(all);
    if (ours_read(file.data(), file.size(), all, ours.data(), moves.data(), scores.data(), plies.data(), results.data()) != all)
        differs("the number", all);
    for (std::size_t index = 0; index < all; ++index) {
        auto& entry = entries[index];
        Words expected = words(entry.pos);
        if (std::memcmp(&expected, &ours[index], sizeof(Words))) differs("the position", index);
        int promoted = entry.move.type == chess::MoveType::Promotion ? int(entry.move.promotedPiece.type()) + 3 : 0;
        int kind = moves[index] >> 12;
        if ((moves[index] & 0xfff) != (int(entry.move.from) | int(entry.move.to) << 6) || (kind >= 4 ? kind : 0) != promoted
            || (kind == 3) != (entry.move.type == chess::MoveType::Castle) || (kind == 2) != (entry.move.type == chess::MoveType::EnPassant))
            differs("the move", index);
        if (entry.score != scores[index] || entry.ply != plies[index] || entry.result != results[index]) differs("score, ply or result", index);
    }
    std::printf("%zu entries are equal\n", all);

    // 65,536 positions in random order.
    std::vector<std::size_t> order(all);
    for (std::size_t index = 0; index < all; ++index) order[index] = index;
    std::mt19937 generator(7);
    std::shuffle(order.begin(), order.end(), generator);
    const std::size_t count = std::min<std::size_t>(all, 65536) / 128 * 128;
    std::vector<TrainingDataEntry> some;
    std::vector<Words> positions;
    std::vector<binpack::PackedTrainingDataEntry> packed;
    std::vector<std::uint64_t> occupied;
    std::vector<unsigned char> nibbles;
    for (std::size_t index = 0; index < count; ++index) {
        some.push_back(entries[order[index]]);
        positions.push_back(ours[order[index]]);
        packed.push_back(binpack::packEntry(some.back()));
        occupied.push_back(positions.back().words[0] | positions.back().words[1]);
        nibbles.insert(nibbles.end(), packed.back().bytes + 8, packed.back().bytes + 24);
    }

    const auto threats = get_feature("Full_Threats"), with_pairs = get_feature("Full_Threats+PP_3Wide");
    const int stride = 288;
    std::vector<int> rows(2 * stride * count), theirs(stride);
    std::vector<std::uint16_t> counts(2 * count);
    for (int pairs = 0; pairs < 2; ++pairs) {
        ours_inputs(positions.data(), count, pairs, rows.data(), stride, counts.data());
        for (std::size_t index = 0; index < 2 * count; ++index) {
            auto color = index < count ? chess::Color::White : chess::Color::Black;
            int length = (pairs ? with_pairs : threats)->fill_features_sparse(some[index % count], theirs.data(), color).first;
            int* row = &rows[index * stride];
            if (length != counts[index] || (length < stride && row[length] != -1)) differs("the number of inputs", index);
            std::sort(theirs.begin(), theirs.begin() + length);
            std::sort(row, row + length);
            if (!std::equal(row, row + length, theirs.begin())) differs("an input", index);
        }
    }
    std::printf("the inputs of %zu positions are equal, with pairs of pawns and without\n", count);
    std::vector<Words> boards(count);
    for (int checked = 0; checked < 2; ++checked) {
        ours_boards(occupied.data(), nibbles.data(), count, checked, boards.data());
        for (std::size_t index = 0; index < count; ++index)
            if (std::memcmp(&boards[index], &positions[index], sizeof(Words))) differs("the packed board", index);
    }
    std::printf("%zu packed boards are equal\n", count);

    std::uint64_t sum = 0;
    // Rows of 32 KiB, which stay in the cache of the first level.
    std::vector<int> block(8192);
    struct Stage { const char* name; std::function<void()> theirs, ours; std::size_t count; };
    auto in_cache = [&](const IFeatureExtractor& features) {
        const std::size_t stride = features.max_active_features(), together = block.size() / (2 * stride);
        for (std::size_t index = 0; index < count; ++index)
            for (int color = 0; color < 2; ++color)
                sum += features.fill_features_sparse(some[index], &block[(2 * (index % together) + color) * stride], color ? chess::Color::Black : chess::Color::White).first;
    };
    auto ours_in_cache = [&](int pairs) {
        const std::size_t stride = (pairs ? with_pairs : threats)->max_active_features(), together = block.size() / (2 * stride);
        for (std::size_t index = 0; index < count; index += together) {
            ours_inputs(&positions[index], together, pairs, block.data(), stride, counts.data());
            sum += counts[0];
        }
    };
    const Stage stages[] = {
        {"next entry", [&] { read(chunks, [&](const TrainingDataEntry& entry) {
            sum += entry.pos.piecesBB(chess::Color::White).bits() ^ std::uint64_t(int(entry.move.from) | int(entry.move.to) << 6) ^ std::uint64_t(entry.score); }); },
         [&] { sum += ours_next(file.data(), file.size()); }, all},
        {"packed board", [&] { for (auto& entry : packed) sum += binpack::unpackEntry(entry).pos.piecesBB().bits(); },
         [&] { ours_boards(occupied.data(), nibbles.data(), count, 0, boards.data()); }, count},
        {"packed board, checked", [&] { for (auto& entry : packed) sum += binpack::unpackEntry(entry).pos.piecesBB().bits(); },
         [&] { ours_boards(occupied.data(), nibbles.data(), count, 1, boards.data()); }, count},
        {"threat inputs", [&] { in_cache(*threats); }, [&] { ours_in_cache(0); }, count},
        {"threat inputs and pairs", [&] { in_cache(*with_pairs); }, [&] { ours_in_cache(1); }, count},
        {"a batch, memory reused", [&] {
            std::fill(rows.begin(), rows.end(), -1);
            for (std::size_t index = 0; index < count; ++index)
                for (int color = 0; color < 2; ++color)
                    with_pairs->fill_features_sparse(some[index], &rows[(color * count + index) * stride], color ? chess::Color::Black : chess::Color::White);
         }, [&] { ours_inputs(positions.data(), count, 1, rows.data(), stride, counts.data()); }, count},
    };
    auto median = [](std::vector<double> values) {
        std::sort(values.begin(), values.end());
        return values[values.size() / 2];
    };
    std::printf("%-26s %10s %10s %8s\n", "stage", "theirs/ns", "ours/ns", "ratio");
    for (auto& stage : stages) {
        std::vector<double> first, second, ratios;
        for (int round = 0; round < rounds; ++round) {
            double begin = seconds();
            stage.theirs();
            double middle = seconds();
            stage.ours();
            double end = seconds();
            first.push_back((middle - begin) * 1e9 / stage.count);
            second.push_back((end - middle) * 1e9 / stage.count);
            ratios.push_back((middle - begin) / (end - middle));
        }
        std::printf("%-26s %10.1f %10.1f %8.2f\n", stage.name, median(first), median(second), median(ratios));
        std::fflush(stdout);
    }
    return sum == 1;
}
