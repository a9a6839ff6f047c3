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
// A bot that has just come back cannot know of the first entries whether it should have been asked for them.
constexpr int entries_to_settle = 3;
constexpr auto time_to_open = 10s;  // the server has it to publish its secret

/// Returns another hash.
std::string other(std::string hash) {
    hash.back() = hash.back() == '0' ? '1' : '0';
    return hash;
}

Json other_settings(const std::string& text) {
    Json settings = Json::parse(text);
    Json& option = settings["options"].front();
    if (option.is_boolean())
        option = !option.get<bool>();
    else if (option.is_number_integer())
        option = option.get<std::int64_t>() + 1;
    else
        option = "another";
    return settings.dump();
}

Json other_player(const std::string& text, std::size_t seat) {
    Json marks = Json::parse(text);
    Json& mark = marks[seat % marks.size()];
    mark = other(mark.get<std::string>());
    return marks.dump();
}

/// `frame`: a push `dice` with the bot's seat.
Json with_fault(Json frame, Fault kind) {
    const auto seat = frame["you"]["seat"].get<std::size_t>();
    Json& tips = frame["tips"];
    if (kind == Fault::other_tip) {
        Json& tip = tips[std::to_string(seat)];
        tip = other(tip.get<std::string>());
    }
    if (kind == Fault::dropped_tip) tips.erase(std::to_string(seat));
    if (kind == Fault::second_roster) {
        const std::string neighbour = std::to_string(seat == 0 ? 1 : 0);
        tips[neighbour] = std::string(64, '7');
        frame["reveals"][neighbour] = nullptr;
    }
    if (kind == Fault::other_commit) frame["commit"] = other(text_of(frame, "commit"));
    if (kind == Fault::other_settings || kind == Fault::wrong_settings)
        frame["settings"] = other_settings(text_of(frame, "settings"));
    if (kind == Fault::other_players) frame["players"] = other_player(text_of(frame, "players"), seat + 1);
    if (kind == Fault::wrong_player) frame["players"] = other_player(text_of(frame, "players"), seat);
    if (!frame["roster"].is_null()) frame["roster"] = roster_of(frame);
    if (kind == Fault::other_roster) frame["roster"] = other(text_of(frame, "roster"));
    return frame;
}

/// The start of a match that the server does not have. `frame`: a push `dice` of the bot's match.
Json other_match(Json frame) {
    frame["match"] = text_of(frame, "match") + "x";
    frame["step"] = "tips";
    frame["commit"] = other(text_of(frame, "commit"));
    frame["tips"] = Json::object();
    frame["roster"] = nullptr;
    frame["reveals"] = nullptr;
    frame["out"] = Json::array();
    return frame;
}

/// `about`: an ask, or the member `dice` of an entry.
void leave_out(Json& about, int seat) {
    Json seats = Json::array();
    for (const Json& named : about["seats"])
        if (named != seat) seats.push_back(named);
    about["seats"] = std::move(seats);
    if (const auto fresh = about.find("fresh"); fresh != about.end()) fresh->erase(std::to_string(seat));
}

/// It moves in the log instead of who did.
Json other_mover(const Json& by) {
    return by.contains("clock") ? protocol::object({{"seat", 0}}) : protocol::object({{"clock", true}});
}

}  // namespace

// ---- the start

/// Shows the bot a start for which it may not give a secret. It has no part in that match then. In the first match the
/// start is always right, so that the bot is asked for values.
void Proxy::roster(const LinePtr& line, Json frame) {
    faults_.takes_part();
    if (!frame.contains("you")) return deliver(line, std::move(frame));
    const std::string match = frame["match"];
    if (first_dice_.empty()) first_dice_ = match;
    seat_ = frame["you"]["seat"];
    if (const auto wrong = starts_.find(match); wrong != starts_.end())
        return deliver(line, with_fault(std::move(frame), wrong->second), true, name_of(wrong->second));
    const bool again = !steps_.insert({match, text_of(frame, "step")}).second || match == first_dice_;
    const auto fits = [&](Fault fault) { return fits_roster(fault, frame); };
    const auto kind = again || !is_quiet(line) || notes_.waits() ? std::nullopt : faults_.at_dice(fits);
    if (!kind) return deliver(line, std::move(frame));
    if (kind == Fault::wrong_settings || kind == Fault::wrong_player) starts_[match] = *kind;
    expect(*kind, match);
    if (kind != Fault::other_match) return forge(line, with_fault(std::move(frame), *kind), *kind);
    deliver(line, frame);
    Json made_up = other_match(std::move(frame));
    invented_.insert(text_of(made_up, "match"));
    forge(line, std::move(made_up), *kind);
}

bool Proxy::fits_roster(Fault fault, const Json& frame) const {
    const std::string seat = std::to_string(seat_);
    if (frame["step"] == "tips") return fault == Fault::wrong_settings || fault == Fault::wrong_player;
    if (!frame["tips"].contains(seat)) return false;
    if (frame["step"] == "play") {
        const bool revealed = !frame["reveals"].value(seat, Json()).is_null();
        return revealed && (fault == Fault::second_roster || fault == Fault::other_match);
    }
    return fault == Fault::other_tip || fault == Fault::dropped_tip || fault == Fault::other_roster ||
           fault == Fault::other_commit || fault == Fault::other_settings || fault == Fault::other_players;
}

// ---- asks

/// These frames pass even while the proxy keeps back a move: an answer may come too late otherwise.
void Proxy::dice_from_bot(const LinePtr& line, const Json& frame, const std::string& text) {
    if (invented_.contains(text_of(frame, "match"))) return refuse(line, frame, "stale");
    if (!line->server) return line->early.push_back(text);
    pass(line, text);
    if (text_of(frame, "t") != "dice.give" || !asked_ || answered_ask_) return;
    const bool same_entry = text_of(frame, "match") == text_of(*asked_, "match") &&
                            number_of(frame, "seq") == number_of(*asked_, "seq");
    if (!same_entry) return;
    answered_ask_ = true;
    give_id_ = dump_of(frame, "id");
    if (++values_ > honest_asks && is_quiet(line) && !notes_.waits()) ask_again(line);
}

/// Asks about another move for the entry for which the bot has just given its value.
void Proxy::ask_again(const LinePtr& line) {
    const auto kind = faults_.at_dice([](Fault fault) { return fault == Fault::second_ask; });
    if (!kind) return;
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
    asked_twice_ = {text_of(forged, "match"), number_of(forged, "seq")};
    expect(*kind, text_of(forged, "match"));
    forge(line, std::move(forged), *kind);
}

void Proxy::ask(const LinePtr& line, const Json& frame) {
    const Entry entry{text_of(frame, "match"), number_of(frame, "seq")};
    if (!asks_.insert(entry).second) {
        if (unnamed_ != entry) return deliver(line, frame);
        Json same = frame;
        leave_out(same, seat_);
        return deliver(line, std::move(same), true, name_of(Fault::not_named));
    }
    const bool answers = asked_ && accepted_ == Entry{entry.first, number_of(*asked_, "seq")} &&
                         (*asked_)["match"] == entry.first && values_ >= honest_asks &&
                         std::ranges::find(frame["seats"], Json(seat_)) != frame["seats"].end();
    asked_ = frame;
    answered_ask_ = false;
    const bool may = answers && is_quiet(line) && !notes_.waits() && line->since.first == entry.first &&
                     entry.second > line->since.second + entries_to_settle;
    const auto kind =
        may ? faults_.at_dice([&](Fault fault) { return fits_ask(fault, line, frame); }) : std::nullopt;
    if (!kind) return deliver(line, frame);
    ask_wrongly(line, frame, *kind);
}

bool Proxy::fits_ask(Fault fault, const LinePtr& line, const Json& ask) const {
    const std::string match = ask["match"];
    const std::int64_t seq = ask["seq"];
    const auto hashes = hashes_.find(match);
    if (hashes == hashes_.end() || !hashes->second.contains(seq - 1) || line->kept_push) return false;
    if (fault == Fault::lower_ask)  // a bot tells once that an entry was asked for twice
        return hashes->second.contains(seq - 2) && asked_twice_ != Entry{match, seq - 1};
    if (fault == Fault::used_number) return numbers_.contains(match);
    if (fault == Fault::restored)
        return !starts_.contains(match) && older_ && (*older_)["match"] == match &&
               ask["by"].value("seat", seat_) != seat_;
    return fault == Fault::other_hash || fault == Fault::early_ask || fault == Fault::not_named;
}

void Proxy::ask_wrongly(const LinePtr& line, const Json& frame, Fault kind) {
    const std::string match = frame["match"];
    const std::int64_t seq = frame["seq"];
    if (kind == Fault::restored) {
        checker_.note(now(), std::string(name_of(kind)));
        restores_ = true;
        return close(line, std::nullopt);
    }
    Json forged = frame;
    if (kind == Fault::other_hash) forged["hash"] = other(text_of(frame, "hash"));
    if (kind == Fault::early_ask) forged["seq"] = seq + 1;
    if (kind == Fault::used_number) forged["k"] = numbers_.at(match);
    if (kind == Fault::lower_ask) {
        forged["seq"] = seq - 1;
        forged["hash"] = hashes_.at(match).at(seq - 2);
    }
    if (kind == Fault::not_named) {
        unnamed_ = {match, seq};
        leave_out(forged, seat_);
    }
    expect(kind, match);
    forge(line, std::move(forged), kind);
    if (kind != Fault::not_named) hold_back(line, frame, before_the_ask);
}

/// After the reply to `room.join`: shows the bot the match as it was before what it has seen.
void Proxy::restore(const LinePtr& line) {
    if (!std::exchange(restores_, false)) return;
    expect(Fault::restored, text_of(*older_, "match"));
    deliver(line, *older_, true, name_of(Fault::restored));
}

// ---- entries

/// Changes the push of an entry. Returns the name of the fault; nothing if the push stays as it is.
std::string_view Proxy::forge_entry(const LinePtr& line, Json& frame) {
    const Entry entry{text_of(frame, "match"), number_of(frame, "seq")};
    if (idle_ && entry > Entry{text_of(*idle_, "match"), number_of(*idle_, "seq")}) older_ = idle_;
    if (!asks(frame)) idle_ = frame;
    const auto dice = frame.find("dice");
    if (dice != frame.end()) numbers_[entry.first] = number_of(*dice, "k");
    if (dice != frame.end() && unnamed_ == entry) {
        leave_out(*dice, seat_);
        return name_of(Fault::not_named);
    }
    const bool proves = frame.contains("result") && frame.contains("proof");
    const auto again = ends_.find(entry.first);
    std::optional<Fault> kind;
    if (proves && again != ends_.end()) {
        kind = again->second;
    } else if (is_quiet(line) && !notes_.waits()) {
        kind = faults_.at_dice([&](Fault fault) {
            // The result of a match may come again when the bot joins.
            if (fault == Fault::changed_secret || fault == Fault::never_opened)
                return proves && !over_.contains(text_of(frame, "match"));
            const bool about_the_ask = fault == Fault::called_late || fault == Fault::other_move;
            return about_the_ask && dice != frame.end() && accepted_ == entry;
        });
        if (!kind) return {};
        checker_.note(now(), std::string(name_of(*kind)));
        expect(*kind, entry.first);
        if (proves) ends_[entry.first] = *kind;
    }
    if (!kind) return {};
    if (kind == Fault::changed_secret) frame["proof"]["seed"] = other(text_of(frame["proof"], "seed"));
    if (kind == Fault::never_opened) frame.erase("proof");
    if (kind == Fault::called_late) (*dice)["fresh"][std::to_string(seat_)] = nullptr;
    if (kind == Fault::other_move) frame["by"] = other_mover(frame["by"]);
    return name_of(*kind);
}

// ---- for all of them

void Proxy::forge(const LinePtr& line, Json frame, Fault kind) {
    checker_.note(now(), std::string(name_of(kind)));
    deliver(line, std::move(frame), true, name_of(kind));
}

/// The bot's notes of the match must show that it notices the fault.
void Proxy::expect(Fault kind, const std::string& match) {
    notes_.expect(now(), match, std::string(name_of(kind)),
                  kind == Fault::never_opened ? time_to_open : RuleChecker::Time{0});
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
