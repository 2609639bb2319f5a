// Reads a binpack file, or FENs, one a line, from the standard input, and fills the rows of a batch as a trainer of networks
// loads it: for each position the indices of its inputs from White's and from Black's view, with -1 behind them, and who is to
// move. Prints how many there are.
// usage: sparse_batch [FILE]
#include <quadline.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

using quadline::Position;

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

    void fill(const std::vector<Position> &positions) {
        size = positions.size();
        is_white.resize(size), counts.resize(2 * size), indices.resize(2 * size * max_active);
        for (std::size_t row = 0; row < size; ++row)
            is_white[row] = quadline_black_to_move(&positions[row]) ? 0.0F : 1.0F;
        // The rows of White are in front of those of Black, so each half is a matrix by itself.
        const quadline_threat_layout layout{QUADLINE_THREATS_59808, pawn_pairs, 0, 0, nullptr};
        quadline::call(quadline_threat_inputs, positions.data(), size, &layout, QUADLINE_BOTH, indices.data(),
                       max_active, counts.data());
        const auto middle = counts.begin() + static_cast<std::ptrdiff_t>(size);
        active_white.assign(counts.begin(), middle), active_black.assign(middle, counts.end());
    }

  private:
    std::vector<std::int32_t> indices;
    std::vector<std::uint16_t> counts;
};

// Reads a binpack file in blocks, and prints how many inputs the positions of each block have that are not skipped.
void read_binpack(const char *path) {
    std::ifstream stream(path, std::ios::binary);
    const std::vector<char> bytes(std::istreambuf_iterator<char>(stream), {});
    // What nnue-pytorch leaves out.
    quadline_binpack_skip skip{};
    skip.first_ply = 17, skip.score = 32002, skip.has_score = 1, skip.captures = 1, skip.in_check = 1;
    quadline::BinpackReader reader(reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size(), skip);
    quadline::Entries entries;
    SparseBatch batch;
    for (std::size_t block = 0; reader.next(entries, 1024); ++block) {
        batch.fill(entries.positions);
        std::size_t active = 0;
        for (std::size_t row = 0; row < batch.size; ++row)
            active += batch.active_white[row] + std::size_t{batch.active_black[row]};
        std::cout << "block " << block << ": " << batch.size << " positions with " << active << " inputs\n";
    }
}

// Reads FENs until the end of the standard input.
std::vector<Position> read_positions() {
    std::vector<Position> positions;
    for (std::string line; std::getline(std::cin, line);)
        try {
            positions.emplace_back(line);
        } catch (const quadline::Error &error) {
            throw std::runtime_error("line " + std::to_string(positions.size() + 1) + ": " + error.what());
        }
    return positions;
}

int main(int count, char **arguments) try {
    if (count > 1) {
        read_binpack(arguments[1]);
        return 0;
    }
    const auto positions = read_positions();
    SparseBatch batch;
    batch.fill(positions);
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
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
}
