#include <filesystem>
#include <functional>
#include <string>

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "storage/sqlite/backup.hpp"
#include "storage/sqlite/database.hpp"
#include "storage/sqlite/file_lock.hpp"
#include "storage/sqlite/inspection.hpp"
#include "tests/storage/samples.hpp"
#include "tests/storage/sqlite/files.hpp"
#include "tests/temp_database.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::DatabaseError;
using storage::sqlite::Database;

namespace fs = std::filesystem;

namespace {

constexpr auto readable = fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read;
constexpr auto searchable = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;

/// Runs `action` as a user without privileges, whom permissions bind; returns the text that it returns.
std::string as_nobody(const std::function<std::string()>& action) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const bool bound = ::geteuid() != 0 || (::setgid(65534) == 0 && ::setuid(65534) == 0);
        std::string said = "still privileged";
        try {
            if (bound) said = action();
        } catch (const std::exception& error) {
            said = error.what();
        }
        [[maybe_unused]] const ssize_t written = ::write(ends[1], said.data(), said.size());
        ::_exit(0);
    }
    ::close(ends[1]);
    std::string said;
    char piece[512];
    for (ssize_t size = 0; (size = ::read(ends[0], piece, sizeof piece)) > 0;)
        said.append(piece, static_cast<std::size_t>(size));
    ::close(ends[0]);
    ::waitpid(child, nullptr, 0);
    return said;
}

/// A data directory of a server that has ended, or with `killed` was killed, on a place like a read-only mount.
struct ReadOnly {
    TempDirectory directory;
    fs::path place = directory.path() / "data";
    fs::path file = place / "cubilete.db";

    explicit ReadOnly(bool killed) {
        TempDirectory alive;
        fs::create_directory(place);
        {
            Database database(alive.path());
            database.commit(std::vector<storage::Write>{storage::PutPlayer{player("p_ana")}});
            if (killed)
                for (const char* end : {"", "-wal"})
                    fs::copy_file(alive.path() / ("cubilete.db" + std::string(end)), file.string() + end);
        }
        if (!killed) fs::copy_file(alive.path() / "cubilete.db", file);
        fs::copy_file(alive.path() / "lock", place / "lock");
        for (const auto& each : fs::directory_iterator(place)) fs::permissions(each.path(), readable);
        fs::permissions(place, readable | searchable);
        fs::permissions(directory.path(), fs::perms::all);
    }
    ~ReadOnly() { fs::permissions(place, fs::perms::owner_all); }
};

}  // namespace

TEST_CASE("the data of a server that has ended are read and copied where nothing can be written") {
    const ReadOnly data(false);
    CHECK(as_nobody([&] { return std::to_string(storage::sqlite::inspect(data.place).findings.size()); }) ==
          "0");
    CHECK(as_nobody([&] { return storage::sqlite::SqliteStore(data.place).player("p_ana")->id; }) == "p_ana");
    CHECK(as_nobody([&] {
              storage::sqlite::back_up(data.file, data.directory.path() / "copy.db");
              return "copied";
          }) == "copied");
}

TEST_CASE("the data of a server that has ended are imported from where nothing can be written") {
    const ReadOnly data(false);
    const auto import = [&] {
        const storage::sqlite::SqliteBackend from(data.place);
        const auto lock = from.lock_out();
        std::string ids;
        from.export_all([&](const std::vector<storage::Write>& writes) {
            for (const storage::Write& write : writes)
                if (const auto* put = std::get_if<storage::PutPlayer>(&write)) ids += put->player.id;
        });
        return ids;
    };
    CHECK(as_nobody(import) == "p_ana");
    fs::permissions(data.place / "lock", fs::perms::all);
    SUBCASE("unless a server uses them") {
        const storage::sqlite::FileLock server(data.place / "lock");
        const std::string said = as_nobody(import);
        CHECK_MESSAGE(said.find("another process is using this data directory") != std::string::npos, said);
    }
    SUBCASE("where no server starts meanwhile") {
        const auto lock = storage::sqlite::SqliteBackend(data.place).lock_out();
        CHECK_THROWS_AS(storage::sqlite::FileLock(data.place / "lock"), DatabaseError);
    }
}

TEST_CASE(
    "the data of a killed server cannot be read where nothing can be written, and what to copy is said") {
    const ReadOnly data(true);
    const std::string said = as_nobody([&] {
        storage::sqlite::inspect(data.place);
        return "read";
    });
    CHECK_MESSAGE(said.find("Copy it, its -wal and its -mark") != std::string::npos, said);
}

TEST_CASE("a file, a log or its index that another user owns is refused at the start") {
    for (const std::string end : {"", "-wal", "-shm"}) {
        CAPTURE(end);
        TempDirectory directory;
        const fs::path place = directory.path() / "data";
        { const Database database(place); }
        if (!end.empty()) write(place / ("cubilete.db" + end), "");
        for (const fs::path& path : {directory.path(), place}) fs::permissions(path, fs::perms::all);
        for (const char* name : {"cubilete.db", "cubilete.db-mark", "lock"})
            fs::permissions(place / name, fs::perms::all);
        fs::permissions(place / ("cubilete.db" + end), fs::perms::owner_read);
        const std::string said = as_nobody([&] {
            const Database database(place);
            return "opened";
        });
        CHECK_MESSAGE(said.find("cubilete.db" + end + ": cannot be written") != std::string::npos, said);
    }
}
