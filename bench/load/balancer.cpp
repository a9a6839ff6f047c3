#include "bench/load/balancer.hpp"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <random>
#include <string_view>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>

#include "bench/load/port_file.hpp"
#include "bench/load/text.hpp"

namespace cubilete::bench {

namespace {

namespace net = boost::asio;
using boost::system::error_code;
using net::ip::tcp;

/// Chooses a server for each connection, without a room the same ones in each run.
class Choice {
  public:
    explicit Choice(const std::vector<int>& ports) : ports_(ports) {}
    /// `request`: the beginning of the first request, with its address.
    tcp::endpoint operator()(std::string_view request) {
        const std::string_view room = between(request.substr(0, request.find("\r\n")), "?room=", "& ");
        const std::size_t number = room.empty() ? random_() : std::hash<std::string_view>()(room);
        return {net::ip::address_v4::loopback(), static_cast<std::uint16_t>(ports_[number % ports_.size()])};
    }

  private:
    const std::vector<int>& ports_;
    std::mt19937 random_{1};
};

class Passed : public std::enable_shared_from_this<Passed> {
  public:
    Passed(tcp::socket client, Choice& choose)
        : near_(std::move(client)), far_(near_.get_executor()), choose_(choose) {}

    void start() {
        near_.async_read_some(net::buffer(up_),
                              [self = shared_from_this()](const error_code& failed, std::size_t size) {
                                  if (!failed) self->connect({self->up_.data(), size});
                              });
    }

  private:
    using Bytes = std::array<char, 16'384>;

    void connect(std::string_view request) {
        error_code failed;
        far_.connect(choose_(request), failed);  // within this machine: it does not wait
        if (!failed) net::write(far_, net::buffer(request), failed);
        if (failed) return end();
        near_.set_option(tcp::no_delay(true));
        far_.set_option(tcp::no_delay(true));
        pass(near_, far_, up_);
        pass(far_, near_, down_);
    }
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
    Choice& choose_;
    Bytes up_{};
    Bytes down_{};
};

void accept_from(tcp::acceptor& acceptor, Choice& choose) {
    acceptor.async_accept([&acceptor, &choose](const error_code& failed, tcp::socket client) {
        if (failed) return;
        std::make_shared<Passed>(std::move(client), choose)->start();
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
