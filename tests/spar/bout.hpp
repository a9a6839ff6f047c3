#pragma once

#include <chrono>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "spar/bot_conduct_checker.hpp"

namespace cubilete::server::spar {

/// A bot that talks to the rule checker frame by frame. begin() says hello and joins; then each test
/// continues on its own.
struct Bout {
    using Json = protocol::Json;
    using Time = BotConductChecker::Time;

    BotConductChecker checker{std::chrono::seconds(20)};
    Time now{0};
    int line = 0;

    void pass(int ms) {
        now += Time(ms);
        checker.tick(now);
    }
    void connect() { checker.on_connected(now, ++line); }
    void cut(int code = 1006) { checker.on_ended(now, line, false, code); }
    void leave() { checker.on_ended(now, line, true, 1000); }
    void says(const char* text) { checker.on_sent(now, line, Json::parse(text), text); }
    void says_text(const char* text) { checker.on_sent(now, line, Json(), text); }
    void hears(const char* text) { checker.on_received(now, line, Json::parse(text), false); }
    void staged(const char* text) { checker.on_received(now, line, Json::parse(text), true); }

    void hello() {
        says(R"({"t":"hello","id":"h","v":1,"token":"secret"})");
        hears(R"({"t":"ok","re":"h","player":{"id":"p"}})");
    }
    /// Reconnects in time.
    void come_back(int after_ms = 1'000) {
        pass(after_ms);
        connect();
        hello();
    }
    void begin() {
        connect();
        says(R"({"t":"hello","id":"h","v":1})");
        hears(R"({"t":"ok","re":"h","player":{"id":"p"},"token":"secret"})");
        says(R"({"t":"room.join","id":"j0","room":"K7QX2M"})");
        hears(R"({"t":"ok","re":"j0","room":"K7QX2M","as":"player"})");
    }
    /// A push in which the bot, in seat 0, has legal moves, or none.
    void shows(int seq, int n, bool offered = true) {
        const Json moves = offered ? Json::parse(R"([{"do":"roll"},{"do":"bank"}])") : Json::array();
        const Json push =
            protocol::object({{"t", "match"},
                              {"match", "m"},
                              {"seq", seq},
                              {"to_act", Json::array({offered ? 0 : 1})},
                              {"you", protocol::object({{"seat", 0}, {"n", n}, {"moves", moves}})},
                              {"clock", nullptr}});
        checker.on_received(now, line, push, false);
    }
    void moves(int n, const std::string& id, const std::string& what = "roll") {
        const Json move = protocol::object({{"t", "move"},
                                            {"id", id},
                                            {"match", "m"},
                                            {"n", n},
                                            {"move", protocol::object({{"do", what}})}});
        checker.on_sent(now, line, move, move.dump());
    }
    void accepts(const std::string& id) {
        checker.on_received(now, line, protocol::object({{"t", "ok"}, {"re", id}, {"seq", 2}}), false);
    }
    void refuses(const std::string& id, const std::string& code, int retry_ms = 0, bool ours = true) {
        Json reply = protocol::object({{"t", "refused"}, {"re", id}, {"code", code}, {"text", "No."}});
        if (retry_ms > 0) reply["retry_ms"] = retry_ms;
        checker.on_received(now, line, reply, ours);
    }

    // The broken, or the kept, rules as the report names them; empty if there are none.
    std::string broken() const { return marked("BROKEN     "); }
    std::string passed() const { return marked("ok         "); }
    /// Names of the faults of a dishonest server that the report calls not noticed.
    std::string unnoticed() const { return marked("not noticed: "); }
    std::string marked(std::string_view mark) const {
        std::ostringstream report;
        checker.record().report(report);
        std::istringstream lines(report.str());
        std::string all;
        for (std::string text; std::getline(lines, text);)
            if (text.starts_with(mark)) all += (all.empty() ? "" : "; ") + text.substr(mark.size());
        return all;
    }
};

}  // namespace cubilete::server::spar
