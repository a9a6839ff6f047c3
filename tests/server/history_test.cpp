#include <future>
#include <memory>

#include "server/history/record.hpp"
#include "server/site/api.hpp"
#include "storage/sqlite/connection.hpp"
#include "tests/server/dice_people.hpp"
#include "tests/server/friends.hpp"
#include "tests/stored_match.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

std::optional<Json> record_of(World& world, const std::string& match, const RecordQuery& wanted) {
    const auto store = world.database.store();
    const auto history = world.database.history();
    return record_json({store, history}, match, wanted);
}

TEST_CASE("a deleted player is gone before the answer: the token is void and the sockets are closed") {
    World world;
    Guest ana(world, "Ana");
    const Guest elsewhere(world, "Ana", ana.token);
    CHECK(refusal(ana.ask({{"t", "me.delete"}})) == "ok");
    for (const Guest* socket : {static_cast<const Guest*>(&ana), &elsewhere})
        CHECK(socket->sink->closed == CloseCode::deleted);
    CHECK(world.database.store().player(ana.id)->gone);

    const auto socket = std::make_shared<ScriptedSink>();
    const Json hello{{"t", "hello"}, {"id", 1}, {"v", 1}, {"token", ana.token}};
    world.lobby->receive(socket, std::get<protocol::ClientMessage>(protocol::parse(hello.dump())));
    world.settle();
    CHECK(refusal(socket->frames.back()) == "bad_token");
}

TEST_CASE("further messages of a deleted player have no effect, before and after the deletion is on disk") {
    World world;
    Guest ana(world, "Ana");
    Guest other(world, "Ana", ana.token);
    {
        const tests::HeldDisk held(world.database.journal());
        ana.say({{"t", "me.delete"}, {"id", "bye"}});
        other.say({{"t", "rename"}, {"id", "late"}, {"name", "Ana again"}});
        world.run();
        CHECK(ana.sink->closed == std::nullopt);
    }
    world.settle();
    other.say({{"t", "room.create"}, {"id", "later"}, {"game", "yahtzee"}});
    world.settle();
    CHECK(refusal(ana.answer_to("bye")) == "ok");
    CHECK(world.database.store().player(ana.id)->name == "guest");
    int rooms = 0;
    world.database.store().open_rooms([&](const storage::OpenRoom&) { ++rooms; });
    CHECK(rooms == 0);
}

TEST_CASE("on a full disk the deletion is refused, and the player can continue") {
    World world;
    Guest ana(world, "Ana");
    world.database.fill_up();
    Json request{{"t", "me.delete"}};
    std::string said = refusal(ana.ask(request));
    // Some space may be left; several new rooms fill it.
    if (said == "ok") return;
    CHECK(said == "storage");
    world.database.make_room();
    CHECK(refusal(ana.ask({{"t", "rename"}, {"name", "Ana Luz"}})) == "ok");
    CHECK_FALSE(world.database.store().player(ana.id)->gone);
}

TEST_CASE("a deleted player is `guest` in rooms, chat and old matches, and the seat is free") {
    World world;
    Friends friends(world);
    friends.start();
    friends.play_to_the_end();
    friends.ana.ask({{"t", "room.chat"}, {"room", friends.room}, {"text", "well played"}});
    const std::string match = friends.ben.latest("match")["match"];
    CHECK(refusal(friends.ana.ask({{"t", "me.delete"}})) == "ok");

    const Json room = friends.ben.latest("room");
    CHECK(room["seats"][0]["player"].is_null());
    CHECK(room["host"] == friends.ben.id);
    CHECK(room["chat"].back()["name"] == "guest");
    CHECK(world.database.store().match(match)->names == std::vector<std::string>{"guest", "Ben"});
    CHECK(world.database.history().seats(match)[0].id == std::nullopt);
    CHECK(room.dump().find("Ana") == std::string::npos);
}

TEST_CASE("who deletes themselves changes nothing at tables that do not know them") {
    World world;
    Cups cups(world);
    cups.begin();
    Guest eve(world, "Eve");
    const std::size_t frames = cups.ana.sink->frames.size();
    int writes = 0;
    world.disk_is_full_for = [&](const storage::Write&) {
        ++writes;
        return false;
    };
    CHECK(refusal(eve.ask({{"t", "me.delete"}})) == "ok");
    CHECK(writes == 1);
    CHECK(cups.ana.sink->frames.size() == frames);
}

TEST_CASE("a deleted player is `guest` also in the chat of a room that they had left") {
    World world;
    Friends friends(world);
    Guest eve(world, "Eve");
    REQUIRE(refusal(eve.ask({{"t", "room.join"}, {"room", friends.room}, {"as", "spectator"}})) == "ok");
    REQUIRE(refusal(eve.ask({{"t", "room.chat"}, {"room", friends.room}, {"text", "hello"}})) == "ok");
    REQUIRE(refusal(eve.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    eve.hang_up();
    SUBCASE("also after a restart") {
        world.restart();
        friends.ana.come_back();
    }
    eve.come_back();
    CHECK(refusal(eve.ask({{"t", "me.delete"}})) == "ok");
    CHECK(friends.ana.latest("room")["chat"].back()["name"] == "guest");
}

TEST_CASE("a bot continues the deleted player's seat in a running match, also after a restart") {
    World world;
    Friends friends(world);
    friends.start();
    CHECK(refusal(friends.ana.ask({{"t", "me.delete"}})) == "ok");
    const Json seat = friends.ben.latest("room")["seats"][0];
    CHECK(seat["player"]["name"] == "guest");
    CHECK(seat["house"] == true);
    const std::int64_t before = friends.ben.latest("match")["seq"];
    world.turn(world.limits.bot_pause);
    CHECK(friends.ben.latest("match")["seq"] == before + 1);
    CHECK(friends.ben.latest("match")["by"] == Json{{"seat", 0}, {"house", true}});

    world.restart();
    const Guest ben(world, "Ben", friends.ben.token);
    CHECK(ben.latest("room")["seats"][0]["player"]["name"] == "guest");
    CHECK(ben.latest("room")["seats"][0]["house"] == true);
}

TEST_CASE("a player gets their own stored data and no one else's") {
    World world;
    Friends friends(world);
    friends.start();
    friends.play_to_the_end();
    friends.ana.ask({{"t", "room.chat"}, {"room", friends.room}, {"text", "hello"}});
    friends.ben.ask({{"t", "room.chat"}, {"room", friends.room}, {"text", "secret"}});
    const Json exported = friends.ana.ask({{"t", "me.export"}});
    CHECK(exported["player"]["name"] == "Ana");
    CHECK(exported["player"]["id"] == friends.ana.id);
    CHECK(exported["rooms"] == Json{friends.room});
    CHECK(exported["chat"].size() == 1);
    REQUIRE(exported["matches"].size() == 1);
    CHECK(exported["matches"][0]["game"] == "yahtzee");
    CHECK(exported["matches"][0]["seat"] == 0);
    CHECK(exported["matches"][0]["score"].is_number_integer());
    CHECK(exported["next"].is_null());
    CHECK(exported.dump().find(friends.ana.token) == std::string::npos);
    CHECK(exported.dump().find("secret") == std::string::npos);
    const Json rest = friends.ana.ask({{"t", "me.export"}, {"after", exported["matches"][0]["id"]}});
    CHECK(rest["matches"].empty());
    CHECK_FALSE(rest.contains("player"));

    world.database.post(
        {storage::PutAnalysis{exported["matches"][0]["id"], "1.1", "{}", {{0, 30, 9'000'000}}, true}});
    const Json valued = friends.ana.ask({{"t", "me.export"}})["matches"][0];
    CHECK(valued["decisions"] == 30);
    CHECK(valued["given_away"] == 9'000'000);
}

TEST_CASE("a match is public if its room was public and had no password when it began") {
    World world;
    const auto played = [&](Json more) {
        Friends friends(world, {{"starter", "first"}}, std::move(more));
        friends.start();
        return world.database.store().match(friends.ana.latest("match")["match"])->is_public;
    };
    CHECK(played({{"public", true}}));
    CHECK_FALSE(played({{"public", false}}));
    CHECK_FALSE(played(Json::object()));

    Friends locked(world, {{"starter", "first"}}, {{"public", true}});
    REQUIRE(refusal(locked.ana.ask({{"t", "room.set"}, {"room", locked.room}, {"password", "sesame"}})) ==
            "ok");
    if (!locked.ben.latest("room")["seats"][1]["ready"].get<bool>())
        REQUIRE(refusal(locked.ben.ask({{"t", "room.ready"}, {"room", locked.room}, {"ready", true}})) ==
                "ok");
    locked.start();
    const std::string match = locked.ana.latest("match")["match"];
    CHECK_FALSE(world.database.store().match(match)->is_public);
    locked.play_to_the_end();
    REQUIRE(refusal(locked.ana.ask({{"t", "room.set"}, {"room", locked.room}, {"password", nullptr}})) ==
            "ok");
    CHECK_FALSE(world.database.store().match(match)->is_public);
}

TEST_CASE("a player finds their own matches, private ones too, page by page and by game") {
    World world;
    Friends friends(world);
    friends.start();
    friends.play_to_the_end();
    const std::string first = friends.ana.latest("match")["match"];
    Friends others(world);
    others.start();
    others.play_to_the_end();

    const Json own = friends.ana.ask({{"t", "me.matches"}});
    REQUIRE(own["matches"].size() == 1);
    const Json match = own["matches"][0];
    CHECK(match["id"] == first);
    CHECK(match["public"] == false);
    CHECK(match["seats"][1]["name"] == "Ben");
    CHECK(match["result"] == friends.ana.latest("match")["result"]);
    CHECK(own["next"].is_null());
    CHECK(friends.ana.ask({{"t", "me.matches"}, {"game", "tres"}})["matches"].empty());
    CHECK(friends.ana.ask({{"t", "me.matches"}, {"before", first}})["matches"].empty());
    const Json wrong = friends.ana.ask({{"t", "me.matches"}, {"before", "m_none"}});
    CHECK(refusal(wrong) == "bad_message");
    CHECK(wrong["at"] == "/before");
}

TEST_CASE("a player leaves the boards and returns, and a restart changes neither") {
    World world;
    Guest ana(world, "Ana");
    CHECK(ana.ask({{"t", "me.board"}})["on"] == true);
    CHECK(ana.ask({{"t", "me.board"}, {"on", false}})["on"] == false);
    CHECK(ana.ask({{"t", "me.export"}})["player"]["board"] == false);
    world.restart();
    Guest again(world, "Ana", ana.token);
    CHECK(again.ask({{"t", "me.board"}})["on"] == false);
    CHECK(again.ask({{"t", "me.board"}, {"on", true}})["on"] == true);
    CHECK(again.ask({{"t", "me.board"}})["on"] == true);
}

TEST_CASE("a long match is read in pages of limited size, which together are complete") {
    World world;
    Friends friends(world);
    friends.start();
    friends.play_to_the_end();
    const std::string match = friends.ana.latest("match")["match"];
    const std::int64_t seq = friends.ana.latest("match")["seq"];
    for (const bool views : {false, true}) {
        const Json whole = record_of(world, match, {.views = views}).value();
        CHECK(whole["next"].is_null());
        REQUIRE(whole["log"].size() == static_cast<std::size_t>(seq));
        Json log = Json::array();
        int pages = 0;
        for (Json next = 1; !next.is_null(); ++pages) {
            const RecordQuery wanted{.from = next, .views = views, .most_bytes = 4'000};
            const Json page = record_of(world, match, wanted).value();
            REQUIRE_FALSE(page["log"].empty());
            CHECK(page["log"].front().contains("view") == views);
            std::size_t bytes = 0;
            for (const Json& entry : page["log"]) {
                CHECK(bytes < wanted.most_bytes);
                bytes += entry.dump().size();
                log.push_back(entry);
            }
            next = page["next"];
        }
        CHECK(pages > 2);
        REQUIRE(log.size() == whole["log"].size());
        for (std::size_t at = 0; at < log.size(); ++at)
            for (const char* field : {"seq", "by", "move", "draws", "events", "hash"})
                CHECK(log[at][field] == whole["log"][at][field]);
        CHECK(record_of(world, match, {.from = seq + 1, .views = views}).value()["log"].empty());
    }
    CHECK_FALSE(record_of(world, "m_none", {}).has_value());
}

TEST_CASE("of a running match only the players are shown") {
    World world;
    Friends friends(world);
    friends.start();
    const std::string match = friends.ana.latest("match")["match"];
    const auto last = log_of(world.database.store(), match).back();
    storage::LogRow unreadable = last;
    ++unreadable.seq;
    unreadable.move = "no JSON";
    REQUIRE(world.database.post({storage::AppendEntry{unreadable}}) == storage::Outcome::durable);
    const Json record = record_of(world, match, {.views = true}).value();
    CHECK(record["ended_ms"].is_null());
    CHECK_FALSE(record.contains("log"));
    CHECK(record["seats"].size() == 2);
    CHECK(world.database.store().finished_log(match, 10).empty());
}

TEST_CASE("scores with changed options are separate from scores with the usual rules") {
    World world;
    Friends usual(world);
    usual.start();
    usual.play_to_the_end();
    const auto totals = world.database.history().totals(usual.ana.id);
    REQUIRE(totals.size() == 1);
    CHECK(totals[0].comparable == 1);
    CHECK(totals[0].contests == 1);

    Friends other(world, {{"starter", "first"}, {"upper_bonus", 50}});
    other.start();
    other.play_to_the_end();
    CHECK(world.database.history().totals(other.ana.id)[0].comparable == 0);
    CHECK(world.database.history().totals(other.ana.id)[0].matches == 1);
}

TEST_CASE("the page of a match that cannot be read just now does not say that there is none") {
    const tests::TempDatabase database;
    HistoryReader reader(database.backend(), 8);
    Invitations invitations(Rate{30, 1min});
    Api api(
        reader, [](const auto&, const auto& done) { done({}); }, invitations, [] { return std::int64_t{0}; },
        Api::LeaderboardScope::none, 8);
    const auto is_busy = [&] {
        const auto found = std::make_shared<std::promise<PreviewResult>>();
        api.preview({PagePath::Kind::match, "m_1"}, {},
                    [found](PreviewResult result) { found->set_value(std::move(result)); });
        return found->get_future().get().busy;
    };
    CHECK_FALSE(is_busy());
    storage::sqlite::connect(database.directory() + "/cubilete.db", storage::sqlite::Access::write)
        .exec("ALTER TABLE matches RENAME TO unreadable");
    CHECK(is_busy());
}

}  // namespace
}  // namespace cubilete::server
