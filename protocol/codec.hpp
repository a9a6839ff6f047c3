#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "protocol/messages.hpp"

namespace cubilete::protocol {

/// What a text from outside may be (PROTOCOL 1). All of it is enforced while reading, before anything is
/// copied.
struct Limits {
    std::size_t bytes = 16 * 1024;  ///< of a frame: more is `too_big`
    std::size_t depth = 16;         ///< of arrays and objects: more is `too_deep`
    std::size_t values = 512;       ///< in all: more is `too_big`
};

/// Reads any text as JSON, or says what is wrong with it: ill-formed or too large JSON, ill-formed UTF-8, a
/// byte order mark, lone surrogates, U+0000, a key given twice, a number that is no exact 64-bit integer nor
/// a finite fraction. Never throws, never recurses deeper than `limits.depth`.
std::variant<Json, Refused> read_json(std::string_view text, const Limits& limits = {});

/// Reads a client's frame. Total: every text gives a message or the refusal to answer it with.
std::variant<ClientMessage, BadMessage> parse(std::string_view text, const Limits& limits = {});

/// The text of a frame, one line of JSON in UTF-8, its members in the order of protocol/README.md. Moves the
/// JSON parts out of the message instead of copying them.
std::string write(ServerMessage message);

}  // namespace cubilete::protocol
