#include "bench/load/echo.hpp"

#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "bench/load/client.hpp"
#include "bench/load/server.hpp"

namespace cubilete::bench {

namespace {

namespace websocket = boost::beast::websocket;
using boost::system::error_code;

class EchoSocket : public std::enable_shared_from_this<EchoSocket> {
  public:
    explicit EchoSocket(tcp::socket socket) : stream_(std::move(socket)) {}

    void start() {
        stream_.text(true);
        stream_.async_accept([self = shared_from_this()](const error_code& failed) {
            if (!failed) self->read();
        });
    }

  private:
    void read() {
        stream_.async_read(text_, [self = shared_from_this()](const error_code& failed, std::size_t) {
            if (!failed) self->write();
        });
    }
    void write() {
        stream_.async_write(text_.data(), [self = shared_from_this()](const error_code& failed, std::size_t) {
            if (failed) return;
            self->text_.clear();
            self->read();
        });
    }

    websocket::stream<tcp::socket, false> stream_;
    boost::beast::flat_buffer text_;
};

void accept_from(tcp::acceptor& acceptor) {
    acceptor.async_accept([&acceptor](const error_code& failed, tcp::socket socket) {
        if (failed) return;
        socket.set_option(tcp::no_delay(true));
        std::make_shared<EchoSocket>(std::move(socket))->start();
        accept_from(acceptor);
    });
}

}  // namespace

void serve_echo(const std::string& port_file) {
    net::io_context io{1};
    tcp::acceptor acceptor(io, {net::ip::address_v4::loopback(), 0});
    accept_from(acceptor);
    write_port(port_file, acceptor.local_endpoint().port());
    io.run();
    std::exit(0);
}

Echoed measure_echo(const std::string& program, const std::string& directory, int connections,
                    std::chrono::milliseconds time) {
    const std::string port_file = directory + "/echo";
    const Server server({program, "--echo", port_file}, port_file);

    net::io_context io{1};
    const std::string text(120, 'x');
    std::int64_t echoed = 0;
    std::vector<std::unique_ptr<Client>> clients(static_cast<std::size_t>(connections));
    for (auto& client : clients) {
        client = std::make_unique<Client>(io, [&, own = &client](std::string_view) {
            ++echoed;
            (*own)->send(text);
        });
        client->open(server.at);
        client->send(text);
    }
    io.run_for(time / 4);
    echoed = 0;
    const double before = server.process.cpu_seconds();
    io.run_for(time);
    const double used = server.process.cpu_seconds() - before;
    return {static_cast<double>(echoed) * 1000 / static_cast<double>(time.count()),
            used * 1e6 / static_cast<double>(echoed)};
}

}  // namespace cubilete::bench
