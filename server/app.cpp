#include "server/app.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include "engine/require.hpp"
#include "server/app_parts.hpp"
#include "server/core/asio_clock.hpp"
#include "server/core/chance.hpp"
#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"
#include "server/core/version.hpp"
#include "server/net/reach.hpp"

namespace cubilete::server {

namespace {

constexpr std::size_t most_hashing = 64;               // waiting password hashes
constexpr std::chrono::milliseconds most_thought{50};  // for one move or one hint
constexpr std::size_t most_thoughts_of_room = 16;      // moves of its bots, and a share of the hints
constexpr std::size_t most_books = 100;                // being computed or stored; Thinker bounds them

Thinker::TimeUp budget_of_a_thought() {
    using Watch = std::chrono::steady_clock;
    return [end = Watch::now() + most_thought] { return Watch::now() >= end; };
}

/// The setting that says where the data are.
std::string setting_of_data(const Config& config) {
    return config.database.empty() ? "--data" : "--database";
}

std::unique_ptr<storage::Backend> backend_of(const Config& config) {
    if (config.database.empty()) return storage::backend_at(config.data);
    opened("--data", [&] {  // the backend of a data file does it itself
        if (std::filesystem::create_directories(config.data))
            std::filesystem::permissions(config.data, std::filesystem::perms::owner_all);
        return true;
    });
    return opened("--database", [&] { return storage::backend_at(config.database); });
}

PublicUrl url_of(const Config& config) {
    if (auto url = parse_public_url(config.public_url)) return *std::move(url);
    return {{}, "/"};
}

/// Returns scheme, host and port of --public-url; empty without one.
std::string origin_of(const Config& config) {
    const std::size_t host = config.public_url.find("//");
    if (host == std::string::npos) return {};
    return config.public_url.substr(0, config.public_url.find('/', host + 2));
}

StaticFiles client_of(const Config& config, const std::string& base) {
    if (config.web.empty()) return StaticFiles(built_in_client(), base);
    return opened("--web", [&] { return StaticFiles::read(config.web, base); });
}

std::vector<Origin> origins_of(const Config& config) {
    std::vector<Origin> origins;
    if (const auto url = parse_public_url(config.public_url)) origins.push_back(url->origin);
    for (const std::string& text : config.origins)
        if (auto origin = parse_origin(text)) origins.push_back(*std::move(origin));
    return origins;
}

/// Returns the host names in --hosts, --origins and --public-url.
std::vector<std::string> hosts_of(const Config& config) {
    std::vector<std::string> hosts = config.hosts;
    for (const Origin& origin : origins_of(config)) hosts.push_back(origin.host);
    return hosts;
}

std::vector<Network> proxies_of(const Config& config) {
    std::vector<Network> proxies;
    for (const std::string& text : config.trusted_proxies)
        if (const auto network = parse_network(text)) proxies.push_back(*network);
    return proxies;
}

Website::Readers readers_of(const Config& config) {
    if (config.metrics == "all") return Website::Readers::everybody;
    return config.metrics == "none" ? Website::Readers::nobody : Website::Readers::private_addresses;
}

Api::Boards boards_of(const Config& config) {
    if (config.boards == "all") return Api::Boards::of_all;
    return config.boards == "none" ? Api::Boards::none : Api::Boards::of_public;
}

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

/// Returns a limit that leaves descriptors for the data file, its log, a backup and the readers of the rooms.
std::size_t most_connections(const Config& config) {
    constexpr std::size_t reserved = 48;
    set_process_limits();
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur == RLIM_INFINITY)
        return config.limits.most_connections;
    const std::size_t left = files.rlim_cur > 2 * reserved ? files.rlim_cur - reserved : files.rlim_cur / 2;
    return std::min(config.limits.most_connections, left);
}

/// Ends the process at that time even if something hangs. Unfinished changes have not been announced to
/// anybody.
void exit_after(milliseconds time) {
    std::signal(SIGALRM, [](int) { _exit(0); });
    itimerval timer{};
    timer.it_value.tv_sec = time.count() / 1'000;
    timer.it_value.tv_usec = time.count() % 1'000 * 1'000;
    setitimer(ITIMER_REAL, &timer, nullptr);
}

/// Returns the URL for a browser on this machine.
std::string local_url(const std::string& host, std::uint16_t port) {
    const bool any = host == "127.0.0.1" || host == "0.0.0.0" || host == "::";
    const bool v6 = host.find(':') != std::string::npos;
    return fmt::format("http://{}:{}", any ? "localhost" : v6 ? '[' + host + ']' : host, port);
}

std::vector<std::string> names_of(const std::vector<Endpoint>& endpoints) {
    std::vector<std::string> names;
    for (const Endpoint& each : endpoints) {
        std::ostringstream name;
        name << each;
        names.push_back(name.str());
    }
    return names;
}

void write_port_file(const std::filesystem::path& file, std::uint16_t port) {
    // Renamed into place, so that a program that waits for the file never reads half of it.
    const std::filesystem::path part = file.string() + ".part";
    std::ofstream(part) << port << '\n';
    std::filesystem::rename(part, file);
}

}  // namespace

App::App(Config config)
    : config_(std::move(config)),
      url_(url_of(config_)),
      files_(client_of(config_, url_.base)),
      pages_(opened("--web", [&] { return Pages(files_, url_.base); })),
      invitations_(config_.limits.wrong_rooms_of_address),
      connections_(most_connections(config_)),
      requests_(config_.limits.http_of_address),
      openings_(config_.limits.openings_of_address),
      hashing_(most_hashing),
      storage_(backend_of(config_)),
      threads_(config_.threads),
      node_port_(make_node_port()),
      journal_(
          opened(setting_of_data(config_), [&] { return storage_->open_journal(make_journal_setup()); })),
      hasher_("password hashes", most_hashing),
      history_reader_(*storage_, config_.limits.look_ups, [this] { return journal_->away(); }),
      point_reads_(*storage_, config_.limits.look_ups),
      other_versions_(make_other_versions()),
      thinker_(
          std::filesystem::path(config_.data) / "books",
          // Thinker asks for less than fills the queues.
          [this](Worker::Job job) { require(thinking_.add(std::move(job))); },
          [this](Worker::Job job) { require(studying_.add(std::move(job))); },
          [] { return std::make_unique<SodiumChance>(); }, budget_of_a_thought),
      studying_("strategy tables", most_books),
      thinking_("moves of bots", config_.limits.most_rooms * most_thoughts_of_room),
      bot_quota_(make_bot_quota()),
      services_(make_services()),
      lobby_(opened(setting_of_data(config_), [&] { return Lobby::open(services_); })),
      relay_(make_relay()),
      sessions_(threads_,
                {.receive =
                     [this](SinkPtr from, protocol::ClientMessage&& message) {
                         lobby_->receive(std::move(from), std::move(message));
                     },
                 .gone = [this](SinkPtr session) { lobby_->gone(std::move(session)); },
                 .with_text = relay_ != nullptr},
                config_.limits, metrics_),
      takeover_(make_takeover()),
      api_(
          history_reader_,
          [this](std::optional<std::string> game, auto done) {
              lobby_->look(std::move(game), std::move(done));
          },
          invitations_,
          [clock = std::shared_ptr(services_.clock_on(threads_.first()))] { return clock->wall_ms(); },
          boards_of(config_), config_.limits.most_connections),
      site_{.files = files_,
            .pages = pages_,
            .invitations = invitations_,
            .metrics = metrics_,
            .requests = requests_,
            .openings = openings_,
            .ask_api = [this](auto target, const auto& from,
                              auto done) { api_.ask(target, from, std::move(done)); },
            .find_preview = [this](const auto& path, const auto& from,
                                   auto done) { api_.preview(path, from, std::move(done)); },
            .other_versions = other_versions_.get(),
            .takes_sockets = [this] { return sessions_.has_room(); },
            .origin = origin_of(config_),
            .base = url_.base,
            .origins = origins_of(config_),
            .hosts = hosts_of(config_),
            .proxies = proxies_of(config_),
            .metrics_readers = readers_of(config_)},
      http_server_(
          opened("--host " + config_.host + " --port " + std::to_string(config_.port),
                 [&] {
                     return std::make_shared<HttpServer>(
                         threads_.first(), config_.host, config_.port,
                         HttpServer::Parts{site_, sessions_, connections_, config_.limits, metrics_});
                 })),
      nightly_(opened("--keep",
                      [&] {
                          return Nightly(services_, *storage_, config_.data, config_.keep, [this] {
                              storage::Cluster* nodes = services_.cluster;
                              return !nodes || nodes->tallies().take("backup", 1, Nightly::turn);
                          });
                      })),
      database_watch_(services_,
                      [this](bool away) {
                          site_.database_away = away;
                          lobby_->database_away(away);
                      }),
      signals_(threads_.first(), SIGTERM, SIGINT) {
    metrics_.look_at([this] {
        return Metrics::Levels{connections_.all(), sessions_.count(), sessions_.queued(),
                               journal_->backlog()};
    });
}

storage::JournalSetup App::make_journal_setup() {
    return {.failed = fail_stop,
            .committed = [this](auto took, std::size_t writes) { metrics_.committed(took, writes); },
            .keep_logs = config_.keep_logs,
            .most_waiting = config_.limits.journal_backlog,
            .accept_missing = config_.restored,
            .lanes = config_.lanes,
            .take_over = config_.take_over,
            .node = node_row(),
            .warn = [](const std::string& line) { spdlog::warn("{}", line); },
            .resolved = [this](bool durable) { metrics_.resolved(durable); },
            .beat = [this] { metrics_.beat(); }};
}

BotQuota App::make_bot_quota() {
    Executor executor = threads_.first();
    auto clock = std::make_unique<AsioClock>(executor);
    return {std::move(executor), std::move(clock), config_.limits, metrics_};
}

Services App::make_services() {
    return {threads_,
            *journal_,
            metrics_,
            config_.limits,
            "Cubilete",
            std::string(program_version),
            [](Executor executor) { return std::make_unique<AsioClock>(std::move(executor)); },
            [] { return std::make_unique<SodiumChance>(); },
            [this](const ClientNetwork& network, std::function<void()> work) {
                auto place = hashing_.take(network, config_.limits.hashing_of_address);
                if (!place) return false;
                const auto held = std::make_shared<ConnectionLimit::Slot>(*std::move(place));
                return hasher_.add([held, work = std::move(work)] { work(); });
            },
            [this] { return storage_->open_store(); },
            [this](const ClientNetwork& from, HistoryReader::Job job, HistoryReader::Refused refused) {
                history_reader_.post(from, std::move(job), std::move(refused));
            },
            [this](const ClientNetwork& from, HistoryReader::Job job, HistoryReader::Refused refused) {
                point_reads_.post(from, std::move(job), std::move(refused));
            },
            [this](BotQuota::Payer payer, int entries, BotQuota::Told told) {
                bot_quota_.spend(std::move(payer), entries, std::move(told));
            },
            thinker_,
            invitations_,
            nullptr,
            storage_->cluster(),
            [this] { return reach_of(http_server_->listens_at(), own_addresses()); }};
}

/// Before the server is open: whoever gets its page finds the files of the page at all others.
std::unique_ptr<OtherVersions> App::make_other_versions() {
    auto stored = storage_->open_page_files();
    if (!stored) return nullptr;
    return opened(setting_of_data(config_),
                  [&] { return std::make_unique<OtherVersions>(std::move(stored), files_); });
}

void App::run() {
    await_signal();
    if (relay_) {
        relay_->start();
        takeover_->start();
    }
    http_server_->start();
    site_.open = true;
    if (!config_.database.empty()) {
        metrics_.lanes(config_.lanes);
        database_watch_.start();
    }
    announce();
    threads_.run();
    if (relay_) {
        takeover_->stop();
        relay_->stop();
    }
    // While a backup reads, the write-ahead log cannot be completely copied into the data file.
    nightly_.wait();
    history_reader_.stop();
    point_reads_.stop();
    if (other_versions_) other_versions_->stop();
    thinking_.stop();
    journal_->stop();
    spdlog::info("stopped");
}

void App::announce() const {
    const std::uint16_t port = http_server_->port();
    std::vector<std::string> urls = services_.reach();
    if (!config_.public_url.empty())
        urls = {config_.public_url};
    else if (const std::string local = local_url(config_.host, port); std::ranges::count(urls, local) == 0)
        urls.insert(urls.begin(), local);
    spdlog::info("listening on {} (Cubilete {}, at {}, data: {})", fmt::join(urls, " "), program_version,
                 fmt::join(names_of(http_server_->listens_at()), " "), storage_->name());
    if (storage_->missing() > 0)
        spdlog::warn("{} entries that players were told of are missing; started because of --restored",
                     storage_->missing());
    else if (config_.restored)
        spdlog::warn("no entries are missing; --restored is not needed any more");
    // The last step, so that a program that waits for the file finds everything ready.
    if (!config_.port_file.empty()) opened("--port-file", [&] { write_port_file(config_.port_file, port); });
}

void App::await_signal() {
    signals_.async_wait([this](const boost::system::error_code& failed, int) {
        if (failed) return;
        if (draining_) return threads_.stop();
        drain();
        await_signal();
    });
}

void App::drain() {
    draining_ = true;
    spdlog::info("stopping: new connections are refused, accepted requests are finished");
    exit_after(config_.limits.drain_deadline);
    site_.open = false;
    http_server_->stop();
    nightly_.cancel();
    if (relay_) return hand_over_and_drain();
    lobby_->drain([this] { close_sessions(); });
}

void App::close_sessions() {
    // Clients of a cluster come back at once, at other nodes, which should not have to greet all at the same time.
    const milliseconds most =
        relay_ ? std::min(milliseconds(2'000), config_.limits.drain_deadline / 5) : milliseconds(0);
    sessions_.close_all(CloseCode::restart, "restart", most, [this] { threads_.stop(); });
}

}  // namespace cubilete::server
