#include "spar/dice_checker.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "server/core/spdlog.hpp"
#include "server/match/dice_arithmetic.hpp"
#include "spar/fields.hpp"

namespace cubilete::server::spar {

namespace {

using namespace std::chrono_literals;
using Json = protocol::Json;

constexpr DiceChecker::Time least_time = 1500ms;  // the server waits as long

std::optional<int> seat_in(const Json& push) {
    const auto you = push.find("you");
    if (you == push.end() || !you->is_object() || !you->contains("seat")) return std::nullopt;
    return static_cast<int>(number_of(*you, "seat"));
}

bool has(const Json& push, const char* list, std::optional<int> seat) {
    const auto found = push.find(list);
    return seat && found != push.end() && std::ranges::find(*found, Json(*seat)) != found->end();
}

/// Returns the text of the seat in an object like `tips`; empty if there is none, or null.
std::string of_seat(const Json& push, const char* field, std::optional<int> seat) {
    const auto found = push.find(field);
    return seat && found != push.end() ? text_of(*found, std::to_string(*seat).c_str()) : std::string();
}

std::string content_of(const Json& ask) {
    std::string all;
    for (const char* field : {"hash", "by", "n", "move", "k", "seats"}) all += dump_of(ask, field) + '\n';
    return all;
}

}  // namespace

std::string computed_roster_hash(const Json& push) {
    const auto commit = parse_digest(text_of(push, "commit"));
    const auto found = push.find("tips");
    if (!commit || found == push.end() || !found->is_object()) return {};
    Tips tips;
    for (const auto& [key, value] : found->items()) {
        int seat = 0;
        const auto read = std::from_chars(key.data(), key.data() + key.size(), seat);
        const auto tip = value.is_string() ? parse_digest(value.get<std::string>()) : std::nullopt;
        if (read.ptr != key.data() + key.size() || !tip) return {};
        tips[static_cast<Seat>(seat)] = *tip;
    }
    return hex(roster_hash(text_of(push, "match"), *commit, text_of(push, "settings"),
                           text_of(push, "players"), tips));
}

DiceChecker::DiceChecker(Record& record, Time patience)
    : record_(record), time_to_answer_(std::max(least_time, patience / 10)) {}

// ---- frames to the bot

void DiceChecker::on_received(Time now, int line, const Json& frame, std::string_view forged) {
    if (frame.contains("re")) return on_reply(frame);
    const std::string t = text_of(frame, "t");
    if (t == "dice") on_start(frame, forged);
    if (t == "dice.ask") on_ask(now, line, frame, forged);
    if (t == "match") on_entry(frame, forged);
}

void DiceChecker::on_start(const Json& push, std::string_view forged) {
    Match& match = matches_[text_of(push, "match")];
    if (match.first.is_null()) {
        match.first = push;
        match.seat = seat_in(push);
    }
    for (const char* field : {"commit", "settings", "players"})
        if (dump_of(push, field) != dump_of(match.first, field))
            match.contradiction = fmt::format("`{}` was another one than before", field);
    const std::string step = text_of(push, "step");
    if (step != "tips") {
        const bool other_roster =
            !match.fixed.is_null() && (dump_of(push, "roster") != dump_of(match.fixed, "roster") ||
                                       dump_of(push, "tips") != dump_of(match.fixed, "tips"));
        if (other_roster) match.contradiction = "the roster was another one than before";
        if (computed_roster_hash(push) != text_of(push, "roster"))
            match.contradiction = "`roster` was not the hash of the roster";
        if (match.tip_accepted && of_seat(push, "tips", match.seat) != match.tip)
            match.contradiction = "the roster had not its own tip";
        if (match.fixed.is_null()) match.fixed = push;
    }
    if (!forged.empty()) {
        if (match.contradiction.empty()) match.contradiction = fmt::format("it was shown: {}", forged);
        match.forged = forged;
    }
    if (!match.contradiction.empty()) {
        mark_tested();
        return require_no_answers(text_of(push, "match"));
    }
    const bool takes_part = !match.tip.empty() && of_seat(push, "tips", match.seat) == match.tip;
    if (step == "reveals" && takes_part) {
        match.may_reveal = true;
        mark_tested();
    }
    if (has(push, "out", match.seat)) require_no_answers(text_of(push, "match"));
}

void DiceChecker::on_ask(Time now, int line, const Json& push, std::string_view forged) {
    const std::string id = text_of(push, "match");
    Match& match = matches_[id];
    const std::int64_t seq = number_of(push, "seq");
    const std::string content = content_of(push);
    Ask& ask = match.asks[seq];
    const bool again = !ask.content.empty() && ask.content == content;
    const bool follows = match.hash.empty() || text_of(push, "hash") == match.hash;
    // The bot cannot check the hash of an entry that it has not seen. It may answer, and it may not.
    const bool unseen = match.fixed.is_null() || seq > match.seq + 1;
    const bool fresh = ask.content.empty() && seq > std::max(match.seq, match.newest_ask);
    const bool forged_for_it = !forged.empty() && has(push, "seats", match.seat);
    if (forged_for_it || (!again && (!fresh || (!unseen && !follows)))) {
        mark_tested();
        ask.disordered = true;
        ask.forged = forged;
        return require_no_answers(id);
    }
    ask.content = content;
    ask.names_seat = has(push, "seats", match.seat);
    ++ask.shown;
    match.newest_ask = std::max(match.newest_ask, seq);
    const bool contributes = !match.tip.empty() && of_seat(match.fixed, "tips", match.seat) == match.tip;
    if (!contributes || !ask.names_seat) return;
    mark_tested();
    if (!unseen && match.must_answer && !ask.accepted) due_.push_back({id, seq, now, line, record_.last()});
}

void DiceChecker::on_entry(const Json& push, std::string_view forged) {
    const std::string id = text_of(push, "match");
    Match& match = matches_[id];
    const std::int64_t seq = number_of(push, "seq");
    // After older pushes the server looks like one with a restored copy of its data.
    if (seq < match.seq) {
        if (!forged.empty()) {
            mark_tested();
            match.contradiction = fmt::format("the server went back to entry {}", seq);
            match.forged = forged;
            for (auto& [number, ask] : match.asks) ask.crossing = ask.names_seat && ask.shown > ask.given;
        }
        return require_no_answers(id);
    }
    match.seq = seq;
    match.hash = text_of(push, "hash");
    const auto dice = push.find("dice");
    const bool late =
        match.seat && dice != push.end() && dice->is_object() &&
        dice->value("fresh", Json::object()).value(std::to_string(*match.seat), Json("")).is_null();
    const auto result = push.find("result");
    if (late || (result != push.end() && !result->is_null())) match.must_answer = false;
}

void DiceChecker::on_reply(const Json& reply) {
    const auto found = requests_.extract(reply["re"].dump());
    if (!found) return;
    const Request& request = found.mapped();
    Match& match = matches_[request.match];
    if (text_of(reply, "code") == "bad_value")
        report_breach(fmt::format("the server refused the value of its {}: it does not belong to its chain",
                                  request.t));
    if (text_of(reply, "t") != "ok") return;
    if (request.t == "dice.tip") match.tip_accepted = true;
    if (request.t == "dice.give") match.asks[request.seq].accepted = true;
}

void DiceChecker::require_no_answers(const std::string& match) {
    matches_[match].must_answer = false;
    std::erase_if(due_, [&](const Due& due) { return due.match == match; });
}

// ---- frames from the bot

void DiceChecker::on_sent(const Json& frame) {
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
    return check_give(match, seq, value);
}

void DiceChecker::check_reveal(Match& match, const std::string& value) {
    if (!match.may_reveal) return report_breach("it revealed a secret before it saw its tip in the roster");
    if (match.reveal.empty()) match.reveal = value;
    if (match.reveal != value) report_breach("it revealed two secrets for one match");
}

void DiceChecker::check_give(Match& match, std::int64_t seq, const std::string& value) {
    Ask& ask = match.asks[seq];
    ++ask.given;
    const char* why = ask.disordered ? "for which each ask broke the order" : "for which it was not asked";
    if (ask.shown == 0)
        return report_breach(fmt::format("it gave a value for entry {}, {}", seq, why), ask.forged);
    if (!ask.names_seat)
        return report_breach(
            fmt::format("it gave a value for entry {}, whose ask did not name its seat", seq));
    if (ask.value.empty()) ask.value = value;
    if (ask.value != value)
        report_breach(fmt::format("it gave a second value for entry {}", seq), ask.forged);
    else if (ask.disordered && ask.given > ask.shown)
        report_breach(fmt::format("it answered an ask for entry {} that broke the order", seq), ask.forged);
}

void DiceChecker::report_breach(std::string what, const std::string& unnoticed) {
    record_.report_breach(Rule::dice, std::move(what));
    if (!unnoticed.empty()) record_.unnoticed(unnoticed);
}

// ---- time limit

void DiceChecker::on_ended(int line) {
    std::erase_if(due_, [line](const Due& due) { return due.line == line; });
}

void DiceChecker::tick(Time now) {
    const auto late = [&](const Due& due) { return now - due.since >= time_to_answer_; };
    const auto found = std::ranges::find_if(due_, late);
    if (found == due_.end()) return;
    record_.report_breach(Rule::dice,
                          fmt::format("it was asked for a value for entry {} and gave none within {} ms",
                                      found->seq, time_to_answer_.count()),
                          found->at);
    require_no_answers(std::string(found->match));
}

}  // namespace cubilete::server::spar
