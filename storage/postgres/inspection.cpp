#include "storage/postgres/inspection.hpp"

#include <array>
#include <string>

#include "storage/postgres/reader.hpp"

namespace cubilete::storage::postgres {

namespace {

constexpr std::array checks = {
    "SELECT 'the log of match ' || id || ' has ' || count(*) || ' entries, and the last one is entry ' || "
    "max(seq)"
    " FROM matches JOIN log ON match_no = no GROUP BY id HAVING count(*) <> max(seq) ORDER BY id",
    "SELECT 'the log has entries of no match, number ' || match_no FROM log LEFT JOIN matches ON no = "
    "match_no"
    " WHERE no IS NULL GROUP BY match_no ORDER BY match_no",
};

/// Reads every value of every table, so that a damaged page shows.
void read_everything(Connection& connection) {
    const auto tables =
        map_rows(connection.query(
                     "SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
                     " AND relkind = 'r' ORDER BY relname"),
                 read_text);
    for (const std::string& table : tables)
        connection.query("SELECT count(*), sum(length(t::text)) FROM " + table + " t");
}

}  // namespace

Inspection inspect(const Url& url) {
    Inspection inspection;
    inspection.file = url.name();
    try {
        Reader reader(url);
        reader.snapshot([&](Connection& connection) {
            connection.set_timeout(std::chrono::hours(1));
            inspection.version = read_schema(connection).version;
            inspection.bytes =
                first_row(connection.query("SELECT pg_database_size(current_database())"), read_number)
                    .value();
            try {
                read_everything(connection);
                for (const char* check : checks)
                    for (std::string& finding : map_rows(connection.query(check), read_text))
                        inspection.findings.push_back(std::move(finding));
            } catch (const SqlError& refused) {
                if (!refused.state.starts_with("XX")) throw;  // damaged data
                inspection.findings.emplace_back(refused.what());
            }
        });
    } catch (const DatabaseError& error) {
        throw InspectionError(error.what());
    }
    return inspection;
}

}  // namespace cubilete::storage::postgres
