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

/// The player of a code, which is used up.
Awaited<Lobby, Lobby::Read<std::optional<protocol::PlayerInfo>>> Lobby::redeem_in_cluster(
    const SinkPtr& socket, const std::string& code) {
    return read<std::optional<protocol::PlayerInfo>>(
        socket, [&cluster = *services_.cluster, code](const HistoryReader::Readers& readers) {
            std::optional<protocol::PlayerInfo> known;
            if (const auto id = cluster.offers().redeem(DeviceOffers::hash_of_code(code)))
                if (const auto row = readers.store.player(*id); row && !row->gone)
                    known = {row->id, row->name, row->bot};
            return known;
        });
}

/// Redeems a device code. The new device gets its own token; the player's other tokens stay valid. In a cluster every try
/// counts, also a right one: it must be counted before it is known.
Lobby::Task Lobby::greet_device(SinkPtr socket, protocol::RequestId re, std::string code) {
    if (Verdict too_many = quotas_.try_code(socket->network())) co_return too_many;
    std::optional<protocol::PlayerInfo> player;
    if (services_.cluster) {
        const Read<bool> counted =
            co_await count_with_cluster(socket, "codes ", services_.limits.wrong_codes_of_address);
        if (const auto* no = std::get_if<Refused>(&counted)) co_return *no;
        if (!std::get<bool>(counted)) co_return quotas_.too_many_tries();
        Read<std::optional<protocol::PlayerInfo>> found = co_await redeem_in_cluster(socket, code);
        if (const auto* no = std::get_if<Refused>(&found)) co_return *no;
        if (draining_) co_return shutting_down();
        player = std::get<std::optional<protocol::PlayerInfo>>(std::move(found));
    } else {
        player = device_offers_.redeem(code, clock_->now());
    }
    Client& client = clients_.at(socket.get());
    if (!player) {
        quotas_.wrong_code(socket->network());
        if (++client.wrong_codes >= most_wrong_codes) socket->close(CloseCode::abuse, "too many codes");
        co_return refused(Code::bad_token, "That code is wrong, used or too old.", "/device");
    }
    const std::string token = random_token();
    gate_->write(storage::PutDeviceToken{player->id, hash_of(token), clock_->wall_ms()});
    admit(client, re, *player, token, {.with_device_code = true});
    co_return {};
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
