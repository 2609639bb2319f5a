// Prints a number for each batch of nnue-pytorch's loader, which is the same for the same rows in the same order. The inputs of a
// row may have any order. The last line has the number of all rows and a number that is the same for the same rows in any order.
//
// Includes the source of its benchmark, which reads the settings. usage: batches_of_nnue_pytorch SETTINGS FILE
#define main main_of_benchmark
#include "training_data_loader_bench.cpp"
#undef main

int main(int, char** arguments) {
    std::map<std::string, std::string> settings;
    if (!parse_ini(arguments[1], settings)) return 1;
    const auto config = build_config_from_map(settings);
    const char* file = arguments[2];
    std::unique_ptr<SparseBatchStream, SparseBatchStreamDeleter> stream(create_sparse_batch_stream(
        "Full_Threats+PP_3Wide+HalfKAv2_hm", 1, 1, &file, config.batch_size, config.cyclic, config.skip_config, config.ddp_config));
    std::uint64_t all = 0;
    std::size_t rows = 0;
    while (SparseBatch* fetched = fetch_next_sparse_batch(stream.get())) {
        std::unique_ptr<SparseBatch, SparseBatchDeleter> batch(fetched);
        std::uint64_t sum = 0, batch_sum = 0;
        auto add = [&](std::uint64_t word) { sum = (sum ^ word) * 0x9e3779b97f4a7c15, sum ^= sum >> 29; };
        for (int row = 0; row < batch->size; ++row, ++rows) {
            sum = 0;
            for (int* inputs : {batch->white, batch->black}) {
                int* first = inputs + row * batch->max_active_features;
                std::sort(first, first + batch->max_active_features);
                for (int index = 0; index < batch->max_active_features; ++index) add(first[index]);
            }
            add(batch->is_white[row]), add(2 * batch->outcome[row]), add(std::int64_t(batch->score[row])), add(batch->piece_count[row]);
            all += sum;
            batch_sum ^= sum, sum = batch_sum, add(0), batch_sum = sum;
        }
        std::printf("%d entries, %d and %d inputs, %016llx\n", batch->size, batch->num_active_white_features, batch->num_active_black_features,
                    static_cast<unsigned long long>(batch_sum));
    }
    std::printf("%zu rows, %016llx\n", rows, static_cast<unsigned long long>(all));
}
