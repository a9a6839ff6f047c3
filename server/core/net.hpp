#pragma once

#include <chrono>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace cubilete::server {

namespace net = boost::asio;

/// Runs the handlers of everything that lives on one serving thread, one at a time (Threads).
using Executor = net::io_context::executor_type;

using Socket = net::basic_stream_socket<net::ip::tcp, Executor>;
using Endpoint = net::ip::tcp::endpoint;
using Acceptor = net::basic_socket_acceptor<net::ip::tcp, Executor>;
using SteadyTimer = net::basic_waitable_timer<std::chrono::steady_clock,
                                              net::wait_traits<std::chrono::steady_clock>, Executor>;

/// A coroutine on one thread. Write it as a named member function: if a lambda is itself a coroutine, GCC 12
/// destroys its captures twice.
template <class T = void>
using Task = net::awaitable<T, Executor>;

/// The completion token for all operations: `auto [failed, bytes] = co_await socket.async_read_some(buffer,
/// as_values);`
inline constexpr net::as_tuple_t<net::use_awaitable_t<Executor>> as_values;

}  // namespace cubilete::server
