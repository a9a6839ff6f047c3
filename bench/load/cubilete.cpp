#include "bench/load/cubilete.hpp"

#include <filesystem>

#include <sys/resource.h>

namespace cubilete::bench {

std::vector<std::string> serve_command(const std::string& program, const std::string& data,
                                       const std::string& port_file, int threads) {
    std::vector<std::string> words{program,       "serve",   "--port",    "0",
                                   "--port-file", port_file, "--data",    data,
                                   "--log-level", "warning", "--threads", std::to_string(threads)};
    for (const char* flag : {"--sockets-per-address", "--connections-per-address", "--rooms-per-address"})
        words.insert(words.end(), {flag, "1000000"});
    const std::string any_rate = "1000000000/1s";
    for (const char* flag : {"--guests-per-address", "--requests-per-player"})
        words.insert(words.end(), {flag, any_rate});
    for (const char* limit : {"openings-per-address=", "messages-per-socket="})
        words.insert(words.end(), {"--limit", limit + any_rate});
    return words;
}

std::string fresh(const std::string& directory) {
    std::filesystem::remove_all(directory);
    std::filesystem::create_directories(directory);
    return directory;
}

void raise_descriptors() {
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace cubilete::bench
