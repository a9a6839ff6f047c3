#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/local/stream_protocol.hpp>
#include <sys/types.h>

#include "protocol/messages.hpp"
#include "server/core/net.hpp"
#include "server/lobby/pending_admin_request.hpp"

namespace cubilete::server {

/// A directory that is open, to find sockets in it by a path that is never too long for one. Throws std::system_error if there is no
/// such directory.
class SocketDirectory {
  public:
    explicit SocketDirectory(const std::filesystem::path& directory);
    ~SocketDirectory();
    SocketDirectory(const SocketDirectory&) = delete;
    SocketDirectory& operator=(const SocketDirectory&) = delete;

    /// Connects to the socket of that name, and returns it; -1 if nobody listens there, with the reason in errno.
    int connect(const std::string& name) const;
    /// Listens at a new socket of that name, which only its owner may open. A stale file is replaced. Throws std::system_error, also
    /// if a living server has it.
    int listen(const std::string& name) const;
    void remove(const std::string& name) const;

  private:
    int descriptor_;
};

/// The user at the other end of a connected Unix socket, or who listened there.
std::optional<uid_t> peer_user(int socket);

/// The name of the socket of a server in its data directory; `node`: its address in a cluster, or empty.
std::string admin_socket_name(const std::string& node);
inline constexpr std::string_view admin_socket_stem = "desk";
inline constexpr std::string_view admin_socket_suffix = ".sock";

/// The Unix socket of the admin interface. Each line is a request as over WebSockets, and each answer is a line; one request of a
/// connection at a time. Only root and the user of the server may ask. Lives on the thread of the executor.
class AdminSocket {
  public:
    using Handler = std::function<void(PendingAdminRequest, protocol::AdminRequest)>;
    /// Of one line; lists of words are the longest.
    static constexpr std::size_t most_bytes = 1024 * 1024;
    using LocalSocket = net::basic_stream_socket<net::local::stream_protocol, Executor>;

    /// Throws std::system_error.
    AdminSocket(const Executor& executor, const std::filesystem::path& directory, std::string name,
                Handler handler);
    /// Removes the file.
    ~AdminSocket();
    AdminSocket(const AdminSocket&) = delete;
    AdminSocket& operator=(const AdminSocket&) = delete;

    /// Accepts no more.
    void stop();

  private:
    void accept();
    void admit(LocalSocket socket);

    SocketDirectory directory_;
    std::string name_;
    std::shared_ptr<const Handler> handler_;
    net::basic_socket_acceptor<net::local::stream_protocol, Executor> acceptor_;
    SteadyTimer pause_;
};

}  // namespace cubilete::server
