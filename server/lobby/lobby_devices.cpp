#include "protocol/codec.hpp"
#include "server/core/tokens.hpp"
#include "server/lobby/lobby.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Code;
using protocol::object;
using protocol::Refused;

namespace {

constexpr int most_wrong_codes = 5;  // of one socket

}  // namespace

/// Redeems a device code. The new device gets its own token; the player's other tokens stay valid.
Lobby::Verdict Lobby::redeem(Client& client, const protocol::RequestId& re, const std::string& code) {
    if (Verdict too_many = quotas_.try_code(client.socket->network(), now())) return too_many;
    if (!services_.cluster) return redeemed(client, re, device_offers_.redeem(code, clock_->now()));
    redeem_of_cluster(client, re, code);
    return {};
}

/// `player`: of the code; nothing if it is wrong.
Lobby::Verdict Lobby::redeemed(Client& client, const protocol::RequestId& re,
                               const std::optional<protocol::PlayerInfo>& player) {
    if (!player) {
        quotas_.wrong_code(client.socket->network(), now());
        if (++client.wrong_codes >= most_wrong_codes)
            client.socket->close(CloseCode::abuse, "too many codes");
        return refused(Code::bad_token, "That code is wrong, used or too old.", "/device");
    }
    const std::string token = random_token();
    gate_->write(storage::PutDeviceToken{player->id, hash_of(token), clock_->wall_ms()});
    admit(client, re, *player, token, {.with_device_code = true});
    return {};
}

Lobby::Verdict Lobby::carry_out(Client& client, const protocol::RequestId& re, protocol::DeviceOffer&) {
    if (services_.cluster) return offer_to_cluster(client, re);
    const std::string code = device_offers_.make(people_.at(client.player).info, clock_->now());
    gate_->answer(
        client.socket, re,
        protocol::write(protocol::Ok{
            re, object({{"code", code},
                        {"expires_ms", static_cast<std::int64_t>(device_offers_.valid().count())}})}));
    return {};
}

/// Notifies the player's connected devices, so that nobody takes over an identity unnoticed.
void Lobby::tell_of_device(const std::string& player) {
    const auto person = people_.find(player);
    if (person == people_.end()) return;
    const auto text = std::make_shared<const std::string>(protocol::write(protocol::DevicePush{}));
    for (const SinkPtr& socket : person->second.sockets) socket->send({text, Frame::Kind::push, {}});
}

}  // namespace cubilete::server
