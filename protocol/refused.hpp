#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cubilete::protocol {

/// Every code of a refusal (protocol/README.md, section 3). On the wire it has the name of the enumerator.
enum class Code {
    bad_message,
    unknown_type,
    too_big,
    too_deep,
    hello_first,
    bad_version,
    bad_token,
    bad_name,
    bad_text,
    rate_limited,
    no_room,
    room_full,
    seat_taken,
    wrong_password,
    banned,
    not_host,
    not_seated,
    not_in_room,
    bad_options,
    not_started,
    already_started,
    not_your_turn,
    illegal_move,
    stale,
    match_over,
    id_reused,
    taken,
    bad_value,
    busy,
    storage,
    shutting_down,
    muted,
};
inline constexpr std::array<std::string_view, 32> code_names{
    "bad_message",   "unknown_type",   "too_big",         "too_deep",      "hello_first",  "bad_version",
    "bad_token",     "bad_name",       "bad_text",        "rate_limited",  "no_room",      "room_full",
    "seat_taken",    "wrong_password", "banned",          "not_host",      "not_seated",   "not_in_room",
    "bad_options",   "not_started",    "already_started", "not_your_turn", "illegal_move", "stale",
    "match_over",    "id_reused",      "taken",           "bad_value",     "busy",         "storage",
    "shutting_down", "muted"};
static_assert(code_names.size() == static_cast<std::size_t>(Code::muted) + 1);
constexpr std::string_view name_of(Code code) { return code_names[static_cast<std::size_t>(code)]; }

/// Every reason that has a name (reasons.def): the key under which a page finds its own sentence.
enum class RefusalReason : unsigned char {
#define REASON(name, code, sentence, retry_ms) name,
#include "protocol/reasons.def"
#undef REASON
};

/// A request was refused. A refused request has changed nothing.
struct Rejection {
    Code code;
    std::string text;                    ///< one plain English sentence for a person
    std::string at = {};                 ///< JSON pointer to the wrong field of the request, or empty
    std::optional<int> retry_ms = {};    ///< milliseconds after which a new attempt makes sense
    std::string_view why = {};           ///< the name of the reason, or empty; lives as long as the program
    std::vector<std::string> args = {};  ///< what stands for each {} of its sentence
    std::optional<std::int64_t> until_ms = {};  ///< of a ban or a mute that ends; milliseconds since 1970
};

/// Returns the refusal for this reason, with the code, the sentence and the time of its row.
Rejection refused(RefusalReason why, std::vector<std::string> args = {}, std::string at = {});

}  // namespace cubilete::protocol
