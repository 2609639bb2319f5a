// Compares the threat inputs of an earlier version of nnue-pytorch with quadline's.
//
// Includes the source of that version's loader. QUADLINE_FEATURES is the name of its features, and QUADLINE_INPUTS the number of
// its threats.
// usage: nnue_pytorch_inputs FILE
#include "training_data_loader.cpp"

struct alignas(64) Words { std::uint64_t words[8]; };

extern "C" {
std::size_t ours_read(const unsigned char*, std::size_t, std::size_t, Words*, std::uint16_t*, std::int16_t*, std::uint16_t*, std::int8_t*);
void ours_inputs_of(const Words*, std::size_t, std::uint32_t, int*, std::size_t, std::uint16_t*);
}

int main(int, char** arguments) {
    std::vector<TrainingDataEntry> entries;
    binpack::CompressedTrainingDataEntryReader reader(arguments[1], std::ios::binary);
    while (reader.hasNext()) entries.push_back(reader.next());
    std::ifstream stream(arguments[1], std::ios::binary);
    const std::vector<char> file((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    std::vector<Words> positions(entries.size());
    std::vector<std::uint16_t> moves(entries.size()), plies(entries.size());
    std::vector<std::int16_t> scores(entries.size());
    std::vector<std::int8_t> results(entries.size());
    const auto read = ours_read(reinterpret_cast<const unsigned char*>(file.data()), file.size(), entries.size(), positions.data(),
                                moves.data(), scores.data(), plies.data(), results.data());
    if (read != entries.size()) return std::fprintf(stderr, "the numbers of entries differ\n"), 1;

    // At most 65,536 entries, spread over the file.
    const std::size_t stride = 256, step = std::max<std::size_t>(1, entries.size() / 65536), count = std::min<std::size_t>(65536, entries.size() / step);
    std::vector<int> rows(2 * stride), theirs(4 * stride);
    std::vector<float> values(4 * stride);
    for (std::size_t number = 0; number < count; ++number) {
        const std::size_t index = number * step;
        std::uint16_t counts[2];
        ours_inputs_of(&positions[index], 1, QUADLINE_INPUTS, rows.data(), stride, counts);
        for (int color = 0; color < 2; ++color) {
            const int all = QUADLINE_FEATURES::fill_features_sparse(entries[index], theirs.data(), values.data(), chess::Color(color)).first;
            // Behind the threats are inputs of another kind.
            auto end = std::remove_if(theirs.begin(), theirs.begin() + all, [](int input) { return input >= QUADLINE_INPUTS; });
            std::sort(theirs.begin(), end);
            int* row = &rows[color * stride];
            std::sort(row, row + counts[color]);
            if (!std::equal(row, row + counts[color], theirs.begin(), end))
                return std::fprintf(stderr, "an input of entry %zu differs, of %d\n", index, QUADLINE_INPUTS), 1;
        }
    }
    std::printf("the inputs of %zu positions are equal, of %d\n", count, QUADLINE_INPUTS);
}
