#include <optional>
#include <string>
#include <variant>

#include <doctest/doctest.h>

#include "protocol/codec.hpp"
#include "server/match/built_in_bots.hpp"
#include "tests/server/world.hpp"
#include "tests/stored_match.hpp"

/// Requests of operators to a whole server without sockets.
using namespace cubilete;
using namespace cubilete::server;

namespace {

constexpr auto week = std::chrono::hours(7 * 24);

ClientNetwork network(const char* address) { return client_network(boost::asio::ip::make_address(address)); }

/// Returns the operator's answer to a request: the fields of `ok`, or the refusal.
Json ask_admin(World& world, Json request) {
    request["id"] = 1;
    auto message = protocol::parse(request.dump());
    REQUIRE_MESSAGE(std::holds_alternative<protocol::ClientMessage>(message), request.dump());
    std::optional<std::string> answer;
    const auto set_answer = [&](const auto& result) {
        REQUIRE_FALSE(answer);
        if (const auto* no = std::get_if<protocol::Rejection>(&result))
            answer = protocol::write(protocol::RefusedReply{std::int64_t{1}, *no});
        else
            answer = protocol::write(
                protocol::Ok{std::int64_t{1}, to_json(std::get<protocol::AdminReply>(result))});
    };
    world.lobby->handle_admin_request(
        {"user 0", set_answer},
        std::get<protocol::AdminRequest>(std::get<protocol::ClientMessage>(message).request));
    world.settle();
    REQUIRE(answer);
    return Json::parse(*answer);
}

Json ban(World& world, const Guest& player, Json more = Json::object()) {
    Json request{{"t", "desk.ban"}, {"player", player.id}, {"reason", "rude"}};
    request.update(more);
    return ask_admin(world, request);
}

/// The answer to a hello on a new socket.
Json hello(World& world, const Json& fields, ClientNetwork home = {}) {
    const auto sink = std::make_shared<ScriptedSink>(home);
    Json request{{"t", "hello"}, {"id", 1}, {"v", 1}, {"name", "Eve"}};
    request.update(fields);
    auto message = protocol::parse(request.dump());
    world.lobby->receive(sink, std::get<protocol::ClientMessage>(std::move(message)));
    world.settle();
    return sink->frames.back();
}

}  // namespace

TEST_CASE("a banned player's sockets are closed, and a hello tells the reason and the end") {
    World world;
    Guest ana(world);
    Guest other(world, "Ana", ana.token);
    const Json done = ban(world, ana, {{"for", "12h"}});
    CHECK(done["no"] == 1);
    CHECK(ana.sink->closed == CloseCode::banned);
    CHECK(other.sink->closed == CloseCode::banned);

    const std::int64_t end = world.hands.wall_ms() + 12 * 3'600'000;
    CHECK(done["until_ms"] == end);
    const Json no = hello(world, {{"token", ana.token}});
    CHECK(no["code"] == "banned");
    CHECK(no["why"] == "banned_by_operator");
    CHECK(no["args"] == Json{"rude"});
    CHECK(no["until_ms"] == end);
}

TEST_CASE("a ban ends to the millisecond") {
    World world;
    Guest ana(world);
    ban(world, ana, {{"for", "12h"}});
    world.turn(std::chrono::hours(12) - std::chrono::milliseconds(1));
    CHECK(refusal(hello(world, {{"token", ana.token}})) == "banned");
    world.turn(std::chrono::milliseconds(1));
    CHECK(refusal(hello(world, {{"token", ana.token}})) == "ok");
}

TEST_CASE("a ban without a time lasts a week, and one forever has no end") {
    World world;
    Guest ana(world);
    Guest ben(world, "Ben");
    CHECK(ban(world, ana)["until_ms"] == world.hands.wall_ms() + std::chrono::milliseconds(week).count());
    CHECK_FALSE(ban(world, ben, {{"for", "forever"}}).contains("until_ms"));
    CHECK_FALSE(hello(world, {{"token", ben.token}}).contains("until_ms"));
}

TEST_CASE("a ban holds after a restart, and the seat of the banned player is left") {
    World world;
    Guest ana(world);
    Guest ben(world, "Ben");
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 2}}));
    code_of(ben.ask({{"t", "room.join"}, {"room", room}}));
    ben.ask({{"t", "room.ready"}, {"room", room}, {"ready", true}});
    REQUIRE(refusal(ana.ask({{"t", "room.start"}, {"room", room}})) == "ok");
    ban(world, ben);
    const Json seat = ana.latest("room")["seats"][1];
    CHECK(seat["house"] == true);
    CHECK(seat["online"] == false);

    world.restart();
    CHECK(refusal(hello(world, {{"token", ben.token}})) == "banned");
    ana.come_back();
    CHECK(ana.latest("room")["seats"][1]["house"] == true);
}

TEST_CASE("a ban that became durable just before a crash takes effect after it") {
    World world;
    Guest ana(world);
    Guest ben(world, "Ben");
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 2}}));
    code_of(ben.ask({{"t", "room.join"}, {"room", room}}));
    // As another node, or this one before the crash, wrote it.
    Decree decree{.id = "d_1",
                  .player = ben.id,
                  .name = "Ben",
                  .text = "rude",
                  .at_ms = world.hands.wall_ms(),
                  .until_ms = {}};
    world.database.post({row_of(decree)});
    world.restart();
    ana.come_back();
    CHECK(ana.latest("room")["seats"][1]["player"].is_null());
    CHECK(refusal(hello(world, {{"token", ben.token}})) == "banned");
}

TEST_CASE("from the network of a banned player no new players come for a day, and known ones do") {
    World world;
    const ClientNetwork home = network("198.51.100.7");
    Guest ana(world, "Ana", {}, false, home);
    Guest neighbour(world, "Ben", {}, false, home);
    const Json done = ban(world, ana);
    CHECK(done["newcomers_until_ms"] == world.hands.wall_ms() + 24 * 3'600'000);
    CHECK_FALSE(neighbour.sink->closed);

    CHECK(hello(world, Json::object(), home)["why"] == "newcomers_barred");
    CHECK(refusal(hello(world, {{"token", neighbour.token}}, home)) == "ok");
    CHECK(refusal(hello(world, Json::object(), network("198.51.100.8"))) == "ok");
    world.turn(std::chrono::hours(24));
    CHECK(refusal(hello(world, Json::object(), home)) == "ok");
    CHECK(refusal(hello(world, {{"token", ana.token}}, home)) == "banned");
}

TEST_CASE("newcomers are barred no longer than the ban holds, and are told so") {
    World world;
    const ClientNetwork home = network("198.51.100.7");
    Guest ana(world, "Ana", {}, false, home);
    const std::int64_t end = world.hands.wall_ms() + 3'600'000;
    Json more{{"for", "1h"}};
    SUBCASE("by default") {}
    SUBCASE("also if barred forever") { more["newcomers"] = "forever"; }
    CHECK(ban(world, ana, more)["newcomers_until_ms"] == end);
    const Json no = hello(world, Json::object(), home);
    CHECK(no["why"] == "newcomers_barred");
    CHECK(no["until_ms"] == end);
    CHECK(ask_admin(world, {{"t", "desk.bans"}})["decrees"][0]["newcomers_until_ms"] == end);
    world.turn(std::chrono::hours(1));
    CHECK(refusal(hello(world, Json::object(), home)) == "ok");
}

TEST_CASE("a ban says that it bars newcomers forever") {
    World world;
    const ClientNetwork home = network("198.51.100.7");
    Guest ana(world, "Ana", {}, false, home);
    const Json done = ban(world, ana, {{"for", "forever"}, {"newcomers", "forever"}});
    CHECK(done.at("newcomers_until_ms").is_null());
    CHECK(ask_admin(world, {{"t", "desk.bans"}})["decrees"][0].at("newcomers_until_ms").is_null());
    CHECK(hello(world, Json::object(), home)["why"] == "newcomers_barred");
}

TEST_CASE("a ban that bars newcomers no more names no time for them") {
    World world;
    const ClientNetwork home = network("198.51.100.7");
    Guest ana(world, "Ana", {}, false, home);
    ban(world, ana);
    const auto listed = [&] { return ask_admin(world, {{"t", "desk.bans"}})["decrees"][0]; };
    REQUIRE(listed().contains("newcomers_until_ms"));
    SUBCASE("because the operator has ended it") {
        const Json done = ask_admin(world, {{"t", "desk.change"}, {"no", 1}, {"newcomers", "0m"}});
        CHECK_FALSE(done.contains("newcomers_until_ms"));
    }
    SUBCASE("because the time is over") { world.turn(std::chrono::hours(24)); }
    SUBCASE("because the ban has ended") {
        CHECK_FALSE(ask_admin(world, {{"t", "desk.unban"}, {"no", 1}}).contains("newcomers_until_ms"));
    }
    CHECK_FALSE(listed().contains("newcomers_until_ms"));
    CHECK(refusal(hello(world, Json::object(), home)) == "ok");
}

TEST_CASE(
    "of two bans that bar the newcomers of a network the later end is told, not that of the longer ban") {
    World world;
    const ClientNetwork home = network("198.51.100.7");
    Guest ana(world, "Ana", {}, false, home);
    Guest ben(world, "Ben", {}, false, home);
    const std::int64_t end = world.hands.wall_ms() + 2 * 3'600'000;
    ban(world, ana, {{"for", "2h"}});
    ban(world, ben, {{"for", "3h"}, {"newcomers", "1h"}});
    CHECK(hello(world, Json::object(), home)["until_ms"] == end);
}

TEST_CASE("a ban does not bar newcomers from a network that everybody may have") {
    World world;
    Guest ana(world, "Ana", {}, false, network("192.168.1.7"));
    CHECK_FALSE(ban(world, ana).contains("newcomers_until_ms"));
    CHECK(refusal(hello(world, Json::object(), network("192.168.1.7"))) == "ok");
}

TEST_CASE("the ban of a network says whom it shuts out before it does") {
    World world;
    const ClientNetwork home = network("198.51.100.7");
    Guest ana(world, "Ana", {}, false, home);
    Guest ben(world, "Ben", {}, false, home);
    Guest gone(world, "Carl", {}, false, home);
    gone.hang_up();
    Guest far(world, "Dan", {}, false, network("203.0.113.1"));

    const Json question = ban(world, ana, {{"whole_network", true}});
    CHECK_FALSE(question.contains("no"));
    CHECK(question["others"] == 2);
    CHECK(question["here"] == 1);
    CHECK_FALSE(ben.sink->closed);

    CHECK(ban(world, ana, {{"whole_network", true}, {"yes", true}})["no"] == 1);
    CHECK(ben.sink->closed == CloseCode::banned);
    CHECK_FALSE(far.sink->closed);
    CHECK(refusal(hello(world, {{"token", ben.token}}, home)) == "banned");
    CHECK(refusal(hello(world, {{"token", ben.token}}, network("203.0.113.1"))) == "ok");
}

TEST_CASE("the ban of a network holds after a restart although the disk was full at the first start") {
    World world(1, [](const storage::Write&) { return true; });
    world.disk_is_full_for = nullptr;
    world.turn(std::chrono::seconds(1));
    const ClientNetwork home = network("198.51.100.7");
    Guest ana(world, "Ana", {}, false, home);
    REQUIRE(ban(world, ana, {{"whole_network", true}, {"yes", true}})["no"] == 1);
    world.restart();
    CHECK(refusal(hello(world, {{"token", ana.token}}, home)) == "banned");
}

TEST_CASE("a block of addresses is banned as it was typed") {
    World world;
    Guest ana(world, "Ana", {}, false, network("198.51.100.7"));
    Guest ben(world, "Ben", {}, false, network("198.51.101.7"));
    const Json request{{"t", "desk.ban"}, {"network", "198.51.100.0/24"}, {"reason", "spam"}};
    CHECK(ask_admin(world, request)["here"] == 1);
    Json sure = request;
    sure["yes"] = true;
    CHECK(ask_admin(world, sure)["no"] == 1);
    CHECK(ana.sink->closed == CloseCode::banned);
    CHECK_FALSE(ben.sink->closed);
    CHECK(ask_admin(world, {{"t", "desk.bans"}})["decrees"][0]["networks"] == Json{"198.51.100.0/24"});
}

TEST_CASE("a network that probably everybody has, and a wide block, are banned only by force") {
    World world;
    Guest ana(world, "Ana", {}, false, network("127.0.0.1"));
    CHECK(refusal(ban(world, ana, {{"whole_network", true}, {"yes", true}})) == "bad_message");
    for (const char* block : {"10.0.0.0/16", "127.0.0.1", "198.0.0.0/15", "2001::/31", "fd00::/64"}) {
        CAPTURE(block);
        Json request{{"t", "desk.ban"}, {"network", block}, {"reason", "x"}, {"yes", true}};
        CHECK(refusal(ask_admin(world, request)) == "bad_message");
        CHECK_FALSE(ana.sink->closed);
    }
    CHECK(ban(world, ana, {{"whole_network", true}, {"yes", true}, {"force", true}})["no"] == 1);
    CHECK(ana.sink->closed == CloseCode::banned);
}

TEST_CASE("a player who is also connected from elsewhere keeps the seat when a network is banned") {
    World world;
    const ClientNetwork home = network("198.51.100.7");
    Guest ana(world, "Ana", {}, false, home);
    Guest phone(world, "Ana", ana.token, false, network("203.0.113.1"));
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 2}}));
    ask_admin(world, {{"t", "desk.ban"}, {"network", "198.51.100.7"}, {"reason", "spam"}, {"yes", true}});
    CHECK(ana.sink->closed == CloseCode::banned);
    CHECK_FALSE(phone.sink->closed);
    CHECK(phone.latest("room")["seats"][0]["player"]["id"] == ana.id);
}

TEST_CASE("a muted player is refused in the chat and nowhere else") {
    World world;
    Guest ana(world);
    Guest ben(world, "Ben");
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 2}}));
    code_of(ben.ask({{"t", "room.join"}, {"room", room}}));
    const Json chat{{"t", "room.chat"}, {"room", room}, {"text", "you fool"}};
    REQUIRE(refusal(ben.ask(chat)) == "ok");

    ask_admin(world, {{"t", "desk.mute"}, {"player", ben.id}, {"for", "30m"}, {"reason", "insults"}});
    const Json no = ben.ask(chat);
    CHECK(no["code"] == "muted");
    CHECK(no["args"] == Json{"insults"});
    CHECK(no["until_ms"] == world.hands.wall_ms() + 30 * 60'000);
    CHECK(ana.latest("chat")["text"] == "you fool");
    CHECK(ana.count("chat") == 1);
    CHECK(refusal(ben.ask({{"t", "room.ready"}, {"room", room}, {"ready", true}})) == "ok");
    CHECK(refusal(ana.ask(chat)) == "ok");
    world.turn(std::chrono::minutes(30));
    CHECK(refusal(ben.ask(chat)) == "ok");
}

TEST_CASE("a decree is ended and changed by its number, and one that is over is neither") {
    World world;
    Guest ana(world);
    ban(world, ana);
    CHECK(refusal(ask_admin(
              world, {{"t", "desk.change"}, {"no", 1}, {"for", "30m"}, {"reason", "very rude"}})) == "ok");
    const Json no = hello(world, {{"token", ana.token}});
    CHECK(no["args"] == Json{"very rude"});
    CHECK(no["until_ms"] == world.hands.wall_ms() + 30 * 60'000);
    CHECK(refusal(ask_admin(world, {{"t", "desk.unban"}, {"no", 1}})) == "ok");
    CHECK(refusal(hello(world, {{"token", ana.token}})) == "ok");
    CHECK(ask_admin(world, {{"t", "desk.unban"}, {"no", 1}})["at"] == "/no");
    CHECK(ask_admin(world, {{"t", "desk.change"}, {"no", 7}, {"reason", "x"}})["at"] == "/no");
}

TEST_CASE("the list of bans is searched, sorted, and counts refusals") {
    World world;
    Guest ana(world, "Ana");
    Guest ben(world, "Ben");
    ban(world, ana, {{"for", "forever"}, {"reason", "Spam"}});
    ask_admin(world, {{"t", "desk.mute"}, {"player", ben.id}, {"reason", "insults"}});
    for (int time = 0; time < 3; ++time) hello(world, {{"token", ana.token}});

    const auto list = [&](const Json& more) {
        Json request{{"t", "desk.bans"}};
        request.update(more);
        return ask_admin(world, request)["decrees"];
    };
    const Json all = list(Json::object());
    REQUIRE(all.size() == 2);
    CHECK(all[0]["kind"] == "mute");
    CHECK(all[0]["holds"] == true);
    CHECK(all[1]["player"]["name"] == "Ana");
    CHECK(all[1]["until_ms"].is_null());
    CHECK(all[1]["refused"] == 3);
    CHECK(all[1]["by"] == "user 0");
    CHECK(list({{"order", "refused"}})[0]["no"] == 1);
    CHECK(list({{"order", "until"}})[0]["no"] == 2);
    CHECK(list({{"find", "spam"}}).size() == 1);
    CHECK(list({{"find", "nobody"}}).empty());
    ask_admin(world, {{"t", "desk.unban"}, {"no", 2}});
    CHECK(list(Json::object())[1]["holds"] == false);
}

TEST_CASE("the list of bans is shown while the disk is full") {
    World world;
    Guest ana(world);
    ban(world, ana);
    hello(world, {{"token", ana.token}});
    world.disk_is_full_for = [](const storage::Write&) { return true; };
    CHECK(ask_admin(world, {{"t", "desk.bans"}})["total"] == 1);
}

TEST_CASE("the desk shows who is here and at which table, without an address") {
    World world;
    Guest ana(world, "Ana", {}, false, network("198.51.100.7"));
    Guest ben(world, "Ben", {}, false, network("198.51.100.7"));
    Guest carl(world, "Carl", {}, false, network("203.0.113.1"));
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 3}}));
    code_of(ben.ask({{"t", "room.join"}, {"room", room}, {"as", "spectator"}}));
    ben.ask({{"t", "room.chat"}, {"room", room}, {"text", "good luck"}});

    const Json people = ask_admin(world, {{"t", "desk.who"}})["people"];
    REQUIRE(people.size() == 3);
    std::map<std::string, Json> by_name;
    for (const Json& one : people) by_name[one["player"]["name"]] = one;
    CHECK(by_name["Ana"]["tables"] == Json{room});
    CHECK(by_name["Ana"]["new"] == true);
    CHECK(by_name["Ana"]["since_ms"] == world.hands.wall_ms());
    CHECK(by_name["Ana"]["network"] == by_name["Ben"]["network"]);
    CHECK(by_name["Ana"]["network"] != by_name["Carl"]["network"]);
    CHECK(people.dump().find("198.51") == std::string::npos);

    const Json line = ask_admin(world, {{"t", "desk.tables"}})["tables"][0];
    CHECK(line["room"] == room);
    CHECK(line["players"] == Json{"Ana"});
    CHECK(line["spectators"] == 1);
    CHECK(line["since_ms"] == world.hands.wall_ms());
    CHECK_FALSE(line.contains("chat"));

    const Json table = ask_admin(world, {{"t", "desk.table"}, {"room", room}});
    CHECK(table["people"].size() == 2);
    CHECK(table["chat"][0]["text"] == "good luck");
    CHECK(refusal(ask_admin(world, {{"t", "desk.table"}, {"room", "AAAAAA"}})) == "no_room");
}

TEST_CASE("the desk shows a player with what was decreed about them") {
    World world;
    Guest ana(world, "Ana", {}, false, network("198.51.100.7"));
    ban(world, ana);
    const Json view = ask_admin(world, {{"t", "desk.player"}, {"player", ana.id}});
    CHECK(view["player"]["name"] == "Ana");
    CHECK(view["here_since_ms"].is_null());
    CHECK(view["networks"].size() == 1);
    CHECK(view["decrees"][0]["text"] == "rude");
    const Json nobody = ask_admin(world, {{"t", "desk.player"}, {"player", "p_nobody"}});
    CHECK(nobody["at"] == "/player");
    CHECK(nobody["why"] == "desk_player_unknown");
}

TEST_CASE("the log has who did what to whom and why, and no request changes it") {
    World world;
    Guest ana(world);
    ban(world, ana, {{"for", "12h"}});
    ask_admin(world, {{"t", "desk.unban"}, {"no", 1}});
    const Json lines = ask_admin(world, {{"t", "desk.log"}})["lines"];
    REQUIRE(lines.size() == 2);
    CHECK(lines[0]["what"] == "unban");
    CHECK(lines[1]["what"] == "ban");
    CHECK(lines[1]["by"] == "user 0");
    CHECK(lines[1]["player"]["id"] == ana.id);
    CHECK(lines[1]["text"] == "12h, newcomers 1d: rude");
    CHECK(lines[1]["at_ms"] == world.hands.wall_ms());
    ana.come_back();
    ana.ask({{"t", "me.delete"}});
    CHECK(ask_admin(world, {{"t", "desk.log"}})["lines"][1]["player"]["name"] == "guest");
}

TEST_CASE(
    "an account that the operator deletes is gone as if its player had deleted it, who may be banned or "
    "absent") {
    World world;
    Guest ana(world);
    const Json request{{"t", "desk.forget"}, {"player", ana.id}};
    CloseCode closed = CloseCode::deleted;
    SUBCASE("here") {}
    SUBCASE("absent") { ana.hang_up(); }
    SUBCASE("banned") {
        ban(world, ana);
        closed = CloseCode::banned;
    }
    SUBCASE("after a full disk had no room for it") {
        world.disk_is_full_for = [](const storage::Write& write) {
            return std::holds_alternative<storage::ForgetPlayer>(write);
        };
        CHECK(refusal(ask_admin(world, request)) == "storage");
        CHECK_FALSE(ana.sink->closed);
        CHECK(refusal(ana.ask({{"t", "rename"}, {"name", "Eva"}})) == "ok");
        world.disk_is_full_for = nullptr;
    }
    CHECK(refusal(ask_admin(world, request)) == "ok");
    CHECK(ana.sink->closed.value_or(closed) == closed);
    CHECK(world.database.store().player(ana.id)->gone);
    CHECK(refusal(hello(world, {{"token", ana.token}})) == "bad_token");
    const Json line = ask_admin(world, {{"t", "desk.log"}})["lines"][0];
    CHECK(line["what"] == "forget");
    CHECK(line["player"]["name"] == "guest");
    CHECK(ask_admin(world, request)["why"] == "desk_player_unknown");
}

TEST_CASE("nobody bans a built-in bot, or a player whom there is not") {
    World world;
    CHECK(ask_admin(world, {{"t", "desk.ban"}, {"player", "p_nobody"}, {"reason", "x"}})["at"] == "/player");
    CHECK(ask_admin(world, {{"t", "desk.ban"}, {"reason", "x"}})["at"] == "/player");
    CHECK(ask_admin(world, {{"t", "desk.mute"},
                            {"player", built_in_bots().front().info.id},
                            {"reason", "x"}})["at"] == "/player");
}

TEST_CASE("when the disk is full an operator hears it, and nothing is decreed") {
    World world;
    Guest ana(world);
    world.disk_is_full_for = [](const storage::Write& write) {
        return std::holds_alternative<storage::PutAdminRow>(write);
    };
    CHECK(refusal(ban(world, ana)) == "storage");
    CHECK_FALSE(ana.sink->closed);
    world.disk_is_full_for = nullptr;
    CHECK(refusal(ban(world, ana)) == "ok");
}

TEST_CASE("a request of the desk over a player's socket is refused, with and without a hello") {
    World world;
    Guest ana(world);
    CHECK(ana.ask({{"t", "desk.who"}})["why"] == "desk_not_open");
    CHECK(ana.ask({{"t", "desk.ban"}, {"player", ana.id}, {"reason", "x"}})["why"] == "desk_not_open");
    const auto stranger = std::make_shared<ScriptedSink>();
    world.lobby->receive(stranger,
                         std::get<protocol::ClientMessage>(protocol::parse(R"({"t":"desk.who","id":1})")));
    world.settle();
    CHECK(stranger->frames.back()["why"] == "desk_not_open");
    CHECK_FALSE(ana.sink->closed);
}

TEST_CASE("a decree of another node holds here as soon as its number is known") {
    World world;
    Guest ana(world);
    Decree decree{.id = "d_1",
                  .player = ana.id,
                  .name = "Ana",
                  .text = "rude",
                  .at_ms = world.hands.wall_ms(),
                  .until_ms = {}};
    world.database.post({row_of(decree)});
    CHECK_FALSE(ana.sink->closed);
    const std::int64_t change = world.database.store().admin_rows({})[0].change;
    world.lobby->decrees().on_newest_change(change);
    world.settle();
    CHECK(ana.sink->closed == CloseCode::banned);
}

TEST_CASE("what another node has just done to a ban stays when it is changed or ended here") {
    World world;
    Guest ana(world);
    ban(world, ana);
    Decree other = *world.lobby->decrees().decrees().find(1);
    const auto lines = [&] {
        return world.database.store().admin_rows({.kind = storage::AdminRow::Kind::log}).size();
    };
    const std::size_t before = lines();
    SUBCASE("it has ended it") {
        other.until_ms = world.hands.wall_ms();
        world.database.post({row_of(other)});
        CHECK(ask_admin(world, {{"t", "desk.change"}, {"no", 1}, {"for", "forever"}})["at"] == "/no");
        CHECK(refusal(hello(world, {{"token", ana.token}})) == "ok");
        CHECK(lines() == before);
    }
    SUBCASE("it has given another reason") {
        other.text = "very rude";
        world.database.post({row_of(other)});
        SUBCASE("and the time changes") {
            const Json request{{"t", "desk.change"}, {"no", 1}, {"for", "30m"}};
            CHECK(ask_admin(world, request)["until_ms"] == world.hands.wall_ms() + 30 * 60'000);
            CHECK(hello(world, {{"token", ana.token}})["args"] == Json{"very rude"});
            CHECK(lines() == before + 1);
        }
        SUBCASE("and the ban ends") {
            CHECK(refusal(ask_admin(world, {{"t", "desk.unban"}, {"no", 1}})) == "ok");
            CHECK(refusal(hello(world, {{"token", ana.token}})) == "ok");
        }
    }
}

TEST_CASE("ended decrees are deleted 30 days later, and lines of the log after a year") {
    World world;
    Guest ana(world);
    ban(world, ana, {{"for", "12h"}});
    const auto decrees = [&] { return world.database.store().admin_rows({}).size(); };
    const auto lines = [&] {
        return world.database.store().admin_rows({.kind = storage::AdminRow::Kind::log}).size();
    };
    world.turn(std::chrono::hours(24 * 30));
    CHECK(decrees() == 1);
    world.turn(std::chrono::hours(24 * 2));
    CHECK(decrees() == 0);
    CHECK(lines() == 1);
    world.turn(std::chrono::hours(24 * 334));
    CHECK(lines() == 0);
}

// ---- words to all, tables, settings

TEST_CASE("a line of the operator reaches everybody who is here and whoever comes while it holds") {
    World world;
    Guest ana(world);
    const Json said =
        ask_admin(world, {{"t", "desk.say"}, {"text", "Restart at <b>nine</b>."}, {"for", "30m"}});
    const Json notice = ana.latest("notice");
    CHECK(notice["text"] == "Restart at <b>nine</b>.");
    CHECK(notice["no"] == said["no"]);
    CHECK(notice["until_ms"] == world.hands.wall_ms() + 30 * 60'000);
    Guest ben(world, "Ben");
    CHECK(ben.latest("notice") == notice);

    ask_admin(world, {{"t", "desk.unban"}, {"no", said["no"]}});
    CHECK(ana.latest("notice")["until_ms"] == world.hands.wall_ms());
    Guest carl(world, "Carl");
    CHECK(carl.count("notice") == 0);
    ask_admin(world, {{"t", "desk.say"}, {"text", "Welcome."}, {"for", "1h"}});
    world.turn(std::chrono::hours(1));
    CHECK(Guest(world, "Dan").count("notice") == 0);
}

TEST_CASE("the lines to everybody that hold are listed with the settings, the newest first") {
    World world;
    const auto lines = [&] { return ask_admin(world, {{"t", "desk.settings"}})["lines"]; };
    CHECK(lines().empty());
    for (const char* text : {"Welcome.", "Restart at nine."})
        ask_admin(world, {{"t", "desk.say"}, {"text", text}, {"for", "1h"}});
    REQUIRE(lines().size() == 2);
    CHECK(lines()[0]["text"] == "Restart at nine.");
    ask_admin(world, {{"t", "desk.unban"}, {"no", lines()[0]["no"]}});
    REQUIRE(lines().size() == 1);
    CHECK(lines()[0]["text"] == "Welcome.");
}

TEST_CASE("a table that the operator closes ends its match for nobody, and its players read why") {
    World world;
    Guest ana(world);
    Guest ben(world, "Ben");
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 2}}));
    code_of(ben.ask({{"t", "room.join"}, {"room", room}}));
    ben.ask({{"t", "room.ready"}, {"room", room}, {"ready", true}});
    const std::string match = ana.ask({{"t", "room.start"}, {"room", room}})["match"];
    const Json request{{"t", "desk.close"}, {"room", room}, {"reason", "not at this house"}};
    CHECK(refusal(ask_admin(world, request)) == "ok");
    for (const Guest* player : {&ana, &ben}) {
        CHECK(player->latest("gone")["reason"] == "closed");
        CHECK(player->latest("gone")["text"] == "not at this house");
        CHECK(player->latest("match")["result"]["reason"] == "abandoned");
    }
    CHECK(scores_of(world.database.store(), match).empty());
    CHECK_FALSE(world.database.store().open_room(room));
    CHECK(ask_admin(world, {{"t", "desk.log"}})["lines"][0]["text"] == room + ": not at this house");
    CHECK(refusal(ask_admin(world, request)) == "no_room");
}

TEST_CASE("a table that cannot be closed because the disk is full goes on, and the operator hears it") {
    World world;
    Guest ana(world);
    Guest ben(world, "Ben");
    Guest eve(world, "Eve");
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 2}}));
    code_of(ben.ask({{"t", "room.join"}, {"room", room}}));
    code_of(eve.ask({{"t", "room.join"}, {"room", room}, {"as", "spectator"}}));
    ben.ask({{"t", "room.ready"}, {"room", room}, {"ready", true}});
    REQUIRE(refusal(ana.ask({{"t", "room.start"}, {"room", room}})) == "ok");
    world.disk_is_full_for = [](const storage::Write& write) {
        return std::holds_alternative<storage::DropRoom>(write);
    };
    const Json request{{"t", "desk.close"}, {"room", room}, {"reason", "not at this house"}};
    CHECK(refusal(ask_admin(world, request)) == "storage");
    CHECK(ask_admin(world, {{"t", "desk.log"}})["lines"].empty());
    const auto in_turn = [&]() -> Guest& { return ana.latest("match")["to_act"][0] == 0 ? ana : ben; };
    const auto goes_on = [&] {
        CHECK(refusal(in_turn().move()) == "ok");
        const std::size_t lines = eve.count("chat");
        CHECK(refusal(ben.ask({{"t", "room.chat"}, {"room", room}, {"text", "still here"}})) == "ok");
        CHECK(eve.count("chat") == lines + 1);
    };
    goes_on();
    for (const Guest* player : {&ana, &ben, &eve}) {
        CHECK(player->count("gone") == 0);
        CHECK(player->latest("room")["spectators"] == 1);
    }
    world.restart();
    for (Guest* player : {&ana, &ben, &eve}) {
        player->come_back();
        code_of(player->ask({{"t", "room.join"}, {"room", room}, {"as", "spectator"}}));
    }
    goes_on();
    world.disk_is_full_for = nullptr;
    CHECK(refusal(ask_admin(world, request)) == "ok");
    CHECK(eve.latest("gone")["reason"] == "closed");
}

TEST_CASE("a setting holds until it is set to default, over restarts, and in place of the flag") {
    World world;
    Guest ana(world);
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    const Json chat{{"t", "room.chat"}, {"room", room}, {"text", "hello"}};
    const auto set = [&](const char* key, const char* value) {
        return refusal(ask_admin(world, {{"t", "desk.set"}, {"key", key}, {"value", value}}));
    };
    CHECK(set("chat", "off") == "ok");
    CHECK(ana.ask(chat)["why"] == "chat_is_off");
    world.restart();
    ana.come_back();
    CHECK(ana.ask(chat)["why"] == "chat_is_off");
    const Json settings = ask_admin(world, {{"t", "desk.settings"}})["settings"];
    REQUIRE(settings.size() == 1);
    CHECK(settings[0]["value"] == "off");
    CHECK(settings[0]["by"] == "user 0");
    CHECK(set("chat", "default") == "ok");
    CHECK(refusal(ana.ask(chat)) == "ok");
    CHECK(set("chat", "maybe") == "bad_message");
    CHECK(set("colour", "red") == "bad_message");
    CHECK(set("colour", "default") == "bad_message");
}

TEST_CASE("a setting that was made twice at the same moment ends with the next one") {
    World world;
    for (int time = 0; time < 2; ++time) {
        const auto set = protocol::parse(R"({"t":"desk.set","id":1,"key":"chat","value":"off"})");
        world.lobby->handle_admin_request(
            {"user 0", [](const auto&) {}},
            std::get<protocol::AdminRequest>(std::get<protocol::ClientMessage>(set).request));
    }
    world.settle();
    CHECK(ask_admin(world, {{"t", "desk.settings"}})["settings"].size() == 1);
    CHECK(refusal(ask_admin(world, {{"t", "desk.set"}, {"key", "chat"}, {"value", "default"}})) == "ok");
    CHECK(ask_admin(world, {{"t", "desk.settings"}})["settings"].empty());
}

TEST_CASE("where only those who know the word open tables, others still come to them") {
    World world;
    Guest ana(world);
    Guest ben(world, "Ben");
    const auto open = [&](Guest& player, Json more) {
        Json request{{"t", "room.create"}, {"game", "yahtzee"}};
        request.update(more);
        return player.ask(request);
    };
    ask_admin(world, {{"t", "desk.set"}, {"key", "open-tables"}, {"value", "word"}});
    CHECK(open(ana, {{"word", "please"}})["why"] == "tables_by_word");  // there is no word yet
    ask_admin(world, {{"t", "desk.set"}, {"key", "house-word"}, {"value", "please"}});
    CHECK(open(ana, Json::object())["why"] == "tables_by_word");
    CHECK(open(ana, {{"word", "now"}})["why"] == "tables_by_word");
    const std::string room = code_of(open(ana, {{"word", " please "}}));
    CHECK(refusal(ben.ask({{"t", "room.join"}, {"room", room}})) == "ok");
    CHECK(ben.ask({{"t", "quick.match"}, {"game", "yahtzee"}})["why"] == "tables_by_word");
    CHECK(refusal(ben.ask({{"t", "quick.match"}, {"game", "yahtzee"}, {"word", "please"}})) == "ok");
    ask_admin(world, {{"t", "desk.set"}, {"key", "open-tables"}, {"value", "nobody"}});
    CHECK(open(ana, {{"word", "please"}})["why"] == "tables_by_nobody");
}

TEST_CASE("the word for opening tables cannot be guessed: a wrong one counts as a wrong code") {
    World world;
    Guest eve(world, "Eve");
    ask_admin(world, {{"t", "desk.set"}, {"key", "house-word"}, {"value", "melon"}});
    ask_admin(world, {{"t", "desk.set"}, {"key", "open-tables"}, {"value", "word"}});
    const auto open = [&](Json more) {
        Json request{{"t", "room.create"}, {"game", "yahtzee"}};
        request.update(more);
        return eve.ask(request)["why"];
    };
    for (int time = 0; time < 40; ++time) open(Json::object());  // no word is no guess
    CHECK(open({{"word", "apple"}}) == "tables_by_word");
    int limited = 0;
    for (int time = 0; time < 100; ++time) limited += open({{"word", "pear"}}) == "codes_of_network" ? 1 : 0;
    CHECK(limited == 71);
    CHECK(open({{"word", "melon"}}) == "codes_of_network");  // an answer would tell that it is right
}

TEST_CASE("where no tables are public, none is listed and new ones are private") {
    World world;
    Guest ana(world);
    const auto listed = [&] {
        return ana.ask({{"t", "lobby.list"}, {"game", "yahtzee"}})["total"].get<int>();
    };
    code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"public", true}}));
    REQUIRE(listed() == 1);
    ask_admin(world, {{"t", "desk.set"}, {"key", "public-tables"}, {"value", "off"}});
    CHECK(listed() == 0);
    CHECK(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"public", true}})["why"] ==
          "tables_are_private");
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    CHECK(ana.latest("room")["public"] == false);
    CHECK(ana.ask({{"t", "room.set"}, {"room", room}, {"public", true}})["why"] == "tables_are_private");
    CHECK(ana.ask({{"t", "quick.match"}, {"game", "yahtzee"}})["why"] == "tables_are_private");
    ask_admin(world, {{"t", "desk.set"}, {"key", "public-tables"}, {"value", "default"}});
    CHECK(listed() == 1);
}

TEST_CASE("refused names and words are refused from the moment that they are set") {
    World world;
    Guest ana(world, "Rudolf");
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    ask_admin(world, {{"t", "desk.set"}, {"key", "refused-names"}, {"value", "rud\n"}});
    ask_admin(world, {{"t", "desk.set"}, {"key", "refused-words"}, {"value", "blast\n"}});
    CHECK(hello(world, {{"name", "Rudi"}})["why"] == "name_refused");
    CHECK(refusal(hello(world, {{"token", ana.token}, {"name", "Rudolf"}})) == "ok");
    CHECK(hello(world, {{"token", ana.token}, {"name", "RUDOLF"}})["why"] == "name_refused");
    CHECK(ana.ask({{"t", "rename"}, {"name", "Rudi"}})["why"] == "name_refused");
    CHECK(refusal(ana.ask({{"t", "rename"}, {"name", "Ana"}})) == "ok");
    CHECK(ana.ask({{"t", "room.chat"}, {"room", room}, {"text", "Blast!"}})["why"] == "word_refused");
    CHECK(refusal(ana.ask({{"t", "room.chat"}, {"room", room}, {"text", "blasted"}})) == "ok");
}

// ---- reports

namespace {

struct Reported {
    Reported() {
        room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 2}}));
        code_of(ben.ask({{"t", "room.join"}, {"room", room}}));
        for (int line = 0; line < 25; ++line)
            ben.ask({{"t", "room.chat"}, {"room", room}, {"text", "line " + std::to_string(line)}});
    }
    Json report(Guest& by, const std::string& about, const char* text = "he insults me") {
        return by.ask(
            {{"t", "room.report"}, {"room", room}, {"player", about}, {"about", "chat"}, {"text", text}});
    }

    World world;
    Guest ana{world, "Ana"};
    Guest ben{world, "Ben"};
    std::string room;
};

}  // namespace

TEST_CASE("a report arrives with the last lines of the chat, and the reported one does not hear of it") {
    Reported it;
    const std::size_t frames = it.ben.sink->frames.size();
    const Json ok = it.report(it.ana, it.ben.id);
    CHECK(ok.size() == 2);  // only that it arrived
    CHECK(it.ben.sink->frames.size() == frames);

    const Json report = ask_admin(it.world, {{"t", "desk.reports"}})["reports"][0];
    CHECK(report["no"] == 1);
    CHECK(report["player"]["name"] == "Ben");
    CHECK(report["by"]["id"] == it.ana.id);
    CHECK(report["about"] == "chat");
    CHECK(report["text"] == "he insults me");
    CHECK(report["room"] == it.room);
    CHECK(report["match"].is_null());
    REQUIRE(report["chat"].size() == 20);
    CHECK(report["chat"][19]["text"] == "line 24");
    CHECK(report["chat"][19]["name"] == "Ben");
    CHECK(report["done_by"] == "");

    CHECK(refusal(ask_admin(it.world, {{"t", "desk.report"}, {"no", 1}})) == "ok");
    CHECK(ask_admin(it.world, {{"t", "desk.reports"}})["reports"][0]["done_by"] == "user 0");
    CHECK(ask_admin(it.world, {{"t", "desk.report"}, {"no", 7}})["at"] == "/no");
}

TEST_CASE("a player reports another once a match, and only who is at the table") {
    Reported it;
    Guest eve(it.world, "Eve");
    CHECK(refusal(it.report(it.ana, it.ben.id)) == "ok");
    CHECK(it.report(it.ana, it.ben.id)["why"] == "reported_already");
    CHECK(it.report(it.ana, it.ana.id)["why"] == "not_yourself");
    CHECK(it.report(it.ana, eve.id)["why"] == "nobody_lately");
    CHECK(refusal(it.report(eve, it.ben.id)) == "not_in_room");
    CHECK(refusal(it.report(it.ben, it.ana.id, "")) == "ok");

    it.ben.ask({{"t", "room.ready"}, {"room", it.room}, {"ready", true}});
    const std::string match = it.ana.ask({{"t", "room.start"}, {"room", it.room}})["match"];
    CHECK(refusal(it.report(it.ana, it.ben.id)) == "ok");
    const Json report = ask_admin(it.world, {{"t", "desk.reports"}})["reports"][0];
    CHECK(report["match"] == match);
    CHECK(report["seq"] == it.ana.latest("match")["seq"]);
}

TEST_CASE("a report that the disk had no room for may be sent again") {
    Reported it;
    it.world.disk_is_full_for = [](const storage::Write& write) {
        return std::holds_alternative<storage::PutAdminRow>(write);
    };
    CHECK(refusal(it.report(it.ana, it.ben.id)) == "storage");
    it.world.disk_is_full_for = nullptr;
    CHECK(refusal(it.report(it.ana, it.ben.id)) == "ok");
    CHECK(it.report(it.ana, it.ben.id)["why"] == "reported_already");
    CHECK(ask_admin(it.world, {{"t", "desk.reports"}})["reports"].size() == 1);
}

TEST_CASE("a player reports five times in ten minutes") {
    Reported it;
    std::string refused_at;
    for (int time = 0; time < 7; ++time)
        refused_at += it.report(it.ana, "p_nobody").value("why", "") == "reports_too_fast" ? 'x' : '.';
    CHECK(refused_at == ".....xx");
    it.world.turn(std::chrono::minutes(10));
    CHECK(refusal(it.report(it.ana, it.ben.id)) == "ok");
}

TEST_CASE("reports are kept for 90 days, and 30 after they are done") {
    Reported it;
    it.report(it.ana, it.ben.id);
    const auto stored_rows = [&] {
        return it.world.database.store().admin_rows({.kind = storage::AdminRow::Kind::report}).size();
    };
    it.world.turn(std::chrono::hours(24 * 40));
    CHECK(stored_rows() == 1);
    ask_admin(it.world, {{"t", "desk.report"}, {"no", 1}});
    it.world.turn(std::chrono::hours(24 * 29));
    CHECK(stored_rows() == 1);
    it.world.turn(std::chrono::hours(24 * 2));
    CHECK(stored_rows() == 0);
}

TEST_CASE(
    "players export what was decreed about them and what they reported, and lose their names with their "
    "account") {
    Reported it;
    it.report(it.ana, it.ben.id);
    ask_admin(it.world, {{"t", "desk.mute"}, {"player", it.ben.id}, {"reason", "insults"}});
    const Json mine = it.ana.ask({{"t", "me.export"}});
    CHECK(mine["reports"][0]["text"] == "he insults me");
    CHECK_FALSE(mine.contains("decrees"));
    const Json his = it.ben.ask({{"t", "me.export"}});
    CHECK(his["decrees"][0]["text"] == "insults");
    CHECK_FALSE(his.contains("reports"));

    it.ben.ask({{"t", "me.delete"}});
    const Json report = ask_admin(it.world, {{"t", "desk.reports"}})["reports"][0];
    CHECK(report["player"]["name"] == "guest");
    CHECK(report["chat"][0]["name"] == "guest");
    CHECK(ask_admin(it.world, {{"t", "desk.bans"}})["decrees"][0]["holds"] == true);
}

// ---- links and the page

namespace {

/// An admin page (`/desk`), with its socket.
struct Page {
    explicit Page(World& its_world) : world(its_world) {}

    Json ask(Json request) {
        request["id"] = ++last_id;
        world.lobby->receive(sink, std::get<protocol::ClientMessage>(protocol::parse(request.dump())));
        world.settle();
        return sink->frames.back();
    }
    Json open(const std::string& secret) { return ask({{"t", "desk.open"}, {"secret", secret}}); }

    World& world;
    std::shared_ptr<ScriptedSink> sink = std::make_shared<ScriptedSink>();
    int last_id = 0;
};

std::string secret_of(const Json& link) {
    const std::string url = link.at("url");
    return url.substr(url.find('#') + 1);
}

}  // namespace

TEST_CASE("a link opens the desk for a page, once, and the log names the link") {
    World world;
    Guest ana(world);
    const Json link = ask_admin(world, {{"t", "desk.link"}});
    CHECK(link["until_ms"] == world.hands.wall_ms() + 5 * 60'000);
    CHECK(link["url"].get<std::string>().starts_with("http://localhost/desk#"));
    Page page(world);
    CHECK(page.ask({{"t", "desk.who"}})["why"] == "desk_not_open");
    const Json opened = page.open(secret_of(link));
    CHECK(opened["link"] == link["no"]);
    CHECK(opened["until_ms"] == world.hands.wall_ms() + 8 * 3'600'000);
    CHECK(page.sink->is_greeted);  // the deadline for a hello has ended
    CHECK(page.ask({{"t", "desk.who"}})["people"].size() == 1);
    CHECK(page.ask({{"t", "desk.ban"}, {"player", ana.id}, {"reason", "rude"}})["no"] == 1);
    CHECK(ask_admin(world, {{"t", "desk.log"}})["lines"][0]["by"] == "link " + link["no"].dump());
    CHECK(ask_admin(world, {{"t", "desk.log"}})["lines"][1]["what"] == "link");

    CHECK(Page(world).open(secret_of(link))["why"] == "desk_link_over");
    Page again(world);
    CHECK(again.open(opened["session"])["link"] == link["no"]);
    CHECK(again.ask({{"t", "desk.link"}})["at"] ==
          "/t");  // only the command makes links, and deletes accounts
    CHECK(again.ask({{"t", "desk.forget"}, {"player", ana.id}})["at"] == "/t");
}

TEST_CASE(
    "a link is over after five minutes and after a restart; a session after a restart, and when it is "
    "ended") {
    World world;
    const std::string old = secret_of(ask_admin(world, {{"t", "desk.link"}}));
    world.turn(std::chrono::minutes(5));
    CHECK(Page(world).open(old)["why"] == "desk_link_over");

    Page page(world);
    const Json opened = page.open(secret_of(ask_admin(world, {{"t", "desk.link"}})));
    const std::string unused = secret_of(ask_admin(world, {{"t", "desk.link"}}));
    CHECK(ask_admin(world, {{"t", "desk.links"}})["open"] == Json{opened["link"]});
    CHECK(ask_admin(world, {{"t", "desk.links"}, {"end", true}})["open"] == Json{opened["link"]});
    CHECK(page.ask({{"t", "desk.who"}})["why"] == "desk_not_open");
    CHECK(Page(world).open(opened["session"])["why"] == "desk_link_over");
    CHECK(Page(world).open(unused)["why"] == "desk_link_over");

    const std::string session =
        Page(world).open(secret_of(ask_admin(world, {{"t", "desk.link"}})))["session"];
    const std::string link = secret_of(ask_admin(world, {{"t", "desk.link"}}));
    world.restart();
    CHECK(Page(world).open(session)["why"] == "desk_link_over");
    CHECK(Page(world).open(link)["why"] == "desk_link_over");
}

TEST_CASE("wrong secrets are limited, and a right one always works") {
    World world;
    const std::string secret = secret_of(ask_admin(world, {{"t", "desk.link"}}));
    Page page(world);
    int limited = 0;
    for (int time = 0; time < 100; ++time) limited += refusal(page.open("wrong")) == "rate_limited" ? 1 : 0;
    CHECK(limited == 70);
    CHECK(refusal(page.open(secret)) == "ok");
}

TEST_CASE(
    "a player's token is no secret of the desk, and over plain http to another machine there is no link") {
    World world;
    Guest ana(world);
    CHECK(Page(world).open(ana.token)["why"] == "desk_link_over");
    CHECK(ask_admin(world, {{"t", "desk.link"}, {"url", "http://example.org"}})["at"] == "/url");
    CHECK(ask_admin(world, {{"t", "desk.link"}, {"url", "nonsense"}})["at"] == "/url");
    const Json link = ask_admin(world, {{"t", "desk.link"}, {"url", "https://example.org/games/"}});
    CHECK(link["url"].get<std::string>().starts_with("https://example.org/games/desk#"));
}

TEST_CASE("the desk is not subject to bans") {
    World world;
    Page page(world);
    page.open(secret_of(ask_admin(world, {{"t", "desk.link"}})));
    page.ask({{"t", "desk.ban"}, {"network", "::"}, {"reason", "x"}, {"yes", true}, {"force", true}});
    CHECK_FALSE(page.sink->closed);
    CHECK(refusal(page.ask({{"t", "desk.who"}})) == "ok");
}
