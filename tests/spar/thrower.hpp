#pragma once

#include <string>

#include <doctest/doctest.h>

#include "tests/spar/bout.hpp"

namespace cubilete::server::spar {

inline const std::string order_rule = "gives its secrets to nobody who breaks the order";

inline std::string hash_of(char digit) { return std::string(64, digit); }

/// A bot in seat 0 of a match, as the only one who contributes. Its secrets are made up: the checker leaves it to
/// the server whether they are links of one chain.
struct Thrower : Bout {
    Json roster = protocol::object({{"t", "dice"},
                                    {"match", "m"},
                                    {"step", "reveals"},
                                    {"commit", hash_of('c')},
                                    {"settings", "{}"},
                                    {"players", "[]"},
                                    {"tips", protocol::object({{"0", hash_of('9')}})},
                                    {"roster", nullptr},
                                    {"out", Json::array()},
                                    {"you", protocol::object({{"seat", 0}})}});
    int requests = 0;

    void gets(const Json& frame) { checker.on_received(now, line, frame, false); }
    void is_shown(const char* fault, const Json& frame) {
        checker.on_received(now, line, frame, true, fault);
    }
    std::string sends(Json frame) {
        frame["id"] = ++requests;
        checker.on_sent(now, line, frame, frame.dump());
        return std::to_string(requests);
    }
    void is_answered(const std::string& id, const char* code = nullptr) {
        Json reply = protocol::object({{"t", code == nullptr ? "ok" : "refused"}, {"re", std::stoi(id)}});
        if (code != nullptr) reply["code"] = code;
        checker.on_received(now, line, reply, false);
    }
    void binds_itself() {
        begin();
        Json tips = roster;
        tips["step"] = "tips";
        tips["tips"] = Json::object();
        gets(tips);
        is_answered(sends(protocol::object({{"t", "dice.tip"}, {"match", "m"}, {"tip", hash_of('9')}})));
        roster["roster"] = computed_roster_hash(roster);
    }
    void reveals(char digit = '8') {
        is_answered(
            sends(protocol::object({{"t", "dice.reveal"}, {"match", "m"}, {"value", hash_of(digit)}})));
    }
    /// The start of a match up to entry `seq`, with `hash_of('1')`.
    void starts(int seq = 1) {
        binds_itself();
        gets(roster);
        reveals();
        enters(seq, '1');
    }
    void enters(int seq, char hash) {
        gets(protocol::object({{"t", "match"}, {"match", "m"}, {"seq", seq}, {"hash", hash_of(hash)}}));
    }
    static Json asks(int seq, char hash, const char* what = "roll", const Json& seats = Json::array({0})) {
        return protocol::object({{"t", "dice.ask"},
                                 {"match", "m"},
                                 {"seq", seq},
                                 {"hash", hash_of(hash)},
                                 {"by", protocol::object({{"seat", 0}})},
                                 {"n", seq},
                                 {"move", protocol::object({{"do", what}})},
                                 {"k", seq},
                                 {"seats", seats}});
    }
    std::string gives(int seq, char digit) {
        return sends(
            protocol::object({{"t", "dice.give"}, {"match", "m"}, {"seq", seq}, {"value", hash_of(digit)}}));
    }
    bool tried() const { return (passed() + broken()).find(order_rule) != std::string::npos; }
};

}  // namespace cubilete::server::spar
