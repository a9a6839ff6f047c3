// A room goes from one living node to another: this node gives rooms away, gets some, and follows those of others.
#include "server/cluster/handover.hpp"

#include <algorithm>
#include <ranges>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/server/dice_people.hpp"
#include "tests/server/friends.hpp"
#include "tests/server/giving_house.hpp"

namespace cubilete::server {
namespace {

TEST_CASE("a room that goes to another node and comes back has exactly the time left that it had") {
    Giving house;
    World& world = house.world;
    Friends friends(world, {{"starter", "first"}}, {{"clock", {{"turn_ms", 60'000}}}});
    friends.start();
    world.turn(5s);
    house.give_all();
    house.run([&] { return !house.got<mesh::GiveRoom>().empty(); });
    const mesh::GiveRoom given = house.got<mesh::GiveRoom>().front();
    CHECK(given.room == friends.room);
    CHECK(given.left_ms == 55'000);
    CHECK_FALSE(house.is_here(friends.room));
    REQUIRE(world.handed_over().size() == 1);
    CHECK(world.handed_over().front().to == other);
    CHECK(world.handed_over().front().match == friends.ana.latest("match")["match"].get<std::string>());
    CHECK_FALSE(house.all_given);
    CHECK(friends.ana.count("gone") == 0);

    const std::size_t pushed = friends.ana.count("match");
    house.node.say(mesh::GiveAccepted{friends.room});
    house.run([&] { return !house.got<mesh::AttachDone>().empty(); });
    CHECK(house.all_given);
    std::size_t attached = 0;
    for (const mesh::Attach& attach : house.got<mesh::Attach>())
        for (const mesh::Seen& seen : attach.rooms) {
            ++attached;
            CHECK(seen.room == friends.room);
            CHECK(friends.ana.latest("match")["match"] == seen.match);
            CHECK(friends.ana.latest("match")["seq"] == seen.seq);
        }
    CHECK(attached == 2);
    world.turn(1s);

    house.node.say(given);
    house.run([&] { return !house.got<mesh::GiveAccepted>().empty(); });
    world.settle();
    CHECK_FALSE(house.is_here(friends.room));  // sockets of the other node may still come
    house.node.say(mesh::AttachDone{{friends.room}});
    house.run([&] { return friends.ana.count("match") > pushed; });
    CHECK(friends.ana.latest("match")["clock"]["left_ms"] == 55'000);
    CHECK_FALSE(friends.ana.sink->closed);
    world.turn(54'999ms);
    CHECK(friends.ana.latest("match")["seq"] == 1);
    world.turn(1ms);
    CHECK(friends.ana.latest("match")["seq"] == 2);
    CHECK(friends.ana.latest("match")["by"] == Json{{"clock", true}});
    CHECK(world.metrics.text().find("cubilete_handovers_total{reason=\"drain\"} 1\n") != std::string::npos);
}

TEST_CASE("requests that come while a room moves arrive at the new owner in their order, and once") {
    Giving house;
    World& world = house.world;
    Friends friends(world);
    house.node.say(mesh::Attach{7, {friends.ben.id, "Ben", false}, false, {}, {}});
    house.come_through();
    world.database_stands_still();
    house.give_all();
    for (const char* text : {"1", "2", "3"}) house.say(friends.ana, chat(friends.room, text));
    for (const char* text : {"4", "5"}) house.node.say(mesh::Request{7, chat(friends.room, text).dump()});
    house.come_through();
    CHECK(house.got<mesh::GiveRoom>().empty());
    world.database_comes_back();
    house.run([&] { return !house.got<mesh::GiveRoom>().empty(); });
    house.come_through();
    CHECK(house.got<mesh::Request>().empty());
    CHECK(house.got<mesh::WrongOwner>().empty());
    house.say(friends.ana, chat(friends.room, "6"));
    house.node.say(mesh::GiveAccepted{friends.room});
    house.run([&] { return !house.got<mesh::AttachDone>().empty(); });
    CHECK(texts_of(house.got<mesh::Request>()) == std::vector<std::string>{"1", "2", "3", "6"});
    std::vector<std::string> back;
    for (const mesh::WrongOwner& one : house.got<mesh::WrongOwner>())
        back.push_back(Json::parse(one.request_id));
    CHECK(back == std::vector<std::string>{"4", "5"});
    CHECK(friends.ana.count("refused") == 0);
    CHECK(friends.ana.count("chat") == 0);
}

TEST_CASE(
    "a member's move goes along with a room that leaves, though others of their network have guessed codes") {
    Giving house;
    World& world = house.world;
    Friends friends(world);
    friends.start();
    Guest eve(world, "Eve");
    const ClientNetwork& home = friends.ana.sink->network();
    const Invitations::Time now(world.hands.now());
    while (!world.invitations.required_wait(home, now)) world.invitations.count_wrong_code(home, now);
    world.database_stands_still();
    house.give_all();
    const Json push = friends.ana.latest("match");
    house.say(friends.ana, {{"t", "move"},
                            {"id", "moved"},
                            {"room", friends.room},
                            {"match", push["match"]},
                            {"n", push["you"]["n"]},
                            {"move", push["you"]["moves"][0]}});
    house.say(eve, chat(friends.room, "guessed"));
    world.database_comes_back();
    house.run([&] { return !house.got<mesh::GiveRoom>().empty(); });
    house.node.say(mesh::GiveAccepted{friends.room});
    house.run([&] { return !house.got<mesh::Request>().empty(); });
    CHECK(texts_of(house.got<mesh::Request>()) == std::vector<std::string>{"moved"});
    CHECK(friends.ana.count("refused") == 0);
    CHECK(refusal(eve.answer_to("guessed")) == "rate_limited");
}

TEST_CASE("a room with an open ask takes the values first, makes the entry, and then goes") {
    Giving house;
    World& world = house.world;
    Cups cups(world);
    cups.begin();
    const Json move = cups.send_move(cups.ana);
    REQUIRE_FALSE(cups.ana.latest("dice.ask").is_null());
    house.give_all();
    house.say(cups.ben, chat(cups.room, "hi"));
    house.come_through();
    CHECK(house.is_here(cups.room));
    CHECK(cups.ben.count("chat") == 0);
    work(world, {&cups.ana, &cups.ben});
    CHECK(cups.ana.answer_to(move)["seq"] == 2);
    house.run([&] { return !house.got<mesh::GiveRoom>().empty(); });
    CHECK(cups.ana.count("refused") == 0);
    CHECK(cups.ben.count("refused") == 0);
    house.node.say(mesh::GiveAccepted{cups.room});
    house.run([&] { return !house.got<mesh::Request>().empty(); });
    CHECK(texts_of(house.got<mesh::Request>()) == std::vector<std::string>{"hi"});

    // It comes back, and the match goes on.
    house.node.say(house.got<mesh::GiveRoom>().front());
    house.node.say(mesh::AttachDone{{cups.room}});
    house.run([&] { return house.is_here(cups.room); });
    house.come_through();
    const Json next = cups.send_move();
    work(world, {&cups.ana, &cups.ben});
    CHECK(cups.at(0).latest("match")["seq"] == 3);
}

TEST_CASE("a match that starts begins before its room goes") {
    Giving house;
    World& world = house.world;
    Cups cups(world);
    cups.ask_to_start();
    house.give_all();
    house.come_through();
    CHECK(house.got<mesh::GiveRoom>().empty());
    work(world, {&cups.ana, &cups.ben});
    CHECK(refusal(cups.ana.answer_to(cups.start)) == "ok");
    world.turn(20ms);
    house.run([&] { return !house.got<mesh::GiveRoom>().empty(); });
    CHECK(world.handed_over().front().match == cups.match);
}

TEST_CASE("a table that closes while its match starts goes nowhere, and its node stops without it") {
    Giving house;
    World& world = house.world;
    Cups cups(world);
    cups.ask_to_start();
    house.give_all();
    house.come_through();
    REQUIRE(house.is_here(cups.room));
    REQUIRE_FALSE(house.all_given);
    world.lobby->directory().post(
        cups.room, [](Room& room) { room.close_for(Room::ClosingReason::by_operator, "enough"); });
    house.come_through();
    CHECK_FALSE(house.is_here(cups.room));
    CHECK(house.all_given);
    CHECK(house.got<mesh::GiveRoom>().empty());
}

TEST_CASE("a spectator who waits for a seat still waits at the new owner") {
    Giving house;
    World& world = house.world;
    Friends friends(world, {{"starter", "first"}}, {{"seats", 2}});
    Guest eva(world, "Eva");
    code_of(eva.ask({{"t", "room.join"}, {"room", friends.room}}));
    REQUIRE(eva.latest("room")["next"].size() == 1);
    house.give_all();
    house.run([&] { return !house.got<mesh::GiveRoom>().empty(); });
    CHECK(house.got<mesh::GiveRoom>().front().next == std::vector{eva.id});
    house.node.say(mesh::GiveAccepted{friends.room});
    house.node.say(house.got<mesh::GiveRoom>().front());
    house.node.say(mesh::AttachDone{{friends.room}});
    house.run([&] { return house.is_here(friends.room); });
    house.come_through();
    REQUIRE(friends.ana.latest("room")["next"].size() == 1);
    CHECK(friends.ana.latest("room")["next"][0]["id"] == eva.id);
}

TEST_CASE("a player who deletes their account while their table arrives does not stay seated there") {
    Giving house;
    World& world = house.world;
    Friends friends(world);
    house.give_all();
    house.run([&] { return !house.got<mesh::GiveRoom>().empty(); });
    house.node.say(mesh::GiveAccepted{friends.room});
    house.node.say(house.got<mesh::GiveRoom>().front());
    // The room as it is read does not know yet that Ben is gone.
    house.node.say(mesh::AccountDeleted{friends.ben.id});
    house.come_through();
    REQUIRE_FALSE(house.is_here(friends.room));
    house.node.say(mesh::AttachDone{{friends.room}});
    house.run([&] { return house.is_here(friends.room); });
    house.come_through();
    CHECK(friends.ana.latest("room")["seats"][1]["player"].is_null());
    CHECK(world.database.store().open_room(friends.room)->seats.size() == 1);
}

TEST_CASE("rooms stay where they are if no node can take them") {
    Giving house;
    storage::NodeRow row = house.node.row();
    SUBCASE("because it stops, too") { row.state = storage::NodeRow::State::draining; }
    SUBCASE("because its program is older") { row.mesh = 1; }
    SUBCASE("because it plays by other rules") { row.rules = R"({"yahtzee":0})"; }
    house.beat({row});
    house.come_through();
    Friends friends(house.world);
    house.give_all();
    CHECK(house.all_given);
    CHECK(house.is_here(friends.room));
    CHECK(friends.ana.ask(chat(friends.room, "hi"))["t"] == "ok");
    CHECK(refusal(friends.ana.ask({{"t", "room.create"}, {"game", "yahtzee"}})) == "shutting_down");
}

TEST_CASE("a match goes to a node that plays by its rules, though another one has fewer rooms") {
    Giving house;
    OtherNode third(house.world.executor(), 4, own);
    storage::NodeRow with_other_rules = house.node.row();
    with_other_rules.rules = R"({"tres":0,"yahtzee":1000})";
    storage::NodeRow full = third.row();
    full.rooms = 5'000;
    house.beat({with_other_rules, full});
    house.run([&] {
        third.say(mesh::TablesQuery{1, "p_nobody"});
        return !third.got<mesh::Tables>().empty();
    });
    Friends friends(house.world);
    friends.start();
    house.give_all();
    house.run([&] { return !third.got<mesh::GiveRoom>().empty(); });
    CHECK(third.got<mesh::GiveRoom>().front().room == friends.room);
    house.come_through();
    CHECK(house.got<mesh::GiveRoom>().empty());
    third.links->stop();
    house.world.settle();
}

TEST_CASE("a request waits until it is known that its room has left, also if another node has it by then") {
    Giving house;
    World& world = house.world;
    Friends friends(world);
    world.database_stands_still();
    house.give_all();
    house.say(friends.ana, chat(friends.room, "1"));
    house.node.say(mesh::RoomsTakenOver{{friends.room}});
    house.run([&] { return !house.got<mesh::AttachDone>().empty(); });
    CHECK(house.got<mesh::Request>().empty());
    world.database_comes_back();
    house.run([&] { return !house.got<mesh::GiveRoom>().empty(); });
    house.node.say(mesh::GiveAccepted{friends.room});
    house.run([&] { return !house.got<mesh::Request>().empty(); });
    const auto comes_back = [&](const mesh::Attach& one) {
        return std::ranges::count(one.rooms, friends.room, &mesh::Seen::room) > 0;
    };
    CHECK(std::ranges::any_of(house.got<mesh::Attach>(), comes_back));
}

TEST_CASE("a room whose last write was discarded stays, and what waited is carried out") {
    Giving house;
    World& world = house.world;
    Friends friends(world);
    world.database_stands_still();
    house.give_all();
    house.say(friends.ana, chat(friends.room, "hi"));
    house.come_through();
    world.disk_is_full_for = [](const storage::Write& write) {
        return std::holds_alternative<storage::HandOverRoom>(write);
    };
    world.database_comes_back();
    house.run([&] { return friends.ben.count("chat") == 1; });
    CHECK(house.all_given);
    CHECK(house.is_here(friends.room));
    CHECK(friends.ana.answer_to("hi")["t"] == "ok");
}

TEST_CASE("a node that is not told that it owns a room takes it up when a socket comes for it") {
    Giving house;
    const std::string code = house.room.room.code;
    house.cluster.owner_of_all = own;
    house.node.say(
        mesh::Attach{1, {house.room.seats.at(0).player, "Ana", false}, false, {}, {{code, {}, 0}}});
    house.come_through();
    house.run([&] {
        house.world.turn(100ms);
        return !house.got<mesh::RoomsTakenOver>().empty();
    });
    CHECK(house.got<mesh::RoomsTakenOver>().front().rooms == std::vector{code});
    house.node.say(mesh::AttachDone{{code}});
    house.run([&] { return house.has_room(); });
}

TEST_CASE("the requests of a socket do not overtake each other when a room goes from one node to another") {
    Giving house;
    const std::string code = house.room.room.code;
    OtherNode third(house.world.executor(), 4, own);
    house.beat({house.node.row(), third.row()});
    house.run([&] {
        third.say(mesh::TablesQuery{1, "p_nobody"});
        return !third.got<mesh::Tables>().empty();
    });
    Guest eva(house.world, "Eva");
    for (const char* text : {"1", "2"}) house.say(eva, chat(code, text));
    house.run([&] { return house.got<mesh::Request>().size() == 2; });
    const mesh::SocketNumber socket = house.got<mesh::Request>().front().socket;

    house.cluster.owner_of_all = third.epoch;
    house.node.say(mesh::Moved{code, third.epoch});
    house.run(
        [&] { return !house.got<mesh::AttachDone>().empty() && !third.got<mesh::AttachDone>().empty(); });
    house.say(eva, chat(code, "3"));
    house.come_through();
    CHECK(third.got<mesh::Request>().empty());
    house.node.say(mesh::WrongOwner{socket, code, R"("1")"});
    house.come_through();
    CHECK(third.got<mesh::Request>().empty());
    house.node.say(mesh::WrongOwner{socket, code, R"("2")"});
    house.run([&] { return third.got<mesh::Request>().size() == 3; });
    house.say(eva, chat(code, "4"));
    house.run([&] { return third.got<mesh::Request>().size() == 4; });
    CHECK(texts_of(third.got<mesh::Request>()) == std::vector<std::string>{"1", "2", "3", "4"});
    CHECK(house.got<mesh::Request>().size() == 2);
    third.links->stop();
    house.world.settle();
}

/// A push of the match in a room, as its owner sends it.
mesh::Frames match_at(std::int64_t seq, const std::string& room,
                      const std::vector<mesh::SocketNumber>& sockets) {
    return {.sockets = sockets,
            .subject = room,
            .text = Json{{"t", "match"}, {"seq", seq}}.dump(),
            .room = room,
            .match = "m_1",
            .seq = seq};
}
/// The sockets that have come to the node.
std::set<mesh::SocketNumber> attached_to(const OtherNode& node) {
    std::set<mesh::SocketNumber> sockets;
    for (const mesh::Attach& attach : node.got<mesh::Attach>()) sockets.insert(attach.socket);
    return sockets;
}
/// Two sockets here that see a room of `node`, and a third node.
struct Watched : Giving {
    Watched() {
        beat({node.row(), third.row()});
        run([this] {
            third.say(mesh::TablesQuery{1, "p_nobody"});
            return !third.got<mesh::Tables>().empty();
        });
        say(eva, chat(code, "of Eva"));
        say(ben, chat(code, "of Ben"));
        run([this] { return got<mesh::Request>().size() == 2; });
        for (const mesh::Request& request : got<mesh::Request>()) {
            sockets.push_back(request.socket);
            const std::string id = Json::parse(request.text)["id"].dump();
            node.say(mesh::Frames{.sockets = {request.socket},
                                  .is_reply = true,
                                  .text = R"({"t":"ok","re":)" + id + "}",
                                  .request_id = id});
        }
        node.say(match_at(23, code, sockets));
        run([this] { return eva.count("match") == 1 && ben.count("match") == 1; });
    }
    ~Watched() {
        third.links->stop();
        world.settle();
    }

    const std::string code = room.room.code;
    OtherNode third{world.executor(), 4, own};
    Guest eva{world, "Eva"};
    Guest ben{world, "Ben"};
    std::vector<mesh::SocketNumber> sockets;
};

TEST_CASE("what a former owner still shows of a room does not reach who is at the new one") {
    Watched house;
    house.third.say(mesh::RoomsTakenOver{{house.code}});
    house.run([&] { return attached_to(house.third).size() == 2; });
    house.third.say(match_at(24, house.code, house.sockets));
    house.run([&] { return house.eva.count("match") == 2; });
    const std::size_t attached = house.got<mesh::Attach>().size();
    house.node.say(match_at(23, house.code, house.sockets));
    house.come_through();
    house.say(house.eva, chat(house.code, "2"));
    const std::size_t before = house.got<mesh::Request>().size();
    house.run(
        [&] { return house.got<mesh::Request>().size() + house.third.got<mesh::Request>().size() > before; });
    CHECK(house.third.got<mesh::Request>().size() == 1);
    CHECK(house.eva.count("match") == 2);
    CHECK(house.eva.latest("match")["seq"] == 24);
    CHECK(house.got<mesh::Attach>().size() == attached);
}

TEST_CASE(
    "when a room moves all who see it come along, also if the next owner has pushed to one of them before") {
    Watched house;
    house.cluster.owner_of_all = house.third.epoch;
    SUBCASE("the former owner says so late") {
        Guest late(house.world, "Late");
        house.say(late, chat(house.code, "late"));
        house.run([&] { return house.got<mesh::Request>().size() == 3; });
        const mesh::SocketNumber newcomer = house.got<mesh::Request>().back().socket;
        house.third.say(match_at(24, house.code, {newcomer}));
        house.run([&] { return late.count("match") == 1; });
        house.node.say(mesh::Moved{house.code, house.third.epoch});
        house.run([&] { return !house.third.got<mesh::AttachDone>().empty(); });
        house.world.settle();
    }
    SUBCASE("the link to the former owner has ended") {
        house.node.links->stop();
        house.run([&] {  // until this node knows that the link has ended
            house.third.say(match_at(24, house.code, {house.sockets.front()}));
            return house.eva.count("match") > 1;
        });
        house.world.turn(100ms);
        house.run([&] { return house.third.got<mesh::Attach>().size() >= 2; });
    }
    const std::set<mesh::SocketNumber> there = attached_to(house.third);
    for (const mesh::SocketNumber socket : house.sockets) CHECK(there.contains(socket));
}

TEST_CASE("whoever sees a room comes back to it if its owner gave it away and has taken it over again") {
    Watched house;
    const std::size_t before = house.got<mesh::Attach>().size();
    house.node.say(mesh::RoomsTakenOver{{house.code}});
    house.run([&] { return !house.got<mesh::AttachDone>().empty(); });
    std::set<mesh::SocketNumber> back;
    for (const mesh::Attach& attach : house.got<mesh::Attach>() | std::views::drop(before))
        for (const mesh::Seen& seen : attach.rooms)
            if (seen.room == house.code && seen.seq == 23) back.insert(attach.socket);
    CHECK(back == std::set(house.sockets.begin(), house.sockets.end()));
}

TEST_CASE("a request whose owner has failed is carried out here, without a question, if the room is here") {
    Watched house;
    const std::size_t before = house.got<mesh::Request>().size();
    house.say(house.eva, {{"t", "room.join"}, {"id", "again"}, {"room", house.code}});
    house.run([&] { return house.got<mesh::Request>().size() > before; });
    house.relay->on_adopted({house.room});
    house.run([&] { return !house.got<mesh::RoomsTakenOver>().empty(); });
    house.world.turn(1s);  // the other nodes do not answer
    house.run([&] { return house.has_room(); });
    const int asked = house.cluster.asked_for_owners;
    house.node.links->stop();
    house.run([&] {
        house.world.turn(100ms);
        return std::ranges::count(house.eva.sink->frames, Json("again"),
                                  [](const Json& frame) { return frame.value("re", Json()); }) > 0;
    });
    CHECK(house.eva.answer_to("again")["t"] == "ok");
    CHECK(house.cluster.asked_for_owners == asked);
}

TEST_CASE("sockets that a node has sent away come back to it if it has the room after all") {
    Watched house;
    house.cluster.owner_of_all = house.node.epoch;
    for (const mesh::SocketNumber socket : house.sockets)
        house.node.say(mesh::WrongOwner{socket, house.code, {}});
    house.run([&] {
        std::set<mesh::SocketNumber> back;
        for (const mesh::Attach& attach : house.got<mesh::Attach>())
            for (const mesh::Seen& seen : attach.rooms)
                if (seen.room == house.code && seen.seq == 23) back.insert(attach.socket);
        return back.size() == house.sockets.size();
    });
}

TEST_CASE("others learn where a room went although its new owner cannot be told") {
    Giving house;
    OtherNode third(house.world.executor(), 4, own);
    house.beat({house.node.row(), third.row()});
    house.run([&] {
        third.say(mesh::TablesQuery{1, "p_nobody"});
        return !third.got<mesh::Tables>().empty();
    });
    Friends friends(house.world);
    house.give_all();
    house.run([&] { return !house.got<mesh::GiveRoom>().empty(); });
    house.node.links->stop();
    house.run([&] { return !third.got<mesh::Moved>().empty(); });
    CHECK(third.got<mesh::Moved>().front().room == friends.room);
    CHECK(third.got<mesh::Moved>().front().to == house.node.epoch);
    third.links->stop();
    house.world.settle();
}

TEST_CASE("a socket that looks for a room while it is given away is told where it went") {
    Giving house;
    Friends friends(house.world);
    house.give_all();
    house.run([&] { return !house.got<mesh::GiveRoom>().empty(); });
    house.node.say(mesh::Attach{7, {friends.ben.id, "Ben", false}, false, {}, {{friends.room, {}, 0}}});
    house.come_through();
    house.node.say(mesh::GiveAccepted{friends.room});
    house.run([&] { return !house.got<mesh::AttachDone>().empty(); });
    house.come_through();
    const auto told = house.got<mesh::WrongOwner>();
    REQUIRE(told.size() == 1);
    CHECK(told.front().socket == 7);
    CHECK(told.front().room == friends.room);
}

TEST_CASE("a room that comes while a node stops goes on to another node before it leaves") {
    Giving house;
    const std::string code = house.room.room.code;
    house.node.say(mesh::GiveRoom{code, 0, {}});
    house.run([&] { return !house.got<mesh::GiveAccepted>().empty(); });
    house.give_all();
    CHECK_FALSE(house.all_given);
    house.node.say(mesh::AttachDone{{code}});
    house.run([&] {
        house.beat({house.node.row()});
        return !house.got<mesh::GiveRoom>().empty();
    });
    CHECK_FALSE(house.all_given);
    house.node.say(mesh::GiveAccepted{code});
    house.run([&] { return house.all_given; });
}

TEST_CASE("a node that stops takes over no room of one that is over") {
    Giving house;
    const std::string code = house.room.room.code;
    Guest eva(house.world, "Eva");
    house.say(eva, {{"t", "room.join"}, {"id", "1"}, {"room", code}});
    house.run([&] { return !house.got<mesh::Request>().empty(); });
    bool stops = false;
    SUBCASE("it stops") { stops = true; }
    SUBCASE("it goes on") {}
    if (stops) house.give_all();
    house.node.links->stop();
    const int asked = house.cluster.asked_for_owners;
    house.run([&] {
        house.beat(std::vector<storage::NodeRow>());
        house.world.turn(100ms);
        return house.cluster.asked_for_owners > asked || house.cluster.adoptions > 0;
    });
    CHECK((house.cluster.adoptions > 0) == !stops);
}

}  // namespace
}  // namespace cubilete::server
