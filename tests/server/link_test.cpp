#include "server/cluster/link.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <set>
#include <vector>

#include <boost/asio/connect.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <doctest/doctest.h>

#include "server/cluster/handshake.hpp"
#include "server/cluster/mesh.hpp"
#include "tests/server/log_reader.hpp"

using namespace cubilete::server;
using namespace cubilete::server::mesh;

namespace {

constexpr Epoch older = 3;
constexpr Epoch newer = 5;

/// A node that only links, and writes down what happens.
struct Node {
    Node(net::io_context& io, Epoch own, const std::string& secret)
        : port(io.get_executor(), "127.0.0.1:0"),
          address(port.address()),
          mesh(std::make_shared<Mesh>(io.get_executor(), derive_key(secret), std::move(port), own,
                                      Mesh::Events{[this](Epoch node) { ups.push_back(node); },
                                                   [this](Epoch node) { downs.push_back(node); },
                                                   [this](Epoch from, Message message) {
                                                       froms.push_back(from);
                                                       if (on_message) on_message();
                                                       messages.push_back(std::move(message));
                                                   },
                                                   [this](Epoch node) { refused.push_back(node); }})) {
        mesh->start();
    }

    NodePort port;
    std::string address;
    std::vector<Epoch> ups, downs, froms, refused;
    std::vector<Message> messages;
    std::function<void()> on_message;
    std::shared_ptr<Mesh> mesh;
};

/// Runs until `done` returns true; fails after a generous time.
void run(net::io_context& io, const std::function<bool()>& done) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
    while (!done()) {
        REQUIRE(std::chrono::steady_clock::now() < end);
        io.restart();
        io.run_one_for(std::chrono::milliseconds(100));
    }
}

void finish(net::io_context& io, std::vector<Node*> nodes) {
    for (Node* node : nodes) node->mesh->stop();
    io.restart();
    io.run_for(std::chrono::milliseconds(50));
}

struct Pair {
    explicit Pair(const std::string& other_secret = "a secret of both")
        : first(io, older, "a secret of both"), second(io, newer, other_secret) {
        second.mesh->set_nodes({{older, first.address}}, newer);
        first.mesh->set_nodes({{newer, second.address}}, newer);
    }
    ~Pair() { finish(io, {&first, &second}); }
    void link() {
        run(io, [this] { return first.mesh->is_linked(newer) && second.mesh->is_linked(older); });
    }

    net::io_context io{BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO};
    Node first, second;
};

}  // namespace

TEST_CASE("two nodes link once, and what one sends the other gets in order") {
    Pair nodes;
    nodes.link();
    for (SocketNumber number = 0; number < 1'000; ++number) nodes.first.mesh->send(newer, Detach{number});
    nodes.second.mesh->send(older, ConnectedPlayers{{"p_ana"}});
    run(nodes.io, [&] { return nodes.second.messages.size() == 1'000 && nodes.first.messages.size() == 1; });
    for (SocketNumber number = 0; number < 1'000; ++number)
        CHECK(std::get<Detach>(nodes.second.messages[number]).socket == number);
    CHECK(nodes.second.froms.front() == older);
    CHECK(nodes.first.froms == std::vector<Epoch>{newer});
    CHECK(nodes.first.ups == std::vector<Epoch>{newer});
    CHECK(nodes.second.ups == std::vector<Epoch>{older});
}

TEST_CASE("a node with another secret is not linked, whichever side dials") {
    Pair nodes("another secret");
    const auto again = [&] { nodes.second.mesh->set_nodes({{older, nodes.first.address}}, newer); };
    for (int time = 0; time < 5; ++time) {
        again();
        nodes.io.restart();
        nodes.io.run_for(std::chrono::milliseconds(50));
    }
    CHECK(nodes.first.ups.empty());
    CHECK(nodes.second.ups.empty());
}

TEST_CASE("a node with another secret is logged once, with both ends and what to do") {
    const LogReader log;
    Pair nodes("another secret");
    run(nodes.io, [&] { return !log.text().empty(); });
    for (int beat = 0; beat < 5; ++beat) {
        nodes.second.mesh->set_nodes({{older, nodes.first.address}}, newer);
        nodes.io.restart();
        nodes.io.run_for(std::chrono::milliseconds(50));
    }
    const std::string text = log.text();
    CHECK(std::ranges::count(text, '\n') == 1);
    const std::string ends = "node (" + std::to_string(older) + " at " + nodes.first.address + ") and node " +
                             std::to_string(newer) + " at " + nodes.second.address;
    for (const std::string& part : {std::string("warning"), ends, std::string("--cluster-secret-file")})
        CHECK_MESSAGE(text.find(part) != std::string::npos, text);
}

TEST_CASE("somebody who claims to be nodes that do not live is not logged") {
    const LogReader log;
    net::io_context io(BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO);
    Node node(io, older, "a secret");
    node.mesh->set_nodes({}, older);
    std::vector<std::unique_ptr<Node>> strangers;
    for (Epoch claimed = 10; claimed < 20; ++claimed) {
        strangers.push_back(std::make_unique<Node>(io, claimed, "another secret"));
        strangers.back()->mesh->set_nodes({{older, node.address}}, claimed);
    }
    io.run_for(std::chrono::milliseconds(100));
    CHECK(log.text().empty());
    CHECK(node.ups.empty());
    std::vector<Node*> all{&node};
    for (const auto& stranger : strangers) all.push_back(stranger.get());
    finish(io, all);
}

TEST_CASE("of connections that have proved nothing the oldest ends when there are more than 64") {
    net::io_context io(BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO);
    Node node(io, older, "a secret");
    const auto address = parse_node_address(node.address).value();
    const net::ip::tcp::endpoint at(net::ip::make_address(address.host),
                                    static_cast<std::uint16_t>(std::stoi(address.port)));
    std::vector<std::unique_ptr<net::ip::tcp::socket>> strangers;
    std::set<std::size_t> cut;
    char byte = 0;
    for (std::size_t number = 0; number < 66; ++number) {
        auto& socket = *strangers.emplace_back(std::make_unique<net::ip::tcp::socket>(io));
        socket.connect(at);
        socket.async_read_some(net::buffer(&byte, 1), [&cut, number](auto failed, std::size_t) {
            if (failed) cut.insert(number);
        });
    }
    run(io, [&] { return cut.size() == 2; });
    CHECK(cut == std::set<std::size_t>{0, 1});
    finish(io, {&node});
    strangers.clear();
    io.restart();
    io.run_for(std::chrono::milliseconds(10));
}

TEST_CASE("white space around the secret does not count, and other secrets give other keys") {
    CHECK(derive_key("  secret\n") == derive_key("secret"));
    CHECK_FALSE(derive_key("secret") == derive_key("secret2"));
}

TEST_CASE("what one link has proved proves nothing on another") {
    const Secret key = derive_key("a secret");
    const HandshakeTranscript first{{version, newer, older, random_nonce()}, version, random_nonce()};
    HandshakeTranscript later = first;
    later.nonce = random_nonce();  // the node that is dialled has chosen a new one
    CHECK(equal_in_constant_time(initiator_mac(key, first), initiator_mac(key, first)));
    CHECK_FALSE(equal_in_constant_time(initiator_mac(key, first), initiator_mac(key, later)));
    CHECK_FALSE(equal_in_constant_time(initiator_mac(key, first), acceptor_mac(key, first)));
    HandshakeTranscript others = first;
    others.hello.from = older;
    CHECK_FALSE(equal_in_constant_time(initiator_mac(key, first), initiator_mac(key, others)));
}

TEST_CASE("a recorded handshake that is sent again is refused") {
    net::io_context io(BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO);
    Node node(io, older, "a secret");
    // A proxy that records all that the dialler sends.
    net::ip::tcp::acceptor listener(io, {net::ip::make_address("127.0.0.1"), 0});
    net::ip::tcp::socket inner(io), outer(io);
    std::string recorded, shown;
    std::array<char, 4096> up{}, down{};
    const auto address = parse_node_address(node.address).value();
    const net::ip::tcp::endpoint at(net::ip::make_address(address.host),
                                    static_cast<std::uint16_t>(std::stoi(address.port)));
    std::function<void()> upwards = [&] {
        outer.async_read_some(net::buffer(up), [&](auto failed, std::size_t size) {
            if (failed) return;
            recorded.append(up.data(), size);
            net::write(inner, net::buffer(up, size));
            upwards();
        });
    };
    std::function<void()> downwards = [&] {
        inner.async_read_some(net::buffer(down), [&](auto failed, std::size_t size) {
            if (failed) return;
            shown.append(down.data(), size);
            net::write(outer, net::buffer(down, size));
            downwards();
        });
    };
    listener.async_accept(outer, [&](auto failed) {
        REQUIRE_FALSE(failed);
        inner.connect(at);
        upwards();
        downwards();
    });
    Node dialler(io, newer, "a secret");
    dialler.mesh->set_nodes({{older, "127.0.0.1:" + std::to_string(listener.local_endpoint().port())}},
                            newer);
    run(io, [&] { return node.mesh->is_linked(newer) && dialler.mesh->is_linked(older); });
    REQUIRE(node.ups.size() == 1);
    CHECK_MESSAGE(shown.find(std::string(Mac().size(), '\0')) != std::string::npos,
                  "the challenge proves nothing to somebody who has not proved anything");
    dialler.mesh->stop();
    run(io, [&] { return node.downs.size() == 1; });

    net::ip::tcp::socket replayed(io);
    replayed.connect(at);
    net::write(replayed, net::buffer(recorded));
    bool cut = false;
    std::function<void()> read_all = [&] {
        replayed.async_read_some(net::buffer(down), [&](auto failed, std::size_t) {
            if (failed)
                cut = true;
            else
                read_all();
        });
    };
    read_all();
    run(io, [&] { return cut; });
    CHECK(node.ups.size() == 1);
    finish(io, {&node, &dialler});
}

TEST_CASE("a link whose queue grows too long is reset, and requests stop before that") {
    Pair nodes;
    nodes.link();
    const Request big{1, std::string(1024 * 1024, 'x')};
    std::size_t sent = 0;
    // Nothing runs meanwhile, so nothing is written.
    while (!nodes.first.mesh->is_busy(newer)) {
        nodes.first.mesh->send(newer, big);
        ++sent;
    }
    CHECK(sent == 4);
    for (; sent < 17; ++sent) nodes.first.mesh->send(newer, big);
    run(nodes.io, [&] { return nodes.first.downs.size() == 1 && nodes.second.downs.size() == 1; });
    CHECK_FALSE(nodes.first.mesh->is_linked(newer));
    CHECK_FALSE(nodes.first.mesh->send(newer, big));
}

TEST_CASE("sixteen mebibytes cross a link that is fast enough") {
    Pair nodes;
    nodes.link();
    const Request big{1, std::string(1024 * 1024, 'x')};
    for (int sent = 0; sent < 15; ++sent) nodes.first.mesh->send(newer, big);
    run(nodes.io, [&] { return nodes.second.messages.size() == 15; });
    CHECK(nodes.first.downs.empty());
    CHECK_FALSE(nodes.first.mesh->is_busy(newer));
}

TEST_CASE("a link that has ended is dialled again with the next beat") {
    Pair nodes;
    nodes.link();
    nodes.first.mesh->set_nodes({}, newer);
    run(nodes.io, [&] { return nodes.first.downs.size() == 1 && nodes.second.downs.size() == 1; });
    nodes.second.mesh->set_nodes({{older, nodes.first.address}}, newer);
    nodes.link();
    CHECK(nodes.first.ups.size() == 2);
}

TEST_CASE("the link to the newest node stays while it has just joined, and ends when it is over") {
    Pair nodes;
    nodes.link();
    nodes.first.mesh->set_nodes({}, older);
    CHECK(nodes.first.mesh->is_linked(newer));
    nodes.first.mesh->set_nodes({{newer, nodes.second.address}}, newer);
    CHECK(nodes.first.mesh->is_linked(newer));
    nodes.first.mesh->set_nodes({{1, "127.0.0.1:1"}}, newer);  // another one lives
    run(nodes.io, [&] { return nodes.first.downs.size() == 1 && nodes.second.downs.size() == 1; });
}

TEST_CASE("a node notices that a process is gone whose machine is not") {
    Pair nodes;
    nodes.link();
    nodes.first.mesh->stop();
    run(nodes.io, [&] { return nodes.second.downs.size() == 1; });
    nodes.second.mesh->set_nodes({{older, nodes.first.address}}, newer);
    run(nodes.io, [&] { return !nodes.second.refused.empty(); });
    CHECK(nodes.second.refused == std::vector<Epoch>{older});
}

TEST_CASE("the address of a node is a host and a port") {
    CHECK(parse_node_address("10.0.0.1:9000")->port == "9000");
    CHECK(parse_node_address("node-2.lan:9000")->host == "node-2.lan");
    CHECK(parse_node_address("[fd00::1]:9000")->host == "fd00::1");
    for (const char* wrong :
         {"", "host", "host:", ":9000", "host:port", "host:70000", "fd00::1:9000", "[]:1"})
        CHECK_FALSE(parse_node_address(wrong));
}
