// The commands of an operator on a PostgreSQL.
#include "server/commands/commands.hpp"

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/server/said.hpp"
#include "tests/server/world.hpp"
#include "tests/storage/postgres/temp_postgres.hpp"

namespace cubilete::server {

namespace {

using tests::PostgresPlace;

bool mentions(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// A finished and a running match of one player, and a backup of them.
struct Played {
    World world;
    tests::TempDirectory copies;

    Played() {
        Guest ana(world);
        const std::string room = code_of(
            ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 1}, {"clock", {{"turn_ms", 0}}}}));
        REQUIRE(ana.ask({{"t", "room.start"}, {"room", room}}).at("t") == "ok");
        while (ana.latest("match").at("result").is_null()) REQUIRE(ana.move().at("t") == "ok");
        REQUIRE(ana.ask({{"t", "room.start"}, {"room", room}}).at("t") == "ok");
        REQUIRE(ana.move().at("t") == "ok");
        REQUIRE(said_by(run_backup, {copy(), "--data", data()}).code == 0);
    }
    std::string data() const { return world.database.directory(); }
    std::string copy() const { return (copies.path() / "copy.db").string(); }
    Said import_copy(const PostgresPlace& place) const {
        return said_by(run_import, {"--data", copy(), "--database", place.path().string()});
    }
};

struct SetVariable {
    SetVariable(const char* name, const std::string& value) : name_(name) { setenv(name, value.c_str(), 1); }
    ~SetVariable() { unsetenv(name_); }

  private:
    const char* name_;
};

}  // namespace

TEST_CASE("data move from a file to PostgreSQL and out again, and are sound everywhere") {
    const Played played;
    const PostgresPlace place;
    const std::string url = place.path().string();
    const Said imported = played.import_copy(place);
    CAPTURE(imported.err);
    REQUIRE(imported.code == 0);
    CHECK(mentions(imported.out, " 1 rooms, 2 matches, "));
    const Said checked = said_by(run_check, {"--database", url});
    CHECK(checked.code == 0);
    CHECK(mentions(checked.out, "1 rooms, 1 running and 1 finished matches, 2 replayed: sound"));
    const Said verified = said_by(run_verify, {"--database", url});
    CHECK(mentions(verified.out, "1 matches: "));
    CHECK(verified.out == said_by(run_verify, {"--data", played.copy()}).out);
    const std::string out = (played.copies.path() / "out.db").string();
    const std::string killed = out + ".copy-A1b2C3";
    std::filesystem::create_directory(killed);
    REQUIRE(said_by(run_backup, {out, "--database", url}).code == 0);
    CHECK_MESSAGE(!std::filesystem::exists(killed), "what a killed backup left");
    CHECK(mentions(said_by(run_check, {out}).out, "1 running and 1 finished matches, 2 replayed: sound"));
}

TEST_CASE("data are imported only into an empty database, and only while no server uses either side") {
    const Played played;
    const PostgresPlace place;
    const std::string url = place.path().string();
    const Said in_use = said_by(run_import, {"--data", played.data(), "--database", url});
    CHECK(in_use.code == 1);
    CHECK(mentions(in_use.err, "another process is using this data directory"));
    {
        const auto server = storage::make_backend(url)->open_journal({});
        const Said living = played.import_copy(place);
        CHECK(living.code == 1);
        CHECK(mentions(living.err, "in use by another server"));
    }
    REQUIRE(played.import_copy(place).code == 0);
    const Said again = played.import_copy(place);
    CHECK(again.code == 1);
    CHECK(mentions(again.err, "holds data already"));
    CHECK(said_by(run_import, {"--data", "/no/such/place", "--database", url}).code == 2);
}

TEST_CASE("a data directory is imported when its server has stopped") {
    tests::TempDirectory directory;
    {
        const auto backend = storage::make_backend(directory.path());
        const auto journal = backend->open_journal({});
        journal->stop();
    }
    const PostgresPlace place;
    const Said said =
        said_by(run_import, {"--data", directory.path().string(), "--database", place.path().string()});
    CAPTURE(said.err);
    CHECK(said.code == 0);
    CHECK(mentions(said.out, "0 players, 0 rooms, 0 matches, 0 log entries"));
}

TEST_CASE("migrate creates the tables, and then has nothing to do") {
    const PostgresPlace place;
    const Said created = said_by(run_migrate, {"--database", place.path().string()});
    CHECK(created.code == 0);
    CHECK(mentions(created.out, "created, version "));
    const Said again = said_by(run_migrate, {"--database", place.path().string(), "--contract"});
    CHECK(again.code == 0);
    CHECK(mentions(again.out, "nothing to do"));
}

TEST_CASE("a command takes its place from the command line, else from the environment") {
    const PostgresPlace place;
    REQUIRE(said_by(run_migrate, {"--database", place.path().string()}).code == 0);
    World world;
    const SetVariable database("CUBILETE_DATABASE", place.path().string());
    const SetVariable data("CUBILETE_DATA", "/no/such/place");
    CHECK(mentions(said_by(run_check, {}).out, "postgresql://"));
    CHECK(mentions(said_by(run_check, {world.database.directory()}).out, "cubilete.db"));
    CHECK(said_by(run_check, {world.database.directory(), "--database", place.path().string()}).code == 2);
}

TEST_CASE("a database that is no URL or does not answer is refused without its password") {
    const std::string wrong = "mysql://ana:s3cret@host/play";
    const std::string away = "postgresql://ana:s3cret@127.0.0.1:1/play";
    for (Subcommand* const run : {&run_check, &run_migrate}) {
        const Said refused = said_by(*run, {"--database", wrong});
        CHECK(refused.code == 2);
        CHECK(mentions(refused.err, "--database"));
        CHECK_FALSE(mentions(refused.err, "s3cret"));
        const Said silent = said_by(*run, {"--database", away});
        CHECK(silent.code > 0);
        CHECK(mentions(silent.err, "postgresql://127.0.0.1:1/play"));
        CHECK_FALSE(mentions(silent.err, "s3cret"));
    }
    const SetVariable variable("CUBILETE_DATABASE", wrong);
    const Said refused = said_by(run_check, {});
    CHECK(refused.code == 2);
    CHECK(mentions(refused.err, "CUBILETE_DATABASE"));
    CHECK_FALSE(mentions(refused.err, "s3cret"));
}

}  // namespace cubilete::server
