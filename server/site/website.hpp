#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "server/core/address.hpp"
#include "server/core/address_rate.hpp"
#include "server/core/metrics.hpp"
#include "server/core/origin.hpp"
#include "server/room/invitations.hpp"
#include "server/site/http_request.hpp"
#include "server/site/http_response.hpp"
#include "server/site/other_version_files.hpp"
#include "server/site/page_html.hpp"
#include "server/site/static_files.hpp"

namespace cubilete::server {

struct ApiResponse;

/// The parts and settings that decide what an HTTP request gets. They outlive the last connection.
struct Website {
    const StaticFiles& files;
    const Pages& pages;
    Invitations& invitations;
    Metrics& metrics;
    AddressRate& requests;  ///< HTTP requests of an address
    AddressRate& openings;  ///< WebSockets that an address opens

    /// Api::handle_request and Api::preview: they pass their result once, on any thread.
    std::function<void(std::string_view target, const ClientNetwork&,
                       std::function<void(std::shared_ptr<const ApiResponse>)> done)>
        query_api;
    std::function<void(const PagePath&, const ClientNetwork&, std::function<void(PreviewResult)> done)>
        find_preview;
    OtherVersionFiles* other_versions = nullptr;  ///< null: no other version of the page can be in use
    std::function<bool()> accepts_sockets;        ///< whether the limits allow another WebSocket; any thread

    std::string origin;  ///< of --public-url, e.g. "https://example.org"; empty: the host of the request
    std::string base;    ///< path of the site, with a slash at both ends
    std::vector<Origin> origins;     ///< origins of pages that may connect besides the server's own
    std::vector<std::string> hosts;  ///< host names that the server accepts besides those of accepts_host()
    std::vector<Network> proxies;    ///< networks whose X-Forwarded-For is believed
    enum class MetricsAccess { nobody, private_addresses, everybody };
    MetricsAccess metrics_access = MetricsAccess::private_addresses;  ///< who may read /metrics
    std::atomic<bool> open = false;           ///< for /readyz: new players are accepted
    std::atomic<bool> database_away = false;  ///< for /readyz: requests are refused for now
};

/// The connection becomes a WebSocket of this client.
struct WebSocketUpgrade {
    ClientNetwork client;
    /// Code of the room that most of its messages will be about; empty if the client names none. It may not exist.
    std::string room{};
    bool is_local = false;  ///< Sink::is_local()
};
/// The answer needs a query on another thread. Call it once. It passes a function that makes the answer,
/// once and on any thread, unless the server ends first. The request must live until then.
using DeferredResponse = std::function<void(std::function<void(std::function<HttpResponse()>)> done)>;
using RequestOutcome = std::variant<HttpResponse, DeferredResponse, WebSocketUpgrade>;

/// Decides what a request gets: a page, a file, an answer of the API, a probe, a WebSocket or a refusal. Safe
/// from any thread; `request` and `site` must outlive a DeferredResponse.
RequestOutcome handle_request(const HttpRequest& request, const Website& site);

}  // namespace cubilete::server
