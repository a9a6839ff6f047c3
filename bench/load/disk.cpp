#include "bench/load/disk.hpp"

#include <cstdint>
#include <filesystem>

#include <SQLiteCpp/SQLiteCpp.h>

namespace cubilete::bench {

double appended_rows_per_second(const std::string& directory, int rows_a_commit,
                                std::chrono::milliseconds time) {
    using Clock = std::chrono::steady_clock;
    const std::filesystem::path folder = std::filesystem::path(directory) / "disk";
    std::filesystem::create_directories(folder);
    std::int64_t rows = 0;
    double seconds = 0;
    {
        SQLite::Database database(folder / "rows.db", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        database.exec("PRAGMA journal_mode = WAL");
        database.exec("PRAGMA synchronous = FULL");
        database.exec("CREATE TABLE entries (id INTEGER PRIMARY KEY, text TEXT)");
        SQLite::Statement insert(database, "INSERT INTO entries (text) VALUES (?)");
        const std::string text(200, 'x');
        const auto began = Clock::now();
        for (; Clock::now() - began < time; rows += rows_a_commit) {
            SQLite::Transaction transaction(database);
            for (int row = 0; row < rows_a_commit; ++row) {
                insert.bindNoCopy(1, text);
                insert.exec();
                insert.reset();
            }
            transaction.commit();
        }
        seconds = std::chrono::duration<double>(Clock::now() - began).count();
    }
    std::filesystem::remove_all(folder);
    return static_cast<double>(rows) / seconds;
}

}  // namespace cubilete::bench
