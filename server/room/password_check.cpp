#include "server/room/password_check.hpp"

#include <algorithm>
#include <utility>

#include "server/room/password_hash.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Refused;

namespace {

constexpr std::size_t most_addresses = 1'000;  // about 100 bytes each

}  // namespace

PasswordCheck::PasswordCheck(Actor& actor)
    : actor_(actor),
      wrong_of_address_(actor.services().limits.wrong_passwords_of_address, most_addresses),
      wrong_of_room_(actor.services().limits.wrong_passwords_of_room) {}

Verdict PasswordCheck::check(const SinkPtr& socket, const std::string& hash, const std::string& password,
                             std::function<void(bool fits)> done) {
    const TokenBucket::Time now(actor_.clock().now());
    if (!wrong_of_address_.of(socket->network()).has(now) || !wrong_of_room_.has(now))
        return refused(Why::passwords_of_table);
    auto look = [this, self = actor_.shared_from_this(), socket, hash, password, done = std::move(done)] {
        self->run([this, socket, fits = password_fits(hash, password), done] {
            const auto checked = std::ranges::find(checking_, socket);
            if (checked == checking_.end()) return;
            checking_.erase(checked);
            done(fits);
        });
    };
    if (!actor_.services().aside(socket->network(), std::move(look))) return refused(Why::passwords_waiting);
    checking_.push_back(socket);
    return {};
}

void PasswordCheck::wrong(const SinkPtr& socket) {
    const TokenBucket::Time now(actor_.clock().now());
    wrong_of_address_.of(socket->network()).take(now);
    wrong_of_room_.take(now);
}

}  // namespace cubilete::server
