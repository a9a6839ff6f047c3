#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules.hpp"
#include "server/core/secret.hpp"
#include "server/core/sha256.hpp"

/// The arithmetic of provable dice (docs/fairness.md): commitments, tips, the roster, the key of a match and the
/// words of a draw. Everything is SHA-256 or HMAC-SHA-256 over a list of parts, each preceded by its length as
/// four bytes, big-endian; the first part is a tag that names the purpose. Numbers are big-endian. Any thread may
/// call these functions. tests/fairness/vectors.json has examples.
namespace cubilete::server {

/// A hash, or a value that a seat has published.
using Digest = std::array<unsigned char, 32>;
/// By seat: the last link of each seat's chain.
using Tips = std::map<Seat, Digest>;
/// By seat: a link of the seat's chain, or nothing if it came too late.
using SeatValues = std::map<Seat, std::optional<Digest>>;

/// Returns the parts, each preceded by its length, so that different lists give different bytes.
std::string parts_of(std::initializer_list<std::string_view> list);

/// Returns 64 lower-case hexadecimal digits.
std::string hex(const Digest& digest);
/// Returns nothing unless the text is 64 lower-case hexadecimal digits.
std::optional<Digest> parse_digest(std::string_view text);

/// Returns the bytes of a secret, in a copy that is not erased.
Digest to_digest(const Secret& secret);

/// Returns the server's commitment to `seed`, published before any seat sends its tip.
Digest dice_commitment(std::string_view match, const Secret& seed);

/// Returns the link that follows in a seat's chain. A seat publishes its chain backwards, so the link after a
/// published one is always known, and the one before it is not.
Digest next_link(const Digest& link);
/// Returns the tip of a chain of `length` links from the seat's secret. A seat can give `length` - 1 values
/// besides its reveal.
Digest chain_tip(const Secret& first, int length);

using PlayerNonce = std::array<unsigned char, 16>;
/// Returns what the roster has in place of a player's id. The nonce is random; only that player's clients get it.
/// Choose it before the seats send their tips, so that it cannot be used to try several rosters.
Digest player_mark(const PlayerNonce& nonce, std::string_view player);
/// Returns the marks, by seat, as a JSON list without spaces.
std::string players_text(const std::vector<Digest>& marks);

/// Returns the hash of everything that is fixed before the seats reveal. `settings`: the bytes of entry 1's move.
Digest roster_hash(std::string_view match, const Digest& commitment, std::string_view settings,
                   std::string_view players, const Tips& tips);
/// Returns the key of the match's draws. `reveals`: of every seat of the roster, without others.
Secret draw_key(const Secret& seed, const Digest& roster, const SeatValues& reveals);

/// Returns the hash of what all see of the match after entry `seq`: the JSON texts of `to_act` and of a view.
Digest view_hash(std::int64_t seq, std::string_view to_act, std::string_view view);
/// Hexadecimal digits of the hashes of what was shown: of the first twelve bytes.
inline constexpr std::size_t shown_hash_digits = 24;
/// Returns the hash of what one viewer was shown of an entry: of its view_hash() and the JSON texts of its events and of
/// `you`, which is empty for a watcher.
std::string shown_hash(const Digest& view, std::string_view events, std::string_view you);
/// Returns the hash of the JSON text of `you` alone, which is empty for a watcher.
std::string you_hash(std::string_view you);
/// Returns the hash of an entry's events, whose JSON text has its members sorted by name.
std::string events_hash(std::int64_t seq, std::string_view events);

enum class DrawKind : std::uint32_t { dice = 1, pick = 2, shuffle = 3 };

/// A draw that a game asks for. dice: `a` dice (1..6) with `b` faces (1..255); pick: one of 0..a-1, b = 0;
/// shuffle: `a` cards (0..256), b = 0.
struct DrawRequest {
    std::uint64_t k = 0;  ///< number of the draw in the match, from 0, without gaps
    DrawKind kind = DrawKind::dice;
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend bool operator==(const DrawRequest&, const DrawRequest&) = default;
};

/// Whether `a` and `b` are in the ranges above.
bool is_valid(const DrawRequest& request);

/// The key of a match's draws.
using DrawKey = HmacSha256;

/// Returns the part of a draw's input that all draws of an entry share: who contributed what.
std::string encode_contributions(const SeatValues& fresh);

/// The result of a draw: the faces, the picked number alone, or for each place of the pile, the top first, the
/// place where its card was before. Throws std::logic_error unless the request is is_valid().
std::vector<std::uint32_t> draw_values(const DrawKey& key, const DrawRequest& request,
                                       std::string_view fresh);

// The day's cup (docs/cup.md). The seeds of its days are a chain: that of a day is the hash of that of the next day.

/// Days of a chain: their seeds are numbered from 1; the seed of day 0 is the published end.
inline constexpr int cup_days = 10'000;
/// Returns the seed that many days before the day of this one.
Digest earlier_cup_seed(Digest seed, int days);
/// Returns the seed of a day (0..cup_days) from that of the last day.
Secret cup_seed(const Secret& last, int day);
/// Returns the face 1..6 of a die: the day, the turn and the throw from 1, the die's position from 0.
std::uint8_t cup_face(const DrawKey& seed, std::uint32_t day, std::uint32_t turn, std::uint32_t number,
                      std::uint32_t die);

/// One draw of a match with its result, as the match's record publishes it.
struct ProvableDraw {
    DrawRequest request;
    std::vector<std::uint32_t> values;

    friend bool operator==(const ProvableDraw&, const ProvableDraw&) = default;
};

}  // namespace cubilete::server
