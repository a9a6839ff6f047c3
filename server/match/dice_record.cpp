#include "server/match/dice_record.hpp"

#include <algorithm>

#include "protocol/views.hpp"

namespace cubilete::server::dice_record {
namespace {

std::optional<Digest> digest_of(const Json& json) {
    if (!json.is_string()) return std::nullopt;
    return parse_digest(json.get_ref<const std::string&>());
}

/// Reads a seat's number, the only form of it as a name in an object: no sign, no leading zero.
std::optional<Seat> seat_of(std::string_view name) {
    for (int seat = 0; seat <= 255; ++seat)
        if (name == std::to_string(seat)) return static_cast<Seat>(seat);
    return std::nullopt;
}

std::string digest_bytes(const Json& object, const char* name) {
    const Digest value = digest(object, name);
    return {value.begin(), value.end()};
}

std::string_view name_of(DrawKind kind) {
    switch (kind) {
        case DrawKind::dice: return "dice";
        case DrawKind::pick: return "pick";
        case DrawKind::shuffle: return "shuffle";
    }
    return {};
}

}  // namespace

JsonText to_json(const ProvableDraw& draw) {
    const auto [k, kind, a, b] = draw.request;
    const bool one = kind == DrawKind::pick;
    const JsonText result = one ? JsonText(draw.values.front()) : JsonText::array(draw.values);
    return JsonText::object({{"k", k}, {"kind", name_of(kind)}, {"a", a}, {"b", b}, {"result", result}});
}

JsonText to_json(const SeatValues& values) {
    JsonText json = JsonText::object();
    for (const auto& [seat, value] : values)
        json.emplace(std::to_string(seat), value ? std::optional(hex(*value)) : std::nullopt);
    return json;
}

JsonText to_json(const Tips& tips) {
    JsonText json = JsonText::object();
    for (const auto& [seat, tip] : tips) json.emplace(std::to_string(seat), hex(tip));
    return json;
}

std::optional<JsonText> entry_draws(const std::string& extra) {
    if (extra.empty()) return std::nullopt;
    const Json json = Json::parse(extra);
    const Json& drawn = member(json, "drawn");
    if (drawn.is_null() || member(json, "seats").is_null()) return std::nullopt;  // of the day's cup
    return JsonText::object({{"k", drawn.at(0).at("k").get<std::uint64_t>()},
                             {"seats", JsonText::of(json.at("seats"))},
                             {"fresh", JsonText::of(json.at("fresh"))}});
}

const Json& member(const Json& object, const char* name) {
    static const Json null;
    const auto found = object.find(name);
    return found == object.end() ? null : *found;
}

std::optional<std::int64_t> integer(const Json& json) {
    if (json.is_number_unsigned()) {
        const auto value = json.get<std::uint64_t>();
        return value <= max_exact_integer ? std::optional(static_cast<std::int64_t>(value)) : std::nullopt;
    }
    if (json.is_number_integer()) {
        const auto value = json.get<std::int64_t>();
        return -max_exact_integer <= value && value <= max_exact_integer ? std::optional(value)
                                                                         : std::nullopt;
    }
    return std::nullopt;
}

std::int64_t integer(const Json& object, const char* name, std::int64_t least, std::int64_t largest) {
    const auto value = integer(member(object, name));
    if (!value || *value < least || *value > largest) throw MalformedField(name);
    return *value;
}

std::string text(const Json& object, const char* name) {
    const Json& json = member(object, name);
    if (!json.is_string()) throw MalformedField(name);
    return json.get<std::string>();
}

Digest digest(const Json& object, const char* name) {
    const auto value = digest_of(member(object, name));
    if (!value) throw MalformedField(name);
    return *value;
}

SeatValues seat_values(const Json& object, const char* name, bool nulls) {
    const Json& json = member(object, name);
    if (!json.is_object()) throw MalformedField(name);
    SeatValues values;
    for (const auto& [key, value] : json.items()) {
        const auto seat = seat_of(key);
        const auto hash = digest_of(value);
        if (!seat || (!hash && !(nulls && value.is_null()))) throw MalformedField(name);
        values[*seat] = hash;
    }
    return values;
}

bool is_hex(std::string_view text, std::size_t digits) {
    return text.size() == digits &&
           std::ranges::all_of(text, [](char c) { return ('0' <= c && c <= '9') || ('a' <= c && c <= 'f'); });
}

bool same_json(const Json& one, const Json& other) {
    if (one.is_object() && other.is_object()) {
        for (const auto& [name, value] : one.items()) {
            const auto found = other.find(name);
            if (found == other.end() || !same_json(value, *found)) return false;
        }
        return one.size() == other.size();
    }
    if (one.is_array() && other.is_array()) return std::ranges::equal(one, other, same_json);
    return one == other;
}

bool has_view_hashes(const Json& log) {
    return log.is_array() && !log.empty() &&
           integer(member(member(log.front(), "extra"), "views")) == std::int64_t{protocol::views_version};
}

std::string count_text(std::int64_t count, const char* one, const char* several) {
    return std::to_string(count) + ' ' + (count == 1 ? one : several);
}

storage::LogRow row_of(const std::string& match, const Json& entry) {
    for (const char* name : {"by", "move"})
        if (!entry.contains(name)) throw MalformedField(name);
    const auto optional = [&](const char* name) {
        const Json& value = member(entry, name);
        return value.is_null() ? std::string() : value.dump();
    };
    return {.match = match,
            .seq = integer(entry, "seq", 1, max_exact_integer),
            .by = member(entry, "by").dump(),
            .message_id = optional("id"),
            .prompt = integer(entry, "n", -max_exact_integer, max_exact_integer),
            .move = member(entry, "move").dump(),
            .draws = member(entry, "draws").dump(),
            .left_ms = integer(entry, "left_ms", -max_exact_integer, max_exact_integer),
            .at_ms = integer(entry, "at_ms", -max_exact_integer, max_exact_integer),
            .hash = digest_bytes(entry, "hash"),
            .salt = digest_bytes(entry, "salt"),
            .extra = optional("extra")};
}

std::size_t player_count(std::string_view players) {
    constexpr std::size_t each = 2 + 64 + 1;  // quotes, digits, and a comma or the closing bracket
    const std::size_t count = players.size() / each;
    if (count == 0 || count > max_seats || players.size() != 1 + count * each || players.front() != '[')
        throw MalformedField("players");
    for (std::size_t player = 0; player < count; ++player) {
        const std::string_view item = players.substr(1 + player * each, each);
        const char last = player + 1 == count ? ']' : ',';
        if (item[0] != '"' || !parse_digest(item.substr(1, 64)) || item[65] != '"' || item[66] != last)
            throw MalformedField("players");
    }
    return count;
}

}  // namespace cubilete::server::dice_record
