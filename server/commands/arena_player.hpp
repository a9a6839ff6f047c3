#pragma once

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>

#include "protocol/bot.hpp"
#include "protocol/seeded_chance.hpp"
#include "server/commands/arena_process.hpp"

/// Those who play in the arena.
namespace cubilete::server {

/// A program has ended, or was silent for the time that its start may take, and never gave an answer: no match says anything about it.
struct NeverAnswered : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class ArenaPlayer {
  public:
    virtual ~ArenaPlayer() = default;

    /// `push` is what the seat sees. Returns its move, or nothing if it lets others act. Throws Forfeit and NeverAnswered.
    virtual std::optional<protocol::Json> choose(const protocol::Match& match, Seat seat,
                                                 const protocol::JsonText& push) = 0;
    /// Ends it at once; it is started again when it is needed. Nobody knows what its further lines would answer.
    virtual void stop() = 0;
    /// The last push of a match. Never throws.
    virtual void on_match_end(const protocol::JsonText& push) = 0;
};

/// A built-in bot.
class HousePlayer final : public ArenaPlayer {
  public:
    HousePlayer(Level level, protocol::BotBookPtr book) : level_(level), book_(std::move(book)) {}

    std::optional<protocol::Json> choose(const protocol::Match& match, Seat seat,
                                         const protocol::JsonText& push) override;
    void stop() override {}
    void on_match_end(const protocol::JsonText&) override {}

  private:
    Level level_;
    protocol::BotBookPtr book_;
    protocol::SeededChance thinking_{0};
};

/// A program that reads a push a line from its standard input and answers each that has moves with a line: `{"move":…}`,
/// or `{}` if it lets others act (docs/engine.md). It is started when it is first needed, and again after a forfeit.
class ProgramPlayer final : public ArenaPlayer {
  public:
    /// The answer that follows a start may take longer than `patience`.
    ProgramPlayer(std::string command, std::chrono::milliseconds patience)
        : command_(std::move(command)), patience_(patience) {}
    /// Lets it end by itself, within the patience.
    ~ProgramPlayer() override;

    std::optional<protocol::Json> choose(const protocol::Match& match, Seat seat,
                                         const protocol::JsonText& push) override;
    void stop() override;
    void on_match_end(const protocol::JsonText& push) override;

  private:
    std::string command_;
    std::chrono::milliseconds patience_;
    std::optional<ArenaProcess> process_;
    bool answered_ = false;  ///< once at least
};

}  // namespace cubilete::server
