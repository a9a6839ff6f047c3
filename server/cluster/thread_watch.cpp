#include "server/cluster/thread_watch.hpp"

#include <utility>

#include "server/core/spdlog.hpp"

namespace cubilete::server {

ThreadWatch::ThreadWatch(std::vector<Executor> threads) {
    for (Executor& thread : threads) questions_.push_back({.thread = std::move(thread)});
}

bool ThreadWatch::is_there(Time now) {
    bool all = true;
    for (Question& question : questions_) {
        if (*question.answered) {
            question.since = now;
            *question.answered = false;
            net::post(question.thread, [answered = question.answered] { *answered = true; });
        } else if (now - question.since > patience) {
            all = false;
        }
    }
    if (all != std::exchange(were_there_, all)) {
        if (all)
            spdlog::info("all threads answer again");
        else
            spdlog::error("a thread that serves players does not answer: other nodes will take over");
    }
    return all;
}

}  // namespace cubilete::server
