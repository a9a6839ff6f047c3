#pragma once

#include <iterator>
#include <utility>

#include "protocol/bot_of.hpp"
#include "protocol/match.hpp"
#include "protocol/seeded_chance.hpp"

namespace cubilete::protocol {

/// The content of the start entry: the settings, and the id and version of the rules, which need not be in the catalogue.
Json start_entry_move(const GameInfo& game, const Settings& settings);

[[noreturn]] inline void throw_replay_error(const LogEntry& entry, const std::string& why) {
    throw ReplayError("entry " + std::to_string(entry.seq) + ": " + why);
}

/// Runs `play` with the draws of the entry. Throws ReplayError unless `play` uses exactly these draws.
template <class Play>
void replay_draws(const LogEntry& entry, Play play) {
    ScriptedChance chance(entry.draws);
    try {
        play(chance);
    } catch (const ScriptError& error) {
        throw_replay_error(entry, error.what());
    }
    if (chance.left() > 0) throw_replay_error(entry, "draws are left over: " + std::to_string(chance.left()));
}

/// Adds to `seen` what `more` contains and `seen` has as null or not at all.
void merge_view(Json& seen, const Json& more);

/// A match of one game: the only class that uses both rules and JSON. `read_move` is the game's function; its
/// to_json() functions are found by argument-dependent lookup (protocol/wire.hpp).
///
/// Rules work on a copy of the state. So an exception, also from the source of chance, leaves the match
/// unchanged.
template <GameBot H, auto read_move>
class TypedMatch final : public Match {
    using R = typename H::Game;
    using State = typename R::State;
    using Move = typename R::Move;
    using Event = typename R::Event;

  public:
    TypedMatch(const Settings& settings, Chance& chance) : Match(settings), legal_moves_(prompts_.size()) {
        RecordingChance recorded(chance);
        auto started = R::start(options_of<R>(settings_), settings_.seats, settings_.first, recorded);
        append_entry({1,
                      {EntryAuthor::Kind::start, 0, false},
                      JsonText::of(start_entry_move(R::info(), settings_)),
                      recorded.take()},
                     std::move(started.state), std::move(started.events), {});
    }

    const GameInfo& game() const override { return R::info(); }
    Seat starter() const override { return R::starter(state_); }
    SeatSet to_act() const override { return R::to_act(state_); }
    Wait wait() const override { return R::wait(state_); }
    std::optional<Result> result() const override { return R::result(state_); }

    std::variant<JsonText, Rejection> canonical_form(const Json& move) const override {
        return canonical_form_of(move);
    }

    static std::variant<JsonText, Rejection> canonical_form_of(const Json& move) {
        auto read = read_move(move);
        if (auto* refused = std::get_if<Rejection>(&read)) return std::move(*refused);
        return to_json(std::get<Move>(read));
    }

    std::variant<LogEntry, Rejection> play(Seat seat, const Json& move, Chance& chance) override {
        if (result()) return protocol::refused(RefusalReason::match_done);
        if (!to_act().contains(seat)) return refused(not_your_turn());
        auto read = read_move(move);
        if (auto* unreadable = std::get_if<Rejection>(&read)) return std::move(*unreadable);
        const Move& readable = std::get<Move>(read);
        if (auto refusal = R::check(state_, seat, readable)) return refused(*std::move(refusal));
        return carry_out({EntryAuthor::Kind::seat, seat, false}, readable, chance);
    }

    bool draws(Seat seat, const Json& move) const override {
        if (result() || !to_act().contains(seat)) return false;
        const auto read = read_move(move);
        const Move* readable = std::get_if<Move>(&read);
        if (readable == nullptr || R::check(state_, seat, *readable)) return false;
        return uses_chance([&](State& next, Chance& chance) { R::apply(next, seat, *readable, chance); });
    }

    bool expiry_would_draw() const override {
        return uses_chance([](State& next, Chance& chance) { R::expire(next, chance); });
    }

    std::unique_ptr<const Position> position(Seat seat) const override {
        require(to_act().contains(seat));
        return std::make_unique<TypedPosition<H>>(state_, seat);
    }

    LogEntry record_hint(Seat seat) override {
        require(to_act().contains(seat));
        return append_entry({seq() + 1, {EntryAuthor::Kind::seat, seat, false, true}, {}, {}}, state_, {},
                            {});
    }

    LogEntry expire(Chance& chance) override {
        const Wait wait = this->wait();
        require(wait.kind != Wait::Kind::none);
        const SeatSet played_for = wait.kind == Wait::Kind::turn ? to_act() : SeatSet{};
        State next = state_;
        RecordingChance recorded(chance);
        auto events = R::expire(next, recorded);
        if (wait.kind == Wait::Kind::turn) {
            DecisionCount& decisions = decisions_[seat_in_turn(wait, played_for)];
            ++decisions.all;
            ++decisions.without_player;
        }
        return append_entry({seq() + 1, {EntryAuthor::Kind::clock, 0, false}, {}, recorded.take()},
                            std::move(next), std::move(events), played_for);
    }

    JsonText about_text() const override { return to_json(R::about(state_)); }

    JsonText view_text(Viewer viewer) const override { return to_json(R::view(state_, viewer)); }

    JsonText listed_text(Seat seat) const override {
        JsonText json = JsonText::array();
        for (const Move& move : legal_moves_[seat]) json.push_back(listed(move));
        return json;
    }

    JsonText moves_text(Seat seat) const override { return json_of(legal_moves_[seat]); }

    JsonText events_text(Viewer viewer, std::int64_t from, std::int64_t to) const override {
        require(1 <= from && from <= to && to <= seq());
        return json_of(seen_by(viewer, from, to));
    }

    JsonText entries_text(Viewer viewer, std::int64_t from, std::int64_t to) const override {
        require(1 <= from && from <= to && to <= seq());
        JsonText entries = JsonText::array();
        for (std::int64_t seq = from; seq <= to; ++seq) {
            const EntryAuthor& by = authors_[static_cast<std::size_t>(seq - 1)];
            const std::size_t events = seen_by(viewer, seq, seq).size();
            entries.push_back(JsonText::object({{"seq", seq}, {"by", to_json(by)}, {"events", events}}));
        }
        return entries;
    }

    Json full_view() const override {
        return merge_all_views([&](Viewer viewer) { return view_text(viewer).tree(); });
    }

    Json full_events() const override {
        Json open = Json::array();
        for (std::size_t at = first_event_of(seq()); at < events_.size(); ++at)
            open.push_back(merge_all_views([&](Viewer viewer) {
                const auto seen = R::seen(events_[at], viewer);
                return seen ? to_json(*seen).tree() : Json();
            }));
        return open;
    }

    std::vector<ViewerUpdate> viewer_updates(std::span<const Viewer> viewers,
                                             std::int64_t from) const override {
        JsonCache<std::vector<typename R::Seen>> events;
        JsonCache<typename R::View> views;
        std::vector<ViewerUpdate> viewer_updates;
        for (const Viewer viewer : viewers)
            viewer_updates.push_back(
                {events.text(seen_by(viewer, from, seq())), views.text(R::view(state_, viewer))});
        return viewer_updates;
    }

  private:
    /// A cache of values and their JSON text.
    template <class Value>
    class JsonCache {
      public:
        const JsonText& text(Value value) {
            for (const auto& [known, text] : known_)
                if (known == value) return text;
            JsonText text = json_of(value);
            return known_.emplace_back(std::move(value), std::move(text)).second;
        }

      private:
        std::vector<std::pair<Value, JsonText>> known_;
    };

    template <class Look>
    Json merge_all_views(Look look) const {
        Json open = look(Viewer{});
        for (int seat = 0; seat < settings_.seats; ++seat)
            merge_view(open, look(Viewer{static_cast<Seat>(seat)}));
        return open;
    }

    static JsonText json_of(const typename R::View& view) { return to_json(view); }
    template <class Value>
    static JsonText json_of(const std::vector<Value>& values) {
        JsonText json = JsonText::array();
        for (const Value& value : values) json.push_back(to_json(value));
        return json;
    }

    std::vector<typename R::Seen> seen_by(Viewer viewer, std::int64_t from, std::int64_t to) const {
        std::vector<typename R::Seen> seen;
        for (std::size_t at = first_event_of(from); at < first_event_of(to + 1); ++at)
            if (auto event = R::seen(events_[at], viewer)) seen.push_back(*std::move(event));
        return seen;
    }

    static Rejection refused(Refusal refusal) {
        switch (refusal.reason) {
            case Refusal::Reason::not_your_turn: return {Code::not_your_turn, std::move(refusal.text)};
            case Refusal::Reason::illegal_move: return {Code::illegal_move, std::move(refusal.text)};
        }
        throw_contract_violation();
    }

    template <class Change>
    bool uses_chance(Change change) const {
        State next = state_;
        ProbeChance tried;
        change(next, tried);
        return tried.was_used();
    }

    const LogEntry& carry_out(const EntryAuthor& by, const Move& move, Chance& chance) {
        State next = state_;
        RecordingChance recorded(chance);
        auto events = R::apply(next, by.seat, move, recorded);
        ++decisions_[by.seat].all;
        return append_entry({seq() + 1, by, to_json(move), recorded.take()}, std::move(next),
                            std::move(events), {by.seat});
    }

    const LogEntry& append_entry(LogEntry entry, State next, std::vector<Event> events, SeatSet acted) {
        last_ = std::move(entry);
        state_ = std::move(next);
        authors_.push_back(last_.by);
        first_events_.push_back(events_.size());
        events_.insert(events_.end(), std::make_move_iterator(events.begin()),
                       std::make_move_iterator(events.end()));
        prompt_seats(acted);
        return last_;
    }

    void prompt_seats(SeatSet acted) {
        const SeatSet asked = to_act();
        for (std::size_t at = 0; at < legal_moves_.size(); ++at) {
            const Seat seat = static_cast<Seat>(at);
            auto moves = asked.contains(seat) ? R::moves(state_, seat) : std::vector<Move>{};
            if (acted.contains(seat) || moves != legal_moves_[at]) ++prompts_[at];
            legal_moves_[at] = std::move(moves);
        }
    }

    /// The index of the first event of an entry; for the next entry, the number of all events.
    std::size_t first_event_of(std::int64_t seq) const {
        const auto at = static_cast<std::size_t>(seq - 1);
        return at < first_events_.size() ? first_events_[at] : events_.size();
    }

    State state_;
    std::vector<Event> events_;                   ///< of all entries, in order
    std::vector<std::size_t> first_events_;       ///< index of the first event of each entry
    std::vector<std::vector<Move>> legal_moves_;  ///< the present legal moves of each seat
};

}  // namespace cubilete::protocol
