#include "bench/postgres/rows.hpp"

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "storage/backend.hpp"
#include "storage/postgres/connection.hpp"
#include "tests/storage/samples.hpp"

namespace cubilete::bench {

namespace {

using Clock = std::chrono::steady_clock;
using storage::postgres::Array;
using storage::postgres::Bytes;
using storage::postgres::SqlParameters;
using storage::postgres::Statement;
using storage::postgres::Type;

double per_second(std::int64_t rows, Clock::duration time) {
    return static_cast<double>(rows) / std::chrono::duration<double>(time).count();
}

SqlParameters columns(std::int64_t first, int rows) {
    Array match(Type::bigint), seq(Type::integer), by(Type::text), move(Type::text), draws(Type::text),
        hash(Type::bytes);
    for (int row = 0; row < rows; ++row) {
        const storage::LogRow entry = tests::entry("m_1", first + row);
        match.add(std::int64_t{row});
        seq.add(static_cast<int>(first));
        by.add(entry.by);
        move.add(entry.move);
        draws.add(entry.draws);
        hash.add(Bytes{entry.hash});
    }
    return SqlParameters::of(match, seq, by, move, draws, hash);
}

/// One match for each row of a batch, so that a batch has one move of many tables.
class Writer {
  public:
    Writer(storage::Journal& journal, int lane, int rows, std::atomic<std::int64_t>& written)
        : journal_(journal), written_(written) {
        for (int row = 0; row < rows; ++row)
            matches_.push_back("m_" + std::to_string(lane) + "_" + std::to_string(row));
    }

    void start() {
        std::vector<storage::Write> writes;
        for (const std::string& match : matches_) {
            const std::string room = "R" + match;
            writes.emplace_back(storage::PutRoom{tests::room(room), {}});
            writes.emplace_back(storage::StartMatch{tests::match(match, room)});
        }
        journal_.post(std::move(writes), [this](storage::Outcome) { next(); });
    }
    void end() { goes_on_ = false; }
    bool ended() const { return ended_; }

  private:
    void next() {
        if (!goes_on_) {
            ended_ = true;
            return;
        }
        ++seq_;
        std::vector<storage::Write> writes;
        writes.reserve(matches_.size());
        for (const std::string& match : matches_)
            writes.emplace_back(storage::AppendEntry{tests::entry(match, seq_)});
        journal_.post(std::move(writes), [this](storage::Outcome) {
            written_ += static_cast<std::int64_t>(matches_.size());
            next();
        });
    }

    storage::Journal& journal_;
    std::atomic<std::int64_t>& written_;
    std::vector<std::string> matches_;
    std::int64_t seq_ = 0;
    std::atomic<bool> goes_on_ = true;
    std::atomic<bool> ended_ = false;
};

}  // namespace

double bare_rows_per_second(const std::filesystem::path& url, int rows_a_batch,
                            std::chrono::milliseconds time) {
    storage::postgres::Connection connection(storage::postgres::Url(url.string()), "bare");
    connection.execute(
        "DROP TABLE IF EXISTS bare;"
        "CREATE TABLE bare (match_no bigint, seq int, made_by text, move text, draws text, hash bytea)");
    const auto began = Clock::now();
    std::int64_t rows = 0;
    for (std::int64_t batch = 1; Clock::now() - began < time; ++batch, rows += rows_a_batch) {
        const Statement flight[] = {
            {.sql = "BEGIN"},
            {.sql = "INSERT INTO bare SELECT * FROM unnest($1::bigint[], $2::int[], $3::text[], $4::text[],"
                    " $5::text[], $6::bytea[])",
             .values = columns(batch, rows_a_batch)},
            {.sql = "COMMIT"}};
        connection.run(flight);
    }
    return per_second(rows, Clock::now() - began);
}

double journal_rows_per_second(const std::filesystem::path& url, int lanes, int rows_a_batch,
                               std::chrono::milliseconds time) {
    std::atomic<bool> failed = false;
    const auto backend = storage::make_backend(url);
    const auto journal = backend->open_journal(
        {.failed = [&](storage::ExitReason, const std::string&) { failed = true; }, .lanes = lanes});
    journal->post(
        {storage::PutPlayer{tests::player("p_ana", 'a')}, storage::PutPlayer{tests::player("p_ben", 'b')}},
        {});
    std::atomic<std::int64_t> written = 0;
    std::vector<std::unique_ptr<Writer>> writers;
    for (int lane = 0; lane < lanes; ++lane)
        writers.push_back(std::make_unique<Writer>(*journal, lane, rows_a_batch, written));
    for (const auto& writer : writers) writer->start();
    std::this_thread::sleep_for(time / 4);
    const std::int64_t before = written;
    const auto began = Clock::now();
    std::this_thread::sleep_for(time);
    const double rate = per_second(written - before, Clock::now() - began);
    for (const auto& writer : writers) writer->end();
    for (const auto& writer : writers)
        while (!writer->ended() && !failed) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (failed) throw std::runtime_error("the journal has failed");
    journal->stop();
    return rate;
}

}  // namespace cubilete::bench
