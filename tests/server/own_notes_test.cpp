#include "server/match/own_notes.hpp"

#include <algorithm>
#include <map>

#include "server/match/dice_replay.hpp"
#include "tests/server/proven_match.hpp"

namespace cubilete::server {
namespace {

using dice::ProvenMatch;
using protocol::Json;
using protocol::object;

std::string verdict_on(const Json& record, const Json& notes, const std::vector<std::string>& endings = {}) {
    std::optional<ReplayResult> rules;
    DiceVerdict verdict = replay_dice(record, viewer_of(notes), rules);
    compare_notes(record, {notes, endings}, verdict, rules ? &*rules : nullptr);
    return verdict.text();
}

TEST_CASE("a match of every game is as its players noted it") {
    for (const GameInfo* game : protocol::catalogue()) {
        CAPTURE(game->id);
        const ProvenMatch match(*game, {.choices = 3, .most_entries = 150, .eventful = true});
        const Json& record = match.record();
        const DiceVerdict alone = replay_dice(record);
        const std::string entries = std::to_string(record["log"].size());
        const std::string agrees =
            "; what was shown agrees with the record in " + entries + " of " + entries + " entries";
        for (const Seat seat : {Seat{0}, Seat{1}}) {
            if (alone.without.at(seat) == alone.draws)
                continue;  // the value of the seat is in no draw: left out
            const std::string draws = std::to_string(alone.draws) + (alone.draws == 1 ? " draw" : " draws");
            const std::string own = "; your secret is in the key, your value in " +
                                    std::to_string(alone.draws - alone.without.at(seat)) + " of " + draws;
            CHECK(verdict_on(record, match.notes(seat)) ==
                  alone.text() + own + agrees + " and with the rules");
            DiceVerdict verdict = check_dice(record);
            compare_notes(record, {match.notes(seat), {}}, verdict);
            CHECK(verdict.text() ==
                  check_dice(record).text() + own + agrees + "; only cubilete verify knows the rules");
        }
    }
}

/// A match with notes of its seat 0, and the texts of changes.
struct RecordWithNotes {
    explicit RecordWithNotes(const char* game, std::size_t entries = 30)
        : match(*protocol::find_game(game), {.most_entries = entries}) {}
    template <class Change>
    std::string notes(Change change) const {
        Json changed = match.notes(0);
        change(changed);
        return verdict_on(match.record(), changed);
    }
    /// The server has made the hashes of the log anew.
    template <class Change>
    std::string record(Change change) const {
        Json changed = match.record();
        change(changed);
        dice::chain_again(changed);
        Json notes = match.notes(0);
        notes["hash"] = changed["log"].back()["hash"];
        for (std::size_t at = 0; at < notes["asks"].size(); ++at)
            notes["asks"][at]["hash"] =
                changed["log"][notes["asks"][at]["seq"].get<std::size_t>() - 2]["hash"];
        return verdict_on(changed, notes);
    }
    ProvenMatch match;
};

const std::string other_hash(24, 'b');

TEST_CASE("a throw, a view or events that were shown and are not recorded are false at their entry") {
    const RecordWithNotes recorded("yahtzee");
    std::size_t thrown = 1;  // an entry with a throw of the match
    while (recorded.match.notes(0)["shown"][std::to_string(thrown + 1)][3].is_null()) ++thrown;
    const std::string seq = std::to_string(thrown + 1), at = "FALSE at entry " + seq + ": ";
    CHECK(recorded.notes([&](Json& n) {
        n["shown"][seq][3][0] = 1 + n["shown"][seq][3][0].get<int>() % 6;
    }) == at + "other dice were shown than are recorded");
    CHECK(recorded.notes([&](Json& n) { n["shown"][seq][1] = other_hash; }) ==
          at + "something else was shown than is recorded");
    CHECK(recorded.notes([&](Json& n) { n["shown"][seq][0] = other_hash; }) ==
          at + "seat 0 was shown something else than the others");
    CHECK(recorded.notes([&](Json& n) { n["shown"][seq][2] = other_hash; }) ==
          at + "the record has other events than were shown");
    CHECK(recorded.record([&](Json& r) { r["replay"] = false; }).find("and with the rules") !=
          std::string::npos);
    // The record fits the lie, but not the rules.
    CHECK(recorded.record([&](Json& r) {
        std::string shown = r["log"][thrown]["extra"]["shown"].get<std::string>();
        r["log"][thrown]["extra"]["shown"] = shown.replace(24, 24, other_hash);
    }) == at + "the hashes of what was shown are not those of the rules");
    CHECK(recorded.record([&](Json& r) {
        r["log"][thrown]["events"][0]["dice"] = {1, 1, 1, 1, 1};
    }) == at + "its events are not those of the rules");
    CHECK(recorded.record([&](Json& r) { r["log"][thrown]["extra"]["shown"] = other_hash; }) ==
          at + "the field shown is malformed");
}

TEST_CASE("another hand than the rules deal is false although no record shows it") {
    const RecordWithNotes recorded("tres");
    const auto without = [](Json& record) { record["log"][0]["extra"].erase("shown"); };
    CHECK(recorded.record(without).find(" in 29 of 30 entries and with the rules") != std::string::npos);
    Json record = recorded.match.record(), notes = recorded.match.notes(0);
    without(record);
    dice::chain_again(record);
    notes["hash"] = nullptr;
    notes["asks"] = Json::array();
    notes["live"] = Json::array();
    for (const int place : {0, 1, 2}) {
        Json lie = notes;
        lie["shown"]["1"][place] = other_hash;
        CHECK(verdict_on(record, lie) == "FALSE at entry 1: something else was shown than the rules say");
    }
}

TEST_CASE(
    "the last push of a match that was broken off, and pushes without events, are compared with the rules") {
    for (const char* game : {"yahtzee", "tres"}) {
        CAPTURE(game);
        RecordWithNotes recorded(game);
        REQUIRE(recorded.match.record()["result"]["reason"] == "abandoned");
        const ShownHashes right = shown_hashes_of(recorded.match.match(), {Seat{0}});
        const Json alone = {right.without_events.view, right.without_events.you};
        const Json last = {right.if_aborted.view, right.if_aborted.you};
        const auto seen = [&recorded](const char* name, const Json& value) {
            return recorded.notes([&](Json& n) { n[name] = value; });
        };
        const std::string lie = "FALSE at entry 30: something else was shown than the rules say";
        CHECK(seen("last", last).starts_with("fair: "));
        CHECK(seen("last", alone) == lie);
        CHECK(seen("last", {right.if_aborted.view, other_hash}) == lie);
        CHECK(seen("views", {{"30", alone}}).starts_with("fair: "));
        CHECK(seen("views", {{"30", last}}) == lie);
        CHECK(seen("views", {{"29", alone}}) ==
              "FALSE at entry 29: something else was shown than the rules say");
        CHECK(recorded
                  .notes([&](Json& n) {
                      n["result"] = nullptr;
                      n["last"] = alone;
                  })
                  .starts_with("fair: "));
    }
}

TEST_CASE("another result, other people and another move than were noted are false") {
    const RecordWithNotes recorded("yahtzee");
    CHECK(recorded.notes([](Json& n) { n["result"]["reason"] = "finished"; }) ==
          "FALSE: another result was shown than is recorded");
    CHECK(recorded.notes([](Json& n) { n["people"][1] = "p_7"; }) ==
          "FALSE: the record has other people at its seats");
    CHECK(recorded.notes([](Json& n) { n["people"][1] = nullptr; }).starts_with("fair: "));
    const Json sent = recorded.match.notes(0)["moves"][0];
    const std::string at = "FALSE at entry " + sent["seq"].dump() + ": it is not the move that was sent";
    for (const auto& [name, value] :
         std::map<std::string, Json>{{"id", "9"}, {"n", 9}, {"move", {{"do", "pass"}}}})
        CHECK(recorded.notes([&](Json& n) { n["moves"][0][name] = value; }) == at);
    CHECK_MESSAGE(recorded.notes([](Json& n) { n["moves"][0]["seq"] = nullptr; }).starts_with("fair: "),
                  "its answer did not come");
    CHECK(recorded.notes([](Json& n) { n["moves"].erase(0); })
              .ends_with("; 1 move of seat 0 came from another device, or from nobody"));
    // The short form of a move is compared by its rules.
    const auto held = [&](const Json& move) {
        return recorded.notes([&](Json& n) { n["moves"][0]["move"] = move; });
    };
    CHECK(held(sent["move"]).starts_with("fair: "));
    CHECK(held("roll") == (sent["move"] == Json{{"do", "roll"}} ? held(sent["move"]) : at));
    CHECK(held("score yahtzee") == at);
}

TEST_CASE("who has no part in the dice is left out, with or without any push about them") {
    const ProvenMatch match(*protocol::find_game("yahtzee"),
                            {.seats = 3, .contributors = {1, 2}, .most_entries = 30});
    Json notes = match.notes(0);
    notes["tip_accepted"] = false;
    notes["reveal_accepted"] = false;
    notes["witness"] = false;
    const std::string none = "left out: the secret of seat 0 is not in the key";
    CHECK(verdict_on(match.record(), notes) ==
          none + "; what was shown agrees with the record in 30 of 30 entries and with the rules");
    Json unaware = notes;
    for (const char* name : {"commit", "settings", "players", "player", "nonce", "roster", "reveals"})
        unaware[name] = nullptr;
    unaware["asks"] = Json::array();
    CHECK(verdict_on(match.record(), unaware).starts_with(none));
    Json other = notes;
    other["seat"] = 1;
    other["player"] = ProvenMatch::player(1);
    other["tip"] = std::string(64, 'c');
    other["moves"] = nullptr;
    other["shown"] = nullptr;
    CHECK(verdict_on(match.record(), other) ==
          "left out: another device holds the secret of seat 1: check with its notes; what was shown is not "
          "checked");
    Json alone =
        ProvenMatch(*protocol::find_game("yahtzee"), {.contributors = {}, .most_entries = 5}).record();
    alone["log"][0]["extra"] = {{"dice", "server"}};
    alone["proof"] = nullptr;
    unaware["match"] = alone["id"];
    CHECK(verdict_on(alone, unaware) == none + "; what was shown is not checked");
    notes["match"] = alone["id"];
    CHECK(verdict_on(alone, notes) == "FALSE: never opened");
}

TEST_CASE("who was there and gave no value to any throw is left out") {
    const ProvenMatch match(*protocol::find_game("yahtzee"), {.most_entries = 30, .witness = false});
    Json notes = match.notes(0);
    CHECK(verdict_on(match.record(), notes).starts_with("fair: "));
    notes["witness"] = true;
    CHECK(verdict_on(match.record(), notes)
              .starts_with("left out: the value of seat 0 is in no throw; your secret is "
                           "in the key, your value in 0 of "));
    notes["live"] = Json::array({{1, 1}});
    CHECK(verdict_on(match.record(), notes).starts_with("fair: "));
}

TEST_CASE("a verdict says how many of the player's last matches were broken off") {
    const RecordWithNotes recorded("escalera", 10);
    const auto ends = [&](const std::vector<std::string>& endings) {
        const std::string text = verdict_on(recorded.match.record(), recorded.match.notes(0), endings);
        return text.substr(std::min(text.size(), text.find(" and with the rules") + 19));
    };
    CHECK(ends({}).empty());
    CHECK(ends({"finished", "finished"}).empty());
    CHECK(ends({"finished", "void", "unopened", "no_record", "abandoned"}) ==
          "; 3 of the last 5 matches were broken off, 1 abandoned");
    CHECK(ends({"finished", "void"}) == "; 1 of the last 2 matches was broken off");
    CHECK(ends({"abandoned"}) == "; 0 of the last 1 match were broken off, 1 abandoned");
    std::string lines;
    for (int line = 0; line < 25; ++line)
        lines += R"({"match":"m_)" + std::to_string(line) + R"(","ended":)" +
                 (line < 10 ? "\"void\"" : "null") + "}\n" + R"({"match":"m","ended":"finished"})" + "\n";
    CHECK(find_notes(lines, "m").endings.size() == 20);
    CHECK(std::ranges::count(find_notes(lines, "m").endings, "void") == 2);
    const std::string servers = R"({"match":"m_1","ended":"void"})"
                                "\n"
                                R"({"match":"m_2","ended":"finished","server":"here"})"
                                "\n"
                                R"({"match":"m_3","ended":"abandoned","server":"elsewhere"})";
    CHECK(find_notes(servers, "m_2").endings == std::vector<std::string>{"void", "finished"});
    CHECK(find_notes(servers, "m_3").endings == std::vector<std::string>{"void", "abandoned"});
    const auto both = embedded_notes({{"record", Json::object()}, {"notes", {{"ended", "void"}}}});
    CHECK(both.value().endings == std::vector<std::string>{"void"});
    CHECK(embedded_notes({{"record", 1}, {"notes", 2}, {"ended", {"void", "gone", 3, "abandoned"}}})
              .value()
              .endings == std::vector<std::string>{"void", "abandoned"});
    CHECK_FALSE(embedded_notes(recorded.match.record()));
}

TEST_CASE("what the server changed after it was noted is false, also if the record is consistent") {
    const ProvenMatch match(*protocol::find_game("yahtzee"), {.most_entries = 20});
    const Json& record = match.record();
    // The last entries are gone with all their counts, which a record alone cannot show.
    Json shorter = record;
    while (shorter["log"].size() > 10) shorter["log"].erase(10);
    std::size_t draws = 0;
    for (const Json& entry : shorter["log"]) draws += entry["draws"].size();
    shorter["proof"]["seq"] = 10;
    shorter["proof"]["k"] = draws;
    DiceVerdict verdict = replay_dice(shorter);
    CHECK(verdict.kind == DiceVerdict::Kind::fair);
    compare_notes(shorter, {match.notes(0), {}}, verdict);
    CHECK(verdict.kind == DiceVerdict::Kind::wrong);
}

TEST_CASE("every shared case of notes has the verdict that the other languages give") {
    const Json cases = dice::read("own_cases.json");
    for (const Json& each : cases["cases"]) {
        const DiceVerdict verdict = dice::verdict_on(dice::text_of(cases, each), [](const Json& both) {
            DiceVerdict found = check_dice(both["record"]);
            compare_notes(both["record"], embedded_notes(both).value(), found);
            return found;
        });
        CAPTURE(each["of"]);
        CAPTURE(each["name"]);
        CHECK(verdict.text() == each["verdict"].get<std::string>());
    }
    CHECK(cases["cases"].size() > 200);
}

TEST_CASE("a file of notes has one line a match, and the last one counts") {
    const std::string lines =
        "{\"match\":\"m_1\",\"k\":1}\n\ndamaged "
        "{\"match\":\"m_2\"}\n[]\n{\"match\":\"m_3\"}\n{\"match\":\"m_1\",\"k\":2}";
    CHECK(find_notes(lines, "m_1").notes == object({{"match", "m_1"}, {"k", 2}}));
    CHECK(find_notes(lines, "m_3").notes == object({{"match", "m_3"}}));
    CHECK(find_notes(lines, "m_2").notes.is_null());
    CHECK(find_notes("", "m_1").notes.is_null());
    CHECK(find_notes(R"({"match":"m_1","k":1,"k":1})", "m_1").notes.is_null());
    CHECK(find_notes(R"({"match":"m_1","k":1.0})", "m_1").notes.is_null());
}

}  // namespace
}  // namespace cubilete::server
