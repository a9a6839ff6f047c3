#include "server/room/analysis_service.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "server/history/record.hpp"
#include "server/match/table.hpp"
#include "tests/books.hpp"
#include "tests/seeded_chance.hpp"
#include "tests/storage/samples.hpp"
#include "tests/temp_database.hpp"

namespace cubilete::server {
namespace {

using protocol::Json;

/// Jobs that wait until the test runs them.
struct Jobs {
    std::vector<std::function<void()>> waiting;

    void run() {
        while (!waiting.empty()) {
            const auto jobs = std::exchange(waiting, {});
            for (const auto& job : jobs) job();
        }
    }
};

/// A server's analysis service on a file with finished matches, whose books are computed when the test says so.
struct House {
    House()
        : bot_service(
              directory.path() / "books", [](std::function<void()> work) { work(); },
              [this](std::function<void()> work) { books.waiting.push_back(std::move(work)); },
              [] { return std::make_unique<cubilete::SeededChance>(1); }, [] { return [] { return false; }; },
              BotService::default_book_bytes, tests::computed_once),
          analysis_service(
              bot_service,
              [this](std::function<void()> work) {
                  slices.waiting.push_back(std::move(work));
                  return true;
              },
              [this](std::vector<storage::Write> found) {
                  ++stored;
                  database.post(std::move(found));
              }) {}

    /// Plays a match to its end at random, and stores it. The clock ends each so many-th wait.
    void play(const std::string& id, const std::string& game = "threes_away", int seats = 2,
              const Json& options = {{"pots", 1}}, int clock_ends = 0) {
        const protocol::Settings settings{
            game,
            std::get<OptionValues>(protocol::read_options(*protocol::find_game(game), options)),
            seats,
            {}};
        cubilete::SeededChance chance(7);
        const auto match = protocol::Match::start(settings, chance);
        std::vector<storage::Write> writes;
        storage::MatchRow row = tests::match(id, "K7QX2M");
        row.game = game;
        row.version = match->game().version;
        row.settings = to_json(settings).dump();
        row.players.resize(static_cast<std::size_t>(seats), "p_ana");
        row.names.resize(row.players.size(), "Ana");
        writes.emplace_back(storage::StartMatch{row});
        const auto append = [&] {
            storage::LogRow entry = tests::entry(id, match->seq());
            entry.by = to_json(match->last().by).dump();
            entry.move = match->last().move.dump();
            entry.draws = protocol::to_json(match->game(), match->last().draws).dump();
            writes.emplace_back(storage::AppendEntry{std::move(entry)});
        };
        append();
        for (int waits = 1; !match->result(); ++waits) {
            if (clock_ends > 0 && waits % clock_ends == 0) {
                match->expire(chance);
                append();
                continue;
            }
            const Seat seat = *match->to_act().begin();
            const Json moves = match->moves_text(seat).tree();
            match->play(seat, moves[static_cast<std::size_t>(chance.pick(static_cast<int>(moves.size())))],
                        chance);
            append();
        }
        storage::FinishMatch end = tests::finish(id);
        end.scores.resize(1);
        writes.emplace_back(end);
        REQUIRE(database.post(std::move(writes)) == storage::Outcome::durable);
    }

    using Answer = std::optional<std::optional<std::string>>;  ///< nullopt: none yet
    std::shared_ptr<Answer> ask(const std::string& id, std::uint8_t address = 1) {
        auto answer = std::make_shared<Answer>();
        const auto store = database.store();
        const auto history = database.history();
        analysis_service.ask(*store.match(id), {store, history}, {{address}},
                             [answer](std::optional<std::string> text) { *answer = std::move(text); });
        return answer;
    }
    void end_of(const std::string& id) {
        const auto store = database.store();
        const auto history = database.history();
        analysis_service.make(*store.match(id), {store, history});
    }
    void compute_books() { books.run(); }
    bool has(const std::string& id) const { return database.store().analysis(id).has_value(); }

    tests::TempDirectory directory;
    tests::TempDatabase database;
    Jobs books, slices;
    int stored = 0;
    BotService bot_service;
    AnalysisService analysis_service;
};

bool is_busy(const House::Answer& answer) { return answer && !*answer; }
Json json_of(const House::Answer& answer) { return Json::parse(answer.value().value()); }

}  // namespace

TEST_CASE("an analysis that is asked for is made once, stored, and given to all who wait for it") {
    House house;
    house.play("m_1");
    CHECK(is_busy(*house.ask("m_1")));  // the book is computed first
    house.compute_books();
    house.slices.run();
    CHECK(house.has("m_1"));

    house.database.post({storage::PutAnalysis{"m_1", "of another version", "{}"}});
    const auto one = house.ask("m_1"), other = house.ask("m_1", 2);
    CHECK_FALSE(*one);
    house.slices.run();
    CHECK(json_of(*one)["match"] == "m_1");
    CHECK(json_of(*one)["version"] == "threes_away 1.2");
    CHECK(json_of(*one)["seats"].size() == 2);
    CHECK(*other == *one);
    CHECK(house.stored == 2);

    const auto later = house.ask("m_1");
    CHECK(*later == *one);
    CHECK(house.slices.waiting.empty());
}

TEST_CASE(
    "one address waits for four analyses at a time, and all for a bounded number; the addresses take turns") {
    House house;
    for (int number = 1; number <= 6; ++number) house.play("m_" + std::to_string(number));
    house.ask("m_1");
    house.compute_books();
    house.slices.run();
    std::vector<std::shared_ptr<House::Answer>> answers;
    for (int number = 2; number <= 6; ++number) answers.push_back(house.ask("m_" + std::to_string(number)));
    for (int at = 0; at < 4; ++at) CHECK_FALSE(*answers[static_cast<std::size_t>(at)]);
    CHECK(is_busy(*answers[4]));
    const auto other = house.ask("m_6", 2);
    CHECK_FALSE(*other);
    CHECK(house.slices.waiting.size() == 1);  // one at a time
    house.slices.run();
    for (int at = 0; at < 4; ++at) CHECK(json_of(*answers[static_cast<std::size_t>(at)]).contains("seats"));
    CHECK(json_of(*other)["match"] == "m_6");
}

TEST_CASE("a match is analysed when it ends if its numbers are exact, after all that somebody asked for") {
    House house;
    for (const char* id : {"m_1", "m_2", "m_3"}) house.play(id);
    house.play("m_4", "tres", 2, Json::object());
    house.end_of("m_1");
    CHECK_FALSE(house.has("m_1"));
    house.compute_books();
    house.slices.run();
    CHECK(house.has("m_1"));

    house.end_of("m_4");
    house.end_of("m_1");
    CHECK(house.slices.waiting.empty());
    house.end_of("m_2");
    house.end_of("m_3");
    const auto asked = house.ask("m_3");  // waits for the one that was to be made anyway
    house.slices.run();
    CHECK(json_of(*asked)["match"] == "m_3");
    CHECK(house.has("m_2"));
    CHECK(house.stored == 3);
    CHECK_FALSE(house.has("m_4"));
}

TEST_CASE(
    "a match in which the clock made more than a tenth of a player's decisions does not count for care") {
    House house;
    house.play("m_1");
    house.play("m_2", "threes_away", 2, {{"pots", 1}}, 3);
    const auto matches = [&] {
        std::int64_t sum = 0;
        for (const auto& month : house.database.history().care("p_ana")) sum += month.matches;
        return sum;
    };
    house.end_of("m_1");
    house.compute_books();
    house.slices.run();
    CHECK(matches() == 1);
    const auto asked = house.ask("m_2");
    house.slices.run();
    CHECK(json_of(*asked)["seats"][0]["decisions"]["clock"]["count"] > 0);
    CHECK(matches() == 1);
}

TEST_CASE("a match without an analysis says why, at once") {
    House house;
    house.play("m_1", "yahtzee", 2, {{"columns", 3}});
    CHECK(json_of(*house.ask("m_1"))["why_not"] == "columns");
    house.play("m_2");
    storage::MatchRow older = *house.database.store().match("m_2");
    const auto ask_as = [&](const storage::MatchRow& match) {
        House::Answer answer;
        const auto store = house.database.store();
        const auto history = house.database.history();
        house.analysis_service.ask(match, {store, history}, {},
                                   [&](std::optional<std::string> text) { answer = std::move(text); });
        return json_of(answer)["why_not"];
    };
    older.version = 7;
    CHECK(ask_as(older) == "rules");
    older.game = "no game of this program";
    CHECK(ask_as(older) == "rules");
    storage::MatchRow dropped = *house.database.store().match("m_2");
    dropped.log_dropped = true;
    CHECK(ask_as(dropped) == "not_kept");
    CHECK(house.stored == 0);
}

}  // namespace cubilete::server
