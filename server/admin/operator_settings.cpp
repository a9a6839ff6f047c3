#include "server/admin/operator_settings.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "protocol/text.hpp"
#include "server/core/trim.hpp"

namespace cubilete::server {

namespace {

constexpr std::size_t most_word_characters = 64;

bool is_word_character(char32_t c) {
    return (c >= U'a' && c <= U'z') || (c >= U'0' && c <= U'9') || (c >= 0x80 && c != 0x3000);
}

/// Whether the value is the second of two words; nothing if it is neither.
std::optional<bool> choice(const std::string& value, std::string_view no, std::string_view yes) {
    if (value != no && value != yes) return std::nullopt;
    return value == yes;
}

}  // namespace

WordList::WordList(std::string_view lines) {
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        std::string_view word = trim(lines.substr(0, end));
        if (word.ends_with('\r')) word = trim(word.substr(0, word.size() - 1));
        if (!word.empty() && word.front() != '#')
            for (const std::u32string& look : protocol::caseless_looks(word))
                if (!look.empty()) words_.push_back(look);
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
}

bool WordList::matches_name(std::string_view name) const {
    return matches(name, [](const std::u32string& look, const std::u32string& word) {
        return look.find(word) != look.npos;
    });
}

bool WordList::matches_line(std::string_view line) const {
    return matches(line, [](const std::u32string& look, const std::u32string& word) {
        for (std::size_t at = look.find(word); at != look.npos; at = look.find(word, at + 1)) {
            const std::size_t end = at + word.size();
            if ((at == 0 || !is_word_character(look[at - 1])) &&
                (end == look.size() || !is_word_character(look[end])))
                return true;
        }
        return false;
    });
}

bool WordList::matches(std::string_view text,
                       bool (*contains)(const std::u32string& look, const std::u32string& word)) const {
    // An r and an n may be read as an m, or belong to two words; an m is not read as both.
    std::set<std::u32string> looks = protocol::caseless_looks(text);
    for (const std::u32string& look : std::set(looks)) looks.insert(protocol::join_rn(look));
    return std::ranges::any_of(looks, [&](const std::u32string& look) {
        return std::ranges::any_of(words_, [&](const std::u32string& word) { return contains(look, word); });
    });
}

std::string OperatorSettings::set(std::string_view name, const std::string& value) {
    if (name == "open-tables") {
        if (value != "all" && value != "word" && value != "nobody") return "It is all, word or nobody.";
        open_tables = value == "all"    ? OpenTables::all
                      : value == "word" ? OpenTables::word
                                        : OpenTables::nobody;
        return {};
    }
    if (name == "house-word") {
        if (!protocol::is_plain_text(value, 0, most_word_characters)) return "It has at most 64 characters.";
        house_word = protocol::clean_password(value);
        return {};
    }
    if (name == "public-tables" || name == "chat") {
        const auto on = choice(value, "off", "on");
        if (!on) return "It is on or off.";
        (name == "chat" ? chat : public_tables) = *on;
        return {};
    }
    if (name != "refused-names" && name != "refused-words") return "There is no such setting.";
    if (!protocol::decode_utf8(value)) return "It is not UTF-8.";
    (name == "refused-names" ? refused_names : refused_words) = WordList(value);
    return {};
}

std::string setting_error(std::string_view name, const std::string& value) {
    return OperatorSettings().set(name, value);
}

}  // namespace cubilete::server
