#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spar/fields.hpp"
#include "spar/record.hpp"

namespace cubilete::server::spar {

/// Returns the hash of the roster in a push `dice`, computed from its other fields; empty if one is malformed.
inline std::string computed_roster_hash(const protocol::Json& push) try {
    Tips tips;
    for (const auto& [seat, tip] : dice_record::seat_values(push, "tips", false)) tips[seat] = *tip;
    return hex(roster_hash(text_of(push, "match"), dice_record::digest(push, "commit"),
                           text_of(push, "settings"), text_of(push, "players"), tips));
} catch (const dice_record::MalformedField&) {
    return {};
}

/// Checks that a bot which takes part in provable dice (protocol/README.md, section 13) gives its secrets only in
/// the order of that section, and in time. It uses only the frames. Part of BotConductChecker, whose times and
/// numbers of connections it uses. Not thread-safe.
class DiceChecker {
  public:
    using Time = Record::Time;
    using Json = protocol::Json;

    /// `patience`: time that the bot may take for a move.
    DiceChecker(Record& record, Time patience)
        : record_(record), time_to_answer_(std::max(least_time, patience / 10)) {}

    /// The bot sent a frame.
    void on_sent(const Json& frame);
    /// The bot received a frame, the last line of the record. `forged`: name of the fault if it is one of a dishonest
    /// server; empty = it is not.
    void on_received(Time now, int line, const Json& frame, std::string_view forged) {
        if (frame.contains("re")) return on_reply(frame);
        const std::string t = text_of(frame, "t");
        if (t == "dice") on_start(frame, forged);
        if (t == "dice.ask") on_ask(now, line, frame, forged);
        if (t == "match") on_entry(frame, forged);
    }
    /// The connection has ended: an ask that was not answered comes again on the next one.
    void on_ended(int line) {
        std::erase_if(due_, [line](const Due& due) { return due.line == line; });
    }
    /// Checks the time limit of the asks.
    void tick(Time now) {
        const auto late = [&](const Due& due) { return now - due.since >= time_to_answer_; };
        const auto found = std::ranges::find_if(due_, late);
        if (found == due_.end()) return;
        record_.report_breach_at(
            found->at, rules::dice,
            fmt::format("it was asked for a value for entry {} and gave none within {} ms", found->seq,
                        time_to_answer_.count()));
        require_no_answers(std::string(found->match));
    }

  private:
    static constexpr Time least_time{1'500};  // the server waits as long

    struct Ask {
        std::string content{};    ///< empty if each ask for this entry broke the order
        bool names_seat = false;  ///< `seats` has the bot's seat
        int shown = 0;            ///< how often it came in order
        bool disordered = false;  ///< one that broke the order came as well
        std::string forged{};     ///< name of that fault
        std::string value{};      ///< what the bot gave; empty before that
        int given = 0;            ///< how often it gave it
        bool accepted = false;
        bool crossing = false;  ///< an answer may be under way that was sent before a contradiction was shown
    };
    struct Match {
        Json first{};        ///< the first push `dice`
        Json fixed{};        ///< the first one with the roster
        std::string seat{};  ///< the bot's, as a key; empty if it has none
        std::string tip{};   ///< what the bot sent
        bool tip_accepted = false;
        bool may_reveal = false;
        std::string reveal{};
        std::string contradiction{};  ///< of a push; empty = none
        std::string forged{};         ///< name of that fault
        /// False when the order was broken, or its values came too late.
        bool must_answer = true;
        std::int64_t seq = 0;  ///< newest entry
        std::string hash{};    ///< its hash
        std::int64_t newest_ask = 0;
        std::map<std::int64_t, Ask> asks{};  ///< by number of the entry
    };
    struct Request {
        std::string t;
        std::string match;
        std::int64_t seq;
    };
    struct Due {
        std::string match;
        std::int64_t seq;
        Time since;
        int line;
        std::size_t at;
    };

    void on_start(const Json& push, std::string_view forged);
    void on_ask(Time now, int line, const Json& push, std::string_view forged);
    void on_entry(const Json& push, std::string_view forged);
    void on_reply(const Json& reply);
    void check_reveal(Match& match, const std::string& value);
    void check_give(Match& match, std::int64_t seq, const std::string& value);
    /// `unnoticed`: name of the fault that it did not notice; empty = there is none.
    void report_breach(const std::string& what, const std::string& unnoticed = {}) {
        record_.report_breach_at(record_.last(), rules::dice, what);
        if (!unnoticed.empty()) record_.unnoticed(unnoticed);
    }
    void require_no_answers(const std::string& match) {
        matches_[match].must_answer = false;
        std::erase_if(due_, [&](const Due& due) { return due.match == match; });
    }

    Record& record_;
    Time time_to_answer_;
    std::map<std::string, Match> matches_;
    std::map<std::string, Request> requests_;  ///< without an answer, by id as JSON
    std::vector<Due> due_;
};

}  // namespace cubilete::server::spar
