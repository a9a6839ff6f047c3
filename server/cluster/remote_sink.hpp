#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/cluster/envelope.hpp"
#include "server/core/mailbox.hpp"
#include "server/core/net.hpp"
#include "server/core/sink.hpp"

namespace cubilete::server {

/// Frames on their way to sockets of other nodes. What comes from all threads while the relay is busy leaves together.
class RemoteFrames {
  public:
    struct AddressedFrame {
        mesh::Epoch node = 0;
        mesh::SocketNumber socket = 0;
        std::uint64_t link = 0;  ///< over which its socket was attached
        Frame frame;
    };

    /// `notify` is called on the thread of the executor, soon after the first of some frames came.
    RemoteFrames(Executor executor, std::function<void()> notify)
        : executor_(std::move(executor)), notify_(std::move(notify)) {}
    void put(AddressedFrame sent) {
        if (sent_.put(std::move(sent))) net::post(executor_, notify_);
    }
    std::vector<AddressedFrame> take_all() { return sent_.take(); }

  private:
    Executor executor_;
    std::function<void()> notify_;
    Mailbox<AddressedFrame> sent_;
};

/// A client's socket at another node, for the rooms and the lobby of this one. There is one for each, as long as the
/// link lasts over which it was attached.
class RemoteSink final : public Sink {
  public:
    RemoteSink(std::shared_ptr<RemoteFrames> frames, mesh::Epoch node, std::uint64_t link,
               mesh::SocketNumber number, const ClientNetwork& network)
        : frames_(std::move(frames)), node_(node), link_(link), number_(number), network_(network) {}

    const ClientNetwork& network() const override { return network_; }
    void send(Frame frame) override { frames_->put({node_, number_, link_, std::move(frame)}); }
    void on_hello() override {}
    /// The node of the socket closes it for the same reasons.
    void close(CloseCode, std::string) override {}

    mesh::Epoch node() const { return node_; }
    mesh::SocketNumber number() const { return number_; }

  private:
    std::shared_ptr<RemoteFrames> frames_;
    mesh::Epoch node_;
    std::uint64_t link_;
    mesh::SocketNumber number_;
    ClientNetwork network_;
};

/// How many of the sockets each node has; `own`: this node.
inline std::map<mesh::Epoch, std::size_t> sockets_by_node(const std::vector<SinkPtr>& sockets,
                                                          mesh::Epoch own) {
    std::map<mesh::Epoch, std::size_t> counts;
    for (const SinkPtr& socket : sockets) {
        const auto* remote = dynamic_cast<const RemoteSink*>(socket.get());
        ++counts[remote ? remote->node() : own];
    }
    return counts;
}

}  // namespace cubilete::server
