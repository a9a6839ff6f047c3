#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// What people may write about themselves and to each other. A "character" is a Unicode code point; all texts
/// are UTF-8. Nothing here throws; every function takes any bytes.
namespace cubilete::protocol {

inline constexpr std::size_t most_name_characters = 20;
inline constexpr std::size_t most_chat_characters = 500;

/// The code points of well-formed UTF-8: nothing for overlong forms, surrogates, stray and missing bytes.
std::optional<std::u32string> decode_utf8(std::string_view text);

/// Whether a text has `least`..`most` characters and no control character (C0, DEL, C1).
bool plain_text(std::string_view text, std::size_t least, std::size_t most);

/// A name as everybody will see it, or nothing for a text that is no name. Spaces of any kind are trimmed at
/// both ends and each run of them inside becomes one U+0020; then 1 to 20 characters must be left. Refused is
/// what makes a name look empty or disturbs the line that it stands in: control characters, line breaks, bidi
/// marks, overrides and isolates, invisible and private characters, joiners anywhere but between two visible
/// characters, and more than four combining marks in a row.
std::optional<std::string> clean_name(std::string_view name);

/// Returns a key for the look of a name: equal for names that are easily confused, such as names in Latin and
/// in Cyrillic letters. The key must not be shown. Names with different case or different accents have
/// different keys.
std::u32string skeleton(std::string_view name);

/// True if a name looks like one that the server itself uses, in any case: "Cubilete" marks the server's
/// messages in a room, "guest" is the name of deleted players.
bool is_reserved_name(std::string_view name);

/// Whether a text may be said in a room: 1 to 500 characters, none of them a control character, a line break
/// or one that turns the direction of what follows, and at most six marks in a row that stack upon a letter.
bool chat_ok(std::string_view text);

}  // namespace cubilete::protocol
