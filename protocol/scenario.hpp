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

/// A match as a file: the results of chance, the moves, and the expected effects. The members
/// have the names of the file's keys. Optional members, `options` and `draws` may be missing; other keys are
/// errors.
struct Scenario {
    struct Step {
        enum class Kind {
            move,   ///< `seat` plays `move`
            clock,  ///< `"clock":true`: the wait runs out
            /// Neither: only compares the present state; as the first step, the state after the start.
            look,
        };
        Kind kind = Kind::look;
        Seat seat = 0;
        Json move;
        /// The code with which the move must be refused; the state must not change.
        std::optional<std::string> refused;
        Viewer as;                 ///< the viewer; a spectator if the key is missing
        std::optional<Json> view;  ///< expected part of the view (protocol/subset.hpp)
        /// Expected parts of events of this step, in order; other events may lie between them.
        std::optional<Json> events;
        std::optional<Json> moves;      ///< requires `as`: the set of all its legal moves, in any spelling
        std::optional<SeatSet> to_act;  ///< the set of all seats that may act
    };

    std::string name;
    std::string game;
    int seats = 0;
    Json options = Json::object();
    std::optional<Seat> first;
    /// All results of chance: `{"dice":[…]}` for a throw, `{"cards":[…]}` for a shuffle.
    Json draws = Json::array();
    std::vector<Step> steps;
    std::optional<Json> result;  ///< expected part of the result at the end; null: the match is not over
};

/// The file is not a scenario: no JSON, a wrong shape or an unknown key. what() names the place and the
/// reason.
struct ScenarioError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Throws ScenarioError.
Scenario read_scenario(std::string_view text);

/// Plays a scenario through the same rules and JSON code as the server. Returns nullopt if everything is as
/// expected; otherwise the first failure, as "step 4: view/turn/dice/4: expected 5, got 4". Steps are
/// numbered from 1; "start" and "end" are the places before and after them.
std::optional<std::string> run_scenario(const Scenario& scenario);
/// Plays the scenario in `match`, which was already started with equal settings.
std::optional<std::string> run_scenario(const Scenario& scenario, Match& match, ScriptedChance& chance);

}  // namespace cubilete::protocol
