#pragma once

#include <algorithm>
#include <deque>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "protocol/codec.hpp"
#include "server/database_watch.hpp"
#include "server/lobby/lobby.hpp"
#include "tests/books.hpp"
#include "tests/seeded_chance.hpp"
#include "tests/server/manual_clock.hpp"
#include "tests/temp_database.hpp"

namespace cubilete::server {

using protocol::Json;

/// A client's socket that stores everything that it gets.
class ScriptedSink final : public Sink {
  public:
    explicit ScriptedSink(ClientNetwork home = {}) : home_(home) {}

    const ClientNetwork& network() const override { return home_; }
    void send(Frame frame) override {
        frames.push_back(Json::parse(*frame.text));
        subjects.push_back(std::move(frame.subject));
        newest = std::move(frame.text);
    }
    void on_hello() override { is_greeted = true; }
    void close(CloseCode code, std::string) override {
        closed = code;
        closed_after = frames.size();
    }

    std::vector<Json> frames;
    std::vector<std::string> subjects;          ///< of `frames`
    std::shared_ptr<const std::string> newest;  ///< the text of the last of them, shared with all receivers
    bool is_greeted = false;
    std::optional<CloseCode> closed;
    std::size_t closed_after = 0;  ///< so many frames

  private:
    ClientNetwork home_;
};

/// Without rate limits, because the time of a test stands still while a match is played.
inline Limits without_rates() {
    constexpr Rate any{1e9, std::chrono::seconds(1)};
    Limits limits;
    limits.requests_of_player = limits.chat_of_player = limits.guests_of_address = limits.hashes_of_address =
        any;
    limits.bots_of_player = limits.bots_of_address = any;
    return limits;
}

/// A journal whose disk is full for every post with a write for which `full` returns true, and whose database can
/// be away. Used on the test's thread.
class FaultyJournal final : public storage::Journal {
  public:
    using Full = std::function<bool(const storage::Write&)>;
    FaultyJournal(storage::Journal& disk, const Full& full) : disk_(disk), full_(full) {}

    void post(std::vector<storage::Write> writes, Done done) override {
        if (stands_still_) return held_back_.emplace_back(std::move(writes), std::move(done)), void();
        if (full_ && std::ranges::any_of(writes, full_)) return done(storage::Outcome::full);
        std::erase_if(writes, [this](const storage::Write& write) {
            const auto* hand_over = std::get_if<storage::HandOverRoom>(&write);
            if (hand_over) handed_over_.push_back(*hand_over);
            return hand_over != nullptr;
        });
        disk_.post(std::move(writes), std::move(done));
    }
    /// The rooms that another node would own now; a data file has no other nodes.
    const std::vector<storage::HandOverRoom>& handed_over() const { return handed_over_; }
    std::size_t backlog() const override { return disk_.backlog() + held_back_.size(); }
    bool accepts() const override { return disk_.accepts() && !away_; }
    bool away() const override { return away_; }
    void stop() override { disk_.stop(); }

    /// Keeps all posts. The journal notices only later that it is away.
    void stand_still() { stands_still_ = true; }
    void set_away(bool away) {
        away_ = stands_still_ = away;
        if (away) return;
        for (auto& [writes, done] : std::exchange(held_back_, {})) post(std::move(writes), std::move(done));
    }
    /// The number of writes that wait for the database.
    std::size_t held_back() const {
        std::size_t writes = 0;
        for (const auto& post : held_back_) writes += post.first.size();
        return writes;
    }

  private:
    storage::Journal& disk_;
    const Full& full_;
    bool stands_still_ = false;
    bool away_ = false;
    std::vector<storage::HandOverRoom> handed_over_;
    std::deque<std::pair<std::vector<storage::Write>, Done>> held_back_;
};

/// A store that calls a function after each read of a player, and another before each read of a match.
struct HookedStore : storage::sqlite::SqliteStore {
    HookedStore(const std::string& place, const std::function<void()>& after,
                const std::function<void()>& before_match)
        : SqliteStore(place), after_(after), before_match_(before_match) {}
    std::optional<storage::Player> player_by_token(const std::string& hash) const override {
        auto found = SqliteStore::player_by_token(hash);
        if (after_) after_();
        return found;
    }
    std::optional<storage::Player> player(const std::string& id) const override {
        auto found = SqliteStore::player(id);
        if (after_) after_();
        return found;
    }
    std::optional<storage::MatchRow> match(const std::string& id) const override {
        if (before_match_) before_match_();
        return SqliteStore::match(id);
    }

  private:
    const std::function<void()>& after_;
    const std::function<void()>& before_match_;
};

/// A whole server without sockets: the real lobby, rooms, journal and database, a clock set by the test, dice
/// from a fixed seed. Everything except the journal runs on the test's thread.
class World {
  public:
    explicit World(std::uint64_t seed = 1, FaultyJournal::Full full = {})
        : disk_is_full_for(std::move(full)), seed_(seed) {
        open();
    }
    ~World() { close(); }

    /// Simulates a crash that loses nothing: everything in memory is gone, the file stays.
    void restart() {
        close();
        database.reopen();
        open();
    }

    /// From now on this server has a cup of the day, whose first day is today if nobody has drawn one before.
    void open_cup() {
        has_cup_ = true;
        restart();
    }

    /// Runs until all actors are idle and everything written is on disk.
    void settle() {
        do {
            run();
            database.settle();
        } while (run() > 0);
    }
    /// Runs everything that does not wait for the disk.
    std::size_t run() {
        net::io_context& handlers = executor().context();
        handlers.restart();
        return handlers.poll();
    }
    /// Of everything but the journal.
    Executor executor() const { return threads->first(); }
    /// From now on the database answers nothing; the server has not noticed it yet.
    void database_stands_still() { disk_->stand_still(); }
    /// From now on the database answers nothing, or does again; the server has noticed.
    void database_goes_away() {
        disk_->set_away(true);
        if (!database_watch) {
            database_watch.emplace(*services, [this](bool away) {
                database_reports.push_back(away);
                lobby->set_database_away(away);
            });
            database_watch->start();
        }
        turn(DatabaseWatch::poll_interval);
    }
    /// From now on the database answers nothing; for calls within a handler. Nobody is told of it.
    void database_goes_away_meanwhile() { disk_->set_away(true); }
    void database_comes_back() {
        disk_->set_away(false);
        settle();
        turn(DatabaseWatch::poll_interval);
    }
    std::size_t waiting_for_database() const { return disk_->held_back(); }
    const std::vector<storage::HandOverRoom>& handed_over() const { return disk_->handed_over(); }
    void turn(Clock::Duration by) {
        hands.turn(by);
        settle();
    }

    tests::TempDatabase database;
    Invitations invitations{Rate{30, std::chrono::minutes(1)}};
    Metrics metrics;
    Hands hands;
    Limits limits = without_rates();
    /// The number of times that a bot's search may ask whether its time is up.
    int patience = std::numeric_limits<int>::max();
    FaultyJournal::Full disk_is_full_for;    ///< nothing: the disk takes every write
    bool archive_is_full = false;            ///< and refuses queries about the past
    std::function<void()> before_look_up;    ///< runs before a query about the past reads
    std::function<void()> after_point_read;  ///< runs after a player was read, before it is used
    std::function<void()> on_match_read;     ///< runs before a query reads a match; throws if it cannot
    int readers_opened = 0;                  ///< by actors, to read on their threads
    int most_requested = 0;                  ///< the maximum of `patience` used so far
    std::optional<Threads> threads;
    std::optional<BotService> bot_service;
    std::optional<BotQuota> bot_quota;
    std::optional<Services> services;
    std::shared_ptr<Lobby> lobby;
    std::optional<DatabaseWatch> database_watch;
    std::vector<bool> database_reports;  ///< by database_watch

  private:
    void open() {
        threads.emplace(1);
        const auto beside = [this](std::function<void()> work) { net::post(executor(), std::move(work)); };
        bot_service.emplace(
            std::filesystem::path(database.directory()) / "books", beside, beside,
            [this] { return std::make_unique<cubilete::SeededChance>(++search_seed_); },
            [this] {
                return [this, asked = 0]() mutable {
                    most_requested = std::max(most_requested, ++asked);
                    return asked >= patience;
                };
            },
            BotService::default_book_bytes, tests::computed_once);
        bot_quota.emplace(executor(), std::make_unique<ManualClock>(hands), limits, metrics);
        disk_.emplace(database.journal(), disk_is_full_for);
        services.emplace(
            Services{*threads, *disk_, metrics, limits, "Test", "0",
                     [this](Executor) { return std::make_unique<ManualClock>(hands); },
                     [this] { return std::make_unique<cubilete::SeededChance>(seed_++); },
                     [this](const ClientNetwork&, std::function<void()> work) {
                         net::post(executor(), std::move(work));
                         return true;
                     },
                     [this] {
                         ++readers_opened;
                         return database.backend().open_store();
                     },
                     [this](const ClientNetwork&, HistoryReader::Job job, HistoryReader::Rejection refused) {
                         if (archive_is_full) return net::post(executor(), std::move(refused));
                         net::post(executor(), [this, job = std::move(job)] {
                             if (before_look_up) before_look_up();
                             const HookedStore store = hooked_store();
                             const auto history = database.history();
                             job({store, history});
                         });
                     },
                     [this](const ClientNetwork&, HistoryReader::Job job, const HistoryReader::Rejection&) {
                         net::post(executor(), [this, job = std::move(job)] {
                             const HookedStore store = hooked_store();
                             const auto history = database.history();
                             job({store, history});
                         });
                     },
                     [this](BotQuota::Owner owner, int entries, BotQuota::DelayCallback done) {
                         bot_quota->spend(std::move(owner), entries, std::move(done));
                     },
                     *bot_service, invitations});
        if (has_cup_) {
            database.post({storage::PutCupChain{CupDays::draw(hands.wall_ms())}});
            services->cup = {std::make_shared<const CupDays>(database.store().cup_chain().value()), true};
        }
        lobby = Lobby::open(*services);
        settle();
    }
    HookedStore hooked_store() const { return {database.directory(), after_point_read, on_match_read}; }
    void close() {
        settle();
        database_watch.reset();
        lobby.reset();
        bot_quota.reset();
        threads.reset();
        services.reset();
        disk_.reset();
    }

    std::optional<FaultyJournal> disk_;
    bool has_cup_ = false;
    std::uint64_t seed_;
    std::uint64_t search_seed_ = 0;  ///< seeds of the bots' searches: they change no dice
};

/// A player with one socket, used like a bot's code.
class Guest {
  public:
    /// `dice`: takes part in provable dice.
    explicit Guest(World& world, std::string name = "Ana", std::string known_token = {}, bool bot = false,
                   ClientNetwork home = {}, bool dice = false)
        : sink(std::make_shared<ScriptedSink>(home)), world_(&world), dice_(dice) {
        Json hello{{"t", "hello"}, {"v", 1}, {"name", name}};
        if (!known_token.empty()) hello["token"] = known_token;
        if (bot) hello["bot"] = true;
        if (dice) hello["dice"] = 1;
        const Json ok = ask(std::move(hello));
        REQUIRE(ok.at("t") == "ok");
        id = ok.at("player").at("id");
        rooms = ok.at("rooms");
        token = known_token.empty() ? ok.at("token").get<std::string>() : known_token;
    }

    /// Sends a request and returns its answer.
    Json ask(Json request) {
        if (!request.contains("id")) request["id"] = ++last_id_;
        const Json request_id = request["id"];
        say(request);
        world_->settle();
        return answer_to(request_id);
    }
    /// Sends a request without waiting.
    void say(const Json& request) {
        auto message = protocol::parse(request.dump());
        REQUIRE(std::holds_alternative<protocol::ClientMessage>(message));
        world_->lobby->receive(sink, std::get<protocol::ClientMessage>(std::move(message)));
    }
    Json answer_to(const Json& request_id) const {
        std::vector<Json> answers;
        for (const Json& frame : sink->frames)
            if (frame.contains("re") && frame["re"] == request_id) answers.push_back(frame);
        REQUIRE(answers.size() == 1);
        return answers.front();
    }
    /// The newest push of a type ("room", "match" …), or null. One of a match has also what the server leaves out.
    Json latest(const std::string& kind) const {
        for (auto frame = sink->frames.rbegin(); frame != sink->frames.rend(); ++frame)
            if ((*frame)["t"] == kind) return kind == "match" ? with_defaults(*frame) : *frame;
        return nullptr;
    }
    std::size_t count(const std::string& kind) const {
        std::size_t found = 0;
        for (const Json& frame : sink->frames) found += frame["t"] == kind ? 1 : 0;
        return found;
    }
    void hang_up() {
        world_->lobby->on_socket_closed(sink);
        world_->settle();
    }
    /// Connects again with a new socket.
    void come_back() {
        sink = std::make_shared<ScriptedSink>(sink->network());
        Json hello{{"t", "hello"}, {"v", 1}, {"token", token}};
        if (dice_) hello["dice"] = 1;
        const Json ok = ask(std::move(hello));
        REQUIRE(ok.at("t") == "ok");
        rooms = ok.at("rooms");
    }
    /// Plays the legal move with index `at`.
    Json move(std::size_t at = 0) {
        const Json push = latest("match");
        return ask({{"t", "move"},
                    {"room", push["room"]},
                    {"match", push["match"]},
                    {"n", push["you"]["n"]},
                    {"move", push["you"]["moves"].at(at)}});
    }

    /// Plays the first legal move with this `do`.
    Json move_that(const std::string& what) {
        const Json moves = latest("match")["you"]["moves"];
        for (std::size_t at = 0; at < moves.size(); ++at)
            if (kind_of(moves[at]) == what) return move(at);
        FAIL("no move to " << what);
        return nullptr;
    }

    static Json with_defaults(Json push) {
        push.emplace("result", nullptr);
        push.emplace("clock", nullptr);
        if (push.contains("you")) push["you"].emplace("moves", Json::array());
        return push;
    }
    /// The `do` of a listed move.
    static std::string kind_of(const Json& move) {
        if (move.is_object()) return move["do"];
        const std::string text = move;
        return '0' <= text.front() && text.front() <= '9' ? "play" : text.substr(0, text.find(' '));
    }

    std::shared_ptr<ScriptedSink> sink;
    std::string id;
    std::string token;
    Json rooms;

  private:
    World* world_;
    bool dice_;
    int last_id_ = 0;
};

inline std::string code_of(const Json& answer) {
    REQUIRE_MESSAGE(answer.at("t") == "ok", answer.dump());
    return answer.at("room");
}
inline std::string refusal(const Json& answer) {
    return answer.at("t") == "refused" ? answer.at("code").get<std::string>() : "ok";
}

}  // namespace cubilete::server
