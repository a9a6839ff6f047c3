#include "server/cluster/pulse.hpp"

#include <utility>

namespace cubilete::server {

Pulse::Pulse(std::vector<Executor> threads) {
    for (Executor& thread : threads) questions_.push_back({.thread = std::move(thread)});
}

bool Pulse::is_there(Time now) {
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
