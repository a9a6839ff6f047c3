#include "server/room/chat.hpp"

#include <algorithm>
#include <utility>

namespace cubilete::server {

void Chat::add(protocol::ChatLine line) {
    lines_.push_back(std::move(line));
    keep(true, seated_limit_);
    keep(false, seated_limit_ / 2);
}

/// Forgets older lines of those who sit, or of those who do not.
void Chat::keep(bool seated, std::size_t limit) {
    const auto is_one = [&](const protocol::ChatLine& line) {
        return (seating_.find(line.from) != nullptr) == seated;
    };
    for (auto count = static_cast<std::size_t>(std::ranges::count_if(lines_, is_one)); count > limit; --count)
        lines_.erase(std::ranges::find_if(lines_, is_one));
}

bool Chat::has_line_of(const std::string& player) const {
    return std::ranges::count(lines_, player, &protocol::ChatLine::from) > 0;
}

bool Chat::rename(const std::string& player, const std::string& name) {
    for (protocol::ChatLine& line : lines_)
        if (line.from == player) line.name = name;
    return has_line_of(player);
}

}  // namespace cubilete::server
