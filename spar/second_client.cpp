#include "spar/second_client.hpp"

#include <algorithm>
#include <memory>

namespace cubilete::server::spar {

using protocol::object;

bool asks_for_move(const protocol::Json& push) {
    const auto you = push.find("you");
    if (you == push.end() || !you->contains("moves")) return false;
    return std::ranges::find(push["to_act"], (*you)["seat"]) != push["to_act"].end();
}

void SecondClient::call(Json first, FrameHandler hear, Completion then) const {
    connect_websocket(
        executor_, server_.port(),
        [=, token = token_, first = std::move(first)](const WebSocketPeerPtr& wire) {
            if (!wire) return then(false);
            const Send send = [wire](const Json& frame) { wire->send(frame.dump()); };
            const auto greeted = std::make_shared<bool>(false);
            wire->listen({[=](const std::string& text) {
                              const Json frame = Json::parse(text);
                              if (!*greeted) {
                                  *greeted = frame.contains("re");
                                  if (*greeted) send(first);
                              } else if (!hear(send, frame)) {
                                  wire->cut();
                                  then(frame.value("t", "") != "refused");
                              }
                          },
                          [then](int) { then(false); }});
            send(object({{"t", "hello"}, {"id", "spar"}, {"v", 1}, {"bot", true}, {"token", token}}));
        });
}

void SecondClient::ask(Json request, Completion then) const {
    if (!request.contains("id")) request["id"] = "spar-ask";
    call(
        std::move(request), [](const Send&, const Json& frame) { return !frame.contains("re"); },
        std::move(then));
}

void SecondClient::play_to_end(const std::string& room, Completion then) {
    played_to_end_ = true;
    const auto answered = std::make_shared<Json>();
    const auto play = [room, answered](const Send& send, const Json& frame) {
        if (frame["t"] != "match") return true;
        if (frame.contains("result")) return false;
        if (!asks_for_move(frame) || *answered == frame["you"]["n"]) return true;
        *answered = frame["you"]["n"];
        send(object({{"t", "move"},
                     {"id", "spar-n" + answered->dump()},
                     {"room", room},
                     {"match", frame["match"]},
                     {"n", *answered},
                     {"move", frame["you"]["moves"].front()}}));
        return true;
    };
    call(object({{"t", "room.join"}, {"id", "spar-join"}, {"room", room}}), play, std::move(then));
}

}  // namespace cubilete::server::spar
