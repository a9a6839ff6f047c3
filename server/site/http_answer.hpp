#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/site/http_request.hpp"
#include "server/site/static_files.hpp"

namespace cubilete::server {

/// An HTTP response as a value, without its version, date and length, which the connection adds.
struct HttpAnswer {
    unsigned status = 200;
    std::vector<std::pair<std::string_view, std::string>> headers;  ///< the names are literals
    std::string_view body;
    std::shared_ptr<const void> owner;  ///< keeps what `body` views alive; nullptr: it outlives the answer
    bool closes = false;                ///< the connection is closed after it

    /// Replaces a header of that name.
    void set(std::string_view name, std::string_view value);
    void erase(std::string_view name);
    /// The value, or nothing.
    std::optional<std::string_view> find(std::string_view name) const;
};

/// The refusal of a request that is invalid whatever it asks for; nothing for a valid one.
std::optional<HttpAnswer> invalid(const HttpRequest& request);

/// `body` outlives the answer. Has every security header, and is not cached.
HttpAnswer answer_of(unsigned status, std::string_view content_type, std::string_view body);
HttpAnswer plain_answer(unsigned status, std::string_view text);
/// The file, compressed where `accept_encoding` allows it; 304 without a body where `if_none_match` names its ETag.
HttpAnswer file_answer(const StaticFile& file, std::string_view accept_encoding,
                       std::string_view if_none_match);

HttpAnswer not_found();
/// 421: the request names another host.
HttpAnswer unknown_host();
/// 403: a page of another origin has sent it.
HttpAnswer foreign_origin();
/// 429 with Retry-After, in whole seconds, at least 1.
HttpAnswer rate_limited(std::chrono::milliseconds wait);
/// 308
HttpAnswer moved_to(std::string_view place);
/// The response to a request head that could not be parsed; `too_long`: it exceeds the limit.
HttpAnswer unreadable(bool too_long);

/// 503: the database does not answer.
HttpAnswer database_away();

/// 426: /ws without a valid upgrade.
HttpAnswer upgrade_required();
/// 400: frames were sent before the upgrade was answered.
HttpAnswer frames_too_early();
/// 503: the server has as many sockets as it may.
HttpAnswer server_full();

/// The text of /robots.txt: search engines may read the pages, but not the data about players.
std::string_view robots();
/// Paths for programs, which get errors as JSON; every other path is for people, who get a page.
bool is_for_programs(std::string_view path);

}  // namespace cubilete::server
