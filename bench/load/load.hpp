#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "bench/load/server.hpp"
#include "bench/load/table_client.hpp"

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
    std::uint64_t bytes = 0;    ///< received by the players
    double generator_busy = 0;  ///< share of the time with work; only if it polls

    double per_second() const { return static_cast<double>(moves) / seconds; }
    double server_us() const { return server_cpu * 1e6 / static_cast<double>(moves); }
    double bytes_per_move() const { return static_cast<double>(bytes) / static_cast<double>(moves); }
};

/// Tables on one server that play as fast as possible, or at a given pace. One thread.
class Load {
  public:
    using Clock = std::chrono::steady_clock;

    /// Between two messages a generator sleeps, or asks the sockets again and again: then the server does
    /// not pay for waking it up.
    enum class Waits { sleeping, polling };

    Load(const Server& server, MakeTable make_table, Waits waits = Waits::sleeping);

    /// Opens tables until there are this many, and waits until all play.
    void open(std::size_t tables);
    /// Only answers what the servers ask, for this long.
    void idle(Clock::duration time) { run(time); }
    /// All tables move as fast as possible.
    Measured flat_out(Clock::duration warm_up, Clock::duration time);
    /// This many moves per second, distributed evenly over the tables.
    Measured at_rate(double moves_per_second, Clock::duration warm_up, Clock::duration time);

  private:
    struct Schedule {
        std::unique_ptr<TableClient> table;
        std::deque<Clock::time_point> due;  ///< moves that are due
        Clock::time_point under_way;        ///< when the current move was due
        bool plays = false;                 ///< the first match has begun
    };
    void moved(const TableClient& table);
    void ready(const TableClient& table);
    void move(Schedule& schedule);
    Schedule& schedule_of(const TableClient& table);
    std::uint64_t received() const;
    void wait(Clock::time_point until);
    void run(Clock::duration time);
    Measured measure(Clock::duration warm_up, Clock::duration time);

    const Server& server_;
    MakeTable make_table_;
    Waits waits_;
    net::io_context io_{1};
    TableClient::Events events_;
    std::vector<Schedule> tables_;
    std::size_t playing_ = 0;
    bool flat_out_ = false;
    Clock::duration interval_{};  ///< between two moves of all tables together; zero: no pace
    Clock::time_point next_due_;
    std::size_t next_table_ = 0;
    std::vector<double> waited_ms_;
    std::int64_t witnessed_ = 0;
    Clock::duration idle_{};  ///< without work since the measurement began
};

}  // namespace cubilete::bench
