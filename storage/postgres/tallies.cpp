#include <cstdint>

#include "storage/postgres/cluster.hpp"

namespace cubilete::storage::postgres {

namespace {

constexpr unsigned takes_between_sweeps = 1'000;

}  // namespace

void PostgresDeviceOfferStore::make(const std::string& hash, const std::string& player,
                                    std::chrono::milliseconds valid) {
    session_.use([&](Connection& connection) {
        connection.query(
            "DELETE FROM device_offers WHERE hash IN"
            " (SELECT hash FROM device_offers WHERE until < now() FOR UPDATE SKIP LOCKED)");
        connection.query(
            "INSERT INTO device_offers (hash, player, until) VALUES ($1, $2, now() + $3 * interval '1 ms')"
            " ON CONFLICT (player) DO UPDATE SET hash = excluded.hash, until = excluded.until",
            Bytes{hash}, player, std::int64_t{valid.count()});
    });
}

std::optional<std::string> PostgresDeviceOfferStore::redeem(const std::string& hash) {
    return session_.use([&](Connection& connection) {
        return first_row(connection.query("DELETE FROM device_offers WHERE hash = $1 AND until > now()"
                                          " RETURNING player",
                                          Bytes{hash}),
                         read_text);
    });
}

bool PostgresQuotaStore::try_consume(const std::string& key, double count, std::chrono::milliseconds per) {
    // A bucket that is not full yet lacks one token for each of these times that it still needs. One that needs longer
    // than an empty one was written while the database's clock was ahead: it counts as one with a token. The grace is
    // for statements that wait for each other.
    const auto microseconds = static_cast<double>(std::chrono::microseconds(per).count());
    const auto token = static_cast<std::int64_t>(microseconds / count);
    const auto room = static_cast<std::int64_t>(microseconds / count * (count - 1));
    return session_.use([&](Connection& connection) {
        if (++taken_ % takes_between_sweeps == 0)
            connection.query(
                "DELETE FROM tallies WHERE key IN"
                " (SELECT key FROM tallies WHERE full_at < now() FOR UPDATE SKIP LOCKED)");
        return !connection
                    .query(
                        "INSERT INTO tallies AS old (key, full_at) VALUES ($1, now() + $2 * interval '1 us')"
                        " ON CONFLICT (key) DO UPDATE SET full_at = $2 * interval '1 us' +"
                        " least(greatest(old.full_at, now()), now() + $3 * interval '1 us')"
                        " WHERE old.full_at <= now() + $3 * interval '1 us'"
                        " OR old.full_at > now() + ($2 + $3) * interval '1 us' + interval '10 s' RETURNING 1",
                        key, token, room)
                    .empty();
    });
}

void PostgresQuotaStore::refill(const std::string& key) {
    session_.use(
        [&](Connection& connection) { connection.query("DELETE FROM tallies WHERE key = $1", key); });
}

}  // namespace cubilete::storage::postgres
