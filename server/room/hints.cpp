#include "server/room/hints.hpp"

#include <utility>

#include "server/room/room_refusals.hpp"

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

void Hints::forget() {
    ++round_;
    for (const auto& [seat, pending] : std::exchange(pending_, {}))
        for (const Requester& from : pending.waiting) answer_(from, refused(RefusalReason::disk_full));
}

void Hints::compute(const Table& match, Seat seat) {
    auto done = [this, run = actor_.runner(), round = round_, seat, id = match.id(),
                 n = pending_[seat].n](Json hints) {
        run([this, round, seat, id, n, hints = std::move(hints)] {
            if (round != round_) return;
            PendingHint& pending = pending_[seat];
            if (pending.match == id && pending.n == n) on_hints_computed(pending, hints);
        });
    };
    actor_.services().bot_service.hints(match.match().settings(), match.match().position(seat),
                                        std::move(done));
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
