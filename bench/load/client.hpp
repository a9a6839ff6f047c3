#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>

namespace cubilete::bench {

namespace net = boost::asio;
using net::ip::tcp;

/// A fast WebSocket client: a queue for sending, a callback for receiving. One thread.
class Client {
  public:
    Client(net::io_context& io, std::function<void(std::string_view)> heard);

    /// Blocks. Sends text, or bytes if it is `binary`. Throws boost::system::system_error.
    void open(const tcp::endpoint& server, const std::string& path = "/ws", bool binary = false);
    void send(std::string text);
    /// Hears nothing more.
    void close();
    /// The bytes of all messages heard so far, with the headers of their frames.
    std::uint64_t received() const { return received_; }

  private:
    void read();
    void write();

    boost::beast::websocket::stream<tcp::socket, false> stream_;
    boost::beast::flat_buffer incoming_;
    std::deque<std::string> outgoing_;
    std::function<void(std::string_view)> heard_;
    std::uint64_t received_ = 0;
    bool closed_ = false;
};

}  // namespace cubilete::bench
