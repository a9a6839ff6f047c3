#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "server/commands/commands.hpp"
#include "server/history/record.hpp"
#include "server/match/chain.hpp"
#include "server/match/table.hpp"
#include "storage/sqlite/backup.hpp"
#include "storage/sqlite/inspection.hpp"
#include "tests/server/said.hpp"
#include "tests/server/world.hpp"
#include "tests/stored_match.hpp"

namespace cubilete::server {

namespace {

namespace fs = std::filesystem;

Said check(const fs::path& place) { return said_by(run_check, {place.string()}); }

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Ana alone in a match of Yahtzee, after a throw.
struct Evening {
    World world;
    Guest ana{world};
    std::string match;

    Evening() {
        const std::string room =
            ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 1}, {"clock", {{"turn_ms", 0}}}})
                .at("room");
        REQUIRE(ana.ask({{"t", "room.start"}, {"room", room}}).at("t") == "ok");
        REQUIRE(ana.move().at("t") == "ok");
        match = ana.latest("match").at("match");
    }
    void play_to_the_end() {
        while (ana.latest("match").at("result").is_null()) REQUIRE(ana.move().at("t") == "ok");
    }
    std::string directory() const { return world.database.directory(); }

    /// Writes the latest entry of the running match again with changes, or its end.
    void slip_in(storage::Write write) {
        REQUIRE(world.database.post({std::move(write)}) == storage::Outcome::durable);
    }
    /// Stores a copy of a match with another id and new hashes of its version, then applies `change`.
    void add_copy(const std::string& id, storage::Record record,
                  const std::function<void(storage::LogRow& second)>& change = {}) {
        record.match.id = id;
        std::string hash = chain_root(id);
        for (storage::LogRow& entry : record.log) {
            entry.match = id;
            hash = entry.hash = chain_hash(record.match.chain, hash, entry);
        }
        if (change) change(record.log.at(1));
        std::vector<storage::Write> writes{storage::StartMatch{record.match}};
        for (const storage::LogRow& entry : record.log) writes.push_back(storage::AppendEntry{entry});
        REQUIRE(world.database.post(writes) == storage::Outcome::durable);
    }
    storage::LogRow next_entry() {
        const auto log = log_of(world.database.store(), match);
        storage::LogRow entry = log.back();
        ++entry.seq;
        return entry;
    }
};

}  // namespace

TEST_CASE("A running server's data is sound, and so is a backup of it") {
    Evening evening;
    evening.play_to_the_end();
    Evening other;
    for (const auto* world : {&evening, &other}) {
        const Said said = check(world->directory());
        CHECK_MESSAGE(said.code == 0, said.out, said.err);
        CHECK(says(said.out, "sound"));
    }
    CHECK(says(check(evening.directory()).out, "0 running and 1 finished matches, 1 replayed: sound"));
    CHECK(says(check(other.directory()).out, "1 running and 0 finished matches, 1 replayed: sound"));

    const tests::TempDirectory safe;
    storage::sqlite::back_up(storage::sqlite::data_file(evening.directory()), safe.path() / "copy.db");
    const Said said = check(safe.path() / "copy.db");
    CHECK(said.code == 0);
    CHECK(says(said.out, "0 running and 1 finished matches, 1 replayed: sound"));
}

TEST_CASE("An abandoned match is sound") {
    Evening evening;
    storage::FinishMatch end{evening.match, R"({"reason":"abandoned"})", {}, 1'700'000'900'000};
    SUBCASE("as the server records it") {
        const auto record = evening.world.database.store().record(evening.match).value();
        Table table(record.match, record.log, nullptr);
        table.abandon();
        evening.slip_in(table.finish(end.ended_ms));
        CHECK(check(evening.directory()).code == 0);
    }
    SUBCASE("but not if it has a winner") {
        end.scores = {{.seat = 0, .player = evening.ana.id, .place = 1, .score = 300, .won = true}};
        evening.slip_in(end);
        const Said said = check(evening.directory());
        CHECK(said.code == 1);
        CHECK(says(said.out, "FAIL " + evening.match + " (yahtzee, room "));
        CHECK(says(said.out, "its log leads to another result"));
    }
}

TEST_CASE("A changed or inserted entry is found") {
    Evening evening;
    SUBCASE("its hash is wrong") {
        evening.slip_in(storage::AppendEntry{evening.next_entry()});
        CHECK(says(check(evening.directory()).out, "does not fit its hash"));
    }
    SUBCASE("its hash was recomputed, but it is not a move") {
        storage::LogRow entry = evening.next_entry();
        const std::string before = entry.hash;
        entry.move = R"({"do":"score","box":"no such box"})";
        entry.hash = chain_hash(newest_chain, before, entry);
        evening.slip_in(storage::AppendEntry{entry});
        CHECK(says(check(evening.directory()).out, "FAIL " + evening.match));
    }
    SUBCASE("its hash was recomputed, but the dice are wrong") {
        storage::LogRow entry = evening.next_entry();
        entry.draws = "[]";
        entry.hash = chain_hash(newest_chain, entry.hash, entry);
        evening.slip_in(storage::AppendEntry{entry});
        CHECK(says(check(evening.directory()).out, "FAIL " + evening.match));
    }
    const Said said = check(evening.directory());
    CHECK(said.code == 1);
    CHECK(says(said.out, "0 replayed: not sound, 1 FAIL"));
}

TEST_CASE("An entry whose time, clock or extra was changed afterwards is found") {
    Evening evening;
    const auto record = evening.world.database.store().record(evening.match).value();
    CHECK(record.match.chain == newest_chain);
    evening.add_copy("m_same", record);
    CHECK(check(evening.directory()).code == 0);

    SUBCASE("at_ms") {
        evening.add_copy("m_other", record, [](storage::LogRow& entry) { --entry.at_ms; });
    }
    SUBCASE("left_ms") {
        evening.add_copy("m_other", record, [](storage::LogRow& entry) { ++entry.left_ms; });
    }
    SUBCASE("extra") {
        evening.add_copy("m_other", record, [](storage::LogRow& entry) { entry.extra = "{}"; });
    }
    const Said said = check(evening.directory());
    CHECK(said.code == 1);
    CHECK(says(said.out, "FAIL m_other"));
    CHECK(says(said.out, "entry 2 does not fit its hash"));
}

TEST_CASE("A match with version 1 of the chain continues with it and can be verified") {
    Evening evening;
    auto record = evening.world.database.store().record(evening.match).value();
    record.match.chain = 1;
    record.log.front().extra.clear();  // version 1 had none
    SUBCASE("unchanged") {
        evening.add_copy("m_old", record);
        const auto old = evening.world.database.store().record("m_old").value();
        Table table(old.match, old.log, nullptr);
        REQUIRE(table.record_hint(0));
        evening.slip_in(storage::AppendEntry{table.record(std::chrono::milliseconds(0), 5)});
        const Said said = check(evening.directory());
        CHECK(said.code == 0);
        CHECK(says(said.out, "2 running and 0 finished matches, 2 replayed: sound"));
    }
    SUBCASE("but not with another move") {
        evening.add_copy("m_old", record, [](storage::LogRow& entry) { entry.move = "null"; });
        CHECK(says(check(evening.directory()).out, "FAIL m_old"));
    }
    SUBCASE("and a version 1 entry has no field that the hash leaves out") {
        evening.add_copy("m_old", record, [](storage::LogRow& entry) { entry.extra = "{}"; });
        CHECK(says(check(evening.directory()).out, "entry 2 has something that its chain does not cover"));
    }
}

TEST_CASE("A match whose provable dice are being fixed has no entries yet, and is sound") {
    Evening evening;
    storage::MatchRow starting = evening.world.database.store().match(evening.match).value();
    starting.id = "m_starts";
    const auto in_room = [](const std::string& match) {
        return storage::PutRoom{{.code = "K7QX2M",
                                 .settings = "{}",
                                 .host = "p_1",
                                 .match = match,
                                 .next_first = {},
                                 .since_ms = 1},
                                {}};
    };
    evening.slip_in(in_room("m_starts"));
    SUBCASE("in its room") {
        evening.slip_in(storage::StartMatch{starting, R"({"seed":"00"})"});
        CHECK(check(evening.directory()).code == 0);
        CHECK(says(check(evening.directory()).out,
                   "2 running and 0 finished matches, 1 replayed, 1 without entries: sound"));
    }
    SUBCASE("and it may end before it has begun") {
        evening.slip_in(storage::StartMatch{starting, R"({"seed":"00"})"});
        evening.slip_in(storage::FinishMatch{"m_starts", R"({"reason":"void"})", {}, 1'700'000'900'000});
        CHECK(check(evening.directory()).code == 0);
    }
    SUBCASE("but a match with a result has a log") {
        evening.slip_in(storage::StartMatch{starting, R"({"seed":"00"})"});
        evening.slip_in(storage::FinishMatch{"m_starts", R"({"reason":"finished"})", {}, 1'700'000'900'000});
        CHECK(says(check(evening.directory()).out, "FAIL m_starts"));
        CHECK(says(check(evening.directory()).out, "the log is empty"));
    }
    SUBCASE("but a running match without such dice has a log") {
        evening.slip_in(storage::StartMatch{starting});
        CHECK(check(evening.directory()).code == 1);
        CHECK(says(check(evening.directory()).out, "FAIL m_starts (yahtzee, room "));
        CHECK(says(check(evening.directory()).out, "running): the log is empty"));
    }
}

TEST_CASE("Matches with a deleted log are counted and reported") {
    Evening evening;
    evening.world.database.on_journal(
        [](storage::sqlite::Database& database) { database.keep_logs({.for_ms = {}, .most_bytes = 1}); });
    evening.play_to_the_end();
    const Said said = check(evening.directory());
    CHECK(said.code == 0);
    CHECK(says(said.out,
               "1 finished matches, 0 replayed, 1 not replayed, since their logs are not kept any more"));

    const auto store = evening.world.database.store();
    const auto history = evening.world.database.history();
    const Json record = record_json({store, history}, evening.match, {.views = true}).value();
    CHECK(record["kept"] == false);
    CHECK(record["replay"] == false);
    CHECK(record["log"].empty());
    CHECK(record["next"].is_null());
    CHECK(record["result"]["winners"] == Json{0});
}

TEST_CASE("A room with a missing match is found") {
    Evening evening;
    evening.slip_in(storage::PutRoom{{.code = "K7QX2M",
                                      .settings = "{}",
                                      .host = evening.ana.id,
                                      .match = "m_lost",
                                      .next_first = {},
                                      .since_ms = 1},
                                     {}});
    const Said said = check(evening.directory());
    CHECK(said.code == 1);
    CHECK(says(said.out, "FAIL room K7QX2M: there is no match m_lost"));
}

TEST_CASE("A match of other rules is not replayed, and this is reported") {
    Evening evening;
    auto record = evening.world.database.store().record(evening.match).value();
    record.match.version += 1;
    evening.add_copy("m_old", record);
    const Said running = check(evening.directory());
    CHECK(running.code == 1);  // no server could continue it
    CHECK(says(running.out, "FAIL m_old"));

    evening.slip_in(storage::FinishMatch{"m_old", "{}", {}, 1});
    const Said finished = check(evening.directory());
    CHECK(finished.code == 0);
    CHECK(says(finished.out, "note m_old"));
    CHECK(says(finished.out, "played by version 2 of the rules"));
}

TEST_CASE("Damage to the file is found and nothing is changed") {
    const tests::TempDirectory safe;
    const fs::path copy = safe.path() / "copy.db";
    {
        Evening evening;
        evening.play_to_the_end();
        storage::sqlite::back_up(storage::sqlite::data_file(evening.directory()), copy);
    }
    std::string bytes;
    {
        std::ifstream in(copy, std::ios::binary);
        bytes.assign(std::istreambuf_iterator<char>(in), {});
    }
    SUBCASE("in its first page") { bytes[100] = '?'; }
    SUBCASE("in its header") { bytes[3] = '?'; }
    SUBCASE("in the middle") { bytes.replace(bytes.size() / 2 / 4096 * 4096, 64, std::string(64, '\x7f')); }
    SUBCASE("at the truncated end") { bytes.resize(bytes.size() - 4096); }
    std::ofstream(copy, std::ios::binary) << bytes;
    const Said said = check(copy);
    CHECK(said.code == 1);
    CHECK(says(said.out, "FAIL the file: "));
    std::ifstream in(copy, std::ios::binary);
    CHECK(std::string(std::istreambuf_iterator<char>(in), {}) == bytes);
}

TEST_CASE("An unreadable log is reported with its match, and the others are replayed") {
    const tests::TempDirectory safe;
    const fs::path copy = safe.path() / "copy.db";
    std::string ids;
    {
        Evening evening;
        evening.play_to_the_end();
        ids = evening.match;
        storage::sqlite::back_up(storage::sqlite::data_file(evening.directory()), copy);
    }
    std::string bytes;
    {
        std::ifstream in(copy, std::ios::binary);
        bytes.assign(std::istreambuf_iterator<char>(in), {});
    }
    // A page in the middle of the entries; a whole match has several pages.
    const std::size_t entry = bytes.rfind(R"("box":)");
    REQUIRE(entry != std::string::npos);
    bytes.replace(entry / 4096 * 4096, 12, std::string(12, '\x7f'));
    std::ofstream(copy, std::ios::binary) << bytes;
    const Said said = check(copy);
    CHECK(said.code == 1);
    CHECK_MESSAGE(says(said.out, "FAIL " + ids), said.out);
}

TEST_CASE("An empty file is reported as empty, not as another program's") {
    const tests::TempDirectory directory;
    std::ofstream(directory.path() / "cubilete.db").close();
    const Said said = check(directory.path());
    CHECK(said.code == 2);
    CHECK(says(said.err, "is empty"));
}

TEST_CASE("Data that cannot be checked is named") {
    const tests::TempDirectory directory;
    const fs::path other = directory.path() / "diary.txt";
    const Said missing = check(directory.path());
    CHECK(missing.code == 2);
    CHECK(says(missing.err, (directory.path() / "cubilete.db").string() + ": is not there"));
    std::ostringstream out, err;
    CHECK(run_check({"--deep"}, out, err) == 2);
    CHECK(says(err.str(), "--deep"));
}

}  // namespace cubilete::server
