#include "protocol/race.hpp"

#include <array>

namespace cubilete::protocol {

namespace {

constexpr int most = 1'000'000;  // larger than any possible round or score
constexpr std::array<std::string_view, 2> phases{"play", "over"};

struct WriteEvent {
    JsonText operator()(const Race::FinalRound& e) const {
        return JsonText::object({{"e", "final_round"}, {"seat", e.seat}});
    }
    JsonText operator()(const Race::ExtraRound& e) const {
        return JsonText::object({{"e", "extra_round"}, {"seats", JsonText::array(e.seats)}});
    }
    JsonText operator()(const Race::Resumed&) const { return JsonText::object({{"e", "resumed"}}); }
    JsonText operator()(const Race::Over& e) const {
        return JsonText::object({{"e", "over"}, {"winners", JsonText::array(e.winners)}});
    }
};

}  // namespace

JsonText to_json(const Race::View& race) {
    JsonText seats = JsonText::array();
    for (const auto& [score, in_round] : race.seats) {
        JsonText seat = JsonText::object({{"score", score}});
        if (!in_round) seat.emplace("sits_out", true);
        seats.push_back(seat);
    }
    JsonText json = JsonText::object({{"phase", phases[race.over ? 1 : 0]}, {"round", race.round}});
    if (race.final_round) json.emplace("final_round", true);
    if (race.extra_round > 0) json.emplace("extra_round", race.extra_round);
    json.emplace("seats", seats);
    return json;
}

JsonText to_json(const Race::Event& event) { return std::visit(WriteEvent{}, event); }

}  // namespace cubilete::protocol
