#include "server/cluster/thread_watch.hpp"

#include <utility>

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
    return all;
}

}  // namespace cubilete::server
