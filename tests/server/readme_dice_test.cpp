#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "protocol/codec.hpp"
#include "protocol/match.hpp"
#include "server/core/tokens.hpp"
#include "server/match/dice_record.hpp"
#include "server/match/provable_chance.hpp"
#include "tests/protocol/examples.hpp"

// The examples of protocol/README.md, section 13, are one match: what the server and the seats publish in it
// follows from the secrets below, and its dice from what they publish.

namespace cubilete::server::readme_dice {
namespace {

using protocol::Json;
using protocol::object;

constexpr std::string_view room = "K7QX2M";
constexpr std::string_view id = "m_dW3r7Kq0Zt";
constexpr Seat seats = 2;
constexpr const char* players[seats] = {"p_9fJx2mQ0", "p_Vd81kkzA"};
constexpr int chain_length = 4'096;

/// 32 bytes for a name: the secrets of this match.
Digest bytes_of(std::string_view name) {
    Digest bytes;
    std::ranges::copy(hash_of(name), bytes.begin());
    return bytes;
}
Secret secret_of(std::string_view name) { return Secret(Secret::Bytes(bytes_of(name))); }

PlayerNonce nonce_of(Seat seat) {
    PlayerNonce nonce;
    std::ranges::copy_n(bytes_of("the nonce of seat " + std::to_string(seat)).begin(), nonce.size(),
                        nonce.begin());
    return nonce;
}

/// The hash of an entry; the real one would depend on random salts.
std::string entry_hash(std::int64_t seq) { return hex(bytes_of("entry " + std::to_string(seq))); }

protocol::Settings settings() {
    const GameInfo& game = *protocol::find_game("ambiciosa");
    const auto options = protocol::read_options(game, Json{{"target", 1'000}, {"starter", "first"}});
    return {game.id, std::get<OptionValues>(options), seats, {}};
}

/// The messages of the match, as Ana on seat 0 sends and gets them.
class Example {
  public:
    Example() : seed_(secret_of("the server's secret")), text_(protocol::to_json(settings()).dump()) {
        std::vector<Digest> marks;
        for (Seat seat = 0; seat < seats; ++seat) {
            marks.push_back(player_mark(nonce_of(seat), players[seat]));
            tips_[seat] = link(seat, chain_length);
            reveals_[seat] = link(seat, chain_length - 1);
        }
        commit_ = dice_commitment(id, seed_);
        players_ = players_text(marks);
        roster_ = roster_hash(id, commit_, text_, players_, tips_);
        play();
    }

    const std::vector<std::string>& requests() const { return requests_; }
    const std::vector<std::string>& pushes() const { return pushes_; }

  private:
    static Digest link(Seat seat, int number) {
        return chain_tip(secret_of("the secret of seat " + std::to_string(seat)), number);
    }

    /// Returns the values that the seats give to the next entry that draws.
    SeatValues give() {
        SeatValues fresh;
        ++given_;
        for (Seat seat = 0; seat < seats; ++seat) fresh[seat] = link(seat, chain_length - 1 - given_);
        return fresh;
    }

    void play() {
        request("hello", 31, {{"v", 1}, {"name", "Ana"}, {"dice", 1}});
        request("dice.shake", 32, {{"room", room}});
        push(protocol::DiceShakePush{std::string(room), 1});

        push(dice(protocol::DicePush::Step::tips));
        request("dice.tip", 33, {{"room", room}, {"match", id}, {"tip", hex(tips_[0])}});
        request("dice.reveal", 34, {{"room", room}, {"match", id}, {"value", hex(*reveals_[0])}});
        push(dice(protocol::DicePush::Step::play));

        ProvableChance chance(draw_key(seed_, roster_, reveals_));
        const auto match = protocol::Match::start(settings(), chance);
        const Json roll{{"do", "roll"}};
        push(protocol::DiceAskPush{.room = std::string(room),
                                   .match = std::string(id),
                                   .seq = 2,
                                   .hash = entry_hash(1),
                                   .by = {protocol::EntryAuthor::Kind::seat, 0},
                                   .n = match->prompt(0),
                                   .move = protocol::JsonText::of(roll),
                                   .k = 0,
                                   .seats = {0, 1}});
        const SeatValues fresh = give();
        request("dice.give", 35, {{"room", room}, {"match", id}, {"seq", 2}, {"value", hex(*fresh.at(0))}});
        chance.contribute(fresh);
        REQUIRE(std::holds_alternative<protocol::LogEntry>(match->play(0, roll, chance)));
        protocol::MatchPush thrown = shown(*match);
        thrown.clock = protocol::MatchPush::Clock{Wait::Kind::turn, 15'000, 15'000};
        thrown.dice = protocol::JsonText::object({{"k", 0},
                                                  {"seats", protocol::JsonText::array(std::vector{0, 1})},
                                                  {"fresh", dice_record::to_json(fresh)}});
        push(std::move(thrown));

        while (!match->result()) {
            const Seat seat = *match->to_act().begin();
            const std::uint64_t k = chance.next_k();
            chance.contribute(give());
            REQUIRE(std::holds_alternative<protocol::LogEntry>(
                match->play(seat, match->moves(seat).front(), chance)));
            if (chance.next_k() == k) --given_;  // this entry drew nothing, so nobody was asked
        }
        protocol::MatchPush last = shown(*match);
        last.you->moves = protocol::JsonText::array();
        last.result = protocol::MatchPush::End{*match->result(), "finished", {}};
        last.proof = protocol::JsonText::object({{"commit", hex(commit_)},
                                                 {"seed", hex(bytes_of("the server's secret"))},
                                                 {"settings", text_},
                                                 {"players", players_},
                                                 {"tips", dice_record::to_json(tips_)},
                                                 {"reveals", dice_record::to_json(reveals_)},
                                                 {"roster", hex(roster_)},
                                                 {"seq", match->seq()},
                                                 {"k", chance.next_k()}});
        push(std::move(last));
    }

    protocol::DicePush dice(protocol::DicePush::Step step) const {
        using Step = protocol::DicePush::Step;
        protocol::DicePush dice;
        dice.room = room;
        dice.match = id;
        dice.step = step;
        dice.witness = true;
        dice.commit = hex(commit_);
        dice.settings = text_;
        dice.players = players_;
        if (step != Step::tips) {
            for (const auto& [seat, tip] : tips_) dice.tips[seat] = hex(tip);
            dice.roster = hex(roster_);
        }
        if (step == Step::play) {
            dice.reveals.emplace();
            for (const auto& [seat, value] : reveals_) (*dice.reveals)[seat] = hex(*value);
        }
        const PlayerNonce nonce = nonce_of(0);
        dice.you = {0, hex(std::string_view(reinterpret_cast<const char*>(nonce.data()), nonce.size()))};
        return dice;
    }

    static protocol::MatchPush shown(const protocol::Match& match) {
        const Viewer ana{Seat{0}};
        protocol::MatchPush push;
        push.room = room;
        push.match = id;
        push.seq = match.seq();
        push.by = match.last().by;
        push.sight = match.viewer_updates({&ana, 1}, match.seq()).front();
        push.to_act = match.to_act();
        push.you = protocol::MatchPush::You{0, match.prompt(0), match.listed_text(0)};
        push.hash = entry_hash(match.seq());
        return push;
    }

    void request(const char* type, int number, const Json& fields) {
        Json json = object({{"t", type}, {"id", number}});
        json.update(fields);
        requests_.push_back(json.dump());
    }
    void push(protocol::ServerMessage message) { pushes_.push_back(protocol::write(std::move(message))); }

    Secret seed_;
    std::string text_;
    Digest commit_{};
    std::string players_;
    Tips tips_;
    SeatValues reveals_;
    Digest roster_{};
    int given_ = 0;
    std::vector<std::string> requests_;
    std::vector<std::string> pushes_;
};

/// The README's messages about dice, without line breaks.
std::vector<std::string> about_dice(const char* who) {
    std::vector<std::string> found;
    for (const std::string& text : readme_examples(who)) {
        const Json json = Json::parse(text);
        if (json["t"].get<std::string>().starts_with("dice") || json.contains("dice") ||
            json.contains("proof"))
            found.push_back(json.dump());
    }
    return found;
}

}  // namespace

TEST_CASE("the provable match in the README follows from its secrets") {
    const Example example;
    CHECK(about_dice("client") == example.requests());
    CHECK(about_dice("server") == example.pushes());
}

}  // namespace cubilete::server::readme_dice
