#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "spar/fields.hpp"
#include "spar/server.hpp"
#include "spar/websocket_peer.hpp"

namespace cubilete::server::spar {

/// A client of the proxy that owns the room in which `cubilete spar` plays: it makes the room, seats built-in
/// bots, gives up its own seat and watches. It reconnects whenever connect() is called. Use it on one thread.
class Host {
  public:
    using Json = protocol::Json;
    using ReplyHandler = std::function<void(const Json& reply)>;
    struct Events {
        std::function<void(const std::string& code)> on_room_ready;  ///< the room is ready
        std::function<void()> on_room_change;                        ///< the room has changed
        std::function<void(const std::string& why)> on_failure;      ///< the server refuses to make the room
    };
    /// `create`: the fields of `room.create` without its type.
    Host(const Executor& executor, Server& server, Json create, Events events)
        : executor_(executor), server_(server), create_(std::move(create)), events_(std::move(events)) {
        create_["t"] = "room.create";
    }

    /// Connects and logs in. Call it each time the server has started.
    void connect() {
        connect_websocket(executor_, server_.port(), [this](WebSocketPeerPtr wire) {
            if (!wire) return;  // the server is stopping; connect() is called again when it has started
            peer_ = std::move(wire);
            peer_->listen({[this](const std::string& text) { on_frame(Json::parse(text)); },
                           [this](int) {
                               peer_.reset();
                               waiting_.clear();
                           }});
            greet();
        });
    }
    /// Sends a request if connected; `then` gets the reply, if one comes.
    void ask(Json request, ReplyHandler then = {}) {
        if (!peer_) return;
        request["id"] = ++asked_;
        waiting_[asked_] = std::move(then);
        peer_->send(request.dump());
    }

    const std::string& code() const { return code_; }
    /// The phase in the last push of the room; empty before the first.
    std::string phase() const { return text_of(room_, "phase"); }
    /// Whether the player has a seat and is connected.
    bool is_present(const std::string& player) const {
        for (const Json& seat : member(room_, "seats"))
            if (!player.empty() && text_of(member(seat, "player"), "id") == player)
                return seat["online"].get<bool>();
        return false;
    }

  private:
    void greet() {
        Json hello =
            protocol::object({{"t", "hello"}, {"v", 1}, {"name", "Referee"}, {"agent", "cubilete-spar"}});
        if (!token_.empty()) hello["token"] = token_;
        ask(std::move(hello), [this](const Json& reply) {
            if (reply.contains("token")) token_ = reply["token"];
            if (code_.empty()) return create_room();
            ask(protocol::object({{"t", "room.join"}, {"room", code_}}));
        });
    }
    void create_room() {
        ask(create_, [this](const Json& reply) {
            if (reply["t"] != "ok") return events_.on_failure(reply.value("text", "no table"));
            code_ = reply["room"];
            const int seats = create_["seats"];
            for (int seat = 1; seat < seats; ++seat)
                ask(protocol::object({{"t", "room.bot"},
                                      {"room", code_},
                                      {"seat", seat},
                                      {"level", seat % 2 == 1 ? "medium" : "easy"}}));
            ask(protocol::object({{"t", "room.seat"}, {"room", code_}, {"seat", nullptr}}),
                [this](const Json&) { events_.on_room_ready(code_); });
        });
    }
    void on_frame(const Json& frame) {
        if (frame.contains("re")) {
            auto waiting = waiting_.extract(static_cast<int>(number_of(frame, "re")));
            if (waiting && waiting.mapped()) waiting.mapped()(frame);
        } else if (frame["t"] == "room") {
            room_ = frame;
            events_.on_room_change();
        }
    }

    Executor executor_;
    Server& server_;
    Json create_;
    Events events_;
    WebSocketPeerPtr peer_;
    std::string token_;
    std::string code_;
    Json room_;
    int asked_ = 0;
    std::map<int, ReplyHandler> waiting_;
};

/// Whether the push asks its receiver for a move.
inline bool asks_for_move(const protocol::Json& push) {
    const protocol::Json& you = member(push, "you");
    const protocol::Json& to_act = member(push, "to_act");
    return you.contains("moves") && std::ranges::find(to_act, member(you, "seat")) != to_act.end();
}

/// Another client of the bot's player at the same server: its requests really happen before the bot is told
/// of their result. `then` runs exactly once; `done` is false if the request was refused or the connection
/// ended. Use it on one thread.
class SecondClient {
  public:
    using Json = protocol::Json;
    using Completion = std::function<void(bool done)>;

    SecondClient(const Executor& executor, const Server& server) : executor_(executor), server_(server) {}

    void use_token(std::string token) { token_ = std::move(token); }
    /// Sends the request and waits for its reply. Adds an id if there is none.
    void ask(Json request, Completion then) const {
        if (!request.contains("id")) request["id"] = "spar-ask";
        call(
            std::move(request), [](const Send&, const Json& frame) { return !frame.contains("re"); },
            std::move(then));
    }
    /// Joins the room and plays the first listed move each time until the match is over.
    void play_to_end(const std::string& room, Completion then) {
        played_to_end_ = true;
        const auto answered = std::make_shared<Json>();
        const auto play = [room, answered](const Send& send, const Json& frame) {
            if (frame["t"] != "match") return true;
            if (frame.contains("result")) return false;
            if (!asks_for_move(frame) || *answered == frame["you"]["n"]) return true;
            *answered = frame["you"]["n"];
            send(protocol::object({{"t", "move"},
                                   {"id", "spar-n" + answered->dump()},
                                   {"room", room},
                                   {"match", frame["match"]},
                                   {"n", *answered},
                                   {"move", frame["you"]["moves"].front()}}));
            return true;
        };
        call(protocol::object({{"t", "room.join"}, {"id", "spar-join"}, {"room", room}}), play,
             std::move(then));
    }
    /// Returns true once after play_to_end().
    bool take_played_to_end() { return std::exchange(played_to_end_, false); }

  private:
    using Send = std::function<void(const Json&)>;
    /// Gets each frame after the reply to hello; returns false to end the connection.
    using FrameHandler = std::function<bool(const Send& send, const Json& frame)>;

    void call(Json first, FrameHandler hear, Completion then) const {
        connect_websocket(
            executor_, server_.port(),
            [=, token = token_, first = std::move(first)](const WebSocketPeerPtr& wire) {
                if (!wire) return then(false);
                const Send send = [wire](const Json& frame) { wire->send(frame.dump()); };
                const auto greeted = std::make_shared<bool>(false);
                const auto on_text = [=](const std::string& text) {
                    const Json frame = Json::parse(text);
                    if (!*greeted) {
                        *greeted = frame.contains("re");
                        if (*greeted) send(first);
                    } else if (!hear(send, frame)) {
                        wire->cut();
                        then(text_of(frame, "t") != "refused");
                    }
                };
                wire->listen({on_text, [then](int) { then(false); }});
                send(protocol::object(
                    {{"t", "hello"}, {"id", "spar"}, {"v", 1}, {"bot", true}, {"token", token}}));
            });
    }

    Executor executor_;
    const Server& server_;
    std::string token_;
    bool played_to_end_ = false;
};

}  // namespace cubilete::server::spar
