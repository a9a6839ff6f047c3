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
constexpr std::chrono::milliseconds longest_patience = 8s;

/// With others, or with somebody who cancels what takes long (pg_cancel_backend).
bool is_conflict(const std::string& state) {
    return state == "40001" || state == "40P01" || state == "57014";
}
bool is_read_only(const std::string& state) { return state == "25006"; }
bool is_full(const std::string& state) { return state == "53100"; }
bool is_fence(const std::string& state) { return state == "CB001"; }
/// The database is short of something for the moment, or starts or ends.
bool passes(const std::string& state) {
    return is_conflict(state) || is_read_only(state) || state.starts_with("53") || state.starts_with("57");
}

}  // namespace

std::chrono::milliseconds longer_patience(std::chrono::milliseconds patience) {
    return std::min(2 * patience, longest_patience);
}

void Lane::connect() {
    connection_ = std::make_unique<Connection>(setup_.url, setup_.name);
    connection_->set_patience(patience_);
    connection_->ask("SELECT set_config('synchronous_commit', 'on', false)");
}

Outcome Lane::carry_out(std::span<const Write> writes) {
    Batch batch(writes, setup_.matches, setup_.epoch, setup_.shared);
    std::vector<Statement> flight = {
        {.sql = "BEGIN"},
        {.sql = "SELECT fence($1, $2, $3)", .values = Values::of(setup_.epoch, setup_.lane, durable_ + 1)}};
    std::ranges::move(batch.statements(), std::back_inserter(flight));
    flight.push_back({.sql = "COMMIT"});

    int conflicts = 0;
    for (;;) {
        Sent sent = send(flight);
        if (sent == Sent::unknown) {
            const bool durable = found_durable();
            if (setup_.resolved) setup_.resolved(durable);
            if (durable) sent = Sent::durable;
        }
        switch (sent) {
            case Sent::durable:
                ++durable_;
                patience_ = usual_patience;
                setup_.matches.apply(batch.changes());
                return Outcome::durable;
            case Sent::full: return Outcome::full;
            case Sent::unknown: break;  // it is not there: once more
            case Sent::again:
                if (++conflicts > most_conflicts)
                    throw Ended(End::unknown, setup_.name + ": a batch met a conflict " +
                                                  std::to_string(conflicts) + " times");
        }
    }
}

Lane::Sent Lane::send(std::span<const Statement> flight) {
    if (!connection_) return Sent::unknown;
    try {
        const std::vector<Rows> results = connection_->run(flight);
        if (connection_->warned()) return Sent::unknown;
        if (results.back().tag() != "COMMIT")
            throw Ended(End::unknown, "a COMMIT was answered with " + results.back().tag());
        return Sent::durable;
    } catch (const Away& away) {
        lose(away.what());
        patience_ = longer_patience(patience_);
        return Sent::unknown;
    } catch (const Refused& refused) {
        return judge(refused);
    }
}

Lane::Sent Lane::judge(const Refused& refused) {
    if (is_read_only(refused.state)) {  // a primary that has become a standby
        lose(refused.what());
        return Sent::unknown;
    }
    try {
        connection_->roll_back();
    } catch (const Away& away) {
        lose(away.what());
    }
    if (is_fence(refused.state)) return Sent::unknown;
    if (is_full(refused.state)) return Sent::full;
    if (is_conflict(refused.state)) return Sent::again;
    throw Ended(End::unknown, refused.what());
}

/// True if the batch after the last confirmed one is durable; false if it is not there and will never be.
bool Lane::found_durable() {
    for (auto pause = first_pause;; pause = std::min<std::chrono::milliseconds>(2 * pause, longest_pause)) {
        try {
            if (!connection_) {
                connect();
                // It may still be in the middle of the batch.
                end_connections(*connection_, setup_.name);
            }
            const std::int64_t batch = read_batch();
            if (!connection_->warned()) {
                if (std::exchange(lost_, false) && setup_.found) setup_.found();
                if (batch < durable_)
                    throw Ended(End::database_went_back, setup_.name + ": batch " + std::to_string(durable_) +
                                                             " was confirmed, and is not there any more");
                if (batch > durable_ + 1)
                    throw Ended(End::unknown, setup_.name + ": another process writes in its name");
                return batch == durable_ + 1;
            }
        } catch (const Away& away) {
            lose(away.what());
        } catch (const Refused& refused) {
            if (!passes(refused.state)) throw Ended(End::unknown, refused.what());
            lose(refused.what());
        }
        wait(pause);
    }
}

std::int64_t Lane::read_batch() {
    const Rows rows =
        connection_->ask("UPDATE lanes SET asked = asked + 1 WHERE epoch = $1 AND lane = $2 RETURNING batch",
                         setup_.epoch, setup_.lane);
    const auto batch = first_row(rows, read_number);
    if (!batch) {
        const Over over = ended_reason(*connection_, setup_.epoch);
        throw Ended(over.why, setup_.name + ": " + over.text);
    }
    return *batch;
}

void Lane::lose(const std::string& reason) {
    connection_.reset();
    if (!std::exchange(lost_, true) && setup_.lost) setup_.lost(reason);
}

void Lane::wait(std::chrono::milliseconds time) {
    if (!setup_.wait(time)) throw Ended(End::unknown, "the journal has failed");
}

}  // namespace cubilete::storage::postgres
