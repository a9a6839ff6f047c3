#include "server/net/admin_socket.hpp"

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <boost/asio/buffers_iterator.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/asio/write.hpp>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "protocol/codec.hpp"
#include "server/core/spdlog.hpp"

namespace cubilete::server {

namespace {

using LocalSocket = AdminSocket::LocalSocket;
using boost::system::error_code;

constexpr int most_waiting = 16;  // connections
constexpr std::chrono::milliseconds accept_pause{100};

[[noreturn]] void fail(const std::string& what) {
    throw std::system_error(errno, std::generic_category(), what);
}

int open_socket() {
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket < 0) fail("a Unix socket");
    return socket;
}

/// One connection until it ends.
class AdminConnection : public std::enable_shared_from_this<AdminConnection> {
  public:
    AdminConnection(LocalSocket socket, std::string by, std::shared_ptr<const AdminSocket::Handler> handler)
        : socket_(std::move(socket)),
          input_(AdminSocket::most_bytes),
          by_(std::move(by)),
          handler_(std::move(handler)) {}

    void read() {
        net::async_read_until(socket_, input_, '\n',
                              [self = shared_from_this()](error_code failed, std::size_t size) {
                                  if (!failed) self->handle(size);
                              });
    }

  private:
    void handle(std::size_t size) {
        std::string line(net::buffers_begin(input_.data()),
                         net::buffers_begin(input_.data()) + static_cast<std::ptrdiff_t>(size));
        input_.consume(size);
        auto parsed = protocol::parse(
            line, {.bytes = AdminSocket::most_bytes, .depth = 8, .values = AdminSocket::most_bytes});
        if (const auto* bad = std::get_if<protocol::BadMessage>(&parsed))
            return write(protocol::write(protocol::RefusedReply{bad->request_id, bad->refused}));
        auto& message = std::get<protocol::ClientMessage>(parsed);
        auto* request = std::get_if<protocol::AdminRequest>(&message.request);
        if (!request)
            return write(protocol::write(protocol::RefusedReply{
                message.id,
                {protocol::Code::unknown_type, "Here are only requests of the desk.", "/t", {}}}));
        (*handler_)({by_,
                     [self = shared_from_this(), id = message.id](const auto& result) {
                         std::string text = text_of(id, result);
                         net::post(self->socket_.get_executor(), [self, text = std::move(text)]() mutable {
                             self->write(std::move(text));
                         });
                     }},
                    std::move(*request));
    }
    static std::string text_of(const protocol::RequestId& id,
                               const std::variant<protocol::AdminReply, protocol::Rejection>& result) {
        if (const auto* no = std::get_if<protocol::Rejection>(&result))
            return protocol::write(protocol::RefusedReply{id, *no});
        return protocol::write(protocol::Ok{id, to_json(std::get<protocol::AdminReply>(result))});
    }
    void write(std::string line) {
        output_ = std::move(line) + '\n';
        net::async_write(socket_, net::buffer(output_),
                         [self = shared_from_this()](error_code failed, std::size_t) {
                             if (!failed) self->read();
                         });
    }

    LocalSocket socket_;
    net::streambuf input_;
    std::string output_;
    std::string by_;
    std::shared_ptr<const AdminSocket::Handler> handler_;
};

}  // namespace

// ---- SocketDirectory

SocketDirectory::SocketDirectory(const std::filesystem::path& directory)
    : descriptor_(::open(directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ < 0) fail(directory.string());
}

SocketDirectory::~SocketDirectory() { ::close(descriptor_); }

namespace {

/// A socket's path has room for 107 bytes, and the way through the descriptor is short.
std::optional<sockaddr_un> address_in(int directory, const std::string& name) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = "/proc/self/fd/" + std::to_string(directory) + '/' + name;
    if (path.size() >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return std::nullopt;
    }
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    return address;
}

}  // namespace

int SocketDirectory::connect(const std::string& name) const {
    const auto address = address_in(descriptor_, name);
    if (!address) return -1;
    const int socket = open_socket();
    if (::connect(socket, reinterpret_cast<const sockaddr*>(&*address), sizeof *address) == 0) return socket;
    const int reason = errno;
    ::close(socket);
    errno = reason;
    return -1;
}

int SocketDirectory::listen(const std::string& name) const {
    const auto address = address_in(descriptor_, name);
    if (!address) fail(name);
    if (const int other = connect(name); other >= 0) {
        ::close(other);
        errno = EADDRINUSE;
        fail(name);
    }
    if (errno == ECONNREFUSED) remove(name);
    const int socket = open_socket();
    // Before it has a name, so that nobody else can open it meanwhile.
    if (::fchmod(socket, S_IRUSR | S_IWUSR) != 0 ||
        ::bind(socket, reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0 ||
        ::listen(socket, most_waiting) != 0) {
        const int reason = errno;
        ::close(socket);
        errno = reason;
        fail(name);
    }
    return socket;
}

void SocketDirectory::remove(const std::string& name) const { ::unlinkat(descriptor_, name.c_str(), 0); }

std::optional<uid_t> peer_user(int socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return std::nullopt;
    return peer.uid;
}

std::string admin_socket_name(const std::string& node) {
    const std::string which = node.empty() ? "" : '-' + node;
    return std::string(admin_socket_stem) + which + std::string(admin_socket_suffix);
}

// ---- AdminSocket

AdminSocket::AdminSocket(const Executor& executor, const std::filesystem::path& directory, std::string name,
                         Handler handler)
    : directory_(directory),
      name_(std::move(name)),
      handler_(std::make_shared<const Handler>(std::move(handler))),
      acceptor_(executor, net::local::stream_protocol(), directory_.listen(name_)),
      pause_(executor) {
    accept();
}

AdminSocket::~AdminSocket() { directory_.remove(name_); }

void AdminSocket::stop() {
    error_code ignored;
    acceptor_.close(ignored);
    pause_.cancel();
}

void AdminSocket::accept() {
    acceptor_.async_accept([this](error_code failed, LocalSocket socket) {
        if (failed == net::error::operation_aborted) return;
        if (!failed) {
            admit(std::move(socket));
            return accept();
        }
        // Descriptors or memory are exhausted: at once it would fail again.
        pause_.expires_after(accept_pause);
        pause_.async_wait([this](error_code stopped) {
            if (!stopped) accept();
        });
    });
}

void AdminSocket::admit(LocalSocket socket) {
    const auto user = peer_user(socket.native_handle());
    if (user && (*user == 0 || *user == ::geteuid())) {
        const std::string by = "user " + std::to_string(*user);
        return std::make_shared<AdminConnection>(std::move(socket), by, handler_)->read();
    }
    spdlog::warn("another user of this machine was refused at the desk");
    const std::string no = protocol::write(protocol::RefusedReply{
                               {}, protocol::refused(protocol::RefusalReason::desk_not_open)}) +
                           '\n';
    ::send(socket.native_handle(), no.data(), no.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}

}  // namespace cubilete::server
