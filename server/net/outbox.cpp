#include "server/net/outbox.hpp"

#include <iterator>
#include <utility>

namespace cubilete::server {

bool Outbox::push(Frame frame) {
    const std::size_t size = frame.text->size();
    if (bytes_ + size > collapse_bytes_) drop_superseded_by(frame);
    if (!empty() && bytes_ + size > most_bytes_) return false;
    bytes_ += size;
    frames_.push_back(std::move(frame));
    return true;
}

std::vector<Frame> Outbox::take(std::size_t enough) {
    std::size_t taken = 0;
    auto end = frames_.begin();
    while (end != frames_.end() && taken < enough) taken += (end++)->text->size();
    bytes_ -= taken;
    if (end == frames_.end()) return std::exchange(frames_, {});
    std::vector<Frame> oldest(std::move_iterator(frames_.begin()), std::move_iterator(end));
    frames_.erase(frames_.begin(), end);
    return oldest;
}

void Outbox::clear() {
    frames_ = {};
    bytes_ = 0;
}

void Outbox::drop_superseded_by(const Frame& frame) {
    if (frame.kind == Frame::Kind::reply || frame.subject.empty()) return;
    dropped_ += static_cast<int>(std::erase_if(frames_, [&](const Frame& queued) {
        const bool overtaken = queued.kind == Frame::Kind::push && queued.subject.starts_with(frame.subject);
        if (overtaken) bytes_ -= queued.text->size();
        return overtaken;
    }));
}

}  // namespace cubilete::server
