#pragma once

#include <fstream>
#include <string>

#include <doctest/doctest.h>

#include "protocol/json.hpp"
#include "server/core/tokens.hpp"
#include "server/match/chain.hpp"
#include "server/match/dice_arithmetic.hpp"
#include "server/match/dice_record.hpp"
#include "server/match/dice_verdict.hpp"
#include "server/net/record_download.hpp"

/// Reads what tests/fairness has about provable dice.
namespace cubilete::server::dice {

using protocol::Json;
using protocol::object;

inline Json read(const std::string& name) {
    std::ifstream file(std::string(CUBILETE_SOURCE_DIR) + "/tests/fairness/" + name);
    REQUIRE(file);
    return Json::parse(file);
}

/// The text of a shared case, which a verifier gets.
inline std::string text_of(const Json& cases, const Json& one) {
    std::string text = cases["bases"][one["of"].get<std::string>()].patch(one["patch"]).dump();
    if (const auto spelling = one.find("text"); spelling != one.end()) {
        const auto old = (*spelling)[0].get<std::string>();
        const std::size_t at = text.find(old);
        REQUIRE(at != std::string::npos);
        text.replace(at, old.size(), (*spelling)[1].get<std::string>());
    }
    return text;
}

/// Returns the verdict of the program on a shared case, or why the case cannot be read.
template <typename Judge>
DiceVerdict verdict_on(const std::string& text, const Judge& judge) {
    try {
        return judge(parse_record(text));
    } catch (const std::runtime_error& unreadable) {
        return {.kind = DiceVerdict::Kind::not_verifiable, .reason = unreadable.what()};
    }
}

inline Digest digest(const Json& json) {
    const auto value = parse_digest(json.get<std::string>());
    REQUIRE(value);
    return *value;
}

inline SeatValues seat_values(const Json& json) {
    SeatValues values;
    for (const auto& [seat, value] : json.items())
        values[static_cast<Seat>(std::stoi(seat))] =
            value.is_null() ? std::nullopt : std::optional(digest(value));
    return values;
}

inline Tips tips(const Json& json) {
    Tips tips;
    for (const auto& [seat, value] : seat_values(json)) tips[seat] = *value;
    return tips;
}

/// Recomputes the hashes of a record's log, as a server could that changed the log.
inline void chain_again(Json& record) {
    std::string hash = chain_root(record["id"].get<std::string>());
    for (Json& entry : record["log"]) {
        entry["hash"] = std::string(64, '0');
        hash = chain_hash(newest_chain, hash, dice_record::row_of(record["id"].get<std::string>(), entry));
        entry["hash"] = hex(hash);
    }
}

/// Returns a draw as the log has it.
inline Json played(const Json& draw) {
    if (draw["kind"] == "dice") return object({{"dice", draw["result"]}});
    if (draw["kind"] == "pick") return object({{"dice", Json::array({draw["result"].get<int>() + 1})}});
    return object({{"cards", draw["result"]}});
}

/// Returns the record of a match with the draws of a case of vectors.json.
inline Json record_of(const Json& vector) {
    Json proof;
    for (const char* name : {"commit", "seed", "settings", "players", "tips", "reveals", "roster"})
        proof[name] = vector[name];
    Json log = Json::array();
    std::int64_t draws = 0;
    for (const Json& from : vector["entries"]) {
        Json extra;
        if (log.empty()) extra = object({{"roster", vector["roster"]}, {"reveals", vector["reveals"]}});
        if (!from["drawn"].empty())
            for (const char* name : {"seats", "fresh", "drawn"}) extra[name] = from[name];
        Json draws_played = Json::array();
        for (const Json& draw : from["drawn"]) draws_played.push_back(played(draw));
        const std::int64_t seq = from["seq"].get<std::int64_t>();
        draws += static_cast<std::int64_t>(from["drawn"].size());
        log.push_back(
            object({{"seq", seq},
                    {"by", log.empty() ? Json("start") : object({{"seat", 0}})},
                    {"id", seq % 2 == 0 ? Json(seq) : Json()},
                    {"n", seq - 1},
                    {"move", log.empty() ? Json::parse(vector["settings"].get<std::string>()) : Json()},
                    {"draws", std::move(draws_played)},
                    {"at_ms", 1'700'000'000'000 + seq},
                    {"left_ms", 0},
                    {"extra", extra},
                    {"hash", ""},
                    {"salt", std::string(64, "0123456789abcdef"[seq % 16])}}));
    }
    proof["seq"] = log.size();
    proof["k"] = draws;
    Json record = object({{"id", vector["match"]}, {"chain", newest_chain}, {"log", std::move(log)}});
    record["proof"] = std::move(proof);
    chain_again(record);
    return record;
}

}  // namespace cubilete::server::dice
