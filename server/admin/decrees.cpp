#include "server/admin/decrees.hpp"

#include <algorithm>
#include <utility>

namespace cubilete::server {

namespace {

constexpr int ipv4_begins = 96;  // bits before an IPv4 address
constexpr int finest_ipv6 = 64;  // as in client_network()

bool is_mapped(const Network& block) {
    static const Network mapped = parse_network("0.0.0.0/0").value();
    return block.bits >= ipv4_begins &&
           std::equal(mapped.first.begin(), mapped.first.begin() + ipv4_begins / 8, block.first.begin());
}

std::optional<std::int64_t> end_ms(const Decree& decree) { return decree.until_ms; }
std::optional<std::int64_t> newcomers_end_ms(const Decree& decree) { return decree.newcomers_end_ms(); }

/// Of two that hold, the one that ends later; `end`: nullopt is forever.
const Decree* ends_later(const Decree* one, const Decree* other,
                         std::optional<std::int64_t> (*end)(const Decree&) = end_ms) {
    if (one == nullptr || other == nullptr) return one == nullptr ? other : one;
    const auto [first, second] = std::pair(end(*one), end(*other));
    if (!first || !second) return first ? other : one;
    return *first < *second ? other : one;
}

bool is_network_ban(const Decree& decree, std::int64_t now_ms) {
    return decree.kind == Decree::Kind::network_ban && decree.holds(now_ms);
}
bool bars_newcomers(const Decree& decree, std::int64_t now_ms) { return decree.bars_newcomers(now_ms); }

/// Those that hold, the oldest first.
std::vector<const Decree*> holding(std::vector<const Decree*> decrees, std::int64_t now_ms) {
    std::erase_if(decrees, [&](const Decree* one) { return !one->holds(now_ms); });
    std::ranges::sort(decrees, {}, [](const Decree* one) { return one->no; });
    return decrees;
}

}  // namespace

bool Decree::covers(const HashedNetwork& from) const {
    return std::ranges::any_of(networks, [&](const std::string& network) {
        const auto block = decree_block(network);
        return block ? contains(*block, from.network) : network == from.hash;
    });
}

void Decrees::put(Decree decree) {
    const auto [known, is_new] = by_id_.try_emplace(decree.id);
    if (is_new) {
        known->second = std::move(decree);
        add_to_indexes(known->second);
        return;
    }
    known->second.change = decree.change;
    known->second.text = std::move(decree.text);
    known->second.until_ms = decree.until_ms;
    known->second.newcomers_until_ms = decree.newcomers_until_ms;
    known->second.refused = decree.refused;
}

void Decrees::add_to_indexes(const Decree& decree) {
    by_no_[decree.no] = &decree;
    if (decree.kind == Decree::Kind::set) by_setting_[decree.key].push_back(&decree);
    if (decree.kind == Decree::Kind::say) lines_.push_back(&decree);
    if (!decree.player.empty()) by_player_[decree.player].push_back(&decree);
    for (const std::string& network : decree.networks) {
        if (const auto block = decree_block(network))
            by_block_[block->bits][prefix_of({block->first}, block->bits)].push_back(&decree);
        else
            by_network_[network].push_back(&decree);
    }
}

const Decree* Decrees::find(std::int64_t no) const {
    const auto found = by_no_.find(no);
    return found == by_no_.end() ? nullptr : found->second;
}

const Decree* Decrees::find_id(const std::string& id) const {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? nullptr : &found->second;
}

const Decree* Decrees::ban_of(const std::string& player, std::int64_t now_ms) const {
    const Decree* ban = nullptr;
    if (const auto found = by_player_.find(player); found != by_player_.end())
        for (const Decree* one : found->second)
            if (one->kind == Decree::Kind::ban && one->holds(now_ms)) ban = ends_later(ban, one);
    return ban;
}

const Decree* Decrees::mute_of(const std::string& player, std::int64_t now_ms) const {
    const Decree* mute = nullptr;
    if (const auto found = by_player_.find(player); found != by_player_.end())
        for (const Decree* one : found->second)
            if (one->kind == Decree::Kind::mute && one->holds(now_ms)) mute = ends_later(mute, one);
    return mute;
}

const Decree* Decrees::find_by_network(const HashedNetwork& from, bool (*counts)(const Decree&, std::int64_t),
                                       std::optional<std::int64_t> (*end)(const Decree&),
                                       std::int64_t now_ms) const {
    const Decree* ban = nullptr;
    const auto look = [&](const Index& index, const std::string& name) {
        if (const auto found = index.find(name); found != index.end())
            for (const Decree* one : found->second)
                if (counts(*one, now_ms)) ban = ends_later(ban, one, end);
    };
    look(by_network_, from.hash);
    for (const auto& [bits, blocks] : by_block_) look(blocks, prefix_of(from.network, bits));
    return ban;
}

const Decree* Decrees::network_ban(const HashedNetwork& from, std::int64_t now_ms) const {
    return find_by_network(from, is_network_ban, end_ms, now_ms);
}

const Decree* Decrees::newcomers_ban(const HashedNetwork& from, std::int64_t now_ms) const {
    return find_by_network(from, bars_newcomers, newcomers_end_ms, now_ms);
}

const Decree* Decrees::setting(const std::string& key, std::int64_t now_ms) const {
    const std::vector<const Decree*> all = settings(key, now_ms);
    return all.empty() ? nullptr : all.back();
}

std::vector<const Decree*> Decrees::settings(const std::string& key, std::int64_t now_ms) const {
    const auto found = by_setting_.find(key);
    return found == by_setting_.end() ? std::vector<const Decree*>() : holding(found->second, now_ms);
}

std::vector<const Decree*> Decrees::lines(std::int64_t now_ms) const { return holding(lines_, now_ms); }

void Decrees::forget_ended(std::int64_t now_ms) {
    std::erase_if(by_id_, [&](const auto& one) { return !one.second.holds(now_ms); });
    by_no_.clear();
    by_player_.clear();
    by_setting_.clear();
    lines_.clear();
    by_network_.clear();
    by_block_.clear();
    for (const auto& [id, decree] : by_id_) add_to_indexes(decree);
}

std::optional<Network> decree_block(std::string_view text) {
    if (text.find_first_of(".:") == std::string_view::npos) return std::nullopt;
    auto block = parse_network(text);
    if (block && !is_mapped(*block) && block->bits > finest_ipv6) {
        block->bits = finest_ipv6;
        std::fill(block->first.begin() + finest_ipv6 / 8, block->first.end(), std::uint8_t{0});
    }
    return block;
}

std::string prefix_of(const ClientNetwork& network, int bits) {
    const auto whole = static_cast<std::size_t>(bits / 8);
    std::string prefix(network.prefix.begin(), network.prefix.begin() + static_cast<std::ptrdiff_t>(whole));
    if (bits % 8 != 0) prefix += static_cast<char>(network.prefix.at(whole) & (0xFF00 >> bits % 8));
    return prefix;
}

bool contains(const Network& block, const ClientNetwork& network) {
    return prefix_of({block.first}, block.bits) == prefix_of(network, block.bits);
}

}  // namespace cubilete::server
