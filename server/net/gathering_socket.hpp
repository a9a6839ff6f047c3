#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include <boost/asio/compose.hpp>
#include <boost/asio/write.hpp>

#include "server/net/frame_watch.hpp"
#include "server/net/metered_socket.hpp"

namespace cubilete::server {

/// A socket that sends consecutive writes together, because one system call and one packet per frame is slow.
/// One write at a time, as Beast does it. All bytes read pass a FrameWatch.
class GatheringSocket : public MeteredSocket {
  public:
    using MeteredSocket::MeteredSocket;

    /// Whether the next writes may be delayed to be sent with later ones. After `true` the caller must write
    /// again, and must pass `false` before the last write.
    void more_follows(bool more) { more_follows_ = more; }

    template <class Buffers, class Token>
    auto async_read_some(const Buffers& buffers, Token&& token) {
        return net::async_compose<Token, void(boost::system::error_code, std::size_t)>(
            Read<Buffers>{*this, buffers}, token, *this);
    }

    template <class Buffers, class Token>
    auto async_write_some(const Buffers& buffers, Token&& token) {
        return net::async_compose<Token, void(boost::system::error_code, std::size_t)>(
            Write<Buffers>{*this, buffers}, token, *this);
    }

  private:
    /// Bytes; as large as one packet on the loopback, many packets elsewhere.
    static constexpr std::size_t enough = 16 * 1024;

    template <class Buffers>
    struct Read {
        template <class Self>
        void operator()(Self& self, boost::system::error_code failed = {}, std::size_t size = 0) {
            if (!std::exchange(begun, true)) {
                MeteredSocket& plain = socket;
                return plain.async_read_some(buffers, std::move(self));
            }
            std::size_t left = size;
            for (auto at = net::buffer_sequence_begin(buffers);
                 at != net::buffer_sequence_end(buffers) && left > 0; ++at) {
                const net::mutable_buffer piece(*at);
                const std::size_t came = std::min(left, piece.size());
                socket.watch_.see({static_cast<char*>(piece.data()), came});
                left -= came;
            }
            self.complete(failed, size);
        }

        GatheringSocket& socket;
        Buffers buffers;
        bool begun = false;
    };

    template <class Buffers>
    struct Write {
        template <class Self>
        void operator()(Self& self, boost::system::error_code failed = {}, std::size_t size = 0) {
            if (std::exchange(begun, true)) {
                socket.sent_ = {};
                return self.complete(failed, failed ? 0 : gathers ? gathers : size);
            }
            MeteredSocket& plain = socket;
            if (socket.gathered_.empty() && !socket.more_follows_)
                return plain.async_write_some(buffers, std::move(self));
            gathers = socket.gather(buffers);
            if (socket.more_follows_ && socket.gathered_.size() < enough)
                return net::post(socket.get_executor(), std::move(self));
            socket.sent_ = std::exchange(socket.gathered_, {});
            net::async_write(plain, net::buffer(socket.sent_), std::move(self));
        }

        GatheringSocket& socket;
        Buffers buffers;
        std::size_t gathers = 0;  ///< bytes of this write in gathered_
        bool begun = false;
    };

    template <class Buffers>
    std::size_t gather(const Buffers& buffers) {
        const std::size_t before = gathered_.size();
        for (auto at = net::buffer_sequence_begin(buffers); at != net::buffer_sequence_end(buffers); ++at) {
            const net::const_buffer piece(*at);
            gathered_.append(static_cast<const char*>(piece.data()), piece.size());
        }
        return gathered_.size() - before;
    }

    FrameWatch watch_;
    bool more_follows_ = false;
    std::string gathered_;  ///< written, not being sent yet
    std::string sent_;      ///< being sent
};

}  // namespace cubilete::server
