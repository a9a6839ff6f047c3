#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "protocol/limits.hpp"
#include "protocol/messages.hpp"

namespace cubilete::protocol {

/// Reads any text as JSON, or returns the reason for refusing it: malformed or too large JSON, malformed
/// UTF-8, a byte order mark, lone surrogates, U+0000, a repeated key, a number that is neither an exact
/// 64-bit integer nor a finite fraction. Never throws and does not recurse. Thread-safe.
std::variant<Json, Rejection> read_json(std::string_view text, const Limits& limits = {});

/// Reads the plain JSON that this program writes several times as fast: one object, few levels deep, of integers and
/// of printable ASCII without escapes. Returns nothing for anything else.
std::optional<Json> read_plain_json(std::string_view text);

/// Reads a client's frame. Every text gives either a message or the refusal to answer it with. Thread-safe.
std::variant<ClientMessage, BadMessage> parse(std::string_view text, const Limits& limits = {});

/// Returns the text of a frame: one line of JSON in UTF-8, with members in the order of protocol/README.md.
/// Moves the JSON parts out of the message instead of copying them.
std::string write(ServerMessage message);

/// The text of a match push to viewers who see the same: only `you` is written for each of them.
class SharedPush {
  public:
    /// `push`: its `you` is left out.
    explicit SharedPush(const MatchPush& push);
    std::string text(const std::optional<MatchPush::You>& you) const;

  private:
    std::string text_;            ///< without `you`
    std::size_t before_you_ = 0;  ///< bytes
};

}  // namespace cubilete::protocol
