#include "spar/end_fault.hpp"

#include "server/core/close_code.hpp"
#include "spar/fault_tables.hpp"

namespace cubilete::server::spar {

using namespace std::chrono_literals;
using protocol::object;

namespace {

constexpr auto watch_time = 2500ms;  // after the bot has met the end

void ask_host(const Occasion& at, const char* what) {
    Host& host = at.context.host;
    host.ask(object({{"t", what}, {"room", host.code()}, {"player", at.context.player}}));
}

void kick(Occasion& at) { ask_host(at, "room.kick"); }

/// The bot learns the rest when it comes back.
void cut(Occasion& at) { at.context.proxy.close_all(); }

void ban(Occasion& at) {
    ask_host(at, "room.ban");
    cut(at);
}

template <CloseCode code>
void close(Occasion& at) {
    at.context.proxy.close_all(number(code));
}

void delete_player(Occasion& at) {
    at.context.second.ask(object({{"t", "me.delete"}}), [](bool) {});
}

constexpr Fault for_end[] = {
    {"kicked", {}, {}, kick},
    {"banned", "banned", {}, ban},
    {"no_room", "no_room", {}, cut},
    {"room_full", "room_full", {}, cut},
    {"wrong_password", "wrong_password", {}, cut},
    {"bad_version", "bad_version", {}, cut},
    {"bad_name", "bad_name", {}, cut},
    {"abuse", {}, {}, close<CloseCode::abuse>},
    {"origin", {}, {}, close<CloseCode::origin>},
    {"deleted", {}, {}, delete_player},
};

}  // namespace

const std::span<const Fault> end_faults = for_end;

void EndFault::begin() {
    const Fault& fault = context_.faults.end();
    context_.faults.met(fault);
    context_.proxy.note("the end: " + std::string(fault.name));
    // A bot that has disconnected by itself need not come back for an end that it can only meet on a connection.
    const bool awaited = context_.proxy.has_connections() || !fault.code.empty();
    begun_ = context_.proxy.now();
    until_ = *begun_ + (awaited ? patience_ * 3 / 4 : watch_time);
    Occasion at{context_, {}, {}, &fault};
    fault.act(at);
}

bool EndFault::request(const LinePtr& line, const protocol::Json& frame) {
    const std::string t = text_of(frame, "t");
    if (t == "room.ready" || t == "room.rematch" || t == "room.start")
        return context_.proxy.accept(line, frame);
    const Fault& fault = context_.faults.end();
    if (!(t == "hello" && ends_hello(fault)) && !(t == "room.join" && ends_join(fault))) return false;
    if (fault.code == "bad_name") {
        const std::string name = text_of(frame, "name");
        if (refused_name_.empty()) refused_name_ = name;
        if (name.empty() || name != refused_name_) return false;
    }
    return fault.code != "banned" && context_.proxy.refuse(line, frame, fault.code);
}

bool EndFault::tick() {
    if (!begun_) return false;
    if (const auto told = context_.checker.told_over(); !received_ && told && *told >= *begun_) {
        received_ = true;
        until_ = context_.proxy.now() + watch_time;
    }
    return context_.proxy.now() >= *until_;
}

}  // namespace cubilete::server::spar
