#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/json.hpp"
#include "server/net/url.hpp"

namespace cubilete::server {

/// Where a server tells the record of a match.
struct RecordUrl {
    Url url;  ///< BASE/api/v1/matches/ID, without a query
    std::string match;
};

/// Reads the URL of a record, or that of the page that shows the match, BASE/m/ID. Returns nothing for others.
std::optional<RecordUrl> record_url(std::string_view text);

/// Reads the text of a record. Throws std::runtime_error if it is not JSON or has too many values.
protocol::Json parse_record(std::string_view text);

/// Reads the record with its whole log, page by page. `get` returns the text at an URL; what it throws is
/// passed on. Throws DownloadError if the pages do not belong together, and as parse_record().
protocol::Json download_record(const RecordUrl& from, const std::function<std::string(const Url&)>& get);

}  // namespace cubilete::server
