#include "server/room/reply_sender.hpp"

#include <utility>

#include "protocol/codec.hpp"
#include "server/core/log.hpp"

namespace cubilete::server {

void ReplySender::answer(const Requester& to, const protocol::Reply& reply) { answer(to, to_json(reply)); }

void ReplySender::answer(const Requester& to, const protocol::JsonText& fields) {
    actor_.gate().answer(to.socket, to.request_id, protocol::write(protocol::Ok{to.request_id, fields}));
}

void ReplySender::refuse(const Requester& to, protocol::Rejection why) {
    // Logs the code only: the text is for the player alone and may name their cards.
    log_debug("refused", {{"room", room_},
                          {"player", to.player.id},
                          {"code", std::string(protocol::name_of(why.code))},
                          {"field", why.at}});
    actor_.services().metrics.count_refusal(why.code);
    const protocol::Code code = why.code;
    actor_.gate().answer(to.socket, to.request_id,
                         protocol::write(protocol::RefusedReply{to.request_id, std::move(why)}), code);
}

std::optional<Requester> ReplySender::set_requester(std::optional<Requester> from) {
    return std::exchange(current_requester_, std::move(from));
}

}  // namespace cubilete::server
