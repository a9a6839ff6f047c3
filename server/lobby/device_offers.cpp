#include "server/lobby/device_offers.hpp"

#include <utility>

#include "server/core/tokens.hpp"

namespace cubilete::server {

std::string DeviceOffers::make(const protocol::PlayerInfo& player, Clock::Duration now) {
    forget_old(now);
    withdraw(player.id);
    std::string code = random_device_code();
    offers_[hash_of(code)] = {player, now + valid_};
    return code;
}

std::string DeviceOffers::hash_of_code(std::string_view typed) {
    std::string code = to_capitals(typed);
    std::erase_if(code, [](char c) { return c == '-' || c == ' '; });
    return hash_of(code);
}

void DeviceOffers::withdraw(const std::string& player) {
    std::erase_if(offers_, [&](const auto& offer) { return offer.second.player.id == player; });
}

void DeviceOffers::rename(const protocol::PlayerInfo& player) {
    for (auto& [code, offer] : offers_)
        if (offer.player.id == player.id) offer.player.update(player);
}

std::optional<protocol::PlayerInfo> DeviceOffers::redeem(std::string_view code, Clock::Duration now) {
    forget_old(now);
    const auto found = offers_.find(hash_of_code(code));
    if (found == offers_.end() || std::exchange(found->second.used, true)) return std::nullopt;
    return found->second.player;
}

void DeviceOffers::drop_used(const std::string& player) {
    std::erase_if(offers_,
                  [&](const auto& offer) { return offer.second.used && offer.second.player.id == player; });
}

void DeviceOffers::restore_used() {
    for (auto& [code, offer] : offers_) offer.used = false;
}

void DeviceOffers::forget_old(Clock::Duration now) {
    std::erase_if(offers_, [&](const auto& offer) { return offer.second.expires_at <= now; });
}

}  // namespace cubilete::server
