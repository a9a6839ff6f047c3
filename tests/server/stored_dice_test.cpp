#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/views.hpp"
#include "server/match/dice_record.hpp"
#include "tests/server/three_dice.hpp"

namespace cubilete::server {
namespace {

TEST_CASE("dice that are restored at any step show the same, accept the same and draw the same") {
    Three three;
    const auto same = [&] {
        CHECK(Three::shown_by(*three.restored()) == three.shown());
        CHECK(three.restored()->serialize() == three.dice.serialize());
    };
    same();
    three.tip(0);
    three.tip(1);
    same();
    {
        const auto again = three.restored();
        CHECK(Three::verdict_of(again->tip(0, Chain(20).tip())) == "taken");
        CHECK(Three::verdict_of(again->tip(2, three.chains[2].tip())) == "ok");
    }
    three.dice.fix_roster();
    same();
    three.reveal(0);
    same();
    CHECK_FALSE(three.restored()->all_revealed());
    CHECK(Three::verdict_of(three.restored()->reveal(1, three.chains[1].value(0))) == "ok");
    three.reveal(1);
    CHECK(three.restored()->all_revealed());
    three.dice.fix_key();
    same();
    CHECK(three.restored()->chance().dice(6, 6) ==
          MatchDice(Three::match, Three::people(), three.dice.serialize()).chance().dice(6, 6));
    three.extras.push_back(three.dice.record_entry(1));

    three.ask({0, 1});
    three.give(0, 2, 1);
    const auto again = three.restored();
    CHECK(again->ask()->serialize() == three.dice.ask()->serialize());
    CHECK_FALSE(again->has_all_values());
    for (const Seat seat : {Seat{0}, Seat{1}})
        for (MatchDice* dice : {&three.dice, again.get()})
            CHECK(Three::verdict_of(dice->give(seat, 2, three.chains[seat].value(1))) == "ok");
    again->close_ask();
    const Dice thrown = again->chance().dice(5, 6);
    CHECK(three.make() == thrown);
    CHECK(again->record_entry(2) == three.extras[1]);
    CHECK(dice_record::entry_draws(three.extras[1]) == three.dice.newest_draws());
    CHECK(three.restored()->next_k() == 1);

    three.ask({0, 1});
    three.give(0, 3, 2);
    three.make();  // seat 1 is late
    same();
    CHECK_FALSE(three.restored()->may_be_asked(1));
    CHECK(three.restored()->proof(3) == three.dice.proof(3));
}

TEST_CASE(
    "dice go on to bind what is shown only where their first entry does, with the same version of the "
    "views") {
    const std::string shown(72, 'a');
    Three three;
    for (const Seat seat : {Seat{0}, Seat{2}}) REQUIRE(three.tip(seat) == "ok");
    CHECK(three.dice.bound_seats() == std::vector<Seat>{0, 2});
    three.dice.begin_now();
    CHECK(three.restored()->bound_seats() == std::vector<Seat>{0, 2});  // no entry was made
    three.extras.push_back(three.dice.record_entry(1, shown));
    three.extras.push_back(three.dice.record_entry(2, shown));
    CHECK(Json::parse(three.extras[0])["views"] == protocol::views_version);
    CHECK(Json::parse(three.extras[1]) == Json{{"shown", shown}});
    CHECK(three.restored()->bound_seats() == std::vector<Seat>{0, 2});
    for (const Json& version : {Json(), Json(protocol::views_version + 1), Json("1")}) {
        Json first = Json::parse(three.extras[0]);
        first["views"] = version;
        const std::vector<std::string> whole{first.dump(), three.extras[1]};
        three.extras = whole;
        CHECK(three.restored()->bound_seats().empty());
    }
    Three nobody;
    nobody.begin({});
    CHECK(nobody.dice.bound_seats().empty());
}

TEST_CASE("dice without tips are restored, and so is the choice not to ask") {
    Three three;
    three.begin({});
    CHECK(Three::shown_by(*three.restored()) == three.shown());
    const MatchDice alone(Three::match, "{}", Three::people(), false);
    CHECK_FALSE(MatchDice(Three::match, Three::people(), alone.serialize()).witness());
}

TEST_CASE("each player is shown their own mark's nonce, and nobody that of a deleted player") {
    Three three;
    const auto nonce = [&](Seat seat) { return three.dice.push("K7QX2M", seat).you.value().nonce; };
    const std::vector<std::string> nonces{nonce(0), nonce(1), nonce(2)};
    const Json marks = Json::parse(three.shown()["players"].get<std::string>());
    for (Seat seat = 0; seat < 3; ++seat) {
        PlayerNonce bytes;
        for (std::size_t at = 0; at < bytes.size(); ++at)
            bytes[at] = static_cast<unsigned char>(std::stoi(nonces[seat].substr(2 * at, 2), nullptr, 16));
        CHECK(marks[seat] == hex(player_mark(bytes, Three::people()[seat])));
    }
    CHECK_FALSE(three.dice.push("K7QX2M", std::nullopt).you);
    three.dice.forget("p_ben");
    three.dice.forget("p_unknown");
    CHECK_FALSE(three.dice.push("K7QX2M", Seat{1}).you);
    CHECK(nonce(0) == nonces[0]);
    CHECK(three.dice.serialize().find(nonces[1]) == std::string::npos);
    CHECK(three.dice.serialize().find(nonces[2]) != std::string::npos);
    CHECK_MESSAGE(three.shown()["players"] == marks.dump(), "the mark itself stays");
    CHECK_FALSE(three.restored()->push("K7QX2M", Seat{1}).you);
}

TEST_CASE("an ask is stored with all that is needed to make its entry") {
    const DiceAsk ask{.seq = 9,
                      .hash = std::string(64, 'c'),
                      .by = {protocol::EntryAuthor::Kind::seat, 2, true},
                      .n = 4,
                      .request_id = R"("a \" b")",
                      .move = protocol::JsonText::of({{"do", "roll"}, {"keep", {1, 2}}}),
                      .k = 12,
                      .seats = {0, 2}};
    const DiceAsk again = DiceAsk::parse(ask.serialize());
    CHECK(again.serialize() == ask.serialize());
    CHECK(again.by.bot);
    CHECK(again.request_id == ask.request_id);
    DiceAsk by_clock;
    by_clock.by = {protocol::EntryAuthor::Kind::clock};
    const DiceAsk clock = DiceAsk::parse(by_clock.serialize());
    CHECK(clock.by.kind == protocol::EntryAuthor::Kind::clock);
    CHECK(clock.move == protocol::JsonText());
}

/// Restores the dice from a text and follows entry 1; returns the error, or an empty text.
std::string error_of(const std::string& stored) {
    try {
        MatchDice dice(Three::match, Three::people(), stored);
        dice.replay_entry("{}");
        return {};
    } catch (const nlohmann::json::exception& error) {
        return error.what();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

TEST_CASE("stored dice that cannot be are refused, and the reason does not tell the secret") {
    Three three;
    three.begin({0, 1});
    const std::string good = three.dice.serialize();
    const Json state = Json::parse(good);
    const auto seed = state["seed"].get<std::string>();
    CHECK(error_of(good).empty());

    std::vector<std::string> wrong{
        "", "null", "[]", "{}", "7", "\"x\"", good.substr(0, good.size() / 2), good + "}"};
    for (std::size_t cut = 1; cut < good.size(); cut += 3) wrong.push_back(good.substr(0, cut));
    for (const auto& [name, value] : state.items()) {
        Json without = state;
        without.erase(name);
        wrong.push_back(without.dump());
        for (const Json& other :
             {Json(), Json(3), Json("x"), Json::array({1}), Json{{"7", 7}}, Json{{"x", "y"}}}) {
            if (name == "settings" && other.is_string()) continue;  // a text without a form of its own
            if (name == "nonces" && other.is_null()) continue;
            Json changed = state;
            changed[name] = other;
            wrong.push_back(changed.dump());
        }
    }
    const auto with = [&](const char* name, const char* seat, const Json& value) {
        Json changed = state;
        changed[name][seat] = value;
        wrong.push_back(changed.dump());
    };
    for (const char* seat : {"3", "-1", "256", "00", "1.0", " 1", ""}) {
        with("nonces", seat, state["nonces"]["0"]);
        with("tips", seat, Chain(20).tip());
    }
    with("reveals", "2", three.chains[2].value(0));  // has no tip
    with("reveals", "0", three.chains[0].value(1));  // does not lead to its tip
    with("nonces", "0", seed);                       // is too long
    with("tips", "0", nullptr);
    Json early = state;
    early["step"] = "tips";
    wrong.push_back(early.dump());  // its match has entries
    Json shorter = state;
    shorter["seed"] = seed.substr(1);
    wrong.push_back(shorter.dump());
    for (const std::string& text : wrong) {
        const std::string error = error_of(text);
        CAPTURE(text);
        CAPTURE(error);
        CHECK_FALSE(error.empty());
        CHECK(error.find(seed.substr(0, 8)) == std::string::npos);
    }
}

TEST_CASE("a stored ask that cannot be is refused") {
    Three three;
    three.begin({0, 1});
    three.ask({0, 1});
    const Json good = Json::parse(three.dice.ask()->serialize());
    const auto refused = [&](const std::string& text) {
        MatchDice dice(Three::match, Three::people(), three.dice.serialize());
        for (const std::string& extra : three.extras) dice.replay_entry(extra);
        try {
            dice.open(DiceAsk::parse(text));
        } catch (const std::exception&) {
            return true;
        }
        return false;
    };
    CHECK_FALSE(refused(good.dump()));
    for (const char* text : {"", "{", "[]", "null", "7"}) CHECK(refused(text));
    for (const auto& [name, value] : good.items()) {
        Json without = good;
        without.erase(name);
        CHECK_MESSAGE(refused(without.dump()), name);
    }
    for (const Json& seats :
         {Json::array(), Json{0, 2}, Json{1, 0}, Json{0, 0}, Json{-1}, Json{256}, Json{"0"}, Json(0)}) {
        Json changed = good;
        changed["seats"] = seats;
        CHECK_MESSAGE(refused(changed.dump()), seats.dump());
    }
    Json other_k = good;
    other_k["k"] = 7;
    CHECK(refused(other_k.dump()));
}

}  // namespace
}  // namespace cubilete::server
