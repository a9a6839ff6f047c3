#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
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
    void on_sent(const Json& frame) {
        const std::string t = text_of(frame, "t");
        if (t != "dice.tip" && t != "dice.reveal" && t != "dice.give") return;
        const std::string id = text_of(frame, "match");
        const std::int64_t seq = number_of(frame, "seq");
        requests_[dump_of(frame, "id")] = {t, id, seq};
        Match& match = matches_[id];
        if (t == "dice.tip" && !match.tip_accepted) match.tip = text_of(frame, "tip");
        if (t == "dice.tip") return;
        const std::string value = text_of(frame, "value");
        const bool crosses = t == "dice.give" && std::exchange(match.asks[seq].crossing, false);
        if (!match.contradiction.empty() && !crosses) {
            const std::string forged_ask = t == "dice.give" ? match.asks[seq].forged : std::string();
            return report_breach("it gave a secret although " + match.contradiction,
                                 forged_ask.empty() ? match.forged : forged_ask);
        }
        if (t == "dice.reveal") return check_reveal(match, value);
        std::erase_if(due_, [&](const Due& due) { return due.match == id && due.seq == seq; });
        check_give(match, seq, value);
    }
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

    static bool has(const Json& push, const char* list, const std::string& seat) {
        return std::ranges::any_of(member(push, list), [&](const Json& each) { return each.dump() == seat; });
    }
    /// Returns the tip of the seat in the roster; empty if there is none.
    static std::string tip_of(const Json& push, const std::string& seat) {
        return text_of(member(push, "tips"), seat.c_str());
    }
    static std::string content_of(const Json& ask) {
        std::string all;
        for (const char* field : {"hash", "by", "n", "move", "k", "seats"}) all += dump_of(ask, field) + '\n';
        return all;
    }
    void on_start(const Json& push, std::string_view forged) {
        const std::string id = text_of(push, "match");
        Match& match = matches_[id];
        if (match.first.is_null()) {
            match.first = push;
            match.seat = dump_of(member(push, "you"), "seat");
        }
        const auto differs = [&](const char* field, const Json& before) {
            return member(push, field) != member(before, field);
        };
        for (const char* field : {"commit", "settings", "players"})
            if (differs(field, match.first))
                match.contradiction = fmt::format("`{}` was another one than before", field);
        const std::string step = text_of(push, "step");
        if (step != "tips") {
            if (match.fixed.is_null()) match.fixed = push;
            if (differs("roster", match.fixed) || differs("tips", match.fixed))
                match.contradiction = "the roster was another one than before";
            if (computed_roster_hash(push) != text_of(push, "roster"))
                match.contradiction = "`roster` was not the hash of the roster";
            if (match.tip_accepted && tip_of(push, match.seat) != match.tip)
                match.contradiction = "the roster had not its own tip";
        }
        if (!forged.empty()) {
            if (match.contradiction.empty()) match.contradiction = fmt::format("it was shown: {}", forged);
            match.forged = forged;
        }
        const bool takes_part = !match.tip.empty() && tip_of(push, match.seat) == match.tip;
        const bool contradicts = !match.contradiction.empty();
        const bool may_reveal = !contradicts && step == "reveals" && takes_part;
        if (may_reveal) match.may_reveal = true;
        if (contradicts || may_reveal) record_.mark_tested({rules::dice});
        if (contradicts || has(push, "out", match.seat)) require_no_answers(id);
    }
    void on_ask(Time now, int line, const Json& push, std::string_view forged) {
        const std::string id = text_of(push, "match");
        Match& match = matches_[id];
        const std::int64_t seq = number_of(push, "seq");
        const std::string content = content_of(push);
        const bool names_seat = has(push, "seats", match.seat);
        Ask& ask = match.asks[seq];
        const bool again = !ask.content.empty() && ask.content == content;
        const bool follows = match.hash.empty() || text_of(push, "hash") == match.hash;
        // The bot cannot check the hash of an entry that it has not seen. It may answer, and it may not.
        const bool unseen = match.fixed.is_null() || seq > match.seq + 1;
        const bool fresh = ask.content.empty() && seq > std::max(match.seq, match.newest_ask);
        const bool forged_for_it = !forged.empty() && names_seat;
        if (forged_for_it || (!again && (!fresh || (!unseen && !follows)))) {
            record_.mark_tested({rules::dice});
            ask.disordered = true;
            ask.forged = forged;
            return require_no_answers(id);
        }
        ask.content = content;
        ask.names_seat = names_seat;
        ++ask.shown;
        match.newest_ask = std::max(match.newest_ask, seq);
        const bool contributes = !match.tip.empty() && tip_of(match.fixed, match.seat) == match.tip;
        if (!contributes || !names_seat) return;
        record_.mark_tested({rules::dice});
        if (!unseen && match.must_answer && !ask.accepted)
            due_.push_back({id, seq, now, line, record_.last()});
    }
    void on_entry(const Json& push, std::string_view forged) {
        const std::string id = text_of(push, "match");
        Match& match = matches_[id];
        const std::int64_t seq = number_of(push, "seq");
        // After older pushes the server looks like one with a restored copy of its data.
        if (seq < match.seq) {
            if (!forged.empty()) {
                record_.mark_tested({rules::dice});
                match.contradiction = fmt::format("the server went back to entry {}", seq);
                match.forged = forged;
                for (auto& [number, ask] : match.asks) ask.crossing = ask.names_seat && ask.shown > ask.given;
            }
            return require_no_answers(id);
        }
        match.seq = seq;
        match.hash = text_of(push, "hash");
        const Json& fresh = member(member(push, "dice"), "fresh");
        const bool late = fresh.contains(match.seat) && fresh[match.seat].is_null();
        if (late || !member(push, "result").is_null()) match.must_answer = false;
    }
    void on_reply(const Json& reply) {
        const auto found = requests_.extract(reply["re"].dump());
        if (!found) return;
        const Request& request = found.mapped();
        Match& match = matches_[request.match];
        if (text_of(reply, "code") == "bad_value")
            report_breach(fmt::format(
                "the server refused the value of its {}: it does not belong to its chain", request.t));
        if (text_of(reply, "t") != "ok") return;
        if (request.t == "dice.tip") match.tip_accepted = true;
        if (request.t == "dice.give") match.asks[request.seq].accepted = true;
    }
    void check_reveal(Match& match, const std::string& value) {
        if (!match.may_reveal)
            return report_breach("it revealed a secret before it saw its tip in the roster");
        if (match.reveal.empty()) match.reveal = value;
        if (match.reveal != value) report_breach("it revealed two secrets for one match");
    }
    void check_give(Match& match, std::int64_t seq, const std::string& value) {
        Ask& ask = match.asks[seq];
        ++ask.given;
        const char* why =
            ask.disordered ? "for which each ask broke the order" : "for which it was not asked";
        if (ask.shown == 0)
            return report_breach(fmt::format("it gave a value for entry {}, {}", seq, why), ask.forged);
        if (!ask.names_seat)
            return report_breach(
                fmt::format("it gave a value for entry {}, whose ask did not name its seat", seq));
        if (ask.value.empty()) ask.value = value;
        if (ask.value != value)
            report_breach(fmt::format("it gave a second value for entry {}", seq), ask.forged);
        else if (ask.disordered && ask.given > ask.shown)
            report_breach(fmt::format("it answered an ask for entry {} that broke the order", seq),
                          ask.forged);
    }
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
