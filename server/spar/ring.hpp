#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "server/core/chance.hpp"
#include "server/spar/double.hpp"
#include "server/spar/host.hpp"
#include "server/spar/judge.hpp"
#include "server/spar/server.hpp"
#include "server/spar/troubles.hpp"
#include "server/spar/wire.hpp"

namespace cubilete::server::spar {

/// Stands between a bot and a real server: passes on what they say, makes the trouble, and lets the judge see what
/// the bot sees. What it invents a server might have said, and what it takes away a network might have lost, so that
/// a bot that keeps to the protocol comes through. All on one strand.
class Ring {
  public:
    using Json = protocol::Json;
    struct Settings {
        std::string host;
        std::uint16_t port;
        Json table;  ///< room.create without its type
        std::uint64_t seed;
        std::chrono::seconds patience;
        std::optional<Trouble> end;  ///< with which it ends; otherwise the seed decides
    };
    struct Ears {
        std::function<void(std::uint16_t port, const std::string& code)> open;
        std::function<void(const std::string& fault)> done;  ///< empty: it came to its end
    };
    /// Listens from now on. Throws std::runtime_error.
    Ring(const Strand& strand, Settings settings, Ears ears);

    void start();
    /// Nothing of it runs afterwards.
    void stop();
    const Judge& judge() const { return judge_; }
    const Troubles& troubles() const { return troubles_; }
    std::size_t matches() const { return matches_.size(); }
    bool finished() const { return finished_; }

  private:
    /// A connection of the bot, with ours to the server behind it.
    struct Line {
        int number;
        WirePtr bot;
        WirePtr server;
        bool live = true;
        bool held = true;  ///< the bot's frames wait in `early`
        std::deque<std::string> early;
        std::string kept_reply;         ///< id of a request whose reply gets lost with the connection
        std::optional<Json> kept_push;  ///< follows the next one, or is left out
        bool leave_out = false;
        bool late = false;  ///< what comes waits in `waiting`
        std::deque<std::string> waiting;
        bool hushed = false;  ///< of the match nothing comes but, after the next reply, `last`
        std::optional<Json> last;
        std::string hello_id;
        std::string join_id;
    };
    using LinePtr = std::shared_ptr<Line>;
    using Prompt = std::pair<std::string, std::int64_t>;
    enum class Stage { hello, join, seat, joined, token, ready };

    Judge::Time now() const;
    void after(std::chrono::milliseconds wait, std::function<void()> action);
    void accept();
    void welcome(Socket socket);
    void opened(int number, WirePtr bot);
    void reach(const LinePtr& line, std::string first = {});
    void flush(const LinePtr& line);
    void tick();

    // ring.cpp: what the bot says
    void from_bot(const LinePtr& line, const std::string& text);
    bool stop_hello(const LinePtr& line, const Json& frame);
    bool stop_join(const LinePtr& line, const Json& frame);
    bool stop_ready(const LinePtr& line, const Json& frame);
    bool stop_at_the_end(const LinePtr& line, const Json& frame);
    void pass(const LinePtr& line, const std::string& text);
    // ring_troubles.cpp
    bool stop_move(const LinePtr& line, const Json& frame);
    bool trouble(const LinePtr& line, const Json& frame, Trouble kind);
    void move_on(const LinePtr& line, const Json& frame, Trouble kind);
    void forget_greeting(const LinePtr& line, const Json& frame);
    void play_out(const LinePtr& line, const Json& frame);
    void from_server(const LinePtr& line, const std::string& text);
    void learn(const LinePtr& line, const Json& frame);
    void push(const LinePtr& line, Json frame);
    void trouble_with(const LinePtr& line, const Json& frame, Trouble kind);
    void deliver(const LinePtr& line, Json frame, bool staged = false);
    void refuse(const LinePtr& line, const Json& request, std::string_view code, int retry_ms = 0);
    void close(const LinePtr& line, std::optional<int> code, bool by_bot = false);
    // beginning and end
    void begin_match();
    void match_over(const std::string& match);
    void end();
    void watch_the_end();
    void done(const std::string& fault = {});

    Strand strand_;
    Settings settings_;
    Ears ears_;
    Judge judge_;
    Troubles troubles_;
    SeededChance chance_;
    Server server_;
    Host host_;
    Double double_;
    Acceptor acceptor_;
    SteadyTimer ticks_;
    std::chrono::steady_clock::time_point began_;
    std::map<int, LinePtr> lines_;
    int connections_ = 0;
    int doors_ = 0;  ///< so many connections are still turned away
    Stage stage_ = Stage::hello;
    std::string token_;
    std::string player_;
    std::string name_;  ///< that is none any more
    std::set<std::string> matches_;
    std::map<Prompt, Json> prompts_;   ///< the bot's moves as they were offered
    std::set<Prompt> moves_;           ///< that the bot has sent
    std::map<Prompt, int> again_;      ///< so often more the move is refused
    std::optional<Json> last_prompt_;  ///< the push before the newest that asked the bot
    bool rested_ = true;               ///< a push may be tampered with
    bool fields_ = false;              ///< everything has fields that nobody knows
    int met_before_ = 0;
    int fruitless_ = 0;           ///< matches in a row in which nothing new was met
    bool may_start_ = true;       ///< a match
    std::set<std::string> over_;  ///< matches whose end the bot was told
    Judge::Time heard_{0};        ///< when something last passed
    bool refused_ready_ = false;
    bool played_out_ = false;  ///< by another than the bot
    bool starting_ = false;
    bool ending_ = false;
    bool finished_ = false;
    bool left_ = false;
    std::optional<Judge::Time> ended_;  ///< when the referee ended it, until the bot has been told
    Judge::Time give_up_{0};            ///< when it is no longer waited for
    bool done_ = false;
};

}  // namespace cubilete::server::spar
