#include "server/cluster/room_codes.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "server/core/tokens.hpp"

namespace cubilete::server {

namespace {

constexpr std::size_t least_codes = 32;
constexpr std::size_t most_codes_at_once = 256;

}  // namespace

std::optional<std::string> RoomCodes::take() {
    std::optional<std::string> code;
    if (!codes_.empty()) {
        code = std::move(codes_.back());
        codes_.pop_back();
    }
    refill();
    return code;
}

void RoomCodes::await(std::function<void(bool come)> then) {
    waiting_.push_back(std::move(then));
    refill();
}

void RoomCodes::refill() {
    if (codes_.size() > least_codes / 2 || std::exchange(is_refilling_, true)) return;
    const std::size_t missing = std::min(least_codes - codes_.size() + waiting_.size(), most_codes_at_once);
    node_.reads.read(
        [this, missing](storage::Cluster& cluster) -> ClusterReader::Then {
            std::set<std::string> wanted;
            while (wanted.size() < missing) wanted.insert(random_room_code());
            return [this, codes = cluster.reserve(wanted)] { on_codes(codes); };
        },
        [this] { on_codes({}); });
}

/// As many requests go on as there are codes; without any, all of them are refused.
void RoomCodes::on_codes(const std::vector<std::string>& codes) {
    is_refilling_ = false;
    codes_.insert(codes_.end(), codes.begin(), codes.end());
    const std::size_t count = codes.empty() ? waiting_.size() : std::min(codes.size(), waiting_.size());
    for (std::size_t number = 0; number < count; ++number) {
        const auto then = std::move(waiting_.front());
        waiting_.pop_front();
        then(!codes.empty());
    }
    if (!waiting_.empty()) refill();
}

}  // namespace cubilete::server
