#include "spar/test_run.hpp"

#include <utility>

namespace cubilete::server::spar {

using namespace std::chrono_literals;

namespace {

constexpr auto tick_time = 50ms;
constexpr auto leave_time = 1500ms;  // a bot that disconnects by itself stays away at least so long
constexpr int patiences = 3;         // patience without any frame; then the run is given up

/// What is wrong with a run that ends before its first fault; empty after that.
std::string untested_faults_text(const Faults& faults) {
    return faults.count() > 0 ? "" : "the bot left after its first match, before any fault";
}

}  // namespace

TestRun::TestRun(const Executor& executor, Settings settings, Callbacks callbacks)
    : executor_(executor),
      settings_(std::move(settings)),
      callbacks_(std::move(callbacks)),
      context_{
          BotConductChecker(settings_.patience),
          Server(executor),
          Proxy(executor, settings_.host, settings_.port, context_.server, context_.checker,
                {[this](const BotConnectionPtr& line, const Json& frame) { return request(line, frame); },
                 [this](const BotConnectionPtr& line, Json from) { frame(line, std::move(from)); },
                 [this] { on_bot_left(); }}),
          Host(executor, context_.server, settings_.table,
               {[this](const std::string& code) { callbacks_.open(context_.proxy.port(), code); },
                [this] { matches_.begin(); }, [this](const std::string& why) { done(why); }}),
          SecondClient(executor, context_.server),
          Faults(settings_.seed, settings_.end, settings_.only),
          NoteWatch(settings_.notes, settings_.patience),
          protocol::SeededChance(settings_.seed)},
      match_faults_(context_, [this](const std::string& match) { matches_.over(match); }),
      matches_(context_, [this] { start_end_fault(); }),
      end_(context_, settings_.patience),
      ticks_(executor) {
    if (context_.notes.has_notes()) context_.faults.add_noted();
}

void TestRun::start() {
    context_.server.start([this](bool up) {
        if (done_) return;
        if (!up) return done("the server does not open");
        context_.host.connect();
    });
    context_.proxy.accept();
    tick();
}

void TestRun::tick() {
    if (done_) return;
    Proxy& proxy = context_.proxy;
    BotConductChecker& checker = context_.checker;
    checker.tick(proxy.now());
    if (const auto judged = context_.notes.tick(proxy.now()))
        checker.on_notes_checked(judged->what, judged->noticed);
    if (checker.must_abort()) return done();
    if (checker.consume_silence()) replace_silent_bot();
    if (end_.tick()) return done();
    if (checker.connections() > 0 && proxy.now() > proxy.last_activity() + patiences * settings_.patience)
        return done("nothing happens any more");
    ticks_.expires_after(tick_time);
    ticks_.async_wait([this](boost::system::error_code failed) {
        if (!failed) tick();
    });
}

/// The bot has broken a rule by its silence. Its report is to have all rules that it breaks: another client plays its match
/// to the end, or, without a match, it connects again. What has silenced it may be the unknown fields.
void TestRun::replace_silent_bot() {
    context_.proxy.add_unknown_fields(false);
    match_faults_.skip_next_push();
    if (context_.host.phase() == "playing") {
        context_.proxy.note("the bot is silent: another program plays its match to the end");
        return context_.second.play_to_end(context_.host.code(), [](bool) {});
    }
    context_.proxy.note("the bot is silent: its connections break");
    context_.proxy.close_all();
}

bool TestRun::request(const BotConnectionPtr& line, const Json& frame) {
    const std::string t = text_of(frame, "t");
    if (context_.ending && end_.request(line, frame)) return true;
    if (t == "hello") line->hello_id = frame.value("id", Json()).dump();
    if (t == "room.join" || t == "quick.match") line->join_id = frame.value("id", Json()).dump();
    if (t == "room.leave" && (context_.host.phase() == "finished" || matches_.is_between_matches())) {
        matches_.leave();
        context_.proxy.run_after(settle_time * 2, [this] { done(untested_faults_text(context_.faults)); });
    }
    return matches_.request(line, frame) || match_faults_.request(line, frame);
}

void TestRun::frame(const BotConnectionPtr& line, Json frame) {
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

void TestRun::on_bot_left() {
    if (context_.host.phase() != "finished" && !context_.ending) return;
    context_.proxy.run_after(leave_time, [this] {
        // Between the first two matches it may close connections on which it was refused.
        const bool between = context_.faults.has_begun() && matches() < 2;
        const bool gone = !context_.proxy.has_connections() && context_.host.phase() == "finished";
        if (gone && !context_.ending && !between) done(untested_faults_text(context_.faults));
    });
}

void TestRun::start_end_fault() {
    if (matches_.bot_has_left()) return;
    if (context_.notes.is_waiting())
        return context_.proxy.run_after(settle_time, [this] { start_end_fault(); });
    end_.begin();
}

void TestRun::done(const std::string& error) {
    if (std::exchange(done_, true)) return;
    net::post(executor_, [this, error] { callbacks_.done(error); });
}

void TestRun::stop() {
    done_ = true;
    ticks_.cancel();
    context_.proxy.stop();
}

}  // namespace cubilete::server::spar
