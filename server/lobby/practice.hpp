#pragma once

#include <functional>
#include <optional>
#include <variant>

#include "server/history/practice_reader.hpp"
#include "server/lobby/clients.hpp"

namespace cubilete::server {

/// Lets players decide again what cost most (docs/analysis.md). A part of the Lobby, on its thread. Positions are found on the
/// thread of the history reader, and judged on that of the built-in bots.
class Practice {
  public:
    Practice(Actor& lobby, Clients& clients) : lobby_(lobby), clients_(clients) {}

    // Each returns a refusal, or nothing if the request is answered later.
    Verdict carry_out(const Requester& from, protocol::PracticeNext& request);
    Verdict carry_out(const Requester& from, protocol::PracticeAnswer& request);

  private:
    struct Outcome {
        std::variant<protocol::Reply, protocol::Rejection> answer;
        std::optional<storage::PutPractice> put;
    };
    using Find = std::function<std::optional<PracticePosition>(const PracticeReader&)>;
    /// Turns an exercise into its outcome; on the thread of the built-in bots.
    using Use = std::function<Outcome(const PracticePosition&, const protocol::Exercise&)>;
    using Done = std::function<void(Outcome)>;  ///< on any thread

    Verdict begin(const Requester& from, Find find, Use use);
    void think(const PracticePosition& found, Use use, Done done) const;
    static Outcome gone(const PracticePosition& position);
    void answer(const Requester& from, const Outcome& outcome);

    Actor& lobby_;
    Clients& clients_;
};

}  // namespace cubilete::server
