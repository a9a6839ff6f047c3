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
    for (const auto& [score, in_round] : race.seats)
        seats.push_back(JsonText::object({{"score", score}, {"in_round", in_round}}));
    return JsonText::object({{"phase", phases[race.over ? 1 : 0]},
                             {"round", race.round},
                             {"target", race.target},
                             {"final_round", race.final_round},
                             {"extra_round", race.extra_round},
                             {"seats", seats}});
}

JsonText to_json(const Race::Event& event) { return std::visit(WriteEvent{}, event); }

}  // namespace cubilete::protocol
