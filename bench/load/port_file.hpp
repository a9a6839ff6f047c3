#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

namespace cubilete::bench {

/// Writes the port of an open server. The file appears complete.
inline void write_port(const std::string& file, std::uint16_t port) {
    std::ofstream(file + ".new") << port << '\n';
    std::filesystem::rename(file + ".new", file);
}

/// Returns the port that a server writes to a file when it is open. Throws std::runtime_error if none
/// appears.
inline std::uint16_t port_in(const std::string& file) {
    constexpr int attempts = 1'000;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        int port = 0;
        if (std::ifstream(file) >> port) return static_cast<std::uint16_t>(port);
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    throw std::runtime_error("the server does not open");
}

}  // namespace cubilete::bench
