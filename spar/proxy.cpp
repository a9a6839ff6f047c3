#include "spar/proxy.hpp"

#include <stdexcept>

#include "server/core/spdlog.hpp"

namespace cubilete::server::spar {

using protocol::object;

namespace {

constexpr auto reason = "cubilete spar says so, to try the bot.";

Acceptor listen(const Executor& executor, const std::string& host, std::uint16_t port) try {
    const net::ip::tcp::endpoint at(net::ip::make_address(host), port);
    Acceptor acceptor(executor, at.protocol());
    acceptor.set_option(net::socket_base::reuse_address(true));
    acceptor.bind(at);
    acceptor.listen();
    return acceptor;
} catch (const boost::system::system_error& error) {
    throw std::runtime_error(fmt::format("{} port {}: {}", host, port, error.code().message()));
}

}  // namespace

Proxy::Proxy(const Executor& executor, const std::string& host, std::uint16_t port, const Server& server,
             BotConductChecker& checker, Events events)
    : executor_(executor),
      server_(server),
      checker_(checker),
      events_(std::move(events)),
      acceptor_(listen(executor, host, port)) {}

Proxy::Time Proxy::now() const {
    return std::chrono::duration_cast<Time>(std::chrono::steady_clock::now() - began_);
}

void Proxy::run_after(std::chrono::milliseconds wait, std::function<void()> action) {
    auto timer = std::make_shared<SteadyTimer>(executor_, wait);
    timer->async_wait([this, timer, action = std::move(action)](boost::system::error_code failed) {
        if (!failed && !stopped_) action();
    });
}

void Proxy::note(std::string_view text) { checker_.note(now(), std::string(text)); }

// ---- connections

void Proxy::accept() {
    acceptor_.async_accept(executor_, [this](boost::system::error_code failed, Socket socket) {
        if (stopped_) return;
        if (!failed) admit(std::move(socket));
        accept();
    });
}

/// While the server is down a connection breaks at once, as it does without the proxy.
void Proxy::admit(Socket socket) {
    const int number = checker_.connections() + 1;
    last_activity_ = now();
    checker_.on_connected(now(), number);
    const bool refused = refused_connections_ > 0;
    if (refused) --refused_connections_;
    if (server_.is_up() && !refused)
        return accept_websocket(std::move(socket), [this, number](WebSocketPeerPtr bot) {
            on_bot_connected(number, std::move(bot));
        });
    checker_.on_ended(now(), number, false, 1006);
    if (refused) accept_websocket(std::move(socket), nullptr);
}

void Proxy::on_bot_connected(int number, WebSocketPeerPtr bot) {
    const auto line = std::make_shared<BotConnection>(BotConnection{number, std::move(bot)});
    lines_[number] = line;
    line->bot->listen({[this, line](const std::string& text) { from_bot(line, text); },
                       [this, line](int code) { close(line, code, true); }});
    connect(line);
}

void Proxy::connect(const BotConnectionPtr& line, std::string first) {
    connect_websocket(
        executor_, server_.port(), [this, line, first = std::move(first)](WebSocketPeerPtr server) {
            if (!line->is_live) {
                if (server) server->cut();
                return;
            }
            if (!server) return close(line);
            line->server = std::move(server);
            line->server->listen(
                {[this, line](const std::string& text) { from_server(line, text); },
                 [this, line](int code) { close(line, code == 1006 ? std::nullopt : std::optional(code)); }});
            if (!first.empty()) line->pass(first);
            flush(line);
        });
}

void Proxy::reconnect(const BotConnectionPtr& line, const std::string& first) {
    line->is_held = true;
    line->server->cut();
    line->server.reset();
    connect(line, first);
}

void Proxy::close(const BotConnectionPtr& line, std::optional<int> code, bool by_bot) {
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

void Proxy::close_all(std::optional<int> code) {
    for (const auto& [number, line] : std::exchange(lines_, {})) close(line, code);
}

void Proxy::stop() {
    stopped_ = true;
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    close_all();
}

// ---- frames

void Proxy::from_bot(const BotConnectionPtr& line, const std::string& text) {
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

void Proxy::flush(const BotConnectionPtr& line) {
    line->is_held = false;
    while (line->is_live && !line->is_held && !line->queued_frames.empty()) {
        line->pass(line->queued_frames.front());
        line->queued_frames.pop_front();
    }
}

void Proxy::from_server(const BotConnectionPtr& line, const std::string& text) {
    if (!line->is_live) return;
    if (line->delayed_frames) return line->delayed_frames->push_back(text);
    events_.frame(line, Json::parse(text));
}

void Proxy::delay(const BotConnectionPtr& line, const Json& frame, std::chrono::milliseconds time) {
    line->delayed_frames.emplace().push_back(frame.dump());
    run_after(time, [this, line] {
        const auto delayed_frames = std::exchange(line->delayed_frames, std::nullopt);
        for (const std::string& text : *delayed_frames) from_server(line, text);
    });
}

void Proxy::deliver(const BotConnectionPtr& line, Json frame, bool staged, std::string_view forged) {
    if (!line->is_live) return;
    if (unknown_fields_) {
        const Json unknown = object({{"later", Json::array({1, nullptr, "ñ"})}});
        frame["spar"] = unknown;
        for (const char* part : {"view", "you"})
            if (const auto found = frame.find(part); found != frame.end()) (*found)["spar"] = unknown;
    }
    last_activity_ = now();
    checker_.on_received(now(), line->number, frame, staged, forged);
    line->bot->send(frame.dump());
}

bool Proxy::accept(const BotConnectionPtr& line, const Json& request) {
    deliver(line, object({{"t", "ok"}, {"re", request.value("id", Json())}}), true);
    return true;
}

bool Proxy::refuse(const BotConnectionPtr& line, const Json& request, std::string_view code, int retry_ms) {
    Json reply = object({{"t", "refused"},
                         {"re", request.value("id", Json())},
                         {"code", std::string(code)},
                         {"text", reason}});
    if (retry_ms > 0) reply["retry_ms"] = retry_ms;
    deliver(line, std::move(reply), true);
    return true;
}

}  // namespace cubilete::server::spar
