#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cubilete::protocol {

/// Every code that a refusal may carry (PROTOCOL 2); on the wire it is the enumerator's name.
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
    busy,
    storage,
    shutting_down,
};
std::string_view name_of(Code code);

/// Why a request was not carried out; nothing has changed.
struct Refused {
    Code code;
    std::string text;             ///< one plain English sentence for a person
    std::string at;               ///< JSON pointer to the offending field of the request, or empty
    std::optional<int> retry_ms;  ///< when it makes sense to try again
};

}  // namespace cubilete::protocol
