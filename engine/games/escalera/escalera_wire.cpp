#include <array>
#include <string_view>

#include "protocol/race.hpp"
#include "protocol/wire.hpp"

namespace cubilete::escalera {

namespace {

using protocol::Field;
using protocol::Json;
using protocol::JsonText;
using protocol::Refused;

constexpr std::array<std::string_view, 3> mark_names{"straight", "sixes", "aces"};

// ---- writing

JsonText throw_json(const Throw& thrown) {
    JsonText straights = JsonText::array(), marks = JsonText::array();
    for (const auto& [of, points, dice] : thrown.marks) {
        if (of == Mark::Of::straight) straights.push_back(dice.size());
        marks.push_back(JsonText::object({{"of", mark_names[static_cast<std::size_t>(of)]},
                                          {"dice", JsonText::array(dice)},
                                          {"points", points}}));
    }
    return JsonText::object({{"dice", JsonText::array(thrown.dice)},
                             {"points", thrown.points},
                             {"straights", straights},
                             {"reset", thrown.reset},
                             {"marks", marks}});
}

struct WriteEvent {
    JsonText operator()(const RolledOff& e) const {
        return JsonText::object(
            {{"e", "rolloff"}, {"seat", e.seat}, {"dice", JsonText::array(e.dice)}, {"points", e.points}});
    }
    JsonText operator()(const Anted& e) const {
        return JsonText::object({{"e", "ante"}, {"ante", e.ante}, {"pot", e.pot}});
    }
    JsonText operator()(const Starts& e) const {
        return JsonText::object({{"e", "starts"}, {"seat", e.seat}});
    }
    JsonText operator()(const Rolled& e) const {
        JsonText json = JsonText::object({{"e", "rolled"}, {"seat", e.seat}});
        json.update(throw_json(e.thrown));
        json.emplace("score", e.score);
        return json;
    }
    JsonText operator()(const Reset& e) const {
        return JsonText::object({{"e", "reset"}, {"seat", e.seat}, {"aces", e.aces}, {"lost", e.lost}});
    }
    JsonText operator()(const PotWon& e) const {
        return JsonText::object({{"e", "pot"}, {"seat", e.seat}, {"chips", e.chips}});
    }
    JsonText operator()(const Race::Event& e) const { return protocol::to_json(e); }
};

JsonText last_json(const LastThrow& last) {
    JsonText json = JsonText::object({{"seat", last.seat}});
    json.update(throw_json(last.thrown));
    return json;
}

}  // namespace

JsonText to_json(const About& about) {
    return JsonText::object({{"game", Game::info().id}, {"target", about.race.target}, {"pot", about.pot}});
}

JsonText to_json(const View& view) {
    JsonText json = protocol::to_json(view.race);
    if (view.turn) json.emplace("turn", JsonText::object({{"seat", *view.turn}}));
    if (!view.won.empty()) json.emplace("won", JsonText::array(view.won));
    if (view.last) json.emplace("last", last_json(*view.last));
    return json;
}

JsonText to_json(const Seen& seen) { return std::visit(WriteEvent{}, seen); }

JsonText to_json(const Move&) { return JsonText::object({{"do", "roll"}}); }

JsonText listed(const Move& move) { return to_json(move); }

std::variant<Move, Refused> read_move(const Json& json) {
    return protocol::reading([&]() -> Move {
        static constexpr std::array<std::string_view, 1> names{"roll"};
        Field(json, "/move")["do"].index_in(names);
        return Roll{};
    });
}

}  // namespace cubilete::escalera
