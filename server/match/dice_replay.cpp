#include "server/match/dice_replay.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "protocol/match.hpp"
#include "server/match/cup_dice.hpp"
#include "server/match/cup_verdict.hpp"
#include "server/match/dice_record.hpp"
#include "server/match/provable_chance.hpp"
#include "server/match/table.hpp"

namespace cubilete::server {
namespace {

using namespace dice_record;
using Kind = DiceVerdict::Kind;

/// A difference between the record and the rules.
struct Difference : std::runtime_error {
    using std::runtime_error::runtime_error;
};

std::string draw_name(std::uint64_t k) { return "draw " + std::to_string(k); }

/// Returns why this program cannot replay a match with these settings; empty if it can.
std::string missing_rules(const Json& settings) {
    const Json& id = member(settings, "game");
    const GameInfo* game = id.is_string() ? protocol::find_game(id.get<std::string>()) : nullptr;
    if (game == nullptr) return "this program has no such game";
    const auto version = integer(member(settings, "version"));
    if (!version) return "its log names no version of the rules";
    if (*version == game->version) return {};
    return "it was played by version " + std::to_string(*version) + " of the rules, this program has " +
           std::to_string(game->version);
}

/// Whether the record has this draw, besides its result, which check_dice() has checked.
bool same_request(const Json& drawn, const ProvableDraw& draw) {
    const Json made = to_json(draw).tree();
    return member(drawn, "kind") == made["kind"] &&
           std::ranges::all_of(std::array{"k", "a", "b"}, [&](auto name) {
               return integer(member(drawn, name)) == integer(made[name]);
           });
}

/// A request and a hint answer the present prompt of their seat.
void check_prompt(const protocol::Match& match, const Json& entry, const protocol::EntryAuthor& by) {
    if (by.kind != protocol::EntryAuthor::Kind::seat || by.seat >= match.settings().seats) return;
    if (!by.hint && member(entry, "id").is_null()) return;
    if (integer(entry, "n", -max_exact_integer, max_exact_integer) != std::int64_t{match.prompt(by.seat)})
        throw Difference("its number n is not that of the seat's prompt");
}

/// The ids by seat; empty for a deleted account, which no built-in bot has.
std::vector<std::string> players_of(const Json& record, int seats) {
    std::vector<std::string> players(static_cast<std::size_t>(seats));
    const Json& people = member(record, "seats");
    for (std::size_t seat = 0; seat < std::min(people.size(), players.size()); ++seat)
        if (const Json& id = member(people[seat], "id"); id.is_string())
            players[seat] = id.get<std::string>();
    return players;
}

/// The settings that the record tells are those of its log.
void check_stated_settings(const Json& record) {
    const Json& settings = record["log"][0]["move"];
    if (const Json& game = member(record, "game"); !game.is_null() && game != settings["game"])
        throw Difference("the record is about another game than its log");
    if (const Json& said = member(record, "settings"); !said.is_null() && said != settings)
        throw Difference("the record has other settings than its log");
}

/// The result that the record tells is that of the log, as far as it tells one.
void check_stated_result(const Json& record, const protocol::Match& match) {
    const Json& recorded_result = member(record, "result");
    if (recorded_result.is_null()) return;
    std::vector<storage::LogRow> rows;
    for (const Json& entry : record["log"]) rows.push_back(row_of(text(record, "id"), entry));
    storage::MatchRow row;
    row.id = text(record, "id");
    row.game = match.game().id;
    row.version = match.game().version;
    row.chain = static_cast<int>(integer(record, "chain", 1, max_exact_integer));
    row.players = players_of(record, match.settings().seats);
    row.ended_ms = rows.back().at_ms;
    row.result = recorded_result.dump();  // only whether it is void
    const Table table(std::move(row), rows, nullptr);
    if (Json::parse(table.finish(rows.back().at_ms).result) != recorded_result)
        throw Difference("the log leads to another result");
}

/// Throws Difference if the record shows players other events of an entry than the rules do.
void check_stated_events(const Json& record, const Json& entry, const protocol::Match& match) {
    const Json& events = member(entry, "events");
    if (member(record, "replay") == true && !events.is_null() && !same_json(events, match.full_events()))
        throw Difference("its events are not those of the rules");
}

/// Plays the entry of a record with draws of `chance`; the start makes the `match`.
void play_entry(std::unique_ptr<protocol::Match>& match, std::int64_t number, const Json& json,
                Chance& chance) {
    const protocol::LogEntry entry{number, protocol::read_author(json["by"]), JsonText::of(json["move"]), {}};
    try {
        if (match) {
            check_prompt(*match, json, entry.by);
            match->follow(entry, chance);
        } else {
            if (entry.by.kind != protocol::EntryAuthor::Kind::start)
                throw Difference("it is not the start of a match");
            match = protocol::Match::start(protocol::settings_from_start(json["move"]), chance);
        }
    } catch (const protocol::ReplayError& error) {
        const std::string name = "entry " + std::to_string(number) + ": ";
        std::string why = error.what();
        if (why.starts_with(name)) why.erase(0, name.size());  // the verdict's text begins with it
        throw Difference("it is not by the rules: " + why);
    }
}

/// Plays a record again that check_dice() has found consistent.
class RulesReplay {
  public:
    RulesReplay(const Json& record, DiceVerdict& verdict, std::optional<Viewer> viewer)
        : record_(record),
          proof_(record["proof"]),
          log_(record["log"]),
          verdict_(verdict),
          viewer_(viewer),
          chance_(key()) {
        for (const auto& [seat, tip] : seat_values(proof_, "tips")) roster_.push_back(seat);
    }

    ReplayResult run() {
        check_frame();
        for (const Json& entry : log_) {
            ++verdict_.entry;
            play(entry);
            check_draws(entry);
            check_shown(entry);
            if (viewer_) found_.shown.push_back(shown_hashes_of(*match_, viewer()));
        }
        verdict_.entry = 0;
        check_stated_result(record_, *match_);
        found_.game = match_->game().id;
        return std::move(found_);
    }

  private:
    Secret key() const {
        return draw_key(Secret(digest(proof_, "seed")), digest(proof_, "roster"),
                        seat_values(proof_, "reveals"));
    }
    void check_frame() const;
    void play(const Json& entry);
    void check_draws(const Json& entry);
    void check_shown(const Json& entry) const;
    /// Notes may be of a seat that the match does not have.
    Viewer viewer() const { return viewer_->seat < match_->settings().seats ? *viewer_ : Viewer(); }

    const Json& record_;
    const Json& proof_;
    const Json& log_;
    DiceVerdict& verdict_;
    std::optional<Viewer> viewer_;
    std::vector<Seat> roster_;
    ReplayResult found_;
    ProvableChance chance_;
    std::unique_ptr<protocol::Match> match_;
};

/// Throws Difference if the members beside the log are about another match.
void RulesReplay::check_frame() const {
    const Json& settings = log_.front()["move"];
    check_stated_settings(record_);
    const auto seats = integer(member(settings, "seats"));
    if (seats != static_cast<std::int64_t>(player_count(text(proof_, "players"))))
        throw Difference("the proof is about another number of players than the log");
    if (const Json& people = member(record_, "seats"); !people.is_null()) {
        if (!people.is_array() || seats != static_cast<std::int64_t>(people.size()))
            throw Difference("the record is about another number of players than its log");
        if (!std::ranges::all_of(people, [](const Json& person) { return person.is_object(); }))
            throw MalformedField("seats");
    }
}

void RulesReplay::play(const Json& json) {
    const Json& extra = member(json, "extra");
    const bool drew = !member(extra, "drawn").is_null();
    chance_.contribute(drew ? seat_values(extra, "fresh") : SeatValues{});
    play_entry(match_, verdict_.entry, json, chance_);
}

void RulesReplay::check_draws(const Json& entry) {
    const std::vector<ProvableDraw> asked = chance_.take();
    const Json& drawn = member(member(entry, "extra"), "drawn");
    for (std::size_t at = 0; at < std::min(asked.size(), drawn.size()); ++at)
        if (!same_request(drawn[at], asked[at]))
            throw Difference(draw_name(asked[at].request.k) + " is not what the rules ask for");
    if (drawn.size() > asked.size())
        throw Difference("the rules do not ask for draw " + drawn[asked.size()]["k"].dump());
    if (drawn.size() < asked.size())
        throw Difference("the rules ask for " + draw_name(asked[drawn.size()].request.k) +
                         ", which is missing");
    const Json played = protocol::to_json(match_->game(), match_->last().draws).tree();
    for (std::size_t at = 0; at < asked.size(); ++at)
        if (played[at] != entry["draws"][at])
            throw Difference(draw_name(asked[at].request.k) + " was played with another result");
}

/// Throws Difference if the record says that players were shown something else than they see by the rules.
void RulesReplay::check_shown(const Json& entry) const {
    const Json& shown = member(member(entry, "extra"), "shown");
    if (has_view_hashes(log_) && !shown.is_null() &&
        shown != shown_hashes(*match_, viewer_sights(*match_, roster_)))
        throw Difference("the hashes of what was shown are not those of the rules");
    check_stated_events(record_, entry, *match_);
}

/// Plays the record of a match of the day's cup again that check_cup() has found consistent.
void replay_cup(const Json& record, DiceVerdict& verdict) {
    const Json& log = record["log"];
    const std::int64_t day = integer(record["cup"], "day", 1, cup_days);
    check_stated_settings(record);
    CupChance chance(Secret(digest(record["cup"], "seed")), static_cast<int>(day));
    std::unique_ptr<protocol::Match> match;
    for (const Json& entry : log) {
        ++verdict.entry;
        play_entry(match, verdict.entry, entry, chance);
        Json thrown = Json::array();
        for (const CupThrow& one : chance.take()) thrown.push_back(to_json(one).tree());
        const Json& drawn = member(member(entry, "extra"), "drawn");
        if (drawn.is_null() ? !thrown.empty() : !same_json(drawn, thrown))
            throw Difference("its throws are not those of the rules");
        check_stated_events(record, entry, *match);
    }
    verdict.entry = 0;
    check_stated_result(record, *match);
}

/// Adds to the verdict what `replay` finds when it plays the log again.
DiceVerdict& add_rules(const Json& record, DiceVerdict& verdict, const std::function<void()>& replay) {
    const bool checked = verdict.kind == Kind::fair || verdict.kind == Kind::servers_dice;
    if (!checked || !verdict.reason.empty()) return verdict;
    constexpr std::string_view without = "checked without the rules";
    try {
        if (record["log"].empty()) return verdict;
        if (const std::string why = missing_rules(record["log"][0]["move"]); !why.empty()) {
            verdict.how += ": " + why;
            return verdict;
        }
        replay();
        verdict.how.replace(verdict.how.find(without), without.size(), "replayed by the rules");
    } catch (const std::logic_error& bug) {
        verdict.kind = Kind::not_verifiable;
        verdict.reason = std::string("the replay has failed: ") + bug.what();
    } catch (const std::exception& fault) {
        verdict.kind = Kind::wrong;
        verdict.reason = fault.what();
    }
    return verdict;
}

/// `viewer`: whose eyes the hashes are for; nothing if nobody asks for them.
DiceVerdict run_replay(const Json& record, std::optional<Viewer> viewer, std::optional<ReplayResult>& found) {
    if (is_cup_record(record)) {
        DiceVerdict verdict = check_cup(record);
        return add_rules(record, verdict, [&] { replay_cup(record, verdict); });
    }
    DiceVerdict verdict = check_dice(record);
    return add_rules(record, verdict, [&] { found = RulesReplay(record, verdict, viewer).run(); });
}

}  // namespace

DiceVerdict replay_dice(const Json& record) {
    std::optional<ReplayResult> found;
    return run_replay(record, std::nullopt, found);
}

DiceVerdict replay_dice(const Json& record, Viewer viewer, std::optional<ReplayResult>& found) {
    return run_replay(record, viewer, found);
}

}  // namespace cubilete::server
