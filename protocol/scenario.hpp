#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules.hpp"
#include "protocol/json.hpp"
#include "protocol/match.hpp"

namespace cubilete::protocol {

/// A match as a file: what chance says, what is played, and what must come of it (PROTOCOL 7). The members are
/// the keys of the file; optional ones and `options` and `draws` may be left out, and there are no others.
struct Scenario {
    struct Step {
        enum class Kind {
            move,   ///< `seat` plays `move`
            clock,  ///< `"clock":true`: the wait runs out
            look,   ///< neither: nothing happens, what happened last is looked at (first: the start)
        };
        Kind kind = Kind::look;
        Seat seat = 0;
        Json move;
        /// The code with which the move must be refused, changing nothing.
        std::optional<std::string> refused;
        Viewer as;                      ///< the seat that looks; otherwise a spectator does
        std::optional<Json> view;       ///< a subset of what is seen then (protocol/subset.hpp)
        std::optional<Json> events;     ///< subsets of events of this step, in order; others may lie between
        std::optional<Json> moves;      ///< with `as`: all its legal moves, as a set, in any spelling
        std::optional<SeatSet> to_act;  ///< all seats that may act, as a set
    };

    std::string name;
    std::string game;
    int seats = 0;
    Json options = Json::object();
    std::optional<Seat> first;
    /// All that chance will say: `{"dice":[…]}` for a throw, `{"cards":[…]}` for a shuffle.
    Json draws = Json::array();
    std::vector<Step> steps;
    std::optional<Json> result;  ///< a subset of the result at the end; null: the match runs on
};

/// Not a scenario at all: no JSON, another shape, a key that scenarios do not have. Says where and why.
struct BadScenario : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Throws BadScenario.
Scenario read_scenario(std::string_view text);

/// Plays a scenario through the same rules and wire as the server. Nothing when all is as it says; otherwise
/// the first failure, as "step 4: view/turn/dice/4: expected 5, got 4". Steps count from 1; "start" and "end"
/// lie around them.
std::optional<std::string> failure_of(const Scenario& scenario);
/// The same for a match that has been started already by settings like these.
std::optional<std::string> failure_of(const Scenario& scenario, Match& match, ScriptedChance& chance);

}  // namespace cubilete::protocol
