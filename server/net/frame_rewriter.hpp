#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cubilete::server {

/// Follows the frames of a WebSocket client and changes in place those that Beast would answer with another
/// close code than RFC 6455 demands:
///   a length of 2^63 or more becomes a non-canonical length, which Beast closes with 1002;
///   the code of a close frame, 5000 or more, becomes 1006, which nobody may send, so 1002;
///   the reason of a close frame in bad UTF-8 becomes a close with 1007, which Beast echoes.
/// Such a frame is not changed if its bytes come in several reads; then Beast closes with 1009 or 1002. Used
/// on the thread of the socket.
class FrameRewriter {
  public:
    /// Takes the next bytes in order, starting after the upgrade. May change them.
    void rewrite(std::span<char> bytes);

  private:
    static constexpr std::size_t most_header = 14;
    static constexpr std::size_t most_close = 125;

    std::size_t header_needed() const;
    void on_header();
    void on_close_payload();
    char unmask_byte(std::size_t at) const;

    std::array<char, most_header> header_{};
    /// Addresses of its bytes; nullptr for bytes of an earlier read.
    std::array<char*, most_header> header_bytes_{};
    std::size_t header_size_ = 0;
    std::uint64_t payload_left_ = 0;
    bool is_close_ = false;
    /// Addresses of the payload of a close frame; nullptr for bytes of an earlier read.
    std::vector<char*> close_;
};

}  // namespace cubilete::server
