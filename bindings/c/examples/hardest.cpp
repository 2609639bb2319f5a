// Reads FENs, one a line, and prints which of them has the most legal moves, and these.
#include <quadline.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

int main() {
    std::string text, line;
    std::vector<std::int64_t> offsets{0};
    while (std::getline(std::cin, line)) {
        text += line;
        offsets.push_back(static_cast<std::int64_t>(text.size()));
    }
    std::vector<quadline_position> positions(offsets.size() - 1);
    quadline_error error{};
    if (quadline_positions_from_fens(text.data(), offsets.data(), positions.size(), positions.data(), nullptr, &error) !=
        QUADLINE_STATUS_OK) {
        std::cerr << error.message << '\n';
        return 1;
    }
    std::vector<std::uint16_t> counts(positions.size());
    if (quadline_legal_move_counts(positions.data(), positions.size(), counts.data(), &error) != QUADLINE_STATUS_OK) {
        std::cerr << error.message << '\n';
        return 1;
    }
    const auto most = std::max_element(counts.begin(), counts.end());
    if (most == counts.end())
        return 0;
    const auto &position = positions[static_cast<std::size_t>(most - counts.begin())];
    char fen[QUADLINE_FEN_ROOM], uci[6];
    std::size_t range[2];
    std::vector<std::uint16_t> moves(*most);
    if (quadline_position_to_fen(&position, fen, sizeof fen, &error) != QUADLINE_STATUS_OK ||
        quadline_legal_moves(&position, 1, range, moves.data(), moves.size(), &error) != QUADLINE_STATUS_OK) {
        std::cerr << error.message << '\n';
        return 1;
    }
    std::cout << fen << ": " << *most << " moves by level " << quadline_level() << ':';
    for (const auto move : moves)
        if (quadline_move_to_uci(move, 0, uci) == QUADLINE_STATUS_OK)
            std::cout << ' ' << uci;
    std::cout << '\n';
}
