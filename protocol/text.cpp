#include "protocol/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <unordered_map>

#include <utf8proc.h>

#include "protocol/lookalikes.hpp"

namespace cubilete::protocol {

namespace {

bool is_between(char32_t first, char32_t c, char32_t last) { return first <= c && c <= last; }

const utf8proc_property_t& properties(char32_t c) {
    return *utf8proc_get_property(static_cast<utf8proc_int32_t>(c));
}

bool is_control(char32_t c) { return properties(c).category == UTF8PROC_CATEGORY_CC; }
bool is_space(char32_t c) { return properties(c).category == UTF8PROC_CATEGORY_ZS; }
bool is_line_break(char32_t c) { return is_between(0x2028, c, 0x2029); }

/// Embeddings, overrides and isolates: they also affect the text that follows.
bool changes_direction(char32_t c) { return is_between(0x202A, c, 0x202E) || is_between(0x2066, c, 0x2069); }

/// Joiners shape Persian and Indic words and emoji, so they are allowed inside a name.
bool is_joiner(char32_t c) { return is_between(0x200C, c, 0x200D); }

/// Characters that are not visible, or look different on every machine: what Unicode calls ignorable except the selectors
/// of emoji, blank Braille, annotations, tags, surrogates, private use and noncharacters.
bool is_invisible(char32_t c) {
    const auto category = properties(c).category;
    return (properties(c).ignorable && !is_between(0xFE00, c, 0xFE0F)) || category == UTF8PROC_CATEGORY_CO ||
           category == UTF8PROC_CATEGORY_CS || c == 0x2800 || is_between(0xFFF0, c, 0xFFFC) ||
           is_between(0xFDD0, c, 0xFDEF) || (c & 0xFFFE) == 0xFFFE || c >= 0xE0000;
}

constexpr int most_marks_in_a_row = 4;
constexpr int most_stacked_in_chat = 6;  // no script needs more

/// Marks without a width of their own, which stack above and below a letter.
bool is_mark(char32_t c) {
    const auto category = properties(c).category;
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME;
}

bool has_stacked_marks(std::u32string_view text) {
    int marks = 0;
    return std::ranges::any_of(text, [&](char32_t c) {
        marks = is_mark(c) ? marks + 1 : 0;
        return marks > most_stacked_in_chat;
    });
}

/// The letters and digits of ASCII as which a character is read, if it is.
std::optional<std::u32string_view> lookalike_of(char32_t c) {
    static const auto looks = [] {
        std::unordered_map<char32_t, std::u32string_view> all;
        for (const auto& [look, characters] : lookalikes)
            for (const char32_t one : characters) all.emplace(one, look);
        return all;
    }();
    const auto found = looks.find(c);
    return found == looks.end() ? std::nullopt : std::optional(found->second);
}

/// Of letters and digits of ASCII that look alike, the one that stands for all.
char32_t prototype(char32_t c) {
    if (c == U'I' || c == U'1' || c == U'|') return U'l';
    return c == U'0' ? U'O' : c;
}

/// Returns a text in a form of Unicode; ill-formed UTF-8 as it is.
std::string map_characters(std::string_view text, int options) {
    utf8proc_uint8_t* made = nullptr;
    const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                   static_cast<utf8proc_ssize_t>(text.size()), &made,
                                   static_cast<utf8proc_option_t>(options));
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owned(made, std::free);
    if (size < 0) return std::string(text);
    return {reinterpret_cast<const char*>(made), static_cast<std::size_t>(size)};
}

std::string encode_utf8(std::u32string_view points) {
    std::string text;
    for (const char32_t c : points) {
        utf8proc_uint8_t bytes[4];
        const auto size = utf8proc_encode_char(static_cast<utf8proc_int32_t>(c), bytes);
        text.append(bytes, bytes + size);
    }
    return text;
}

std::u32string collapse_spaces(std::u32string_view points) {
    std::u32string spaced;
    for (const char32_t c : points) {
        if (!is_space(c))
            spaced += c;
        else if (!spaced.empty() && spaced.back() != U' ')
            spaced += U' ';
    }
    if (!spaced.empty() && spaced.back() == U' ') spaced.pop_back();
    return spaced;
}

bool has_letters(std::u32string_view name) {
    int marks = 0;
    char32_t before = U' ';
    for (const char32_t c : name) {
        const bool after_visible = before != U' ' && !is_joiner(before);
        if (is_joiner(c) ? !after_visible
                         : is_control(c) || is_line_break(c) || changes_direction(c) || is_invisible(c))
            return false;
        if (c == U' ' && is_joiner(before)) return false;
        marks = is_mark(c) ? marks + 1 : 0;
        if (marks > most_marks_in_a_row || (marks > 0 && !after_visible)) return false;
        before = c;
    }
    return !is_joiner(before);
}

/// The letters and digits of ASCII as which a text is read; others as they are.
std::u32string look_of(std::string_view text) {
    // Styles, ligatures and widths become plain letters; joiners and the like disappear; marks stand alone.
    const std::string plain =
        map_characters(text, UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_IGNORE);
    std::u32string look;
    for (const char32_t c : decode_utf8(plain).value_or(U"")) {
        std::u32string_view read = lookalike_of(c).value_or(std::u32string_view(&c, 1));
        if (read.starts_with(U"rn")) {  // Unicode's list has this for an m
            look += U'm';
            read.remove_prefix(2);
        }
        for (const char32_t one : read) look += prototype(one);
    }
    return look;
}

std::u32string caseless_look(std::string_view text) {
    std::u32string look;
    for (char32_t c : look_of(text)) {
        if (is_mark(c)) continue;
        if (c >= U'A' && c <= U'Z') c += U'a' - U'A';
        if (c == U'i') c = U'l';  // it may be a capital I, which looks like an l
        look += c;
    }
    return look;
}

}  // namespace

std::optional<std::u32string> decode_utf8(std::string_view text) {
    std::u32string points;
    points.reserve(text.size());
    const auto* at = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    for (const auto* end = at + text.size(); at != end;) {
        utf8proc_int32_t point = 0;
        const auto size = utf8proc_iterate(at, end - at, &point);
        if (size < 1) return std::nullopt;
        points += static_cast<char32_t>(point);
        at += size;
    }
    return points;
}

std::string_view truncate_utf8(std::string_view text, std::size_t most_bytes) {
    if (text.size() <= most_bytes) return text;
    const auto continues = [](char byte) { return (byte & 0xC0) == 0x80; };
    while (most_bytes > 0 && continues(text[most_bytes])) --most_bytes;
    return text.substr(0, most_bytes);
}

bool is_plain_text(std::string_view text, std::size_t least, std::size_t most) {
    const auto is_printable_ascii = [](char c) { return ' ' <= c && c < 0x7f; };
    if (std::ranges::all_of(text, is_printable_ascii)) return least <= text.size() && text.size() <= most;
    const auto points = decode_utf8(text);
    return points && least <= points->size() && points->size() <= most &&
           std::ranges::none_of(*points, is_control);
}

std::string compose_nfc(std::string_view text) {
    return map_characters(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

std::string clean_password(std::string_view password) {
    if (!decode_utf8(password)) return std::string(password);
    std::u32string points = decode_utf8(compose_nfc(password)).value();
    const auto visible = std::ranges::find_if_not(points, is_space);
    points.erase(points.begin(), visible);
    while (!points.empty() && is_space(points.back())) points.pop_back();
    return encode_utf8(points);
}

std::optional<std::string> clean_name(std::string_view name) {
    const auto points = decode_utf8(compose_nfc(name));
    if (!points) return std::nullopt;
    const std::u32string cleaned = collapse_spaces(*points);
    if (cleaned.empty() || cleaned.size() > max_name_characters || !has_letters(cleaned)) return std::nullopt;
    return encode_utf8(cleaned);
}

std::u32string join_rn(std::u32string look) {
    for (auto at = look.find(U"rn"); at != look.npos; at = look.find(U"rn", at)) look.replace(at, 2, U"m");
    return look;
}

std::u32string skeleton(std::string_view name) { return join_rn(look_of(name)); }

std::set<std::u32string> caseless_looks(std::string_view text) {
    const int small_letters = UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD;
    return {caseless_look(text), caseless_look(map_characters(text, small_letters))};
}

bool is_reserved_name(std::string_view name) {
    const std::u32string look = caseless_look(name);
    return look == caseless_look("cubilete") || look == caseless_look("guest");
}

bool is_valid_chat(std::string_view text) {
    const auto points = decode_utf8(text);
    return points && !points->empty() && points->size() <= max_chat_characters &&
           !has_stacked_marks(*points) && std::ranges::none_of(*points, [](char32_t c) {
               return is_control(c) || is_line_break(c) || changes_direction(c) ||
                      (is_invisible(c) && !is_between(0x200C, c, 0x200F));
           });
}

}  // namespace cubilete::protocol
