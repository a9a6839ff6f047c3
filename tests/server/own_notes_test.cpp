#include "server/match/own_notes.hpp"

#include "server/match/dice_replay.hpp"
#include "tests/server/proven_match.hpp"

namespace cubilete::server {
namespace {

using dice::ProvenMatch;
using protocol::Json;
using protocol::object;

/// The notes that the player of a seat has after the match.
Json notes_of(const Json& record, Seat seat) {
    const Json& proof = record["proof"];
    const std::string name = std::to_string(seat);
    Json asks = Json::array();
    Json before;
    for (const Json& entry : record["log"]) {
        if (!before.is_null() && entry["extra"].contains("drawn")) {
            const Json& value = dice_record::member(entry["extra"]["fresh"], name.c_str());
            asks.push_back(object({{"seq", entry["seq"]},
                                   {"hash", before},
                                   {"by", entry["by"]},
                                   {"n", entry["n"]},
                                   {"move", entry["move"]},
                                   {"k", entry["extra"]["drawn"][0]["k"]},
                                   {"seats", entry["extra"]["seats"]},
                                   {"value", value},
                                   {"accepted", !value.is_null()}}));
        }
        before = entry["hash"];
    }
    return object({{"match", record["id"]},
                   {"seat", seat},
                   {"player", ProvenMatch::player(seat)},
                   {"nonce", std::string(32, '0')},
                   {"commit", proof["commit"]},
                   {"settings", proof["settings"]},
                   {"players", proof["players"]},
                   {"tip", proof["tips"][name]},
                   {"tip_accepted", true},
                   {"reveal_accepted", true},
                   {"roster", proof["roster"]},
                   {"reveals", proof["reveals"]},
                   {"asks", asks},
                   {"seq", record["log"].size()},
                   {"hash", record["log"].back()["hash"]},
                   {"faults", Json::array()}});
}

TEST_CASE("a match of every game is as its players noted it") {
    for (const Info* game : protocol::catalogue()) {
        CAPTURE(game->id);
        const Json record =
            ProvenMatch(*game, {.choices = 3, .most_entries = 150, .eventful = true}).record();
        for (const Seat seat : {Seat{0}, Seat{1}}) {
            DiceVerdict verdict = replay_dice(record);
            compare_notes(record, notes_of(record, seat), verdict);
            CHECK(verdict.text() == replay_dice(record).text() + "; as in the notes, with own values in " +
                                        std::to_string(verdict.draws - verdict.without.at(seat)) + " of " +
                                        std::to_string(verdict.draws) +
                                        (verdict.draws == 1 ? " draw" : " draws"));
        }
    }
}

TEST_CASE("what the server changed after it was noted is false, also if the record is consistent") {
    const Json record = ProvenMatch(*protocol::find_game("yahtzee"), {.most_entries = 20}).record();
    // The last entries are gone with all their counts, which a record alone cannot show.
    Json shorter = record;
    while (shorter["log"].size() > 10) shorter["log"].erase(10);
    std::size_t draws = 0;
    for (const Json& entry : shorter["log"]) draws += entry["draws"].size();
    shorter["proof"]["seq"] = 10;
    shorter["proof"]["k"] = draws;
    DiceVerdict verdict = replay_dice(shorter);
    CHECK(verdict.kind == DiceVerdict::Kind::fair);
    compare_notes(shorter, notes_of(record, 0), verdict);
    CHECK(verdict.kind == DiceVerdict::Kind::wrong);
}

TEST_CASE("every shared case of notes has the verdict that the other languages give") {
    const Json cases = dice::read("own_cases.json");
    for (const Json& each : cases["cases"]) {
        const DiceVerdict verdict = dice::verdict_on(dice::text_of(cases, each), [](const Json& both) {
            DiceVerdict found = check_dice(both["record"]);
            compare_notes(both["record"], both["notes"], found);
            return found;
        });
        CAPTURE(each["of"]);
        CAPTURE(each["name"]);
        CHECK(verdict.text() == each["verdict"]);
    }
    CHECK(cases["cases"].size() > 200);
}

TEST_CASE("a file of notes has one line a match, and the last one counts") {
    const std::string lines =
        "{\"match\":\"m_1\",\"k\":1}\n\ndamaged "
        "{\"match\":\"m_2\"}\n[]\n{\"match\":\"m_3\"}\n{\"match\":\"m_1\",\"k\":2}";
    CHECK(find_notes(lines, "m_1") == object({{"match", "m_1"}, {"k", 2}}));
    CHECK(find_notes(lines, "m_3") == object({{"match", "m_3"}}));
    CHECK(find_notes(lines, "m_2").is_null());
    CHECK(find_notes("", "m_1").is_null());
    CHECK(find_notes(R"({"match":"m_1","k":1,"k":1})", "m_1").is_null());
    CHECK(find_notes(R"({"match":"m_1","k":1.0})", "m_1").is_null());
}

}  // namespace
}  // namespace cubilete::server
