#include "bench/load/load.hpp"

#include <algorithm>
#include <utility>

namespace cubilete::bench {

namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;

double quantile(std::vector<double>& values, double share) {
    if (values.empty()) return 0;
    const auto at =
        values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

}  // namespace

Load::Load(const Server& server, MakeTable make_table, Waits waits)
    : server_(server),
      make_table_(std::move(make_table)),
      waits_(waits),
      events_{[this](TableClient& table) { moved(table); }, [this](TableClient& table) { ready(table); }} {}

void Load::open(std::size_t tables) {
    flat_out_ = false;
    interval_ = {};
    while (tables_.size() < tables) {
        tables_.push_back({make_table_(io_, tables_.size(), events_), {}, {}});
        tables_.back().table->open(server_.at);
        // Limits the number of connections that the server has not accepted yet.
        while (playing_ + 32 < tables_.size()) io_.run_one();
    }
    while (playing_ < tables_.size()) io_.run_one();
}

Load::Schedule& Load::schedule_of(const TableClient& table) { return tables_[table.number()]; }

void Load::moved(const TableClient& table) {
    witnessed_ += table.was_witnessed() ? 1 : 0;
    waited_ms_.push_back(Milliseconds(Clock::now() - schedule_of(table).under_way).count());
}

void Load::ready(const TableClient& table) {
    Schedule& schedule = schedule_of(table);
    if (!std::exchange(schedule.plays, true)) ++playing_;
    if (flat_out_) schedule.due.assign(1, Clock::now());
    if (!schedule.due.empty()) move(schedule);
}

void Load::move(Schedule& schedule) {
    schedule.under_way = schedule.due.front();
    schedule.due.pop_front();
    schedule.table->move();
}

Measured Load::flat_out(Clock::duration warm_up, Clock::duration time) {
    flat_out_ = true;
    for (Schedule& schedule : tables_)
        if (schedule.table->ready()) ready(*schedule.table);
    Measured measured = measure(warm_up, time);
    flat_out_ = false;
    return measured;
}

Measured Load::at_rate(double moves_per_second, Clock::duration warm_up, Clock::duration time) {
    interval_ =
        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / moves_per_second));
    next_due_ = Clock::now();
    Measured measured = measure(warm_up, time);
    interval_ = {};
    return measured;
}

Measured Load::measure(Clock::duration warm_up, Clock::duration time) {
    run(warm_up);
    waited_ms_.clear();
    witnessed_ = 0;
    idle_ = {};
    const std::uint64_t bytes = received();
    const double server = server_.process.cpu_seconds();
    const double own = own_cpu_seconds();
    const auto began = Clock::now();
    run(time);
    Measured measured;
    measured.seconds = std::chrono::duration<double>(Clock::now() - began).count();
    measured.server_cpu = server_.process.cpu_seconds() - server;
    measured.generator_cpu = own_cpu_seconds() - own;
    measured.bytes = received() - bytes;
    measured.generator_busy = 1 - std::chrono::duration<double>(idle_).count() / measured.seconds;
    measured.moves = static_cast<std::int64_t>(waited_ms_.size());
    measured.witnessed = witnessed_;
    measured.p50_ms = quantile(waited_ms_, .5);
    measured.p99_ms = quantile(waited_ms_, .99);
    return measured;
}

void Load::run(Clock::duration time) {
    const auto end = Clock::now() + time;
    for (auto now = Clock::now(); now < end; now = Clock::now()) {
        for (; interval_.count() > 0 && next_due_ <= now; next_due_ += interval_) {
            Schedule& schedule = tables_[next_table_];
            next_table_ = (next_table_ + 1) % tables_.size();
            schedule.due.push_back(next_due_);
            if (schedule.due.size() == 1 && schedule.table->ready()) move(schedule);
        }
        const auto until = interval_.count() > 0 ? std::min(next_due_, end) : end;
        wait(until);
    }
}

/// Waits at most until this time for messages, and handles all that have come.
void Load::wait(Clock::time_point until) {
    const auto began = Clock::now();
    if (io_.poll() > 0) return;
    if (waits_ == Waits::sleeping) io_.run_one_until(until);
    idle_ += Clock::now() - began;
}

std::uint64_t Load::received() const {
    std::uint64_t bytes = 0;
    for (const Schedule& schedule : tables_) bytes += schedule.table->received();
    return bytes;
}

}  // namespace cubilete::bench
