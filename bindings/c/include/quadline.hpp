/*
 * quadline for C++17 and later: the classes that own what the functions of quadline.h allocate, and errors as exceptions.
 *
 * License: MIT or Apache-2.0.
 *
 * Everything here is inline and calls quadline.h, which documents the functions. Any of them whose last argument is an error
 * can be called with quadline::call. The header needs exceptions.
 */
#ifndef QUADLINE_HPP
#define QUADLINE_HPP

#include "quadline.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadline {

/* The error of a call. The message is what(). */
class Error : public std::runtime_error {
  public:
    Error(quadline_status code, const quadline_error &error)
        : std::runtime_error(error.message), status(code), row(error.row), column(error.column), field(error.field) {}

    quadline_status status;
    /* The places that quadline_error has: an index, or the number of elements that are needed, and the column and field of a FEN. */
    std::size_t row, column, field;
};

namespace detail {

/* Converts an argument as a call in C does: numbers to another type, too, because the constants of quadline.h are of type int. */
template <class To, class From> To converted(From &&from) {
    if constexpr (std::is_arithmetic_v<To>)
        return static_cast<To>(from);
    else
        return std::forward<From>(from);
}

template <class... Parameters, std::size_t... Index, class... Arguments>
quadline_status call(quadline_error &error, quadline_status (*function)(Parameters...), std::index_sequence<Index...>,
                     Arguments &&...arguments) {
    using Types = std::tuple<Parameters...>;
    return function(converted<std::tuple_element_t<Index, Types>>(std::forward<Arguments>(arguments))..., &error);
}

} /* namespace detail */

/* Calls a function of quadline.h whose last parameter is an error, which is left out, and throws it if the call fails. */
template <class... Parameters, class... Arguments>
void call(quadline_status (*function)(Parameters...), Arguments &&...arguments) {
    static_assert(sizeof...(Parameters) == sizeof...(Arguments) + 1,
                  "quadline::call calls a function whose last argument is an error, which is left out; call the others directly");
    quadline_error error{};
    const auto status =
        detail::call(error, function, std::index_sequence_for<Arguments...>{}, std::forward<Arguments>(arguments)...);
    if (status != QUADLINE_STATUS_OK)
        throw Error(status, error);
}

/* A position. Arrays of them begin at multiples of 64 bytes, so the library reads them in place, and &positions[0] is a pointer to
 * the positions of quadline.h. */
struct alignas(64) Position : quadline_position {
    /* An empty board, which is not a valid position. */
    Position() : quadline_position{} {}

    /* Reads a FEN. */
    explicit Position(std::string_view fen) : quadline_position{} {
        call(quadline_position_from_fen, fen.data(), fen.size(), this);
    }

    /* Returns the FEN, with the counters 0 and 1. */
    std::string fen() const {
        char text[QUADLINE_FEN_ROOM];
        call(quadline_position_to_fen, this, text, sizeof text);
        return text;
    }

    /* Returns the legal moves. */
    std::vector<std::uint16_t> moves() const {
        std::vector<std::uint16_t> moves(QUADLINE_MAX_LEGAL_MOVES);
        std::size_t offsets[2];
        call(quadline_legal_moves, this, std::size_t{1}, offsets, moves.data(), moves.size());
        moves.resize(offsets[1]);
        return moves;
    }

    /* Returns the position after a legal move. */
    Position play(std::uint16_t move) const {
        Position next;
        call(quadline_play, this, &move, std::size_t{1}, &next);
        return next;
    }

    friend bool operator==(const Position &one, const Position &other) {
        for (std::size_t index = 0; index < 8; ++index)
            if (one.words[index] != other.words[index])
                return false;
        return true;
    }
    friend bool operator!=(const Position &one, const Position &other) { return !(one == other); }
};
static_assert(sizeof(Position) == sizeof(quadline_position), "a position has 64 bytes");

/* Returns a move in UCI notation. */
inline std::string uci(std::uint16_t move, bool chess960 = false) {
    char text[6];
    return quadline_move_to_uci(move, chess960, text) == QUADLINE_STATUS_OK ? text : "";
}

/* Entries of training data, as a vector for each column. */
struct Entries {
    std::vector<Position> positions;
    std::vector<std::uint16_t> moves;
    std::vector<std::int16_t> scores;
    std::vector<std::uint16_t> plies;
    std::vector<std::int8_t> results;

    std::size_t size() const { return positions.size(); }

    void resize(std::size_t size) {
        positions.resize(size), moves.resize(size), scores.resize(size), plies.resize(size), results.resize(size);
    }

    /* Returns the vectors as columns with room for all elements. */
    quadline_binpack_columns columns() {
        return {positions.data(), moves.data(), scores.data(), plies.data(), results.data(), size(), 0};
    }
};

/* A batch for training in memory that is used again: rows of inputs, and what a network learns. */
struct Batch {
    /* Makes room for rows with so many places, for two perspectives or for one. */
    Batch(std::size_t rows, std::size_t places, std::size_t perspectives = 2)
        : room(rows), stride(places), inputs(perspectives * rows * places), counts(perspectives * rows), white_to_move(rows),
          outcomes(rows), scores(rows), piece_counts(rows) {}

    /* Returns the inputs of a row, from the first or the second perspective. */
    const std::int32_t *row(std::size_t index, std::size_t perspective = 0) const {
        return inputs.data() + (perspective * room + index) * stride;
    }

    /* Returns the number of inputs of a row, which is larger than the stride if they did not fit. */
    std::size_t active(std::size_t index, std::size_t perspective = 0) const { return counts[perspective * room + index]; }

    std::size_t room, stride;
    /* The number of rows that are used. */
    std::size_t size = 0;
    std::vector<std::int32_t> inputs;
    std::vector<std::uint16_t> counts;
    std::vector<float> white_to_move, outcomes, scores;
    std::vector<std::int32_t> piece_counts;
};

/* A reader of a binpack file in memory. It is closed at the end of its life, and can be moved. */
class BinpackReader {
  public:
    /* Makes a reader that leaves out the entries that `skip` names: none by default. The file must stay as it is as long as the
     * reader. With threads, also with one, the entries come in another order than that of the file, and in less time; see
     * quadline_binpack_open. */
    BinpackReader(const std::uint8_t *file, std::size_t bytes, const quadline_binpack_skip &skip = {}, std::size_t threads = 0) {
        quadline_binpack_reader *opened = nullptr;
        call(quadline_binpack_open, file, bytes, threads, &skip, &opened);
        reader.reset(opened);
    }

    /* Makes a reader of parts that a function gives; see quadline_binpack_open_parts. */
    BinpackReader(quadline_binpack_next_part next_part, void *context, const quadline_binpack_skip &skip = {}) {
        quadline_binpack_reader *opened = nullptr;
        call(quadline_binpack_open_parts, next_part, context, &skip, &opened);
        reader.reset(opened);
    }

    /* Replaces the entries by the next ones, at most as many as `most`, which is not 0. Returns false at the end of the file. */
    bool next(Entries &entries, std::size_t most) {
        entries.resize(most);
        auto columns = entries.columns();
        try {
            call(quadline_binpack_next, reader.get(), &columns);
        } catch (const Error &) {
            entries.resize(0);
            throw;
        }
        entries.resize(columns.count);
        return columns.count != 0;
    }

    /* Replaces the rows of a batch by those of the next entries, with all threads of the reader. The batch needs room for as many
     * perspectives. `keep` may leave out entries; see quadline_binpack_fill. Returns false at the end of the file. */
    bool fill(Batch &batch, const quadline_threat_layout &layout, std::uint8_t perspectives = QUADLINE_SIDE_TO_MOVE_FIRST,
              quadline_binpack_keep keep = nullptr, void *context = nullptr) {
        const bool two = perspectives != QUADLINE_WHITE && perspectives != QUADLINE_BLACK && perspectives != QUADLINE_SIDE_TO_MOVE;
        if (batch.counts.size() != (two ? 2 : 1) * batch.room)
            throw std::invalid_argument("the batch has room for another number of perspectives");
        quadline_binpack_batch rows{};
        rows.inputs = batch.inputs.data(), rows.counts = batch.counts.data(), rows.stride = batch.stride, rows.room = batch.room;
        rows.white_to_move = batch.white_to_move.data(), rows.outcomes = batch.outcomes.data(), rows.scores = batch.scores.data();
        rows.piece_counts = batch.piece_counts.data();
        batch.size = 0;
        call(quadline_binpack_fill, reader.get(), &layout, perspectives, keep, context, &rows);
        batch.size = rows.count;
        return rows.count != 0;
    }

  private:
    struct Close {
        void operator()(quadline_binpack_reader *reader) const { quadline_binpack_close(reader); }
    };
    std::unique_ptr<quadline_binpack_reader, Close> reader;
};

} /* namespace quadline */

#endif /* QUADLINE_HPP */
