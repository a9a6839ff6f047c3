#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

/// Whole files, to be compared and damaged.
namespace cubilete::tests {

inline std::string bytes_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline void write(const std::filesystem::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

}  // namespace cubilete::tests
