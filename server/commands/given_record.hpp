#pragma once

#include <string>

#include "protocol/json.hpp"

/// The record of a match that a command is given: a file, or the URL of the record or of the page that shows it.
namespace cubilete::server {

/// Reads the record as it was saved, or downloads it with its whole log for at most `seconds`. Throws
/// std::runtime_error.
protocol::Json read_record(const std::string& file_or_url, int seconds);

/// The answer of a server at this URL of its page to /api/v1/cup. Throws std::runtime_error.
protocol::Json download_cup(const std::string& url, int seconds);

}  // namespace cubilete::server
