#include "protocol/scenario.hpp"

#include "protocol/codec.hpp"
#include "protocol/wire.hpp"

namespace cubilete::protocol {

namespace {

using Step = Scenario::Step;

/// Large enough for the longest possible match with one step per move.
constexpr Limits file_limits{.bytes = 16 << 20, .depth = 64, .values = 1 << 20};
constexpr std::size_t most_elements = file_limits.values;

std::optional<Json> read_array(const Field& step, std::string_view name) {
    const auto array = step.find(name);
    if (!array) return std::nullopt;
    array->elements(0, most_elements);
    return array->json();
}

std::optional<Json> read_any(const Field& step, std::string_view name) {
    const auto any = step.find(name);
    return any ? std::optional(any->json()) : std::nullopt;
}

Seat read_seat(const Field& seat, int seats) { return static_cast<Seat>(seat.integer(0, seats - 1)); }

std::optional<SeatSet> read_to_act(const Field& step, int seats) {
    const auto to_act = step.find("to_act");
    if (!to_act) return std::nullopt;
    SeatSet set;
    for (const Field& seat : to_act->elements(0, max_seats)) set.insert(read_seat(seat, seats));
    return set;
}

void read_what_happens(const Field& json, Step& step) {
    if (json.find("seat") || json.find("move")) {
        step.kind = Step::Kind::move;
        // Allows seats that do not exist in this match: the move must be refused then.
        step.seat = read_seat(json["seat"], max_seats);
        step.move = json["move"].json();
        if (json.find("clock")) json.refuse(Code::bad_message, "A step is a move or the clock, not both.");
        if (const auto refused = json.find("refused")) step.refused = refused->text();
        return;
    }
    if (json.find("refused")) json.refuse(Code::bad_message, "Only a move can be refused.");
    if (const auto clock = json.find("clock")) {
        step.kind = Step::Kind::clock;
        if (!clock->flag()) clock->refuse(Code::bad_message, "A step with the clock says true.");
    }
}

Step read_step(const Field& json, int seats) {
    json.allow_only({"seat", "move", "clock", "refused", "as", "view", "events", "moves", "to_act"});
    Step step;
    read_what_happens(json, step);
    if (const auto as = json.find("as")) step.as.seat = read_seat(*as, seats);
    step.view = read_any(json, "view");
    step.events = read_array(json, "events");
    step.moves = read_array(json, "moves");
    step.to_act = read_to_act(json, seats);
    if (step.moves && !step.as.seat) json.refuse(Code::bad_message, "\"moves\" needs \"as\": whose moves?");
    if (step.kind == Step::Kind::look && !step.view && !step.events && !step.moves && !step.to_act)
        json.refuse(Code::bad_message, "A step does something or looks at something.");
    return step;
}

Scenario read(const Field& json) {
    json.allow_only({"name", "game", "seats", "options", "first", "draws", "steps", "result"});
    Scenario scenario;
    scenario.name = json["name"].text();
    scenario.game = json["game"].text();
    scenario.seats = json["seats"].integer(1, max_seats);
    if (auto options = read_any(json, "options")) scenario.options = *std::move(options);
    if (const auto first = json.find("first")) scenario.first = read_seat(*first, scenario.seats);
    if (auto draws = read_array(json, "draws")) scenario.draws = *std::move(draws);
    for (const Field& step : json["steps"].elements(0, most_elements))
        scenario.steps.push_back(read_step(step, scenario.seats));
    scenario.result = read_any(json, "result");
    return scenario;
}

[[noreturn]] void bad_scenario(const Rejection& why) {
    throw ScenarioError(why.at.empty() ? why.text : why.at + ": " + why.text);
}

}  // namespace

Scenario read_scenario(std::string_view text) {
    const auto json = read_json(text, file_limits);
    if (const auto* refused = std::get_if<Rejection>(&json)) bad_scenario(*refused);
    auto scenario = catch_unreadable([&] { return read(Field(std::get<Json>(json), "")); });
    if (const auto* refused = std::get_if<Rejection>(&scenario)) bad_scenario(*refused);
    return std::get<Scenario>(std::move(scenario));
}

}  // namespace cubilete::protocol
