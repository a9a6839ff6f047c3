#include "server/net/outbox.hpp"

#include <utility>

namespace cubilete::server {

bool Outbox::push(Frame frame) {
    const std::size_t size = frame.text->size();
    if (bytes_ + size > collapse_bytes_) drop_overtaken_by(frame);
    if (bytes_ + size > most_bytes_) return false;
    bytes_ += size;
    frames_.push_back(std::move(frame));
    return true;
}

std::optional<Frame> Outbox::next() {
    if (frames_.empty()) return std::nullopt;
    Frame frame = std::move(frames_.front());
    frames_.pop_front();
    bytes_ -= frame.text->size();
    return frame;
}

void Outbox::clear() {
    frames_.clear();
    bytes_ = 0;
}

void Outbox::drop_overtaken_by(const Frame& frame) {
    if (frame.kind == Frame::Kind::reply || frame.subject.empty()) return;
    dropped_ += static_cast<int>(frames_.remove_if([&](const Frame& queued) {
        const bool overtaken = queued.kind == Frame::Kind::push && queued.subject == frame.subject;
        if (overtaken) bytes_ -= queued.text->size();
        return overtaken;
    }));
}

}  // namespace cubilete::server
