#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "server/core/sink.hpp"

namespace cubilete::server {

/// The sockets of the members of a room who are online.
class RoomSockets {
  public:
    /// By player id; nobody without a socket is listed.
    const std::map<std::string, std::vector<SinkPtr>>& by_player() const { return sockets_; }
    /// Returns false if it is there already.
    bool add(const std::string& player, const SinkPtr& socket) {
        std::vector<SinkPtr>& own = sockets_[player];
        if (std::ranges::count(own, socket) > 0) return false;
        own.push_back(socket);
        return true;
    }
    std::size_t count(const std::string& player) const {
        const auto own = sockets_.find(player);
        return own == sockets_.end() ? 0 : own->second.size();
    }
    /// Whether the player is online with a program that takes part in provable dice.
    bool supports_provable_dice(const std::string& player) const {
        const auto own = sockets_.find(player);
        return own != sockets_.end() && std::ranges::any_of(own->second, [](const SinkPtr& socket) {
                   return socket->supports_provable_dice();
               });
    }
    /// Returns whether it was the player's last one.
    bool remove(const std::string& player, const SinkPtr& socket) {
        const auto own = sockets_.find(player);
        if (own == sockets_.end() || std::erase(own->second, socket) == 0 || !own->second.empty())
            return false;
        sockets_.erase(own);
        return true;
    }
    /// Removes the player's sockets and returns them.
    std::vector<SinkPtr> take(const std::string& player) {
        const auto own = sockets_.extract(player);
        return own ? own.mapped() : std::vector<SinkPtr>();
    }
    std::vector<SinkPtr> all() const {
        std::vector<SinkPtr> all;
        for (const auto& [player, own] : sockets_) all.insert(all.end(), own.begin(), own.end());
        return all;
    }
    void clear() { sockets_.clear(); }

  private:
    std::map<std::string, std::vector<SinkPtr>> sockets_;
};

}  // namespace cubilete::server
