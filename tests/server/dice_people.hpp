#pragma once

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/history/record.hpp"
#include "server/match/dice_verdict.hpp"
#include "tests/server/dice_chain.hpp"
#include "tests/server/world.hpp"
#include "tests/stored_match.hpp"

namespace cubilete::server {

/// A player's program keeps these notes for each match, also when it connects again.
struct DiceNotes {
    Chain chain{1'000};
    std::map<std::int64_t, std::string> values;  ///< by entry
};
using StoredNotes = std::map<std::string, DiceNotes>;

/// A player whose program takes part in provable dice. It answers only in answer(), so a test decides when.
class Witness : public Guest {
  public:
    explicit Witness(World& world, const std::string& name = "Ana", const std::string& known_token = {},
                     std::shared_ptr<StoredNotes> notes = std::make_shared<StoredNotes>(), bool bot = false)
        : Guest(world, name, known_token, bot, {}, true), stored_notes(std::move(notes)) {}
    /// Connects again, with the notes that it has kept.
    void come_back() {
        Guest::come_back();
        read_ = 0;
    }
    /// Sends what the pushes ask for that came since the last call. Returns whether it sent anything.
    bool answer() {
        bool sent = false;
        for (; read_ < sink->frames.size(); ++read_) {
            const Json push = sink->frames[read_];
            const std::string type = push.value("t", "");
            if (type == "dice" && push.contains("you"))
                sent |= handle_step(push);
            else if (type == "dice.ask" && gives)
                sent |= handle_ask(push);
        }
        return sent;
    }
    /// Answers no push that has come so far.
    void ignore() { read_ = sink->frames.size(); }
    /// All pushes of a type, oldest first.
    std::vector<Json> all(const std::string& type) const {
        std::vector<Json> found;
        std::ranges::copy_if(sink->frames, std::back_inserter(found),
                             [&](const Json& frame) { return frame.value("t", "") == type; });
        return found;
    }
    std::vector<std::string> steps() const {
        std::vector<std::string> steps;
        for (const Json& push : all("dice")) steps.push_back(push["step"]);
        return steps;
    }
    DiceNotes& notes(const std::string& match) { return (*stored_notes)[match]; }
    /// The value for an entry: the same one whenever it is asked for.
    std::string value(const std::string& match, std::int64_t seq) {
        DiceNotes& own = notes(match);
        const auto next = static_cast<int>(own.values.size()) + 1;
        const auto known = own.values.find(seq);
        return known != own.values.end() ? known->second : own.values[seq] = own.chain.value(next);
    }
    /// Sends a request with an id of its own; answer_to(id) has the answer when it comes.
    Json send(const std::string& type, Json fields) {
        const std::string request_id = type + " " + std::to_string(++sent_);
        fields["t"] = type;
        fields["id"] = request_id;
        say(fields);
        return request_id;
    }
    /// Whether the request was answered so far.
    bool answered(const Json& request_id) const {
        return std::ranges::any_of(sink->frames, [&](const Json& frame) {
            return frame.contains("re") && frame["re"] == request_id;
        });
    }
    std::string give(const Json& push, const std::string& value) {
        return refusal(ask({{"t", "dice.give"},
                            {"room", push["room"]},
                            {"match", push["match"]},
                            {"seq", push["seq"]},
                            {"value", value}}));
    }

    bool tips = true;
    bool reveals = true;
    bool gives = true;
    std::shared_ptr<StoredNotes> stored_notes;

  private:
    bool handle_step(const Json& push) {
        const std::string match = push["match"];
        const std::string seat = std::to_string(push["you"]["seat"].get<int>());
        const Chain& chain = notes(match).chain;
        const bool in_roster = push["tips"].value(seat, "") == chain.tip();
        if (push["step"] == "tips" && tips && !push["tips"].contains(seat))
            send("dice.tip", {{"room", push["room"]}, {"match", match}, {"tip", chain.tip()}});
        else if (push["step"] == "reveals" && reveals && in_roster)
            send("dice.reveal", {{"room", push["room"]}, {"match", match}, {"value", chain.value(0)}});
        else
            return false;
        return true;
    }
    bool handle_ask(const Json& push) {
        Json state;
        for (const Json& known : all("dice"))
            if (known["match"] == push["match"]) state = known;
        if (!state.contains("you") || std::ranges::count(push["seats"], state["you"]["seat"]) == 0)
            return false;
        send("dice.give", {{"room", push["room"]},
                           {"match", push["match"]},
                           {"seq", push["seq"]},
                           {"value", value(push["match"], push["seq"])}});
        return true;
    }

    std::size_t read_ = 0;
    int sent_ = 0;
};

/// Lets the programs answer until nothing is left to answer.
inline void work(World& world, std::initializer_list<Witness*> witnesses) {
    world.settle();
    for (bool any = true; any;) {
        any = false;
        for (Witness* witness : witnesses) any |= witness->answer();
        world.settle();
    }
}

/// Ana, the host, and Ben, both with programs that take part, at a table of two where Ana begins.
struct Cups {
    explicit Cups(World& of, const Json& more = Json::object()) : world(of), ana(of, "Ana"), ben(of, "Ben") {
        Json create{{"t", "room.create"},
                    {"game", "escalera"},
                    {"options", {{"starter", "first"}}},
                    {"clock", {{"turn_ms", 0}}}};
        create.update(more);
        room = code_of(ana.ask(create));
        sit(ben);
    }
    void sit(Guest& guest) {
        code_of(guest.ask({{"t", "room.join"}, {"room", room}}));
        REQUIRE(refusal(guest.ask({{"t", "room.ready"}, {"room", room}, {"ready", true}})) == "ok");
    }
    /// Asks for the start. Nobody has sent a tip when it returns.
    void ask_to_start() {
        start = ana.send("room.start", {{"room", room}});
        world.settle();
        REQUIRE_FALSE(ana.answered(start));
        match = ana.latest("dice")["match"];
    }
    void begin() {
        ask_to_start();
        work(world, {&ana, &ben});
        REQUIRE(refusal(ana.answer_to(start)) == "ok");
        REQUIRE(ana.answer_to(start)["match"] == match);
    }
    Witness& at(int seat) { return seat == 0 ? ana : ben; }
    /// Sends the first legal move of the seat in turn, and returns the request's id.
    Json send_move(std::size_t which = 0) { return send_move(at(turn()), which); }
    Json send_move(Witness& player, std::size_t which = 0) {
        const Json push = player.latest("match");
        Json sent = player.send("move", {{"room", room},
                                         {"match", push["match"]},
                                         {"n", push["you"]["n"]},
                                         {"move", push["you"]["moves"].at(which)}});
        world.settle();
        return sent;
    }
    int turn() const { return ana.latest("match")["to_act"].at(0); }
    std::int64_t seq() const { return ana.latest("match")["seq"]; }
    /// Plays the first legal moves until the match is over.
    void play_to_the_end() {
        while (ana.latest("match")["result"].is_null()) {
            Witness& mover = at(turn());
            const Json id = send_move();
            work(world, {&ana, &ben});
            REQUIRE(refusal(mover.answer_to(id)) == "ok");
        }
    }
    /// Both come back to a server that was restarted, with what they have kept.
    void come_back() {
        ana.come_back();
        ben.come_back();
    }
    Json record() const { return record_of(match); }
    Json record_of(const std::string& id) const {
        const auto store = world.database.store();
        const auto history = world.database.history();
        return record_json({store, history}, id, {}).value();
    }
    /// The row of the log of the running or finished match.
    Json extra(std::int64_t seq) const {
        const auto entry = log_of(world.database.store(), match).at(static_cast<std::size_t>(seq - 1));
        return entry.extra.empty() ? Json() : Json::parse(entry.extra);
    }
    /// Plays the rest and requires that the record proves its dice.
    DiceVerdict finish() {
        play_to_the_end();
        const DiceVerdict verdict = check_dice(record());
        CAPTURE(verdict.text());
        REQUIRE(verdict.kind == DiceVerdict::Kind::fair);
        return verdict;
    }

    World& world;
    Witness ana;
    Witness ben;
    std::string room;
    Json start;  ///< id of the request to start
    std::string match;
};

}  // namespace cubilete::server
