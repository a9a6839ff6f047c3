#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/rules.hpp"
#include "protocol/json.hpp"

namespace cubilete::server {

/// The verdict on the dice in the record of a finished match (docs/fairness.md). The check knows no rules: it
/// finds every result that does not follow from the published secrets, but not a draw that the rules did not
/// ask for. js and bots/python have the same check with the same texts (tests/fairness).
struct DiceVerdict {
    enum class Kind {
        fair,
        servers_dice,    ///< consistent, but no seat contributed; `reason` if there was nothing to check
        left_out,        ///< the player of the notes has no part in the dice; `reason` says how
        not_verifiable,  ///< there is nothing to check; `reason` says why
        wrong,           ///< `reason` is the first fault, at `entry`
    };

    Kind kind = Kind::fair;
    std::int64_t entry = 0;  ///< 0 = the fault belongs to no entry
    std::string reason = {};

    std::int64_t draws = 0;
    std::int64_t early = 0;  ///< draws with no seat's own value: the server could know them before the move
    std::map<Seat, std::int64_t> without = {};  ///< by seat of the roster: draws without a value of this seat
    /// Values that came too late, each one bit of choice for the server. Entry 0 is the reveal.
    std::vector<std::pair<Seat, std::int64_t>> late = {};
    /// The part of the text that compare_notes() adds.
    std::string notes_text = {};
    /// How the draws were checked. replay_dice() knows the rules and writes another text.
    std::string how = "checked without the rules";

    /// Returns the exit code of a command that prints the verdict: 0 fair, 1 wrong, 2 not verifiable, 3 the
    /// server's dice, or left out.
    int exit_code() const;
    /// Returns one line, for example "FALSE at entry 3: draw 4 has another result".
    std::string text() const;

  private:
    std::string imperfections() const;
};

/// Checks a record with its whole log, in the form of docs/fairness.md. Accepts any JSON and does not throw.
DiceVerdict check_dice(const protocol::Json& record);

}  // namespace cubilete::server
