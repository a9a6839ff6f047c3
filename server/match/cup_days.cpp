#include "server/match/cup_days.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "engine/require.hpp"
#include "protocol/admin.hpp"
#include "protocol/json.hpp"
#include "server/core/spdlog.hpp"

namespace cubilete::server {

using protocol::ms_of_a_day;

namespace {

Secret last_seed_of(const std::string& bytes) {
    if (bytes.size() != Secret::size) throw std::runtime_error("the seed of the cup is damaged");
    Digest seed;
    std::ranges::copy(bytes, seed.begin());
    return Secret(seed);
}

}  // namespace

CupDays::CupDays(const storage::CupChain& chain)
    : first_ms_(chain.first_ms), last_(last_seed_of(chain.last_seed)), end_(to_digest(cup_seed(last_, 0))) {}

storage::CupChain CupDays::draw(std::int64_t now_ms) {
    const Secret last = Secret::random();
    return {now_ms - now_ms % ms_of_a_day, {last.expose().begin(), last.expose().end()}};
}

int CupDays::day_at(std::int64_t now_ms) const {
    if (now_ms < first_ms_) return 0;
    const std::int64_t day = (now_ms - first_ms_) / ms_of_a_day + 1;
    return day <= cup_days ? static_cast<int>(day) : 0;
}

std::int64_t CupDays::begins_ms(int day) const { return first_ms_ + (day - 1) * ms_of_a_day; }

std::string CupDays::date_of(int day) const {
    const std::chrono::sys_days date(
        std::chrono::floor<std::chrono::days>(std::chrono::milliseconds(begins_ms(day))));
    const std::chrono::year_month_day parts(date);
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(parts.year()),
                       static_cast<unsigned>(parts.month()), static_cast<unsigned>(parts.day()));
}

std::optional<CupDays::Opened> CupDays::newest_public_seed(std::int64_t now_ms) const {
    if (now_ms < ends_ms(1)) return std::nullopt;
    const int day = static_cast<int>(std::min<std::int64_t>((now_ms - first_ms_) / ms_of_a_day, cup_days));
    return Opened{day, to_digest(cup_seed(last_, day))};
}

std::optional<Digest> CupDays::opened(int day, std::int64_t now_ms) const {
    if (day < 1 || day > cup_days || !is_over(day, now_ms)) return std::nullopt;
    return to_digest(cup_seed(last_, day));
}

std::unique_ptr<CupChance> CupDays::make_chance(int day) const {
    require(1 <= day && day <= cup_days);
    return std::make_unique<CupChance>(cup_seed(last_, day), day, end_);
}

std::optional<int> cup_day_of(const std::string& settings) {
    const auto json = protocol::Json::parse(settings, nullptr, false);
    if (!json.is_object()) return std::nullopt;
    const auto day = json.find("cup");
    if (day == json.end() || !day->is_number_integer()) return std::nullopt;
    return day->get<int>();
}

}  // namespace cubilete::server
