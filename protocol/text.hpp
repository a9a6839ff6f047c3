#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>

/// Rules for texts that people write: names and chat. A "character" is a Unicode code point; all texts are
/// UTF-8. No function here throws, and each accepts any bytes. Thread-safe.
namespace cubilete::protocol {

inline constexpr std::size_t max_name_characters = 20;
inline constexpr std::size_t max_chat_characters = 500;

/// Returns the code points of well-formed UTF-8; nullopt for overlong forms, surrogates, stray or missing
/// bytes.
std::optional<std::u32string> decode_utf8(std::string_view text);

/// Returns the longest beginning of well-formed UTF-8 that has at most so many bytes and ends between two code points.
std::string_view truncate_utf8(std::string_view text, std::size_t most_bytes);

/// True if a text has `least`..`most` characters and no control character (C0, DEL, C1).
bool is_plain_text(std::string_view text, std::size_t least, std::size_t most);

/// Returns a text in the form NFC of Unicode: systems write the same letters in one or in two characters. Ill-formed
/// UTF-8 is returned as it is.
std::string compose_nfc(std::string_view text);

/// Returns a password in the form in which it is counted and compared: composed, without spaces at its ends, which
/// the keyboards of phones add.
std::string clean_password(std::string_view password);

/// Returns a name in the form in which it is shown, or nullopt if it is not allowed. It is composed, spaces of any kind are
/// removed at both ends, and each run of them inside becomes one U+0020; then 1 to 20 characters must remain.
/// Characters that make a name look empty or disturb the surrounding line are refused: control characters,
/// line breaks, bidi marks, overrides and isolates, invisible and private characters, joiners except between
/// two visible characters, and more than four combining marks in a row.
std::optional<std::string> clean_name(std::string_view name);

/// Returns a key for the look of a name: equal for names that are easily confused, by Unicode's list of confusables, such
/// as names in Latin and in Cyrillic letters. The key must not be shown. Names with different case or different accents
/// have different keys.
std::u32string skeleton(std::string_view name);

/// Returns the looks of a text without regard to case and accents: as it is written, and in small letters, which in Greek and
/// Cyrillic may look like other ones than their capitals. Two texts that differ only in case and accents share the look in small letters.
std::set<std::u32string> caseless_looks(std::string_view text);

/// Returns a look with an m for each r and n that follow each other, because they look like one.
std::u32string join_rn(std::u32string look);

/// True if a name looks like one that the server itself uses, in any case and with any accents: "Cubilete" marks the server's
/// messages in a room, "guest" is the name of deleted players.
bool is_reserved_name(std::string_view name);

/// True if a text is allowed as a chat line: 1 to 500 characters, no control characters, no line breaks, no
/// characters that change the direction of the following text, no invisible or private characters except
/// joiners and direction marks, and at most six combining marks in a row.
bool is_valid_chat(std::string_view text);

}  // namespace cubilete::protocol
