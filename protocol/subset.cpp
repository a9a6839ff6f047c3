#include "protocol/subset.hpp"

namespace cubilete::protocol {

namespace {

constexpr const char* any_rest = "…";

std::optional<std::string> difference_of_members(const Json& expected, const Json& got,
                                                 const std::string& path) {
    for (const auto& [name, value] : expected.items()) {
        const std::string member = path + '/' + name;
        const auto found = got.find(name);
        if (found == got.end() && (value.is_null() || value == false)) continue;
        if (found == got.end())
            return member + ": expected " + value.dump() + ", but there is no such member";
        if (auto differs = difference(value, *found, member)) return differs;
    }
    return std::nullopt;
}

std::optional<std::string> difference_of_elements(const Json& expected, const Json& got,
                                                  const std::string& path) {
    const bool open = !expected.empty() && expected.back() == any_rest;
    const std::size_t count = expected.size() - (open ? 1 : 0);
    for (std::size_t at = 0; at < count && at < got.size(); ++at)
        if (auto differs = difference(expected[at], got[at], path + '/' + std::to_string(at))) return differs;
    if (got.size() == count || (open && got.size() > count)) return std::nullopt;
    return path + ": expected " + expected.dump() + ", got " + got.dump();
}

}  // namespace

std::optional<std::string> difference(const Json& expected, const Json& got, const std::string& path) {
    if (expected.is_object() && got.is_object()) return difference_of_members(expected, got, path);
    if (expected.is_array() && got.is_array()) return difference_of_elements(expected, got, path);
    if (expected == got) return std::nullopt;
    return path + ": expected " + expected.dump() + ", got " + got.dump();
}

}  // namespace cubilete::protocol
