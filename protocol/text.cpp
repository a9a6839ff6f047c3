#include "protocol/text.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <unordered_map>

#include <utf8proc.h>

#include "protocol/lookalikes.hpp"

namespace cubilete::protocol {

namespace {

struct Range {
    char32_t first;
    char32_t last;
};

bool among(std::initializer_list<Range> ranges, char32_t c) {
    return std::ranges::any_of(ranges, [c](Range range) { return range.first <= c && c <= range.last; });
}

bool is_control(char32_t c) { return among({{0x00, 0x1F}, {0x7F, 0x9F}}, c); }
bool is_line_break(char32_t c) { return among({{0x2028, 0x2029}}, c); }

/// Embeddings, overrides and isolates: they also affect the text that follows.
bool turns_direction(char32_t c) { return among({{0x202A, 0x202E}, {0x2066, 0x2069}}, c); }

bool is_space(char32_t c) {
    return among({{0x20, 0x20},
                  {0xA0, 0xA0},
                  {0x1680, 0x1680},
                  {0x2000, 0x200A},
                  {0x202F, 0x202F},
                  {0x205F, 0x205F},
                  {0x3000, 0x3000}},
                 c);
}

/// Joiners shape Persian and Indic words and emoji, so they are allowed inside a name.
bool is_joiner(char32_t c) { return among({{0x200C, 0x200D}}, c); }

/// Characters that are not visible, or look different on every machine: soft hyphen, grapheme joiner, bidi
/// marks, fillers, blank Braille, tags, surrogates, private use and noncharacters.
bool is_invisible(char32_t c) {
    return among({{0xAD, 0xAD},     {0x34F, 0x34F},     {0x61C, 0x61C},     {0x115F, 0x1160},
                  {0x17B4, 0x17B5}, {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2060, 0x2065},
                  {0x206A, 0x206F}, {0x2800, 0x2800},   {0x3164, 0x3164},   {0xD800, 0xF8FF},
                  {0xFDD0, 0xFDEF}, {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFC},
                  {0xFFFE, 0xFFFF}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0x10FFFF}},
                 c) ||
           (c & 0xFFFE) == 0xFFFE;
}

/// Marks that stack above and below a letter without limit (European, Hebrew, Arabic, Thai, Lao, Tibetan,
/// symbols), and variation selectors.
bool is_mark(char32_t c) {
    return among({{0x300, 0x36F},   {0x483, 0x489},  {0x591, 0x5BD},   {0x5BF, 0x5BF},   {0x5C1, 0x5C2},
                  {0x5C4, 0x5C5},   {0x5C7, 0x5C7},  {0x610, 0x61A},   {0x64B, 0x65F},   {0x670, 0x670},
                  {0x6D6, 0x6DC},   {0x6DF, 0x6E4},  {0x6E7, 0x6E8},   {0x6EA, 0x6ED},   {0xE31, 0xE31},
                  {0xE34, 0xE3A},   {0xE47, 0xE4E},  {0xEB1, 0xEB1},   {0xEB4, 0xEBC},   {0xEC8, 0xECE},
                  {0xF71, 0xF7E},   {0xF80, 0xF84},  {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF},
                  {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}},
                 c);
}

constexpr int most_marks_in_a_row = 4;
constexpr int most_stacked_in_chat = 6;  // no script needs more

/// Marks without a width of their own.
bool takes_no_place(char32_t c) {
    const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME;
}

bool stacks_without_end(std::u32string_view text) {
    int marks = 0;
    return std::ranges::any_of(text, [&](char32_t c) {
        marks = takes_no_place(c) ? marks + 1 : 0;
        return marks > most_stacked_in_chat;
    });
}

/// The letters and digits of ASCII as which a character is read, if it is.
std::optional<std::u32string_view> look_of(char32_t c) {
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
std::string mapped(std::string_view text, int options) {
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
    const auto put = [&text](char32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
    for (const char32_t c : points) {
        if (c < 0x80) {
            put(c);
        } else if (c < 0x800) {
            put(0xC0 | c >> 6);
            put(0x80 | (c & 0x3F));
        } else if (c < 0x10000) {
            put(0xE0 | c >> 12);
            put(0x80 | (c >> 6 & 0x3F));
            put(0x80 | (c & 0x3F));
        } else {
            put(0xF0 | c >> 18);
            put(0x80 | (c >> 12 & 0x3F));
            put(0x80 | (c >> 6 & 0x3F));
            put(0x80 | (c & 0x3F));
        }
    }
    return text;
}

std::u32string single_spaced(std::u32string_view points) {
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

bool reads_like_a_name(std::u32string_view name) {
    int marks = 0;
    char32_t before = U' ';
    for (const char32_t c : name) {
        const bool after_visible = before != U' ' && !is_joiner(before);
        if (is_joiner(c) ? !after_visible
                         : is_control(c) || is_line_break(c) || turns_direction(c) || is_invisible(c))
            return false;
        if (c == U' ' && is_joiner(before)) return false;
        marks = is_mark(c) ? marks + 1 : 0;
        if (marks > most_marks_in_a_row || (marks > 0 && !after_visible)) return false;
        before = c;
    }
    return !is_joiner(before);
}

}  // namespace

std::optional<std::u32string> decode_utf8(std::string_view text) {
    std::u32string points;
    points.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const auto lead = static_cast<unsigned char>(text[at]);
        const std::size_t length = lead < 0x80                   ? 1
                                   : lead >= 0xC2 && lead < 0xE0 ? 2
                                   : lead >= 0xE0 && lead < 0xF0 ? 3
                                   : lead >= 0xF0 && lead < 0xF5 ? 4
                                                                 : 0;
        if (length == 0 || length > text.size() - at) return std::nullopt;
        char32_t point = length == 1 ? lead : lead & (0xFFu >> (length + 1));
        for (const char byte : text.substr(at + 1, length - 1)) {
            if ((byte & 0xC0) != 0x80) return std::nullopt;
            point = point << 6 | (byte & 0x3F);
        }
        const bool overlong = (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
        const bool surrogate = point >= 0xD800 && point < 0xE000;
        if (overlong || surrogate || point > 0x10FFFF) return std::nullopt;
        points += point;
        at += length;
    }
    return points;
}

bool plain_text(std::string_view text, std::size_t least, std::size_t most) {
    const auto is_printable_ascii = [](char c) { return ' ' <= c && c < 0x7f; };
    if (std::ranges::all_of(text, is_printable_ascii)) return least <= text.size() && text.size() <= most;
    const auto points = decode_utf8(text);
    return points && least <= points->size() && points->size() <= most &&
           std::ranges::none_of(*points, is_control);
}

std::string composed(std::string_view text) { return mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE); }

std::string clean_password(std::string_view password) {
    if (!decode_utf8(password)) return std::string(password);
    std::u32string points = decode_utf8(composed(password)).value();
    const auto visible = std::ranges::find_if_not(points, is_space);
    points.erase(points.begin(), visible);
    while (!points.empty() && is_space(points.back())) points.pop_back();
    return encode_utf8(points);
}

std::optional<std::string> clean_name(std::string_view name) {
    const auto points = decode_utf8(composed(name));
    if (!points) return std::nullopt;
    const std::u32string cleaned = single_spaced(*points);
    if (cleaned.empty() || cleaned.size() > most_name_characters || !reads_like_a_name(cleaned))
        return std::nullopt;
    return encode_utf8(cleaned);
}

std::u32string skeleton(std::string_view name) {
    // Styles, ligatures and widths become plain letters; joiners and the like disappear; marks stand alone.
    const std::string plain =
        mapped(name, UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_IGNORE);
    std::u32string look;
    for (const char32_t c : decode_utf8(plain).value_or(U"")) {
        const std::u32string_view itself(&c, 1);
        for (const char32_t one : look_of(c).value_or(itself)) {
            look += prototype(one);
            if (look.ends_with(U"rn")) look.replace(look.size() - 2, 2, U"m");
        }
    }
    return look;
}

bool is_reserved_name(std::string_view name) {
    // If case is ignored, an i may be a capital I, which looks like an l.
    const auto caseless = [](std::string_view text) {
        std::u32string look = skeleton(text);
        std::erase_if(look, takes_no_place);
        for (char32_t& c : look) {
            if (c >= U'A' && c <= U'Z') c += U'a' - U'A';
            if (c == U'i') c = U'l';
        }
        return look;
    };
    const std::u32string look = caseless(name);
    return look == caseless("cubilete") || look == caseless("guest");
}

bool chat_ok(std::string_view text) {
    const auto points = decode_utf8(text);
    return points && !points->empty() && points->size() <= most_chat_characters &&
           !stacks_without_end(*points) && std::ranges::none_of(*points, [](char32_t c) {
               return is_control(c) || is_line_break(c) || turns_direction(c) ||
                      (is_invisible(c) && !among({{0x200C, 0x200F}}, c));
           });
}

}  // namespace cubilete::protocol
