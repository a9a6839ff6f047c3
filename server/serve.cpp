#include "server/serve.hpp"

#include <variant>

#include "server/app.hpp"
#include "server/commands/serve_settings.hpp"
#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"

namespace cubilete::server {

int run_serve(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
    constexpr int cannot_start = 1;
    auto config = read_config(arguments, out, err);
    if (const int* exit_code = std::get_if<int>(&config)) return *exit_code;
    set_up_log(std::get<Config>(config).log_level, std::get<Config>(config).log_json);
    try {
        App(std::get<Config>(std::move(config))).run();
        return 0;
    } catch (const std::exception& error) {
        spdlog::critical("cannot start: {}", error.what());
        return cannot_start;
    }
}

}  // namespace cubilete::server
