#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "protocol/codec.hpp"
#include "server/match/match_dice.hpp"
#include "tests/server/dice_chain.hpp"

namespace cubilete::server {

using protocol::Json;

/// The dice of a match of three seats, with a chain for each.
struct Three {
    static constexpr const char* match = "m_dice";
    static std::vector<std::string> people() { return {"p_ana", "p_ben", "p_eva"}; }
    static std::string verdict_of(const std::optional<protocol::Rejection>& refused) {
        return refused ? std::string(protocol::name_of(refused->code)) : "ok";
    }

    MatchDice dice{match, R"({"game":"yahtzee"})", people(), true};
    std::vector<Chain> chains{Chain(20), Chain(20), Chain(20)};

    std::string tip(Seat seat) { return verdict_of(dice.tip(seat, chains[seat].tip())); }
    std::string reveal(Seat seat) { return verdict_of(dice.reveal(seat, chains[seat].value(0))); }
    std::string give(Seat seat, std::int64_t seq, int number) {
        return verdict_of(dice.give(seat, seq, chains[seat].value(number)));
    }
    /// Brings tips and reveals of the seats, and makes entry 1, which draws nothing.
    void begin(const std::vector<Seat>& seats) {
        for (const Seat seat : seats) REQUIRE(tip(seat) == "ok");
        dice.fix_roster();
        for (const Seat seat : seats) REQUIRE(reveal(seat) == "ok");
        if (dice.step() == MatchDice::Step::reveals) dice.fix_key();
        extras.push_back(dice.record_entry(1));
    }
    DiceAsk next() const {
        return {.seq = std::ssize(extras) + 1,
                .hash = std::string(64, 'a'),
                .by = {protocol::EntryAuthor::Kind::seat, 0},
                .n = 3,
                .request_id = "7",
                .move = protocol::JsonText::object({{"do", "roll"}}),
                .k = dice.next_k(),
                .seats = dice.witnesses()};
    }
    void ask(const std::vector<Seat>& present) {
        dice.set_witnesses(present);
        dice.open(next());
    }
    /// Makes the asked entry, with one throw of five dice.
    Dice make() {
        dice.close_ask();
        const Dice thrown = dice.chance().dice(5, 6);
        extras.push_back(dice.record_entry(std::ssize(extras) + 1));
        return thrown;
    }
    /// Returns `dice` as a restart brings them back.
    std::unique_ptr<MatchDice> restored() const {
        auto again = std::make_unique<MatchDice>(match, people(), dice.serialize());
        for (const std::string& extra : extras) again->replay_entry(extra);
        if (dice.ask()) again->open(DiceAsk::parse(dice.ask()->serialize()));
        return again;
    }
    Json shown() const { return shown_by(dice); }
    static Json shown_by(const MatchDice& dice) {
        return Json::parse(protocol::write(dice.push("K7QX2M", Seat{1})));
    }

    std::vector<std::string> extras;  ///< of the entries, by seq
};

}  // namespace cubilete::server
