#include "server/net/flusher.hpp"

#include <exception>
#include <utility>

#include "server/core/log.hpp"

namespace cubilete::server {

void Flusher::add(std::shared_ptr<Flushable> one) {
    due_.push_back(std::move(one));
    if (due_.size() == 1) net::post(executor_, [this] { flush_all(); });
}

void Flusher::flush_all() {
    flushing_.swap(due_);
    for (const auto& one : flushing_) {
        try {
            one->flush();
        } catch (...) {
            log_bug("a write to a socket", std::current_exception());
        }
    }
    flushing_.clear();
}

void Flusher::shutdown() noexcept {
    due_.clear();
    flushing_.clear();
}

}  // namespace cubilete::server
