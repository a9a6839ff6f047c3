#include "server/room/replies.hpp"

#include <utility>

#include "protocol/codec.hpp"
#include "server/core/spdlog.hpp"

namespace cubilete::server {

void Replies::answer(const Requester& to, const protocol::Reply& reply) { answer(to, to_json(reply)); }

void Replies::answer(const Requester& to, const protocol::JsonText& fields) {
    actor_.gate().answer(to.socket, to.request_id, protocol::write(protocol::Ok{to.request_id, fields}));
}

void Replies::refuse(const Requester& to, protocol::Refused why) {
    // Logs the code only: the text is for the player alone and may name their cards.
    spdlog::debug("room {} refused: {} {}", room_, protocol::name_of(why.code), why.at);
    actor_.services().metrics.refused(why.code);
    const protocol::Code code = why.code;
    actor_.gate().answer(to.socket, to.request_id,
                         protocol::write(protocol::RefusedReply{to.request_id, std::move(why)}), code);
}

std::optional<Requester> Replies::serve(std::optional<Requester> from) {
    return std::exchange(serving_, std::move(from));
}

}  // namespace cubilete::server
