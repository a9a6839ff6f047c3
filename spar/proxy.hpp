#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "protocol/seeded_chance.hpp"
#include "spar/faults.hpp"
#include "spar/host.hpp"
#include "spar/note_watch.hpp"
#include "spar/rule_checker.hpp"
#include "spar/second_client.hpp"
#include "spar/server.hpp"
#include "spar/wire.hpp"

namespace cubilete::server::spar {

/// Sits between a bot and a real server: forwards their frames, injects faults, and passes the rule checker
/// everything that the bot sends and receives. A server may send what it adds, and a network may lose what it
/// drops, so a bot that follows the protocol passes. Use it on one thread.
class Proxy {
  public:
    using Json = protocol::Json;
    struct Settings {
        std::string host;
        std::uint16_t port;
        Json table;  ///< the fields of `room.create` without its type
        std::uint64_t seed;
        std::chrono::milliseconds patience;
        std::optional<Fault> end;     ///< the fault at the end; without it the seed decides
        std::vector<Fault> only;      ///< no other faults come before the end; empty = all do
        std::filesystem::path notes;  ///< the bot's, of provable dice; empty without them
    };
    struct Callbacks {
        std::function<void(std::uint16_t port, const std::string& code)> open;
        std::function<void(const std::string& error)> done;  ///< empty: the run is complete
    };
    /// Listens from now on. Throws std::runtime_error if it cannot.
    Proxy(const Executor& executor, Settings settings, Callbacks callbacks);

    /// Starts the server and accepts the bot.
    void start();
    /// Closes all connections; no callback runs afterwards.
    void stop();
    const RuleChecker& checker() const { return checker_; }
    const Faults& faults() const { return faults_; }
    std::size_t matches() const { return matches_.size(); }
    bool finished() const { return finished_; }

  private:
    using Entry = std::pair<std::string, std::int64_t>;  ///< match and seq
    /// A connection of the bot, and the proxy's own connection to the server for it.
    struct Line {
        int number;
        WirePtr bot;
        WirePtr server;
        bool live = true;
        bool held = true;  ///< frames of the bot are queued in `early`
        std::deque<std::string> early;
        std::string kept_reply;         ///< id of a request whose reply is lost with the connection
        std::optional<Json> kept_push;  ///< is sent after the next push, or dropped
        bool leave_out = false;
        bool late = false;  ///< frames of the server are queued in `waiting`
        std::deque<std::string> waiting;
        bool hushed = false;  ///< pushes of the match are held back; `last` is sent after the next reply
        std::optional<Json> last;
        std::string hello_id;
        std::string join_id;
        Entry since;  ///< the first entry of a match that was shown on it
    };
    using LinePtr = std::shared_ptr<Line>;
    using Prompt = std::pair<std::string, std::int64_t>;
    enum class Stage { hello, join, seat, joined, token, ready };

    RuleChecker::Time now() const;
    void after(std::chrono::milliseconds wait, std::function<void()> action);
    void accept();
    void welcome(Socket socket);
    void opened(int number, WirePtr bot);
    void reach(const LinePtr& line, std::string first = {});
    void flush(const LinePtr& line);
    void tick();

    // proxy.cpp: frames from the bot
    void from_bot(const LinePtr& line, const std::string& text);
    bool stop_hello(const LinePtr& line, const Json& frame);
    bool stop_join(const LinePtr& line, const Json& frame);
    bool stop_ready(const LinePtr& line, const Json& frame);
    bool pretend(const LinePtr& line, const Json& frame);
    bool stop_at_the_end(const LinePtr& line, const Json& frame);
    void pass(const LinePtr& line, const std::string& text);
    // proxy_faults.cpp: faults
    bool stop_move(const LinePtr& line, const Json& frame);
    bool inject(const LinePtr& line, const Json& frame, Fault kind);
    void move_on(const LinePtr& line, const Json& frame, Fault kind);
    void forget_greeting(const LinePtr& line, const Json& frame);
    void play_out(const LinePtr& line, const Json& frame);
    void go_on_without_it();
    void from_server(const LinePtr& line, const std::string& text);
    void learn(const LinePtr& line, const Json& frame);
    void push(const LinePtr& line, Json frame);
    void answer_with_fault(const LinePtr& line, const Json& frame, Fault kind);
    void deliver(const LinePtr& line, Json frame, bool staged = false, std::string_view forged = {});
    void refuse(const LinePtr& line, const Json& request, std::string_view code, int retry_ms = 0);
    void close(const LinePtr& line, std::optional<int> code, bool by_bot = false);
    void close_all(std::optional<int> code = {});
    // proxy_dishonest.cpp: provable dice
    void dice_from_bot(const LinePtr& line, const Json& frame, const std::string& text);
    void ask_again(const LinePtr& line);
    void roster(const LinePtr& line, Json frame);
    bool fits_roster(Fault fault, const Json& frame) const;
    void ask(const LinePtr& line, const Json& frame);
    bool fits_ask(Fault fault, const LinePtr& line, const Json& ask) const;
    void ask_wrongly(const LinePtr& line, const Json& frame, Fault kind);
    std::string_view forge_entry(const LinePtr& line, Json& frame);
    void restore(const LinePtr& line);
    void forge(const LinePtr& line, Json frame, Fault kind);
    void expect(Fault kind, const std::string& match);
    bool is_quiet(const LinePtr& line) const;
    void hold_back(const LinePtr& line, const Json& frame, std::chrono::milliseconds time);
    // proxy.cpp: start and end
    bool may_begin() const;
    void begin_match();
    void match_over(const std::string& match);
    void begin_faults();
    std::string untried() const;
    void end();
    void watch_the_end();
    void done(const std::string& error = {});

    Executor executor_;
    Settings settings_;
    Callbacks callbacks_;
    RuleChecker checker_;
    Faults faults_;
    protocol::SeededChance chance_;
    Server server_;
    Host host_;
    SecondClient second_;
    Acceptor acceptor_;
    SteadyTimer ticks_;
    std::chrono::steady_clock::time_point began_;
    std::map<int, LinePtr> lines_;
    int connections_ = 0;
    int doors_ = 0;  ///< number of connections that are still refused with 503
    Stage stage_ = Stage::hello;
    std::string token_;
    std::string player_;
    std::string name_;  ///< the name that is refused at the end
    std::set<std::string> matches_;
    std::string game_;                ///< of the matches
    std::map<Prompt, Json> prompts_;  ///< listed moves by prompt
    std::set<Prompt> moves_;          ///< prompts that the bot has answered
    std::map<Prompt, int> again_;     ///< how many more times a move for the prompt is refused
    /// The newest push before the present one that asked the bot for a move.
    std::optional<Json> last_prompt_;
    NoteWatch notes_;
    std::string first_dice_;                               ///< the first match with provable dice
    std::set<std::pair<std::string, std::string>> steps_;  ///< match and step of all pushes `dice`
    std::map<std::string, Fault> starts_;                  ///< by match: what is wrong in the pushes `dice`
    std::map<std::string, Fault> ends_;                    ///< by match: what is wrong in its last push
    std::set<std::string> invented_;                       ///< matches that the server does not have
    int seat_ = -1;                     ///< the bot's, in the newest match with provable dice
    std::optional<Json> asked_;         ///< the newest ask
    std::set<Entry> asks_;              ///< entries that were asked for
    std::optional<Entry> asked_twice_;  ///< the last entry that was asked for again, with another move
    std::optional<Entry> unnamed_;      ///< the entry whose ask did not name the bot's seat
    bool answered_ask_ = false;         ///< the bot has answered the newest ask
    std::string give_id_;               ///< id of the newest answer, as JSON
    std::optional<Entry> accepted_;     ///< the newest entry for which its answer came in time
    int values_ = 0;                    ///< asks that the bot has answered
    std::map<std::string, std::map<std::int64_t, std::string>> hashes_;  ///< of the entries, by match
    std::map<std::string, std::int64_t> numbers_;  ///< by match: the newest draw number that was shown
    std::optional<Json> idle_;                     ///< the newest push that asks the bot for nothing
    std::optional<Json> older_;                    ///< such a push, older than the newest push
    bool restores_ = false;                        ///< the bot is shown `older_` when it joins again
    bool rested_ = true;                           ///< the next push may get a fault
    bool fields_ = false;                          ///< every frame gets unknown fields
    int met_before_ = 0;
    int fruitless_ = 0;           ///< consecutive matches without a new fault
    bool may_start_ = true;       ///< the next match may start
    std::set<std::string> over_;  ///< matches whose result the bot has received
    RuleChecker::Time heard_{0};  ///< time of the last frame
    bool refused_ready_ = false;
    bool played_out_ = false;  ///< another client finished the match for the bot
    bool starting_ = false;
    bool ending_ = false;
    bool finished_ = false;
    bool left_ = false;
    std::optional<RuleChecker::Time> ended_;  ///< time of the fault at the end, until the bot has received it
    RuleChecker::Time give_up_{0};            ///< time at which waiting for the bot ends
    bool done_ = false;
};

}  // namespace cubilete::server::spar
