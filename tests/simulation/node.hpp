#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/codec.hpp"
#include "server/cluster/relay.hpp"
#include "server/cluster/takeover.hpp"
#include "server/database_watch.hpp"
#include "server/lobby/lobby.hpp"
#include "tests/books.hpp"
#include "tests/seeded_chance.hpp"
#include "tests/server/manual_clock.hpp"
#include "tests/simulation/database.hpp"
#include "tests/simulation/mesh.hpp"

namespace cubilete::server::sim {

/// A client's socket at a node.
class Wire final : public Sink {
  public:
    explicit Wire(ClientNetwork home) : home_(home) {}

    const ClientNetwork& network() const override { return home_; }
    void send(Frame frame) override {
        if (!closed) frames.push_back(std::move(frame.text));
    }
    void on_hello() override {}
    void close(CloseCode, std::string) override { closed = true; }

    std::vector<std::shared_ptr<const std::string>> frames;  ///< not yet read by the client
    bool closed = false;

  private:
    ClientNetwork home_;
};

/// A process of the server without sockets and threads: the real lobby, rooms, relay, handover, windows and takeover.
class Node {
  public:
    static constexpr std::chrono::milliseconds between_beats{250};

    /// `rate`: seconds that its clocks count in a true one.
    Node(Database& database, Network& network, double rate, std::function<bool()> reaches_database,
         std::uint64_t seed);
    ~Node();
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;

    /// Lets its clocks go on, commits, and runs all that is due.
    void step(Time true_now, std::mt19937_64& chance);
    /// As a signal to stop does: its rooms go to other nodes first.
    void drain();
    void connect(const std::shared_ptr<Wire>& wire) { wires_.push_back(wire); }
    /// The client hangs up.
    void disconnect(const std::shared_ptr<Wire>& wire);
    void say(const std::shared_ptr<Wire>& wire, const protocol::Json& request);

    Epoch epoch() const { return cluster_.epoch(); }
    /// It serves this room and may say so. While it hands a room over, requests wait: the database may have given
    /// the room away already, and the answer is held up by a cut cable.
    bool serves(const std::string& room) const {
        const auto& rooms = lobby_->directory().rooms();
        const auto found = rooms.find(room);
        return !journal_.away() && found != rooms.end() && !found->second.is_moving;
    }
    std::size_t rooms() const { return lobby_->directory().rooms().size(); }
    bool drains() const { return draining_; }
    bool has_ended() const { return ended_; }
    bool has_left() const { return left_; }

  private:
    NodeWatch::Time steady() const { return NodeWatch::Time(hands_.now()); }
    void run() {
        net::io_context& handlers = threads_->first().context();
        handlers.restart();
        handlers.poll();
    }
    Services make_services();

    Database& database_;
    double rate_;
    std::uint64_t seed_;
    double owed_ms_ = 0;             ///< that have passed, but not yet on the clocks
    std::optional<Time> last_step_;  ///< true time
    Hands hands_;
    Line line_;
    Client cluster_;
    Journal journal_;
    Metrics metrics_;
    Limits limits_;
    Invitations invitations_{Rate{1e9, std::chrono::seconds(1)}};
    std::optional<Threads> threads_;
    std::optional<BotService> bot_service_;
    std::optional<BotQuota> bot_quota_;
    std::optional<Services> services_;
    std::shared_ptr<Lobby> lobby_;
    std::optional<Relay> relay_;
    std::optional<DatabaseWatch> database_watch_;
    std::optional<Takeover> takeover_;
    std::vector<std::shared_ptr<Wire>> wires_;
    NodeWatch::Time next_beat_{};
    bool draining_ = false;
    bool ended_ = false;  ///< by itself, because another node has fenced it
    bool left_ = false;   ///< all its rooms are elsewhere
};

inline storage::NodeRow row_of_node() {
    protocol::Json rules = protocol::Json::object();
    for (const GameInfo* game : protocol::catalogue()) rules[game->id] = game->version;
    return {.address = "simulated:1", .rules = rules.dump(), .mesh = static_cast<int>(mesh::version)};
}

inline Node::Node(Database& database, Network& network, double rate, std::function<bool()> reaches_database,
                  std::uint64_t seed)
    : database_(database),
      rate_(rate),
      seed_(seed),
      line_{std::move(reaches_database), [this] { return steady(); }},
      cluster_(database, line_, row_of_node()),
      journal_(line_) {
    constexpr Rate any{1e9, std::chrono::seconds(1)};
    limits_.requests_of_player = limits_.chat_of_player = limits_.guests_of_address = any;
    limits_.bots_of_player = limits_.bots_of_address = limits_.hashes_of_address = any;
    threads_.emplace(1);
    const Executor executor = threads_->first();
    const auto beside = [executor](std::function<void()> work) { net::post(executor, std::move(work)); };
    bot_service_.emplace(
        std::filesystem::path(database.data.directory()) / "books", beside, beside,
        [this] { return std::make_unique<cubilete::SeededChance>(++seed_); },
        [] { return [] { return true; }; }, BotService::default_book_bytes, tests::computed_once);
    bot_quota_.emplace(executor, std::make_unique<ManualClock>(hands_), limits_, metrics_);
    services_.emplace(make_services());
    services_->cluster = &cluster_;
    lobby_ = Lobby::open(*services_);
    relay_.emplace(
        *services_, *lobby_, cluster_,
        [&](mesh::Links::Events events) {
            return std::make_shared<SimulatedLinks>(network, executor, epoch(), std::move(events));
        },
        [this](Epoch node, bool is_gone) {
            is_gone ? takeover_->on_connection_refused(node) : takeover_->on_link(node);
        },
        [executor](std::function<void()> job) {
            net::post(executor, std::move(job));
            return true;
        });
    services_->other_nodes = &*relay_;
    const auto load = [this] {
        const auto state = draining_ ? storage::NodeRow::State::draining : storage::NodeRow::State::up;
        return storage::NodeLoad{state, relay_->rooms(), static_cast<int>(wires_.size())};
    };
    takeover_.emplace(
        cluster_,
        Takeover::Events{.load = load,
                         .on_node_list = [this](auto list) { relay_->on_node_list(std::move(list)); },
                         .on_adopted = [this](auto rooms) { relay_->on_adopted(std::move(rooms)); },
                         .over = [this](storage::ExitReason, const std::string&) { ended_ = true; }},
        NodeWatch::Limits{}, std::vector<Executor>{}, [this] { return steady(); });
    database_watch_.emplace(*services_, [this](bool away) { lobby_->set_database_away(away); });
    relay_->start();
    database_watch_->start();
}

inline Node::~Node() {
    for (const auto& wire : wires_) wire->closed = true;
    ended_ = true;
    database_watch_.reset();
    takeover_.reset();
    relay_.reset();
    lobby_.reset();
    bot_quota_.reset();
    threads_.reset();
    services_.reset();
}

inline Services Node::make_services() {
    const auto read = [this](const ClientNetwork&, HistoryReader::Job job, HistoryReader::Rejection refused) {
        net::post(threads_->first(), [this, job = std::move(job), refused = std::move(refused)] {
            if (!line_.is_up()) return refused();
            database_.data.settle();
            job({database_.store, database_.history});
        });
    };
    return {*threads_,
            journal_,
            metrics_,
            limits_,
            "Test",
            "0",
            [this](Executor) { return std::make_unique<ManualClock>(hands_); },
            [this] { return std::make_unique<cubilete::SeededChance>(++seed_); },
            [this](const ClientNetwork&, std::function<void()> work) {
                net::post(threads_->first(), std::move(work));
                return true;
            },
            [this] { return database_.data.backend().open_store(); },
            read,
            read,
            [this](BotQuota::Owner owner, int entries, BotQuota::DelayCallback done) {
                bot_quota_->spend(std::move(owner), entries, std::move(done));
            },
            *bot_service_,
            invitations_};
}

inline void Node::step(Time true_now, std::mt19937_64& chance) {
    if (left_ || ended_) return;
    owed_ms_ += rate_ * static_cast<double>((true_now - last_step_.value_or(true_now)).count());
    last_step_ = true_now;
    const Time by(static_cast<std::int64_t>(owed_ms_));
    owed_ms_ -= static_cast<double>(by.count());
    if (by > Time(50))
        hands_.stand_still(by);
    else
        hands_.turn(by);
    run();
    if (line_.is_up()) {
        if (!database_.lives(epoch())) {
            if (journal_.backlog() > 0) ended_ = true;
        } else {
            journal_.commit(database_, epoch(),
                            true_now + Time(std::uniform_int_distribution(0, 20)(chance)));
            journal_.answer(true_now);
        }
    }
    if (steady() >= next_beat_) {
        next_beat_ = steady() + between_beats;
        takeover_->beat();
        if (!ended_) takeover_->take_over();
    }
    run();
    std::erase_if(wires_, [](const auto& wire) { return wire->closed; });
}

inline void Node::drain() {
    if (std::exchange(draining_, true)) return;
    net::post(threads_->first(), [this] {
        relay_->hand_over_all(std::chrono::seconds(6), [this] {
            lobby_->drain([this] {
                if (ended_) return;  // the process was killed meanwhile
                relay_->await_answers([this] {
                    for (const auto& wire : wires_) wire->closed = true;
                    database_.nodes.erase(epoch());
                    left_ = true;
                });
            });
        });
    });
}

inline void Node::disconnect(const std::shared_ptr<Wire>& wire) {
    wire->closed = true;
    lobby_->on_socket_closed(wire);
}

inline void Node::say(const std::shared_ptr<Wire>& wire, const protocol::Json& request) {
    std::string text = request.dump();
    auto message = std::get<protocol::ClientMessage>(protocol::parse(text));
    message.text = std::move(text);
    lobby_->receive(wire, std::move(message));
}

}  // namespace cubilete::server::sim
