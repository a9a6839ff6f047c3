#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/core/origin.hpp"

namespace cubilete::server {

/// The address of something that is read by http or https.
struct Url {
    Origin origin;
    std::string target;  ///< path and query; begins with a slash

    bool tls() const { return origin.scheme == "https"; }
    /// The host's name, or its address without brackets.
    std::string host() const;
    /// Host and port as in the header Host: without the usual port.
    std::string authority() const;
    std::string text() const { return origin.scheme + "://" + authority() + target; }
    /// The target without its query.
    std::string_view path() const { return std::string_view(target).substr(0, target.find('?')); }

    friend bool operator==(const Url&, const Url&) = default;
};

/// Reads `http://` or `https://` with host, optional port, path and query; leaves out a fragment. Returns
/// nothing for anything else, also if there is a user name or a character that has to be percent-encoded.
std::optional<Url> parse_url(std::string_view text);

/// Returns where the header Location of an answer from `from` leads: a whole URL, or one without scheme or
/// host. Returns nothing if it cannot be read.
std::optional<Url> parse_location(const Url& from, std::string_view location);

/// Whether a redirect stays at the same host: with the same scheme and port, or with https in place of http.
bool same_site(const Url& from, const Url& to);

}  // namespace cubilete::server
