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

Load::Load(const Process& server, tcp::endpoint at, bool dice)
    : server_(server),
      at_(std::move(at)),
      dice_(dice),
      events_{[this](Room& room) { moved(room); }, [this](Room& room) { ready(room); }} {}

void Load::open(std::size_t rooms) {
    flat_out_ = false;
    interval_ = {};
    while (rooms_.size() < rooms) {
        rooms_.push_back({std::make_unique<Room>(io_, rooms_.size(), events_, dice_), {}, {}});
        rooms_.back().room->open(at_);
        // Limits the number of connections that the server has not accepted yet.
        while (playing_ + 32 < rooms_.size()) io_.run_one();
    }
    while (playing_ < rooms_.size()) io_.run_one();
}

Load::Pace& Load::pace_of(const Room& room) { return rooms_[room.number()]; }

void Load::moved(const Room& room) {
    witnessed_ += room.was_witnessed() ? 1 : 0;
    waited_ms_.push_back(Milliseconds(Clock::now() - pace_of(room).under_way).count());
}

void Load::ready(const Room& room) {
    Pace& pace = pace_of(room);
    if (!std::exchange(pace.plays, true)) ++playing_;
    if (flat_out_) pace.due.assign(1, Clock::now());
    if (!pace.due.empty()) move(pace);
}

void Load::move(Pace& pace) {
    pace.under_way = pace.due.front();
    pace.due.pop_front();
    pace.room->move();
}

Measured Load::flat_out(Clock::duration warm_up, Clock::duration time) {
    flat_out_ = true;
    for (Pace& pace : rooms_)
        if (pace.room->ready()) ready(*pace.room);
    Measured measured = measure(warm_up, time);
    flat_out_ = false;
    return measured;
}

Measured Load::paced(double moves_per_second, Clock::duration warm_up, Clock::duration time) {
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
    const double server = server_.cpu_seconds();
    const double own = own_cpu_seconds();
    const auto began = Clock::now();
    run(time);
    Measured measured;
    measured.seconds = std::chrono::duration<double>(Clock::now() - began).count();
    measured.server_cpu = server_.cpu_seconds() - server;
    measured.generator_cpu = own_cpu_seconds() - own;
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
            Pace& pace = rooms_[next_room_];
            next_room_ = (next_room_ + 1) % rooms_.size();
            pace.due.push_back(next_due_);
            if (pace.due.size() == 1 && pace.room->ready()) move(pace);
        }
        const auto until = interval_.count() > 0 ? std::min(next_due_, end) : end;
        io_.run_one_until(until);
        io_.poll();
    }
}

}  // namespace cubilete::bench
