#pragma once

#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "server/cluster/envelope.hpp"
#include "server/core/clock.hpp"

namespace cubilete::server {

/// Questions to all other nodes, which answer with lists of `Part`. On one thread.
template <class Part>
class Questions {
  public:
    using Done = std::function<void(std::vector<Part>)>;
    /// An answer that comes later is left out.
    static constexpr Clock::Duration answer_deadline{500};

    /// `clock` outlives it.
    explicit Questions(Clock& clock) : clock_(clock) {}

    /// `send` sends the question with this number, and returns the nodes to which it went. `done` is called once, after
    /// ask() has returned, with all answers together.
    void ask(const std::function<std::set<mesh::Epoch>(std::int64_t number)>& send, Done done) {
        const std::int64_t number = ++last_;
        OpenQuestion& open = open_[number];
        open.done = std::move(done);
        open.asked = send(number);
        open.timer = clock_.after(open.asked.empty() ? Clock::Duration(0) : answer_deadline,
                                  [this, number] { end(number); });
    }
    void on_answer(std::int64_t number, mesh::Epoch by, std::vector<Part> parts) {
        const auto open = open_.find(number);
        if (open == open_.end() || open->second.asked.erase(by) == 0) return;
        std::ranges::move(parts, std::back_inserter(open->second.parts));
        if (open->second.asked.empty()) end(number);
    }

  private:
    struct OpenQuestion {
        std::set<mesh::Epoch> asked;  ///< that have not answered
        std::vector<Part> parts;
        Done done;
        std::unique_ptr<Clock::Timer> timer;
    };
    void end(std::int64_t number) {
        if (auto open = open_.extract(number)) open.mapped().done(std::move(open.mapped().parts));
    }

    Clock& clock_;
    std::map<std::int64_t, OpenQuestion> open_;
    std::int64_t last_ = 0;
};

}  // namespace cubilete::server
