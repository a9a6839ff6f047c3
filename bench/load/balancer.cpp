#include "bench/load/balancer.hpp"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>

#include "bench/load/port_file.hpp"

namespace cubilete::bench {

namespace {

namespace net = boost::asio;
using boost::system::error_code;
using net::ip::tcp;

class Passed : public std::enable_shared_from_this<Passed> {
  public:
    Passed(tcp::socket client, tcp::socket server) : near_(std::move(client)), far_(std::move(server)) {}

    void start() {
        pass(near_, far_, up_);
        pass(far_, near_, down_);
    }

  private:
    using Bytes = std::array<char, 16'384>;

    void pass(tcp::socket& from, tcp::socket& to, Bytes& bytes) {
        from.async_read_some(net::buffer(bytes), [self = shared_from_this(), &from, &to, &bytes](
                                                     const error_code& failed, std::size_t size) {
            if (failed) return self->end();
            net::async_write(to, net::buffer(bytes, size),
                             [self, &from, &to, &bytes](const error_code& unwritten, std::size_t) {
                                 if (unwritten) return self->end();
                                 self->pass(from, to, bytes);
                             });
        });
    }
    void end() {
        error_code ignored;
        near_.close(ignored);
        far_.close(ignored);
    }

    tcp::socket near_;
    tcp::socket far_;
    Bytes up_{};
    Bytes down_{};
};

/// Chooses a server for each connection; the same ones in each run.
class Choice {
  public:
    explicit Choice(const std::vector<int>& ports) : ports_(ports) {}
    tcp::endpoint operator()() {
        const auto port = static_cast<std::uint16_t>(ports_[random_() % ports_.size()]);
        return {net::ip::address_v4::loopback(), port};
    }

  private:
    const std::vector<int>& ports_;
    std::mt19937 random_{1};
};

void accept_from(tcp::acceptor& acceptor, Choice& choose) {
    acceptor.async_accept([&acceptor, &choose](const error_code& failed, tcp::socket client) {
        if (failed) return;
        tcp::socket server(acceptor.get_executor());
        error_code unreached;
        server.connect(choose(), unreached);  // within this machine: it does not wait
        if (!unreached) {
            client.set_option(tcp::no_delay(true));
            server.set_option(tcp::no_delay(true));
            std::make_shared<Passed>(std::move(client), std::move(server))->start();
        }
        accept_from(acceptor, choose);
    });
}

}  // namespace

void serve_balancer(const std::string& port_file, const std::vector<int>& ports) {
    net::io_context io{1};
    tcp::acceptor acceptor(io, {net::ip::address_v4::loopback(), 0});
    Choice choose(ports);
    accept_from(acceptor, choose);
    write_port(port_file, acceptor.local_endpoint().port());
    io.run();
    std::exit(0);
}

}  // namespace cubilete::bench
