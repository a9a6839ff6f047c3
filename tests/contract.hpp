#pragma once

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "engine/rules.hpp"
#include "protocol/wire.hpp"
#include "tests/seeded_chance.hpp"

/// The requirements for every game (engine/rules.hpp), tested with random matches and random options. A
/// game's test calls contract::check() with its Subject. The environment variable CUBILETE_FUZZ_MOVES makes
/// the run longer.
namespace cubilete::contract {

/// The data that the suite cannot derive.
template <Rules Game>
struct Subject {
    std::variant<typename Game::Move, protocol::Rejection> (*read_move)(const protocol::Json&);
    std::variant<typename Game::View, protocol::Rejection> (*read_view)(const protocol::Json&);
    /// Moves of every kind, whether sometimes legal or never. A move may be accepted only if it, or another
    /// spelling of it, is listed.
    std::vector<typename Game::Move> candidates;
};

inline std::int64_t moves_to_play(std::int64_t usual) {
    const char* asked = std::getenv("CUBILETE_FUZZ_MOVES");
    return asked == nullptr ? usual : std::stoll(asked);
}

inline OptionValue any_value(const OptionSpec& spec, Chance& chance) {
    switch (spec.kind) {
        case OptionSpec::Kind::flag: return chance.pick(2) == 1;
        case OptionSpec::Kind::choice:
            return spec.choices[static_cast<std::size_t>(chance.pick(static_cast<int>(spec.choices.size())))];
        case OptionSpec::Kind::integer:
            if (!spec.values.empty())
                return spec
                    .values[static_cast<std::size_t>(chance.pick(static_cast<int>(spec.values.size())))];
            return spec.min + chance.pick(spec.max - spec.min + 1);
    }
    throw_contract_violation();
}

/// Returns random options that a room could set. If the game refuses the combination, draws again.
template <Rules Game>
OptionValues any_values(Chance& chance) {
    while (true) {
        std::map<std::string, OptionValue> given;
        for (const OptionSpec& spec : Game::info().options)
            if (chance.pick(2) == 1) given[spec.name] = any_value(spec, chance);
        const auto values = OptionValues::complete(Game::info().options, given);
        REQUIRE(std::holds_alternative<OptionValues>(values));
        const auto& possible = std::get<OptionValues>(values);
        if (std::holds_alternative<typename Game::Options>(Game::options(possible))) return possible;
    }
}

template <Rules Game>
typename Game::Options any_options(Chance& chance) {
    return std::get<typename Game::Options>(Game::options(any_values<Game>(chance)));
}

/// One random match. All requirements are checked after every step.
template <Rules Game>
class Trial {
    using State = typename Game::State;
    using Move = typename Game::Move;
    using Events = std::vector<typename Game::Event>;

  public:
    Trial(const Subject<Game>& subject, std::uint64_t seed)
        : subject_(subject),
          chance_(seed),
          options_(any_options<Game>(chance_)),
          seats_(Game::info().min_seats + chance_.pick(Game::info().max_seats - Game::info().min_seats + 1)) {
    }

    /// Plays the match to its end; returns the number of steps.
    int play() {
        if (chance_.pick(2) == 1) first_ = static_cast<Seat>(chance_.pick(seats_));
        auto started = Game::start(options_, seats_, first_, recorded_);
        state_ = started.state;
        if (first_) REQUIRE(Game::starter(state_) == *first_);
        steps_.push_back({{}, {}, recorded_.take(), std::move(started.events), state_});
        inspect();
        while (Game::wait(state_).kind != Wait::Kind::none) {
            REQUIRE_MESSAGE(steps_.size() < 100'000, "the match does not end");
            step();
            inspect();
        }
        REQUIRE_THROWS_AS(Game::expire(state_, chance_), std::logic_error);
        replay();
        return static_cast<int>(steps_.size());
    }

  private:
    struct Step {
        std::optional<Seat> seat;  ///< nullopt: the start, or the wait ran out
        std::optional<Move> move;
        std::vector<Draw> draws;
        Events events;
        State after;
    };

    void step() {
        const SeatSet to_act = Game::to_act(state_);
        if (to_act.empty() || chance_.pick(10) == 0) return let_time_run_out();
        auto seat = to_act.begin();
        for (int skip = chance_.pick(to_act.size()); skip > 0; --skip) ++seat;
        const Move move = any_of(Game::moves(state_, *seat));
        auto events = Game::apply(state_, *seat, move, recorded_);
        steps_.push_back({*seat, move, recorded_.take(), std::move(events), state_});
    }

    void let_time_run_out() {
        const State before = state_;
        const Wait wait = Game::wait(before);
        auto events = Game::expire(state_, recorded_);
        steps_.push_back({{}, {}, recorded_.take(), std::move(events), state_});
        REQUIRE(Game::wait(state_).number != wait.number);
        if (wait.kind != Wait::Kind::turn) return;
        REQUIRE(follows_by_automatic_moves(before));
        if (Game::wait(state_).kind == Wait::Kind::turn) REQUIRE(Game::turns(state_) > Game::turns(before));
    }

    /// Returns true if automatic moves lead to the state after an expiry. Their number depends on the game:
    /// the clock may restart at each decision, but the expiry lasts until the turn is over.
    bool follows_by_automatic_moves(State state) const {
        constexpr int most_moves = 100;
        ScriptedChance same(steps_.back().draws);
        for (int move = 0; move < most_moves && state != state_; ++move) {
            if (Game::wait(state).kind != Wait::Kind::turn) return false;
            const Seat seat = seat_in_turn(Game::wait(state), Game::to_act(state));
            Game::apply(state, seat, Game::moves(state, seat).front(), same);
        }
        return state == state_ && same.left() == 0;
    }

    Move any_of(const std::vector<Move>& moves) {
        return moves[static_cast<std::size_t>(chance_.pick(static_cast<int>(moves.size())))];
    }

    void inspect() {
        const SeatSet to_act = Game::to_act(state_);
        const bool ended = to_act.empty() && Game::wait(state_).kind == Wait::Kind::none;
        REQUIRE(Game::result(state_).has_value() == ended);
        if (const auto result = Game::result(state_)) inspect(*result);
        for (Seat seat = 0; seat < seats_; ++seat) {
            const auto moves = Game::moves(state_, seat);
            REQUIRE(moves.empty() != to_act.contains(seat));
            inspect(seat, moves);
        }
        const int viewer = chance_.pick(seats_ + 1);
        look(viewer == seats_ ? spectator : Viewer{static_cast<Seat>(viewer)});
    }

    void inspect(const Result& result) {
        const auto seats = static_cast<std::size_t>(seats_);
        REQUIRE(result.places.size() == seats);
        REQUIRE(result.scores.size() == seats);
        REQUIRE_FALSE(result.winners.empty());
        for (Seat seat = 0; seat < seats_; ++seat)
            REQUIRE((result.places[seat] == 1) ==
                    (std::ranges::find(result.winners, seat) != result.winners.end()));
    }

    void inspect(Seat seat, const std::vector<Move>& moves) {
        const auto listed = [&](const Move& move) { return std::ranges::find(moves, move) != moves.end(); };
        for (std::size_t at = 0; at < moves.size(); ++at) {
            const auto again = moves.begin() + static_cast<std::ptrdiff_t>(at) + 1;
            if (std::find(again, moves.end(), moves[at]) != moves.end()) FAIL("a move is listed twice");
            if (Game::check(state_, seat, moves[at])) FAIL("a listed move is refused");
        }
        if (!moves.empty()) send(any_of(moves));
        // A seat without legal moves gets the same refusal for every move, so one check in ten is enough.
        if (moves.empty() && chance_.pick(10) != 0) return;
        std::optional<Move> refused;
        std::vector<Move> unlisted;
        for (const Move& candidate : subject_.candidates) {
            const bool taken = !Game::check(state_, seat, candidate);
            if (taken && !listed(candidate)) unlisted.push_back(candidate);
            if (!taken && chance_.pick(4) == 0) refused = candidate;
        }
        if (!unlisted.empty()) {
            const Move move = any_of(unlisted);
            if (!is_spelled_anew(seat, move, moves)) FAIL("unlisted and taken: " << to_json(move).dump());
        }
        if (!refused) return;
        State same = state_;
        REQUIRE_THROWS_AS(Game::apply(same, seat, *refused, chance_), std::logic_error);
        REQUIRE(same == state_);
    }

    /// Returns true if a listed move has exactly the same effect.
    bool is_spelled_anew(Seat seat, const Move& move, const std::vector<Move>& moves) {
        const auto seed = static_cast<std::uint64_t>(chance_.pick(1'000'000));
        const auto outcome = [&](const Move& played) {
            SeededChance same(seed);
            State after = state_;
            auto events = Game::apply(after, seat, played, same);
            return std::pair(std::move(after), std::move(events));
        };
        const auto wanted = outcome(move);
        return std::ranges::any_of(moves, [&](const Move& one) { return outcome(one) == wanted; });
    }

    void look(Viewer viewer) {
        for (const auto& event : steps_.back().events)
            if (const auto seen = Game::seen(event, viewer)) REQUIRE(to_json(*seen).tree().contains("e"));
        const auto view = Game::view(state_, viewer);
        if (chance_.pick(5) == 0) send(view);

        REQUIRE(Game::about(state_) == Game::about(steps_.front().after));
        const State twin = Game::redeal(state_, viewer, chance_);
        REQUIRE(Game::about(twin) == Game::about(state_));
        REQUIRE(Game::view(twin, viewer) == view);
        REQUIRE(Game::to_act(twin) == Game::to_act(state_));
        REQUIRE(Game::wait(twin) == Game::wait(state_));
        if (viewer.seat) REQUIRE(Game::moves(twin, *viewer.seat) == Game::moves(state_, *viewer.seat));
    }

    void send(const Move& move) const {
        for (const protocol::JsonText& form : {to_json(move), listed(move)}) {
            const auto read = subject_.read_move(form.tree());
            REQUIRE(std::holds_alternative<Move>(read));
            REQUIRE(std::get<Move>(read) == move);
        }
    }
    void send(const typename Game::View& view) const {
        protocol::Json whole = to_json(Game::about(state_)).tree();
        whole.update(to_json(view).tree());
        const auto read = subject_.read_view(whole);
        REQUIRE(std::holds_alternative<typename Game::View>(read));
        REQUIRE(std::get<typename Game::View>(read) == view);
    }

    /// Replays the log and expects the same match.
    void replay() const {
        ScriptedChance start_draws(steps_.front().draws);
        auto [state, events] = Game::start(options_, seats_, first_, start_draws);
        REQUIRE(start_draws.left() == 0);
        REQUIRE(events == steps_.front().events);
        REQUIRE(state == steps_.front().after);
        for (auto step = steps_.begin() + 1; step != steps_.end(); ++step) {
            ScriptedChance draws(step->draws);
            events =
                step->move ? Game::apply(state, *step->seat, *step->move, draws) : Game::expire(state, draws);
            REQUIRE(draws.left() == 0);
            REQUIRE(events == step->events);
            REQUIRE(state == step->after);
        }
    }

    const Subject<Game>& subject_;
    SeededChance chance_;
    RecordingChance recorded_{chance_};
    typename Game::Options options_;
    int seats_;
    std::optional<Seat> first_;
    State state_;
    std::vector<Step> steps_;
};

template <Rules Game>
void check(const Subject<Game>& subject, std::int64_t usual_moves = 1'000) {
    const std::int64_t wanted = moves_to_play(usual_moves);
    std::uint64_t seed = 1;
    for (std::int64_t played = 0; played < wanted; ++seed) {
        CAPTURE(seed);
        played += Trial<Game>(subject, seed).play();
    }
}

}  // namespace cubilete::contract
