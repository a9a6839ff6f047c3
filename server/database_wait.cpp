#include "server/database_wait.hpp"

#include <array>
#include <csignal>
#include <future>
#include <memory>
#include <string>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/write.hpp>

#include "server/core/net.hpp"
#include "server/core/spdlog.hpp"
#include "server/net/listen.hpp"

namespace cubilete::server {

namespace {

using namespace std::chrono_literals;

constexpr auto poll_interval = 500ms;
constexpr auto between_warnings = 1min;

std::string response_to(std::string_view head) {
    const bool lives = head.starts_with("GET /healthz ");
    const std::string_view body = lives ? "ok\n" : "not ready: the database does not answer yet\n";
    return fmt::format(
        "HTTP/1.1 {}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\nCache-Control: "
        "no-store\r\n"
        "Retry-After: 5\r\nConnection: close\r\n\r\n{}",
        lives ? "200 OK" : "503 Service Unavailable", body.size(), body);
}

/// Answers what has come with the first bytes: probes send little. Clients that are slower than the deadline are cut.
Task<> answer(Socket accepted, std::chrono::milliseconds deadline) {
    const auto socket = std::make_shared<Socket>(std::move(accepted));
    SteadyTimer cut(socket->get_executor(), deadline);
    cut.async_wait([socket](const boost::system::error_code& stopped) {
        boost::system::error_code ignored;
        if (!stopped) socket->close(ignored);
    });
    std::array<char, 1024> head;
    auto [failed, size] = co_await socket->async_read_some(net::buffer(head), as_values);
    if (failed) co_return;
    const std::string text = response_to({head.data(), size});
    co_await net::async_write(*socket, net::buffer(text), as_values);
    boost::system::error_code ignored;
    socket->shutdown(Socket::shutdown_both, ignored);
}

/// If file descriptors or memory are exhausted, accepting again would fail at once, so it waits a little first.
Task<> accept(Acceptor& from, std::chrono::milliseconds deadline) {
    SteadyTimer pause(from.get_executor());
    while (from.is_open()) {
        auto [failed, socket] = co_await from.async_accept(as_values);
        if (!failed) {
            net::co_spawn(from.get_executor(), answer(std::move(socket), deadline), net::detached);
            continue;
        }
        pause.expires_after(100ms);
        co_await pause.async_wait(as_values);
    }
}

}  // namespace

bool wait_for_database(const Config& config, const storage::Backend& database) {
    std::string unavailable_reason = database.unavailable_reason();
    if (unavailable_reason.empty()) return true;
    net::io_context context(1);
    std::vector<Acceptor> acceptors = listen(context.get_executor(), config.host, config.port);
    for (Acceptor& each : acceptors)
        net::co_spawn(context.get_executor(), accept(each, config.limits.request_deadline), net::detached);
    bool stopped = false;
    net::signal_set signals(context, SIGTERM, SIGINT);
    signals.async_wait([&](const boost::system::error_code& failed, int) { stopped = !failed; });
    auto last_warning = std::chrono::steady_clock::time_point::min();
    while (!stopped) {
        if (std::chrono::steady_clock::now() - between_warnings >= last_warning) {
            last_warning = std::chrono::steady_clock::now();
            spdlog::warn("{}; the start waits for the database", unavailable_reason);
        }
        auto looked = std::async(std::launch::async, [&] { return database.unavailable_reason(); });
        while (!stopped && looked.wait_for(0s) != std::future_status::ready) context.run_for(10ms);
        unavailable_reason = looked.get();
        if (unavailable_reason.empty()) break;
        for (auto end = std::chrono::steady_clock::now() + poll_interval;
             !stopped && std::chrono::steady_clock::now() < end;)
            context.run_one_until(end);
    }
    for (Acceptor& each : acceptors) each.close();
    context.poll();  // the last answers
    if (stopped) spdlog::info("stopped");
    return !stopped;
}

}  // namespace cubilete::server
