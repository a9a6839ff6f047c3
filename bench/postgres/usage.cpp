#include "bench/postgres/usage.hpp"

#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

#include "storage/postgres/connection.hpp"

namespace cubilete::bench {

namespace {

using storage::postgres::Connection;
using storage::postgres::read_number;
using storage::postgres::Url;

std::vector<std::string> processes(Connection& connection) {
    return map_rows(connection.query("SELECT pid::text FROM pg_stat_activity WHERE pid <> pg_backend_pid()"),
                    storage::postgres::read_text);
}

double cpu_seconds(const std::string& process) {
    std::ifstream stat("/proc/" + process + "/stat");
    std::string field;
    double ticks = 0;
    for (int number = 1; stat >> field; ++number)  // the name, field 2, has no space
        if (number == 14 || number == 15) ticks += std::stod(field);
    return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

std::int64_t memory(const std::string& process) {
    std::ifstream map("/proc/" + process + "/smaps_rollup");
    std::string word;
    while (map >> word)
        if (std::int64_t kib = 0; word == "Pss:" && map >> kib) return kib * 1'024;
    return 0;
}

}  // namespace

PostgresUse postgres_use(const std::filesystem::path& url) {
    Connection connection(Url(url.string()), "bench");
    PostgresUse use;
    for (const std::string& process : processes(connection)) use.cpu_seconds += cpu_seconds(process);
    use.wal_bytes =
        first_row(connection.query("SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint"), read_number)
            .value();
    use.stored_bytes =
        first_row(connection.query("SELECT pg_database_size(current_database())"), read_number).value();
    use.batches =
        first_row(connection.query("SELECT coalesce(sum(batch), 0)::bigint FROM lanes"), read_number).value();
    return use;
}

std::int64_t postgres_memory(const std::filesystem::path& url) {
    Connection connection(Url(url.string()), "bench");
    std::int64_t bytes = 0;
    for (const std::string& process : processes(connection)) bytes += memory(process);
    return bytes;
}

std::int64_t postgres_connections(const std::filesystem::path& url) {
    Connection connection(Url(url.string()), "bench");
    return first_row(
               connection.query("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                                " AND application_name LIKE 'cubilete:%'"),
               read_number)
        .value();
}

}  // namespace cubilete::bench
