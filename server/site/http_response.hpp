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
struct HttpResponse {
    unsigned status = 200;
    std::vector<std::pair<std::string_view, std::string>> headers;  ///< the names are literals
    std::string_view body;
    std::shared_ptr<const void> owner;  ///< keeps what `body` views alive; nullptr: it outlives the answer
    bool closes_connection = false;     ///< the connection is closed after it

    /// Replaces a header of that name.
    void set(std::string_view name, std::string_view value);
    void erase(std::string_view name);
    /// The value, or nothing.
    std::optional<std::string_view> find(std::string_view name) const;
};

/// The refusal of a request that is invalid whatever it asks for; nothing for a valid one.
std::optional<HttpResponse> check_request(const HttpRequest& request);

/// `body` outlives the answer. Has every security header, and is not cached.
HttpResponse make_response(unsigned status, std::string_view content_type, std::string_view body);
HttpResponse text_response(unsigned status, std::string_view text);
/// The file, compressed where `accept_encoding` allows it; 304 without a body where `if_none_match` names its ETag.
HttpResponse file_response(const StaticFile& file, std::string_view accept_encoding,
                           std::string_view if_none_match);

HttpResponse not_found();
/// 421: the request names another host.
HttpResponse unknown_host();
/// 403: a page of another origin has sent it.
HttpResponse forbidden_origin();
/// 429 with Retry-After, in whole seconds, at least 1.
HttpResponse rate_limited(std::chrono::milliseconds wait);
/// 308
HttpResponse redirect_to(std::string_view place);
/// The response to a request head that could not be parsed; `too_long`: it exceeds the limit.
HttpResponse malformed_request(bool too_long);

/// 503: the database does not answer.
HttpResponse database_away();

/// 426: /ws without a valid upgrade.
HttpResponse upgrade_required();
/// 400: frames were sent before the upgrade was answered.
HttpResponse frames_too_early();
/// 503: the server has as many sockets as it may.
HttpResponse server_full();

/// The text of /robots.txt: search engines may read the pages, but not the data about players.
std::string_view robots_txt();
/// Paths for programs, which get errors as JSON; every other path is for people, who get a page.
bool is_machine_path(std::string_view path);

}  // namespace cubilete::server
