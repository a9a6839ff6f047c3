#include "server/serve.hpp"

#include <csignal>
#include <variant>

#include <sys/resource.h>

#include "server/app.hpp"
#include "server/app_parts.hpp"
#include "server/commands/serve_settings.hpp"
#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"
#include "server/database_wait.hpp"

namespace cubilete::server {

namespace {

/// Raises the limit of open files, because each socket is one. Ignores SIGXFSZ, so that a write past the
/// limit of file sizes returns an error. Disables core files, because memory holds tokens and hidden cards.
void set_process_limits() {
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
}

/// Waits for the database. Returns false if the wait was ended by a signal.
bool database_answers(const Config& config) {
    if (config.database.empty()) return true;
    const auto database = open_part("--database", [&] { return storage::make_backend(config.database); });
    return open_part("--host " + config.host + " --port " + std::to_string(config.port),
                     [&] { return wait_for_database(config, *database); });
}

}  // namespace

int run_serve(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
    constexpr int cannot_start = 1;
    auto config = read_config(arguments, out, err);
    if (const int* exit_code = std::get_if<int>(&config)) return *exit_code;
    set_up_log(std::get<Config>(config).log_level, std::get<Config>(config).log_json);
    // The log may go into a program that ends, and a terminal may close: neither ends the games.
    for (const int harmless : {SIGPIPE, SIGHUP, SIGUSR1, SIGUSR2}) std::signal(harmless, SIG_IGN);
    set_process_limits();
    try {
        if (!database_answers(std::get<Config>(config))) return 0;
        App(std::get<Config>(std::move(config))).run();
        return 0;
    } catch (const std::exception& error) {
        spdlog::critical("cannot start: {}", error.what());
        return cannot_start;
    }
}

}  // namespace cubilete::server
