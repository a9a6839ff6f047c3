#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "protocol/match.hpp"
#include "protocol/seeded_chance.hpp"
#include "spar/clients.hpp"
#include "spar/faults.hpp"
#include "spar/note_watch.hpp"
#include "spar/proxy.hpp"

namespace cubilete::server::spar {

/// Time for frames that the bot sends by itself.
inline constexpr std::chrono::milliseconds settle_time{150};

/// The prompts that the bot got in its matches, and those that it has answered. Not thread-safe.
class Prompts {
  public:
    using Json = protocol::Json;

    void on_push(const Json& push) {
        if (push.contains("about")) game_ = text_of(push["about"], "game");
        const Json& you = member(push, "you");
        if (you.contains("moves")) moves_[{text_of(push, "match"), number_of(you, "n")}] = you["moves"];
    }
    /// The moves listed for the prompt that a frame names by `match` and `n`; none if it was not shown.
    Json moves(const Json& frame) const {
        const auto found = moves_.find(prompt_of(frame));
        return found == moves_.end() ? Json::array() : found->second;
    }
    /// Returns moves(frame) in their long form.
    Json canonical_moves(const Json& frame) const {
        Json all = moves(frame);
        for (Json& move : all)
            move = std::get<protocol::JsonText>(protocol::canonical_move(game_, move)).tree();
        return all;
    }
    /// The bot sends a move. Returns true if it is the first one for its prompt.
    bool answer(const Json& move) { return answered_.insert(prompt_of(move)).second; }
    std::size_t answered() const { return answered_.size(); }
    /// The newest push before the present one that asked the bot for a move; null before the first.
    const Json& newest() const { return newest_; }
    void set_newest(Json push) { newest_ = std::move(push); }
    /// The next move for the same prompt is refused as well.
    void refuse_next(const Json& move) { refused_next_.insert(prompt_of(move)); }
    bool refuses(const Json& move) { return refused_next_.erase(prompt_of(move)) > 0; }

  private:
    std::string game_;
    std::map<Prompt, Json> moves_;
    std::set<Prompt> answered_;
    std::set<Prompt> refused_next_;
    Json newest_;
};

inline Entry entry_of(const protocol::Json& frame) {
    return {text_of(frame, "match"), number_of(frame, "seq")};
}

/// Provable dice as the bot was shown them, and the faults that go on.
struct DiceHistory {
    using Json = protocol::Json;
    struct Match {
        std::set<std::string> steps{};                 ///< of its pushes `dice`
        const Fault* start = nullptr;                  ///< what is wrong in its pushes `dice`
        const Fault* end = nullptr;                    ///< what is wrong in its last push
        std::set<std::int64_t> asks{};                 ///< entries that were asked for
        std::map<std::int64_t, std::string> hashes{};  ///< of its entries
        std::optional<std::int64_t> number{};          ///< the newest draw number that was shown
        std::int64_t newest = 0;                       ///< the newest entry that was shown
        bool over = false;                             ///< its result was shown
        bool given_up = false;                         ///< the bot was given a reason to take no further part
    };
    struct Ask {
        Json frame;
        bool answered = false;
        std::string id{};  ///< of the answer, as JSON
    };
    struct UnnamedAsk {
        Entry entry;
        const Fault* fault;
    };

    std::map<std::string, Match> matches{};
    std::set<std::string> invented{};     ///< matches that the server does not have
    std::string first{};                  ///< the first match with provable dice
    int seat = -1;                        ///< the bot's, in the newest one
    std::optional<Ask> ask{};             ///< the newest one
    std::optional<Entry> accepted{};      ///< the newest entry for which its answer came in time
    int answers = 0;                      ///< asks that the bot has answered
    std::optional<Entry> asked_twice{};   ///< the last entry that was asked for again, with another move
    std::optional<UnnamedAsk> unnamed{};  ///< the entry whose ask did not name the bot's seat
    std::optional<Json> idle{};           ///< the newest push that asks the bot for nothing
    std::optional<Json> older{};          ///< such a push, older than the newest push
    const Fault* restored = nullptr;      ///< the bot is shown `older` when it joins again
};

/// The parts of a run: what the faults work with.
struct Context {
    BotConductChecker checker;
    Server server;
    Proxy proxy;
    Host host;
    SecondClient second;
    Faults faults;
    NoteWatch notes;
    protocol::SeededChance chance;
    Prompts prompts{};
    DiceHistory dice{};
    std::string player{};  ///< id of the bot's; empty while it has none
    bool ending = false;   ///< the fault at the end comes next, or has come
};

/// A frame that gives an occasion for a fault.
struct InjectionPoint {
    Context& context;
    BotConnectionPtr line{};
    protocol::Json frame{};
    const Fault* fault = nullptr;  ///< the chosen one

    bool is(std::string_view type) const { return text_of(frame, "t") == type; }
    /// The history of the dice in the match of the frame.
    DiceHistory::Match& match() const { return context.dice.matches[text_of(frame, "match")]; }
    /// Under which name the bot's seat is in lists by seat.
    std::string seat_key() const { return std::to_string(context.dice.seat); }

    /// Chooses the next fault that the frame gives an occasion for; nullptr if there is none.
    const Fault* choose(FaultTrigger when) {
        return fault = context.faults.next(
                   when, [this](const Fault& next) { return next.wants == nullptr || next.wants(*this); });
    }
    void deliver(bool staged = false) const { context.proxy.deliver(line, frame, staged); }
    /// Delivers the frame as that of a dishonest server.
    void deliver_forged() const { context.proxy.deliver(line, frame, true, fault->name); }
};

}  // namespace cubilete::server::spar
