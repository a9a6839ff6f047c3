#include <chrono>
#include <fstream>
#include <ostream>
#include <variant>

#include "server/commands/commands.hpp"
#include "server/commands/serve_settings.hpp"
#include "server/net/https_client.hpp"

namespace cubilete::server {

namespace {

/// The port that the server has written to its --port-file; 0 if there is none.
std::uint16_t read_port_file(const std::string& file) {
    std::ifstream in(file);
    unsigned port = 0;
    in >> port;
    return in && port <= 65'535 ? static_cast<std::uint16_t>(port) : std::uint16_t{0};
}

/// Where this machine reaches a server that listens at `host`, as it stands in a URL.
std::string reachable_host(const std::string& host) {
    if (host == "0.0.0.0" || host == "::") return "127.0.0.1";
    return host.find(':') == std::string::npos ? host : '[' + host + ']';
}

}  // namespace

int run_healthy(const Arguments& arguments, std::ostream& out, std::ostream& err) {
    constexpr int unhealthy = 1;
    const auto read = read_config(arguments, out, err);
    if (const int* exit_code = std::get_if<int>(&read)) return *exit_code == 0 ? 0 : unhealthy;
    const Config& config = std::get<Config>(read);
    const std::uint16_t port = config.port > 0 ? config.port : read_port_file(config.port_file);
    const auto url =
        parse_url("http://" + reachable_host(config.host) + ':' + std::to_string(port) + "/readyz");
    if (port == 0 || !url) {
        err << "cubilete healthy: the settings do not say where the server listens\n";
        return unhealthy;
    }
    try {
        HttpsClient({.bytes = std::size_t{1} << 10, .time = std::chrono::seconds(4), .redirects = 0})
            .get(*url);
        return 0;
    } catch (const DownloadError& error) {
        err << error.what() << '\n';
        return unhealthy;
    }
}

}  // namespace cubilete::server
