#include "protocol/refused.hpp"

#include "engine/require.hpp"

namespace cubilete::protocol {

std::string_view name_of(Code code) {
    switch (code) {
        case Code::bad_message: return "bad_message";
        case Code::unknown_type: return "unknown_type";
        case Code::too_big: return "too_big";
        case Code::too_deep: return "too_deep";
        case Code::hello_first: return "hello_first";
        case Code::bad_version: return "bad_version";
        case Code::bad_token: return "bad_token";
        case Code::bad_name: return "bad_name";
        case Code::bad_text: return "bad_text";
        case Code::rate_limited: return "rate_limited";
        case Code::no_room: return "no_room";
        case Code::room_full: return "room_full";
        case Code::seat_taken: return "seat_taken";
        case Code::wrong_password: return "wrong_password";
        case Code::banned: return "banned";
        case Code::not_host: return "not_host";
        case Code::not_seated: return "not_seated";
        case Code::not_in_room: return "not_in_room";
        case Code::bad_options: return "bad_options";
        case Code::not_started: return "not_started";
        case Code::already_started: return "already_started";
        case Code::not_your_turn: return "not_your_turn";
        case Code::illegal_move: return "illegal_move";
        case Code::stale: return "stale";
        case Code::match_over: return "match_over";
        case Code::id_reused: return "id_reused";
        case Code::taken: return "taken";
        case Code::bad_value: return "bad_value";
        case Code::busy: return "busy";
        case Code::storage: return "storage";
        case Code::shutting_down: return "shutting_down";
    }
    broken_promise(std::source_location::current());
}

namespace {

struct Reason {
    std::string_view name;
    Code code;
    std::string_view sentence;
    int retry_ms;
};
constexpr Reason reasons[] = {
#define REASON(name, code, sentence, retry_ms) {#name, Code::code, sentence, retry_ms},
#include "protocol/reasons.def"
#undef REASON
};

std::string filled(std::string_view sentence, const std::vector<std::string>& args) {
    std::string text;
    for (const std::string& arg : args) {
        const std::size_t place = sentence.find("{}");
        require(place != sentence.npos);
        text.append(sentence.substr(0, place)).append(arg);
        sentence.remove_prefix(place + 2);
    }
    return text.append(sentence);
}

}  // namespace

Refused refused(Why why, std::vector<std::string> args, std::string at) {
    const auto& [name, code, sentence, retry_ms] = reasons[static_cast<std::size_t>(why)];
    std::string text = filled(sentence, args);
    const auto retry = retry_ms == 0 ? std::nullopt : std::optional(retry_ms);
    return {code, std::move(text), std::move(at), retry, name, std::move(args)};
}

}  // namespace cubilete::protocol
