#include <algorithm>
#include <cmath>
#include <csignal>
#include <map>
#include <ostream>
#include <random>

#include <CLI/CLI.hpp>

#include "protocol/analysis.hpp"
#include "protocol/line_games.hpp"
#include "server/commands/arena_estimate.hpp"
#include "server/commands/arena_player.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/options_flag.hpp"
#include "server/core/spdlog.hpp"

namespace cubilete::server {

namespace {

using protocol::Json;
using protocol::object;

constexpr std::int64_t most_entries = 20'000;  // as in a server; then nobody has won
constexpr int fewest_pairs = 30;               // before an interval may end a meeting

/// Each seat has dice of its own, so that two matches with exchanged seats exchange the luck, too. The start and the clock have others.
class SeatChances {
  public:
    SeatChances(std::uint64_t seed, int seats) {
        protocol::SeededChance seeds(seed);
        for (int at = 0; at <= seats; ++at) {
            const auto high = static_cast<std::uint64_t>(seeds.pick(1 << 30));
            chances_.emplace_back(high << 30 | static_cast<std::uint64_t>(seeds.pick(1 << 30)));
        }
    }
    Chance& of_seat(Seat seat) { return chances_[seat + 1u]; }
    Chance& of_table() { return chances_.front(); }

  private:
    std::vector<protocol::SeededChance> chances_;
};

/// A player of the arena with their results.
struct Contestant {
    std::string name;
    std::unique_ptr<ArenaPlayer> player;
    bool house = false;
    std::vector<double> given_away = {};       ///< of each match with an analysis
    std::string unit = {};                     ///< of what was given away
    std::map<std::string, int> forfeits = {};  ///< how often for each reason
};

/// As many contestants as seats. A round is a match for each rotation of their seats, with the same seed: with two seats a pair.
struct Pairing {
    std::vector<Contestant*> players;
    std::vector<std::vector<double>> shares;  ///< by player: of the wins of each round

    explicit Pairing(std::vector<Contestant*> all) : players(std::move(all)), shares(players.size()) {}
};

struct ArenaSettings {
    protocol::Settings settings;
    std::uint64_t seed = 0;
    int pairs = 100;
    double precision = 0;  ///< half the width of an interval that is narrow enough; 0: play all pairs
    protocol::BotBookPtr analysis_book;
};

/// One match. The players are by seat.
class ArenaMatch {
  public:
    ArenaMatch(const ArenaSettings& terms, std::uint64_t seed, std::vector<Contestant*> players)
        : terms_(terms),
          chances_(seed, terms.settings.seats),
          players_(std::move(players)),
          pushed_(players_.size(), 0),
          match_(protocol::Match::start(terms.settings, chances_.of_table())) {
        log_.push_back(match_->last());
    }

    /// Returns the share of the win of each seat.
    std::vector<double> play() {
        std::vector<double> shares(players_.size(), 0);
        try {
            while (!match_->result() && match_->seq() < most_entries) ask(next_to_ask());
        } catch (const Forfeiter& loser) {
            for (std::size_t seat = 0; seat < shares.size(); ++seat)
                if (seat != loser.seat) shares[seat] = 1. / static_cast<double>(shares.size() - 1);
            return shares;
        }
        const auto result = match_->result();
        if (!result) return std::vector(shares.size(), 1. / static_cast<double>(shares.size()));
        for (std::size_t seat = 0; seat < players_.size(); ++seat)
            players_[seat]->player->on_match_end(push(static_cast<Seat>(seat)));
        for (const Seat winner : result->winners)
            shares[winner] = 1. / static_cast<double>(result->winners.size());
        if (terms_.analysis_book) add_analysis();
        return shares;
    }

  private:
    struct Forfeiter {
        std::size_t seat;
    };

    protocol::JsonText push(Seat seat) {
        const std::int64_t from = std::exchange(pushed_[seat], match_->seq()) + 1;
        return protocol::make_match_push(*match_, "000000", "m_arena", {seat}, from);
    }

    bool is_in_turn(Seat seat) const {
        const Wait wait = match_->wait();
        return wait.kind == Wait::Kind::turn && seat_in_turn(wait, match_->to_act()) == seat;
    }

    /// Those who are not in turn come first. Nobody if a window runs out.
    std::optional<Seat> next_to_ask() const {
        std::optional<Seat> in_turn;
        for (const Seat seat : match_->to_act()) {
            if (is_in_turn(seat))
                in_turn = seat;
            else if (!passed_.contains(seat))
                return seat;
        }
        return in_turn;
    }

    void ask(std::optional<Seat> seat) {
        if (!seat) {
            log_.push_back(match_->expire(chances_.of_table()));
            passed_ = {};
            return;
        }
        Contestant& asked = *players_[*seat];
        try {
            const auto move = asked.player->choose(*match_, *seat, push(*seat));
            if (!move && is_in_turn(*seat)) throw Forfeit{Forfeit::Kind::illegal, "no move in its turn"};
            if (!move) return passed_.insert(*seat);
            auto played = match_->play(*seat, *move, chances_.of_seat(*seat));
            if (const auto* refused = std::get_if<protocol::Rejection>(&played))
                throw Forfeit{Forfeit::Kind::illegal, refused->text};
            log_.push_back(std::get<protocol::LogEntry>(std::move(played)));
            passed_ = {};
        } catch (const Forfeit& forfeit) {
            asked.player->stop();
            ++asked.forfeits[forfeit.text()];
            throw Forfeiter{*seat};
        } catch (const NeverAnswered& error) {
            asked.player->stop();
            throw NeverAnswered(asked.name + " never answered: " + error.what());
        }
    }

    void add_analysis() {
        const Json analysis = protocol::analysis_of(log_, terms_.analysis_book, 0);
        for (const Json& seat : analysis["seats"]) {
            Contestant& player = *players_[seat["seat"].get<std::size_t>()];
            player.unit = analysis["unit"];
            player.given_away.push_back(seat["given_away"].get<double>());
        }
    }

    const ArenaSettings& terms_;
    SeatChances chances_;
    std::vector<Contestant*> players_;
    std::vector<std::int64_t> pushed_;  ///< by seat: the last entry that it was told
    std::unique_ptr<protocol::Match> match_;
    std::vector<protocol::LogEntry> log_;
    SeatSet passed_;  ///< since the last move
};

void play_round(const ArenaSettings& terms, std::uint64_t seed, Pairing& meeting) {
    const std::size_t seats = meeting.players.size();
    std::vector<double> won(seats, 0);
    for (std::size_t rotation = 0; rotation < seats; ++rotation) {
        auto seated = meeting.players;
        std::ranges::rotate(seated, seated.begin() + static_cast<std::ptrdiff_t>(rotation));
        const auto shares = ArenaMatch(terms, seed, seated).play();
        for (std::size_t seat = 0; seat < seats; ++seat) won[(seat + rotation) % seats] += shares[seat];
    }
    for (std::size_t at = 0; at < seats; ++at)
        meeting.shares[at].push_back(won[at] / static_cast<double>(seats));
}

void play_pairing(const ArenaSettings& terms, Pairing& meeting) {
    const auto is_known = [&](const std::vector<double>& shares) {
        const auto [low, high] = *share_of_wins(shares).interval;
        return high - low <= 2 * terms.precision;
    };
    for (int round = 0; round < terms.pairs; ++round) {
        play_round(terms, terms.seed + static_cast<std::uint64_t>(round), meeting);
        if (terms.precision == 0 || round + 1 < fewest_pairs) continue;
        if (std::ranges::all_of(meeting.shares, is_known)) return;
    }
}

Json to_json(const Estimate& estimate) {
    Json json = object({{"mean", estimate.mean}});
    if (estimate.interval) {
        json["low"] = estimate.interval->first;
        json["high"] = estimate.interval->second;
    }
    return json;
}

/// Of two players the share of the first says all.
Json to_json(const Pairing& meeting) {
    Json names = Json::array(), shares = Json::array();
    for (std::size_t at = 0; at < meeting.players.size(); ++at) {
        names.push_back(meeting.players[at]->name);
        shares.push_back(to_json(share_of_wins(meeting.shares[at])));
    }
    const std::size_t rounds = meeting.shares.front().size();
    if (names.size() == 2)
        return object({{"one", names[0]}, {"other", names[1]}, {"pairs", rounds}, {"share", shares[0]}});
    return object({{"players", std::move(names)}, {"rounds", rounds}, {"shares", std::move(shares)}});
}

Json to_json(const ArenaSettings& terms, const std::vector<Contestant>& contestants,
             const std::vector<Pairing>& meetings) {
    Json met = Json::array();
    for (const Pairing& meeting : meetings) met.push_back(to_json(meeting));
    Json players = Json::array();
    for (const Contestant& each : contestants) {
        Json player = object({{"name", each.name}, {"house", each.house}, {"forfeits", each.forfeits}});
        if (!each.given_away.empty()) {
            player["given_away"] = to_json(mean_amount(each.given_away));
            player["given_away"]["unit"] = each.unit;
        }
        players.push_back(std::move(player));
    }
    return object({{"game", terms.settings.game},
                   {"options", protocol::to_json(terms.settings.options)},
                   {"seed", terms.seed},
                   {"meetings", std::move(met)},
                   {"players", std::move(players)}});
}

void print(const ArenaSettings& terms, const std::vector<Contestant>& contestants,
           const std::vector<Pairing>& meetings, std::ostream& out) {
    out << fmt::format("{}, seed {}\n\n{:<34} {:>8} {:>8} {:>18}\n", terms.settings.game, terms.seed, "",
                       "matches", "wins %", "with 95 %");
    for (const Pairing& meeting : meetings) {
        const std::size_t seats = meeting.players.size();
        for (std::size_t at = 0; at < (seats == 2 ? 1 : seats); ++at) {
            std::string name = meeting.players[at]->name;
            for (std::size_t other = 0; other < seats; ++other)
                if (other != at) name += " - " + meeting.players[other]->name;
            const Estimate share = share_of_wins(meeting.shares[at]);
            const std::string interval =
                fmt::format("{:.2f} to {:.2f}", 100 * share.interval->first, 100 * share.interval->second);
            out << fmt::format("{:<34} {:>8} {:>8.2f} {:>18}\n", name, seats * meeting.shares[at].size(),
                               100 * share.mean, interval);
        }
    }
    for (const Contestant& each : contestants) {
        if (!each.given_away.empty()) {
            const Estimate given = mean_amount(each.given_away);
            out << fmt::format("{} gave away {:.4f} {} a match", each.name, given.mean,
                               protocol::unit_text(each.unit));
            if (given.interval)
                out << fmt::format(" ({:.4f} to {:.4f})", given.interval->first, given.interval->second);
            out << '\n';
        }
        for (const auto& [reason, times] : each.forfeits)
            out << fmt::format("{} lost {} {} by itself: {}\n", each.name, times,
                               times == 1 ? "match" : "matches", reason);
    }
}

constexpr std::string_view no_house = "none";

struct ArenaFlags {
    std::string game;
    std::string options = "{}";
    int seats = 2;
    std::vector<std::string> programs;  ///< NAME=COMMAND or NAME=tcp://HOST:PORT
    std::vector<std::string> house{level_names.begin(), level_names.end()};
    double patience = 5;  ///< seconds
    bool account = false;
    bool json = false;
};

std::vector<Contestant> read_contestants(const ArenaFlags& flags, const ArenaSettings& terms) {
    std::vector<Contestant> contestants;
    for (const std::string& program : flags.programs) {
        const auto end = program.find('=');
        if (end == 0 || end == std::string::npos)
            throw CLI::ValidationError("--program", "give NAME=COMMAND or NAME=tcp://HOST:PORT");
        const auto patience = std::chrono::milliseconds(std::llround(flags.patience * 1000));
        contestants.push_back(
            {program.substr(0, end), std::make_unique<ProgramPlayer>(program.substr(end + 1), patience)});
    }
    const bool hard = std::ranges::find(flags.house, "hard") != flags.house.end();
    const auto book = hard ? protocol::compute_book(terms.settings) : protocol::empty_book(terms.settings);
    for (const std::string& name : flags.house) {
        if (name == no_house) continue;
        const auto level = static_cast<Level>(std::ranges::find(level_names, name) - level_names.begin());
        contestants.push_back({name, std::make_unique<HousePlayer>(level, book), true});
    }
    return contestants;
}

/// All groups of contestants in their order that have a program. What the house's players do against each other is known.
void add_meetings(std::vector<Contestant>& contestants, std::size_t from, std::size_t seats,
                  std::vector<Contestant*> group, std::vector<Pairing>& meetings) {
    if (group.size() == seats) {
        if (!group.front()->house) meetings.emplace_back(std::move(group));
        return;
    }
    for (; from < contestants.size(); ++from) {
        auto larger = group;
        larger.push_back(&contestants[from]);
        add_meetings(contestants, from + 1, seats, std::move(larger), meetings);
    }
}

std::vector<Pairing> make_pairings(std::vector<Contestant>& contestants, int seats) {
    std::vector<Pairing> meetings;
    add_meetings(contestants, 0, static_cast<std::size_t>(seats), {}, meetings);
    if (meetings.empty())
        throw CLI::ValidationError("--seats",
                                   "more than there are players; --house may name one several times");
    return meetings;
}

void prepare(const ArenaFlags& flags, ArenaSettings& terms) {
    const GameInfo& game = *protocol::find_game(flags.game);
    terms.settings = {game.id, read_options_flag(game, flags.options), flags.seats, Seat{0}};
    if (flags.seats < game.min_seats || game.max_seats < flags.seats)
        throw CLI::ValidationError("--seats", "the game is not for so many");
    if (flags.house.size() > 1 && std::ranges::find(flags.house, no_house) != flags.house.end())
        throw CLI::ValidationError("--house", "none stands alone");
    if (!flags.account) return;
    const AnalysisKind kind = protocol::analysis_kind(terms.settings);
    if (kind.extent == AnalysisKind::Extent::none) throw CLI::ValidationError("--account", kind.sentence);
    terms.analysis_book = protocol::compute_book(terms.settings);
}

void declare(CLI::App& app, ArenaFlags& flags, ArenaSettings& terms) {
    std::vector<std::string> ids;
    for (const GameInfo* game : protocol::catalogue()) ids.push_back(game->id);
    app.add_option("--game", flags.game, "Id of the game")->required()->check(CLI::IsMember(ids));
    app.add_option("--options", flags.options, "Options of the game as a JSON object")->capture_default_str();
    app.add_option("--seats", flags.seats, "Players at a table")
        ->capture_default_str()
        ->check(CLI::Range(2, 8));
    app.add_option("--program", flags.programs,
                   "A player: NAME=COMMAND or NAME=tcp://HOST:PORT; may be repeated")
        ->required();
    std::vector<std::string> houses{level_names.begin(), level_names.end()};
    houses.emplace_back(no_house);
    app.add_option("--house", flags.house,
                   "The built-in bots that each program meets, or none [easy,medium,hard]")
        ->delimiter(',')
        ->check(CLI::IsMember(houses));
    app.add_option("--pairs", terms.pairs,
                   "Pairs of matches of a meeting, with the same seed and exchanged seats; with more seats "
                   "rounds of a match for each rotation of the players")
        ->capture_default_str()
        ->check(CLI::Range(1, 1'000'000));
    app.add_option("--precision", terms.precision,
                   "End a meeting when the share of wins is known to within this, 0.02 is 2 %; 0: never")
        ->capture_default_str()
        ->check(CLI::Range(0., 1.));
    app.add_option("--seed", terms.seed, "Seed of the first pair; each further one has the next [a new one]");
    app.add_option("--patience", flags.patience,
                   "Seconds for a move; a minute, or this, for the first one after a start")
        ->capture_default_str()
        ->check(CLI::Range(0.001, 86'400.));
    app.add_flag("--account", flags.account,
                 "Also say what the decisions gave away (docs/analysis.md); takes time");
    app.add_flag("--json", flags.json, "Print one JSON object");
}

}  // namespace

int run_arena(const Arguments& arguments, std::ostream& out, std::ostream& err) {
    ArenaFlags flags;
    ArenaSettings terms;
    terms.seed = std::random_device{}();
    CLI::App app(
        "Lets programs play against each other and against the built-in bots, and says who wins how often "
        "(docs/engine.md).",
        "cubilete arena");
    declare(app, flags, terms);
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
        prepare(flags, terms);
        std::signal(SIGPIPE, SIG_IGN);  // a program that has ended loses; it does not end the arena
        auto contestants = read_contestants(flags, terms);
        auto meetings = make_pairings(contestants, flags.seats);
        for (Pairing& meeting : meetings) play_pairing(terms, meeting);
        if (flags.json)
            out << to_json(terms, contestants, meetings).dump() << '\n';
        else
            print(terms, contestants, meetings, out);
        return 0;
    } catch (const CLI::ParseError& error) {
        return app.exit(error, out, err) == 0 ? 0 : 2;
    } catch (const NeverAnswered& error) {
        err << error.what() << '\n';
        return 1;
    } catch (const std::system_error& error) {
        err << error.what() << '\n';
        return 1;
    }
}

}  // namespace cubilete::server
