#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "protocol/match.hpp"
#include "protocol/views.hpp"
#include "server/match/dice_record.hpp"
#include "server/match/provable_chance.hpp"
#include "server/match/shown.hpp"
#include "server/match/table.hpp"
#include "tests/seeded_chance.hpp"
#include "tests/server/dice_vectors.hpp"

namespace cubilete::server::dice {

/// How a match is played.
struct MatchSetup {
    std::uint64_t choices = 1;  ///< decides moves and events, and everybody's secrets, so the dice
    int seats = 2;
    std::set<Seat> contributors = {0, 1};
    std::size_t most_entries = 2'000;  ///< then it is abandoned
    bool witness = true;
    /// Seats are offline for a throw or give their values late, built-in bots and the clock move, seats ask for
    /// hints.
    bool eventful = false;
};

/// Plays a match with provable dice as an honest server does, and writes its record.
class ProvenMatch {
  public:
    ProvenMatch(const GameInfo& game, MatchSetup setup)
        : game_(game), setup_(std::move(setup)), choices_(setup_.choices), settings_(settings_of()) {
        const Digest commitment = dice_commitment(id_, seed_);
        const std::string settings = protocol::to_json(settings_).dump();
        std::vector<Digest> marks;
        for (int seat = 0; seat < setup_.seats; ++seat) marks.push_back(player_mark({}, player(seat)));
        Tips tips;
        SeatValues reveals;
        for (const Seat seat : setup_.contributors) {
            std::vector<Digest>& links = links_[seat];
            links.push_back(chain_tip(secret(), 0));
            while (links.size() < 2 * setup_.most_entries) links.push_back(next_link(links.back()));
            tips[seat] = links.back();
            reveals[seat] = next_value(seat);
        }
        const Digest roster = roster_hash(id_, commitment, settings, players_text(marks), tips);
        proof_ = object({{"commit", hex(commitment)},
                         {"seed", hex(bytes_of(seed_))},
                         {"settings", settings},
                         {"players", players_text(marks)},
                         {"tips", dice_record::to_json(tips).tree()},
                         {"reveals", dice_record::to_json(reveals).tree()},
                         {"roster", hex(roster)}});
        chance_ = std::make_unique<ProvableChance>(draw_key(seed_, roster, reveals));
        play();
    }

    /// As /api/v1/matches/ID has it.
    const Json& record() const { return record_; }
    /// Returns the notes of the seat's program about the match.
    Json notes(Seat seat) const;
    std::int64_t draws() const { return static_cast<std::int64_t>(chance_->next_k()); }
    /// The match after its last entry.
    protocol::Match& match() { return *match_; }

    static std::string player(int seat) { return "p_" + std::to_string(seat); }

  private:
    static Digest bytes_of(const Secret& secret) {
        Digest bytes;
        std::ranges::copy(secret.expose(), bytes.begin());
        return bytes;
    }
    protocol::Settings settings_of() const {
        return {game_.id, std::get<OptionValues>(OptionValues::complete(game_.options, {})), setup_.seats,
                std::nullopt};
    }
    /// Every match of a course is the same one: a test that holds for its throws always holds.
    Secret secret() {
        Digest bytes;
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(secrets_.pick(256));
        return Secret(bytes);
    }
    Digest next_value(Seat seat) { return links_[seat].at(links_[seat].size() - 2 - given_[seat]++); }
    bool happens(int of) { return setup_.eventful && choices_.pick(of) == 0; }

    void play() {
        match_ = protocol::Match::start(settings_, *chance_);
        add({});
        while (!match_->result() && log_.size() < setup_.most_entries) {
            // Whether the entry draws is known only after it, so every seat gives a value and most are unused.
            SeatValues fresh;
            for (const Seat seat : setup_.contributors) {
                if (!setup_.witness || out_.contains(seat) || happens(9)) continue;
                fresh[seat] = happens(40) ? std::nullopt : std::optional(next_value(seat));
            }
            chance_->contribute(fresh);
            step();
            if (match_->last().draws.empty()) {
                for (const auto& [seat, value] : fresh)
                    if (value) --given_[seat];
            } else {
                for (const auto& [seat, value] : fresh)
                    if (!value) out_.insert(seat);
            }
            add(fresh);
        }
        write();
    }

    void step() {
        const SeatSet to_act = match_->to_act();
        prompt_ = 0;
        if (to_act.empty() || (match_->wait().kind != Wait::Kind::none && happens(12))) {
            match_->expire(*chance_);
            return;
        }
        const Seat seat = *to_act.begin();
        prompt_ = match_->prompt(seat);
        if (happens(15)) {
            match_->record_hint(seat);
            return;
        }
        const Json moves = match_->moves(seat);
        const Json& move = moves[static_cast<std::size_t>(choices_.pick(static_cast<int>(moves.size())))];
        const auto played =
            happens(10) ? match_->play_bot(seat, move, *chance_) : match_->play(seat, move, *chance_);
        REQUIRE(std::holds_alternative<protocol::LogEntry>(played));
    }

    void add(const SeatValues& fresh) {
        const protocol::LogEntry& entry = match_->last();
        Json extra;
        if (entry.seq == 1) extra = object({{"roster", proof_["roster"]}, {"reveals", proof_["reveals"]}});
        const std::vector<ProvableDraw> drawn = chance_->take();
        if (!drawn.empty()) {
            Json seats = Json::array();
            for (const auto& each : fresh) seats.push_back(each.first);
            extra["seats"] = std::move(seats);
            extra["fresh"] = dice_record::to_json(fresh).tree();
            for (const ProvableDraw& draw : drawn)
                extra["drawn"].push_back(dice_record::to_json(draw).tree());
        }
        const std::vector<Seat> roster(setup_.contributors.begin(), setup_.contributors.end());
        if (!roster.empty()) {
            if (entry.seq == 1) extra["views"] = protocol::views_version;
            extra["shown"] = shown_hashes(*match_, viewer_sights(*match_, roster));
        }
        note(drawn);
        log_.push_back(object(
            {{"seq", entry.seq},
             {"by", protocol::to_json(entry.by).tree()},
             {"id", prompt_ > 0 && !entry.by.bot && !entry.by.hint ? Json("id " + std::to_string(entry.seq))
                                                                   : Json()},
             {"n", entry.by.bot ? 0 : prompt_},
             {"move", entry.move.tree()},
             {"draws", protocol::to_json(game_, entry.draws).tree()},
             {"events", match_->full_events()},
             {"at_ms", 1'700'000'000'000 + 1'500 * entry.seq},
             {"left_ms", 20'000},
             {"extra", extra},
             {"hash", ""},
             {"salt", std::string(64, "0123456789abcdef"[entry.seq % 16])}}));
    }

    void note(const std::vector<ProvableDraw>& drawn) {
        Json faces;
        for (const ProvableDraw& draw : drawn)
            if (draw.request.kind == DrawKind::dice)
                for (const std::uint32_t face : draw.values) faces.push_back(face);
        for (Seat seat = 0; seat < setup_.seats; ++seat) {
            const ShownHashes hashes = shown_hashes_of(*match_, {seat});
            shown_[seat][std::to_string(match_->seq())] = {hashes.watcher, hashes.seat, hashes.events, faces};
        }
    }

    void write() {
        proof_["seq"] = log_.size();
        proof_["k"] = chance_->next_k();
        Json seats = Json::array();
        for (int seat = 0; seat < setup_.seats; ++seat)
            seats.push_back(object({{"id", player(seat)}, {"name", "Ana"}, {"bot", false}}));
        record_ = object({{"id", id_},
                          {"game", game_.id},
                          {"settings", protocol::to_json(settings_)},
                          {"started_ms", 1'700'000'000'000},
                          {"ended_ms", log_.back()["at_ms"]},
                          {"seats", seats},
                          {"result", nullptr},
                          {"public", false},
                          {"chain", newest_chain},
                          {"log", log_},
                          {"next", nullptr},
                          {"kept", true},
                          {"replay", true},
                          {"proof", proof_}});
        chain_again(record_);
        record_["result"] = result();
    }

    Json result() const {
        storage::MatchRow row;
        row.id = id_;
        row.game = game_.id;
        row.chain = newest_chain;
        row.ended_ms = 1;
        for (int seat = 0; seat < setup_.seats; ++seat) row.players.push_back(player(seat));
        std::vector<storage::LogRow> rows;
        for (const Json& entry : record_["log"]) rows.push_back(dice_record::row_of(id_, entry));
        return Json::parse(Table(row, rows, nullptr).finish(1).result);
    }

    const GameInfo& game_;
    MatchSetup setup_;
    cubilete::SeededChance choices_;
    std::string id_ = "m_proven" + std::to_string(setup_.choices);
    cubilete::SeededChance secrets_{setup_.choices};
    Secret seed_ = secret();
    protocol::Settings settings_;
    /// By seat: its chain, from its secret to its tip, and how many links it has given.
    std::map<Seat, std::vector<Digest>> links_;
    std::map<Seat, std::size_t> given_;
    std::set<Seat> out_;
    std::unique_ptr<ProvableChance> chance_;
    std::unique_ptr<protocol::Match> match_;
    std::int64_t prompt_ = 0;
    Json log_ = Json::array();
    std::map<Seat, Json> shown_;
    Json proof_;
    Json record_;
};

inline Json ProvenMatch::notes(Seat seat) const {
    const std::string name = std::to_string(seat);
    Json asks = Json::array(), moves = Json::array(), people = Json::array();
    Json before;
    for (const Json& entry : record_["log"]) {
        if (!before.is_null() && entry["extra"].contains("drawn")) {
            const Json& value = dice_record::member(entry["extra"]["fresh"], name.c_str());
            asks.push_back(object({{"seq", entry["seq"]},
                                   {"hash", before},
                                   {"by", entry["by"]},
                                   {"n", entry["n"]},
                                   {"move", entry["move"]},
                                   {"k", entry["extra"]["drawn"][0]["k"]},
                                   {"seats", entry["extra"]["seats"]},
                                   {"value", value},
                                   {"accepted", !value.is_null()}}));
        }
        before = entry["hash"];
        if (entry["by"] == object({{"seat", seat}}) && !entry["id"].is_null())
            moves.push_back(object(
                {{"id", entry["id"]}, {"n", entry["n"]}, {"move", entry["move"]}, {"seq", entry["seq"]}}));
    }
    for (const Json& person : record_["seats"]) people.push_back(person["id"]);
    return object({{"match", id_},
                   {"seat", seat},
                   {"player", player(seat)},
                   {"nonce", std::string(32, '0')},
                   {"commit", proof_["commit"]},
                   {"settings", proof_["settings"]},
                   {"players", proof_["players"]},
                   {"tip", dice_record::member(proof_["tips"], name.c_str())},
                   {"tip_accepted", true},
                   {"reveal_accepted", true},
                   {"roster", proof_["roster"]},
                   {"reveals", proof_["reveals"]},
                   {"asks", asks},
                   {"seq", log_.size()},
                   {"hash", record_["log"].back()["hash"]},
                   {"faults", Json::array()},
                   {"witness", setup_.witness},
                   {"live", Json::array({Json::array({1, log_.size()})})},
                   {"shown", shown_.at(seat)},
                   {"result", record_["result"]},
                   {"people", people},
                   {"moves", moves},
                   {"ended", record_["result"]["reason"]}});
}

}  // namespace cubilete::server::dice
