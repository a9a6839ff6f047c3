#include "server/match/chain.hpp"

#include <set>
#include <stdexcept>

#include <doctest/doctest.h>

#include "server/core/tokens.hpp"

namespace cubilete::server {
namespace {

storage::LogRow entry() {
    return {"m_1", 2,  R"({"seat":0})",      "7", 1, R"({"do":"roll"})", R"([{"dice":[1]}])", 30'000,
            1,     {}, std::string(32, 's'), {}};
}

TEST_CASE("salts are 32 random bytes, and every entry gets its own") {
    std::set<std::string> salts;
    std::set<char> bytes;
    for (int n = 0; n < 1'000; ++n) {
        const std::string salt = random_salt();
        CHECK(salt.size() == 32);
        CHECK(salt.find_first_not_of('\0') != std::string::npos);
        salts.insert(salt);
        bytes.insert(salt.begin(), salt.end());
    }
    CHECK(salts.size() == 1'000);
    CHECK(bytes.size() == 256);
}

TEST_CASE("the hash of an entry changes with each of its fields") {
    const std::string before = chain_root("m_1");
    const std::string hash = chain_hash(2, before, entry());
    CHECK(hex(hash).size() == 64);
    CHECK(chain_hash(2, before, entry()) == hash);
    CHECK(chain_hash(2, chain_root("m_2"), entry()) != hash);
    CHECK(chain_hash(1, before, entry()) != hash);
    const auto differs = [&](auto change) {
        storage::LogRow changed = entry();
        change(changed);
        return chain_hash(2, before, changed) != hash;
    };
    CHECK(differs([](auto& e) { e.seq = 3; }));
    CHECK(differs([](auto& e) { e.by = R"({"seat":1})"; }));
    CHECK(differs([](auto& e) { e.message_id = R"("7")"; }));
    CHECK(differs([](auto& e) { e.prompt = 2; }));
    CHECK(differs([](auto& e) { e.move = "null"; }));
    CHECK(differs([](auto& e) { e.draws = "[]"; }));
    CHECK(differs([](auto& e) { e.salt = std::string(32, 't'); }));
    CHECK(differs([](auto& e) { e.left_ms = 1; }));
    CHECK(differs([](auto& e) { e.at_ms = 2; }));
    CHECK(differs([](auto& e) { e.extra = "{}"; }));
}

TEST_CASE("older matches have a chain without clock times, and keep their hashes") {
    const std::string hash = chain_hash(1, chain_root("m_1"), entry());
    CHECK(hex(hash) == "0bd858b949e7e7f8e0148dcf496f569e1cca9f7259fedc32120b086d3a5807b8");
    storage::LogRow changed = entry();
    changed.left_ms = 1;
    changed.at_ms = 2;
    CHECK(chain_hash(1, chain_root("m_1"), changed) == hash);
    changed.move = "null";
    CHECK(chain_hash(1, chain_root("m_1"), changed) != hash);
}

TEST_CASE("an entry of version 2 has exactly the hash that the protocol defines") {
    storage::LogRow full = entry();
    full.extra = R"({"k":7})";
    CHECK(hex(chain_hash(2, chain_root("m_1"), full)) ==
          "6450e7687d46443a1fcf4c17fb83e80a71a4676fc81673e73f08a8d3ff2e8cae");
    CHECK_THROWS_AS(chain_hash(3, chain_root("m_1"), full), std::logic_error);
}

TEST_CASE("moving a character from one field to the next changes the hash") {
    storage::LogRow one = entry();
    storage::LogRow other = entry();
    one.by = "ab";
    one.message_id = "c";
    other.by = "a";
    other.message_id = "bc";
    CHECK(chain_hash(2, "", one) != chain_hash(2, "", other));
}

TEST_CASE("tokens, ids and codes have their documented form and are never equal") {
    std::set<std::string> seen;
    for (int i = 0; i < 1000; ++i) {
        CHECK(random_token().size() == 43);
        CHECK(seen.insert(random_token()).second);
        CHECK(is_room_code(random_room_code()));
    }
    CHECK_FALSE(is_room_code("K7QX2"));
    CHECK_FALSE(is_room_code("K7QX2O"));
    CHECK_FALSE(is_room_code("k7qx2m"));
    CHECK(to_capitals("k7Qx2m") == "K7QX2M");
    CHECK(hex(hash_of("abc")) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace cubilete::server
