#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spar/bot_conduct_checker.hpp"
#include "spar/server.hpp"
#include "spar/websocket_peer.hpp"

namespace cubilete::server::spar {

using Entry = std::pair<std::string, std::int64_t>;  ///< match and seq

/// A connection of the bot, and the proxy's own connection to the server for it.
struct BotConnection {
    int number;
    WebSocketPeerPtr bot;
    WebSocketPeerPtr server{};
    bool is_live = true;
    bool is_held = true;  ///< frames of the bot are queued in `queued_frames`
    std::deque<std::string> queued_frames{};
    std::optional<std::vector<std::string>>
        delayed_frames{};                       ///< frames of the server that are delivered later
    std::string lost_reply{};                   ///< id of a request whose reply is lost with the connection
    std::optional<protocol::Json> next_push{};  ///< is sent after the next push, or dropped if it is null
    /// Pushes of the match are held back until the next reply; this is the newest, null before the first.
    std::optional<protocol::Json> withheld_push{};
    std::string hello_id{};
    std::string join_id{};
    Entry since{};  ///< the first entry of a match that was shown on it

    void pass(const std::string& text) const {
        if (server) server->send(text);
    }
};
using BotConnectionPtr = std::shared_ptr<BotConnection>;

/// Sits between a bot and a real server: carries their frames, and passes the rule checker everything that the bot
/// sends and receives. Use it on one thread.
class Proxy {
  public:
    using Json = protocol::Json;
    using Time = BotConductChecker::Time;
    struct Events {
        /// The bot sent an object. Returns true if it is not to be forwarded.
        std::function<bool(const BotConnectionPtr&, const Json&)> request;
        /// The server sent a frame, which only deliver() passes on.
        std::function<void(const BotConnectionPtr&, Json)> frame;
        std::function<void()> on_bot_left;  ///< the bot closed a connection
    };
    /// Listens from now on. Throws std::runtime_error if it cannot.
    Proxy(const Executor& executor, const std::string& host, std::uint16_t port, const Server& server,
          BotConductChecker& checker, Events events);

    /// Accepts the bot's connections.
    void accept();
    /// Closes all connections; nothing runs afterwards.
    void stop();
    std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
    Time now() const;
    /// Time of the last frame or connection.
    Time last_activity() const { return last_activity_; }
    bool has_connections() const { return !lines_.empty(); }
    void run_after(std::chrono::milliseconds wait, std::function<void()> action);
    /// Adds a line to the record.
    void note(std::string_view text);

    // to the server
    /// Cuts the connection to the server, and sends the frame as the first one of a new one.
    void reconnect(const BotConnectionPtr& line, const std::string& first);
    /// Forwards the frames that were queued while the line was held.
    void flush(const BotConnectionPtr& line);

    // to the bot
    /// `staged`, `forged`: as in BotConductChecker::on_received().
    void deliver(const BotConnectionPtr& line, Json frame, bool staged = false, std::string_view forged = {});
    /// Answers instead of the server. Returns true.
    bool accept(const BotConnectionPtr& line, const Json& request);
    bool refuse(const BotConnectionPtr& line, const Json& request, std::string_view code, int retry_ms = 0);
    /// Delivers the frame and all that follow it later.
    void delay(const BotConnectionPtr& line, const Json& frame, std::chrono::milliseconds time);
    /// Cuts the connection if there is no code.
    void close(const BotConnectionPtr& line, std::optional<int> code = {}, bool by_bot = false);
    void close_all(std::optional<int> code = {});
    /// Answers so many of the next connections with 503.
    void refuse_connections(int count) { refused_connections_ = count; }
    void add_unknown_fields(bool add) { unknown_fields_ = add; }

  private:
    void admit(Socket socket);
    void on_bot_connected(int number, WebSocketPeerPtr bot);
    void connect(const BotConnectionPtr& line, std::string first = {});
    void from_bot(const BotConnectionPtr& line, const std::string& text);
    void from_server(const BotConnectionPtr& line, const std::string& text);

    Executor executor_;
    const Server& server_;
    BotConductChecker& checker_;
    Events events_;
    Acceptor acceptor_;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    std::map<int, BotConnectionPtr> lines_;
    int refused_connections_ = 0;
    bool unknown_fields_ = false;
    Time last_activity_{0};
    bool stopped_ = false;
};

}  // namespace cubilete::server::spar
