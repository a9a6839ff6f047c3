#include "server/match/dice_arithmetic.hpp"

#include <algorithm>
#include <concepts>
#include <sstream>
#include <type_traits>

#include "server/match/dice_record.hpp"
#include "server/match/provable_chance.hpp"
#include "tests/server/dice_vectors.hpp"

namespace cubilete::server {
namespace {

template <class Stream>
concept Prints = requires(Stream& stream, const Secret& secret) {
    stream << secret;
};
static_assert(!Prints<std::ostringstream>);
static_assert(!std::is_constructible_v<protocol::Json, Secret>);
static_assert(!std::is_constructible_v<nlohmann::json, Secret>);
static_assert(!std::is_copy_constructible_v<Secret> && !std::is_copy_assignable_v<Secret>);
static_assert(!std::is_convertible_v<Secret, Secret::Bytes>);
static_assert(!std::totally_ordered<Secret>);

bool all_zero(Secret::Bytes bytes) {
    return std::ranges::all_of(bytes, [](unsigned char byte) { return byte == 0; });
}

/// Asks for the draw as a game does and returns what the game got.
std::vector<std::uint32_t> ask(Chance& chance, const protocol::Json& draw) {
    const int a = draw["a"].get<int>();
    if (draw["kind"] == "pick") return {static_cast<std::uint32_t>(chance.pick(a))};
    if (draw["kind"] == "dice") {
        const Dice dice = chance.dice(a, draw["b"].get<int>());
        return {dice.begin(), dice.end()};
    }
    std::vector<Card> pile;
    for (int card = 0; card < a; ++card) pile.push_back(static_cast<Card>(card));
    chance.shuffle(pile);
    return {pile.begin(), pile.end()};
}

std::vector<std::uint32_t> result_of(const protocol::Json& draw) {
    if (draw["kind"] == "pick") return {draw["result"].get<std::uint32_t>()};
    return draw["result"].get<std::vector<std::uint32_t>>();
}

TEST_CASE("a secret that is moved leaves no bytes behind") {
    Secret secret = Secret::random();
    CHECK_FALSE(all_zero(secret.expose()));
    const Secret copy(secret.expose());
    CHECK(copy == secret);
    Secret moved = std::move(secret);
    CHECK(all_zero(secret.expose()));  // NOLINT(bugprone-use-after-move)
    CHECK(copy == moved);
    secret = std::move(moved);
    CHECK(all_zero(moved.expose()));  // NOLINT(bugprone-use-after-move)
    CHECK(copy == secret);
    CHECK_FALSE(Secret::random() == Secret::random());
}

TEST_CASE("an HMAC is that of RFC 4231, in however many parts its text comes") {
    // HMAC fills a shorter key with zeros, as these keys of 4 and 20 bytes are filled here.
    const auto hmac = [](std::string_view key, std::initializer_list<std::string_view> parts) {
        Digest filled{};
        std::ranges::copy(key, filled.begin());
        const HmacSha256 keyed{Secret(filled)};
        CHECK(keyed.of(parts) == keyed.of(parts));
        return hex(keyed.of(parts));
    };
    CHECK(hmac(std::string(20, '\x0b'), {"Hi There"}) ==
          "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    const std::string jefe = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
    CHECK(hmac("Jefe", {"what do ya want for nothing?"}) == jefe);
    CHECK(hmac("Jefe", {"what do ya ", "", "want for nothing?"}) == jefe);
    CHECK(hmac(std::string(20, '\xaa'), {std::string(50, '\xdd')}) ==
          "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
}

TEST_CASE("a value of a seat is 64 lower-case digits and nothing else") {
    const std::string text = "00ff" + std::string(60, '7');
    REQUIRE(parse_digest(text));
    CHECK(hex(*parse_digest(text)) == text);
    CHECK_FALSE(parse_digest(text.substr(1)));
    CHECK_FALSE(parse_digest(text + "00"));
    CHECK_FALSE(parse_digest("00FF" + text.substr(4)));
    CHECK_FALSE(parse_digest("00f:" + text.substr(4)));
    CHECK_FALSE(parse_digest(text.substr(0, 62) + " 7"));
}

TEST_CASE("commitments, tips, roster and key are those of the examples") {
    const protocol::Json vectors = dice::read("vectors.json");
    REQUIRE(vectors.size() == 5);
    for (const protocol::Json& vector : vectors) {
        const auto match = vector["match"].get<std::string>();
        CAPTURE(match);
        const Secret seed(dice::digest(vector["seed"]));
        const Digest commitment = dice_commitment(match, seed);
        CHECK(hex(commitment) == vector["commit"].get<std::string>());
        for (const auto& [seat, secret] : vector["secrets"].items()) {
            const Secret first(dice::digest(secret));
            const int length = vector["length"].get<int>();
            CHECK(hex(chain_tip(first, length)) == vector["tips"][seat].get<std::string>());
            const protocol::Json& reveal = vector["reveals"][seat];
            if (!reveal.is_null()) CHECK(reveal == hex(chain_tip(first, length - 1)));
        }
        std::vector<Digest> marks;
        for (std::size_t seat = 0; seat < vector["ids"].size(); ++seat) {
            PlayerNonce nonce;
            const auto digits = vector["nonces"][seat].get<std::string>();
            sodium_hex2bin(nonce.data(), nonce.size(), digits.data(), digits.size(), nullptr, nullptr,
                           nullptr);
            marks.push_back(player_mark(nonce, vector["ids"][seat].get<std::string>()));
        }
        CHECK(players_text(marks) == vector["players"].get<std::string>());
        const Digest roster = roster_hash(match, commitment, vector["settings"].get<std::string>(),
                                          vector["players"].get<std::string>(), dice::tips(vector["tips"]));
        CHECK(hex(roster) == vector["roster"].get<std::string>());
        CHECK(draw_key(seed, roster, dice::seat_values(vector["reveals"])) ==
              Secret(dice::digest(vector["key"])));
    }
}

TEST_CASE("a match draws what the examples say, also when it goes on after a restart") {
    const protocol::Json vectors = dice::read("vectors.json");
    std::size_t draws = 0;
    for (const protocol::Json& vector : vectors) {
        const Secret key(dice::digest(vector["key"]));
        ProvableChance chance(key);
        for (const protocol::Json& entry : vector["entries"]) {
            const SeatValues fresh = dice::seat_values(entry["fresh"]);
            chance.contribute(fresh);
            ProvableChance restarted(key, chance.next_k());
            restarted.contribute(fresh);
            for (const protocol::Json& draw : entry["drawn"]) {
                CHECK(ask(chance, draw) == result_of(draw));
                CHECK(ask(restarted, draw) == result_of(draw));
                ++draws;
            }
            const std::vector<ProvableDraw> drawn = chance.take();
            CHECK(drawn == restarted.take());
            REQUIRE(drawn.size() == entry["drawn"].size());
            for (std::size_t at = 0; at < drawn.size(); ++at)
                CHECK(dice_record::to_json(drawn[at]).tree() == entry["drawn"][at]);
        }
    }
    CHECK(draws > 50);
}

TEST_CASE("a draw changes with its number, its size, the key and each contribution") {
    const Digest one = parse_digest(std::string(64, '1')).value();
    const Digest other = parse_digest(std::string(64, '2')).value();
    const auto draw = [&](const DrawRequest& request, const Digest& key, const SeatValues& fresh) {
        return draw_values(DrawKey(Secret(key)), request, encode_contributions(fresh));
    };
    const DrawRequest cards{7, DrawKind::shuffle, 52, 0};
    const auto before = draw(cards, one, {{Seat{0}, one}});
    CHECK(before == draw(cards, one, {{Seat{0}, one}}));
    CHECK(before != draw({8, DrawKind::shuffle, 52, 0}, one, {{Seat{0}, one}}));
    CHECK(before != draw(cards, other, {{Seat{0}, one}}));
    CHECK(before != draw(cards, one, {{Seat{1}, one}}));
    CHECK(before != draw(cards, one, {{Seat{0}, other}}));
    CHECK(before != draw(cards, one, {{Seat{0}, std::nullopt}}));
    CHECK(before != draw(cards, one, {{Seat{0}, one}, {Seat{1}, std::nullopt}}));
    CHECK(before != draw(cards, one, {}));
    const DrawRequest dice{7, DrawKind::dice, 6, 200};
    CHECK(draw(dice, one, {}) != draw({7, DrawKind::dice, 6, 201}, one, {}));
    CHECK(draw(dice, one, {}).front() != draw({7, DrawKind::dice, 5, 200}, one, {}).front());
}

TEST_CASE("a draw of an impossible size is refused before it takes a number") {
    ProvableChance chance(Secret::random());
    std::vector<Card> too_many(257);
    CHECK_THROWS_AS(chance.dice(0, 6), std::logic_error);
    CHECK_THROWS_AS(chance.dice(7, 6), std::logic_error);
    CHECK_THROWS_AS(chance.dice(1, 0), std::logic_error);
    CHECK_THROWS_AS(chance.dice(1, 256), std::logic_error);
    CHECK_THROWS_AS(chance.pick(0), std::logic_error);
    CHECK_THROWS_AS(chance.shuffle(too_many), std::logic_error);
    CHECK(chance.next_k() == 0);
    CHECK(chance.take().empty());
    CHECK(chance.pick(1) == 0);
    CHECK(chance.dice(1, 255)[0] >= 1);
    std::vector<Card> none;
    chance.shuffle(none);
    CHECK(chance.next_k() == 3);
}

}  // namespace
}  // namespace cubilete::server
