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

// The network has a row of weights for each input. Positions of games have fewer active ones than max_active.
constexpr std::int32_t pawn_pairs = 59808, inputs = pawn_pairs + 4560;
constexpr quadline_threat_layout layout{QUADLINE_THREATS_59808, pawn_pairs, 0, 0, nullptr};
constexpr std::size_t max_active = 160;

// Reads a binpack file in batches, with two threads and memory that is used again, and prints how many inputs the positions of each
// batch have that are not left out.
void read_binpack(const char *path) {
    std::ifstream stream(path, std::ios::binary);
    const std::vector<char> bytes(std::istreambuf_iterator<char>(stream), {});
    // Most of what nnue-pytorch leaves out.
    quadline_binpack_skip skip{};
    skip.first_ply = 17, skip.score = 32002, skip.has_score = 1, skip.captures = 1, skip.in_check = 1;
    quadline::BinpackReader reader(reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size(), skip, 2);
    quadline::Batch batch(1024, max_active);
    for (std::size_t number = 0; reader.fill(batch, layout, QUADLINE_BOTH); ++number) {
        std::size_t active = 0;
        for (std::size_t row = 0; row < batch.size; ++row)
            active += batch.active(row) + batch.active(row, 1);
        std::cout << "block " << number << ": " << batch.size << " positions with " << active << " inputs\n";
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
    quadline::Batch batch(positions.size(), max_active);
    quadline::call(quadline_threat_inputs, positions.data(), positions.size(), &layout, QUADLINE_BOTH, batch.inputs.data(), batch.stride,
                   batch.counts.data());
    std::cout << "position  to move  white  black  first of White, of " << inputs << '\n';
    for (std::size_t row = 0; row < positions.size(); ++row) {
        // The inputs that do not fit are counted, but not written.
        if (batch.active(row) > max_active || batch.active(row, 1) > max_active) {
            std::cerr << "position " << row << " has more inputs than a row\n";
            return 1;
        }
        const bool black = quadline_black_to_move(&positions[row]);
        std::cout << std::setw(8) << row << std::setw(9) << (black ? "Black" : "White") << std::setw(7) << batch.active(row)
                  << std::setw(7) << batch.active(row, 1) << "  " << *batch.row(row) << '\n';
    }
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
}
