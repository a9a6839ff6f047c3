#include "server/net/frame_rewriter.hpp"

#include <algorithm>
#include <string>

#include "protocol/text.hpp"

namespace cubilete::server {

namespace {

constexpr unsigned close_opcode = 0x8;
constexpr unsigned length_in_two = 126;
constexpr unsigned length_in_eight = 127;
constexpr unsigned past_all_codes = 5'000;
constexpr unsigned for_nobody = 1'006;
constexpr unsigned bad_payload = 1'007;

bool is_not_null(const char* place) { return place != nullptr; }

unsigned byte(char c) { return static_cast<unsigned char>(c); }

}  // namespace

std::size_t FrameRewriter::header_needed() const {
    if (header_size_ < 2) return 2;
    const unsigned length = byte(header_[1]) & 0x7F;
    const std::size_t mask = (byte(header_[1]) & 0x80) != 0 ? 4 : 0;
    return 2 + (length == length_in_two ? 2 : length == length_in_eight ? 8 : 0) + mask;
}

void FrameRewriter::rewrite(std::span<char> bytes) {
    for (std::size_t at = 0; at < bytes.size();) {
        if (payload_left_ > 0) {
            const std::size_t size = std::min<std::uint64_t>(payload_left_, bytes.size() - at);
            if (is_close_)
                for (std::size_t each = 0; each < size; ++each) close_.push_back(&bytes[at + each]);
            at += size;
            payload_left_ -= size;
            if (payload_left_ == 0 && is_close_) on_close_payload();
            continue;
        }
        header_[header_size_] = bytes[at];
        header_bytes_[header_size_] = &bytes[at];
        ++header_size_;
        ++at;
        if (header_size_ == header_needed()) on_header();
    }
    header_bytes_.fill(nullptr);
    std::ranges::fill(close_, nullptr);
}

void FrameRewriter::on_header() {
    unsigned length = byte(header_[1]) & 0x7F;
    payload_left_ = length;
    if (length >= length_in_two) {
        const std::size_t bytes = length == length_in_two ? 2 : 8;
        payload_left_ = 0;
        for (std::size_t at = 0; at < bytes; ++at) payload_left_ = payload_left_ << 8 | byte(header_[2 + at]);
        const bool too_long = bytes == 8 && payload_left_ >> 63 != 0;
        const auto places = std::span(header_bytes_).subspan(2, 8);
        if (too_long && std::ranges::all_of(places, is_not_null))
            for (char* const place : places) *place = 0;
    }
    is_close_ = (byte(header_[0]) & 0x0F) == close_opcode && payload_left_ <= most_close;
    close_.clear();
    header_size_ = 0;
}

char FrameRewriter::unmask_byte(std::size_t at) const {
    const bool masked = (byte(header_[1]) & 0x80) != 0;
    return static_cast<char>(byte(*close_[at]) ^ (masked ? byte(header_[2 + at % 4]) : 0));
}

void FrameRewriter::on_close_payload() {
    if (close_.size() < 2 || !std::ranges::all_of(close_, is_not_null)) return;
    const unsigned code = byte(unmask_byte(0)) << 8 | byte(unmask_byte(1));
    std::string reason;
    for (std::size_t at = 2; at < close_.size(); ++at) reason += unmask_byte(at);
    const auto put = [&](std::size_t at, unsigned value) {
        *close_[at] = static_cast<char>(byte(*close_[at]) ^ byte(unmask_byte(at)) ^ value);
    };
    const auto put_code = [&](unsigned other) {
        put(0, other >> 8);
        put(1, other & 0xFF);
    };
    if (code >= past_all_codes) return put_code(for_nobody);
    if (protocol::decode_utf8(reason)) return;
    put_code(bad_payload);
    for (std::size_t at = 2; at < close_.size(); ++at) put(at, '?');
}

}  // namespace cubilete::server
