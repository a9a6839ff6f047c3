#include <algorithm>
#include <utility>

#include "server/room/room_refusals.hpp"
#include "server/room/seating.hpp"

namespace cubilete::server {

Verdict Seating::may_change(const std::string& by) const {
    if (by != host_) return refused(RefusalReason::only_host);
    if (playing()) return refused(RefusalReason::between_matches);
    return {};
}

Verdict Seating::make_host(const std::string& by, const std::string& player) {
    if (by != host_) return refused(RefusalReason::only_host);
    if (!is_here(player)) return refused(RefusalReason::nobody_here, {}, "/player");
    const RoomSeat* seat = find(player);
    if (seat ? seat->player.bot : members_.at(player).info.bot)
        return refused(RefusalReason::only_person_hosts, {}, "/player");
    host_ = player;
    return {};
}

bool Seating::replace_host(const std::string& absent_host) {
    if (rules_.quick || host_ != absent_host) return false;
    std::string next = next_host();
    const bool other = next != host_;
    host_ = std::move(next);
    return other;
}

std::string Seating::next_host() const {
    const RoomSeat* best = nullptr;
    for (const RoomSeat& seat : seats_) {
        if (!seat.is_person() || seat.left) continue;
        if (!best || std::pair(!is_online(seat.player.id), seat.since_ms) <
                         std::pair(!is_online(best->player.id), best->since_ms))
            best = &seat;
    }
    const auto watching = std::ranges::find_if(
        members_, [](const auto& member) { return member.second.online && !member.second.info.bot; });
    if (best && (is_online(best->player.id) || watching == members_.end())) return best->player.id;
    return watching == members_.end() ? std::string() : watching->first;
}

Verdict Seating::check_can_remove(const std::string& by, const std::string& player) const {
    if (by != host_) return refused(RefusalReason::only_host);
    if (player == host_) return refused(RefusalReason::host_stays, {}, "/player");
    if (find(player) && playing()) return refused(RefusalReason::between_matches);
    return {};
}

Verdict Seating::kick(const std::string& by, const std::string& player) {
    if (Verdict no = check_can_remove(by, player)) return no;
    if (!is_here(player)) return refused(RefusalReason::nobody_here, {}, "/player");
    vacate(player);
    remove(player);
    return {};
}

Verdict Seating::ban(const std::string& by, const std::string& player, bool has_spoken) {
    if (Verdict no = check_can_remove(by, player)) return no;
    if (!is_here(player) && !has_spoken) return refused(RefusalReason::nobody_lately, {}, "/player");
    banned_.insert(player);
    vacate(player);
    remove(player);
    return {};
}

}  // namespace cubilete::server
