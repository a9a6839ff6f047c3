#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "storage/rows.hpp"

/// Rows with every field filled, so that a column that gets lost or swapped shows.
namespace cubilete::tests {

inline storage::Player player(const std::string& id, char token = 'a') {
    return {.id = id,
            .name = "Ana \"la Mañosa\" O'Neill",
            .token_hash = std::string(31, token) + '\0',
            .bot = true,
            .lang = "es",
            .agent = "my-bot/1.2",
            .since_ms = 1'700'000'000'001,
            .avatar = 95};
}

inline storage::SeatRow seat(int number, const std::string& player) {
    return {.seat = number,
            .player = player,
            .ready = number == 0,
            .bot_plays = number == 1,
            .left = number == 1,
            .missed = number + 2,
            .since_ms = 1'700'000'000'002 + number};
}

inline storage::ChatLine chat_line(int number) {
    return {.from = "p_ana",
            .name = "Ana",
            .text = "line " + std::to_string(number) + "'); DROP TABLE chat; --",
            .at_ms = 1'700'000'000'003 + number};
}

inline storage::Room room(const std::string& code, const std::string& match = "") {
    storage::Room made{.code = code,
                       .settings = R"({"game":"yahtzee","seats":2})",
                       .host = "p_ana",
                       .match = {},
                       .next_first = {},
                       .since_ms = 1'700'000'000'004};
    if (!match.empty()) made.match = match;
    return made;
}

inline storage::MatchRow match(const std::string& id, const std::string& room) {
    return {.id = id,
            .room = room,
            .game = "yahtzee",
            .version = 3,
            .chain = 2,
            .settings = R"({"options":{"joker":"forced"},"seats":2})",
            .players = {"p_ana", "p_ben"},
            .names = {"Ana", "Ben"},
            .is_public = true,
            .started_ms = 1'700'000'000'005,
            .ended_ms = {},
            .result = {}};
}

/// The `seq`th entry; texts with everything that a careless record would mangle.
inline storage::LogRow entry(const std::string& match, std::int64_t seq) {
    return {.match = match,
            .seq = seq,
            .by = R"({ "seat": 0, "house":true })",
            .message_id = seq % 2 ? "\"c\\u0041\\\\1\"" : "7",
            .prompt = seq + 4,
            .move = R"({"do":"roll","dice":[0, 1.0, 1e3],"é":"\n"})",
            .draws = "[{\"dice\":[3,3,3,5,5]}]\t",
            .left_ms = 30'000 - seq,
            .at_ms = 1'700'000'000'006 + seq,
            .hash = std::string(31, static_cast<char>(seq)) + '\0',
            .salt = std::string("\0\xff", 2) + std::string(30, static_cast<char>(128 + seq % 100)),
            .extra = seq % 2 ? "" : R"({"k":0,"fresh":[ "00"]})"};
}

inline std::vector<storage::LogRow> entries(const std::string& match, std::int64_t from, std::int64_t to) {
    std::vector<storage::LogRow> log;
    for (std::int64_t seq = from; seq <= to; ++seq) log.push_back(entry(match, seq));
    return log;
}

inline std::vector<storage::Write> start(const std::string& match_id) {
    return {storage::StartMatch{match(match_id, "K7QX2M")}};
}

inline std::vector<storage::Write> appends(const std::string& match, std::int64_t from, std::int64_t to) {
    std::vector<storage::Write> writes;
    for (std::int64_t seq = from; seq <= to; ++seq) writes.push_back(storage::AppendEntry{entry(match, seq)});
    return writes;
}

inline std::vector<storage::Score> scores() {
    return {{.seat = 0, .player = "p_ana", .place = 2, .score = -188, .won = false},
            {.seat = 1, .player = "p_ben", .place = 1, .score = 305, .won = true}};
}

inline storage::FinishMatch finish(const std::string& match) {
    return {
        .match = match, .result = R"({"places":[2,1]})", .scores = scores(), .ended_ms = 1'700'000'900'000};
}

}  // namespace cubilete::tests
