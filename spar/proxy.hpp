#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/net/listen.hpp"
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
    struct Events {
        /// The bot sent an object. Returns true if it is not to be forwarded.
        std::function<bool(const BotConnectionPtr&, const Json&)> request;
        /// The server sent a frame, which only deliver() passes on.
        std::function<void(const BotConnectionPtr&, Json)> frame;
        std::function<void()> on_bot_left;  ///< the bot closed a connection
    };
    /// Listens from now on. Throws std::runtime_error if it cannot.
    Proxy(const Executor& executor, const std::string& host, std::uint16_t port, const Server& server,
          BotConductChecker& checker, Events events) try
        : executor_(executor),
          server_(server),
          checker_(checker),
          events_(std::move(events)),
          acceptor_(std::move(listen(executor, host, port).front())) {
    } catch (const boost::system::system_error& error) {
        throw std::runtime_error(fmt::format("{} port {}: {}", host, port, error.code().message()));
    }

    /// Accepts the bot's connections.
    void accept() {
        acceptor_.async_accept(executor_, [this](boost::system::error_code failed, Socket socket) {
            if (stopped_) return;
            if (!failed)
                accept_websocket(
                    std::move(socket), [this] { return admit(); },
                    [this](WebSocketPeerPtr bot) { on_bot_connected(std::move(bot)); });
            accept();
        });
    }
    /// Closes all connections; nothing runs afterwards.
    void stop() {
        stopped_ = true;
        boost::system::error_code ignored;
        acceptor_.close(ignored);
        close_all();
    }
    std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
    Time now() const { return std::chrono::duration_cast<Time>(std::chrono::steady_clock::now() - began_); }
    /// Time of the last frame or connection.
    Time last_activity() const { return last_activity_; }
    bool has_connections() const { return !lines_.empty(); }
    void run_after(std::chrono::milliseconds wait, std::function<void()> action) {
        auto timer = std::make_shared<SteadyTimer>(executor_, wait);
        timer->async_wait([this, timer, action = std::move(action)](boost::system::error_code failed) {
            if (!failed && !stopped_) action();
        });
    }
    /// Adds a line to the record.
    void note(std::string_view text) { checker_.note(now(), std::string(text)); }

    // to the server
    /// Cuts the connection to the server, and sends the frame as the first one of a new one.
    void reconnect(const BotConnectionPtr& line, const std::string& first) {
        line->is_held = true;
        line->server->cut();
        line->server.reset();
        connect(line, first);
    }
    /// Forwards the frames that were queued while the line was held.
    void flush(const BotConnectionPtr& line) {
        line->is_held = false;
        while (line->is_live && !line->is_held && !line->queued_frames.empty()) {
            line->pass(line->queued_frames.front());
            line->queued_frames.pop_front();
        }
    }

    // to the bot
    /// `staged`, `forged`: as in BotConductChecker::on_received().
    void deliver(const BotConnectionPtr& line, Json frame, bool staged = false,
                 std::string_view forged = {}) {
        if (!line->is_live) return;
        if (unknown_fields_) {
            const Json unknown = protocol::object({{"later", Json::array({1, nullptr, "ñ"})}});
            frame["spar"] = unknown;
            for (const char* part : {"view", "you"})
                if (frame.contains(part)) frame[part]["spar"] = unknown;
        }
        last_activity_ = now();
        checker_.on_received(now(), line->number, frame, staged, forged);
        line->bot->send(frame.dump());
    }
    /// Answers instead of the server. Returns true.
    bool accept(const BotConnectionPtr& line, const Json& request) {
        deliver(line, protocol::object({{"t", "ok"}, {"re", member(request, "id")}}), true);
        return true;
    }
    bool refuse(const BotConnectionPtr& line, const Json& request, std::string_view code, int retry_ms = 0) {
        Json reply = protocol::object({{"t", "refused"},
                                       {"re", member(request, "id")},
                                       {"code", std::string(code)},
                                       {"text", "cubilete spar says so, to try the bot."}});
        if (retry_ms > 0) reply["retry_ms"] = retry_ms;
        deliver(line, std::move(reply), true);
        return true;
    }
    /// Delivers the frame and all that follow it later.
    void delay(const BotConnectionPtr& line, const Json& frame, std::chrono::milliseconds time) {
        line->delayed_frames.emplace().push_back(frame.dump());
        run_after(time, [this, line] {
            const auto delayed_frames = std::exchange(line->delayed_frames, std::nullopt);
            for (const std::string& text : *delayed_frames) from_server(line, text);
        });
    }
    /// Cuts the connection if there is no code.
    void close(const BotConnectionPtr& line, std::optional<int> code = {}, bool by_bot = false) {
        if (!std::exchange(line->is_live, false)) return;
        lines_.erase(line->number);
        checker_.on_ended(now(), line->number, by_bot, code.value_or(1006));
        if (line->server) line->server->cut();
        if (by_bot) return events_.on_bot_left();
        if (code)
            line->bot->close(*code);
        else
            line->bot->cut();
    }
    void close_all(std::optional<int> code = {}) {
        for (const auto& [number, line] : std::exchange(lines_, {})) close(line, code);
    }
    /// Answers so many of the next connections with 503.
    void refuse_connections(int count) { refused_connections_ = count; }
    void add_unknown_fields(bool add) { unknown_fields_ = add; }

  private:
    /// While the server is down a connection breaks at once, as it does without the proxy.
    Admission admit() {
        const bool refused = refused_connections_ > 0;
        if (refused) --refused_connections_;
        if (server_.is_up() && !refused) return Admission::open;
        checker_.on_ended(now(), count_connection(), false, 1006);
        return refused ? Admission::full : Admission::broken;
    }
    /// Returns its number.
    int count_connection() {
        const int number = checker_.connections() + 1;
        last_activity_ = now();
        checker_.on_connected(now(), number);
        return number;
    }
    void on_bot_connected(WebSocketPeerPtr bot) {
        const int number = count_connection();
        const auto line = std::make_shared<BotConnection>(BotConnection{number, std::move(bot)});
        lines_[number] = line;
        line->bot->listen({[this, line](const std::string& text) { from_bot(line, text); },
                           [this, line](int code) { close(line, code, true); }});
        connect(line);
    }
    void connect(const BotConnectionPtr& line, std::string first = {}) {
        connect_websocket(
            executor_, server_.port(), [this, line, first = std::move(first)](WebSocketPeerPtr server) {
                if (server && !line->is_live) return server->cut();
                if (!server) return close(line);
                line->server = std::move(server);
                line->server->listen({[this, line](const std::string& text) { from_server(line, text); },
                                      [this, line](int code) {
                                          close(line, code == 1006 ? std::nullopt : std::optional(code));
                                      }});
                if (!first.empty()) line->pass(first);
                flush(line);
            });
    }
    void from_bot(const BotConnectionPtr& line, const std::string& text) {
        if (!line->is_live) return;
        const Json frame = Json::parse(text, nullptr, false);
        last_activity_ = now();
        checker_.on_sent(now(), line->number, frame.is_discarded() ? Json() : frame, text);
        if ((frame.is_object() && events_.request(line, frame)) || !line->is_live) return;
        if (line->is_held)
            line->queued_frames.push_back(text);
        else
            line->pass(text);
    }
    void from_server(const BotConnectionPtr& line, const std::string& text) {
        if (!line->is_live) return;
        if (line->delayed_frames) return line->delayed_frames->push_back(text);
        events_.frame(line, Json::parse(text));
    }

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
