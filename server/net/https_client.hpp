#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>

#include "server/net/url.hpp"

namespace cubilete::server {

/// The limits of one command's downloads.
struct DownloadLimits {
    std::size_t bytes = std::size_t{64} << 20;  ///< of all answers together
    std::chrono::milliseconds time{120'000};    ///< for all of them together
    int redirects = 5;                          ///< for one answer
};

/// There is no answer that can be used. The text says why, for the person who named the URL.
struct DownloadError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reads documents by http and https. A server's certificate must be valid for its name, by the certificates
/// that this machine trusts. Blocks the calling thread; a name server that does not answer may make it exceed
/// the time limit, because the system's search for an address cannot be broken off.
class HttpsClient {
  public:
    explicit HttpsClient(const DownloadLimits& limits);
    ~HttpsClient();

    /// Returns the body of the answer. Follows redirects that stay at the same host. Throws DownloadError.
    std::string get(const Url& url);

  private:
    struct Tls;

    const DownloadLimits limits_;
    std::size_t bytes_left_;
    std::chrono::steady_clock::time_point deadline_;
    std::unique_ptr<Tls> tls_;  ///< from the first https on
};

}  // namespace cubilete::server
