#include "protocol/scenario.hpp"

#include <doctest/doctest.h>

#include "protocol/bot.hpp"

namespace cubilete::protocol {

namespace {

const Json throw_all = {{"do", "roll"}, {"dice", {0, 1, 2, 3, 4}}};
const Json full_house = {{"do", "score"}, {"box", "full_house"}};

/// A throw with three threes that scores a full house.
Json example() {
    return Json::parse(R"({"name":"three threes and a full house","game":"yahtzee","seats":2,
        "options":{"starter":"first"},
        "draws":[{"dice":[3,3,3,5,5]}],
        "steps":[
          {"seat":1,"move":{"do":"roll","dice":[0,1,2,3,4]},"refused":"not_your_turn"},
          {"seat":0,"move":{"do":"roll","dice":[0,1,2,3,4]},"view":{"turn":{"dice":[3,3,3,5,5]}}},
          {"seat":0,"move":{"do":"score","box":"full_house"},"events":[{"e":"scored","points":25}],
           "view":{"seats":[{"boxes":{"full_house":25},"score":25},"…"]}}],
        "result":null})");
}
constexpr std::size_t refusal = 0, rolled = 1, scored = 2;

/// The example with one change.
template <class Change>
Json with(Change change) {
    Json scenario = example();
    change(scenario);
    return scenario;
}
/// The example with a change in one step.
template <class Change>
Json with_step(std::size_t step, Change change) {
    return with([&](Json& scenario) { change(scenario["steps"][step]); });
}

std::string verdict(const Json& scenario) {
    return run_scenario(read_scenario(scenario.dump())).value_or("pass");
}
std::string unreadable(const Json& scenario) {
    try {
        read_scenario(scenario.dump());
    } catch (const ScenarioError& error) {
        return error.what();
    }
    return "it is read";
}
std::string expecting_view(const Json& view) {
    return verdict(with_step(scored, [&](Json& step) { step["view"] = view; }));
}
std::string expecting_events(const Json& events) {
    return verdict(with_step(scored, [&](Json& step) { step["events"] = events; }));
}

/// Forwards to a match, but violates the guarantee that a refusal changes nothing.
class ForgetfulMatch final : public Match {
  public:
    explicit ForgetfulMatch(std::unique_ptr<Match> match)
        : Match(match->settings()), match_(std::move(match)) {
        follow_match();
    }

    const GameInfo& game() const override { return match_->game(); }
    Seat starter() const override { return match_->starter(); }
    SeatSet to_act() const override { return match_->to_act(); }
    Wait wait() const override { return match_->wait(); }
    std::optional<Result> result() const override { return match_->result(); }
    std::variant<JsonText, Rejection> canonical_form(const Json& move) const override {
        return match_->canonical_form(move);
    }
    std::variant<LogEntry, Rejection> play(Seat seat, const Json& move, Chance& chance) override {
        auto played = match_->play(seat, move, chance);
        follow_match();
        if (std::holds_alternative<Rejection>(played)) ++prompts_[1];
        return played;
    }
    bool draws(Seat seat, const Json& move) const override { return match_->draws(seat, move); }
    bool expiry_would_draw() const override { return match_->expiry_would_draw(); }
    std::unique_ptr<const Position> position(Seat seat) const override { return match_->position(seat); }
    LogEntry record_hint(Seat seat) override { return match_->record_hint(seat); }
    LogEntry expire(Chance& chance) override { return match_->expire(chance); }
    JsonText about_text() const override { return match_->about_text(); }
    JsonText listed_text(Seat seat) const override { return match_->listed_text(seat); }
    JsonText view_text(Viewer viewer) const override { return match_->view_text(viewer); }
    JsonText moves_text(Seat seat) const override { return match_->moves_text(seat); }
    Json full_view() const override { return match_->full_view(); }
    Json full_events() const override { return match_->full_events(); }
    JsonText events_text(Viewer viewer, std::int64_t from, std::int64_t to) const override {
        return match_->events_text(viewer, from, to);
    }
    JsonText entries_text(Viewer viewer, std::int64_t from, std::int64_t to) const override {
        return match_->entries_text(viewer, from, to);
    }
    std::vector<ViewerUpdate> viewer_updates(std::span<const Viewer> viewers,
                                             std::int64_t from) const override {
        return match_->viewer_updates(viewers, from);
    }

  private:
    void follow_match() { last_ = match_->last(); }

    std::unique_ptr<Match> match_;
};

}  // namespace

TEST_CASE("The example of the protocol passes") { CHECK(verdict(example()) == "pass"); }

TEST_CASE("A scenario may leave out everything that it does not check") {
    CHECK(verdict({{"name", "nothing"}, {"game", "yahtzee"}, {"seats", 1}, {"steps", Json::array()}}) ==
          "pass");
}

TEST_CASE(
    "A scenario fails if a move is refused unexpectedly, or accepted or refused differently than expected") {
    CHECK(verdict(with_step(refusal, [](Json& step) { step.erase("refused"); })) ==
          "step 1: the move was refused: not_your_turn (It is not your turn.)");
    CHECK(verdict(with_step(rolled, [](Json& step) { step["refused"] = "illegal_move"; })) ==
          "step 2: the move was accepted, but should have been refused: illegal_move");
    CHECK(verdict(with_step(refusal, [](Json& step) { step["refused"] = "illegal_move"; })) ==
          "step 1: the move was refused: not_your_turn (It is not your turn.), expected illegal_move");
    CHECK(verdict(with_step(rolled, [](Json& step) {
              step["move"] = {{"do", "roll"}};
          })) == "step 2: the move was refused: bad_message at /move (The member \"dice\" is missing.)");
}

TEST_CASE("A refusal must leave the match unchanged") {
    const Scenario scenario = read_scenario(example().dump());
    ScriptedChance dice({DiceDraw{{3, 3, 3, 5, 5}}});
    const auto options = read_options(*find_game("yahtzee"), scenario.options);
    ForgetfulMatch match(
        Match::start({"yahtzee", std::get<OptionValues>(options), scenario.seats, std::nullopt}, dice));
    CHECK(run_scenario(scenario, match, dice) ==
          "step 1: the refused move changed the match: match/n/1: expected 0, got 1");
}

TEST_CASE("A view is compared member by member and element by element") {
    CHECK(expecting_view({{"round", 1}}) == "pass");
    CHECK(expecting_view({{"turn", {{"seat", 1}, {"dice", Json::array()}}}}) == "pass");
    CHECK(expecting_view({{"seats", {"…"}}}) == "pass");
    CHECK(expecting_view({{"seats", {{{"score", 25}}, {{"score", 0}}}}}) == "pass");
    CHECK(expecting_view({{"seats", {{{"score", 25}}, {{"score", 0}}, "…"}}}) == "pass");
    CHECK(expecting_view({{"seats", {{{"boxes", {{"aces", nullptr}}}}, "…"}}}) == "pass");

    CHECK(expecting_view({{"seats", {{{"score", 24}}, "…"}}}) ==
          "step 3: view/seats/0/score: expected 24, got 25");
    CHECK(expecting_view({{"seats", {{{"boxes", {{"full_house", nullptr}}}}, "…"}}}) ==
          "step 3: view/seats/0/boxes/full_house: expected null, got 25");
    CHECK(expecting_view({{"seats", {nullptr, "…"}}})
              .starts_with("step 3: view/seats/0: expected null, got {"));
    CHECK(expecting_view({{"seats", {{{"score", 25}}}}})
              .starts_with("step 3: view/seats: expected [{\"score\":25}], got [{"));
    CHECK(expecting_view({{"turn", {{"dice", {3, "…"}}}}}) ==
          "step 3: view/turn/dice: expected [3,\"…\"], got []");
    CHECK(expecting_view({{"turn", {{"colour", "red"}}}}) ==
          "step 3: view/turn/colour: expected \"red\", but there is no such member");
    CHECK(expecting_view({{"turn", {{"colour", nullptr}, {"lost", false}}}}) == "pass");
    CHECK(expecting_view({{"round", "1"}}) == "step 3: view/round: expected \"1\", got 1");
    CHECK(expecting_view({{"round", {1}}}) == "step 3: view/round: expected [1], got 1");
}

TEST_CASE("Events are expected in order; other events may lie between them") {
    const Json throw_three_times = with([](Json& scenario) {
        scenario["steps"] = {{{"clock", true}}};
        scenario["steps"][0]["events"] = {{{"e", "rolled"}}, {{"e", "scored"}, {"box", "full_house"}}};
    });
    CHECK(verdict(throw_three_times) == "pass");
    CHECK(verdict(with([&](Json& scenario) {
              scenario["steps"] = throw_three_times["steps"];
              std::swap(scenario["steps"][0]["events"][0], scenario["steps"][0]["events"][1]);
          })) == "step 1: events/1: expected {\"e\":\"rolled\"}, got only []");

    CHECK(expecting_events({{{"e", "scored"}, {"seat", 0}}}) == "pass");
    CHECK(expecting_events(Json::array()) == "pass");
    CHECK(expecting_events({{{"e", "scored"}, {"points", 24}}}) ==
          "step 3: events/0/points: expected 24, got 25");
    CHECK(expecting_events({{{"e", "danced"}}})
              .starts_with("step 3: events/0: expected {\"e\":\"danced\"}, got only [{\"e\":\"scored\","));
    CHECK(expecting_events({{{"e", "scored"}}, {{"e", "scored"}}}) ==
          "step 3: events/1: expected {\"e\":\"scored\"}, got only []");
    CHECK(verdict(with_step(refusal, [](Json& step) {
              step["events"] = {{{"e", "rolled"}}};
          })) == "step 1: events/0: expected {\"e\":\"rolled\"}, got only []");
}

TEST_CASE("A step without a move compares the latest events, also those of the start") {
    const Json roll_off = Json::parse(R"({"name":"the highest throw begins","game":"yahtzee","seats":2,
        "draws":[{"dice":[1,1,1,1,2]},{"dice":[6,6,6,6,6]}],
        "steps":[{"events":[{"seat":0,"points":6},{"seat":1,"points":30}],"to_act":[1]}]})");
    CHECK(verdict(roll_off) == "pass");
}

TEST_CASE("Moves are compared as a set, in any spelling") {
    const auto expecting_moves = [](int seat, const Json& moves) {
        return verdict(with_step(refusal, [&](Json& step) {
            step["as"] = seat;
            step["moves"] = moves;
        }));
    };
    const Json backwards = {{"dice", {4, 3, 2, 1, 0}}, {"do", "roll"}};
    CHECK(expecting_moves(0, {backwards, throw_all}) == "pass");
    CHECK(expecting_moves(1, Json::array()) == "pass");
    CHECK(expecting_moves(0, Json::array()) == "step 1: moves: legal, but not expected: " + throw_all.dump());
    CHECK(expecting_moves(1, Json::array({throw_all})) ==
          "step 1: moves: expected, but not legal: " + throw_all.dump());
    CHECK(expecting_moves(0, {throw_all, "wait"}) ==
          "step 1: moves/1: \"wait\" is no move: illegal_move at /move (This game has no \"wait\".)");
    CHECK(verdict(with_step(rolled, [&](Json& step) {
              step["as"] = 0;
              step["moves"] = Json::array({throw_all});
          })).ends_with(" more"));
}

TEST_CASE("The seats that may act are compared as a set") {
    const auto expecting_to_act = [](const Json& to_act) {
        return verdict(with_step(scored, [&](Json& step) { step["to_act"] = to_act; }));
    };
    CHECK(expecting_to_act({1, 1}) == "pass");
    CHECK(expecting_to_act({0}) == "step 3: to_act: expected [0], got [1]");
    CHECK(expecting_to_act(Json::array()) == "step 3: to_act: expected [], got [1]");
}

TEST_CASE("A step compares the view of the viewer that it names") {
    CHECK(verdict(with_step(scored, [](Json& step) { step["as"] = 1; })) == "pass");
}

TEST_CASE("A draw that does not fit the request of the game fails at this request") {
    const auto drawing = [](const Json& draws) {
        return verdict(with([&](Json& scenario) { scenario["draws"] = draws; }));
    };
    CHECK(drawing(Json::array()).starts_with("step 2: draw 1: "));
    CHECK(drawing({{{"dice", {3, 3, 3, 5}}}}).starts_with("step 2: draw 1: "));
    CHECK(drawing({{{"dice", {3, 3, 3, 5, 7}}}}).starts_with("step 2: draw 1: "));
    CHECK(drawing({{{"cards", {"r1"}}}}).starts_with("step 2: draw 1: "));
    CHECK(drawing({{{"dice", {3, 3, 3, 5, 0}}}}) ==
          "start: /draws/0/dice/4: A number from 1 to 255 belongs here.");
    CHECK(drawing({{{"dice", {3, 3, 3, 5, 5}}}, {{"dice", {1, 2}}}, {{"dice", {4}}}}) ==
          "end: draws: 2 left over, the first is {\"dice\":[1,2]}");
    CHECK(verdict(with([](Json& scenario) {
              scenario["options"]["starter"] = "rolloff";
              scenario["draws"] = Json::array();
          })).starts_with("start: draw 1: "));
}

TEST_CASE("The result at the end is compared as a subset; null means that the match is not over") {
    const auto expecting_result = [](const Json& result) {
        return verdict(with([&](Json& scenario) { scenario["result"] = result; }));
    };
    CHECK(expecting_result({{"winners", {0}}}) == "end: result: expected {\"winners\":[0]}, got null");

    Json solo = {{"name", "the clock plays a whole match alone"},
                 {"game", "yahtzee"},
                 {"seats", 1},
                 {"draws", Json::array()},
                 {"steps", Json::array()},
                 {"result", {{"places", {1}}, {"winners", {0}}, {"reason", "finished"}}}};
    for (int round = 0; round < 13; ++round) {
        solo["draws"].push_back({{"dice", {1, 2, 2, 4, 6}}});
        solo["steps"].push_back({{"clock", true}});
    }
    CHECK(verdict(solo) == "pass");
    Json unfinished = solo;
    unfinished["result"] = nullptr;
    CHECK(verdict(unfinished).starts_with("end: result: expected null, got {\"places\":[1],"));

    Json too_long = solo;
    too_long["steps"].push_back({{"clock", true}});
    CHECK(verdict(too_long) == "step 14: nothing waits for the clock");
    too_long["steps"].back() = {{"seat", 0}, {"move", throw_all}, {"refused", "match_over"}};
    CHECK(verdict(too_long) == "pass");
}

TEST_CASE("An unknown game, an impossible number of seats or impossible options fail at the start") {
    const auto with_member = [](const char* name, const Json& value) {
        return verdict(with([&](Json& scenario) { scenario[name] = value; }));
    };
    CHECK(with_member("game", "ludo") == "start: there is no game \"ludo\"");
    CHECK(with_member("seats", 9) == "start: Yahtzee is for 1 to 8 players, not 9");
    CHECK(with_member("options", {{"jokers", true}}).starts_with("start: bad_options at /options/jokers ("));
    CHECK(with_member("options", 3).starts_with("start: bad_options at /options ("));
}

TEST_CASE("An unknown key is an error, so that a typing error cannot pass") {
    CHECK(unreadable(example()) == "it is read");
    CHECK(unreadable(Json::array()) == "An object belongs here.");
    CHECK(unreadable(with([](Json& scenario) { scenario["setas"] = 2; })) == "There is no \"setas\" here.");
    CHECK(unreadable(with([](Json& scenario) { scenario.erase("name"); })) ==
          "The member \"name\" is missing.");
    CHECK(unreadable(with([](Json& scenario) { scenario["seats"] = 11; })) ==
          "/seats: A number from 1 to 10 belongs here.");
    CHECK(unreadable(with([](Json& scenario) { scenario["first"] = 2; })) ==
          "/first: A number from 0 to 1 belongs here.");
    CHECK(unreadable(with([](Json& scenario) { scenario["draws"] = 5; })) ==
          "/draws: An array belongs here.");

    const auto bad_step = [](const Json& step) {
        return unreadable(with([&](Json& scenario) { scenario["steps"] = Json::array({step}); }));
    };
    CHECK(bad_step({{"clock", true}, {"veiw", 1}}) == "/steps/0: There is no \"veiw\" here.");
    CHECK(bad_step(Json::object()) == "/steps/0: A step does something or looks at something.");
    CHECK(bad_step({{"as", 1}}) == "/steps/0: A step does something or looks at something.");
    CHECK(bad_step({{"seat", 0}}) == "/steps/0: The member \"move\" is missing.");
    CHECK(bad_step({{"move", throw_all}}) == "/steps/0: The member \"seat\" is missing.");
    CHECK(bad_step({{"seat", 0}, {"move", throw_all}, {"clock", true}}) ==
          "/steps/0: A step is a move or the clock, not both.");
    CHECK(bad_step({{"clock", false}}) == "/steps/0/clock: A step with the clock says true.");
    CHECK(bad_step({{"clock", true}, {"refused", "illegal_move"}}) ==
          "/steps/0: Only a move can be refused.");
    CHECK(bad_step({{"clock", true}, {"moves", {throw_all}}}) ==
          "/steps/0: \"moves\" needs \"as\": whose moves?");
    CHECK(bad_step({{"clock", true}, {"as", 2}}) == "/steps/0/as: A number from 0 to 1 belongs here.");
    CHECK(bad_step({{"clock", true}, {"to_act", {2}}}) ==
          "/steps/0/to_act/0: A number from 0 to 1 belongs here.");
    CHECK(bad_step({{"clock", true}, {"events", {{"e", "scored"}}}}) ==
          "/steps/0/events: An array belongs here.");
}

TEST_CASE("A text that is not JSON is not a scenario") {
    CHECK_THROWS_AS(read_scenario(""), ScenarioError);
    CHECK_THROWS_AS(read_scenario("{"), ScenarioError);
    CHECK_THROWS_AS(read_scenario(R"({"name":"a","name":"b","game":"yahtzee","seats":1,"steps":[]})"),
                    ScenarioError);
}

TEST_CASE("A seat that does not exist is refused like a seat that may not act") {
    CHECK(verdict(with_step(refusal, [](Json& step) { step["seat"] = 9; })) == "pass");
}

}  // namespace cubilete::protocol
