// The lobby and the rooms of a server that has other nodes beside it.
#include "server/lobby/other_nodes.hpp"

#include "tests/server/world.hpp"

using namespace cubilete::server;
using cubilete::protocol::Json;

namespace {

/// Other nodes that write down what they are told.
struct Others final : OtherNodes {
    void forward(const Requester& from, cubilete::protocol::ClientMessage message) override {
        forwarded.push_back(from.player.id + ' ' + message.text);
    }
    bool seek(const Requester&, const cubilete::protocol::QuickMatch&) override { return false; }
    void seat(const Requester&, const cubilete::protocol::QuickMatch&, const std::set<std::string>&,
              const WaitingRooms::Location&) override {}
    void on_hello(const SinkPtr&, const cubilete::protocol::PlayerInfo& player) override {
        calls.push_back("greeted " + player.name);
    }
    void on_socket_closed(const SinkPtr&) override { calls.emplace_back("gone"); }
    void on_new_member(const std::string& player) override { members.push_back(player); }
    void on_match_start(const std::string& room) override { calls.push_back("match in " + room); }
    void on_room_listed(const RoomReport& report) override { calls.push_back("public " + report.line.room); }
    void on_room_unlisted(const std::string& room) override { calls.push_back("not public " + room); }
    void list_rooms_after(const std::string&, const RoomPlace&, int,
                          std::function<void(std::vector<RoomWindow::ListedRoom>)> done) override {
        before_rooms();
        done({});
    }
    void tables_of(const std::string&, std::function<void(std::vector<Json>)> done) override {
        before_rooms();
        done({"a table"});
    }
    void ask_nodes(const Json&, std::function<void(AdminAnswers)> done) override {
        ++asked_nodes;
        done(node_answers);
    }
    std::optional<std::string> take_code() override {
        if (codes.empty()) return std::nullopt;
        auto code = codes.back();
        codes.pop_back();
        return code;
    }
    void await_codes(std::function<void(bool come)> then) override { awaits.push_back(std::move(then)); }
    void on_rename(const cubilete::protocol::PlayerInfo& player) override {
        calls.push_back("renamed " + player.name + ' ' + std::to_string(player.avatar.value_or(-1)));
    }
    void on_account_deleted(const std::string&) override { calls.emplace_back("forgotten"); }
    void on_new_device(const std::string&) override { calls.emplace_back("device"); }

    std::function<void()> before_rooms = [] {};  ///< runs before they tell of their rooms
    AdminAnswers node_answers = {};
    int asked_nodes = 0;
    std::vector<std::function<void(bool come)>> awaits;
    std::vector<std::string> forwarded, calls, members, codes{"ZZZZZZ"};
};

struct House {
    House() { world.services->other_nodes = &others; }

    World world;
    Others others;
};

Json newest(const ScriptedSink& sink, const std::string& kind) {
    for (auto frame = sink.frames.rbegin(); frame != sink.frames.rend(); ++frame)
        if ((*frame)["t"] == kind) return *frame;
    return nullptr;
}

/// The answer to a request of an operator: its fields, or the refusal.
Json answer_to_operator(World& world, Json request) {
    request["id"] = 1;
    auto message = std::get<cubilete::protocol::ClientMessage>(cubilete::protocol::parse(request.dump()));
    Json answer;
    const auto keep = [&](const auto& result) {
        if (const auto* no = std::get_if<cubilete::protocol::Rejection>(&result))
            answer = {{"code", std::string(cubilete::protocol::name_of(no->code))}};
        else
            answer = to_json(std::get<cubilete::protocol::AdminReply>(result)).tree();
    };
    world.lobby->handle_admin_request({"user 0", keep},
                                      std::get<cubilete::protocol::AdminRequest>(message.request));
    world.settle();
    return answer;
}

}  // namespace

TEST_CASE("a request for a room of another node is passed on as its client wrote it") {
    House house;
    Guest ana(house.world);
    const std::string text = R"({"t": "room.join", "id": 7, "room": "K7QX2M"})";
    auto message = std::get<cubilete::protocol::ClientMessage>(cubilete::protocol::parse(text));
    message.text = text;
    house.world.lobby->receive(ana.sink, std::move(message));
    house.world.settle();
    CHECK(house.others.forwarded == std::vector{ana.id + ' ' + text});
    CHECK(ana.count("refused") == 0);
}

TEST_CASE("the other nodes are told of sockets, names, avatars and public rooms") {
    House house;
    Guest ana(house.world);
    CHECK(house.others.calls == std::vector<std::string>{"greeted Ana"});
    CHECK(code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"public", true}})) == "ZZZZZZ");
    CHECK(house.others.members == std::vector{ana.id});
    ana.ask({{"t", "rename"}, {"name", "Eva"}});
    ana.ask({{"t", "rename"}, {"name", "Eva"}, {"avatar", 17}});
    ana.ask({{"t", "room.set"}, {"room", "ZZZZZZ"}, {"public", false}});
    ana.hang_up();
    const auto& calls = house.others.calls;
    for (const char* line :
         {"public ZZZZZZ", "renamed Eva -1", "renamed Eva 17", "not public ZZZZZZ", "gone"})
        CHECK_MESSAGE(std::ranges::count(calls, line) > 0, line);
}

TEST_CASE("a new room waits for a code that no other node has, and is refused if there is none") {
    House house;
    house.others.codes.clear();
    Guest ana(house.world);
    Json request{{"t", "room.create"}, {"game", "yahtzee"}};
    SUBCASE("by room.create") {}
    SUBCASE("with a password") { request["password"] = "ayer"; }
    SUBCASE("by quick.match") { request = {{"t", "quick.match"}, {"game", "yahtzee"}}; }
    const auto answer_when_codes = [&](bool come) {
        request["id"] = come ? "come" : "refused";
        ana.say(request);
        house.world.settle();
        REQUIRE(house.others.awaits.size() == 1);
        CHECK(ana.count("ok") + ana.count("refused") ==
              (come ? 1 : 2));  // those of hello, and of the first room
        if (come) house.others.codes = {"ZZZZZZ"};
        std::exchange(house.others.awaits, {}).front()(come);
        house.world.settle();
        return ana.answer_to(request["id"]);
    };
    CHECK(answer_when_codes(true)["room"] == "ZZZZZZ");
    request["game"] = "tres";
    CHECK(refusal(answer_when_codes(false)) == "busy");
}

TEST_CASE("strangers who wait for a code meet at one table") {
    House house;
    house.others.codes.clear();
    Guest ana(house.world), ben(house.world);
    for (Guest* guest : {&ana, &ben})
        guest->say({{"t", "quick.match"}, {"id", "quick"}, {"game", "yahtzee"}});
    house.world.settle();
    REQUIRE(house.others.awaits.size() == 2);
    house.others.codes = {"ZZZZZZ"};
    for (const auto& then : std::exchange(house.others.awaits, {})) then(true);
    house.world.settle();
    CHECK(code_of(ana.answer_to("quick")) == "ZZZZZZ");
    CHECK(code_of(ben.answer_to("quick")) == "ZZZZZZ");
}

TEST_CASE("a socket that closes while it waits for the code of a room gets none") {
    House house;
    Json request{{"t", "room.create"}, {"game", "yahtzee"}};
    SUBCASE("by room.create") {}
    SUBCASE("by quick.match") { request["t"] = "quick.match"; }
    SUBCASE("by cup.play") {
        house.world.open_cup();
        house.world.services->other_nodes = &house.others;
        request = {{"t", "cup.play"}};
    }
    house.others.codes.clear();
    Guest ana(house.world);
    request["id"] = "room";
    ana.say(request);
    house.world.settle();
    REQUIRE(house.others.awaits.size() == 1);
    house.world.lobby->on_socket_closed(ana.sink);
    house.others.codes = {"ZZZZZZ"};
    house.others.awaits.front()(true);
    house.world.settle();
    CHECK(house.others.codes.size() == 1);
    CHECK(house.world.lobby->directory().rooms().size() == 0);
    CHECK(ana.count("ok") == 1);  // of hello
}

TEST_CASE("a player's own tables include those of other nodes") {
    House house;
    Guest ana(house.world);
    ana.ask({{"t", "room.create"}, {"game", "yahtzee"}});
    const Json tables = ana.ask({{"t", "me.tables"}}).at("tables");
    REQUIRE(tables.size() == 2);
    CHECK(tables[0]["room"] == "ZZZZZZ");
    CHECK(tables[1] == "a table");
}

TEST_CASE("a socket that closes while rooms are asked for it gets no answer") {
    House house;
    Guest ana(house.world);
    ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"public", true}});
    const auto close = [&] { house.world.lobby->on_socket_closed(ana.sink); };
    SUBCASE("its player's own, here") {
        ana.say({{"t", "me.tables"}, {"id", "rooms"}});
        close();
    }
    SUBCASE("its player's own, of other nodes") {
        house.others.before_rooms = close;
        ana.say({{"t", "me.tables"}, {"id", "rooms"}});
    }
    SUBCASE("public ones of other nodes") {
        house.others.before_rooms = close;
        ana.say({{"t", "lobby.list"}, {"id", "rooms"}, {"game", "yahtzee"}, {"after", "ZZZZZZ"}});
    }
    house.world.settle();
    CHECK(ana.count("ok") == 2);  // of hello and room.create
    CHECK(ana.count("refused") == 0);
}

TEST_CASE("a socket of another node gets the pushes of its player's rooms, and plays there") {
    World world;
    Guest ana(world);
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 2}}));
    const auto remote = std::make_shared<ScriptedSink>();
    world.lobby->directory().introduce(remote, {ana.id, "Ana", false});
    world.settle();
    CHECK(newest(*remote, "room")["room"] == room);
    auto chat =
        cubilete::protocol::parse(Json{{"t", "room.chat"}, {"id", 1}, {"room", room}, {"text", "hi"}}.dump());
    world.lobby->receive(remote, std::get<cubilete::protocol::ClientMessage>(std::move(chat)));
    world.settle();
    CHECK(newest(*remote, "ok")["re"] == 1);
    CHECK(ana.latest("chat")["text"] == "hi");
}

TEST_CASE("each node tells its own sockets that their player has a new device") {
    World world;
    Guest ana(world);
    const auto remote = std::make_shared<ScriptedSink>();
    world.lobby->directory().introduce(remote, {ana.id, "Ana", false});
    world.lobby->accounts().notify_of_device(ana.id);
    world.settle();
    CHECK(ana.count("device") == 1);
    CHECK(newest(*remote, "device") == nullptr);
}

TEST_CASE("a socket that comes back to a room gets what it has not seen, and no answer") {
    World world;
    Guest ana(world);
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 1}}));
    ana.ask({{"t", "room.start"}, {"room", room}});
    ana.move();
    ana.move();
    const Json last = ana.latest("match");
    const auto remote = std::make_shared<ScriptedSink>();
    world.lobby->directory().introduce(remote, {ana.id, "Ana", false});
    bool refused = false;
    world.lobby->directory().reattach(remote, room, cubilete::protocol::RoomJoin::Seen{last["match"], 1},
                                      [&] { refused = true; });
    world.settle();
    CHECK_FALSE(refused);
    const Json push = newest(*remote, "match");
    CHECK(push["seq"] == 3);
    CHECK(push["entries"].size() == 2);
    CHECK(push["hash"] == last["hash"]);
    CHECK(newest(*remote, "ok") == nullptr);
}

TEST_CASE("a spectator comes back to an open room, and not to one with a password or a ban") {
    World world;
    Guest ana(world);
    Guest eva(world, "Eva");
    const auto comes_back = [&](const std::string& room) {
        const auto remote = std::make_shared<ScriptedSink>();
        world.lobby->directory().introduce(remote, {eva.id, "Eva", false});
        bool refused = false;
        world.lobby->directory().reattach(remote, room, {}, [&] { refused = true; });
        world.settle();
        return !refused;
    };
    const std::string open = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    CHECK(comes_back(open));
    CHECK(ana.latest("room")["spectators"] == 1);
    ana.ask({{"t", "room.ban"}, {"room", open}, {"player", eva.id}});
    CHECK_FALSE(comes_back(open));
    const std::string locked =
        code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"password", "sésamo"}}));
    CHECK_FALSE(comes_back(locked));
    CHECK_FALSE(comes_back("K7QX2M"));
}

TEST_CASE("a deleted player is gone also where only sockets of other nodes are theirs") {
    World world;
    Guest ana(world);
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}, {"seats", 2}}));
    world.lobby->accounts().forget(ana.id);
    world.lobby->accounts().forget("p_nobody");
    world.settle();
    CHECK(ana.sink->closed == CloseCode::deleted);
}

TEST_CASE("an address that tries secrets of the desk soon asks no other node") {
    House house;
    Guest eve(house.world, "Eve");
    int limited = 0;
    for (int time = 0; time < 100; ++time)
        limited += eve.ask({{"t", "desk.open"}, {"secret", "wrong"}})["code"] == "rate_limited" ? 1 : 0;
    CHECK(limited == 70);
    CHECK(house.others.asked_nodes == 30);
}

TEST_CASE("a link of the desk is not over while the node that may have made it does not answer") {
    House house;
    Guest page(house.world);
    const auto open = [&] { return page.ask({{"t", "desk.open"}, {"secret", "of another node"}}); };
    house.others.node_answers.silent = {"10.0.0.2:7000"};
    CHECK(open()["code"] == "busy");
    house.others.node_answers.silent.clear();
    CHECK(open()["why"] == "desk_link_over");
}

TEST_CASE("an operator sees each player once, with their tables at all nodes") {
    House house;
    Guest ana(house.world);
    code_of(ana.ask({{"t", "room.create"}, {"game", "yahtzee"}}));
    Json there{
        {"player", {{"id", ana.id}, {"name", "Ana"}, {"bot", false}}}, {"since_ms", 5}, {"new", false}};
    there["network"] = nullptr;
    there["tables"] = Json::array({"AAAAAA"});
    Json part;
    part["people"] = Json::array({there});
    for (const std::string& player : {ana.id, std::string("p_absent")})
        part["seats"].push_back({{"player", player}, {"tables", Json::array({"AAAAAA", "BBBBBB"})}});
    house.others.node_answers.parts.push_back(part);
    const Json people = answer_to_operator(house.world, {{"t", "desk.who"}})["people"];
    REQUIRE(people.size() == 1);
    CHECK(people[0]["since_ms"] == 5);
    CHECK(people[0]["new"] == true);
    CHECK(people[0]["tables"] == Json::array({"AAAAAA", "BBBBBB", "ZZZZZZ"}));

    house.world.lobby->admin().answer({{"ask", "who"}}, [&](const Json& own) {
        CHECK(own.at("seats").at(0)["player"] == ana.id);
        CHECK(own.at("seats").at(0)["tables"] == Json::array({"ZZZZZZ"}));
    });
}

TEST_CASE("an operator is told that a table may be at a node that has not answered") {
    House house;
    const Json question{{"t", "desk.table"}, {"room", "K7QX2M"}};
    CHECK(answer_to_operator(house.world, question)["code"] == "no_room");
    house.others.node_answers.silent = {"10.0.0.2:7000"};
    CHECK(answer_to_operator(house.world, question)["code"] == "busy");
}

TEST_CASE("the log has also the closing of a table whose node has not answered yet") {
    House house;
    const Json close{{"t", "desk.close"}, {"room", "K7QX2M"}, {"reason", "not here"}};
    const auto lines = [&] { return answer_to_operator(house.world, {{"t", "desk.log"}})["lines"]; };
    CHECK(answer_to_operator(house.world, close)["code"] == "no_room");
    CHECK(lines().empty());
    house.others.node_answers.silent = {"10.0.0.2:7000"};
    CHECK(answer_to_operator(house.world, close)["code"] == "busy");
    REQUIRE(lines().size() == 1);
    CHECK(lines()[0]["what"] == "close");
    CHECK(lines()[0]["text"] == "K7QX2M, without an answer: not here");
}

TEST_CASE("an operator sees the links of all nodes, and is told when a node may not have ended its own") {
    House house;
    house.others.node_answers.parts = {Json{{"open", {7, 9}}}, Json{{"open", {7}}}, Json::object()};
    CHECK(answer_to_operator(house.world, {{"t", "desk.links"}})["open"] == Json::array({7, 9}));
    const Json end{{"t", "desk.links"}, {"end", true}};
    CHECK(answer_to_operator(house.world, end)["open"] == Json::array({7, 9}));
    house.others.node_answers.silent = {"10.0.0.2:7000"};
    CHECK(answer_to_operator(house.world, end)["code"] == "busy");
}

TEST_CASE(
    "an operator is told which nodes have not said what they know of a player, a network and the links") {
    House house;
    Guest ana(house.world);
    const std::string node = "10.0.0.2:7000";
    house.others.node_answers.silent = {node};
    const Json player{{"player", ana.id}};
    const auto ask = [&](const char* t, Json fields) {
        fields["t"] = t;
        return answer_to_operator(house.world, fields);
    };
    CHECK(ask("desk.player", player)["silent"] == Json::array({node}));
    CHECK(ask("desk.links", Json::object())["silent"] == Json::array({node}));
    Json ban = player;
    ban.update({{"reason", "rude"}, {"whole_network", true}, {"force", true}});
    CHECK(ask("desk.ban", ban)["others"] == 0);
    CHECK(ask("desk.ban", ban)["silent"] == Json::array({node}));
    ban["yes"] = true;
    CHECK(ask("desk.ban", ban)["silent"] == Json::array({node}));
    ban.erase("whole_network");
    CHECK(ask("desk.ban", ban)["silent"] == Json::array({node}));
    house.others.node_answers.silent.clear();
    CHECK_FALSE(ask("desk.ban", ban).contains("silent"));
}

TEST_CASE("a player's network is not unknown while the node that may know it does not answer") {
    House house;
    const std::string ana = Guest(house.world).id;
    house.world.restart();  // this node has not seen her since
    house.world.services->other_nodes = &house.others;
    const Json ban{{"t", "desk.ban"}, {"player", ana}, {"reason", "spam"}, {"whole_network", true}};
    house.others.node_answers.silent = {"10.0.0.2:7000"};
    CHECK(answer_to_operator(house.world, ban)["code"] == "busy");
    house.others.node_answers.silent.clear();
    CHECK(answer_to_operator(house.world, ban)["code"] == "bad_message");
}
