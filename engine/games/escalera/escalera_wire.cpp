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

constexpr int most_points = 1'000'000;  // larger than any possible score
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

// ---- reading

Seat read_seat(const Field& json) { return static_cast<Seat>(json.integer(0, Race::most_seats - 1)); }

Mark read_mark(const Field& json) {
    Mark mark{static_cast<Mark::Of>(json["of"].index_in(mark_names)),
              static_cast<std::uint8_t>(json["points"].integer(0, 70)),
              {}};
    for (const Field& die : json["dice"].elements(1, dice_a_throw))
        mark.dice.insert(static_cast<std::uint8_t>(die.integer(0, dice_a_throw - 1)));
    return mark;
}

LastThrow read_last(const Field& json) {
    LastThrow last{read_seat(json["seat"]), {}};
    for (const Field& face : json["dice"].elements(dice_a_throw, dice_a_throw))
        last.thrown.dice.push_back(static_cast<std::uint8_t>(face.integer(1, faces)));
    last.thrown.points = json["points"].integer(0, most_points);
    last.thrown.reset = json["reset"].flag();
    for (const Field& mark : json["marks"].elements(0, decltype(last.thrown.marks)::capacity()))
        last.thrown.marks.push_back(read_mark(mark));
    return last;
}

}  // namespace

JsonText to_json(const View& view) {
    JsonText json = JsonText::object({{"game", Game::info().id}});
    json.update(protocol::to_json(view.race));
    json.emplace("turn", view.turn ? JsonText::object({{"seat", *view.turn}}) : JsonText());
    json.emplace("pot", view.pot);
    json.emplace("won", view.won.empty() ? JsonText() : JsonText::array(view.won));
    json.emplace("last", view.last ? last_json(*view.last) : JsonText());
    return json;
}

JsonText to_json(const Seen& seen) { return std::visit(WriteEvent{}, seen); }

JsonText to_json(const Move&) { return JsonText::object({{"do", "roll"}}); }

std::variant<Move, Refused> read_move(const Json& json) {
    return protocol::reading([&]() -> Move {
        static constexpr std::array<std::string_view, 1> names{"roll"};
        Field(json, "/move")["do"].index_in(names);
        return Roll{};
    });
}

std::variant<View, Refused> read_view(const Json& json) {
    return protocol::reading([&] {
        const Field view(json, "");
        View read{.race = protocol::read_race(view),
                  .turn = {},
                  .pot = view["pot"].integer(0, most_points),
                  .won = {},
                  .last = {}};
        if (const Field won = view["won"]; !won.is_null())
            for (const Field& chips : won.elements(1, Race::most_seats))
                read.won.push_back(chips.integer(0, most_points));
        if (const Field turn = view["turn"]; !turn.is_null()) read.turn = read_seat(turn["seat"]);
        if (const Field last = view["last"]; !last.is_null()) read.last = read_last(last);
        return read;
    });
}

}  // namespace cubilete::escalera
