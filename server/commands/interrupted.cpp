#include "server/commands/interrupted.hpp"

#include <csignal>

namespace cubilete::server {

namespace {

std::atomic<bool> is_interrupted = false;  // global, because a signal handler can reach nothing else
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

const std::atomic<bool>& install_interrupt_handler() {
    for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { is_interrupted = true; });
    return is_interrupted;
}

}  // namespace cubilete::server
