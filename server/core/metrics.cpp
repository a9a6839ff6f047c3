#include "server/core/metrics.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <unordered_map>

#include <dirent.h>
#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>
#include <sys/resource.h>
#include <unistd.h>

#include "protocol/match.hpp"
#include "server/core/hourly_limiter.hpp"
#include "server/core/spdlog.hpp"
#include "server/core/version.hpp"

namespace cubilete::server {

namespace {

using prometheus::Counter;
using prometheus::Gauge;
using prometheus::Histogram;
using prometheus::Registry;

constexpr std::size_t most_codes = protocol::code_names.size();
constexpr std::array limit_names{"connections",
                                 "sockets_per_address",
                                 "openings_per_address",
                                 "most_sockets",
                                 "http_per_address",
                                 "guests_per_address",
                                 "wrong_tokens_per_address",
                                 "passwords_per_address",
                                 "rooms",
                                 "requests_per_player",
                                 "chat_per_player",
                                 "entries_per_address",
                                 "house"};
constexpr std::array relayed_names{"request", "frame"};
constexpr std::array handover_names{"drain", "balance", "locality"};
constexpr std::array close_codes{1012, 4001, 4002, 4008, 4009, 4010, 4011};
constexpr std::array status_classes{"1xx", "2xx", "3xx", "4xx", "5xx"};

Counter& counter(Registry& registry, const char* name, const char* help) {
    return prometheus::BuildCounter().Name(name).Help(help).Register(registry).Add({});
}
Gauge& gauge(Registry& registry, const char* name, const char* help) {
    return prometheus::BuildGauge().Name(name).Help(help).Register(registry).Add({});
}
template <std::size_t size>
using CounterFamily = std::array<Counter*, size>;

template <std::size_t size, class Name>
CounterFamily<size> counters(Registry& registry, const char* name, const char* help, const char* label,
                             Name name_of) {
    auto& family = prometheus::BuildCounter().Name(name).Help(help).Register(registry);
    CounterFamily<size> all;
    for (std::size_t at = 0; at < size; ++at) all[at] = &family.Add({{label, std::string(name_of(at))}});
    return all;
}

std::size_t open_files() {
    std::size_t files = 0;
    if (DIR* own = opendir("/proc/self/fd")) {
        while (readdir(own)) ++files;
        closedir(own);
        files -= 3;  // ".", ".." and the directory itself
    }
    return files;
}

double cpu_seconds() {
    rusage use{};
    getrusage(RUSAGE_SELF, &use);
    const auto seconds = [](const timeval& time) { return double(time.tv_sec) + double(time.tv_usec) / 1e6; };
    return seconds(use.ru_utime) + seconds(use.ru_stime);
}

double resident_bytes() {
    double pages = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    return resident * double(sysconf(_SC_PAGESIZE));
}

}  // namespace

struct Metrics::Counters {
    /// One metric per game, found by the game's id. The set never changes after construction.
    template <class Metric>
    class ByGame {
      public:
        template <class Builder>
        ByGame(Registry& registry, Builder builder, const char* name, const char* help) {
            auto& family = builder.Name(name).Help(help).Register(registry);
            for (const GameInfo* game : protocol::catalogue()) {
                const std::string id(game->id);
                all_[id] = &family.Add({{"game", id}});
            }
        }
        /// Returns nullptr for a game that this program does not have; a stored room may still have such a game.
        Metric* of(std::string_view game) const {
            const auto found = all_.find(std::string(game));
            return found == all_.end() ? nullptr : found->second;
        }

      private:
        std::unordered_map<std::string, Metric*> all_;
    };

    Registry registry;
    HourlyLimiter warnings;
    CounterFamily<most_codes> refusals = counters<most_codes>(
        registry, "cubilete_refusals_total", "Requests refused, by code", "code",
        [](std::size_t at) { return protocol::name_of(static_cast<protocol::Code>(at)); });
    CounterFamily<limit_names.size()> limits = counters<limit_names.size()>(
        registry, "cubilete_limited_total", "How often a limit was hit, by setting", "limit",
        [](std::size_t at) { return limit_names[at]; });
    CounterFamily<close_codes.size()> closes = counters<close_codes.size()>(
        registry, "cubilete_closed_total", "WebSockets that the server closed, by code; 4008 are too slow",
        "code", [](std::size_t at) { return std::to_string(close_codes[at]); });
    Counter& dropped = counter(registry, "cubilete_dropped_total",
                               "Pushes not sent to slow clients, because newer ones had overtaken them");
    CounterFamily<status_classes.size()> http = counters<status_classes.size()>(
        registry, "cubilete_http_responses_total", "HTTP answers, by the class of their status", "status",
        [](std::size_t at) { return status_classes[at]; });
    Counter& messages =
        counter(registry, "cubilete_messages_total", "Messages received, refused ones included");
    Counter& hellos = counter(registry, "cubilete_hellos_total", "Sockets that have become a player's");

    ByGame<Gauge> rooms{registry, prometheus::BuildGauge(), "cubilete_rooms", "Rooms open, by game"};
    ByGame<Gauge> matches{registry, prometheus::BuildGauge(), "cubilete_matches", "Matches running, by game"};
    ByGame<Counter> finished{registry, prometheus::BuildCounter(), "cubilete_matches_finished_total",
                             "Matches that came to an end since the start, by game"};
    ByGame<Counter> moves{registry, prometheus::BuildCounter(), "cubilete_moves_total",
                          "Moves that players and built-in bots made, by game"};

    Histogram& commits = prometheus::BuildHistogram()
                             .Name("cubilete_commit_seconds")
                             .Help("Time of a transaction, the disk's flush included")
                             .Register(registry)
                             .Add({}, Histogram::BucketBoundaries{.0005, .001, .0025, .005, .01, .025, .05,
                                                                  .1, .25, .5, 1, 2.5});
    Counter& writes = counter(registry, "cubilete_writes_total", "Rows written, of all transactions");
    Histogram& batch_rows =
        prometheus::BuildHistogram()
            .Name("cubilete_batch_rows")
            .Help("Rows written by a transaction")
            .Register(registry)
            .Add({}, Histogram::BucketBoundaries{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000});

    Gauge& database_up = gauge(registry, "cubilete_database_up",
                               "1 while the database answers, 0 while it is away; 1 with a data file");
    Counter& database_away = counter(registry, "cubilete_database_away_seconds_total",
                                     "How long the database has been away since the start");
    Gauge& lanes = gauge(registry, "cubilete_database_lanes",
                         "Connections to the database that write; 0 with a data file");
    Counter& beats = counter(registry, "cubilete_database_beats_total",
                             "How often the database confirmed that this server lives");
    CounterFamily<2> resolved =
        counters<2>(registry, "cubilete_batches_resolved_total",
                    "Transactions whose outcome was unknown for a while, by what was found out", "as",
                    [](std::size_t at) { return at == 0 ? "resent" : "durable"; });

    Gauge& epoch =
        gauge(registry, "cubilete_node_epoch", "Epoch of this server in its cluster; 0 if it is alone");
    prometheus::Family<Gauge>& nodes = prometheus::BuildGauge()
                                           .Name("cubilete_nodes")
                                           .Help("Servers of the cluster that this one sees, by state")
                                           .Register(registry);
    Gauge& nodes_up = nodes.Add({{"state", "up"}});
    Gauge& nodes_draining = nodes.Add({{"state", "draining"}});
    Counter& takeovers =
        counter(registry, "cubilete_takeovers_total", "Servers that this one found silent and shut out");
    CounterFamily<handover_names.size()> handovers =
        counters<handover_names.size()>(registry, "cubilete_handovers_total",
                                        "Rooms that this server has handed over to another one, by reason",
                                        "reason", [](std::size_t at) { return handover_names[at]; });
    Counter& rooms_adopted = counter(registry, "cubilete_rooms_adopted_total",
                                     "Rooms of servers that have ended, taken over by this one");
    CounterFamily<relayed_names.size()> relayed = counters<relayed_names.size()>(
        registry, "cubilete_relayed_total", "What was sent to other servers, by kind", "kind",
        [](std::size_t at) { return relayed_names[at]; });
    Gauge& link_queued = gauge(registry, "cubilete_link_queued_bytes", "Bytes queued for all other servers");

    Gauge& connections = gauge(registry, "cubilete_connections", "TCP connections open, HTTP included");
    Gauge& sockets = gauge(registry, "cubilete_sockets", "WebSockets open");
    Gauge& queued = gauge(registry, "cubilete_queued_bytes", "Bytes queued for all sockets");
    Gauge& backlog = gauge(registry, "cubilete_journal_backlog", "Posts that wait for the disk");
    std::function<Gauges()> gauges = [] { return Gauges{}; };

    Gauge& start = gauge(registry, "process_start_time_seconds", "When the process began, since 1970");
    Counter& cpu = counter(registry, "process_cpu_seconds_total", "Processor time, of user and kernel");
    Gauge& resident = gauge(registry, "process_resident_memory_bytes", "Memory in use");
    Gauge& files = gauge(registry, "process_open_fds", "File descriptors in use");
    Gauge& most_files = gauge(registry, "process_max_fds", "File descriptors that may be in use");
};

Metrics::Metrics() : counters_(std::make_unique<Counters>()) {
    prometheus::BuildGauge()
        .Name("cubilete_info")
        .Help("Always 1; the label is the version")
        .Register(counters_->registry)
        .Add({{"version", std::string(program_version)}})
        .Set(1);
    counters_->start.SetToCurrentTime();
    counters_->database_up.Set(1);
}

Metrics::~Metrics() = default;

void Metrics::count_refusal(protocol::Code code) {
    counters_->refusals[static_cast<std::size_t>(code)]->Increment();
}

void Metrics::count_limit(Limit limit, const ClientNetwork& of) {
    const auto at = static_cast<std::size_t>(limit);
    counters_->limits[at]->Increment();
    // Without the address, which belongs to a player or is a proxy's.
    if (counters_->warnings.try_take(at, of))
        spdlog::warn(
            "the limit {} was reached (cubilete_limited_total counts how often). If many players share an "
            "address, "
            "see --trusted-proxies and the limits of an address",
            limit_names[at]);
}

void Metrics::count_close(int code) {
    for (std::size_t at = 0; at < close_codes.size(); ++at)
        if (close_codes[at] == code) counters_->closes[at]->Increment();
}

void Metrics::count_response(int status) {
    const auto at = static_cast<std::size_t>(status / 100 - 1);
    if (at < status_classes.size()) counters_->http[at]->Increment();
}

void Metrics::count_dropped(int frames) { counters_->dropped.Increment(frames); }

void Metrics::count_message() { counters_->messages.Increment(); }

void Metrics::count_hello() { counters_->hellos.Increment(); }

void Metrics::add_open_rooms(std::string_view game, int by) {
    if (Gauge* rooms = counters_->rooms.of(game)) rooms->Increment(by);
}

void Metrics::add_running_matches(std::string_view game, int by) {
    if (Gauge* matches = counters_->matches.of(game)) matches->Increment(by);
}

void Metrics::count_finished_match(std::string_view game) {
    if (Counter* finished = counters_->finished.of(game)) finished->Increment();
}

void Metrics::count_move(std::string_view game) {
    if (Counter* moves = counters_->moves.of(game)) moves->Increment();
}

void Metrics::count_commit(std::chrono::nanoseconds took, std::size_t writes) {
    counters_->commits.Observe(std::chrono::duration<double>(took).count());
    counters_->writes.Increment(static_cast<double>(writes));
    counters_->batch_rows.Observe(static_cast<double>(writes));
}

void Metrics::set_database_away(bool away) { counters_->database_up.Set(away ? 0 : 1); }

void Metrics::add_database_downtime(std::chrono::milliseconds time) {
    counters_->database_away.Increment(std::chrono::duration<double>(time).count());
}

void Metrics::count_resolved(bool durable) { counters_->resolved[durable ? 1 : 0]->Increment(); }

void Metrics::count_beat() { counters_->beats.Increment(); }

void Metrics::set_lanes(int count) { counters_->lanes.Set(count); }

void Metrics::count_relayed(RelayedKind kind) {
    counters_->relayed[static_cast<std::size_t>(kind)]->Increment();
}

void Metrics::count_fence() { counters_->takeovers.Increment(); }

void Metrics::count_handover(HandoverReason reason) {
    counters_->handovers[static_cast<std::size_t>(reason)]->Increment();
}

void Metrics::count_adopted(std::size_t rooms) {
    counters_->rooms_adopted.Increment(static_cast<double>(rooms));
}

void Metrics::set_nodes(const Nodes& seen) {
    counters_->epoch.Set(static_cast<double>(seen.epoch));
    counters_->nodes_up.Set(seen.up);
    counters_->nodes_draining.Set(seen.draining);
    counters_->link_queued.Set(static_cast<double>(seen.queued_bytes));
}

void Metrics::set_gauge_reader(std::function<Gauges()> gauges) { counters_->gauges = std::move(gauges); }

std::string Metrics::text() {
    const Gauges gauges = counters_->gauges();
    counters_->connections.Set(static_cast<double>(gauges.connections));
    counters_->sockets.Set(static_cast<double>(gauges.sockets));
    counters_->queued.Set(static_cast<double>(gauges.queued_bytes));
    counters_->backlog.Set(static_cast<double>(gauges.journal_backlog));
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    counters_->cpu.Increment(std::max(cpu_seconds() - counters_->cpu.Value(), 0.0));
    counters_->resident.Set(resident_bytes());
    counters_->files.Set(static_cast<double>(open_files()));
    counters_->most_files.Set(static_cast<double>(files.rlim_cur));
    return prometheus::TextSerializer().Serialize(counters_->registry.Collect());
}

}  // namespace cubilete::server
