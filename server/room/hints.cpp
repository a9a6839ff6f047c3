#include "server/room/hints.hpp"

#include <utility>

namespace cubilete::server {

using protocol::Json;
using protocol::Refused;

Hints::Hints(Actor& actor, AnswerLater answer) : actor_(actor), answer_(std::move(answer)) {}

void Hints::ask(const Requester& from, const Table& match, Seat seat) {
    const std::uint32_t n = match.match().prompt(seat);
    Asked& asked = asked_[seat];
    if (asked.match != match.id() || asked.n != n) {
        const Asked late = std::exchange(asked, {match.id(), n, nullptr, {}});
        for (const Requester& other : late.waiting) answer_(other, refused(Why::moved_on));
    }
    if (!asked.hints.is_null()) return answer_(from, asked.hints);
    asked.waiting.push_back(from);
    if (asked.waiting.size() == 1) compute(match, seat);
}

void Hints::compute(const Table& match, Seat seat) {
    actor_.services().thinker.hints(
        match.match().settings(), match.match().position(seat),
        [this, run = actor_.runner(), seat, id = match.id(), n = asked_[seat].n](Json hints) {
            run([this, seat, id, n, hints = std::move(hints)] {
                Asked& asked = asked_[seat];
                if (asked.match == id && asked.n == n) computed(asked, hints);
            });
        });
}

void Hints::computed(Asked& asked, Json hints) {
    if (!hints.is_null()) {
        hints["n"] = asked.n;
        asked.hints = hints;
    }
    for (const Requester& from : std::exchange(asked.waiting, {})) {
        if (hints.is_null())
            answer_(from, refused(Why::house_thinks));
        else
            answer_(from, hints);
    }
}

}  // namespace cubilete::server
