#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "protocol/json.hpp"
#include "server/match/table.hpp"
#include "server/room/actor.hpp"
#include "server/room/requester.hpp"

namespace cubilete::server {

/// The hints of a match. They are computed once per prompt: a repeated request gets the same answer without
/// new work.
class Hints {
  public:
    Hints(Actor& actor, AnswerLater answer);

    /// Answers the player of `seat` with the hints for the newest prompt.
    void ask(const Requester& from, const Table& match, Seat seat);

  private:
    struct Asked {
        std::string match;
        std::uint32_t n = 0;
        protocol::Json hints;  ///< null until they are computed
        std::vector<Requester> waiting;
    };
    void compute(const Table& match, Seat seat);
    void computed(Asked& asked, protocol::Json hints);

    Actor& actor_;
    AnswerLater answer_;
    std::map<Seat, Asked> asked_;  ///< the newest prompt for which the seat asked
};

}  // namespace cubilete::server
