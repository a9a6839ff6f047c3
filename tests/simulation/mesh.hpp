#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "server/cluster/links.hpp"
#include "server/core/net.hpp"

/// Links between the nodes of one process, on simulated time: messages take some time, and cables can be cut.
namespace cubilete::server::sim {

using Time = std::chrono::milliseconds;  ///< true time since the beginning
using mesh::Epoch;

class SimulatedLinks;

class Network {
  public:
    explicit Network(std::mt19937_64& chance) : chance_(chance) {}

    /// Does what is due.
    void advance(Time now);
    Time now() const { return now_; }
    /// Whether messages pass between the machines of two nodes.
    std::function<bool(Epoch, Epoch)> passes = [](Epoch, Epoch) { return true; };
    /// The process of this node has ended.
    void end(Epoch node);
    /// The cable of these two nodes was cut, or one of them has not answered for long.
    void reset(Epoch one, Epoch two);
    std::uint64_t sent = 0;    ///< messages
    std::uint64_t digest = 0;  ///< of all messages, in their order

    using Pair = std::pair<Epoch, Epoch>;
    static Pair pair_of(Epoch one, Epoch two) { return {std::min(one, two), std::max(one, two)}; }

  private:
    friend class SimulatedLinks;
    struct Link {
        std::uint64_t number = 0;
        std::map<Epoch, Time> newest;  ///< by receiver: when the last message that was sent arrives
    };

    Time latency() { return Time(std::uniform_int_distribution(1, 8)(chance_)); }
    void dial(Epoch from, Epoch to);
    void probe(Epoch from, Epoch to);
    void send(Epoch from, Epoch to, const mesh::Message& message);
    void at(Time when, std::function<void()> action) { due_.emplace(when, std::move(action)); }
    SimulatedLinks* process(Epoch node) const {
        const auto found = processes_.find(node);
        return found == processes_.end() ? nullptr : found->second;
    }

    std::mt19937_64& chance_;
    Time now_{};
    std::multimap<Time, std::function<void()>> due_;
    std::map<Epoch, SimulatedLinks*> processes_;
    std::map<Pair, Link> links_;
    std::uint64_t last_number_ = 0;
};

/// All links of one node.
class SimulatedLinks final : public mesh::Links, public std::enable_shared_from_this<SimulatedLinks> {
  public:
    SimulatedLinks(Network& network, const Executor& executor, Epoch own, Events events)
        : network_(network), executor_(executor), own_(own), events_(std::move(events)) {}
    ~SimulatedLinks() override { stop(); }

    void start() override { network_.processes_[own_] = this; }
    void stop() override {
        if (std::exchange(stopped_, true)) return;
        network_.end(own_);
    }
    void set_nodes(const std::map<Epoch, std::string>& living, Epoch newest) override {
        for (const auto& [node, address] : living)
            if (!linked_.contains(node) && dialled_.insert(node).second)
                node < own_ ? network_.dial(own_, node) : network_.probe(own_, node);
        for (const auto& [node, number] : std::map(linked_))
            if (!living.contains(node) && node <= newest) network_.reset(own_, node);
    }
    bool is_linked(Epoch node) const override { return linked_.contains(node); }
    bool is_busy(Epoch) const override { return false; }
    std::size_t queued_bytes() const override { return 0; }
    bool send(Epoch node, const mesh::Message& message) override {
        if (!linked_.contains(node)) return false;
        network_.send(own_, node, message);
        return true;
    }
    void broadcast(const mesh::Message& message) override {
        for (const auto& [node, number] : linked_) network_.send(own_, node, message);
    }

  private:
    friend class Network;
    /// Posts an event; a process that stands still handles it when it goes on.
    void happens(std::function<void(SimulatedLinks&)> action) {
        net::post(executor_, [weak = weak_from_this(), action = std::move(action)] {
            if (const auto self = weak.lock(); self && !self->stopped_) action(*self);
        });
    }
    void on_link_up(Epoch node, std::uint64_t number) {
        happens([node, number](SimulatedLinks& self) {
            self.dialled_.erase(node);
            if (self.linked_.contains(node)) self.events_.on_link_down(node);
            self.linked_[node] = number;
            self.events_.on_link_up(node);
        });
    }
    void on_link_down(Epoch node, std::uint64_t number) {
        happens([node, number](SimulatedLinks& self) {
            const auto known = self.linked_.find(node);
            if (known == self.linked_.end() || known->second != number) return;
            self.linked_.erase(known);
            self.events_.on_link_down(node);
        });
    }
    void failed(Epoch node, bool refused) {
        happens([node, refused](SimulatedLinks& self) {
            self.dialled_.erase(node);
            if (refused && !self.linked_.contains(node)) self.events_.on_refused(node);
        });
    }
    void arrived(Epoch from, std::uint64_t number, std::string bytes) {
        happens([from, number, bytes = std::move(bytes)](SimulatedLinks& self) {
            const auto known = self.linked_.find(from);
            if (known == self.linked_.end() || known->second != number) return;
            std::string_view rest = bytes;
            auto message = mesh::take(rest);
            REQUIRE(message.has_value());
            self.events_.on_message(from, *std::move(message));
        });
    }

    Network& network_;
    Executor executor_;
    Epoch own_;
    Events events_;
    std::map<Epoch, std::uint64_t> linked_;  ///< with the numbers of the links
    std::set<Epoch> dialled_;
    bool stopped_ = false;
};

inline void Network::advance(Time now) {
    while (!due_.empty() && due_.begin()->first <= now) {
        auto next = due_.extract(due_.begin());
        now_ = std::max(now_, next.key());
        next.mapped()();
    }
    now_ = now;
}

inline void Network::dial(Epoch from, Epoch to) {
    at(now_ + latency() + latency(), [this, from, to] {
        SimulatedLinks* dialling = process(from);
        SimulatedLinks* dialled = process(to);
        if (!dialling) return;
        if (!passes(from, to) || !dialled) return dialling->failed(to, passes(from, to));
        reset(from, to);
        Link& link = links_[pair_of(from, to)];
        link.number = ++last_number_;
        dialling->on_link_up(to, link.number);
        dialled->on_link_up(from, link.number);
    });
}

inline void Network::probe(Epoch from, Epoch to) {
    at(now_ + latency() + latency(), [this, from, to] {
        if (SimulatedLinks* asking = process(from)) asking->failed(to, passes(from, to) && !process(to));
    });
}

inline void Network::send(Epoch from, Epoch to, const mesh::Message& message) {
    const auto found = links_.find(pair_of(from, to));
    if (found == links_.end()) return;  // it has ended; the sender is about to notice
    ++sent;
    std::string bytes;
    mesh::append(bytes, message);
    digest = digest * 31 + std::hash<std::string>()(bytes);
    Time& newest = found->second.newest[to];
    newest = std::max(newest, now_ + latency());
    at(newest, [this, from, to, number = found->second.number, bytes = std::move(bytes)]() mutable {
        const auto link = links_.find(pair_of(from, to));
        if (link == links_.end() || link->second.number != number || !passes(from, to)) return;
        if (SimulatedLinks* receiver = process(to)) receiver->arrived(from, number, std::move(bytes));
    });
}

inline void Network::reset(Epoch one, Epoch two) {
    const auto link = links_.extract(pair_of(one, two));
    if (!link) return;
    const std::uint64_t number = link.mapped().number;
    if (SimulatedLinks* process_one = process(one)) process_one->on_link_down(two, number);
    if (SimulatedLinks* process_two = process(two)) process_two->on_link_down(one, number);
}

inline void Network::end(Epoch node) {
    processes_.erase(node);
    std::vector<Pair> ended;
    for (const auto& [pair, link] : links_)
        if (pair.first == node || pair.second == node) ended.push_back(pair);
    for (const Pair& pair : ended) reset(pair.first, pair.second);
}

}  // namespace cubilete::server::sim
