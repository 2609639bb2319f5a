// Reads a binpack file, or FENs, one a line, from the standard input, and fills the rows of a batch as a trainer of networks loads it: for each position the indices of its
// inputs from White's and from Black's view, with -1 behind them, and who is to move. Prints how many there are.
// usage: sparse_batch [FILE]
#include <quadline.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

// Positions at multiples of 64 bytes are read in place.
struct alignas(64) Position {
    quadline_position words;
};

// A batch in memory that is used again for the next one. The network has a row of weights for each input.
class SparseBatch {
  public:
    static constexpr std::size_t max_active = 160;
    static constexpr std::int32_t pawn_pairs = 59808, inputs = pawn_pairs + 4560;

    std::size_t size = 0;
    std::vector<float> is_white;
    std::vector<std::uint16_t> active_white, active_black;

    const std::int32_t *white() const { return indices.data(); }
    const std::int32_t *black() const { return indices.data() + size * max_active; }

    quadline_status fill(const std::vector<Position> &positions, quadline_error &error) {
        size = positions.size();
        is_white.resize(size), counts.resize(2 * size), indices.resize(2 * size * max_active);
        for (std::size_t row = 0; row < size; ++row)
            is_white[row] = quadline_black_to_move(&positions[row].words) ? 0.0F : 1.0F;
        // The rows of White are in front of those of Black, so each half is a matrix by itself.
        const auto *first = size ? &positions[0].words : nullptr;
        const quadline_threat_layout layout{QUADLINE_THREATS_59808, pawn_pairs, 0, 0, nullptr};
        const auto status = quadline_threat_inputs(first, size, &layout, QUADLINE_BOTH, indices.data(), max_active,
                                                   counts.data(), &error);
        const auto middle = counts.begin() + static_cast<std::ptrdiff_t>(size);
        active_white.assign(counts.begin(), middle), active_black.assign(middle, counts.end());
        return status;
    }

  private:
    std::vector<std::int32_t> indices;
    std::vector<std::uint16_t> counts;
};

// Reads a binpack file chunk by chunk, and prints how many inputs the positions of each chunk have that are not skipped.
int read_binpack(const char *path) {
    std::ifstream stream(path, std::ios::binary);
    const std::vector<char> bytes(std::istreambuf_iterator<char>(stream), {});
    const auto *file = reinterpret_cast<const std::uint8_t *>(bytes.data());
    const quadline_binpack_skip skip{1.0, 0, 16, 32002, 1, 1};
    std::vector<Position> positions(65536);
    std::vector<std::int16_t> scores(positions.size());
    SparseBatch batch;
    quadline_error error{};
    for (std::size_t offset = 0; offset < bytes.size();) {
        const auto begin = offset;
        positions.resize(scores.size());
        quadline_binpack_columns columns{&positions[0].words, nullptr, scores.data(), nullptr, nullptr, positions.size(), 0};
        const auto status = quadline_binpack_read(file, bytes.size(), &skip, &columns, &offset, &error);
        if (status == QUADLINE_STATUS_ROOM) {
            scores.resize(error.row);
            continue;
        }
        positions.resize(columns.count);
        if (status != QUADLINE_STATUS_OK || batch.fill(positions, error) != QUADLINE_STATUS_OK) {
            std::cerr << error.message << '\n';
            return 1;
        }
        std::size_t active = 0;
        for (std::size_t row = 0; row < batch.size; ++row)
            active += batch.active_white[row] + std::size_t{batch.active_black[row]};
        std::cout << "byte " << begin << ": " << batch.size << " positions with " << active << " inputs\n";
    }
    return 0;
}

int main(int count, char **arguments) {
    if (count > 1)
        return read_binpack(arguments[1]);
    std::vector<Position> positions;
    std::string line;
    quadline_error error{};
    while (std::getline(std::cin, line)) {
        Position position;
        if (quadline_position_from_fen(line.data(), line.size(), &position.words, &error) != QUADLINE_STATUS_OK) {
            std::cerr << "line " << positions.size() + 1 << ": " << error.message << '\n';
            return 1;
        }
        positions.push_back(position);
    }
    SparseBatch batch;
    if (batch.fill(positions, error) != QUADLINE_STATUS_OK) {
        std::cerr << error.message << '\n';
        return 1;
    }
    std::cout << "position  to move  white  black  first of White, of " << SparseBatch::inputs << '\n';
    for (std::size_t row = 0; row < batch.size; ++row) {
        // Positions of games have fewer. The inputs that do not fit are counted, but not written.
        if (batch.active_white[row] > SparseBatch::max_active || batch.active_black[row] > SparseBatch::max_active) {
            std::cerr << "position " << row << " has more inputs than a row\n";
            return 1;
        }
        std::cout << std::setw(8) << row << std::setw(9) << (batch.is_white[row] > 0 ? "White" : "Black") << std::setw(7)
                  << batch.active_white[row] << std::setw(7) << batch.active_black[row] << "  "
                  << batch.white()[row * SparseBatch::max_active] << '\n';
    }
}
