#include "server/nightly_backup.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "storage/sqlite/inspection.hpp"
#include "tests/server/world.hpp"

namespace cubilete::server {

namespace {

namespace fs = std::filesystem;
using std::chrono::hours;
using std::chrono::minutes;

struct Night {
    World world;
    fs::path data = world.database.directory();
    fs::path backups = data / "backups";

    /// Advances the time and runs the due actions.
    void pass(NightlyBackup& nightly, Clock::Duration time) {
        world.turn(time);
        nightly.wait();
        world.settle();
    }
    std::vector<std::string> names() const {
        std::vector<std::string> found;
        if (fs::exists(backups))
            for (const auto& entry : fs::directory_iterator(backups))
                found.push_back(entry.path().filename().string());
        std::ranges::sort(found);
        return found;
    }
    std::int64_t now() const { return ManualClock(const_cast<Hands&>(world.hands)).wall_ms(); }
    void put(std::int64_t wall_ms) const {
        fs::create_directories(backups);
        std::ofstream(backups / backup_name(wall_ms)) << "older";
    }
};

}  // namespace

TEST_CASE("A backup's name contains its time, and other names are not recognized") {
    CHECK(backup_name(0) == "cubilete-19700101T000000Z.db");
    CHECK(backup_name(1'772'337'600'999) == "cubilete-20260301T040000Z.db");
    CHECK(time_of_backup("cubilete-20260301T040000Z.db") == 1'772'337'600'000);
    for (const char* name : {"cubilete.db", "cubilete-20260301T040000Z.db.part-AbCdEf", "mine.db", "",
                             "cubilete-20260301T040000Z", "x-cubilete-20260301T040000Z.db"})
        CHECK_FALSE(time_of_backup(name));
}

TEST_CASE(
    "The first backup is made ten minutes after the start, then one a day, and only the newest are kept") {
    Night night;
    NightlyBackup nightly(*night.world.services, night.world.database.backend(), night.data, 3);
    night.pass(nightly, minutes(9));
    CHECK(night.names().empty());
    night.pass(nightly, minutes(1));
    const std::vector<std::string> first = night.names();
    REQUIRE(first == std::vector{backup_name(night.now())});
    CHECK(storage::sqlite::inspect(night.backups / first[0]).findings.empty());
    CHECK(fs::status(night.backups).permissions() == fs::perms::owner_all);

    std::vector<std::string> made = first;
    for (int day = 1; day <= 5; ++day) {
        night.pass(nightly, hours(23));
        CHECK(night.names().size() == std::min<std::size_t>(made.size(), 3));
        night.pass(nightly, hours(1));
        made.push_back(backup_name(night.now()));
    }
    CHECK(night.names() == std::vector(made.end() - 3, made.end()));
}

TEST_CASE("A server that is restarted each day also makes one backup a day") {
    Night night;
    night.put(night.now() - std::chrono::milliseconds(hours(20)).count());
    NightlyBackup nightly(*night.world.services, night.world.database.backend(), night.data, 7);
    night.pass(nightly, hours(4) - minutes(1));
    CHECK(night.names().size() == 1);
    night.pass(nightly, minutes(1));
    CHECK(night.names().size() == 2);
}

TEST_CASE("Other files beside the backups are kept, and the rest of an interrupted backup is deleted") {
    Night night;
    fs::create_directories(night.backups);
    std::ofstream(night.backups / "before-the-tournament.db") << "precious";
    std::ofstream(night.backups / (backup_name(1) + ".part-Xy7Zq0")) << "half";
    NightlyBackup nightly(*night.world.services, night.world.database.backend(), night.data, 1);
    night.pass(nightly, NightlyBackup::initial_delay);
    night.pass(nightly, NightlyBackup::day);
    CHECK(night.names() == std::vector<std::string>{"before-the-tournament.db", backup_name(night.now())});
}

TEST_CASE("A clock that was set back does not delete the newest backup") {
    Night night;
    for (int day = 1; day <= 3; ++day)
        night.put(night.now() + std::int64_t{day} * NightlyBackup::day.count());
    NightlyBackup nightly(*night.world.services, night.world.database.backend(), night.data, 2);
    night.pass(nightly, NightlyBackup::day);
    const auto names = night.names();
    CHECK(names.size() == 2);
    CHECK(std::ranges::count(names, backup_name(night.now())) == 1);
}

TEST_CASE("A failed backup deletes no older one and is retried after an hour") {
    Night night;
    night.put(night.now() - 2 * NightlyBackup::day.count());
    const std::vector<std::string> older = night.names();
    NightlyBackup nightly(*night.world.services, night.world.database.backend(), night.data, 1);
    const fs::path hindrance =
        night.backups / backup_name(night.now() + NightlyBackup::initial_delay.count());
    fs::create_directory(hindrance);  // a directory in the place of the file
    night.pass(nightly, NightlyBackup::initial_delay);
    fs::remove(hindrance);
    CHECK(night.names() == older);
    night.pass(nightly, NightlyBackup::retry_delay);
    CHECK(night.names() == std::vector{backup_name(night.now())});
}

TEST_CASE(
    "A folder of backups that cannot be read does not stop the start, and backups are made when it can") {
    Night night;
    std::ofstream(night.backups) << "a file in the place of the folder";
    NightlyBackup nightly(*night.world.services, night.world.database.backend(), night.data, 1);
    night.pass(nightly, NightlyBackup::initial_delay);
    fs::remove(night.backups);
    night.pass(nightly, NightlyBackup::retry_delay);
    CHECK(night.names() == std::vector{backup_name(night.now())});
}

TEST_CASE("Of nodes with the same data one makes the backup of a day, and another one if that has ended") {
    Night night;
    bool taken = false;
    int asked = 0;
    NightlyBackup nightly(*night.world.services, night.world.database.backend(), night.data, 7, [&] {
        ++asked;
        return !taken;
    });
    taken = true;
    night.pass(nightly, NightlyBackup::initial_delay);
    for (int hour = 0; hour < 3; ++hour) night.pass(nightly, NightlyBackup::retry_delay);
    CHECK(night.names().empty());
    CHECK(asked == 4);
    taken = false;
    const fs::path hindrance = night.backups / backup_name(night.now() + NightlyBackup::retry_delay.count());
    fs::create_directories(hindrance);
    night.pass(nightly, NightlyBackup::retry_delay);
    fs::remove(hindrance);
    taken = true;
    night.pass(nightly, NightlyBackup::retry_delay);
    CHECK_MESSAGE(night.names() == std::vector{backup_name(night.now())},
                  "a copy that failed keeps its turn");
    CHECK(asked == 5);
}

TEST_CASE("A node that stops during its copy leaves the backup of the day to another one") {
    Night night;
    bool taken = false;
    NightlyBackup* stopping = nullptr;
    NightlyBackup nightly(
        *night.world.services, night.world.database.backend(), night.data, 7,
        [&] {
            stopping->cancel();
            return !std::exchange(taken, true);
        },
        [&] { taken = false; });
    stopping = &nightly;
    night.pass(nightly, NightlyBackup::initial_delay);
    CHECK(night.names().empty());
    CHECK_FALSE(taken);

    NightlyBackup other(*night.world.services, night.world.database.backend(), night.data, 7,
                        [&] { return !std::exchange(taken, true); });
    night.pass(other, NightlyBackup::initial_delay);
    CHECK(night.names() == std::vector{backup_name(night.now())});
}

TEST_CASE("With --keep 0 no backup is made") {
    Night night;
    NightlyBackup nightly(*night.world.services, night.world.database.backend(), night.data, 0);
    night.pass(nightly, 3 * NightlyBackup::day);
    CHECK(night.names().empty());
}

TEST_CASE("After a stop no backup begins") {
    Night night;
    NightlyBackup nightly(*night.world.services, night.world.database.backend(), night.data, 7);
    nightly.cancel();
    night.pass(nightly, NightlyBackup::day);
    CHECK(night.names().empty());
}

}  // namespace cubilete::server
