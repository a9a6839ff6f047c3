#include "server/admin/admin_rows.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <sodium.h>

#include "protocol/json.hpp"
#include "server/core/tokens.hpp"

namespace cubilete::server {

using protocol::Json;
using storage::AdminRow;

namespace {

constexpr std::array<std::string_view, 5> kinds{"ban", "network", "mute", "say", "set"};

Json or_null(const std::optional<std::int64_t>& number) { return number ? Json(*number) : Json(); }
std::optional<std::int64_t> number_of(const Json& json) {
    return json.is_null() ? std::nullopt : std::optional(json.get<std::int64_t>());
}

}  // namespace

storage::PutAdminRow row_of(const Decree& decree) {
    const Json text = protocol::object({{"kind", kinds.at(static_cast<std::size_t>(decree.kind))},
                                        {"networks", decree.networks},
                                        {"key", decree.key},
                                        {"text", decree.text},
                                        {"by", decree.by},
                                        {"until_ms", or_null(decree.until_ms)},
                                        {"newcomers_until_ms", or_null(decree.newcomers_until_ms)}});
    AdminRow row{.id = decree.id, .kind = AdminRow::Kind::decree, .at_ms = decree.at_ms, .text = text.dump()};
    if (decree.until_ms) row.keep_until_ms = *decree.until_ms + ended_decrees_retention_ms;
    row.people = {{decree.player, decree.name}};
    return {.row = std::move(row), .known_change = decree.change};
}

std::optional<Decree> decree_of(const AdminRow& row) {
    const Json json = Json::parse(row.text);
    const auto kind = std::ranges::find(kinds, json.at("kind").get<std::string>());
    if (kind == kinds.end()) return std::nullopt;
    return Decree{.id = row.id,
                  .no = row.no,
                  .change = row.change,
                  .kind = static_cast<Decree::Kind>(kind - kinds.begin()),
                  .player = row.people.at(0).player,
                  .name = row.people.at(0).name,
                  .networks = json.at("networks"),
                  .key = json.at("key"),
                  .text = json.at("text"),
                  .by = json.at("by"),
                  .at_ms = row.at_ms,
                  .until_ms = number_of(json.at("until_ms")),
                  .newcomers_until_ms = number_of(json.at("newcomers_until_ms")),
                  .refused = row.refused};
}

storage::PutAdminRow row_of(const AdminAction& act) {
    const Json text = protocol::object({{"by", act.by}, {"what", act.what}, {"text", act.text}});
    return {{.id = random_id("l_"),
             .kind = AdminRow::Kind::log,
             .at_ms = act.at_ms,
             .keep_until_ms = act.at_ms + log_retention_ms,
             .text = text.dump(),
             .people = {act.whom}}};
}

protocol::AdminLogLine log_line_of(const AdminRow& row) {
    const Json json = Json::parse(row.text);
    protocol::AdminLogLine line{.no = row.no,
                                .at_ms = row.at_ms,
                                .by = json.at("by"),
                                .what = json.at("what"),
                                .text = json.at("text")};
    const AdminRow::Named& whom = row.people.at(0);
    if (!whom.player.empty()) line.player = {whom.player, whom.name, false};
    return line;
}

storage::PutAdminRow new_key_row(const std::string& id, std::int64_t at_ms,
                                 std::optional<std::int64_t> keep_until_ms) {
    const Json text = protocol::object({{"key", hex(random_salt())}});
    return {{.id = id,
             .kind = AdminRow::Kind::key,
             .at_ms = at_ms,
             .keep_until_ms = keep_until_ms,
             .text = text.dump()}};
}

Secret key_of(const AdminRow& row) {
    const Json json = Json::parse(row.text);
    const auto digits = json.at("key").get<std::string>();
    std::array<unsigned char, Secret::size> bytes{};
    std::size_t length = 0;
    if (sodium_hex2bin(bytes.data(), bytes.size(), digits.data(), digits.size(), nullptr, &length, nullptr) !=
            0 ||
        length != bytes.size())
        throw std::runtime_error("the key " + row.id + " of the desk is not one");
    Secret key{Secret::Bytes(bytes)};
    sodium_memzero(bytes.data(), bytes.size());
    return key;
}

}  // namespace cubilete::server
