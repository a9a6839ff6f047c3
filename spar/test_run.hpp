#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "spar/match_faults.hpp"
#include "spar/matches.hpp"

namespace cubilete::server::spar {

/// Tests a bot: starts a server and a room, lets the bot play in it through the proxy, and ends when it has met the
/// faults. Use it on one thread.
class TestRun {
  public:
    using Json = protocol::Json;
    struct Settings {
        std::string host;
        std::uint16_t port;
        Json table;  ///< the fields of `room.create` without its type
        std::uint64_t seed;
        std::chrono::milliseconds patience;
        const Fault* end;             ///< the fault at the end; nullptr = the seed decides
        Faults::List only;            ///< no other faults come before the end; empty = all do
        std::filesystem::path notes;  ///< the bot's, of provable dice; empty without them
    };
    struct Callbacks {
        std::function<void(std::uint16_t port, const std::string& code)> open;
        std::function<void(const std::string& error)> done;  ///< empty: the run is complete
    };
    /// Listens from now on. Throws std::runtime_error if it cannot.
    TestRun(const Executor& executor, Settings settings, Callbacks callbacks);

    /// Starts the server and accepts the bot.
    void start();
    /// Closes all connections; no callback runs afterwards.
    void stop();
    const BotConductChecker& checker() const { return context_.checker; }
    const Faults& faults() const { return context_.faults; }
    std::size_t matches() const { return matches_.count(); }
    bool finished() const { return matches_.finished(); }

  private:
    bool request(const BotConnectionPtr& line, const Json& frame);
    void frame(const BotConnectionPtr& line, Json frame);
    void on_bot_left();
    void tick();
    void replace_silent_bot();
    void start_end_fault();
    void done(const std::string& error = {});

    Executor executor_;
    Settings settings_;
    Callbacks callbacks_;
    Context context_;
    MatchFaults match_faults_;
    MatchSeries matches_;
    EndFault end_;
    SteadyTimer ticks_;
    bool done_ = false;
};

}  // namespace cubilete::server::spar
