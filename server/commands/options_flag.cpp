#include "server/commands/options_flag.hpp"

#include <utility>
#include <variant>

#include <CLI/CLI.hpp>

#include "protocol/codec.hpp"
#include "protocol/match.hpp"
#include "server/core/spdlog.hpp"

namespace cubilete::server {

OptionValues read_options_flag(const GameInfo& game, const std::string& text) {
    const auto json = protocol::read_json(text);
    if (const auto* refused = std::get_if<protocol::Rejection>(&json))
        throw CLI::ValidationError("--options", refused->text);
    auto values = protocol::read_options(game, std::get<protocol::Json>(json));
    if (const auto* refused = std::get_if<protocol::Rejection>(&values)) {
        // `at` is the path in a request, e.g. "/options/target".
        const std::string option = refused->at.substr(refused->at.rfind('/') + 1);
        throw CLI::ValidationError("--options", fmt::format("{}: {}", option, refused->text));
    }
    return std::get<OptionValues>(std::move(values));
}

}  // namespace cubilete::server
