#pragma once

#include <functional>
#include <map>
#include <string>

#include "protocol/json.hpp"
#include "spar/server.hpp"
#include "spar/websocket_peer.hpp"

namespace cubilete::server::spar {

/// A client of the proxy that owns the room in which `cubilete spar` plays: it makes the room, seats built-in
/// bots, gives up its own seat and watches. It reconnects whenever connect() is called. Use it on one thread.
class Host {
  public:
    using Json = protocol::Json;
    using ReplyHandler = std::function<void(const Json& reply)>;
    struct Callbacks {
        std::function<void(const std::string& code)> on_room_ready;  ///< the room is ready
        std::function<void()> on_room_change;                        ///< the room has changed
        std::function<void(const std::string& why)> on_failure;      ///< the server refuses to make the room
    };
    /// `create`: the fields of `room.create` without its type.
    Host(const Executor& executor, Server& server, Json create, Callbacks callbacks);

    /// Connects and logs in. Call it each time the server has started.
    void connect();
    /// Sends a request if connected; `then` gets the reply, if one comes.
    void ask(Json request, ReplyHandler then = {});

    const std::string& code() const { return code_; }
    /// The phase in the last push of the room; empty before the first.
    std::string phase() const;
    /// Whether the player has a seat and is connected.
    bool is_present(const std::string& player) const;

  private:
    void greet();
    void create_room();
    void on_frame(const std::string& text);

    Executor executor_;
    Server& server_;
    Json create_;
    Callbacks callbacks_;
    WebSocketPeerPtr peer_;
    std::string token_;
    std::string code_;
    Json room_;
    int asked_ = 0;
    std::map<int, ReplyHandler> waiting_;
};

}  // namespace cubilete::server::spar
