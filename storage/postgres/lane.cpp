#include "storage/postgres/lane.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "storage/postgres/nodes.hpp"

namespace cubilete::storage::postgres {

using namespace std::chrono_literals;

namespace {

constexpr int most_conflicts = 5;  // of one batch with others, one after another
constexpr auto first_pause = 25ms;
constexpr auto longest_pause = 500ms;
constexpr std::chrono::milliseconds longest_timeout = 8s;

/// With others, or with somebody who cancels what takes long (pg_cancel_backend).
bool is_conflict(const std::string& state) {
    return state == "40001" || state == "40P01" || state == "57014";
}
bool is_read_only(const std::string& state) { return state == "25006"; }
bool is_full(const std::string& state) { return state == "53100"; }
bool is_fence(const std::string& state) { return state == "CB001"; }
/// The database is short of something for the moment, or starts or ends.
bool is_transient(const std::string& state) {
    return is_conflict(state) || is_read_only(state) || state.starts_with("53") || state.starts_with("57");
}

}  // namespace

std::chrono::milliseconds longer_timeout(std::chrono::milliseconds timeout) {
    return std::min(2 * timeout, longest_timeout);
}

void Lane::connect() {
    connection_ = std::make_unique<Connection>(setup_.url, setup_.name);
    connection_->set_timeout(timeout_);
    connection_->query("SELECT set_config('synchronous_commit', 'on', false)");
}

Outcome Lane::write_batch(std::span<const Write> writes) {
    Batch batch(writes, setup_.matches, setup_.epoch, setup_.shared);
    std::vector<Statement> flight = {{.sql = "BEGIN"},
                                     {.sql = "SELECT fence($1, $2, $3)",
                                      .values = SqlParameters::of(setup_.epoch, setup_.lane, durable_ + 1)}};
    std::ranges::move(batch.statements(), std::back_inserter(flight));
    flight.push_back({.sql = "COMMIT"});

    int conflicts = 0;
    for (;;) {
        SendResult sent = send(flight);
        if (sent == SendResult::unknown) {
            const bool durable = is_batch_durable();
            if (setup_.resolved) setup_.resolved(durable);
            if (durable) sent = SendResult::durable;
        }
        switch (sent) {
            case SendResult::durable:
                ++durable_;
                timeout_ = default_timeout;
                setup_.matches.apply(batch.changes());
                return Outcome::durable;
            case SendResult::full: return Outcome::full;
            case SendResult::unknown: break;  // it is not there: once more
            case SendResult::again:
                if (++conflicts > most_conflicts)
                    throw JournalEndedError(ExitReason::unknown, setup_.name + ": a batch met a conflict " +
                                                                     std::to_string(conflicts) + " times");
        }
    }
}

Lane::SendResult Lane::send(std::span<const Statement> flight) {
    if (!connection_) return SendResult::unknown;
    try {
        const std::vector<Rows> results = connection_->run(flight);
        if (connection_->warned()) return SendResult::unknown;
        if (results.back().tag() != "COMMIT")
            throw JournalEndedError(ExitReason::unknown,
                                    "a COMMIT was answered with " + results.back().tag());
        return SendResult::durable;
    } catch (const ConnectionLost& away) {
        on_connection_lost(away.what());
        timeout_ = longer_timeout(timeout_);
        return SendResult::unknown;
    } catch (const SqlError& refused) {
        return classify_error(refused);
    }
}

Lane::SendResult Lane::classify_error(const SqlError& refused) {
    if (is_read_only(refused.state)) {  // a primary that has become a standby
        on_connection_lost(refused.what());
        return SendResult::unknown;
    }
    try {
        connection_->roll_back();
    } catch (const ConnectionLost& away) {
        on_connection_lost(away.what());
    }
    if (is_fence(refused.state)) return SendResult::unknown;
    if (is_full(refused.state)) return SendResult::full;
    if (is_conflict(refused.state)) return SendResult::again;
    throw JournalEndedError(ExitReason::unknown, refused.what());
}

/// True if the batch after the last confirmed one is durable; false if it is not there and will never be.
bool Lane::is_batch_durable() {
    for (auto pause = first_pause;; pause = std::min<std::chrono::milliseconds>(2 * pause, longest_pause)) {
        try {
            if (!connection_) {
                connect();
                // It may still be in the middle of the batch.
                terminate_connections(*connection_, setup_.name);
            }
            const std::int64_t batch = read_batch();
            if (!connection_->warned()) {
                if (std::exchange(connection_lost_, false) && setup_.on_found) setup_.on_found();
                if (batch < durable_)
                    throw JournalEndedError(ExitReason::database_went_back,
                                            setup_.name + ": batch " + std::to_string(durable_) +
                                                " was confirmed, and is not there any more");
                if (batch > durable_ + 1)
                    throw JournalEndedError(ExitReason::unknown,
                                            setup_.name + ": another process writes in its name");
                return batch == durable_ + 1;
            }
        } catch (const ConnectionLost& away) {
            on_connection_lost(away.what());
        } catch (const SqlError& refused) {
            if (!is_transient(refused.state)) throw JournalEndedError(ExitReason::unknown, refused.what());
            on_connection_lost(refused.what());
        }
        wait(pause);
    }
}

std::int64_t Lane::read_batch() {
    const Rows rows = connection_->query(
        "UPDATE lanes SET asked = asked + 1 WHERE epoch = $1 AND lane = $2 RETURNING batch", setup_.epoch,
        setup_.lane);
    const auto batch = first_row(rows, read_number);
    if (!batch) {
        const EpochEnd over = ended_reason(*connection_, setup_.epoch);
        throw JournalEndedError(over.why, setup_.name + ": " + over.text);
    }
    return *batch;
}

void Lane::on_connection_lost(const std::string& reason) {
    connection_.reset();
    if (!std::exchange(connection_lost_, true) && setup_.on_lost) setup_.on_lost(reason);
}

void Lane::wait(std::chrono::milliseconds time) {
    if (!setup_.wait(time)) throw JournalEndedError(ExitReason::unknown, "the journal has failed");
}

}  // namespace cubilete::storage::postgres
