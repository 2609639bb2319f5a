// Reads FENs, one a line, and fills the rows of a batch as a trainer of networks loads it: for each position the indices of its
// inputs from White's and from Black's view, with -1 behind them, and who is to move. Prints how many there are.
#include <quadline.h>

#include <cstddef>
#include <cstdint>
#include <iomanip>
#include <iostream>
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
        const auto status = quadline_threat_inputs(first, size, QUADLINE_THREATS_59808, pawn_pairs, QUADLINE_BOTH,
                                                   indices.data(), max_active, counts.data(), &error);
        const auto middle = counts.begin() + static_cast<std::ptrdiff_t>(size);
        active_white.assign(counts.begin(), middle), active_black.assign(middle, counts.end());
        return status;
    }

  private:
    std::vector<std::int32_t> indices;
    std::vector<std::uint16_t> counts;
};

int main() {
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
