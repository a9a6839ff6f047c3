#include "server/core/backup_name.hpp"

#include <array>
#include <ctime>

namespace cubilete::server {

namespace {

constexpr const char* name_pattern = "cubilete-%Y%m%dT%H%M%SZ.db";

}  // namespace

std::string backup_name(std::int64_t wall_ms) {
    const auto seconds = static_cast<std::time_t>(wall_ms / 1'000);
    std::tm time{};
    ::gmtime_r(&seconds, &time);
    std::array<char, 64> text{};
    return {text.data(), std::strftime(text.data(), text.size(), name_pattern, &time)};
}

std::optional<std::int64_t> time_of_backup(std::string_view name) {
    std::tm time{};
    const std::string text(name);
    const char* end = ::strptime(text.c_str(), name_pattern, &time);
    if (end == nullptr || *end != '\0') return std::nullopt;
    return std::int64_t{::timegm(&time)} * 1'000;
}

}  // namespace cubilete::server
