#include "server/cluster/thread_watch.hpp"

#include <utility>

#include "server/core/spdlog.hpp"

namespace cubilete::server {

ThreadWatch::ThreadWatch(std::vector<Executor> threads) {
    for (Executor& thread : threads) probes_.push_back({.thread = std::move(thread)});
}

bool ThreadWatch::is_responsive(Time now) {
    bool all = true;
    for (Probe& probe : probes_) {
        if (*probe.answered) {
            probe.since = now;
            *probe.answered = false;
            net::post(probe.thread, [answered = probe.answered] { *answered = true; });
        } else if (now - probe.since > response_deadline) {
            all = false;
        }
    }
    if (all != std::exchange(were_responsive_, all)) {
        if (all)
            spdlog::info("all threads answer again");
        else
            spdlog::error("a thread that serves players does not answer: other nodes will take over");
    }
    return all;
}

}  // namespace cubilete::server
