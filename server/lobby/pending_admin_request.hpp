#pragma once

#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "protocol/admin.hpp"
#include "protocol/refused.hpp"
#include "server/core/spdlog.hpp"
#include "server/history/history_reader.hpp"
#include "server/room/actor.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

/// A request of an operator that is being carried out.
struct PendingAdminRequest {
    /// Called once, on the lobby's thread; not when the server stops.
    using Answer = std::function<void(std::variant<protocol::AdminReply, protocol::Rejection>)>;

    std::string by;  ///< "user 0" or "link 3"
    Answer answer;

    /// `at`: JSON pointer to the wrong field.
    void refuse(RefusalReason why, std::string arg, std::string at) const {
        answer(refused(why, arg.empty() ? std::vector<std::string>() : std::vector{std::move(arg)},
                       std::move(at)));
    }
    void refuse(std::string text, std::string at = {}) const {
        answer(refused(protocol::Code::bad_message, std::move(text), std::move(at)));
    }
};

/// Runs `find` on a thread that reads, and `then` with what it returns on the lobby's.
template <class Found>
void look_up(Actor& lobby, const PendingAdminRequest& ask, std::function<Found(const storage::Store&)> find,
             std::function<void(const Found&)> then) {
    const auto post = lobby.poster();
    const auto look = [post, ask, find = std::move(find),
                       then = std::move(then)](const HistoryReader::Readers& readers) {
        try {
            post([then, found = find(readers.store)] { then(found); });
        } catch (const std::exception& trouble) {
            spdlog::error("the desk cannot read the data: {}", trouble.what());
            post([ask] { ask.answer(refused(RefusalReason::unreadable_now)); });
        }
    };
    lobby.services().look_up(ClientNetwork{}, look, [post, ask] {
        post([ask] { ask.answer(refused(RefusalReason::lookups_waiting)); });
    });
}

}  // namespace cubilete::server
