#include "server/lobby/desk.hpp"

#include <utility>
#include <variant>

#include "protocol/codec.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Rejection;

Desk::Desk(Actor& lobby, Clients& clients, DecreeKeeper& decrees, Directory& directory)
    : clients_(clients),
      views_(lobby, clients, decrees, directory),
      orders_(lobby, clients, decrees, directory) {}

/// A request goes to the part that has carry_out() for it.
void Desk::handle(const DeskAsk& ask, const protocol::DeskRequest& request) {
    std::visit(
        [&](const auto& one) {
            if constexpr (requires { views_.carry_out(ask, one); })
                views_.carry_out(ask, one);
            else if constexpr (requires { orders_.carry_out(ask, one); })
                orders_.carry_out(ask, one);
            else
                carry_out(ask, one);
        },
        request);
}

Verdict Desk::take(const SinkPtr& socket, const protocol::RequestId& request_id,
                   const protocol::DeskRequest& request) {
    const std::string by = clients_.of(socket).desk;
    if (by.empty()) return refused(RefusalReason::desk_not_open);
    const auto answer = [this, socket, request_id](const auto& result) {
        if (const auto* no = std::get_if<Rejection>(&result)) return clients_.refuse(socket, request_id, *no);
        const auto& reply = std::get<protocol::DeskReply>(result);
        socket->send(Frame::reply(protocol::write(protocol::Ok{request_id, to_json(reply)}), request_id));
    };
    handle({by, answer}, request);
    return {};
}

void Desk::carry_out(const DeskAsk& ask, const protocol::DeskOpen&) {
    ask.refuse("This desk is open already.", "/t");
}

}  // namespace cubilete::server
