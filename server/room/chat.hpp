#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "protocol/messages.hpp"
#include "server/room/seating.hpp"

namespace cubilete::server {

/// The lines of a room's chat that everybody who comes is shown, the oldest first: the last ones of those who sit at the
/// table now, and half as many of others, so that watchers push out only what watchers said. The data keeps the same ones.
class Chat {
  public:
    /// `limit` lines of those who sit in `seating`, which must outlive it.
    Chat(const Seating& seating, std::size_t limit) : seating_(seating), seated_limit_(limit) {}

    void add(protocol::ChatLine line);
    void clear() { lines_.clear(); }
    const std::vector<protocol::ChatLine>& lines() const { return lines_; }
    bool has_line_of(const std::string& player) const;
    /// Renames the player's lines; returns whether there are any.
    bool rename(const std::string& player, const std::string& name);

  private:
    void keep(bool seated, std::size_t limit);

    const Seating& seating_;
    std::size_t seated_limit_;
    std::vector<protocol::ChatLine> lines_;
};

}  // namespace cubilete::server
