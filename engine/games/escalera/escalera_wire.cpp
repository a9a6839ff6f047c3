#include <array>
#include <string_view>

#include "protocol/race.hpp"
#include "protocol/wire.hpp"

namespace cubilete::escalera {

namespace {

using protocol::Field;
using protocol::Json;
using protocol::object;
using protocol::Refused;

constexpr int most_points = 1'000'000;  // beyond any score there is
constexpr std::array<std::string_view, 3> mark_names{"straight", "sixes", "aces"};

// ---- writing

template <class Values>
Json array_of(const Values& values) {
    Json array = Json::array();
    for (const auto value : values) array.push_back(static_cast<int>(value));
    return array;
}

Json throw_json(const Throw& thrown) {
    Json straights = Json::array(), marks = Json::array();
    for (const auto& [of, points, dice] : thrown.marks) {
        if (of == Mark::Of::straight) straights.push_back(dice.size());
        marks.push_back(object({{"of", mark_names[static_cast<std::size_t>(of)]},
                                {"dice", array_of(dice)},
                                {"points", points}}));
    }
    return object({{"dice", array_of(thrown.dice)},
                   {"points", thrown.points},
                   {"straights", std::move(straights)},
                   {"reset", thrown.reset},
                   {"marks", std::move(marks)}});
}

struct WriteEvent {
    Json operator()(const RolledOff& e) const {
        return object({{"e", "rolloff"}, {"seat", e.seat}, {"dice", array_of(e.dice)}, {"points", e.points}});
    }
    Json operator()(const Anted& e) const {
        return object({{"e", "ante"}, {"ante", e.ante}, {"pot", e.pot}});
    }
    Json operator()(const Starts& e) const { return object({{"e", "starts"}, {"seat", e.seat}}); }
    Json operator()(const Rolled& e) const {
        Json json = object({{"e", "rolled"}, {"seat", e.seat}});
        json.update(throw_json(e.thrown));
        json["score"] = e.score;
        return json;
    }
    Json operator()(const Reset& e) const {
        return object({{"e", "reset"}, {"seat", e.seat}, {"aces", e.aces}, {"lost", e.lost}});
    }
    Json operator()(const Race::Event& e) const { return protocol::to_json(e); }
};

Json last_json(const LastThrow& last) {
    Json json = object({{"seat", last.seat}});
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

Json to_json(const View& view) {
    Json json = object({{"game", Game::info().id}});
    json.update(protocol::to_json(view.race));
    json["turn"] = view.turn ? Json::object({{"seat", *view.turn}}) : Json();
    json["pot"] = view.pot;
    json["last"] = view.last ? last_json(*view.last) : Json();
    return json;
}

Json to_json(const Seen& seen) { return std::visit(WriteEvent{}, seen); }

Json to_json(const Move&) { return Json::object({{"do", "roll"}}); }

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
                  .last = {}};
        if (const Field turn = view["turn"]; !turn.is_null()) read.turn = read_seat(turn["seat"]);
        if (const Field last = view["last"]; !last.is_null()) read.last = read_last(last);
        return read;
    });
}

}  // namespace cubilete::escalera
