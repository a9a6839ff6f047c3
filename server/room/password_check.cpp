#include "server/room/password_check.hpp"

#include <algorithm>
#include <utility>

#include "server/room/password_hash.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

namespace {

constexpr std::size_t most_addresses = 1'000;  // about 100 bytes each

}  // namespace

PasswordCheck::PasswordCheck(Actor& actor)
    : actor_(actor),
      address_failures_(actor.services().limits.wrong_passwords_of_address, most_addresses),
      room_failures_(actor.services().limits.wrong_passwords_of_room) {}

Verdict PasswordCheck::check(const SinkPtr& socket, const std::string& hash, const std::string& password,
                             std::function<void(bool matches)> done) {
    const TokenBucket::Time now(actor_.clock().now());
    if (!address_failures_.bucket_for(socket->network()).can_take(now) || !room_failures_.can_take(now))
        return refused(RefusalReason::passwords_of_table);
    auto look = [this, self = actor_.shared_from_this(), socket, hash, password, done = std::move(done)] {
        self->run([this, socket, matches = password_matches(hash, password), done] {
            const auto checked = std::ranges::find(checking_, socket);
            if (checked == checking_.end()) return;
            checking_.erase(checked);
            done(matches);
        });
    };
    if (!actor_.services().aside(socket->network(), std::move(look)))
        return refused(RefusalReason::passwords_waiting);
    checking_.push_back(socket);
    return {};
}

void PasswordCheck::count_failure(const SinkPtr& socket) {
    const TokenBucket::Time now(actor_.clock().now());
    address_failures_.bucket_for(socket->network()).try_consume(now);
    room_failures_.try_consume(now);
}

}  // namespace cubilete::server
