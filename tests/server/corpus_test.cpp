// The text of every frame of seeded matches, requests and refusals, as fingerprints: a change that should not alter the
// protocol leaves them equal. CORPUS=FILE writes the frames; PIN_CORPUS=1 writes the fingerprints again.
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <regex>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "protocol/match.hpp"
#include "protocol/seeded_chance.hpp"
#include "server/core/sha256.hpp"
#include "tests/server/world.hpp"

namespace cubilete::server {
namespace {

const std::filesystem::path source = CUBILETE_SOURCE_DIR;

/// The frames of one client: to which client a frame goes first is not fixed. Ids, tokens, codes and hashes are random:
/// each gets the number of its first appearance.
class Frames {
  public:
    void add(std::string_view frame) {
        static const std::regex random(
            R"re("(?:[a-z]_[\w-]{16}|[\w-]{43}|[0-9a-f]{16}|[0-9a-f]{64}|[0-9A-Z]{6}|[0-9A-Z]{8})")re");
        const std::string whole(frame);
        auto from = whole.begin();
        for (std::sregex_iterator at(whole.begin(), whole.end(), random), end; at != end; ++at) {
            text_.append(from, whole.begin() + at->position());
            const auto [seen, fresh] = numbers_.emplace(at->str(), numbers_.size());
            text_ += "#" + std::to_string(seen->second);
            from = whole.begin() + at->position() + at->length();
        }
        text_.append(from, whole.end());
        text_ += '\n';
    }
    const std::string& text() const { return text_; }

  private:
    std::string text_;
    std::map<std::string, std::size_t> numbers_;
};

class Recorder final : public Sink {
  public:
    const ClientNetwork& network() const override { return network_; }
    void send(Frame frame) override {
        frames.add(*frame.text);
        Json json = Json::parse(*frame.text);
        const std::string kind = json.value("t", "");
        if (json.contains("re")) answer = json;
        newest[kind] = std::move(json);
    }
    void on_hello() override {}
    void close(CloseCode code, std::string) override { frames.add("closed " + std::to_string(int(code))); }

    Frames frames;
    std::map<std::string, Json> newest;  ///< by type
    Json answer;

  private:
    ClientNetwork network_;
};

struct Client {
    Client(World& world, const std::string& name) : world_(world) {
        ask({{"t", "hello"}, {"v", 1}, {"name", name}});
    }
    Json ask(Json request) {
        request["id"] = ++last_id_;
        return send(request.dump());
    }
    Json send(const std::string& text) {
        auto message = protocol::parse(text);
        if (auto* bad = std::get_if<protocol::BadMessage>(&message)) {
            sink->frames.add(protocol::write(protocol::RefusedReply{bad->request_id, bad->refused}));
            return nullptr;
        }
        sink->answer = nullptr;
        world_.lobby->receive(sink, std::get<protocol::ClientMessage>(std::move(message)));
        world_.settle();
        return sink->answer;
    }

    std::shared_ptr<Recorder> sink = std::make_shared<Recorder>();

  private:
    World& world_;
    int last_id_ = 0;
};

/// Plays a match of three people before a spectator; each move is any of the listed ones.
std::string match_of(const std::string& game, std::uint64_t seed) {
    World world(seed);
    protocol::SeededChance choose(seed);
    std::vector<Client> clients;
    for (const char* name : {"Ana", "Ben", "Cleo", "Dora"}) clients.emplace_back(world, name);
    const std::string room = code_of(clients[0].ask({{"t", "room.create"}, {"game", game}, {"seats", 3}}));
    for (std::size_t at = 1; at < clients.size(); ++at) {
        clients[at].ask({{"t", "room.join"}, {"room", room}});
        clients[at].ask({{"t", "room.ready"}, {"room", room}, {"ready", true}});
    }
    clients[3].ask({{"t", "room.chat"}, {"room", room}, {"text", "Good luck! \U0001F3B2"}});
    REQUIRE(refusal(clients[0].ask({{"t", "room.start"}, {"room", room}})) == "ok");
    for (int steps = 0; steps < 3000; ++steps) {
        const Json push = clients[3].sink->newest.at("match");
        if (push.contains("result") && !push["result"].is_null()) break;
        bool moved = false;
        for (Client& client : clients) {
            const Json own = client.sink->newest.at("match");
            const Json moves = own.contains("you") ? own["you"].value("moves", Json::array()) : Json::array();
            if (moves.empty() || choose.pick(4) == 0) continue;
            client.ask(
                {{"t", "move"},
                 {"room", room},
                 {"match", own["match"]},
                 {"n", own["you"]["n"]},
                 {"move", moves[static_cast<std::size_t>(choose.pick(static_cast<int>(moves.size())))]}});
            moved = true;
            break;
        }
        if (!moved) world.turn(std::chrono::seconds(1 + choose.pick(20)));
    }
    clients[0].ask({{"t", "room.rematch"}, {"room", room}});
    clients[1].ask({{"t", "me.matches"}});
    clients[2].ask({{"t", "me.export"}});
    clients[3].ask({{"t", "room.leave"}, {"room", room}});
    std::string all;
    for (const Client& client : clients) all += client.sink->frames.text();
    return all;
}

/// Sends each request of a file as somebody in a room, and leaves other rooms at once: lists of rooms are in the order of
/// their codes, which are random.
std::string requests_of(const std::string& file) {
    World world;
    Client ana(world, "Ana");
    ana.ask({{"t", "lobby.watch"}});
    const std::string room = code_of(ana.ask({{"t", "room.create"}, {"game", "tres"}, {"public", true}}));
    std::ifstream in(source / file);
    REQUIRE(in);
    const std::regex named(R"("room":"[^"]*")");
    for (std::string line; std::getline(in, line);) {
        const Json answer = ana.send(std::regex_replace(line, named, "\"room\":\"" + room + "\""));
        if (answer.is_object() && answer.value("room", room) != room)
            ana.ask({{"t", "room.leave"}, {"room", answer["room"]}});
    }
    return ana.sink->frames.text();
}

}  // namespace

TEST_CASE("what the server sends is byte for byte what it was") {
    std::map<std::string, std::string> corpus;
    for (const GameInfo* game : protocol::catalogue())
        for (const std::uint64_t seed : {1, 2})
            corpus[game->id + '/' + std::to_string(seed)] = match_of(game->id, seed);
    for (const char* file : {"accepted", "refused"})
        corpus[file] = requests_of(std::string("tests/schema/") + file + ".jsonl");
    if (const char* whole = std::getenv("CORPUS"))
        for (std::ofstream out(whole); const auto& [name, text] : corpus) out << "# " << name << '\n' << text;
    const auto file = source / "tests/server/corpus_pins.txt";
    std::map<std::string, std::string> pins;
    std::ifstream in(file);
    for (std::string name, hash; in >> name >> hash;) pins[name] = hash;
    if (std::getenv("PIN_CORPUS"))
        for (std::ofstream out(file); const auto& [name, text] : corpus)
            out << name << ' ' << hex(sha256(text)).substr(0, 16) << '\n';
    for (const auto& [name, text] : corpus) {
        CAPTURE(name);
        CHECK_MESSAGE(pins[name] == hex(sha256(text)).substr(0, 16),
                      "compare the frames that CORPUS=FILE writes before and after; PIN_CORPUS=1 writes the "
                      "pins again");
    }
}

}  // namespace cubilete::server
