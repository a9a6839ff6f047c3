#include "server/room/hints.hpp"

#include <utility>

namespace cubilete::server {

using protocol::Json;
using protocol::Rejection;

Hints::Hints(Actor& actor, DeferredAnswer answer) : actor_(actor), answer_(std::move(answer)) {}

void Hints::ask(const Requester& from, const Table& match, Seat seat) {
    const std::uint32_t n = match.match().prompt(seat);
    PendingHint& pending = pending_[seat];
    if (pending.match != match.id() || pending.n != n) {
        const PendingHint late = std::exchange(pending, {match.id(), n, nullptr, {}});
        for (const Requester& other : late.waiting) answer_(other, refused(RefusalReason::moved_on));
    }
    if (!pending.hints.is_null()) return answer_(from, pending.hints);
    pending.waiting.push_back(from);
    if (pending.waiting.size() == 1) compute(match, seat);
}

void Hints::compute(const Table& match, Seat seat) {
    actor_.services().bot_service.hints(
        match.match().settings(), match.match().position(seat),
        [this, run = actor_.runner(), seat, id = match.id(), n = pending_[seat].n](Json hints) {
            run([this, seat, id, n, hints = std::move(hints)] {
                PendingHint& pending = pending_[seat];
                if (pending.match == id && pending.n == n) on_hints_computed(pending, hints);
            });
        });
}

void Hints::on_hints_computed(PendingHint& pending, Json hints) {
    if (!hints.is_null()) {
        hints["n"] = pending.n;
        pending.hints = hints;
    }
    for (const Requester& from : std::exchange(pending.waiting, {})) {
        if (hints.is_null())
            answer_(from, refused(RefusalReason::house_thinks));
        else
            answer_(from, hints);
    }
}

}  // namespace cubilete::server
