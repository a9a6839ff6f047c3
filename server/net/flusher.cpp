#include "server/net/flusher.hpp"

#include <exception>
#include <utility>

#include "server/core/log.hpp"

namespace cubilete::server {

void Flusher::add(std::shared_ptr<Flushable> one) {
    pending_.push_back(std::move(one));
    if (pending_.size() == 1) net::post(executor_, [this] { flush_all(); });
}

void Flusher::flush_all() {
    flushing_.swap(pending_);
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
    pending_.clear();
    flushing_.clear();
}

}  // namespace cubilete::server
