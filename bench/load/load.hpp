#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "bench/load/process.hpp"
#include "bench/load/room.hpp"

namespace cubilete::bench {

/// The results of a measurement.
struct Measured {
    double seconds = 0;
    std::int64_t moves = 0;
    std::int64_t witnessed = 0;  ///< of these, throws for which the seats were asked
    double server_cpu = 0;       ///< seconds, all threads
    double generator_cpu = 0;    ///< seconds
    double p50_ms = 0;           ///< from the time when a move was due until both players had its outcome
    double p99_ms = 0;

    double per_second() const { return static_cast<double>(moves) / seconds; }
    double server_us() const { return server_cpu * 1e6 / static_cast<double>(moves); }
};

/// Rooms on one server that play as fast as possible, or at a given pace. One thread.
class Load {
  public:
    using Clock = std::chrono::steady_clock;

    /// `dice`: the players take part in provable dice.
    Load(const Process& server, tcp::endpoint at, bool dice = false);

    /// Opens rooms until there are this many, and waits until all play.
    void open(std::size_t rooms);
    /// All rooms move as fast as possible.
    Measured flat_out(Clock::duration warm_up, Clock::duration time);
    /// This many moves per second, distributed evenly over the rooms.
    Measured paced(double moves_per_second, Clock::duration warm_up, Clock::duration time);

  private:
    struct Pace {
        std::unique_ptr<Room> room;
        std::deque<Clock::time_point> due;  ///< moves that are due
        Clock::time_point under_way;        ///< when the current move was due
        bool plays = false;                 ///< the first match has begun
    };
    void moved(const Room& room);
    void ready(const Room& room);
    void move(Pace& pace);
    Pace& pace_of(const Room& room);
    void run(Clock::duration time);
    Measured measure(Clock::duration warm_up, Clock::duration time);

    const Process& server_;
    tcp::endpoint at_;
    bool dice_;
    net::io_context io_{1};
    Room::Events events_;
    std::vector<Pace> rooms_;
    std::size_t playing_ = 0;
    bool flat_out_ = false;
    Clock::duration interval_{};  ///< between two moves of all rooms together; zero: no pace
    Clock::time_point next_due_;
    std::size_t next_room_ = 0;
    std::vector<double> waited_ms_;
    std::int64_t witnessed_ = 0;
};

}  // namespace cubilete::bench
