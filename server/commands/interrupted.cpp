#include "server/commands/interrupted.hpp"

#include <csignal>

namespace cubilete::server {

namespace {

std::atomic<bool> came = false;  // global, because a signal handler can reach nothing else
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

const std::atomic<bool>& interrupt_flag() {
    for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { came = true; });
    return came;
}

}  // namespace cubilete::server
