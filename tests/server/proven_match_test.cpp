#include <algorithm>

#include "protocol/match.hpp"
#include "server/match/dice_record.hpp"
#include "server/match/dice_verdict.hpp"
#include "server/match/proven_chance.hpp"
#include "tests/seeded_chance.hpp"
#include "tests/server/dice_vectors.hpp"

namespace cubilete::server {
namespace {

using protocol::Json;
using protocol::object;

constexpr int chain_length = 400;

/// Plays one match with two seats that contribute to every draw, and writes its record.
class ProvenMatch {
  public:
    ProvenMatch(const Info& game, std::uint64_t choices)
        : game_(game), choices_(choices), seed_(Secret::random()), settings_(settings_of(game)) {
        proof_["commit"] = hex(dice_commitment(id, seed_));
        proof_["seed"] = hex(bytes_of(seed_));
        const std::string settings = protocol::to_json(settings_).dump();
        proof_["settings"] = settings;
        const std::string players = players_text({player_mark({}, "p_1"), player_mark({}, "p_2")});
        proof_["players"] = players;
        Tips tips;
        SeatValues reveals;
        for (Seat seat = 0; seat < 2; ++seat) {
            secrets_.push_back(Secret::random());
            tips[seat] = chain_tip(secrets_.back(), chain_length);
            reveals[seat] = value(seat, 0);
        }
        proof_["tips"] = dice_record::to_json(tips);
        const Digest roster = roster_hash(id, dice_commitment(id, seed_), settings, players, tips);
        proof_["roster"] = hex(roster);
        proof_["reveals"] = dice_record::to_json(reveals);
        chance_.emplace(draw_key(seed_, roster, reveals));
    }

    Json play(int most_entries) {
        auto match = protocol::Match::start(settings_, *chance_);
        add(match->last(), {});
        while (!match->result() && static_cast<int>(log_.size()) < most_entries) {
            const SeatValues fresh{{Seat{0}, value(0, given_ + 1)}, {Seat{1}, value(1, given_ + 1)}};
            chance_->contribute(fresh);
            step(*match);
            if (!match->last().draws.empty()) ++given_;
            add(match->last(), fresh);
        }
        proof_["seq"] = log_.size();
        proof_["k"] = chance_->next_k();
        Json record = object({{"id", id}, {"chain", newest_chain}, {"log", log_}, {"proof", proof_}});
        dice::chain_again(record);
        return record;
    }

    std::uint64_t draws() const { return chance_->next_k(); }

  private:
    static constexpr const char* id = "m_proven";

    static protocol::Settings settings_of(const Info& game) {
        return {game.id, std::get<OptionValues>(OptionValues::complete(game.options, {})), 2, std::nullopt};
    }
    static Digest bytes_of(const Secret& secret) {
        Digest bytes;
        std::ranges::copy(secret.expose(), bytes.begin());
        return bytes;
    }
    Digest value(Seat seat, int number) const { return chain_tip(secrets_[seat], chain_length - 1 - number); }

    void step(protocol::Match& match) {
        const SeatSet to_act = match.to_act();
        if (to_act.empty()) {
            match.expire(*chance_);
            return;
        }
        const Seat seat = *to_act.begin();
        const Json moves = match.moves(seat);
        const auto chosen = static_cast<std::size_t>(choices_.pick(static_cast<int>(moves.size())));
        REQUIRE(std::holds_alternative<protocol::LogEntry>(match.play(seat, moves[chosen], *chance_)));
    }

    void add(const protocol::LogEntry& entry, const SeatValues& fresh) {
        Json extra;
        if (entry.seq == 1) extra = object({{"roster", proof_["roster"]}, {"reveals", proof_["reveals"]}});
        const std::vector<ProvenDraw> drawn = chance_->take();
        if (!drawn.empty()) {
            extra["seats"] = Json::array();
            for (const auto& each : fresh) extra["seats"].push_back(each.first);
            extra["fresh"] = dice_record::to_json(fresh);
            for (const ProvenDraw& draw : drawn) extra["drawn"].push_back(dice_record::to_json(draw));
        }
        log_.push_back(object({{"seq", entry.seq},
                               {"by", protocol::to_json(entry.by)},
                               {"id", nullptr},
                               {"n", 0},
                               {"move", entry.move},
                               {"draws", protocol::to_json(game_, entry.draws)},
                               {"at_ms", 0},
                               {"left_ms", 0},
                               {"extra", extra},
                               {"hash", ""},
                               {"salt", std::string(64, '5')}}));
    }

    const Info& game_;
    cubilete::SeededChance choices_;
    Secret seed_;
    protocol::Settings settings_;
    std::vector<Secret> secrets_;
    std::optional<ProvenChance> chance_;
    int given_ = 0;
    Json log_ = Json::array();
    Json proof_;
};

TEST_CASE("a match of every game with proven chance is fair, and false when it was played otherwise") {
    for (const Info* game : protocol::catalogue()) {
        CAPTURE(game->id);
        ProvenMatch match(*game, 7);
        const Json record = match.play(120);
        const DiceVerdict verdict = check_dice(record);
        CAPTURE(verdict.text());
        CHECK(verdict.kind == DiceVerdict::Kind::fair);
        CHECK(verdict.draws == static_cast<std::int64_t>(match.draws()));
        CHECK(verdict.draws > 0);
        CHECK(verdict.late.empty());
        Json shorter = record;
        for (Json& entry : shorter["log"])
            if (!entry["draws"].empty()) {
                entry["draws"].erase(entry["draws"].size() - 1);
                break;
            }
        dice::chain_again(shorter);
        CHECK(check_dice(shorter).kind == DiceVerdict::Kind::wrong);
    }
}

}  // namespace
}  // namespace cubilete::server
