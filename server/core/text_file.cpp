#include "server/core/text_file.hpp"

#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace cubilete::server {

std::string read_text_file(const std::string& name) {
    constexpr std::size_t most_bytes = std::size_t{64} << 20;
    std::ifstream file(name, std::ios::binary);
    if (!file || std::filesystem::is_directory(name)) throw std::runtime_error(name + ": cannot be read");
    std::string text;
    std::array<char, 65'536> part;
    while (file.read(part.data(), part.size()) || file.gcount() > 0) {
        text.append(part.data(), static_cast<std::size_t>(file.gcount()));
        if (text.size() > most_bytes) throw std::runtime_error(name + ": has more than 64 MiB");
    }
    if (file.bad()) throw std::runtime_error(name + ": cannot be read");
    return text;
}

}  // namespace cubilete::server
