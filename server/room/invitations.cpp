#include "server/room/invitations.hpp"

#include "protocol/json.hpp"

namespace cubilete::server {

using protocol::Json;
using protocol::object;

namespace {

constexpr std::size_t addresses_remembered = 50'000;  // about 100 bytes each

}  // namespace

Json to_json(const Invitation& invitation) {
    Json json = object({{"room", invitation.room},
                        {"game", invitation.game},
                        {"title", invitation.title},
                        {"host", invitation.host},
                        {"locked", invitation.locked}});
    if (invitation.locked) return json;
    json["phase"] = protocol::name_of(invitation.phase);
    json["seated"] = invitation.seated;
    json["seats"] = invitation.seats;
    json["turn_ms"] = invitation.turn_ms;
    json["spectators"] = invitation.may_watch;
    return json;
}

Invitations::Invitations(Rate wrong_codes) : tries_(wrong_codes, addresses_remembered) {}

void Invitations::put(Invitation invitation) {
    auto shared = std::make_shared<const Invitation>(std::move(invitation));
    const std::unique_lock lock(rooms_mutex_);
    rooms_.insert_or_assign(shared->room, std::move(shared));
}

void Invitations::erase(const std::string& code) {
    const std::unique_lock lock(rooms_mutex_);
    rooms_.erase(code);
}

Invitations::LookupResult Invitations::find(const std::string& code, const ClientNetwork& reader, Time now) {
    if (const auto wait = required_wait(reader, now)) return RateLimited{*wait};
    {
        const std::shared_lock lock(rooms_mutex_);
        if (const auto room = rooms_.find(code); room != rooms_.end()) return room->second;
    }
    count_wrong_code(reader, now);
    if (has_other_nodes_) return Elsewhere{};
    return UnknownRoom{};
}

std::optional<std::chrono::milliseconds> Invitations::required_wait(const ClientNetwork& address, Time now) {
    const std::lock_guard lock(tries_mutex_);
    TokenBucket& tries = tries_.bucket_for(address);
    if (tries.can_take(now)) return std::nullopt;
    return tries.wait();
}

void Invitations::count_wrong_code(const ClientNetwork& address, Time now) {
    const std::lock_guard lock(tries_mutex_);
    tries_.bucket_for(address).try_consume(now);
}

}  // namespace cubilete::server
