#include "server/cluster/mesh.hpp"

#include <stdexcept>
#include <utility>
#include <vector>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/ip/basic_resolver.hpp>

#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"

namespace cubilete::server::mesh {

namespace {

using boost::system::error_code;

constexpr std::chrono::milliseconds accept_pause{100};
constexpr std::size_t most_unauthenticated = 64;
constexpr std::chrono::minutes between_warnings{1};

Acceptor listen(const Executor& executor, const NodeAddress& address) {
    net::ip::tcp::resolver resolver(executor);
    const net::ip::tcp::endpoint at =
        *resolver.resolve(address.host, address.port, net::ip::tcp::resolver::passive).begin();
    Acceptor acceptor(executor, at.protocol());
    acceptor.set_option(net::socket_base::reuse_address(true));
    acceptor.bind(at);
    acceptor.listen();
    return acceptor;
}

NodeAddress require_node_address(const std::string& address) {
    if (auto known = parse_node_address(address)) return *std::move(known);
    throw std::invalid_argument(address + " is not HOST:PORT");
}

}  // namespace

NodePort::NodePort(const Executor& executor, const std::string& address)
    : acceptor_(listen(executor, require_node_address(address))),
      address_(address.substr(0, address.rfind(':') + 1) +
               std::to_string(acceptor_.local_endpoint().port())) {}

Mesh::Mesh(const Executor& executor, Secret key, NodePort port, Epoch own, Events events)
    : executor_(executor),
      key_(std::move(key)),
      events_(std::move(events)),
      setup_{.own = own,
             .key = key_,
             .on_link_up = [this](const LinkPtr& link) { on_link_up(link); },
             .on_message =
                 [this](Link& link, Message message) {
                     const auto known = links_.find(link.peer());
                     if (known != links_.end() && known->second.get() == &link)
                         events_.on_message(link.peer(), std::move(message));
                 },
             .on_link_down = [this](const LinkPtr& link) { on_link_down(link); },
             .on_dial_failure =
                 [this](Epoch to, bool refused) {
                     dialled_.erase(to);
                     if (refused && !stopped_) events_.on_refused(to);
                 },
             .on_unauthenticated = [this](Epoch node) { on_unauthenticated(node); }},
      acceptor_(std::move(port.acceptor_)),
      address_(std::move(port.address_)) {}

void Mesh::start() {
    net::co_spawn(
        executor_, [self = shared_from_this()] { return self->accept(); },
        [](const std::exception_ptr& bug) { log_bug("the port for nodes", bug); });
}

Task<> Mesh::accept() {
    while (!stopped_) {
        auto [failed, socket] = co_await acceptor_.async_accept(as_values);
        if (stopped_) co_return;
        if (!failed) {
            accepted_.push_back(accept_link(std::move(socket), setup_));
            limit_unauthenticated();
            continue;
        }
        SteadyTimer pause(executor_, accept_pause);
        co_await pause.async_wait(as_values);
    }
}

/// Of too many connections that have proved nothing the oldest ones end: a node needs a moment only.
void Mesh::limit_unauthenticated() {
    std::erase_if(accepted_, [](const std::weak_ptr<Link>& one) {
        const LinkPtr link = one.lock();
        return !link || link->peer() != 0;
    });
    if (accepted_.size() <= most_unauthenticated) return;
    if (const LinkPtr oldest = accepted_.front().lock()) oldest->reset();
    accepted_.pop_front();
}

void Mesh::set_nodes(const std::map<Epoch, std::string>& living, Epoch newest) {
    if (stopped_) return;
    living_ = living;
    std::erase_if(unauthenticated_, [&](Epoch node) { return !living.contains(node); });
    for (const auto& [node, address] : living)
        if (node < setup_.own && !links_.contains(node) && dialled_.insert(node).second)
            dial_link(executor_, address, node, setup_);
    std::erase_if(lost_links_, [&](Epoch node) { return !living.contains(node) || links_.contains(node); });
    for (const Epoch node : lost_links_)
        net::co_spawn(
            executor_,
            [self = shared_from_this(), node, address = living.at(node)] {
                return self->probe(node, address);
            },
            [](const std::exception_ptr& bug) { log_bug("the links between nodes", bug); });
    std::vector<LinkPtr> over;
    for (const auto& [node, link] : links_)
        if (!living.contains(node) && node <= newest) over.push_back(link);
    for (const LinkPtr& link : over) link->reset();
}

/// Finds out whether a process listens there that has to dial by itself.
Task<> Mesh::probe(Epoch node, std::string address) {
    const auto parsed = parse_node_address(address);
    if (!parsed) co_return;
    net::ip::basic_resolver<net::ip::tcp, Executor> resolver(executor_);
    auto [unknown, found] = co_await resolver.async_resolve(parsed->host, parsed->port, as_values);
    if (unknown) co_return;
    Socket socket(executor_);
    auto [failed, at] = co_await net::async_connect(socket, found, as_values);
    if (failed == net::error::connection_refused && !stopped_ && !links_.contains(node))
        events_.on_refused(node);
}

void Mesh::stop() {
    stopped_ = true;
    error_code ignored;
    acceptor_.close(ignored);
    for (const auto& [node, link] : links_) link->reset();
}

bool Mesh::is_busy(Epoch node) const {
    const auto link = links_.find(node);
    return link != links_.end() && link->second->queued_bytes() > Link::busy_bytes;
}

std::size_t Mesh::queued_bytes() const {
    std::size_t bytes = 0;
    for (const auto& [node, link] : links_) bytes += link->queued_bytes();
    return bytes;
}

bool Mesh::send(Epoch node, const Message& message) {
    const auto link = links_.find(node);
    if (link == links_.end()) return false;
    const LinkPtr alive = link->second;
    alive->send(message);
    return true;
}

void Mesh::broadcast(const Message& message) {
    for (const auto& [node, link] : links_) link->send(message);
}

/// A node that connects again before its old link has ended gets the new one.
void Mesh::on_link_up(const LinkPtr& link) {
    if (stopped_) return link->reset();
    const Epoch node = link->peer();
    dialled_.erase(node);
    if (const auto old = links_.find(node); old != links_.end()) {
        const LinkPtr ended = old->second;
        links_.erase(old);
        ended->reset();
        events_.on_link_down(node);
    }
    links_[node] = link;
    spdlog::info("linked to node {}", node);
    events_.on_link_up(node);
}

/// Dialling goes on with each beat, so that this is logged once for each node, by the one that was dialled: it hangs up
/// first. Anybody may connect and claim to be any node: only those that live are logged, and one in a minute.
void Mesh::on_unauthenticated(Epoch node) {
    const auto known = living_.find(node);
    const auto now = std::chrono::steady_clock::now();
    if (known == living_.end() || (last_warning_ && now - *last_warning_ < between_warnings)) return;
    if (!unauthenticated_.insert(node).second) return;
    last_warning_ = now;
    spdlog::warn(
        "this node ({} at {}) and node {} at {} have different secrets and cannot link: give both the same"
        " --cluster-secret-file and restart the one that had another",
        setup_.own, address_, node, known->second);
}

void Mesh::on_link_down(const LinkPtr& link) {
    const auto known = links_.find(link->peer());
    if (known == links_.end() || known->second != link) return;
    links_.erase(known);
    if (stopped_) return;
    if (link->peer() > setup_.own) lost_links_.insert(link->peer());
    spdlog::warn("the link to node {} has ended", link->peer());
    events_.on_link_down(link->peer());
}

}  // namespace cubilete::server::mesh
