#include "server/core/threads.hpp"

#include <functional>
#include <thread>

#include <boost/asio/executor_work_guard.hpp>

#include "server/core/log.hpp"

namespace cubilete::server {

namespace {

/// Runs until the context is stopped, also while it has nothing to do.
void serve(net::io_context& context) {
    const auto work = net::make_work_guard(context);
    while (!context.stopped()) {
        try {
            context.run();
        } catch (...) {
            log_bug("a handler", std::current_exception());
        }
    }
}

}  // namespace

Threads::Threads(int count) {
    // Only one thread uses the sockets of a context, so that Asio need not lock them. Posts are still locked.
    for (int thread = 0; thread < count; ++thread)
        contexts_.push_back(std::make_unique<Context>(BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO));
}

/// A handler that never ran may own sockets and timers of other threads, so all handlers are destroyed before the
/// first of the contexts is.
Threads::~Threads() {
    for (const auto& context : contexts_) context->shutdown();
}

Executor Threads::executor_of(std::string_view key) const {
    return contexts_[std::hash<std::string_view>()(key) % contexts_.size()]->get_executor();
}

std::vector<Executor> Threads::all() const {
    std::vector<Executor> executors;
    for (const auto& context : contexts_) executors.push_back(context->get_executor());
    return executors;
}

Executor Threads::next() { return contexts_[turns_++ % contexts_.size()]->get_executor(); }

void Threads::run() {
    std::vector<std::jthread> others;
    for (std::size_t thread = 1; thread < contexts_.size(); ++thread)
        others.emplace_back([&context = *contexts_[thread]] { serve(context); });
    serve(*contexts_.front());
}

void Threads::stop() {
    for (const auto& context : contexts_) context->stop();
}

}  // namespace cubilete::server
