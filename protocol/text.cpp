#include "protocol/text.hpp"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <utility>

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

/// All marks without a width of their own (Unicode 14, categories Mn and Me), in ascending order.
bool takes_no_place(char32_t c) {
    static constexpr Range marks[] = {
        {0x300, 0x36F},     {0x483, 0x489},     {0x591, 0x5BD},     {0x5BF, 0x5BF},     {0x5C1, 0x5C2},
        {0x5C4, 0x5C5},     {0x5C7, 0x5C7},     {0x610, 0x61A},     {0x64B, 0x65F},     {0x670, 0x670},
        {0x6D6, 0x6DC},     {0x6DF, 0x6E4},     {0x6E7, 0x6E8},     {0x6EA, 0x6ED},     {0x711, 0x711},
        {0x730, 0x74A},     {0x7A6, 0x7B0},     {0x7EB, 0x7F3},     {0x7FD, 0x7FD},     {0x816, 0x819},
        {0x81B, 0x823},     {0x825, 0x827},     {0x829, 0x82D},     {0x859, 0x85B},     {0x898, 0x89F},
        {0x8CA, 0x8E1},     {0x8E3, 0x902},     {0x93A, 0x93A},     {0x93C, 0x93C},     {0x941, 0x948},
        {0x94D, 0x94D},     {0x951, 0x957},     {0x962, 0x963},     {0x981, 0x981},     {0x9BC, 0x9BC},
        {0x9C1, 0x9C4},     {0x9CD, 0x9CD},     {0x9E2, 0x9E3},     {0x9FE, 0xA02},     {0xA3C, 0xA3C},
        {0xA41, 0xA51},     {0xA70, 0xA71},     {0xA75, 0xA75},     {0xA81, 0xA82},     {0xABC, 0xABC},
        {0xAC1, 0xAC8},     {0xACD, 0xACD},     {0xAE2, 0xAE3},     {0xAFA, 0xB01},     {0xB3C, 0xB3C},
        {0xB3F, 0xB3F},     {0xB41, 0xB44},     {0xB4D, 0xB4D},     {0xB55, 0xB56},     {0xB62, 0xB63},
        {0xB82, 0xB82},     {0xBC0, 0xBC0},     {0xBCD, 0xBCD},     {0xC00, 0xC00},     {0xC04, 0xC04},
        {0xC3C, 0xC3C},     {0xC3E, 0xC40},     {0xC46, 0xC4D},     {0xC55, 0xC56},     {0xC62, 0xC63},
        {0xC81, 0xC81},     {0xCBC, 0xCBC},     {0xCBF, 0xCBF},     {0xCC6, 0xCC6},     {0xCCC, 0xCCD},
        {0xCE2, 0xCE3},     {0xD00, 0xD01},     {0xD3B, 0xD3C},     {0xD41, 0xD44},     {0xD4D, 0xD4D},
        {0xD62, 0xD63},     {0xD81, 0xD81},     {0xDCA, 0xDCA},     {0xDD2, 0xDD6},     {0xE31, 0xE31},
        {0xE34, 0xE3A},     {0xE47, 0xE4E},     {0xEB1, 0xEB1},     {0xEB4, 0xEBC},     {0xEC8, 0xECD},
        {0xF18, 0xF19},     {0xF35, 0xF35},     {0xF37, 0xF37},     {0xF39, 0xF39},     {0xF71, 0xF7E},
        {0xF80, 0xF84},     {0xF86, 0xF87},     {0xF8D, 0xFBC},     {0xFC6, 0xFC6},     {0x102D, 0x1030},
        {0x1032, 0x1037},   {0x1039, 0x103A},   {0x103D, 0x103E},   {0x1058, 0x1059},   {0x105E, 0x1060},
        {0x1071, 0x1074},   {0x1082, 0x1082},   {0x1085, 0x1086},   {0x108D, 0x108D},   {0x109D, 0x109D},
        {0x135D, 0x135F},   {0x1712, 0x1714},   {0x1732, 0x1733},   {0x1752, 0x1753},   {0x1772, 0x1773},
        {0x17B4, 0x17B5},   {0x17B7, 0x17BD},   {0x17C6, 0x17C6},   {0x17C9, 0x17D3},   {0x17DD, 0x17DD},
        {0x180B, 0x180D},   {0x180F, 0x180F},   {0x1885, 0x1886},   {0x18A9, 0x18A9},   {0x1920, 0x1922},
        {0x1927, 0x1928},   {0x1932, 0x1932},   {0x1939, 0x193B},   {0x1A17, 0x1A18},   {0x1A1B, 0x1A1B},
        {0x1A56, 0x1A56},   {0x1A58, 0x1A60},   {0x1A62, 0x1A62},   {0x1A65, 0x1A6C},   {0x1A73, 0x1A7F},
        {0x1AB0, 0x1ACE},   {0x1B00, 0x1B03},   {0x1B34, 0x1B34},   {0x1B36, 0x1B3A},   {0x1B3C, 0x1B3C},
        {0x1B42, 0x1B42},   {0x1B6B, 0x1B73},   {0x1B80, 0x1B81},   {0x1BA2, 0x1BA5},   {0x1BA8, 0x1BA9},
        {0x1BAB, 0x1BAD},   {0x1BE6, 0x1BE6},   {0x1BE8, 0x1BE9},   {0x1BED, 0x1BED},   {0x1BEF, 0x1BF1},
        {0x1C2C, 0x1C33},   {0x1C36, 0x1C37},   {0x1CD0, 0x1CD2},   {0x1CD4, 0x1CE0},   {0x1CE2, 0x1CE8},
        {0x1CED, 0x1CED},   {0x1CF4, 0x1CF4},   {0x1CF8, 0x1CF9},   {0x1DC0, 0x1DFF},   {0x20D0, 0x20F0},
        {0x2CEF, 0x2CF1},   {0x2D7F, 0x2D7F},   {0x2DE0, 0x2DFF},   {0x302A, 0x302D},   {0x3099, 0x309A},
        {0xA66F, 0xA672},   {0xA674, 0xA67D},   {0xA69E, 0xA69F},   {0xA6F0, 0xA6F1},   {0xA802, 0xA802},
        {0xA806, 0xA806},   {0xA80B, 0xA80B},   {0xA825, 0xA826},   {0xA82C, 0xA82C},   {0xA8C4, 0xA8C5},
        {0xA8E0, 0xA8F1},   {0xA8FF, 0xA8FF},   {0xA926, 0xA92D},   {0xA947, 0xA951},   {0xA980, 0xA982},
        {0xA9B3, 0xA9B3},   {0xA9B6, 0xA9B9},   {0xA9BC, 0xA9BD},   {0xA9E5, 0xA9E5},   {0xAA29, 0xAA2E},
        {0xAA31, 0xAA32},   {0xAA35, 0xAA36},   {0xAA43, 0xAA43},   {0xAA4C, 0xAA4C},   {0xAA7C, 0xAA7C},
        {0xAAB0, 0xAAB0},   {0xAAB2, 0xAAB4},   {0xAAB7, 0xAAB8},   {0xAABE, 0xAABF},   {0xAAC1, 0xAAC1},
        {0xAAEC, 0xAAED},   {0xAAF6, 0xAAF6},   {0xABE5, 0xABE5},   {0xABE8, 0xABE8},   {0xABED, 0xABED},
        {0xFB1E, 0xFB1E},   {0xFE00, 0xFE0F},   {0xFE20, 0xFE2F},   {0x101FD, 0x101FD}, {0x102E0, 0x102E0},
        {0x10376, 0x1037A}, {0x10A01, 0x10A0F}, {0x10A38, 0x10A3F}, {0x10AE5, 0x10AE6}, {0x10D24, 0x10D27},
        {0x10EAB, 0x10EAC}, {0x10F46, 0x10F50}, {0x10F82, 0x10F85}, {0x11001, 0x11001}, {0x11038, 0x11046},
        {0x11070, 0x11070}, {0x11073, 0x11074}, {0x1107F, 0x11081}, {0x110B3, 0x110B6}, {0x110B9, 0x110BA},
        {0x110C2, 0x110C2}, {0x11100, 0x11102}, {0x11127, 0x1112B}, {0x1112D, 0x11134}, {0x11173, 0x11173},
        {0x11180, 0x11181}, {0x111B6, 0x111BE}, {0x111C9, 0x111CC}, {0x111CF, 0x111CF}, {0x1122F, 0x11231},
        {0x11234, 0x11234}, {0x11236, 0x11237}, {0x1123E, 0x1123E}, {0x112DF, 0x112DF}, {0x112E3, 0x112EA},
        {0x11300, 0x11301}, {0x1133B, 0x1133C}, {0x11340, 0x11340}, {0x11366, 0x11374}, {0x11438, 0x1143F},
        {0x11442, 0x11444}, {0x11446, 0x11446}, {0x1145E, 0x1145E}, {0x114B3, 0x114B8}, {0x114BA, 0x114BA},
        {0x114BF, 0x114C0}, {0x114C2, 0x114C3}, {0x115B2, 0x115B5}, {0x115BC, 0x115BD}, {0x115BF, 0x115C0},
        {0x115DC, 0x115DD}, {0x11633, 0x1163A}, {0x1163D, 0x1163D}, {0x1163F, 0x11640}, {0x116AB, 0x116AB},
        {0x116AD, 0x116AD}, {0x116B0, 0x116B5}, {0x116B7, 0x116B7}, {0x1171D, 0x1171F}, {0x11722, 0x11725},
        {0x11727, 0x1172B}, {0x1182F, 0x11837}, {0x11839, 0x1183A}, {0x1193B, 0x1193C}, {0x1193E, 0x1193E},
        {0x11943, 0x11943}, {0x119D4, 0x119DB}, {0x119E0, 0x119E0}, {0x11A01, 0x11A0A}, {0x11A33, 0x11A38},
        {0x11A3B, 0x11A3E}, {0x11A47, 0x11A47}, {0x11A51, 0x11A56}, {0x11A59, 0x11A5B}, {0x11A8A, 0x11A96},
        {0x11A98, 0x11A99}, {0x11C30, 0x11C3D}, {0x11C3F, 0x11C3F}, {0x11C92, 0x11CA7}, {0x11CAA, 0x11CB0},
        {0x11CB2, 0x11CB3}, {0x11CB5, 0x11CB6}, {0x11D31, 0x11D45}, {0x11D47, 0x11D47}, {0x11D90, 0x11D91},
        {0x11D95, 0x11D95}, {0x11D97, 0x11D97}, {0x11EF3, 0x11EF4}, {0x16AF0, 0x16AF4}, {0x16B30, 0x16B36},
        {0x16F4F, 0x16F4F}, {0x16F8F, 0x16F92}, {0x16FE4, 0x16FE4}, {0x1BC9D, 0x1BC9E}, {0x1CF00, 0x1CF46},
        {0x1D167, 0x1D169}, {0x1D17B, 0x1D182}, {0x1D185, 0x1D18B}, {0x1D1AA, 0x1D1AD}, {0x1D242, 0x1D244},
        {0x1DA00, 0x1DA36}, {0x1DA3B, 0x1DA6C}, {0x1DA75, 0x1DA75}, {0x1DA84, 0x1DA84}, {0x1DA9B, 0x1DAAF},
        {0x1E000, 0x1E02A}, {0x1E130, 0x1E136}, {0x1E2AE, 0x1E2AE}, {0x1E2EC, 0x1E2EF}, {0x1E8D0, 0x1E8D6},
        {0x1E944, 0x1E94A}};
    const Range* const after = std::ranges::upper_bound(marks, c, {}, &Range::first);
    return after != std::begin(marks) && c <= std::prev(after)->last;
}

bool stacks_without_end(std::u32string_view text) {
    int marks = 0;
    return std::ranges::any_of(text, [&](char32_t c) {
        marks = takes_no_place(c) ? marks + 1 : 0;
        return marks > most_stacked_in_chat;
    });
}

/// Replaces letters and digits that look like others, in addition to plain_style(). The list is a part of
/// Unicode's confusables: the scripts whose letters are often mixed with Latin ones.
char32_t prototype(char32_t c) {
    static constexpr std::pair<std::u32string_view, std::u32string_view> same[] = {
        // Cyrillic
        {U"АВЕЅІЈКМНОРСТУХԌԚԜҮЗаеѕіјкорсухԁԛԝүӏѵһ", U"ABESIJKMHOPCTYXGQWY3aesijkopcyxdqwylvh"},
        // Greek
        {U"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυγ", U"ABEZHIKMNOPTYXaikvopuy"},
        // Latin letters outside the alphabet
        {U"ɑɡıɩȷʀʏᴀᴄᴏᴛᴜᴠᴡᴢ", U"agiijRYAcoTuvwz"}};
    for (const auto& [from, to] : same)
        if (const auto at = from.find(c); at != std::u32string_view::npos) c = to[at];
    if (c == U'I' || c == U'1' || c == U'|') return U'l';
    return c == U'0' ? U'O' : c;
}

/// Maps letters and digits of other styles (full width, mathematical) to plain ones.
char32_t plain_style(char32_t c) {
    if (among({{0xFF01, 0xFF5E}}, c)) return c - 0xFF01 + U'!';
    if (among({{0x1D7CE, 0x1D7FF}}, c)) return U'0' + (c - 0x1D7CE) % 10;
    if (!among({{0x1D400, 0x1D6A3}}, c)) return c;
    const char32_t letter = (c - 0x1D400) % 52;
    return letter < 26 ? U'A' + letter : U'a' + letter - 26;
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

std::optional<std::string> clean_name(std::string_view name) {
    const auto points = decode_utf8(name);
    if (!points) return std::nullopt;
    const std::u32string cleaned = single_spaced(*points);
    if (cleaned.empty() || cleaned.size() > most_name_characters || !reads_like_a_name(cleaned))
        return std::nullopt;
    return encode_utf8(cleaned);
}

std::u32string skeleton(std::string_view name) {
    std::u32string look;
    for (const char32_t c : decode_utf8(name).value_or(U"")) {
        if (is_joiner(c)) continue;
        look += prototype(plain_style(c));
        if (look.ends_with(U"rn")) look.replace(look.size() - 2, 2, U"m");
    }
    return look;
}

bool is_reserved_name(std::string_view name) {
    // If case is ignored, an i may be a capital I, which looks like an l.
    const auto caseless = [](std::string_view text) {
        std::u32string look = skeleton(text);
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
