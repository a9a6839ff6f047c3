#include "server/admin/decrees.hpp"

#include <string>

#include <boost/asio/ip/address.hpp>
#include <doctest/doctest.h>

#include "server/admin/admin_rows.hpp"
#include "server/admin/networks.hpp"

using namespace cubilete::server;
using Kind = Decree::Kind;

namespace {

constexpr std::int64_t now = 1'000'000;

ClientNetwork network(const std::string& address) {
    return client_network(boost::asio::ip::make_address(address));
}
Decree ban(std::int64_t no, const std::string& player, std::optional<std::int64_t> until_ms = now + 1'000) {
    return {.id = "d" + std::to_string(no), .no = no, .player = player, .text = "rude", .until_ms = until_ms};
}
Decree network_ban(std::int64_t no, const std::string& which) {
    return {.id = "d" + std::to_string(no),
            .no = no,
            .kind = Kind::network_ban,
            .networks = {which},
            .until_ms = {}};
}
const NetworkHasher& hasher() {
    static const NetworkHasher one(Secret::random());
    return one;
}
HashedNetwork from(const std::string& address) { return {network(address), hasher().hash(network(address))}; }

}  // namespace

TEST_CASE("a ban holds to the millisecond before its end, and one without an end forever") {
    Decrees decrees;
    decrees.put(ban(1, "p_ana", now + 5));
    decrees.put(ban(2, "p_ben", std::nullopt));
    CHECK(decrees.ban_of("p_ana", now + 4));
    CHECK_FALSE(decrees.ban_of("p_ana", now + 5));
    CHECK(decrees.ban_of("p_ben", now * 1'000'000));
    CHECK_FALSE(decrees.ban_of("p_eve", now));
}

TEST_CASE("of several bans of a player the one that ends last is the answer") {
    Decrees decrees;
    decrees.put(ban(1, "p_ana", now + 5));
    decrees.put(ban(2, "p_ana", std::nullopt));
    decrees.put(ban(3, "p_ana", now + 9));
    CHECK(decrees.ban_of("p_ana", now)->no == 2);
    Decree ended = ban(2, "p_ana", now);
    decrees.put(ended);
    CHECK(decrees.ban_of("p_ana", now)->no == 3);
    CHECK(decrees.ban_of("p_ana", now + 9) == nullptr);
}

TEST_CASE("a mute is no ban, and a ban no mute") {
    Decrees decrees;
    Decree mute = ban(1, "p_ana");
    mute.kind = Kind::mute;
    decrees.put(mute);
    decrees.put(ban(2, "p_ben"));
    CHECK(decrees.mute_of("p_ana", now));
    CHECK_FALSE(decrees.ban_of("p_ana", now));
    CHECK_FALSE(decrees.mute_of("p_ben", now));
}

TEST_CASE("the ban of a player bars newcomers from their network for its own time, and nobody else") {
    Decrees decrees;
    Decree one = ban(1, "p_ana", std::nullopt);
    one.networks = {from("192.0.2.7").hash};
    one.newcomers_until_ms = now + 10;
    decrees.put(one);
    CHECK(decrees.newcomers_ban(from("192.0.2.7"), now + 9));
    CHECK_FALSE(decrees.newcomers_ban(from("192.0.2.7"), now + 10));
    CHECK_FALSE(decrees.newcomers_ban(from("192.0.2.8"), now));
    CHECK_FALSE(decrees.network_ban(from("192.0.2.7"), now));

    one.until_ms = now + 3;
    decrees.put(one);
    CHECK_FALSE(decrees.newcomers_ban(from("192.0.2.7"), now + 3));
}

TEST_CASE("the ban of a network is found by its hash, and that of a block by its addresses") {
    Decrees decrees;
    decrees.put(network_ban(1, from("192.0.2.7").hash));
    decrees.put(network_ban(2, "198.51.100.0/22"));
    decrees.put(network_ban(3, "2001:db8:1:2::5"));
    CHECK(decrees.network_ban(from("192.0.2.7"), now)->no == 1);
    CHECK_FALSE(decrees.network_ban(from("192.0.2.8"), now));
    CHECK(decrees.network_ban(from("198.51.103.255"), now)->no == 2);
    CHECK_FALSE(decrees.network_ban(from("198.51.104.0"), now));
    CHECK(decrees.network_ban(from("2001:db8:1:2:ffff::1"), now)->no == 3);  // of an address the /64
    CHECK_FALSE(decrees.network_ban(from("2001:db8:1:3::5"), now));
}

TEST_CASE("a change keeps the number, and what has ended is forgotten") {
    Decrees decrees;
    decrees.put(ban(1, "p_ana", now + 5));
    Decree changed = ban(1, "p_ana", now + 50);
    changed.text = "very rude";
    decrees.put(changed);
    CHECK(decrees.find(1)->text == "very rude");
    CHECK(decrees.ban_of("p_ana", now + 49));
    decrees.put(ban(2, "p_ben", now + 5));
    decrees.forget_ended(now + 5);
    CHECK(decrees.size() == 1);
    CHECK_FALSE(decrees.find(2));
    CHECK(decrees.ban_of("p_ana", now + 6)->no == 1);
}

TEST_CASE("the newest setting that has not ended holds") {
    Decrees decrees;
    const auto set = [&](std::int64_t no, const std::string& value, std::optional<std::int64_t> until_ms) {
        decrees.put({.id = std::to_string(no),
                     .no = no,
                     .kind = Kind::set,
                     .key = "chat",
                     .text = value,
                     .until_ms = until_ms});
    };
    CHECK_FALSE(decrees.setting("chat", now));
    set(1, "off", {});
    set(2, "on", now + 1);
    CHECK(decrees.setting("chat", now)->text == "on");
    CHECK(decrees.setting("chat", now + 1)->text == "off");
    CHECK_FALSE(decrees.setting("public-tables", now));
}

TEST_CASE("a decree comes back from its row") {
    Decree one{.id = "d_1",
               .no = 4,
               .kind = Kind::ban,
               .player = "p_ana",
               .name = "Ana",
               .networks = {"00ff", "192.0.2.0/24"},
               .key = {},
               .text = "it's \"rude\"",
               .by = "user 0",
               .at_ms = now,
               .until_ms = now + 5,
               .newcomers_until_ms = std::nullopt,
               .refused = 7};
    auto row = row_of(one).row;
    CHECK(row.keep_until_ms == now + 5 + ended_decrees_retention_ms);
    row.no = 4;
    row.refused = 7;
    const auto back = decree_of(row);
    REQUIRE(back);
    CHECK(row_of(*back).row.text == row.text);
    CHECK(back->no == 4);
    CHECK(back->player == "p_ana");
    CHECK(back->name == "Ana");
    CHECK(back->networks == one.networks);
    CHECK(back->until_ms == now + 5);
    CHECK(back->newcomers_until_ms == std::nullopt);
    CHECK(back->refused == 7);

    row.text.replace(row.text.find("\"ban\""), 5, "\"eat\"");
    CHECK_FALSE(decree_of(row));  // a later version may know that kind
}

TEST_CASE("a hash of a network depends on its key, and a tag is six letters") {
    const NetworkHasher other(Secret::random());
    CHECK(hasher().hash(network("192.0.2.7")) == hasher().hash(network("192.0.2.7")));
    CHECK(hasher().hash(network("192.0.2.7")) != hasher().hash(network("192.0.2.8")));
    CHECK(hasher().hash(network("192.0.2.7")) != other.hash(network("192.0.2.7")));
    const HmacSha256 key(Secret::random());
    const std::string tag = tag_of_network(key, hasher().hash(network("192.0.2.7")));
    CHECK(tag.size() == 6);
    CHECK(tag.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos);
    CHECK(tag == tag_of_network(key, hasher().hash(network("192.0.2.7"))));
    CHECK(tag != tag_of_network(HmacSha256(Secret::random()), hasher().hash(network("192.0.2.7"))));
}

TEST_CASE("the players whom a ban of a network would shut out are counted without their addresses") {
    SeenPlayers seen;
    const auto note = [&](const std::string& player, const std::string& address) {
        seen.note(player, network(address), hasher(), {});
    };
    note("p_ana", "192.0.2.7");
    note("p_ben", "192.0.2.7");
    note("p_ben", "192.0.2.7");
    note("p_carl", "192.0.3.7");
    note("p_dan", "2001:db8:1:2::5");
    note("p_ana", "198.51.100.1");
    const std::vector<std::string> hashes{from("192.0.2.7").hash};
    CHECK(seen.count_other_players("p_ana", hashes) == 1);
    CHECK(seen.count_other_players("p_eve", hashes) == 2);
    CHECK(seen.count_players_in(parse_network("192.0.2.7").value(), hasher()) == 2);
    CHECK(seen.count_players_in(parse_network("192.0.2.0/24").value(), hasher()) == 2);
    CHECK(seen.count_players_in(parse_network("192.0.0.0/16").value(), hasher()) == 3);
    CHECK(seen.count_players_in(parse_network("192.0.2.0/30").value(), hasher()) ==
          2);  // at most: the /24 is counted
    CHECK(seen.count_players_in(parse_network("2001:db8::/32").value(), hasher()) == 1);
    CHECK(seen.count_players_in(parse_network("2001:db9::/32").value(), hasher()) == 0);
    CHECK(seen.networks_of("p_ana").front().hash == from("198.51.100.1").hash);
    CHECK(seen.networks_of("p_eve").empty());
}

TEST_CASE("the players seen last are remembered, in bounded memory") {
    SeenPlayers seen;
    for (std::size_t player = 0; player < 2 * SeenPlayers::most_players + 2; ++player)
        seen.note("p_" + std::to_string(player), network("192.0.2.7"), hasher(), {});
    CHECK(seen.networks_of("p_0").empty());
    CHECK_FALSE(seen.networks_of("p_" + std::to_string(2 * SeenPlayers::most_players + 1)).empty());
    for (int at = 0; at < 9; ++at) seen.note("p_ana", network("192.0.2." + std::to_string(at)), hasher(), {});
    CHECK(seen.networks_of("p_ana").size() == SeenPlayers::most_networks);
}

TEST_CASE("a private network, loopback and that of a proxy are doubtful; others are not") {
    const std::vector<Network> proxies{parse_network("203.0.113.9").value()};
    for (const char* block : {"10.1.0.0/16", "127.0.0.1", "192.168.1.5", "::1", "::/32", "fd00::/64",
                              "203.0.113.0/24", "203.0.113.9"}) {
        CAPTURE(block);
        CHECK(is_doubtful(parse_network(block).value(), proxies));
    }
    CHECK_FALSE(is_doubtful(parse_network("203.0.113.8").value(), proxies));
    CHECK_FALSE(is_doubtful(parse_network("2001:db8::/32").value(), proxies));
}
