#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/core/address.hpp"

namespace cubilete::server {

/// The head of an HTTP request as a value, with what its connection knows about the sender.
struct HttpRequest {
    unsigned version = 11;  ///< 10 for HTTP/1.0, 11 for HTTP/1.1
    std::string method = "GET";
    std::string target = "/";                                    ///< path and query, as received
    std::vector<std::pair<std::string, std::string>> headers{};  ///< in the order received
    IpAddress peer{};             ///< the other end of the connection; it may be a proxy
    bool wants_upgrade = false;   ///< Connection and Upgrade ask for a WebSocket
    bool has_early_data = false;  ///< further bytes came before the answer

    /// The first header of that name, in upper or lower case; empty without one.
    std::string_view header(std::string_view name) const;
    std::size_t count(std::string_view name) const;
    /// All headers of that name in their order, separated by commas.
    std::string combined_header(std::string_view name) const;
};

}  // namespace cubilete::server
