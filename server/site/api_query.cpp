#include "server/site/api_query.hpp"

#include <algorithm>
#include <charconv>

#include "protocol/match.hpp"
#include "protocol/text.hpp"

namespace cubilete::server {

void refuse_parameter(const std::string& parameter, const std::string& text) {
    throw ApiError{400, "bad_parameter", text, parameter};
}

void refuse_unknown(const std::string& text) { throw ApiError{404, "not_found", text}; }

std::optional<std::string> url_decode(std::string_view text) {
    std::string plain;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '%') {
            plain += text[at] == '+' ? ' ' : text[at];
            continue;
        }
        unsigned char byte = 0;
        if (at + 2 >= text.size()) return std::nullopt;
        const char* digits = text.data() + at + 1;
        if (std::from_chars(digits, digits + 2, byte, 16).ptr != digits + 2) return std::nullopt;
        plain += static_cast<char>(byte);
        at += 2;
    }
    return plain;
}

ApiQuery::ApiQuery(std::string_view query) {
    while (!query.empty()) {
        const std::string_view pair = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(pair.size() + 1, query.size()));
        const std::size_t equals = std::min(pair.find('='), pair.size());
        const auto name = url_decode(pair.substr(0, equals));
        auto value = url_decode(pair.substr(std::min(equals + 1, pair.size())));
        if (!name || !value) refuse_parameter(std::string(pair.substr(0, equals)), "It is not well encoded.");
        if (!values.emplace(*name, *std::move(value)).second) refuse_parameter(*name, "It is given twice.");
    }
}

std::optional<std::string> ApiQuery::text(const std::string& name) const {
    const auto value = values.find(name);
    if (value == values.end()) return std::nullopt;
    if (!protocol::is_plain_text(value->second, 1, most_characters))
        refuse_parameter(name, "\"" + name + "\" has 1 to 64 characters.");
    return value->second;
}
std::optional<std::string> ApiQuery::game() const {
    const auto id = text("game");
    if (id && protocol::find_game(*id) == nullptr) refuse_parameter("game", "This server has no such game.");
    return id;
}
std::int64_t ApiQuery::number(const std::string& name, std::int64_t least, std::int64_t most,
                              std::int64_t otherwise) const {
    const auto given = text(name);
    if (!given) return otherwise;
    std::int64_t number = 0;
    const char* end = given->data() + given->size();
    const auto read = std::from_chars(given->data(), end, number);
    if (read.ec != std::errc() || read.ptr != end || number < least || number > most)
        refuse_parameter(name, "\"" + name + "\" is a whole number from " + std::to_string(least) + " to " +
                                   std::to_string(most) + ".");
    return number;
}

}  // namespace cubilete::server
