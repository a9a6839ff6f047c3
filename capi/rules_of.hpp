#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "capi/cubilete_engine.h"
#include "capi/first_given_chance.hpp"
#include "engine/encoding.hpp"
#include "protocol/bot_of.hpp"
#include "protocol/match_log.hpp"
#include "protocol/seeded_chance.hpp"
#include "protocol/wire.hpp"

/// The definitions of the opaque types of cubilete_engine.h. A function that throws has changed nothing.

struct cubilete_rules {
    virtual ~cubilete_rules() = default;

    int seats = 0;
    int actions = 0;        ///< that may be listed
    int values = 0;         ///< of an observation
    std::string layout;     ///< JSON
    std::size_t bytes = 0;  ///< of a stored match

    virtual const cubilete::GameInfo& info() const = 0;
    virtual std::string action_text(int action) const = 0;
    virtual int action_number(const cubilete::protocol::Json& move) const = 0;
    virtual std::unique_ptr<cubilete_match> match() const = 0;
    virtual std::unique_ptr<cubilete_batch> batch(int matches) const = 0;
    virtual std::int64_t play_random_moves(std::int64_t moves, std::uint64_t seed) const = 0;
};

struct cubilete_match {
    virtual ~cubilete_match() = default;

    virtual void reset(std::uint64_t seed, std::optional<cubilete::Seat> first) = 0;
    virtual void copy(const cubilete_match& from) = 0;
    virtual cubilete::SeatSet to_act() const = 0;
    virtual cubilete::Wait wait() const = 0;
    virtual void mask(cubilete::Seat seat, std::uint8_t* mask) const = 0;
    virtual int legal(cubilete::Seat seat, std::span<std::int32_t> actions) const = 0;
    virtual void observe(cubilete::Viewer viewer, std::int32_t* values) const = 0;
    virtual void step(cubilete::Seat seat, int action, std::vector<cubilete::Draw> given) = 0;
    virtual std::vector<cubilete::protocol::JsonText> outcomes(cubilete::Seat seat, int action) const = 0;
    virtual void expire() = 0;
    virtual std::optional<cubilete::Result> result() const = 0;
    virtual void store(std::span<std::byte> bytes) const = 0;
    virtual void restore(std::span<const std::byte> bytes) = 0;
    virtual const cubilete_rules& rules() const = 0;
    virtual void keep_hash(bool keep) = 0;
    virtual std::string log_hash() const = 0;
};

struct cubilete_batch {
    /// For each match; see cubilete_batch_reset() and cubilete_batch_step().
    struct Rows {
        std::int32_t* seats;
        std::int32_t* values;
        std::uint8_t* mask;
    };
    struct Ends {
        std::uint8_t* over;
        float* rewards;
        std::int32_t* scores;
    };
    virtual ~cubilete_batch() = default;

    virtual void reset(std::uint64_t seed, const Rows& rows) = 0;
    virtual void step(const std::int32_t* actions, const Rows& rows, const Ends& ends) = 0;
};

namespace cubilete::capi {

inline void require_argument(bool condition, const char* otherwise) {
    if (!condition) throw std::invalid_argument(otherwise);
}

/// Winners share a reward of 1.
inline void write_result(const Result& result, std::int32_t* places, std::int32_t* scores, float* rewards) {
    if (places != nullptr) std::ranges::copy(result.places, places);
    if (scores != nullptr) std::ranges::copy(result.scores, scores);
    if (rewards == nullptr) return;
    std::fill_n(rewards, result.places.size(), 0.f);
    for (const Seat winner : result.winners)
        rewards[winner] = 1.f / static_cast<float>(result.winners.size());
}

template <GameEncoding E>
void write_mask(const typename E::Game::Options& options, const std::vector<typename E::Game::Move>& moves,
                std::span<std::uint8_t> mask) {
    std::ranges::fill(mask, std::uint8_t{0});
    for (const auto& move : moves) mask[static_cast<std::size_t>(E::number(options, move))] = 1;
}

template <GameEncoding E>
class TypedRules;

template <GameEncoding E>
class TypedMatch final : public cubilete_match {
    using Game = typename E::Game;
    using State = typename Game::State;
    using Move = typename Game::Move;
    static_assert(std::is_trivially_copyable_v<State>, "a state is stored as its bytes");

  public:
    explicit TypedMatch(const TypedRules<E>& rules) : rules_(rules) { reset(0, std::nullopt); }

    void reset(std::uint64_t seed, std::optional<Seat> first) override {
        protocol::SeededChance chance(seed);
        RecordingChance recorded(chance);
        State state = Game::start(rules_.options(), rules_.seats, first, recorded).state;
        chance_ = chance;
        state_ = state;
        seq_ = 0;
        hash_ = {};
        hashes_ = keep_;
        auto settings = rules_.settings();
        settings.first = first;
        if (hashes_)
            note({protocol::EntryAuthor::Kind::start}, protocol::JsonText::of(protocol::to_json(settings)),
                 recorded.take());
    }

    void copy(const cubilete_match& from) override {
        require_argument(&from.rules() == &rules_, "the other match has other rules");
        const auto& other = static_cast<const TypedMatch&>(from);
        state_ = other.state_;
        chance_ = other.chance_;
        seq_ = other.seq_;
        hash_ = other.hash_;
        hashes_ = other.hashes_;
        keep_ = other.keep_;
    }

    SeatSet to_act() const override { return Game::to_act(state_); }
    Wait wait() const override { return Game::wait(state_); }
    std::optional<Result> result() const override { return Game::result(state_); }
    const cubilete_rules& rules() const override { return rules_; }

    void mask(Seat seat, std::uint8_t* mask) const override {
        write_mask<E>(rules_.options(), legal_moves(seat), {mask, static_cast<std::size_t>(rules_.actions)});
    }

    int legal(Seat seat, std::span<std::int32_t> actions) const override {
        const auto moves = legal_moves(seat);
        for (std::size_t at = 0; at < std::min(moves.size(), actions.size()); ++at)
            actions[at] = E::number(rules_.options(), moves[at]);
        return static_cast<int>(moves.size());
    }

    void observe(Viewer viewer, std::int32_t* values) const override {
        ObservationWriter writer(values);
        E::observe(writer, rules_.options(), Game::view(state_, viewer), viewer);
    }

    void step(Seat seat, int action, std::vector<Draw> given) override {
        const Move move = checked(seat, action);
        State next = state_;
        protocol::SeededChance chance = chance_;
        FirstGivenChance first(std::move(given), chance);
        RecordingChance recorded(first);
        Game::apply(next, seat, move, recorded);
        require_argument(first.left() == 0, "not all given draws were used");
        state_ = next;
        chance_ = chance;
        if (hashes_) note({protocol::EntryAuthor::Kind::seat, seat}, to_json(move), recorded.take());
    }

    std::vector<protocol::JsonText> outcomes(Seat seat, int action) const override {
        const Move move = checked(seat, action);
        State next = state_;
        FirstDrawProbe asked;
        try {
            Game::apply(next, seat, move, asked);
        } catch (const FirstDrawProbe::Asked&) {
            return outcomes_of(Game::info(), asked);
        }
        return {};
    }

    void expire() override {
        require_argument(wait().kind != Wait::Kind::none, "the match is over");
        State next = state_;
        protocol::SeededChance chance = chance_;
        RecordingChance recorded(chance);
        Game::expire(next, recorded);
        state_ = next;
        chance_ = chance;
        if (hashes_) note({protocol::EntryAuthor::Kind::clock}, {}, recorded.take());
    }

    void store(std::span<std::byte> bytes) const override {
        require_argument(bytes.size() == rules_.bytes, "a stored match has another size");
        const Stored stored{rules_.fingerprint(), state_, chance_.next_seed()};
        std::memcpy(bytes.data(), &stored, sizeof stored);
    }

    /// The bytes hold no log: a match that was restored has no hash of it.
    void restore(std::span<const std::byte> bytes) override {
        require_argument(bytes.size() == rules_.bytes, "a stored match has another size");
        std::uint64_t fingerprint = 0;
        std::memcpy(&fingerprint, bytes.data(), sizeof fingerprint);
        require_argument(fingerprint == rules_.fingerprint(),
                         "these are not the bytes of a match of these rules");
        Stored stored{0, state_, 0};
        std::memcpy(&stored, bytes.data(), sizeof stored);
        state_ = stored.state;
        chance_ = protocol::SeededChance(stored.next_seed);
        hashes_ = false;
    }

    void keep_hash(bool keep) override { keep_ = keep; }
    std::string log_hash() const override {
        require_argument(hashes_, "this match keeps no hash");
        return hash_.text();
    }

    struct Stored {
        std::uint64_t fingerprint;
        State state;
        std::uint64_t next_seed;
    };

  private:
    std::vector<Move> legal_moves(Seat seat) const {
        return to_act().contains(seat) ? Game::moves(state_, seat) : std::vector<Move>{};
    }

    Move checked(Seat seat, int action) const {
        require_argument(to_act().contains(seat), "it is not that seat's turn");
        const Move move = rules_.move(action);
        if (const auto refusal = Game::check(state_, seat, move)) throw std::invalid_argument(refusal->text);
        return move;
    }

    void note(protocol::EntryAuthor by, protocol::JsonText move, std::vector<Draw> draws) {
        hash_.add(protocol::to_json(Game::info(), {++seq_, by, std::move(move), std::move(draws)}));
    }

    const TypedRules<E>& rules_;
    State state_;
    protocol::SeededChance chance_{0};
    std::int64_t seq_ = 0;
    bool keep_ = false;
    bool hashes_ = false;
    protocol::LogHash hash_;
};

template <GameEncoding E>
class TypedBatch final : public cubilete_batch {
    using Game = typename E::Game;
    using State = typename Game::State;
    using Move = typename Game::Move;

  public:
    TypedBatch(const TypedRules<E>& rules, int matches)
        : rules_(rules), matches_(static_cast<std::size_t>(matches)), chosen_(matches_.size()) {}

    void reset(std::uint64_t seed, const Rows& rows) override {
        for (std::size_t at = 0; at < matches_.size(); ++at) {
            matches_[at].seed = seed + at;
            begin(matches_[at]);
            write(at, rows);
        }
    }

    void step(const std::int32_t* actions, const Rows& rows, const Ends& ends) override {
        for (std::size_t at = 0; at < matches_.size(); ++at) chosen_[at] = checked(at, actions[at]);
        const auto seats = static_cast<std::size_t>(rules_.seats);
        for (std::size_t at = 0; at < matches_.size(); ++at) {
            One& one = matches_[at];
            carry_out(one, chosen_[at]);
            const bool over = one.wait.kind == Wait::Kind::none;
            ends.over[at] = over;
            if (over) {
                write_result(*Game::result(one.state), nullptr, ends.scores + at * seats,
                             ends.rewards + at * seats);
                one.seed += matches_.size();
                begin(one);
            } else {
                std::fill_n(ends.scores + at * seats, seats, 0);
                std::fill_n(ends.rewards + at * seats, seats, 0.f);
            }
            write(at, rows);
        }
    }

  private:
    struct One {
        std::uint64_t seed = 0;
        State state;
        protocol::SeededChance chance{0};
        Wait wait;
        Seat asked = 0;
        SeatSet passed;  ///< those who let the others act, since the last move
    };
    /// A move, or the action of letting others act.
    using Choice = std::optional<Move>;

    void begin(One& one) {
        one.chance = protocol::SeededChance(one.seed);
        one.state = Game::start(rules_.options(), rules_.seats, {}, one.chance).state;
        one.passed = {};
        advance_to_next_decision(one);
    }

    bool is_in_turn(const One& one) const {
        return one.wait.kind == Wait::Kind::turn &&
               seat_in_turn(one.wait, Game::to_act(one.state)) == one.asked;
    }

    Choice checked(std::size_t at, int action) const {
        const One& one = matches_[at];
        if (one.wait.kind == Wait::Kind::none) throw std::invalid_argument("The batch was never reset.");
        if (action == rules_.actions && !is_in_turn(one)) return std::nullopt;
        Move move = rules_.move(action);
        if (const auto refusal = Game::check(one.state, one.asked, move))
            throw std::invalid_argument("match " + std::to_string(at) + ": " + refusal->text);
        return move;
    }

    void carry_out(One& one, const Choice& choice) {
        if (choice) {
            Game::apply(one.state, one.asked, *choice, one.chance);
            one.passed = {};
        } else {
            one.passed.insert(one.asked);
        }
        advance_to_next_decision(one);
    }

    /// Lets windows run out in which all have passed.
    void advance_to_next_decision(One& one) {
        while (true) {
            one.wait = Game::wait(one.state);
            if (one.wait.kind == Wait::Kind::none) return;
            const SeatSet to_act = Game::to_act(one.state);
            SeatSet free = to_act - one.passed;
            if (one.wait.kind == Wait::Kind::turn) {
                const Seat in_turn = seat_in_turn(one.wait, to_act);
                free.erase(in_turn);
                one.asked = free.empty() ? in_turn : *free.begin();
                return;
            }
            if (!free.empty()) {
                one.asked = *free.begin();
                return;
            }
            Game::expire(one.state, one.chance);
            one.passed = {};
        }
    }

    void write(std::size_t at, const Rows& rows) {
        const One& one = matches_[at];
        const auto actions = static_cast<std::size_t>(rules_.actions);
        rows.seats[at] = one.asked;
        std::uint8_t* const mask = rows.mask + at * (actions + 1);
        write_mask<E>(rules_.options(), Game::moves(one.state, one.asked), {mask, actions});
        mask[actions] = !is_in_turn(one);
        ObservationWriter writer(rows.values + at * static_cast<std::size_t>(rules_.values));
        const Viewer viewer{one.asked};
        E::observe(writer, rules_.options(), Game::view(one.state, viewer), viewer);
    }

    const TypedRules<E>& rules_;
    std::vector<One> matches_;
    std::vector<Choice> chosen_;
};

template <GameEncoding E>
class TypedRules final : public cubilete_rules {
    using Game = typename E::Game;
    using Move = typename Game::Move;
    using ReadMove = std::variant<Move, protocol::Rejection> (*)(const protocol::Json&);

  public:
    TypedRules(protocol::Settings settings, ReadMove read_move)
        : settings_(std::move(settings)),
          options_(protocol::options_of<Game>(settings_)),
          read_move_(read_move) {
        seats = settings_.seats;
        actions = E::actions(options_);
        bytes = sizeof(typename TypedMatch<E>::Stored);
        protocol::SeededChance chance(0);
        ObservationLayout names;
        E::observe(names, options_, Game::view(Game::start(options_, seats, {}, chance).state, spectator),
                   spectator);
        protocol::JsonText fields = protocol::JsonText::array();
        for (const auto& [name, count] : names.fields()) {
            fields.push_back(protocol::JsonText::object({{"name", name}, {"at", values}, {"count", count}}));
            values += count;
        }
        layout = protocol::JsonText::object({{"version", encoding_version},
                                             {"game", Game::info().id},
                                             {"size", values},
                                             {"fields", fields}})
                     .dump();
    }

    const typename Game::Options& options() const { return options_; }
    const protocol::Settings& settings() const { return settings_; }
    Move move(int action) const {
        require_argument(is_move<E>(options_, action), "there is no such action");
        return E::move(options_, action);
    }

    const GameInfo& info() const override { return Game::info(); }
    std::string action_text(int action) const override { return to_json(move(action)).dump(); }
    int action_number(const protocol::Json& json) const override {
        const auto read = read_move_(json);
        if (const auto* rejection = std::get_if<protocol::Rejection>(&read))
            throw std::invalid_argument(rejection->text);
        const int action = E::number(options_, std::get<Move>(read));
        require_argument(is_move<E>(options_, action), "these rules have no such move");
        return action;
    }
    std::unique_ptr<cubilete_match> match() const override { return std::make_unique<TypedMatch<E>>(*this); }
    std::unique_ptr<cubilete_batch> batch(int matches) const override {
        return std::make_unique<TypedBatch<E>>(*this, matches);
    }

    std::int64_t play_random_moves(std::int64_t moves, std::uint64_t seed) const override {
        protocol::SeededChance chance(seed);
        std::int64_t ended = 0;
        while (moves > 0) {
            auto state = Game::start(options_, seats, {}, chance).state;
            for (; moves > 0 && Game::wait(state).kind != Wait::Kind::none; --moves) {
                const SeatSet to_act = Game::to_act(state);
                if (Game::wait(state).kind == Wait::Kind::window) {
                    Game::expire(state, chance);
                    continue;
                }
                const Seat seat = seat_in_turn(Game::wait(state), to_act);
                Game::apply(state, seat, pick_random(Game::moves(state, seat), chance), chance);
            }
            if (moves > 0) ++ended;
        }
        return ended;
    }

    /// Tells the bytes of these rules from those of others.
    std::uint64_t fingerprint() const {
        protocol::LogHash hash;
        hash.add(protocol::JsonText::of(protocol::to_json(settings_)));
        hash.add(protocol::JsonText::of(protocol::Json::array({bytes, CUBILETE_ENGINE_VERSION})));
        return hash.value();
    }

  private:
    protocol::Settings settings_;
    typename Game::Options options_;
    ReadMove read_move_;
};

}  // namespace cubilete::capi
