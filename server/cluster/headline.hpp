#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cubilete::server {

/// What the relay needs to know of a message to a client. The members come first in every message, before all nested
/// values; what comes later is not read.
struct Headline {
    std::string type;      ///< "ok", "match" ...
    std::string re;        ///< of a reply: the id of the request as JSON; empty if it has none
    std::string code;      ///< of a refusal
    std::string room;      ///< its code; empty if the message is not about one
    std::string match;     ///< id of the match that a push is about
    std::int64_t seq = 0;  ///< of its newest entry in a push of type "match"
};

/// Any text gives a headline; one that is no message gives an empty one.
Headline headline_of(std::string_view text);

}  // namespace cubilete::server
