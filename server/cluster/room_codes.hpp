#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/cluster/this_node.hpp"

namespace cubilete::server {

/// Some codes that are reserved for new rooms of this node, so that these need not wait for the database. On the lobby's
/// thread.
class RoomCodes {
  public:
    /// `node` outlives it.
    explicit RoomCodes(const NodeContext& node) : node_(node) {}

    /// Reserves as many as there should be at hand, if about half of them are used.
    void refill();
    /// Nothing if there is none at hand.
    std::optional<std::string> take();
    /// Calls `then` when there are some, or with false if the database gave none.
    void await(std::function<void(bool come)> then);

  private:
    void on_codes(const std::vector<std::string>& codes);

    const NodeContext& node_;
    std::vector<std::string> codes_;
    std::deque<std::function<void(bool come)>> waiting_;
    bool is_refilling_ = false;
};

}  // namespace cubilete::server
