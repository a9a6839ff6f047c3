#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <sys/types.h>

#include "protocol/bot.hpp"
#include "protocol/seeded_chance.hpp"

/// Those who play in the arena.
namespace cubilete::server {

/// A player has lost a game by what it did, not by the rules.
struct Forfeit {
    enum class Kind { broke_off, late, illegal };
    Kind kind;
    std::string what;
};

class ArenaPlayer {
  public:
    virtual ~ArenaPlayer() = default;

    /// `push` is what the seat sees. Returns its move, or nothing if it lets others act. Throws Forfeit.
    virtual std::optional<protocol::Json> choose(const protocol::Match& match, Seat seat,
                                                 const protocol::JsonText& push) = 0;
    /// The last push of a match. Never throws.
    virtual void hear_end(const protocol::JsonText& push) = 0;
};

/// A built-in bot.
class HousePlayer final : public ArenaPlayer {
  public:
    HousePlayer(Level level, protocol::BotBookPtr book) : level_(level), book_(std::move(book)) {}

    std::optional<protocol::Json> choose(const protocol::Match& match, Seat seat,
                                         const protocol::JsonText& push) override;
    void hear_end(const protocol::JsonText&) override {}

  private:
    Level level_;
    protocol::BotBookPtr book_;
    protocol::SeededChance thinking_{0};
};

/// A program that reads a push a line from its standard input and answers each that has moves with a line: `{"move":…}`,
/// or `{}` if it lets others act (docs/engine.md). It is started when it is first needed, and again after a forfeit.
class ProgramPlayer final : public ArenaPlayer {
  public:
    ProgramPlayer(std::string command, std::chrono::milliseconds patience)
        : command_(std::move(command)), patience_(patience) {}
    ~ProgramPlayer() override { stop(); }
    ProgramPlayer(const ProgramPlayer&) = delete;
    ProgramPlayer& operator=(const ProgramPlayer&) = delete;

    std::optional<protocol::Json> choose(const protocol::Match& match, Seat seat,
                                         const protocol::JsonText& push) override;
    void hear_end(const protocol::JsonText& push) override;

  private:
    using Deadline = std::chrono::steady_clock::time_point;

    /// Throws std::system_error if no process can be started.
    void start();
    void stop();
    void write_line(const std::string& line, Deadline deadline);
    std::string read_line(Deadline deadline);
    /// Waits until the descriptor is ready for this; throws Forfeit at the deadline.
    static void wait_for(int descriptor, short events, Deadline deadline);

    std::string command_;
    std::chrono::milliseconds patience_;
    pid_t process_ = -1;
    int to_ = -1;
    int from_ = -1;
    std::string read_;  ///< of the next lines
};

}  // namespace cubilete::server
