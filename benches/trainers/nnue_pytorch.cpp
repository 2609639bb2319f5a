// Compares stages of nnue-pytorch's loader with quadline: first all results, then the times.
//
// Includes the source of the loader, which is in a checkout. usage: nnue_pytorch FILE ROUNDS
#include "training_data_loader.cpp"

#include <ctime>

struct alignas(64) Words { std::uint64_t words[8]; };

extern "C" {
std::size_t ours_read(const unsigned char*, std::size_t, std::size_t, Words*, std::uint16_t*, std::int16_t*, std::uint16_t*, std::int8_t*);
std::uint64_t ours_next(const unsigned char*, std::size_t);
std::uint64_t ours_next_at_once(const unsigned char*, std::size_t);
void ours_inputs(const Words*, std::size_t, int, int*, std::size_t, std::uint16_t*);
void ours_batch(const Words*, const std::int16_t*, const std::int8_t*, std::size_t, int*, std::size_t, std::uint16_t*, float*, int*);
std::size_t ours_load(const unsigned char*, std::size_t, std::size_t, int*, std::size_t, std::uint16_t*, float*, int*);
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

// The number that quadline-binpack draws for an entry, given the place of its chunk and its number there.
static std::uint64_t drawn(std::uint64_t offset, std::uint64_t number) {
    auto mix = [](std::uint64_t word) {
        word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
        word = (word ^ word >> 27) * 0x94d049bb133111eb;
        return word ^ word >> 31;
    };
    return mix((42 ^ mix(offset)) + (number + 1) * 0x9e3779b97f4a7c15);
}

// Their entries that the default filters keep. Of the random filters, only that of all entries is here, with quadline's numbers.
static void load(const std::vector<std::vector<unsigned char>>& chunks, std::vector<TrainingDataEntry>& entries) {
    const std::uint64_t kept = 1.0 / 11.0 * 18446744073709551616.0;
    std::uint64_t offset = 0;
    entries.clear();
    for (auto& bytes : chunks) {
        offset += 8;
        binpack::ChunkReader reader{};
        auto& copy = const_cast<std::vector<unsigned char>&>(bytes);
        for (std::uint64_t number = 0; reader.hasNext(copy); ++number) {
            const TrainingDataEntry& entry = reader.next(copy);
            if (entry.score == 32002 || entry.ply <= 16 || drawn(offset, number) >= kept || entry.isCapturingMove() || entry.isInCheck()) continue;
            entries.push_back(entry);
        }
        offset += bytes.size();
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
    if (ours_next(file.data(), file.size()) != ours_next_at_once(file.data(), file.size())) differs("the sum at once", all);
    std::printf("%zu entries are equal, in %zu chunks\n", all, chunks.size());

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
    const int stride = with_pairs->max_active_features();
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

    // Whole batches, of which the memory is reused.
    std::vector<std::int16_t> some_scores;
    std::vector<std::int8_t> some_results;
    for (std::size_t index = 0; index < count; ++index) {
        some_scores.push_back(some[index].score);
        some_results.push_back(some[index].result);
    }
    SparseBatch batch(*with_pairs, some);
    std::vector<TrainingDataEntry> kept;
    std::vector<float> numbers(3 * count);
    std::vector<int> pieces(count);
    auto fill = [&](const std::vector<TrainingDataEntry>& entries) {
        std::fill_n(batch.white, entries.size() * stride, -1);
        std::fill_n(batch.black, entries.size() * stride, -1);
        for (std::size_t index = 0; index < entries.size(); ++index) {
            auto& entry = entries[index];
            batch.is_white[index] = entry.pos.sideToMove() == chess::Color::White;
            batch.outcome[index] = (entry.result + 1.0f) / 2.0f;
            batch.score[index] = entry.score;
            batch.piece_count[index] = entry.pos.piecesBB().count();
            with_pairs->fill_features_sparse(entry, batch.white + index * stride, chess::Color::White);
            with_pairs->fill_features_sparse(entry, batch.black + index * stride, chess::Color::Black);
        }
    };
    auto ours_fill = [&] {
        ours_batch(positions.data(), some_scores.data(), some_results.data(), count, rows.data(), stride, counts.data(), numbers.data(), pieces.data());
        return count;
    };
    auto ours_load_all = [&] {
        return ours_load(file.data(), file.size(), count, rows.data(), stride, counts.data(), numbers.data(), pieces.data());
    };
    auto compare = [&](std::size_t entries, const char* what) {
        for (std::size_t index = 0; index < entries; ++index) {
            if (batch.is_white[index] != numbers[index] || batch.outcome[index] != numbers[entries + index] || batch.score[index] != numbers[2 * entries + index]
                || batch.piece_count[index] != pieces[index])
                differs(what, index);
            for (int color = 0; color < 2; ++color) {
                int* first = (color ? batch.black : batch.white) + index * stride;
                int* second = &rows[(color * entries + index) * stride];
                std::sort(first, first + stride);
                std::sort(second, second + stride);
                if (!std::equal(first, first + stride, second)) differs(what, index);
            }
        }
    };
    fill(some);
    compare(ours_fill(), "the batch");
    load(chunks, kept);
    fill(kept);
    if (ours_load_all() != kept.size()) differs("the number of loaded entries", kept.size());
    compare(kept.size(), "what is loaded");
    std::printf("a batch of %zu entries is equal, and one of %zu that the filters keep\n", count, kept.size());

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
        {"next entry, chunks at once", [&] { read(chunks, [&](const TrainingDataEntry& entry) {
            sum += entry.pos.piecesBB(chess::Color::White).bits() ^ std::uint64_t(int(entry.move.from) | int(entry.move.to) << 6) ^ std::uint64_t(entry.score); }); },
         [&] { sum += ours_next_at_once(file.data(), file.size()); }, all},
        {"packed board", [&] { for (auto& entry : packed) sum += binpack::unpackEntry(entry).pos.piecesBB().bits(); },
         [&] { ours_boards(occupied.data(), nibbles.data(), count, 0, boards.data()); }, count},
        {"packed board, checked", [&] { for (auto& entry : packed) sum += binpack::unpackEntry(entry).pos.piecesBB().bits(); },
         [&] { ours_boards(occupied.data(), nibbles.data(), count, 1, boards.data()); }, count},
        {"threat inputs", [&] { in_cache(*threats); }, [&] { ours_in_cache(0); }, count},
        {"threat inputs and pairs", [&] { in_cache(*with_pairs); }, [&] { ours_in_cache(1); }, count},
        {"a batch, memory reused", [&] { fill(some); }, [&] { sum += ours_fill(); }, count},
        {"entries to a batch", [&] { load(chunks, kept); fill(kept); }, [&] { sum += ours_load_all(); }, all},
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
