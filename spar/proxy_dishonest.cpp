#include <algorithm>
#include <utility>

#include "protocol/match.hpp"
#include "spar/fields.hpp"
#include "spar/proxy.hpp"

/// What a dishonest server could try on a bot that takes part in provable dice (protocol/README.md, section 17).
namespace cubilete::server::spar {

using namespace std::chrono_literals;

namespace {

using Json = protocol::Json;

// The server waits 1.5 s for the answer to an ask that comes so much later than the forged one.
constexpr auto before_the_ask = 250ms;
constexpr int honest_asks = 3;  // before the first forged one, to see that the bot answers these

/// Returns another hash.
std::string other(std::string hash) {
    hash.back() = hash.back() == '0' ? '1' : '0';
    return hash;
}

/// `frame`: a push `dice` with the bot's seat in the roster.
Json with_fault(Json frame, Fault kind) {
    const int seat = frame["you"]["seat"];
    if (kind == Fault::other_tip) {
        Json& tip = frame["tips"][std::to_string(seat)];
        tip = other(tip.get<std::string>());
    }
    if (kind == Fault::other_commit) frame["commit"] = other(text_of(frame, "commit"));
    if (kind == Fault::other_players) {
        Json marks = Json::parse(frame["players"].get<std::string>());
        Json& mark = marks[(static_cast<std::size_t>(seat) + 1) % marks.size()];
        mark = other(mark.get<std::string>());
        frame["players"] = marks.dump();
    }
    frame["roster"] = roster_of(frame);
    if (kind == Fault::other_roster) frame["roster"] = other(text_of(frame, "roster"));
    return frame;
}

}  // namespace

/// These frames pass even while the proxy keeps back a move: an answer may come too late otherwise.
void Proxy::dice_from_bot(const LinePtr& line, const Json& frame, const std::string& text) {
    if (!line->server) return line->early.push_back(text);
    pass(line, text);
    if (text_of(frame, "t") != "dice.give" || !asked_ || answered_ask_) return;
    const bool same_entry = text_of(frame, "match") == text_of(*asked_, "match") &&
                            number_of(frame, "seq") == number_of(*asked_, "seq");
    if (!same_entry) return;
    answered_ask_ = true;
    if (++values_ <= honest_asks || !is_quiet(line)) return;
    const auto kind = faults_.at_ask([](Fault fault) { return fault == Fault::second_ask; });
    if (!kind) return;
    checker_.note(now(), std::string(name_of(*kind)));
    Json forged = *asked_;
    const auto prompt = prompts_.find({text_of(forged, "match"), number_of(forged, "n")});
    Json long_forms = Json::array();
    if (prompt != prompts_.end())
        for (const Json& move : prompt->second)
            long_forms.push_back(std::get<protocol::JsonText>(protocol::spelled_move(game_, move)).tree());
    const auto different =
        std::ranges::find_if(long_forms, [&](const Json& move) { return move != forged["move"]; });
    if (different != long_forms.end()) {
        forged["move"] = *different;
    } else {
        forged["move"] = nullptr;
        forged["by"] = protocol::object({{"clock", true}});
    }
    deliver(line, std::move(forged), true);
}

/// Shows the bot a roster that is not the one that it may reveal for. Its seat is late then, and has no part in
/// that match. In the first match the roster is always right, so that the bot is asked for values.
void Proxy::roster(const LinePtr& line, Json frame) {
    faults_.takes_part();
    const auto you = frame.find("you");
    const bool contributes =
        frame["step"] == "reveals" && you != frame.end() && frame["tips"].contains((*you)["seat"].dump());
    const bool again =
        !contributes || !rosters_.insert(text_of(frame, "match")).second || rosters_.size() == 1;
    const auto kind = again || !is_quiet(line) ? std::nullopt : faults_.at_roster();
    if (!kind) return deliver(line, std::move(frame));
    checker_.note(now(), std::string(name_of(*kind)));
    deliver(line, with_fault(std::move(frame), *kind), true);
}

void Proxy::ask(const LinePtr& line, const Json& frame) {
    const std::string match = frame["match"];
    const std::int64_t seq = frame["seq"];
    if (!asks_.insert({match, seq}).second) return deliver(line, frame);
    const bool answers = answered_ask_ && (*asked_)["match"] == match && values_ >= honest_asks;
    asked_ = frame;
    answered_ask_ = false;
    const std::map<std::int64_t, std::string>& hashes = hashes_[match];
    const auto before = hashes.find(seq - 2);
    const bool shown = hashes.contains(seq - 1);
    const auto kind = !answers || !shown || !is_quiet(line) ? std::nullopt : faults_.at_ask([&](Fault fault) {
        return fault == Fault::other_hash || (fault == Fault::lower_ask && before != hashes.end());
    });
    if (!kind) return deliver(line, frame);
    checker_.note(now(), std::string(name_of(*kind)));
    Json forged = frame;
    if (kind == Fault::other_hash) {
        forged["hash"] = other(text_of(frame, "hash"));
    } else {
        forged["seq"] = seq - 1;
        forged["hash"] = before->second;
    }
    deliver(line, std::move(forged), true);
    hold_back(line, frame, before_the_ask);
}

/// No other fault is under way on this connection.
bool Proxy::is_quiet(const LinePtr& line) const {
    return line->live && line->server && !line->held && !line->hushed && !line->late && !line->kept_push &&
           server_.is_up() && !ending_;
}

/// Delivers the frame and all that follow it later.
void Proxy::hold_back(const LinePtr& line, const Json& frame, std::chrono::milliseconds time) {
    line->late = true;
    line->waiting.push_back(frame.dump());
    after(time, [this, line] {
        line->late = false;
        for (const std::string& text : std::exchange(line->waiting, {})) from_server(line, text);
    });
}

}  // namespace cubilete::server::spar
