#include "bench/load/client.hpp"

#include <cstdlib>
#include <iostream>
#include <utility>

namespace cubilete::bench {

namespace {

/// Stops the program on an error: a measurement with a broken connection is invalid.
void expect(const boost::system::error_code& failed, const char* doing) {
    if (!failed || failed == net::error::operation_aborted) return;
    std::cerr << doing << ": " << failed.message() << '\n';
    std::exit(1);
}

/// The header of a frame from a server; messages are one frame each.
std::size_t header_of(std::size_t length) { return length < 126 ? 2 : length < 65'536 ? 4 : 10; }

}  // namespace

Client::Client(net::io_context& io, std::function<void(std::string_view)> heard)
    : stream_(io), heard_(std::move(heard)) {}

void Client::open(const tcp::endpoint& server, const std::string& path, bool binary) {
    stream_.next_layer().connect(server);
    stream_.next_layer().set_option(tcp::no_delay(true));
    stream_.handshake("127.0.0.1:" + std::to_string(server.port()), path);
    stream_.binary(binary);
    read();
}

void Client::send(std::string text) {
    outgoing_.push_back(std::move(text));
    if (outgoing_.size() == 1) write();
}

void Client::close() {
    closed_ = true;
    boost::system::error_code ignored;
    stream_.next_layer().close(ignored);
}

void Client::read() {
    if (closed_) return;
    stream_.async_read(incoming_, [this](const boost::system::error_code& failed, std::size_t) {
        if (closed_) return;
        expect(failed, "reading");
        if (failed) return;
        received_ += incoming_.size() + header_of(incoming_.size());
        heard_({static_cast<const char*>(incoming_.data().data()), incoming_.size()});
        incoming_.clear();
        read();
    });
}

void Client::write() {
    stream_.async_write(net::buffer(outgoing_.front()),
                        [this](const boost::system::error_code& failed, std::size_t) {
                            if (closed_) return;
                            expect(failed, "writing");
                            if (failed) return;
                            outgoing_.pop_front();
                            if (!outgoing_.empty()) write();
                        });
}

}  // namespace cubilete::bench
