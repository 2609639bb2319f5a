// Reads FENs, one a line, and prints which of them has the most legal moves, and these.
#include <quadline.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

// Reads FENs until the end of the standard input.
std::vector<quadline::Position> read_positions() {
    std::vector<quadline::Position> positions;
    for (std::string line; std::getline(std::cin, line);)
        try {
            positions.emplace_back(line);
        } catch (const quadline::Error &error) {
            throw std::runtime_error("line " + std::to_string(positions.size() + 1) + ": " + error.what());
        }
    return positions;
}

int main() try {
    const auto positions = read_positions();
    std::vector<std::uint16_t> counts(positions.size());
    quadline::call(quadline_legal_move_counts, positions.data(), positions.size(), counts.data());
    const auto most = std::max_element(counts.begin(), counts.end());
    if (most == counts.end())
        return 0;
    const auto &position = positions[static_cast<std::size_t>(most - counts.begin())];
    std::cout << position.fen() << ": " << *most << " moves by level " << quadline_level() << ':';
    for (const auto move : position.moves())
        std::cout << ' ' << quadline::uci(move);
    std::cout << '\n';
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
}
