#include "server/commands/given_record.hpp"

#include <chrono>
#include <stdexcept>

#include "server/core/text_file.hpp"
#include "server/net/https_client.hpp"
#include "server/net/record_download.hpp"

namespace cubilete::server {

using protocol::Json;

namespace {

bool is_url(const std::string& text) { return text.starts_with("http://") || text.starts_with("https://"); }

Json from_file(const std::string& name) {
    const std::string text = read_text_file(name);
    try {
        return parse_record(text);
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(name + ": " + error.what());
    }
}

Json download(const std::string& address, int seconds) {
    const auto from = record_url(address);
    if (!from)
        throw DownloadError(address +
                            " is not the address of a match: it ends with /m/ID or /api/v1/matches/ID");
    HttpsClient client({.time = std::chrono::seconds(seconds)});
    return download_record(*from, [&client](const Url& url) { return client.get(url); });
}

}  // namespace

Json download_cup(const std::string& url, int seconds) {
    auto page = parse_url(url);
    if (!page) throw DownloadError(url + " is not the address of a server's page");
    std::string_view base = page->path();
    for (const std::string_view end : {"/", "/cup"})
        if (base.ends_with(end)) base.remove_suffix(end.size());
    HttpsClient client({.time = std::chrono::seconds(seconds)});
    return parse_record(client.get({page->origin, std::string(base) + "/api/v1/cup"}));
}

Json read_record(const std::string& file_or_url, int seconds) {
    return is_url(file_or_url) ? download(file_or_url, seconds) : from_file(file_or_url);
}

}  // namespace cubilete::server
