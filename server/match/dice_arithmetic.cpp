#include "server/match/dice_arithmetic.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "engine/require.hpp"
#include "server/core/chance.hpp"
#include "server/core/tokens.hpp"

namespace cubilete::server {
namespace {

constexpr std::string_view commitment_tag = "cubilete/dice/server/1";
constexpr std::string_view link_tag = "cubilete/dice/chain/1";
constexpr std::string_view player_tag = "cubilete/dice/player/1";
constexpr std::string_view roster_tag = "cubilete/dice/roster/1";
constexpr std::string_view key_tag = "cubilete/dice/key/1";
constexpr std::string_view view_tag = "cubilete/dice/view/1";
constexpr std::string_view shown_tag = "cubilete/dice/shown/1";
constexpr std::string_view you_tag = "cubilete/dice/you/1";
constexpr std::string_view events_tag = "cubilete/dice/events/1";
constexpr std::string_view draw_tag = "cubilete/dice/draw/1";
constexpr std::string_view cup_seed_tag = "cubilete/cup/seed/1";
constexpr std::string_view cup_draw_tag = "cubilete/cup/draw/1";

std::string_view view_as_text(std::span<const unsigned char> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <class Number>
std::array<unsigned char, sizeof(Number)> big_endian(Number number) {
    std::array<unsigned char, sizeof(Number)> bytes;
    for (std::size_t byte = 0; byte < bytes.size(); ++byte)
        bytes[byte] = static_cast<unsigned char>(number >> (8 * (bytes.size() - 1 - byte)));
    return bytes;
}

void add_part(std::string& parts, std::string_view part) {
    parts += view_as_text(big_endian(static_cast<std::uint32_t>(part.size())));
    parts += part;
}

/// Adds a seat with its value, or with the mark that it gave none.
void add_value(std::string& parts, Seat seat, const std::optional<Digest>& value) {
    const auto number = big_endian(std::uint32_t{seat});
    const std::size_t size = number.size() + 1 + (value ? value->size() : 0);
    parts += view_as_text(big_endian(static_cast<std::uint32_t>(size)));
    parts += view_as_text(number);
    parts += value ? '\1' : '\0';
    if (value) parts += view_as_text(*value);
}

/// The bytes of parts_of() without a string, as each throw computes them. `bytes`: of all, with the lengths.
template <std::size_t bytes>
std::array<unsigned char, bytes> pack_parts(std::initializer_list<std::span<const unsigned char>> list) {
    std::array<unsigned char, bytes> parts;
    auto to = parts.begin();
    for (const std::span<const unsigned char> part : list) {
        to = std::ranges::copy(big_endian(static_cast<std::uint32_t>(part.size())), to).out;
        to = std::ranges::copy(part, to).out;
    }
    require(to == parts.end());
    return parts;
}

std::string first_digits(const Digest& whole) {
    return hex(view_as_text(std::span(whole).first<shown_hash_digits / 2>()));
}

std::span<const unsigned char> span_of(std::string_view text) {
    return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

/// The big-endian word at that byte.
std::uint32_t word_at(const Digest& bytes, std::size_t at) {
    std::uint32_t word = 0;
    for (std::size_t byte = at; byte < at + 4; ++byte) word = word << 8 | bytes[byte];
    return word;
}

/// The 32-bit words of one draw, in order.
class DrawWords {
  public:
    /// `key` and `fresh` must remain.
    DrawWords(const DrawKey& key, const DrawRequest& request, std::string_view fresh)
        : key_(key),
          head_(pack_parts<60>({span_of(draw_tag), big_endian(request.k),
                                big_endian(static_cast<std::uint32_t>(request.kind)), big_endian(request.a),
                                big_endian(request.b)})),
          fresh_(fresh) {}
    ~DrawWords() { sodium_memzero(block_.data(), block_.size()); }
    DrawWords(const DrawWords&) = delete;
    DrawWords& operator=(const DrawWords&) = delete;

    /// Returns one of 0..n-1, all equally likely; n >= 1.
    std::uint32_t below(std::uint32_t n) {
        for (;;)
            if (const auto value = uniform_below(word(), n)) return *value;
    }

  private:
    std::uint32_t word() {
        if (used_ == block_.size()) next_block();
        const std::uint32_t word = word_at(block_, used_);
        used_ += 4;
        return word;
    }

    void next_block() {
        block_ = key_.of({view_as_text(head_), fresh_, view_as_text(pack_parts<8>({big_endian(number_++)}))});
        used_ = 0;
    }

    const DrawKey& key_;
    std::array<unsigned char, 60> head_;  ///< all parts before those of the seats
    std::string_view fresh_;
    std::uint32_t number_ = 0;  ///< of the next block
    Digest block_{};
    std::size_t used_ = sizeof block_;
};

}  // namespace

std::string parts_of(std::initializer_list<std::string_view> list) {
    std::string parts;
    std::size_t size = 0;
    for (const std::string_view part : list) size += 4 + part.size();
    parts.reserve(size);
    for (const std::string_view part : list) add_part(parts, part);
    return parts;
}

std::string hex(const Digest& digest) { return hex(view_as_text(digest)); }

std::optional<Digest> parse_digest(std::string_view text) {
    static constexpr auto values = [] {
        std::array<signed char, 256> by_digit{};
        by_digit.fill(-1);
        for (signed char value = 0; value < 16; ++value) by_digit["0123456789abcdef"[value]] = value;
        return by_digit;
    }();
    const auto value = [](char digit) { return values[static_cast<unsigned char>(digit)]; };
    Digest digest;
    if (text.size() != digest.size() * 2) return std::nullopt;
    for (std::size_t byte = 0; byte < digest.size(); ++byte) {
        const int high = value(text[2 * byte]);
        const int low = value(text[2 * byte + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        digest[byte] = static_cast<unsigned char>(high << 4 | low);
    }
    return digest;
}

Digest to_digest(const Secret& secret) {
    Digest bytes;
    std::ranges::copy(secret.expose(), bytes.begin());
    return bytes;
}

Digest dice_commitment(std::string_view match, const Secret& seed) {
    std::string parts = parts_of({commitment_tag, match, view_as_text(seed.expose())});
    const Digest commitment = sha256(parts);
    sodium_memzero(parts.data(), parts.size());
    return commitment;
}

Digest next_link(const Digest& link) {
    return sha256(view_as_text(pack_parts<61>({span_of(link_tag), link})));
}

Digest chain_tip(const Secret& first, int length) {
    Digest link = to_digest(first);
    for (int links = 0; links < length; ++links) link = next_link(link);
    return link;
}

Digest player_mark(const PlayerNonce& nonce, std::string_view player) {
    return sha256(parts_of({player_tag, view_as_text(nonce), player}));
}

std::string players_text(const std::vector<Digest>& marks) {
    std::string text = "[";
    for (const Digest& mark : marks) {
        if (text.size() > 1) text += ',';
        text += '"' + hex(mark) + '"';
    }
    return text + ']';
}

Digest roster_hash(std::string_view match, const Digest& commitment, std::string_view settings,
                   std::string_view players, const Tips& tips) {
    std::string parts = parts_of({roster_tag, match, view_as_text(commitment), settings, players});
    for (const auto& [seat, tip] : tips) {
        std::string part(view_as_text(big_endian(std::uint32_t{seat})));
        add_part(parts, part += view_as_text(tip));
    }
    return sha256(parts);
}

Secret draw_key(const Secret& seed, const Digest& roster, const SeatValues& reveals) {
    std::string parts = parts_of({key_tag, view_as_text(roster)});
    for (const auto& [seat, reveal] : reveals) add_value(parts, seat, reveal);
    Digest key = HmacSha256(seed).of({parts});
    Secret secret(key);
    sodium_memzero(key.data(), key.size());
    return secret;
}

Digest view_hash(std::int64_t seq, std::string_view to_act, std::string_view view) {
    const auto number = big_endian(static_cast<std::uint64_t>(seq));
    return sha256(parts_of({view_tag, view_as_text(number), to_act, view}));
}

std::string shown_hash(const Digest& view, std::string_view events, std::string_view you) {
    return first_digits(sha256(parts_of({shown_tag, view_as_text(view), events, you})));
}

std::string you_hash(std::string_view you) { return first_digits(sha256(parts_of({you_tag, you}))); }

std::string events_hash(std::int64_t seq, std::string_view events) {
    const auto number = big_endian(static_cast<std::uint64_t>(seq));
    return first_digits(sha256(parts_of({events_tag, view_as_text(number), events})));
}

bool is_valid(const DrawRequest& request) {
    const auto [k, kind, a, b] = request;
    switch (kind) {
        case DrawKind::dice: return 1 <= a && a <= Dice::capacity() && 1 <= b && b <= 255;
        case DrawKind::pick: return 1 <= a && a <= 0x7fff'ffff && b == 0;
        case DrawKind::shuffle: return a <= 256 && b == 0;
    }
    return false;
}

std::string encode_contributions(const SeatValues& fresh) {
    constexpr std::size_t most_of_a_seat = 4 + 4 + 1 + 32;
    std::string parts;
    parts.reserve(fresh.size() * most_of_a_seat);
    for (const auto& [seat, value] : fresh) add_value(parts, seat, value);
    return parts;
}

std::vector<std::uint32_t> draw_values(const DrawKey& key, const DrawRequest& request,
                                       std::string_view fresh) {
    require(is_valid(request));
    DrawWords words(key, request, fresh);
    if (request.kind == DrawKind::pick) return {words.below(request.a)};
    std::vector<std::uint32_t> values(request.a);
    if (request.kind == DrawKind::dice) {
        std::ranges::generate(values, [&] { return 1 + words.below(request.b); });
        return values;
    }
    std::iota(values.begin(), values.end(), std::uint32_t{0});
    for (std::uint32_t left = request.a; left > 1; --left)
        std::swap(values[left - 1], values[words.below(left)]);
    return values;
}

Digest earlier_cup_seed(Digest seed, int days) {
    for (int day = 0; day < days; ++day)
        seed = sha256(view_as_text(pack_parts<59>({span_of(cup_seed_tag), seed})));
    return seed;
}

Secret cup_seed(const Secret& last, int day) {
    require(0 <= day && day <= cup_days);
    Digest seed = to_digest(last);
    seed = earlier_cup_seed(seed, cup_days - day);
    Secret secret(seed);
    sodium_memzero(seed.data(), seed.size());
    return secret;
}

std::uint8_t cup_face(const DrawKey& seed, std::uint32_t day, std::uint32_t turn, std::uint32_t number,
                      std::uint32_t die) {
    for (std::uint32_t block = 0;; ++block) {
        const Digest words =
            seed.of({view_as_text(pack_parts<63>({span_of(cup_draw_tag), big_endian(day), big_endian(turn),
                                                  big_endian(number), big_endian(die), big_endian(block)}))});
        for (std::size_t at = 0; at < words.size(); at += 4)
            if (const auto value = uniform_below(word_at(words, at), std::uint32_t{6}))
                return static_cast<std::uint8_t>(1 + *value);
    }
}

}  // namespace cubilete::server
