#include "server/spar/ring.hpp"

#include <stdexcept>

#include <boost/asio/co_spawn.hpp>

#include "server/core/close_code.hpp"
#include "server/core/spdlog.hpp"
#include "server/spar/fields.hpp"

namespace cubilete::server::spar {

using namespace std::chrono_literals;
using protocol::object;

namespace {

constexpr auto tick_time = 50ms;
constexpr auto settle_time = 150ms;  // for what the bot says on its own
constexpr auto watch_time = 2500ms;  // after the bot has met the end
constexpr auto leave_time = 1500ms;  // a bot that goes of its own accord does not come back within
constexpr int patiences = 3;         // a table at which nothing happens so long stands still
constexpr std::size_t most_matches = 16;
constexpr int most_fruitless = 3;  // matches in a row; in a short one there may be no occasion

Acceptor listen(const Strand& strand, const std::string& host, std::uint16_t port) try {
    const net::ip::tcp::endpoint at(net::ip::make_address(host), port);
    Acceptor acceptor(strand, at.protocol());
    acceptor.set_option(net::socket_base::reuse_address(true));
    acceptor.bind(at);
    acceptor.listen();
    return acceptor;
} catch (const boost::system::system_error& error) {
    throw std::runtime_error(fmt::format("{} port {}: {}", host, port, error.code().message()));
}

}  // namespace

Ring::Ring(const Strand& strand, Settings settings, Ears ears)
    : strand_(strand),
      settings_(std::move(settings)),
      ears_(std::move(ears)),
      judge_(settings_.patience),
      troubles_(settings_.seed, settings_.end),
      chance_(settings_.seed),
      server_(strand),
      host_(strand, server_, settings_.table,
            {[this](const std::string& code) { ears_.open(acceptor_.local_endpoint().port(), code); },
             [this] { begin_match(); }, [this](const std::string& why) { done(why); }}),
      double_(strand, server_),
      acceptor_(listen(strand, settings_.host, settings_.port)),
      ticks_(strand),
      began_(std::chrono::steady_clock::now()) {}

Judge::Time Ring::now() const {
    return std::chrono::duration_cast<Judge::Time>(std::chrono::steady_clock::now() - began_);
}

void Ring::after(std::chrono::milliseconds wait, std::function<void()> action) {
    auto timer = std::make_shared<SteadyTimer>(strand_, wait);
    timer->async_wait([this, timer, action = std::move(action)](boost::system::error_code failed) {
        if (!failed && !done_) action();
    });
}

void Ring::start() {
    server_.start([this](bool up) {
        if (done_) return;
        if (!up) return done("the server does not open");
        host_.come();
    });
    accept();
    tick();
}

void Ring::accept() {
    acceptor_.async_accept(strand_, [this](boost::system::error_code failed, Socket socket) {
        if (done_ || !acceptor_.is_open()) return;
        if (!failed) welcome(std::move(socket));
        accept();
    });
}

/// As long as the server is down a connection breaks at once, as it does without us.
void Ring::welcome(Socket socket) {
    const int number = ++connections_;
    heard_ = now();
    judge_.connected(now(), number);
    const bool shut = doors_ > 0;
    if (shut) --doors_;
    if (server_.is_up() && !shut)
        return pick_up(std::move(socket), [this, number](WirePtr bot) { opened(number, std::move(bot)); });
    judge_.ended(now(), number, false, 1006);
    if (shut) turn_away(std::move(socket));
}

void Ring::opened(int number, WirePtr bot) {
    const auto line = std::make_shared<Line>();
    line->number = number;
    line->bot = std::move(bot);
    lines_[number] = line;
    line->bot->listen({[this, line](const std::string& text) { from_bot(line, text); },
                       [this, line](int code) { close(line, code, true); }});
    reach(line);
}

/// A connection to the server behind that of the bot. `first`: a frame of the bot's to begin with.
void Ring::reach(const LinePtr& line, std::string first) {
    dial(strand_, server_.port(), [this, line, first = std::move(first)](WirePtr server) {
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

/// What waited while the line was held.
void Ring::flush(const LinePtr& line) {
    line->held = false;
    while (line->live && !line->held && !line->early.empty()) {
        const std::string text = std::move(line->early.front());
        line->early.pop_front();
        pass(line, text);
    }
}

void Ring::close(const LinePtr& line, std::optional<int> code, bool by_bot) {
    if (!std::exchange(line->live, false)) return;
    lines_.erase(line->number);
    judge_.ended(now(), line->number, by_bot, code.value_or(1006));
    if (line->server) line->server->cut();
    if (by_bot) {
        if (host_.phase() == "finished" || ending_)
            after(leave_time, [this] {
                if (lines_.empty() && host_.phase() == "finished" && !ending_) done();
            });
        return;
    }
    if (code)
        line->bot->close(*code);
    else
        line->bot->cut();
}

void Ring::tick() {
    if (done_) return;
    judge_.tick(now());
    if (judge_.hopeless()) return done();
    watch_the_end();
    if (connections_ > 0 && now() > heard_ + patiences * settings_.patience)
        return done("nothing happens any more");
    ticks_.expires_after(tick_time);
    ticks_.async_wait([this](boost::system::error_code failed) {
        if (!failed) tick();
    });
}

// ---- what the bot says

void Ring::from_bot(const LinePtr& line, const std::string& text) {
    if (!line->live) return;
    const Json frame = Json::parse(text, nullptr, false);
    heard_ = now();
    judge_.sent(now(), line->number, frame.is_discarded() ? Json() : frame, text);
    if (frame.is_object()) {
        const std::string t = text_of(frame, "t");
        if (ending_ && stop_at_the_end(line, frame)) return;
        if (t == "hello" && stop_hello(line, frame)) return;
        if ((t == "room.join" || t == "quick.match") && stop_join(line, frame)) return;
        if (t == "room.ready" && stop_ready(line, frame)) return;
        if (t == "room.leave" && host_.phase() == "finished") {
            left_ = true;
            after(settle_time * 2, [this] { done(); });
        }
        if (t == "move" && stop_move(line, frame)) return;
    }
    if (!line->live) return;
    if (line->held)
        line->early.push_back(text);
    else
        pass(line, text);
}

void Ring::pass(const LinePtr& line, const std::string& text) {
    if (line->server) line->server->send(text);
}

/// The first greeting is put off, one with a token is told that it is void: that player is out of the room by then,
/// so that who comes anew has his seat.
bool Ring::stop_hello(const LinePtr& line, const Json& frame) {
    line->hello_id = frame.value("id", Json()).dump();
    if (stage_ == Stage::hello) {
        stage_ = Stage::join;
        troubles_.met(Trouble::busy_hello);
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
    if (kept_token) troubles_.met(Trouble::void_token);
    return kept_token;
}

bool Ring::stop_join(const LinePtr& line, const Json& frame) {
    line->join_id = frame.value("id", Json()).dump();
    if (stage_ == Stage::join) {
        stage_ = Stage::seat;
        troubles_.met(Trouble::limited_join);
        refuse(line, frame, "rate_limited", 200 + 100 * chance_.pick(5));
        return true;
    }
    if (stage_ != Stage::seat) return false;
    stage_ = Stage::joined;
    troubles_.met(Trouble::taken_join);
    refuse(line, frame, "seat_taken");
    return true;
}

/// As if the match had begun a moment before.
bool Ring::stop_ready(const LinePtr& line, const Json& frame) {
    if (std::exchange(refused_ready_, true)) return false;
    troubles_.met(Trouble::late_ready);
    refuse(line, frame, "already_started");
    return true;
}

bool Ring::stop_at_the_end(const LinePtr& line, const Json& frame) {
    const std::string t = text_of(frame, "t");
    if (t == "room.ready" || t == "room.rematch" || t == "room.start") {
        // There shall be no other match.
        deliver(line, object({{"t", "ok"}, {"re", frame.value("id", Json())}}), true);
        return true;
    }
    if (!(t == "hello" && ends_hello(troubles_.end())) && !(t == "room.join" && ends_join(troubles_.end())))
        return false;
    if (troubles_.end() == Trouble::bad_name) {
        const std::string name = text_of(frame, "name");
        if (name_.empty()) name_ = name;
        if (name.empty() || name != name_) return false;
    }
    if (troubles_.end() == Trouble::banned) return false;
    refuse(line, frame, refusal_in(troubles_.end()));
    return true;
}

// ---- beginning and end

/// As soon as the bot sits there. It need not say that it is ready: a program is not waited for.
void Ring::begin_match() {
    if (stage_ != Stage::ready || !may_start_ || starting_ || ending_ || host_.phase() == "playing" ||
        !host_.has(player_))
        return;
    starting_ = true;
    after(settle_time, [this] {
        starting_ = false;
        if (ending_ || !may_start_ || host_.phase() == "playing" || !host_.has(player_)) return;
        // Where the server goes down before it answers, the next news of the table tries again.
        host_.ask(object({{"t", "room.start"}, {"room", host_.code()}}), [this](const Json& reply) {
            may_start_ = reply["t"] == "refused";
            if (may_start_) after(settle_time, [this] { begin_match(); });
        });
    });
}

/// The bot has been told how a match ended. Where it has met little, there is another one.
void Ring::match_over(const std::string& match) {
    if (!over_.insert(match).second || ending_) return;
    finished_ = true;
    // The last one the bot itself brings to an end.
    fruitless_ = troubles_.count() > met_before_ ? 0 : fruitless_ + 1;
    met_before_ = troubles_.count();
    const bool more = !troubles_.all_met() && fruitless_ < most_fruitless;
    const bool goes_on = (std::exchange(played_out_, false) || more) && matches_.size() < most_matches;
    if (goes_on) {
        may_start_ = true;
        return begin_match();
    }
    ending_ = true;
    after(settle_time * 2, [this] { end(); });
}

void Ring::end() {
    if (left_) return;
    const Trouble how = troubles_.end();
    troubles_.met(how);
    judge_.note(now(), "the end: " + std::string(name_of(how)));
    // A bot that has gone by itself need not come back for an end that it would only meet on its connection.
    const bool awaited = !lines_.empty() || ends_hello(how) || ends_join(how);
    ended_ = now();
    give_up_ = now() + (awaited ? settings_.patience * 3 / 4 : watch_time);
    const Json player = player_;
    if (how == Trouble::kicked) {
        host_.ask(object({{"t", "room.kick"}, {"room", host_.code()}, {"player", player}}));
    } else if (how == Trouble::deleted) {
        double_.ask(token_, object({{"t", "me.delete"}}), [](bool) {});
    } else {
        if (how == Trouble::banned)
            host_.ask(object({{"t", "room.ban"}, {"room", host_.code()}, {"player", player}}));
        std::optional<int> code;
        if (how == Trouble::abuse) code = number(CloseCode::abuse);
        if (how == Trouble::origin) code = number(CloseCode::origin);
        const std::map<int, LinePtr> lines = lines_;
        for (const auto& [number, line] : lines) close(line, code);
    }
}

/// The bot is watched from when it has met the end: the server, or the bot on its way back, may have taken its time.
void Ring::watch_the_end() {
    if (!ended_) return;
    if (const auto told = judge_.told_over(); told && *told >= *ended_) {
        ended_.reset();
        after(watch_time, [this] { done(); });
    } else if (now() >= give_up_) {
        done();
    }
}

void Ring::done(const std::string& fault) {
    if (std::exchange(done_, true)) return;
    net::post(strand_, [this, fault] { ears_.done(fault); });
}

void Ring::stop() {
    done_ = true;
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    ticks_.cancel();
    for (const auto& [number, line] : std::exchange(lines_, {})) close(line, std::nullopt);
}

}  // namespace cubilete::server::spar
