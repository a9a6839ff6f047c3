#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/simulation/node.hpp"

namespace cubilete::server::sim {

using protocol::Json;

/// The observations of all players, for the audit.
struct Seen {
    struct Move {
        std::string match;
        std::int64_t seq = 0;
        std::string id;  ///< of the request, as JSON
    };
    std::vector<Move> acknowledged;
    std::vector<std::string> faults;
};

/// A client: it comes back to any node when its connection ends, repeats what was not answered under the same id, and
/// plays legal moves at random. A spectator only sees what comes.
class Player {
  public:
    /// Picks a node that takes connections, or none.
    using Pick = std::function<std::shared_ptr<Node>()>;

    enum class Role { host, guest, spectator };
    /// `room`: the code, shared by all players of the room; the host makes it. `seen` outlives it. `thinks`: before each
    /// move, on average.
    Player(std::string name, ClientNetwork home, Role role, std::shared_ptr<std::string> room, Seen& seen,
           Time thinks)
        : name_(std::move(name)),
          home_(home),
          role_(role),
          room_(std::move(room)),
          seen_(seen),
          thinks_(thinks) {}

    void step(Time now, const Pick& pick, std::mt19937_64& chance);
    bool is_connected() const { return is_in_ && wire_ && !wire_->closed; }
    /// How far the match has got, in all matches together.
    std::int64_t moves() const { return moves_; }
    /// Describes its room, connection and open requests, for messages of a test that fails.
    std::string state() const;

  private:
    static constexpr Time patience{4'000};

    void connect(Time now, const Pick& pick);
    void greet(Time now);
    void hear(const Json& frame, Time now);
    void answered(const Json& answer, Time now);
    void pushed(const Json& push);
    void act(Time now, std::mt19937_64& chance);
    void ask(Json request, const std::string& what, Time now);
    void fault(const std::string& what) { seen_.faults.push_back(name_ + ": " + what); }

    std::string name_;
    ClientNetwork home_;
    Role role_;
    std::shared_ptr<std::string> room_;
    Seen& seen_;
    std::string token_;
    std::weak_ptr<Node> node_;
    std::shared_ptr<Wire> wire_;
    Time thinks_;
    Time next_{};  ///< when it acts again
    bool is_greeted_ = false;
    bool is_in_ = false;
    int last_id_ = 0;
    struct Asked {
        std::string what;
        Time at{};
    };
    std::map<std::string, Asked> asked_;  ///< by id; of this connection
    Json match_;                          ///< the newest push
    Json table_;                          ///< the newest push of the room
    std::optional<Json> move_;            ///< not acknowledged
    Json considered_;                     ///< the seq of the push that it has thought about
    std::map<std::string, std::int64_t> newest_;
    std::string rematch_;  ///< the match after which another one was asked for
    Time rematch_again_{};
    std::int64_t moves_ = 0;
};

inline std::string Player::state() const {
    std::string all = name_ + " room " + *room_ + (wire_ ? " wire" : " no wire") + (is_in_ ? " in" : " out");
    for (const auto& [id, one] : asked_) all += " awaits " + one.what;
    if (move_) all += " move " + move_->dump();
    if (!match_.is_null())
        all += " at " + match_["match"].get<std::string>() + ":" + match_["seq"].dump() + " " +
               match_["you"].dump() + (match_.contains("result") ? " over" : "");
    return all;
}

inline void Player::step(Time now, const Pick& pick, std::mt19937_64& chance) {
    if (wire_)
        for (const auto& frame : std::exchange(wire_->frames, {})) hear(Json::parse(*frame), now);
    if (wire_ && wire_->closed) {
        wire_.reset();
        next_ = std::max(next_, now + Time(std::uniform_int_distribution(20, 300)(chance)));
    }
    if (now < next_) return;
    next_ = now + Time(std::uniform_int_distribution(50, 250)(chance));
    if (!wire_) return connect(now, pick);
    for (const auto& [id, one] : asked_)
        if (now - one.at > patience) {  // the node stands still
            if (const auto node = node_.lock()) node->disconnect(wire_);
            wire_.reset();
            return;
        }
    if (asked_.empty()) act(now, chance);
}

inline void Player::connect(Time now, const Pick& pick) {
    const auto node = pick();
    if (!node) return;
    node_ = node;
    wire_ = std::make_shared<Wire>(home_);
    node->connect(wire_);
    is_greeted_ = is_in_ = false;
    asked_.clear();
    greet(now);
}

inline void Player::greet(Time now) {
    Json hello{{"t", "hello"}, {"v", 1}};
    if (token_.empty())
        hello["name"] = name_;
    else
        hello["token"] = token_;
    ask(std::move(hello), "hello", now);
}

inline void Player::ask(Json request, const std::string& what, Time now) {
    const auto node = node_.lock();
    if (!node) return;
    if (!request.contains("id")) request["id"] = ++last_id_;
    asked_[request["id"].dump()] = {what, now};
    node->say(wire_, request);
}

inline void Player::hear(const Json& frame, Time now) {
    if (frame.contains("re")) return answered(frame, now);
    if (frame["t"] == "match") return pushed(frame);
    if (frame["t"] == "room") table_ = frame;
    if (frame["t"] == "gone") fault("the room is gone: " + frame.dump());
}

inline void Player::pushed(const Json& push) {
    const std::int64_t seq = push["seq"];
    std::int64_t& newest = newest_[push["match"]];
    if (seq < newest) fault("saw entry " + std::to_string(seq) + " after " + std::to_string(newest));
    if (!match_.is_null() && match_["match"] != push["match"] && newest > 0)
        fault("an earlier match came back");
    if (seq > newest) moves_ += seq - newest;
    newest = std::max(newest, seq);
    match_ = push;
}

inline void Player::answered(const Json& answer, Time now) {
    const auto found = asked_.extract(answer["re"].dump());
    if (!found) return;
    const std::string what = found.mapped().what;
    if (answer["t"] == "refused") {
        const std::string code = answer["code"];
        next_ = now + Time(answer.value("retry_ms", 200));
        const bool passes = code == "busy" || code == "shutting_down" || code == "rate_limited";
        if (what == "rematch") rematch_.clear();
        if (passes) return;
        if (what == "hello" || what == "join" || what == "create" || what == "move")
            fault(what + " was refused: " + answer.dump());
        if (what == "move") move_.reset();
        return;
    }
    if (what == "hello") {
        is_greeted_ = true;
        if (answer.contains("token")) token_ = answer["token"];
    } else if (what == "create") {
        *room_ = answer["room"];
        is_in_ = true;
    } else if (what == "join") {
        is_in_ = true;
    } else if (what == "move") {
        seen_.acknowledged.push_back({move_->at("match"), answer["seq"], move_->at("id").dump()});
        move_.reset();
    }
}

inline void Player::act(Time now, std::mt19937_64& chance) {
    if (!is_greeted_) return greet(now);
    if (!is_in_) {
        if (room_->empty()) {
            if (role_ == Role::host)
                ask({{"t", "room.create"}, {"game", "ambiciosa"}, {"seats", 2}, {"witness", false}}, "create",
                    now);
            return;
        }
        Json join{{"t", "room.join"}, {"room", *room_}};
        if (role_ == Role::spectator) join["as"] = "spectator";
        if (!match_.is_null()) join["seen"] = {{"match", match_["match"]}, {"seq", match_["seq"]}};
        return ask(std::move(join), "join", now);
    }
    if (role_ == Role::spectator) return;
    if (move_) return ask(*move_, "move", now);
    if (match_.is_null()) {
        if (table_.is_null()) return;
        if (role_ == Role::guest)
            return ask({{"t", "room.ready"}, {"room", *room_}, {"ready", true}}, "ready", now);
        if (table_["seats"].size() == 2 && !table_["seats"][1].is_null() &&
            table_["seats"][1].value("ready", false))
            ask({{"t", "room.start"}, {"room", *room_}}, "start", now);
        return;
    }
    if (match_.contains("result")) {
        // A takeover loses who has asked already; the page then shows the button again.
        if (match_["match"] == rematch_ && now < rematch_again_) return;
        rematch_ = match_["match"];
        rematch_again_ = now + Time(2'000);
        return ask({{"t", "room.rematch"}, {"room", *room_}}, "rematch", now);
    }
    const Json& you = match_["you"];
    if (!you.contains("moves") || you["moves"].empty()) return;
    if (thinks_ > Time(0) && std::exchange(considered_, match_["seq"]) != match_["seq"]) {
        next_ = now + Time(std::uniform_int_distribution<std::int64_t>(0, 2 * thinks_.count())(chance));
        return;
    }
    const std::size_t at = std::uniform_int_distribution<std::size_t>(0, you["moves"].size() - 1)(chance);
    move_ = Json{{"t", "move"},    {"id", name_ + "-" + std::to_string(++last_id_)},
                 {"room", *room_}, {"match", match_["match"]},
                 {"n", you["n"]},  {"move", you["moves"][at]}};
    ask(*move_, "move", now);
}

}  // namespace cubilete::server::sim
