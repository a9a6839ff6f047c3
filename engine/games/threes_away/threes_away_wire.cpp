#include <algorithm>
#include <array>
#include <string_view>

#include "protocol/wire.hpp"

namespace cubilete::threes_away {

namespace {

using protocol::Code;
using protocol::Field;
using protocol::Json;
using protocol::JsonText;
using protocol::Refused;

// ---- writing

JsonText goal_json(const View::Goal& goal) {
    return JsonText::object({{"at_most", goal.at_most}, {"ties", goal.ties}, {"permille", goal.permille}});
}

JsonText turn_json(const View::Turn& turn) {
    JsonText json = JsonText::object({{"seat", turn.seat},
                                      {"dice", JsonText::array(turn.dice)},
                                      {"kept", JsonText::array(turn.kept)},
                                      {"sum", turn.sum},
                                      {"throws", turn.throws},
                                      {"in_hand", turn.in_hand}});
    if (turn.turned) json.emplace("turned", true);
    json.emplace("worth", JsonText::array(turn.worth));
    const bool turnable =
        std::ranges::any_of(turn.worth_turned, [](const auto& worth) { return worth.has_value(); });
    if (turnable) json.emplace("worth_turned", JsonText::array(turn.worth_turned));
    if (turn.limit) json.emplace("limit", *turn.limit);
    if (turn.goal) json.emplace("goal", goal_json(*turn.goal));
    return json;
}

JsonText player_json(const View::Player& player) {
    JsonText json = JsonText::object({{"chips", player.chips}});
    if (player.score) json.emplace("score", *player.score);
    if (player.out) json.emplace("out", true);
    if (!player.in_round) json.emplace("sits_out", true);
    if (!player.in_pot) json.emplace("out_of_pot", true);
    return json;
}

std::string_view name_of(Anted::Reason reason) {
    switch (reason) {
        case Anted::Reason::pot: return "pot";
        case Anted::Reason::zero: return "zero";
        case Anted::Reason::tie: return "tie";
        case Anted::Reason::unwon: return "unwon";
    }
    broken_promise();
}

struct WriteEvent {
    JsonText operator()(const RolledOff& e) const {
        return JsonText::object(
            {{"e", "rolloff"}, {"seat", e.seat}, {"dice", JsonText::array(e.dice)}, {"points", e.points}});
    }
    JsonText operator()(const Starts& e) const {
        return JsonText::object({{"e", "starts"}, {"seat", e.seat}});
    }
    JsonText operator()(const PotOpened& e) const {
        return JsonText::object({{"e", "pot"}, {"number", e.number}});
    }
    JsonText operator()(const Anted& e) const {
        return JsonText::object(
            {{"e", "ante"}, {"why", name_of(e.reason)}, {"paid", JsonText::array(e.paid)}, {"pot", e.pot}});
    }
    JsonText operator()(const RoundBegan& e) const {
        return JsonText::object({{"e", "round"},
                                 {"seat", e.seat},
                                 {"round", e.round},
                                 {"cap", e.cap},
                                 {"seats", JsonText::array(e.seats)}});
    }
    JsonText operator()(const Rolled& e) const {
        return JsonText::object({{"e", "rolled"}, {"seat", e.seat}, {"dice", JsonText::array(e.dice)}});
    }
    JsonText operator()(const BottomsCalled& e) const {
        return JsonText::object({{"e", "bottoms"}, {"seat", e.seat}, {"dice", JsonText::array(e.dice)}});
    }
    JsonText operator()(const Kept& e) const {
        return JsonText::object({{"e", "kept"},
                                 {"seat", e.seat},
                                 {"positions", JsonText::array(e.positions)},
                                 {"turned", JsonText::array(e.turned)},
                                 {"dice", JsonText::array(e.dice)},
                                 {"sum", e.sum}});
    }
    JsonText operator()(const WentOut& e) const {
        return JsonText::object({{"e", "out"}, {"seat", e.seat}, {"sum", e.sum}, {"limit", e.limit}});
    }
    JsonText operator()(const Scored& e) const {
        return JsonText::object({{"e", "scored"}, {"seat", e.seat}, {"points", e.points}});
    }
    JsonText operator()(const ShotTheMoon& e) const {
        return JsonText::object({{"e", "moon"}, {"seat", e.seat}});
    }
    JsonText operator()(const Tied& e) const {
        return JsonText::object({{"e", "tied"}, {"seats", JsonText::array(e.seats)}, {"points", e.points}});
    }
    JsonText operator()(const Unwon& e) const { return JsonText::object({{"e", "unwon"}, {"cap", e.cap}}); }
    JsonText operator()(const TookPot& e) const {
        return JsonText::object({{"e", "took_pot"}, {"seat", e.seat}, {"chips", e.chips}});
    }
    JsonText operator()(const SatOut& e) const {
        return JsonText::object({{"e", "sits_out"}, {"seat", e.seat}});
    }
    JsonText operator()(const Over& e) const {
        return JsonText::object({{"e", "over"}, {"winners", JsonText::array(e.winners)}});
    }
};

struct WriteMove {
    JsonText operator()(const Roll&) const { return JsonText::object({{"do", "roll"}}); }
    JsonText operator()(const Keep& move) const {
        JsonText json = JsonText::object({{"do", "keep"}, {"dice", JsonText::array(move.dice)}});
        if (!move.turned.empty()) json.emplace("turned", JsonText::array(move.turned));
        return json;
    }
    JsonText operator()(const CallBottoms&) const { return JsonText::object({{"do", "bottoms"}}); }
};

// ---- reading

Positions read_positions(const Field& json, std::size_t least) {
    Positions positions;
    for (const Field& die : json.elements(least, dice_a_turn)) {
        const auto position = static_cast<std::uint8_t>(die.integer(0, dice_a_turn - 1));
        if (positions.contains(position)) die.refuse(Code::illegal_move, "This die is named twice.");
        positions.insert(position);
    }
    return positions;
}

Keep read_keep(const Field& move) {
    Keep keep{read_positions(move["dice"], 1), {}};
    if (const auto turned = move.given("turned")) keep.turned = read_positions(*turned, 0);
    return keep;
}

}  // namespace

JsonText to_json(const About& about) {
    return JsonText::object({{"game", Game::info().id}, {"pots", about.pots}});
}

JsonText to_json(const View& view) {
    JsonText seats = JsonText::array();
    for (const View::Player& player : view.seats) seats.push_back(player_json(player));
    JsonText json = JsonText::object({{"phase", view.over ? "over" : "play"},
                                      {"round", view.round},
                                      {"pot_number", view.pot_number},
                                      {"pot", view.pot}});
    if (view.lowest) json.emplace("lowest", *view.lowest);
    if (view.cap) json.emplace("cap", *view.cap);
    if (view.turn) json.emplace("turn", turn_json(*view.turn));
    json.emplace("seats", seats);
    return json;
}

JsonText to_json(const Seen& seen) { return std::visit(WriteEvent{}, seen); }

JsonText to_json(const Move& move) { return std::visit(WriteMove{}, move); }

JsonText listed(const Move& move) { return to_json(move); }

std::variant<Move, Refused> read_move(const Json& json) {
    return protocol::reading([&]() -> Move {
        static constexpr std::array<std::string_view, 3> names{"roll", "keep", "bottoms"};
        const Field move(json, "/move");
        switch (move["do"].index_in(names)) {
            case 0: return Roll{};
            case 1: return read_keep(move);
            case 2: return CallBottoms{};
        }
        broken_promise();
    });
}

}  // namespace cubilete::threes_away
