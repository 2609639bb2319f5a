// Tests of quadline.hpp.
#include <quadline.hpp>

#include <cstdint>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            std::cerr << __FILE__ << ':' << __LINE__ << ": not so: " #condition "\n";                                  \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

template <class Function> std::pair<quadline_status, std::string> error_of(Function function) {
    try {
        function();
    } catch (const quadline::Error &error) {
        return {error.status, error.what()};
    }
    return {QUADLINE_STATUS_OK, ""};
}

int main() {
    const quadline::Position start("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    CHECK(start.fen() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" && start.moves().size() == 20);
    CHECK(start == quadline::Position(start) && start != quadline::Position());
    std::uint16_t e2e4 = 0;
    quadline::call(quadline_move_from_uci, &start, "e2e4", std::size_t{4}, &e2e4);
    CHECK(quadline::uci(e2e4) == "e2e4");
    CHECK(start.play(e2e4).fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    const quadline::Position castles("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    quadline::call(quadline_move_from_uci, &castles, "e1g1", std::size_t{4}, &e2e4);
    CHECK(quadline::uci(e2e4) == "e1g1" && quadline::uci(e2e4, true) == "e1h1");
    auto error = error_of([] { quadline::Position("8/8/8/8/8/8/8/8 w - - 0 1"); });
    CHECK(error.first == QUADLINE_STATUS_FEN && error.second.find("kings: 0") != std::string::npos);

    // The game of test.c, with six entries.
    static const char game[] = "BINP\x2b\0\0\0\xff\xff\0\0\0\0\xff\xff\x2d\x84\x4a\xd2\0\0\0\0\x11\x11\x11\x11\x3e\x95\x5b\xe3"
                               "\x0c\x70\0\x28\x80\0\0\0\0\x05\x27\x42\xca\x8f\x02\xd7\x15\x10\x40";
    std::vector<std::uint8_t> file(game, game + sizeof game - 1);
    auto bytes = [&] { return file.data(); };
    quadline::Entries entries;
    std::vector<std::int16_t> scores;
    std::vector<std::uint16_t> plies;
    quadline::BinpackReader first(bytes(), file.size());
    // A reader that has moved goes on, and the one that it moves to is closed.
    quadline::BinpackReader reader(bytes(), 0);
    CHECK(!reader.next(entries, 5) && entries.size() == 0);
    CHECK(first.next(entries, 4) && entries.size() == 4 && entries.positions[0] == start);
    reader = std::move(first);
    scores = entries.scores, plies = entries.plies;
    while (reader.next(entries, 4))
        scores.insert(scores.end(), entries.scores.begin(), entries.scores.end());
    CHECK((scores == std::vector<std::int16_t>{20, -35, 40, 0, 300, -300}));
    CHECK((plies == std::vector<std::uint16_t>{0, 1, 2, 3}) && entries.size() == 0);
    CHECK(error_of([&] { reader.next(entries, 0); }).first == QUADLINE_STATUS_ARGUMENT);

    // A struct of zeros leaves out nothing, and a part of a file is read up to the error.
    quadline_binpack_skip skip{};
    quadline::BinpackReader all(bytes(), file.size(), skip);
    CHECK(all.next(entries, 100) && entries.size() == 6);
    skip.first_ply = 3;
    quadline::BinpackReader some(bytes(), file.size(), skip);
    CHECK(some.next(entries, 100) && entries.size() == 3 && entries.plies[0] == 3);

    // A batch, from two perspectives and from one, with entries that are left out.
    constexpr quadline_threat_layout layout{QUADLINE_THREATS_59808, -1, 0, 0, nullptr};
    quadline::Batch batch(4, 96), one(4, 96, 1);
    quadline::BinpackReader rows(bytes(), file.size(), {}, 2), late(bytes(), file.size());
    CHECK(rows.fill(batch, layout) && batch.size == 4 && batch.scores[2] == 40 && batch.outcomes[1] == 0 && batch.piece_counts[0] == 32);
    CHECK(batch.active(0) == 28 && batch.active(0, 1) == 28 && batch.row(0)[28] == -1 && batch.row(3, 1) == batch.inputs.data() + 7 * 96);
    CHECK(rows.fill(batch, layout) && batch.size == 2 && !rows.fill(batch, layout) && batch.size == 0);
    const auto keep = [](void *least, const quadline_binpack_entry *entry) -> int { return entry->ply >= *static_cast<int *>(least); };
    int least = 4;
    CHECK(late.fill(one, layout, QUADLINE_SIDE_TO_MOVE, keep, &least) && one.size == 2 && one.scores[0] == 300 && one.white_to_move[0] == 1);
    bool refused = false;
    try {
        late.fill(one, layout);
    } catch (const std::invalid_argument &) {
        refused = true;
    }
    CHECK(refused);
    skip.left_out = 2;
    CHECK(error_of([&] { quadline::BinpackReader(bytes(), file.size(), skip); }).first == QUADLINE_STATUS_ARGUMENT);
    // Parts that a function gives.
    struct Given {
        const std::uint8_t *bytes;
        std::size_t length, left;
    } given{bytes() + 8, file.size() - 8, 3};
    const auto next_part = [](void *context, quadline_binpack_part *part) -> int {
        auto &[from, length, left] = *static_cast<Given *>(context);
        *part = {from, length, 0};
        return left && left--;
    };
    quadline::BinpackReader parts(next_part, &given);
    CHECK(parts.next(entries, 100) && entries.size() == 18);
    file[42] = 0xff;
    quadline::BinpackReader wrong(bytes(), file.size());
    CHECK(wrong.next(entries, 100) && entries.size() == 1);
    error = error_of([&] { wrong.next(entries, 100); });
    CHECK(error.first == QUADLINE_STATUS_FILE && error.second.rfind("byte 42: ", 0) == 0 && entries.size() == 0);
    return 0;
}
