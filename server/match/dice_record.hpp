#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "protocol/json.hpp"
#include "protocol/json_text.hpp"
#include "server/match/dice_arithmetic.hpp"
#include "storage/rows.hpp"

/// Writes and reads the fields of a match's record that prove its dice. The record that is read may come from
/// anywhere; every reading function throws MalformedField if a field is missing or has another form.
namespace cubilete::server::dice_record {

using protocol::Json;

/// The largest integer that every JSON library reads exactly.
inline constexpr std::int64_t max_exact_integer = (std::int64_t{1} << 53) - 1;

/// As many as there are numbers of seats. Who shows a record has a line for each.
inline constexpr std::size_t max_seats = 256;

using protocol::JsonText;

/// Writes `{"k","kind","a","b","result"}`.
JsonText to_json(const ProvableDraw& draw);
/// Writes an object of values by seat; null stands for a value that came too late.
JsonText to_json(const SeatValues& values);
JsonText to_json(const Tips& tips);
/// Returns the member `dice` of the push of an entry with this `extra`; nothing if the entry drew nothing. Throws
/// nlohmann::json::exception for any other text.
std::optional<JsonText> entry_draws(const std::string& extra);

struct MalformedField : std::runtime_error {
    explicit MalformedField(std::string_view field)
        : std::runtime_error("the field " + std::string(field) + " is malformed"), name(field) {}

    std::string name;
};

/// Returns null if `object` is not an object, or has no such member.
const Json& member(const Json& object, const char* name);
/// Returns the integer; nothing if its amount is above max_exact_integer.
std::optional<std::int64_t> integer(const Json& json);
std::int64_t integer(const Json& object, const char* name, std::int64_t least, std::int64_t largest);
std::string text(const Json& object, const char* name);
Digest digest(const Json& object, const char* name);
/// Reads an object of values by seat; with `nulls`, null stands for a value that came too late.
SeatValues seat_values(const Json& object, const char* name, bool nulls = true);
/// Whether the text is so many lower-case hexadecimal digits.
bool is_hex(std::string_view text, std::size_t digits);
/// Equal as JSON values: members may have another order, and 1.0 is 1.
bool same_json(const Json& one, const Json& other);
/// Whether the entries have hashes of what was shown in the form that this program knows.
bool has_view_hashes(const Json& log);
/// Returns "1 draw", "2 draws".
std::string count_text(std::int64_t count, const char* one, const char* several);
/// Returns an entry of the record's log as the hash chain takes it.
storage::LogRow row_of(const std::string& match, const Json& entry);
/// Returns how many players the text lists: `["64 digits",...]` without spaces, 1 to max_seats.
std::size_t player_count(std::string_view players);

}  // namespace cubilete::server::dice_record
