#pragma once

#include "spar/match_faults.hpp"
#include "spar/matches.hpp"

namespace cubilete::server::spar {

/// Tests a bot: starts a server and a room, lets the bot play in it through the proxy, and ends when it has met the
/// faults. Use it on one thread.
class TestRun {
  public:
    using Json = protocol::Json;
    struct Settings {
        std::string host = "127.0.0.1";
        std::uint16_t port = 8080;
        Json table{};  ///< the fields of `room.create` without its type
        std::uint64_t seed = 0;
        std::chrono::milliseconds patience{20'000};
        const Fault* end = nullptr;  ///< the fault at the end; nullptr = the seed decides
        Faults::List only{};         ///< no other faults come before the end; empty = all do
        std::string notes{};         ///< file of the bot's, of provable dice; empty without them
    };
    struct Events {
        std::function<void(std::uint16_t port, const std::string& code)> open;
        std::function<void(const std::string& error)> done;  ///< empty: the run is complete
    };
    /// Listens from now on. Throws std::runtime_error if it cannot.
    TestRun(const Executor& executor, const Settings& settings, Events events)
        : executor_(executor),
          patience_(settings.patience),
          events_(std::move(events)),
          context_{
              BotConductChecker(patience_),
              Server(executor),
              Proxy(executor, settings.host, settings.port, context_.server, context_.checker,
                    {[this](const BotConnectionPtr& line, const Json& frame) { return request(line, frame); },
                     [this](const BotConnectionPtr& line, Json from) { frame(line, std::move(from)); },
                     [this] { on_bot_left(); }}),
              Host(executor, context_.server, settings.table,
                   {[this](const std::string& code) { events_.open(context_.proxy.port(), code); },
                    [this] { matches_.begin(); }, [this](const std::string& why) { done(why); }}),
              SecondClient(executor, context_.server),
              Faults(settings.seed, settings.end, settings.only),
              NoteWatch(settings.notes, patience_),
              protocol::SeededChance(settings.seed)},
          match_faults_(context_, [this](const std::string& match) { matches_.over(match); }),
          matches_(context_, [this] { start_end_fault(); }),
          end_(context_, patience_),
          ticks_(executor) {
        if (context_.notes.has_notes()) context_.faults.enable_notes();
    }

    /// Starts the server and accepts the bot.
    void start() {
        context_.server.start([this](bool up) {
            if (done_) return;
            if (!up) return done("the server does not open");
            context_.host.connect();
        });
        context_.proxy.accept();
        tick();
    }
    /// Closes all connections; no callback runs afterwards.
    void stop() {
        done_ = true;
        ticks_.cancel();
        context_.proxy.stop();
    }
    const BotConductChecker& checker() const { return context_.checker; }
    const Faults& faults() const { return context_.faults; }
    std::size_t matches() const { return matches_.count(); }
    bool finished() const { return matches_.finished(); }

  private:
    static constexpr Time tick_time{50};
    static constexpr Time leave_time{1'500};  // a bot that disconnects by itself stays away at least so long
    static constexpr int patiences = 3;       // patience without any frame; then the run is given up

    bool request(const BotConnectionPtr& line, const Json& frame) {
        const std::string t = text_of(frame, "t");
        if (context_.ending && end_.request(line, frame)) return true;
        if (t == "hello") line->hello_id = member(frame, "id").dump();
        if (t == "room.join" || t == "quick.match") line->join_id = member(frame, "id").dump();
        if (t == "room.leave" && (context_.host.phase() == "finished" || matches_.is_between_matches())) {
            matches_.leave();
            context_.proxy.run_after(settle_time * 2, [this] { done_without_bot(); });
        }
        return matches_.request(line, frame) || match_faults_.request(line, frame);
    }
    void frame(const BotConnectionPtr& line, Json frame) {
        if (frame.contains("re") && frame["t"] == "ok") {
            const std::string re = frame["re"].dump();
            if (re == line->hello_id) {
                if (frame.contains("token")) context_.second.use_token(frame["token"]);
                context_.player = frame["player"]["id"];
            }
            if (re == line->join_id) matches_.on_joined(line);
        }
        if (frame["t"] == "match") matches_.on_match_push(frame["match"]);
        match_faults_.frame(line, std::move(frame));
    }
    void on_bot_left() {
        if (context_.host.phase() != "finished" && !context_.ending) return;
        context_.proxy.run_after(leave_time, [this] {
            // Between the first two matches it may close connections on which it was refused.
            const bool between = context_.faults.has_begun() && matches() < 2;
            const bool gone = !context_.proxy.has_connections() && context_.host.phase() == "finished";
            if (gone && !context_.ending && !between) done_without_bot();
        });
    }
    void tick() {
        if (done_) return;
        Proxy& proxy = context_.proxy;
        BotConductChecker& checker = context_.checker;
        checker.tick(proxy.now());
        if (const auto judged = context_.notes.tick(proxy.now()))
            checker.on_notes_checked(judged->what, judged->noticed);
        if (checker.must_abort()) return done();
        if (checker.consume_silence()) replace_silent_bot();
        if (end_.tick()) return done();
        if (checker.connections() > 0 && proxy.now() > proxy.last_activity() + patiences * patience_)
            return done("nothing happens any more");
        ticks_.expires_after(tick_time);
        ticks_.async_wait([this](boost::system::error_code failed) {
            if (!failed) tick();
        });
    }
    /// The bot has broken a rule by its silence. Its report is to have all rules that it breaks: another client plays its
    /// match to the end, or, without a match, it connects again. What has silenced it may be the unknown fields.
    void replace_silent_bot() {
        context_.proxy.add_unknown_fields(false);
        match_faults_.skip_next_push();
        if (context_.host.phase() == "playing") {
            context_.proxy.note("the bot is silent: another program plays its match to the end");
            return context_.second.play_to_end(context_.host.code(), [](bool) {});
        }
        context_.proxy.note("the bot is silent: its connections break");
        context_.proxy.close_all();
    }
    void start_end_fault() {
        if (matches_.bot_has_left()) return;
        if (!context_.notes.is_waiting()) return end_.begin();
        context_.proxy.run_after(settle_time, [this] { start_end_fault(); });
    }
    void done(const std::string& error = {}) {
        if (std::exchange(done_, true)) return;
        net::post(executor_, [this, error] { events_.done(error); });
    }
    void done_without_bot() {
        done(context_.faults.count() > 0 ? "" : "the bot left after its first match, before any fault");
    }

    Executor executor_;
    std::chrono::milliseconds patience_;
    Events events_;
    Context context_;
    MatchFaults match_faults_;
    MatchSeries matches_;
    EndFault end_;
    SteadyTimer ticks_;
    bool done_ = false;
};

}  // namespace cubilete::server::spar
