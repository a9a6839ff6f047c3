#include "server/app.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <sstream>
#include <vector>

#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include "engine/require.hpp"
#include "server/admin/operator_settings.hpp"
#include "server/core/asio_clock.hpp"
#include "server/core/chance.hpp"
#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"
#include "server/core/text_file.hpp"
#include "server/core/version.hpp"
#include "server/net/listen.hpp"
#include "server/net/reach.hpp"

namespace cubilete::server {

namespace {

constexpr std::size_t most_waiting_hashes = 64;            // waiting password hashes
constexpr std::chrono::milliseconds longest_thinking{50};  // for one move or one hint
constexpr std::size_t most_bot_jobs_of_room = 16;          // moves of its bots, and a share of the hints
constexpr std::size_t most_waiting_books = 100;            // being computed or stored; BotService bounds them

/// 1 January 2026. A clock before it is certainly wrong, as at the start of a machine without a battery.
constexpr std::int64_t least_wall_ms = 1'767'225'600'000;

BotService::TimeUp bot_time_limit() {
    using Watch = std::chrono::steady_clock;
    return [end = Watch::now() + longest_thinking] { return Watch::now() >= end; };
}

std::unique_ptr<storage::Backend> open_backend(const Config& config) {
    if (config.database.empty()) return storage::make_backend(config.data);
    open_part("--data", [&] {  // the backend of a data file does it itself
        if (std::filesystem::create_directories(config.data))
            std::filesystem::permissions(config.data, std::filesystem::perms::owner_all);
        return true;
    });
    return open_part("--database", [&] { return storage::make_backend(config.database); });
}

storage::JournalSetup journal_setup(const Config& config, Metrics& metrics,
                                    std::optional<storage::NodeRow> node) {
    return {.failed = fail_stop,
            .committed = [&metrics](auto took, std::size_t writes) { metrics.count_commit(took, writes); },
            .keep_logs = config.keep_logs,
            .most_waiting = config.limits.journal_backlog,
            .accept_missing = config.restored,
            .lanes = config.lanes,
            .take_over = config.take_over,
            .node = std::move(node),
            .warn = [](const std::string& line) { spdlog::warn("{}", line); },
            .resolved = [&metrics](bool durable) { metrics.count_resolved(durable); },
            .beat = [&metrics] { metrics.count_beat(); }};
}

PublicUrl configured_url(const Config& config) {
    if (auto url = parse_public_url(config.public_url)) return *std::move(url);
    return {{}, "/"};
}

/// Returns scheme, host and port of --public-url; empty without one.
std::string configured_origin(const Config& config) {
    const std::size_t host = config.public_url.find("//");
    if (host == std::string::npos) return {};
    return config.public_url.substr(0, config.public_url.find('/', host + 2));
}

StaticFiles read_client_files(const Config& config, const std::string& base) {
    if (config.web.empty()) return StaticFiles(built_in_client(), base);
    return open_part("--web", [&] { return StaticFiles::read(config.web, base); });
}

std::vector<Origin> allowed_origins(const Config& config) {
    std::vector<Origin> origins;
    if (const auto url = parse_public_url(config.public_url)) origins.push_back(url->origin);
    for (const std::string& text : config.origins)
        if (auto origin = parse_origin(text)) origins.push_back(*std::move(origin));
    return origins;
}

/// Returns the host names in --hosts, --origins and --public-url.
std::vector<std::string> allowed_hosts(const Config& config) {
    std::vector<std::string> hosts = config.hosts;
    for (const Origin& origin : allowed_origins(config)) hosts.push_back(origin.host);
    return hosts;
}

std::vector<Network> parse_trusted_proxies(const Config& config) {
    std::vector<Network> proxies;
    for (const std::string& text : config.trusted_proxies)
        if (const auto network = parse_network(text)) proxies.push_back(*network);
    return proxies;
}

std::string read_setting_file(const std::string& setting, const std::string& file) {
    if (file.empty()) return {};
    return open_part(setting, [&] { return read_text_file(file); });
}

/// The flags that `cubilete admin set` overrides.
SettingValues configured_operator_settings(const Config& config) {
    SettingValues rules{{"open-tables", config.open_tables},
                        {"house-word", config.house_word},
                        {"public-tables", config.public_tables},
                        {"chat", config.chat},
                        {"refused-names", read_setting_file("--refused-names", config.refused_names)},
                        {"refused-words", read_setting_file("--refused-words", config.refused_words)}};
    for (const auto& [key, value] : rules)
        if (const std::string wrong = setting_error(key, value); !wrong.empty())
            throw StartError("--" + key + ": " + wrong);
    return rules;
}

Website::MetricsAccess parse_metrics_access(const Config& config) {
    if (config.metrics == "all") return Website::MetricsAccess::everybody;
    return config.metrics == "none" ? Website::MetricsAccess::nobody
                                    : Website::MetricsAccess::private_addresses;
}

Api::LeaderboardScope leaderboard_scope(const Config& config) {
    if (config.boards == "all") return Api::LeaderboardScope::all_matches;
    return config.boards == "none" ? Api::LeaderboardScope::none : Api::LeaderboardScope::public_matches;
}

/// Returns a limit that leaves descriptors for the data file, its log, a backup and the readers of the rooms.
std::size_t most_connections(const Config& config) {
    constexpr std::size_t reserved = 48;
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

std::string port_setting(const Config& config) {
    return "--host " + config.host + " --port " + std::to_string(config.port);
}

/// Returns the URL for a browser on this machine.
std::string local_url(const std::string& host, std::uint16_t port) {
    const bool any = host == "127.0.0.1" || host == "0.0.0.0" || host == "::";
    const bool v6 = host.find(':') != std::string::npos;
    return fmt::format("http://{}:{}", any ? "localhost" : v6 ? '[' + host + ']' : host, port);
}

std::unique_ptr<AdminSocket> open_admin_socket(const Config& config, const Executor& executor, Lobby& lobby) {
    try {
        return std::make_unique<AdminSocket>(
            executor, config.data, admin_socket_name(config.node_address),
            [&lobby](PendingAdminRequest ask, protocol::AdminRequest request) {
                lobby.handle_admin_request(std::move(ask), std::move(request));
            });
    } catch (const std::system_error& error) {
        spdlog::warn("no desk for the operator, `cubilete admin` will not work: {}", error.what());
        return nullptr;
    }
}

std::vector<std::string> endpoint_names(const std::vector<Endpoint>& endpoints) {
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

std::string data_setting(const Config& config) { return config.database.empty() ? "--data" : "--database"; }

WebClient::WebClient(const Config& config)
    : url(configured_url(config)),
      files(read_client_files(config, url.base)),
      pages(open_part("--web", [&] { return Pages(files, url.base); })) {}

// ---- Preconditions

Preconditions::Preconditions(const Config& config, Threads& threads)
    : rules(configured_operator_settings(config)),
      cluster_key(read_cluster_key(config)),
      node_port(bind_node_port(config, threads)),
      acceptors(open_part(port_setting(config),
                          [&] { return bind_addresses(threads.first(), config.host, config.port); })) {}

// ---- Storage

Storage::Storage(const Config& config, Metrics& metrics, const WebClient& page,
                 std::optional<storage::NodeRow> node)
    : backend(open_backend(config)),
      journal(
          open_part(data_setting(config),
                    [&] { return backend->open_journal(journal_setup(config, metrics, std::move(node))); })),
      history(*backend, config.limits.look_ups, [this] { return journal->away(); }),
      point_reads(*backend, config.limits.look_ups) {
    // Before the server is open: whoever gets its page finds the files of the page at all others.
    if (auto stored = backend->open_web_files())
        other_versions = open_part(data_setting(config), [&] {
            return std::make_unique<OtherVersionFiles>(std::move(stored), page.files);
        });
}

void Storage::stop() {
    history.stop();
    point_reads.stop();
    if (other_versions) other_versions->stop();
}

// ---- ComputePool

ComputePool::ComputePool(const Config& config, Metrics& metrics, const Executor& executor, Storage& storage)
    : limits(config.limits),
      hash_limit(most_waiting_hashes),
      hasher("password hashes", most_waiting_hashes),
      bot_service(
          std::filesystem::path(config.data) / "books",
          // BotService asks for less than fills the queues.
          [this](Worker::Job job) { require(bot_worker.add(std::move(job))); },
          [this](Worker::Job job) { require(strategy_worker.add(std::move(job))); },
          [] { return std::make_unique<SodiumChance>(); }, bot_time_limit),
      strategy_worker("strategy tables", most_waiting_books),
      bot_worker("moves of bots", config.limits.most_rooms * most_bot_jobs_of_room),
      bot_quota(executor, std::make_unique<AsioClock>(executor), config.limits, metrics) {
    if (config.analysis == "on")
        analysis_service.emplace(
            bot_service, [this](Worker::Job job) { return bot_worker.add(std::move(job)); },
            [&journal = *storage.journal](std::vector<storage::Write> found) {
                if (journal.accepts()) journal.post(std::move(found), {});
            });
}

void ComputePool::renew_care(const Services& services) {
    if (analysis_service) care_recalculator.emplace(services, *analysis_service).start();
}

bool ComputePool::hash(const ClientNetwork& network, std::function<void()> work) {
    auto place = hash_limit.acquire(network, limits.hashing_of_address);
    if (!place) return false;
    const auto held = std::make_shared<ConnectionLimit::Slot>(*std::move(place));
    return hasher.add([held, work = std::move(work)] { work(); });
}

// ---- Frontend

Frontend::Frontend(const Config& config, Threads& threads, Metrics& metrics, const WebClient& page,
                   Storage& storage, ComputePool& compute_pool, const Services& services, Lobby& lobby,
                   std::vector<Acceptor> bound, bool keeps_text)
    : connections(most_connections(config)),
      requests(config.limits.http_of_address),
      openings(config.limits.openings_of_address),
      sessions(threads,
               {.receive =
                    [&lobby](SinkPtr from, protocol::ClientMessage&& message) {
                        lobby.receive(std::move(from), std::move(message));
                    },
                .gone = [&lobby](SinkPtr session) { lobby.on_socket_closed(std::move(session)); },
                .keeps_text = keeps_text},
               config.limits, metrics),
      api(
          storage.history,
          [&lobby](std::optional<std::string> game, auto done) {
              lobby.list_rooms(std::move(game), std::move(done));
          },
          services.invitations,
          [clock = std::shared_ptr(services.make_clock(threads.first()))] { return clock->wall_ms(); },
          leaderboard_scope(config), config.limits.most_connections,
          compute_pool.analysis_service ? &*compute_pool.analysis_service : nullptr, services.cup),
      site{.files = page.files,
           .pages = page.pages,
           .invitations = services.invitations,
           .metrics = metrics,
           .requests = requests,
           .openings = openings,
           .query_api = [this](auto target, const auto& from,
                               auto done) { api.handle_request(target, from, std::move(done)); },
           .find_preview = [this](const auto& path, const auto& from,
                                  auto done) { api.preview(path, from, std::move(done)); },
           .other_versions = storage.other_versions.get(),
           .accepts_sockets = [this] { return sessions.has_capacity(); },
           .origin = configured_origin(config),
           .base = page.url.base,
           .origins = allowed_origins(config),
           .hosts = allowed_hosts(config),
           .proxies = parse_trusted_proxies(config),
           .metrics_access = parse_metrics_access(config)},
      http_server(std::make_shared<HttpServer>(
          threads.first(), std::move(bound),
          HttpServer::Dependencies{site, sessions, connections, config.limits, metrics})),
      admin(open_admin_socket(config, threads.first(), lobby)) {}

void Frontend::drain() {
    draining = true;
    site.open = false;
    http_server->stop();
}

// ---- App

App::App(Config config)
    : config_(std::move(config)),
      web_client_(config_),
      invitations_(config_.limits.wrong_rooms_of_address),
      threads_(config_.threads),
      prepared_(config_, threads_),
      storage_(config_, metrics_, web_client_, node_row(prepared_.node_port)),
      compute_pool_(config_, metrics_, threads_.first(), storage_),
      services_(make_services()),
      lobby_(open_part(data_setting(config_), [&] { return Lobby::open(services_); })),
      node_(metrics_, services_, *lobby_, prepared_,
            [this] {
                using State = storage::NodeRow::State;
                return storage::NodeLoad{frontend_.draining ? State::draining : State::up,
                                         node_.relay->rooms(), static_cast<int>(frontend_.sessions.count())};
            }),
      frontend_(config_, threads_, metrics_, web_client_, storage_, compute_pool_, services_, *lobby_,
                std::move(prepared_.acceptors), node_.relay != nullptr),
      nightly_(
          services_, *storage_.backend, config_.data, config_.keep,
          [nodes = services_.cluster] {
              return !nodes || nodes->quotas().try_consume("backup", 1, NightlyBackup::turn_length);
          },
          [nodes = services_.cluster] {
              if (nodes) nodes->quotas().refill("backup");
          }),
      database_watch_(services_,
                      [this](bool away) {
                          frontend_.site.database_away = away;
                          lobby_->set_database_away(away);
                      }),
      signals_(threads_.first(), SIGTERM, SIGINT) {
    metrics_.set_gauge_reader([this] {
        return Metrics::Gauges{frontend_.connections.total(), frontend_.sessions.count(),
                               frontend_.sessions.queued_bytes(), storage_.journal->backlog()};
    });
}

Services App::make_services() {
    return {threads_,
            *storage_.journal,
            metrics_,
            config_.limits,
            "Cubilete",
            std::string(program_version),
            [](Executor executor) { return std::make_unique<AsioClock>(std::move(executor)); },
            [] { return std::make_unique<SodiumChance>(); },
            [this](const ClientNetwork& network, std::function<void()> work) {
                return compute_pool_.hash(network, std::move(work));
            },
            [this] { return storage_.backend->open_store(); },
            [this](const ClientNetwork& from, HistoryReader::Job job, HistoryReader::Rejection refused) {
                storage_.history.post(from, std::move(job), std::move(refused));
            },
            [this](const ClientNetwork& from, HistoryReader::Job job, HistoryReader::Rejection refused) {
                storage_.point_reads.post(from, std::move(job), std::move(refused));
            },
            [this](BotQuota::Owner owner, int entries, BotQuota::DelayCallback done) {
                compute_pool_.bot_quota.spend(std::move(owner), entries, std::move(done));
            },
            compute_pool_.bot_service,
            invitations_,
            nullptr,
            storage_.backend->cluster(),
            [this] { return reachable_urls(frontend_.http_server->endpoints(), local_addresses()); },
            {.proxies = parse_trusted_proxies(config_),
             .rules = prepared_.rules,
             .url =
                 [this] {
                     return config_.public_url.empty()
                                ? local_url(config_.host, frontend_.http_server->port())
                                : config_.public_url;
                 }},
            [this](const std::string& match) { analyse(match); },
            open_cup(),
            config_.analysis == "on"};
}

/// Draws the chain of the cup if nobody has. Servers that start together on new data all do this; one is the first. A
/// node of a cluster needs it also without a cup of its own: matches of the cup may come from others. A chain that was drawn
/// while the clock was wrong has no day today, perhaps for ever. A server that is alone draws another then; a node does not,
/// because others go on with the one that they have read. While the clock is certainly wrong, none is drawn.
Cup App::open_cup() const {
    const bool is_open = config_.cup == "on" && config_.analysis == "on";
    const bool is_node = !config_.node_address.empty();
    return open_part(data_setting(config_), [&]() -> Cup {
        const auto store = storage_.backend->open_store();
        const std::int64_t now_ms = system_wall_ms();
        auto chain = store->cup_chain();
        const bool is_wanted =
            chain ? is_open && !is_node && CupDays(*chain).day_at(now_ms) == 0 : is_open || is_node;
        if (is_wanted && now_ms >= least_wall_ms) {
            const auto replaced_ms = chain ? std::optional(chain->first_ms) : std::nullopt;
            std::promise<void> done;
            storage_.journal->post({storage::PutCupChain{CupDays::draw(now_ms), replaced_ms}},
                                   [&done](storage::Outcome) { done.set_value(); });
            done.get_future().wait();
            chain = store->cup_chain();
        }
        if (!chain) return {};  // the disk is full, or the clock is wrong: the next start tries again
        auto days = std::make_shared<const CupDays>(*chain);
        if (is_open && days->day_at(now_ms) == 0)
            log_warn(
                "the cup of the day is closed: none of its days is today, perhaps because a clock was wrong",
                {{"since", days->date_of(1)}});
        else if (is_open)
            log_info("the cup of the day is open", {{"end", hex(days->end())}, {"since", days->date_of(1)}});
        return {std::move(days), is_open};
    });
}

/// Analyses a match that has just ended.
void App::analyse(const std::string& id) {
    if (!compute_pool_.analysis_service) return;
    storage_.history.post(
        {},
        [this, id](const HistoryReader::Readers& readers) {
            try {
                const auto match = readers.store.match(id);
                if (match && match->ended_ms) compute_pool_.analysis_service->make(*match, readers);
            } catch (const std::exception& failed) {
                spdlog::warn("match {} cannot be read for its analysis: {}", id, failed.what());
            }
        },
        [] {});
}

void App::run() {
    await_signal();
    open_part(port_setting(config_), [this] { frontend_.http_server->start(); });
    node_.start();
    frontend_.site.open = true;
    if (!config_.database.empty()) {
        metrics_.set_lanes(config_.lanes);
        database_watch_.start();
    }
    compute_pool_.renew_care(services_);
    announce();
    threads_.run();
    node_.stop();
    // While a backup reads, the write-ahead log cannot be completely copied into the data file.
    nightly_.wait();
    storage_.stop();
    compute_pool_.bot_worker.stop();
    storage_.journal->stop();
    spdlog::info("stopped");
}

void App::announce() const {
    const std::uint16_t port = frontend_.http_server->port();
    std::vector<std::string> urls = services_.reach();
    if (!config_.public_url.empty())
        urls = {config_.public_url};
    else if (const std::string local = local_url(config_.host, port); std::ranges::count(urls, local) == 0)
        urls.insert(urls.begin(), local);
    const storage::Cluster* cluster = services_.cluster;
    log_info(fmt::format("listening on {} (Cubilete {}, at {}, data: {})", fmt::join(urls, " "),
                         program_version, fmt::join(endpoint_names(frontend_.http_server->endpoints()), " "),
                         storage_.backend->name()),
             {{"node", cluster ? std::to_string(cluster->epoch()) : std::string()}});
    if (storage_.backend->missing_entries() > 0)
        spdlog::warn("{} entries that players were told of are missing; started because of --restored",
                     storage_.backend->missing_entries());
    else if (config_.restored)
        spdlog::warn("no entries are missing; --restored is not needed any more");
    // The last step, so that a program that waits for the file finds everything ready.
    if (!config_.port_file.empty())
        open_part("--port-file", [&] { write_port_file(config_.port_file, port); });
}

void App::await_signal() {
    signals_.async_wait([this](const boost::system::error_code& failed, int) {
        if (failed) return;
        if (frontend_.draining) return threads_.stop();
        drain();
        await_signal();
    });
}

void App::drain() {
    spdlog::info("stopping: new connections are refused, accepted requests are finished");
    exit_after(config_.limits.drain_deadline);
    frontend_.drain();
    nightly_.cancel();
    if (!node_.relay) return lobby_->drain([this] { close_sessions(); });
    // The rooms go on at other nodes first. What is left is taken over by others when this node has left.
    const milliseconds most = config_.limits.drain_deadline * 3 / 5;  // the rest is for the sockets
    node_.relay->hand_over_all(most, [this] {
        lobby_->drain([this] { node_.relay->await_answers([this] { close_sessions(); }); });
    });
}

void App::close_sessions() {
    // Clients of a cluster come back at once, at other nodes, which should not have to greet all at the same time.
    const milliseconds most =
        node_.relay ? std::min(milliseconds(2'000), config_.limits.drain_deadline / 5) : milliseconds(0);
    frontend_.sessions.close_all(CloseCode::restart, "restart", most, [this] { threads_.stop(); });
}

}  // namespace cubilete::server
