#include "server/net/record_download.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "protocol/codec.hpp"
#include "server/match/dice_record.hpp"
#include "server/net/https_client.hpp"

namespace cubilete::server {
namespace {

using dice_record::member;
using protocol::Json;

/// About ten times what the longest matches have. Programs in other languages write a number like 1.0 into the hash
/// chain in another way.
constexpr protocol::Limits record_limits{
    .bytes = std::size_t{64} << 20, .depth = 64, .values = 1 << 22, .fractions = false};

constexpr std::string_view records_path = "/api/v1/matches/";
constexpr std::string_view pages_path = "/m/";

bool is_number(std::string_view name) {
    return !name.empty() && (name == "0" || name.front() != '0') &&
           name.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Whether JavaScript keeps the order of all members: there, names that are numbers come first, the lowest first. The
/// hash chain has the order of the text. The depth is at most that of record_limits.
bool keeps_order(const Json& value) {
    std::string_view last;
    bool others = false;
    if (value.is_object())
        for (const auto& [name, member] : value.get_ref<const Json::object_t&>()) {
            if (!is_number(name)) {
                others = true;
                continue;
            }
            if (others || std::pair(name.size(), std::string_view(name)) < std::pair(last.size(), last))
                return false;
            last = name;
        }
    return std::ranges::all_of(value,
                               [](const Json& part) { return !part.is_structured() || keeps_order(part); });
}

bool is_id_character(char c) {
    return ('0' <= c && c <= '9') || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_' || c == '-';
}

}  // namespace

std::optional<RecordUrl> record_url(std::string_view text) {
    auto url = parse_url(text);
    if (!url) return std::nullopt;
    std::string_view path = url->path();
    if (path.ends_with('/')) path.remove_suffix(1);
    const std::string_view id = path.substr(path.rfind('/') + 1);
    std::string_view base = path.substr(0, path.size() - id.size());
    if (id.empty() || !std::ranges::all_of(id, is_id_character)) return std::nullopt;
    if (base.ends_with(records_path))
        base.remove_suffix(records_path.size());
    else if (base.ends_with(pages_path))
        base.remove_suffix(pages_path.size());
    else
        return std::nullopt;
    std::string match(id);
    std::string target = std::string(base) + std::string(records_path) + match;
    return RecordUrl{{url->origin, std::move(target)}, std::move(match)};
}

Json parse_record(std::string_view text) {
    auto read = protocol::read_json(text, record_limits);
    if (const auto* refused = std::get_if<protocol::Rejection>(&read))
        throw std::runtime_error(refused->text);
    if (!keeps_order(std::get<Json>(read)))
        throw std::runtime_error("Members whose names are numbers must come first, the lowest first.");
    return std::get<Json>(std::move(read));
}

Json download_record(const RecordUrl& from, const std::function<std::string(const Url&)>& get) {
    Json record = parse_record(get(from.url));
    const auto wrong = [&](const std::string& reason) {
        return DownloadError(from.url.text() + ": " + reason);
    };
    if (member(record, "id") != from.match) throw wrong("the server sends something else than this match");
    for (Json next = member(record, "next"); !next.is_null();) {
        const auto entries = static_cast<std::int64_t>(member(record, "log").size());
        if (next != entries + 1) throw wrong("the pages of the log do not follow each other");
        Url url = from.url;
        url.target += "?from=" + std::to_string(entries + 1);
        Json further = parse_record(get(url));
        const Json& log = member(further, "log");
        if (member(further, "id") != from.match || !log.is_array() || log.empty())
            throw wrong("the pages of the log do not follow each other");
        record["log"].insert(record["log"].end(), log.begin(), log.end());
        next = member(further, "next");
        record["next"] = next;
    }
    return record;
}

}  // namespace cubilete::server
