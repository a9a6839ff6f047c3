#include "spar/proxy.hpp"

#include <stdexcept>

#include <boost/asio/co_spawn.hpp>

#include "server/core/close_code.hpp"
#include "server/core/spdlog.hpp"
#include "spar/fields.hpp"

namespace cubilete::server::spar {

using namespace std::chrono_literals;
using protocol::object;

namespace {

constexpr auto tick_time = 50ms;
constexpr auto settle_time = 150ms;  // time for frames that the bot sends by itself
constexpr auto watch_time = 2500ms;  // after the bot has met the end
constexpr auto leave_time = 1500ms;  // a bot that disconnects by itself stays away at least so long
constexpr int patiences = 3;         // patience without any frame; then the run is given up
constexpr std::size_t most_matches = 32;
constexpr int most_fruitless = 3;  // consecutive matches; a short match may give no occasion for a fault

Acceptor listen(const Executor& executor, const std::string& host, std::uint16_t port) try {
    const net::ip::tcp::endpoint at(net::ip::make_address(host), port);
    Acceptor acceptor(executor, at.protocol());
    acceptor.set_option(net::socket_base::reuse_address(true));
    acceptor.bind(at);
    acceptor.listen();
    return acceptor;
} catch (const boost::system::system_error& error) {
    throw std::runtime_error(fmt::format("{} port {}: {}", host, port, error.code().message()));
}

}  // namespace

Proxy::Proxy(const Executor& executor, Settings settings, Callbacks callbacks)
    : executor_(executor),
      settings_(std::move(settings)),
      callbacks_(std::move(callbacks)),
      checker_(settings_.patience),
      faults_(settings_.seed, settings_.end, settings_.only),
      chance_(settings_.seed),
      server_(executor),
      host_(executor, server_, settings_.table,
            {[this](const std::string& code) { callbacks_.open(acceptor_.local_endpoint().port(), code); },
             [this] { begin_match(); }, [this](const std::string& why) { done(why); }}),
      second_(executor, server_),
      acceptor_(listen(executor, settings_.host, settings_.port)),
      ticks_(executor),
      began_(std::chrono::steady_clock::now()),
      notes_(settings_.notes, settings_.patience) {
    if (notes_.has_notes()) faults_.add_noted();
}

RuleChecker::Time Proxy::now() const {
    return std::chrono::duration_cast<RuleChecker::Time>(std::chrono::steady_clock::now() - began_);
}

void Proxy::after(std::chrono::milliseconds wait, std::function<void()> action) {
    auto timer = std::make_shared<SteadyTimer>(executor_, wait);
    timer->async_wait([this, timer, action = std::move(action)](boost::system::error_code failed) {
        if (!failed && !done_) action();
    });
}

void Proxy::start() {
    server_.start([this](bool up) {
        if (done_) return;
        if (!up) return done("the server does not open");
        host_.come();
    });
    accept();
    tick();
}

void Proxy::accept() {
    acceptor_.async_accept(executor_, [this](boost::system::error_code failed, Socket socket) {
        if (done_ || !acceptor_.is_open()) return;
        if (!failed) welcome(std::move(socket));
        accept();
    });
}

/// While the server is down a connection breaks at once, as it does without the proxy.
void Proxy::welcome(Socket socket) {
    const int number = ++connections_;
    heard_ = now();
    checker_.connected(now(), number);
    const bool shut = doors_ > 0;
    if (shut) --doors_;
    if (server_.is_up() && !shut)
        return pick_up(std::move(socket), [this, number](WirePtr bot) { opened(number, std::move(bot)); });
    checker_.ended(now(), number, false, 1006);
    if (shut) turn_away(std::move(socket));
}

void Proxy::opened(int number, WirePtr bot) {
    const auto line = std::make_shared<Line>();
    line->number = number;
    line->bot = std::move(bot);
    lines_[number] = line;
    line->bot->listen({[this, line](const std::string& text) { from_bot(line, text); },
                       [this, line](int code) { close(line, code, true); }});
    reach(line);
}

/// Connects to the server for a connection of the bot. `first`: a frame of the bot that is sent first.
void Proxy::reach(const LinePtr& line, std::string first) {
    dial(executor_, server_.port(), [this, line, first = std::move(first)](WirePtr server) {
        if (!line->live) {
            if (server) server->cut();
            return;
        }
        if (!server) return close(line, std::nullopt);
        line->server = std::move(server);
        line->server->listen({[this, line](const std::string& text) { from_server(line, text); },
                              [this, line](int code) {
                                  if (code == 1006) return close(line, std::nullopt);
                                  close(line, code);
                              }});
        if (!first.empty()) pass(line, first);
        flush(line);
    });
}

/// Forwards the frames that were queued while the line was held.
void Proxy::flush(const LinePtr& line) {
    line->held = false;
    while (line->live && !line->held && !line->early.empty()) {
        const std::string text = std::move(line->early.front());
        line->early.pop_front();
        pass(line, text);
    }
}

void Proxy::close(const LinePtr& line, std::optional<int> code, bool by_bot) {
    if (!std::exchange(line->live, false)) return;
    lines_.erase(line->number);
    checker_.ended(now(), line->number, by_bot, code.value_or(1006));
    if (line->server) line->server->cut();
    if (by_bot) {
        if (host_.phase() == "finished" || ending_)
            after(leave_time, [this] {
                // Between the first two matches it may close connections on which it was refused.
                const bool between = faults_.begun() && matches_.size() < 2;
                if (lines_.empty() && host_.phase() == "finished" && !ending_ && !between) done(untried());
            });
        return;
    }
    if (code)
        line->bot->close(*code);
    else
        line->bot->cut();
}

void Proxy::close_all(std::optional<int> code) {
    for (const auto& [number, line] : std::exchange(lines_, {})) close(line, code);
}

void Proxy::tick() {
    if (done_) return;
    checker_.tick(now());
    if (const auto judged = notes_.tick(now())) checker_.noted(judged->what, judged->noticed);
    if (checker_.hopeless()) return done();
    if (checker_.fell_silent()) go_on_without_it();
    watch_the_end();
    if (connections_ > 0 && now() > heard_ + patiences * settings_.patience)
        return done("nothing happens any more");
    ticks_.expires_after(tick_time);
    ticks_.async_wait([this](boost::system::error_code failed) {
        if (!failed) tick();
    });
}

// ---- frames from the bot

void Proxy::from_bot(const LinePtr& line, const std::string& text) {
    if (!line->live) return;
    const Json frame = Json::parse(text, nullptr, false);
    heard_ = now();
    checker_.sent(now(), line->number, frame.is_discarded() ? Json() : frame, text);
    if (frame.is_object()) {
        const std::string t = text_of(frame, "t");
        if (ending_ && stop_at_the_end(line, frame)) return;
        if (t == "hello" && stop_hello(line, frame)) return;
        if ((t == "room.join" || t == "quick.match") && stop_join(line, frame)) return;
        if ((t == "room.ready" || t == "room.rematch") && stop_ready(line, frame)) return;
        if (t == "room.leave" && host_.phase() == "finished") {
            left_ = true;
            after(settle_time * 2, [this] { done(untried()); });
        }
        if (t == "move" && stop_move(line, frame)) return;
        if (t.starts_with("dice.")) return dice_from_bot(line, frame, text);
    }
    if (!line->live) return;
    if (line->held)
        line->early.push_back(text);
    else
        pass(line, text);
}

void Proxy::pass(const LinePtr& line, const std::string& text) {
    if (line->server) line->server->send(text);
}

/// Refuses the first hello as busy, and a later one as bad_token if it has a token. That player is kicked
/// from the room first, so that the bot gets the seat as a new player.
bool Proxy::stop_hello(const LinePtr& line, const Json& frame) {
    line->hello_id = frame.value("id", Json()).dump();
    if (!faults_.begun()) return false;
    if (stage_ == Stage::hello) {
        stage_ = Stage::join;
        if (!faults_.meets(Fault::busy_hello)) return false;
        refuse(line, frame, "busy", 200 + 100 * chance_.pick(5));
        return true;
    }
    if (stage_ != Stage::token) return false;
    stage_ = Stage::ready;
    const bool kept_token = frame.contains("token");
    host_.ask(object({{"t", "room.kick"}, {"room", host_.code()}, {"player", player_}}),
              [this, line, frame, kept_token](const Json&) {
                  if (kept_token) refuse(line, frame, "bad_token");
              });
    player_.clear();
    if (kept_token) faults_.met(Fault::void_token);
    return kept_token;
}

bool Proxy::stop_join(const LinePtr& line, const Json& frame) {
    line->join_id = frame.value("id", Json()).dump();
    if (!faults_.begun()) return false;
    if (stage_ == Stage::join) {
        stage_ = Stage::seat;
        if (faults_.meets(Fault::limited_join)) {
            refuse(line, frame, "rate_limited", 200 + 100 * chance_.pick(5));
            return true;
        }
    }
    if (stage_ != Stage::seat) return false;
    stage_ = Stage::joined;
    if (!faults_.meets(Fault::taken_join)) return false;
    refuse(line, frame, "seat_taken");
    return true;
}

/// Refuses the first room.ready or room.rematch after the clean match, as if the next one had just begun. Before that
/// the bot's wish must not start a match: the faults of hello and join take away its seat.
bool Proxy::stop_ready(const LinePtr& line, const Json& frame) {
    if (over_.empty()) return false;
    if (stage_ != Stage::ready) return pretend(line, frame);
    if (std::exchange(refused_ready_, true)) return false;
    if (!faults_.meets(Fault::late_ready)) return false;
    refuse(line, frame, "already_started");
    return true;
}

/// Accepts the request instead of the server, so that no match starts. Returns true.
bool Proxy::pretend(const LinePtr& line, const Json& frame) {
    deliver(line, object({{"t", "ok"}, {"re", frame.value("id", Json())}}), true);
    return true;
}

bool Proxy::stop_at_the_end(const LinePtr& line, const Json& frame) {
    const std::string t = text_of(frame, "t");
    if (t == "room.ready" || t == "room.rematch" || t == "room.start") return pretend(line, frame);
    if (!(t == "hello" && ends_hello(faults_.end())) && !(t == "room.join" && ends_join(faults_.end())))
        return false;
    if (faults_.end() == Fault::bad_name) {
        const std::string name = text_of(frame, "name");
        if (name_.empty()) name_ = name;
        if (name.empty() || name != name_) return false;
    }
    if (faults_.end() == Fault::banned) return false;
    refuse(line, frame, refusal_in(faults_.end()));
    return true;
}

// ---- start and end

/// Between the first match and the next one come the faults of hello and join.
bool Proxy::may_begin() const {
    return may_start_ && !ending_ && (over_.empty() || stage_ == Stage::ready) &&
           host_.phase() != "playing" && host_.has(player_);
}

/// Starts a match when the bot is seated. The bot need not be ready: the server does not wait for programs.
void Proxy::begin_match() {
    if (starting_ || !may_begin()) return;
    starting_ = true;
    after(settle_time, [this] {
        starting_ = false;
        if (notes_.waits()) return begin_match();  // a match without a fault would say nothing
        if (!may_begin()) return;
        // If the server stops before it answers, the next push of the room tries again.
        host_.ask(object({{"t", "room.start"}, {"room", host_.code()}}), [this](const Json& reply) {
            may_start_ = reply["t"] == "refused" && host_.phase() != "playing";
            if (may_start_) after(settle_time, [this] { begin_match(); });
        });
    });
}

/// The bot has received the result of a match. If it has met few faults, another match starts.
void Proxy::match_over(const std::string& match) {
    if (!over_.insert(match).second || ending_) return;
    finished_ = true;
    if (!faults_.begun()) return begin_faults();
    // After a match that play_out() finished, another one follows, which the bot itself plays to its end.
    fruitless_ = faults_.count() > met_before_ ? 0 : fruitless_ + 1;
    met_before_ = faults_.count();
    const bool more = !faults_.all_met() && fruitless_ < most_fruitless;
    const bool goes_on = (std::exchange(played_out_, false) || more) && matches_.size() < most_matches;
    if (goes_on) {
        may_start_ = true;
        return begin_match();
    }
    ending_ = true;
    after(settle_time * 2, [this] { end(); });
}

/// The bot has played a match without faults: whoever has not got so far reads a report about that alone. The break brings
/// the faults of hello and join.
void Proxy::begin_faults() {
    after(settle_time, [this] {
        if (left_) return;
        faults_.begin();
        checker_.note(now(), "the first match is over: faults from now on");
        may_start_ = true;
        close_all();
    });
}

/// What is wrong with a run that ends before its first fault; empty after that.
std::string Proxy::untried() const {
    return faults_.count() > 0 ? "" : "the bot left after its first match, before any fault";
}

void Proxy::end() {
    if (left_) return;
    if (notes_.waits()) return after(settle_time, [this] { end(); });
    const Fault how = faults_.end();
    faults_.met(how);
    checker_.note(now(), "the end: " + std::string(name_of(how)));
    // A bot that has disconnected by itself need not come back for an end that it can only meet on a
    // connection.
    const bool awaited = !lines_.empty() || ends_hello(how) || ends_join(how);
    ended_ = now();
    give_up_ = now() + (awaited ? settings_.patience * 3 / 4 : watch_time);
    const Json player = player_;
    if (how == Fault::kicked) {
        host_.ask(object({{"t", "room.kick"}, {"room", host_.code()}, {"player", player}}));
    } else if (how == Fault::deleted) {
        second_.ask(token_, object({{"t", "me.delete"}}), [](bool) {});
    } else {
        if (how == Fault::banned)
            host_.ask(object({{"t", "room.ban"}, {"room", host_.code()}, {"player", player}}));
        std::optional<int> code;
        if (how == Fault::abuse) code = number(CloseCode::abuse);
        if (how == Fault::origin) code = number(CloseCode::origin);
        close_all(code);
    }
}

/// Watches the bot for a while after it has met the end; the server or the bot may need time before that.
void Proxy::watch_the_end() {
    if (!ended_) return;
    if (const auto told = checker_.told_over(); told && *told >= *ended_) {
        ended_.reset();
        after(watch_time, [this] { done(); });
    } else if (now() >= give_up_) {
        done();
    }
}

void Proxy::done(const std::string& error) {
    if (std::exchange(done_, true)) return;
    net::post(executor_, [this, error] { callbacks_.done(error); });
}

void Proxy::stop() {
    done_ = true;
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    ticks_.cancel();
    close_all();
}

}  // namespace cubilete::server::spar
