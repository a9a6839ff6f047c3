#include <algorithm>

#include "capi/rules_of.hpp"
#include "encodings.hpp"
#include "protocol/codec.hpp"

namespace cubilete::capi {

namespace {

thread_local std::string last_error;
thread_local std::string last_text;

/// Returns what `work` returns, or `otherwise` if it throws.
template <class Value, class Work>
Value guarded(Value otherwise, Work work) noexcept {
    try {
        return work();
    } catch (const std::exception& error) {
        last_error = error.what();
    } catch (...) {
        last_error = "unknown error";
    }
    return otherwise;
}

template <class Work>
int status_of(Work work) noexcept {
    return guarded(-1, [&] { return work(), 0; });
}

const char* keep_text(std::string text) {
    last_text = std::move(text);
    return last_text.c_str();
}

protocol::Json read(const char* text) {
    require_argument(text != nullptr, "a text is missing");
    auto json = protocol::read_json(text);
    if (const auto* rejection = std::get_if<protocol::Rejection>(&json))
        throw std::invalid_argument(rejection->text);
    return std::get<protocol::Json>(std::move(json));
}

std::unique_ptr<cubilete_rules> make_rules(const protocol::Settings& settings) {
#define GAME(name)              \
    if (settings.game == #name) \
        return std::make_unique<TypedRules<name::Encoding>>(settings, name::read_move);
#include "engine/games/games.def"
#undef GAME
    throw_contract_violation();
}

Seat seat_of(const cubilete_match& match, int seat) {
    require_argument(0 <= seat && seat < match.rules().seats, "there is no such seat");
    return static_cast<Seat>(seat);
}

void require_arrays(const auto*... arrays) {
    require_argument((... && (arrays != nullptr)), "an array is missing");
}

cubilete_batch::Rows rows(std::int32_t* seats, std::int32_t* values, std::uint8_t* mask) {
    require_arrays(seats, values, mask);
    return {seats, values, mask};
}

/// The number of orders in which dice with these faces, in ascending order, can fall.
double count_orders(const Dice& dice) {
    double orders = 1;
    int alike = 0;
    for (std::size_t at = 0; at < dice.size(); ++at) {
        alike = at > 0 && dice[at] == dice[at - 1] ? alike + 1 : 1;
        orders = orders * static_cast<double>(at + 1) / alike;
    }
    return orders;
}

}  // namespace

std::vector<protocol::JsonText> outcomes_of(const GameInfo& game, const FirstDrawProbe& asked) {
    std::vector<protocol::JsonText> outcomes;
    Dice dice;
    dice.resize(static_cast<std::size_t>(asked.count()));
    std::ranges::fill(dice, std::uint8_t{1});
    double all = 1;
    for (int die = 0; die < asked.count(); ++die) all *= asked.faces();
    while (true) {
        const auto draws = protocol::to_json(game, {DiceDraw{dice}});
        outcomes.push_back(
            protocol::JsonText::of(protocol::Json::array({count_orders(dice) / all, draws.tree()})));
        auto last = dice.end();
        while (last != dice.begin() && *(last - 1) == asked.faces()) --last;
        if (last == dice.begin()) return outcomes;
        std::fill(last - 1, dice.end(), static_cast<std::uint8_t>(*(last - 1) + 1));
    }
}

}  // namespace cubilete::capi

using namespace cubilete;
using namespace cubilete::capi;

int cubilete_version() { return CUBILETE_ENGINE_VERSION; }
const char* cubilete_error() { return last_error.c_str(); }

cubilete_rules* cubilete_rules_new(const char* game, const char* options, int seats) {
    return guarded<cubilete_rules*>(nullptr, [&] {
        require_argument(game != nullptr, "a text is missing");
        const GameInfo* info = protocol::find_game(game);
        require_argument(info != nullptr, "there is no such game");
        if (seats == 0) seats = info->min_seats;
        if (seats < info->min_seats || seats > info->max_seats)
            throw std::invalid_argument(info->title + " has " + std::to_string(info->min_seats) + " to " +
                                        std::to_string(info->max_seats) + " seats, not " +
                                        std::to_string(seats));
        auto values = protocol::read_options(*info, read(options));
        if (const auto* rejection = std::get_if<protocol::Rejection>(&values))
            throw std::invalid_argument(rejection->at + ": " + rejection->text);
        return make_rules({info->id, std::get<OptionValues>(std::move(values)), seats, {}}).release();
    });
}
void cubilete_rules_free(cubilete_rules* rules) { delete rules; }
int cubilete_seats(const cubilete_rules* rules) { return rules->seats; }
int cubilete_actions(const cubilete_rules* rules) { return rules->actions; }
int cubilete_observation_size(const cubilete_rules* rules) { return rules->values; }
const char* cubilete_layout(const cubilete_rules* rules) { return rules->layout.c_str(); }

const char* cubilete_action_text(const cubilete_rules* rules, int action) {
    return guarded<const char*>(nullptr, [&] { return keep_text(rules->action_text(action)); });
}
int cubilete_action_number(const cubilete_rules* rules, const char* move) {
    return guarded(-1, [&] { return rules->action_number(read(move)); });
}

cubilete_match* cubilete_match_new(const cubilete_rules* rules) {
    return guarded<cubilete_match*>(nullptr, [&] { return rules->match().release(); });
}
void cubilete_match_free(cubilete_match* match) { delete match; }
int cubilete_reset(cubilete_match* match, uint64_t seed, int first) {
    return status_of(
        [&] { match->reset(seed, first < 0 ? std::nullopt : std::optional(seat_of(*match, first))); });
}
int cubilete_copy(cubilete_match* match, const cubilete_match* from) {
    return status_of([&] { match->copy(*from); });
}
uint32_t cubilete_to_act(const cubilete_match* match) {
    uint32_t bits = 0;
    for (const Seat seat : match->to_act()) bits |= 1u << seat;
    return bits;
}
int cubilete_wait(const cubilete_match* match) { return static_cast<int>(match->wait().kind); }
int cubilete_turn(const cubilete_match* match) {
    const Wait wait = match->wait();
    return wait.kind == Wait::Kind::turn ? seat_in_turn(wait, match->to_act()) : -1;
}
int cubilete_mask(const cubilete_match* match, int seat, uint8_t* mask) {
    return status_of([&] {
        require_arrays(mask);
        match->mask(seat_of(*match, seat), mask);
    });
}
int cubilete_legal(const cubilete_match* match, int seat, int32_t* actions, int most) {
    return guarded(-1, [&] {
        if (most > 0) require_arrays(actions);
        return match->legal(seat_of(*match, seat), {actions, static_cast<std::size_t>(std::max(most, 0))});
    });
}
int cubilete_observe(const cubilete_match* match, int viewer, int32_t* values) {
    return status_of([&] {
        require_arrays(values);
        match->observe(viewer < 0 ? spectator : Viewer{seat_of(*match, viewer)}, values);
    });
}
int cubilete_step(cubilete_match* match, int seat, int action) {
    return status_of([&] { match->step(seat_of(*match, seat), action, {}); });
}
int cubilete_step_given(cubilete_match* match, int seat, int action, const char* draws) {
    return status_of([&] {
        match->step(seat_of(*match, seat), action, protocol::read_draws(match->rules().info(), read(draws)));
    });
}
const char* cubilete_outcomes(const cubilete_match* match, int seat, int action) {
    return guarded<const char*>(nullptr, [&] {
        return keep_text(protocol::JsonText::array(match->outcomes(seat_of(*match, seat), action)).dump());
    });
}
int cubilete_expire(cubilete_match* match) {
    return status_of([&] { match->expire(); });
}
int cubilete_result(const cubilete_match* match, int32_t* places, int32_t* scores, float* rewards) {
    return status_of([&] {
        const auto result = match->result();
        require_argument(result.has_value(), "the match is not over");
        write_result(*result, places, scores, rewards);
    });
}
size_t cubilete_store_size(const cubilete_rules* rules) { return rules->bytes; }
int cubilete_store(const cubilete_match* match, void* bytes, size_t size) {
    return status_of([&] {
        require_arrays(static_cast<std::byte*>(bytes));
        match->store({static_cast<std::byte*>(bytes), size});
    });
}
int cubilete_restore(cubilete_match* match, const void* bytes, size_t size) {
    return status_of([&] {
        require_arrays(static_cast<const std::byte*>(bytes));
        match->restore({static_cast<const std::byte*>(bytes), size});
    });
}
void cubilete_keep_hash(cubilete_match* match, int keep) { match->keep_hash(keep != 0); }
const char* cubilete_log_hash(const cubilete_match* match) {
    return guarded<const char*>(nullptr, [&] { return keep_text(match->log_hash()); });
}

cubilete_batch* cubilete_batch_new(const cubilete_rules* rules, int matches) {
    return guarded<cubilete_batch*>(nullptr, [&] {
        require_argument(matches > 0, "a batch has at least one match");
        return rules->batch(matches).release();
    });
}
void cubilete_batch_free(cubilete_batch* batch) { delete batch; }
int cubilete_batch_reset(cubilete_batch* batch, uint64_t seed, int32_t* seats, int32_t* values,
                         uint8_t* mask) {
    return status_of([&] { batch->reset(seed, rows(seats, values, mask)); });
}
int cubilete_batch_step(cubilete_batch* batch, const int32_t* actions, int32_t* seats, int32_t* values,
                        uint8_t* mask, uint8_t* over, float* rewards, int32_t* scores) {
    return status_of([&] {
        require_arrays(actions, over, rewards, scores);
        batch->step(actions, rows(seats, values, mask), {over, rewards, scores});
    });
}

int64_t cubilete_bare_rules(const cubilete_rules* rules, int64_t moves, uint64_t seed) {
    return guarded<int64_t>(-1, [&] { return rules->play_random_moves(moves, seed); });
}
