#include "server/site/http_request.hpp"

#include <algorithm>

namespace cubilete::server {

namespace {

char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_name(std::string_view one, std::string_view other) {
    return std::ranges::equal(one, other, [](char a, char b) { return lower_case(a) == lower_case(b); });
}

}  // namespace

std::string_view HttpRequest::header(std::string_view name) const {
    for (const auto& [key, value] : headers)
        if (same_name(key, name)) return value;
    return {};
}

std::size_t HttpRequest::count(std::string_view name) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(headers, [&](const auto& header) { return same_name(header.first, name); }));
}

std::string HttpRequest::combined_header(std::string_view name) const {
    std::string all;
    bool first = true;
    for (const auto& [key, value] : headers) {
        if (!same_name(key, name)) continue;
        if (!std::exchange(first, false)) all += ',';
        all += value;
    }
    return all;
}

}  // namespace cubilete::server
