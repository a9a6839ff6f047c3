#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include <boost/asio/compose.hpp>
#include <boost/asio/write.hpp>

#include "server/net/frame_rewriter.hpp"
#include "server/net/metered_socket.hpp"

namespace cubilete::server {

/// A socket that sends frames together with the one that Beast writes next, because one system call and one
/// packet per frame is slow. All bytes read pass a FrameRewriter.
class CoalescingSocket : public MeteredSocket {
  public:
    using MeteredSocket::MeteredSocket;

    /// `frames` are complete frames with their headers. They are sent directly before the frame whose payload is
    /// at `next`, which the caller must write now with Beast. Beast's own frames, such as a pong, may go first.
    void prepend_frames(std::string frames, const void* next) {
        prefix_ = std::move(frames);
        next_ = next;
    }

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
                socket.rewriter_.rewrite({static_cast<char*>(piece.data()), came});
                left -= came;
            }
            self.complete(failed, size);
        }

        CoalescingSocket& socket;
        Buffers buffers;
        bool begun = false;
    };

    template <class Buffers>
    struct Write {
        template <class Self>
        void operator()(Self& self, boost::system::error_code failed = {}, std::size_t size = 0) {
            if (std::exchange(begun, true)) {
                if (has_prefix)
                    std::string().swap(socket.prefix_);  // also frees its memory, unlike an assignment
                return self.complete(failed, has_prefix ? (failed ? 0 : payload_size) : size);
            }
            MeteredSocket& plain = socket;
            has_prefix = socket.next_ && socket.contains_next_payload(buffers);
            if (!has_prefix) return plain.async_write_some(buffers, std::move(self));
            socket.next_ = nullptr;
            payload_size = socket.append(buffers);
            net::async_write(plain, net::buffer(socket.prefix_), std::move(self));
        }

        CoalescingSocket& socket;
        Buffers buffers;
        std::size_t payload_size = 0;  ///< bytes of this write, sent after the leading frames
        bool has_prefix = false;
        bool begun = false;
    };

    template <class Buffers>
    bool contains_next_payload(const Buffers& buffers) const {
        return std::any_of(net::buffer_sequence_begin(buffers), net::buffer_sequence_end(buffers),
                           [this](const net::const_buffer& piece) { return piece.data() == next_; });
    }

    template <class Buffers>
    std::size_t append(const Buffers& buffers) {
        const std::size_t before = prefix_.size();
        for (auto at = net::buffer_sequence_begin(buffers); at != net::buffer_sequence_end(buffers); ++at) {
            const net::const_buffer piece(*at);
            prefix_.append(static_cast<const char*>(piece.data()), piece.size());
        }
        return prefix_.size() - before;
    }

    FrameRewriter rewriter_;
    std::string prefix_;          ///< frames to be sent before the next one, or being sent
    const void* next_ = nullptr;  ///< payload of the frame that they precede; nothing if none waits
};

}  // namespace cubilete::server
