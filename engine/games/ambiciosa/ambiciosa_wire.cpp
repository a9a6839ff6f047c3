#include <array>
#include <string_view>

#include "protocol/race.hpp"
#include "protocol/wire.hpp"

namespace cubilete::ambiciosa {

namespace {

using protocol::Field;
using protocol::Json;
using protocol::JsonText;
using protocol::Refused;

// ---- writing

JsonText dice_json(const Dice& dice) {
    JsonText array = JsonText::array();
    for (const std::uint8_t face : dice) array.push_back(face_names[face - 1u]);
    return array;
}

JsonText odds_json(const Odds& odds) {
    JsonText each = JsonText::array();
    for (const auto& [points, throws] : odds.each)
        each.push_back(JsonText::object({{"points", points}, {"throws", throws}}));
    return JsonText::object({{"throws", odds.throws}, {"lost", odds.lost}, {"each", each}});
}

JsonText turn_json(const View::Turn& turn) {
    return JsonText::object({{"seat", turn.seat}, {"points", turn.points}, {"throws", turn.throws}});
}

JsonText last_json(const View::Last& last) {
    return JsonText::object({{"seat", last.seat}, {"dice", dice_json(last.dice)}, {"points", last.points}});
}

struct WriteEvent {
    JsonText operator()(const RolledOff& e) const {
        return JsonText::object(
            {{"e", "rolloff"}, {"seat", e.seat}, {"dice", dice_json({static_cast<std::uint8_t>(e.face)})}});
    }
    JsonText operator()(const Starts& e) const {
        return JsonText::object({{"e", "starts"}, {"seat", e.seat}});
    }
    JsonText operator()(const Rolled& e) const {
        return JsonText::object({{"e", "rolled"},
                                 {"seat", e.seat},
                                 {"dice", dice_json(e.dice)},
                                 {"points", e.points},
                                 {"turn_points", e.turn_points}});
    }
    JsonText operator()(const Busted& e) const {
        return JsonText::object({{"e", "bust"}, {"seat", e.seat}, {"lost", e.lost}});
    }
    JsonText operator()(const Penalized& e) const {
        return JsonText::object(
            {{"e", "penalty"}, {"seat", e.seat}, {"lost", e.lost}, {"points", e.points}, {"score", e.score}});
    }
    JsonText operator()(const Banked& e) const {
        return JsonText::object(
            {{"e", "banked"}, {"seat", e.seat}, {"points", e.points}, {"score", e.score}});
    }
    JsonText operator()(const Race::Event& e) const { return protocol::to_json(e); }
};

struct WriteMove {
    JsonText operator()(Roll) const { return JsonText::object({{"do", "roll"}}); }
    JsonText operator()(Bank) const { return JsonText::object({{"do", "bank"}}); }
};

}  // namespace

JsonText to_json(const About& about) {
    return JsonText::object(
        {{"game", Game::info().id}, {"target", about.race.target}, {"odds", odds_json(about.odds)}});
}

JsonText to_json(const View& view) {
    JsonText json = protocol::to_json(view.race);
    if (view.turn) json.emplace("turn", turn_json(*view.turn));
    if (view.last) json.emplace("last", last_json(*view.last));
    return json;
}

JsonText to_json(const Seen& seen) { return std::visit(WriteEvent{}, seen); }

JsonText to_json(const Move& move) { return std::visit(WriteMove{}, move); }

JsonText listed(const Move& move) { return to_json(move); }

std::variant<Move, Refused> read_move(const Json& json) {
    return protocol::reading([&]() -> Move {
        static constexpr std::array<std::string_view, 2> names{"roll", "bank"};
        if (Field(json, "/move")["do"].index_in(names) == 0) return Roll{};
        return Bank{};
    });
}

}  // namespace cubilete::ambiciosa
