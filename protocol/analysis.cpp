#include "protocol/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <variant>

#include "analyses.hpp"
#include "protocol/seeded_chance.hpp"
#include "protocol/typed_match.hpp"
#include "protocol/wire.hpp"

namespace cubilete::protocol {

namespace {

/// Calls `act` with the type of the game's evaluator and the function that reads its moves.
template <class Act>
auto visit_evaluator(const std::string& game, Act act) {
#define GAME(name)                                                \
    if (game == #name)                                            \
        return act(std::type_identity<name::DecisionEvaluator>(), \
                   [](const Json& move) { return name::read_move(move); });
#include "engine/games/games.def"
#undef GAME
    throw_contract_violation();
}

/// Limits within which a simulated cost lies with a probability of 95 %.
constexpr double errors_of_interval = 1.96;

double rounded(double value) { return std::round(value * 1e6) / 1e6; }

template <GameEvaluator E, class ReadMove>
class TypedAnalysis final : public Analysis {
    using Game = typename E::Bot::Game;
    using Move = typename Game::Move;
    using Seat = SeatAnalysis<Move>;

  public:
    TypedAnalysis(const Settings& settings, const LogEntry& start, BotBookPtr book, std::size_t entries,
                  std::uint64_t seed, ReadMove read_move)
        : game_(settings.game),
          book_(std::move(book)),
          chance_(seed),
          kind_(analysis_kind(settings)),
          read_move_(read_move),
          analysis_(kind_,
                    E(typed_book<typename E::Bot>(*book_), options_of<typename E::Bot::Game>(settings),
                      settings.seats, entries, chance_),
                    started(settings, start), settings.seats) {
        require(kind_.extent != AnalysisKind::Extent::none);
    }

    bool follow(const LogEntry& entry) override {
        if (analysis_.ended()) return false;
        if (entry.seq != seq_ + 1)
            throw_replay_error(entry, "it does not follow entry " + std::to_string(seq_));
        ++seq_;
        if (entry.by.hint) return true;
        replay_draws(entry, [&](Chance& chance) { play(entry, chance); });
        return !analysis_.ended();
    }

    Json json() const override {
        Json seats = Json::array();
        for (std::size_t seat = 0; seat < analysis_.seats().size(); ++seat)
            seats.push_back(seat_json(static_cast<int>(seat), analysis_.seats()[seat]));
        return object({{"game", game_},
                       {"version", analysis_version(game_)},
                       {"unit", unit_names[static_cast<std::size_t>(kind_.unit)]},
                       {"exact", kind_.exact},
                       {"until", analysis_.until()},
                       {"seats", std::move(seats)}});
    }

    std::vector<Cost> costs(cubilete::Seat seat) const override {
        std::vector<Cost> costs;
        for (const auto& [entry, cost] : analysis_.seats().at(seat).costs) costs.push_back({entry, cost});
        return costs;
    }

  private:
    static typename Game::State started(const Settings& settings, const LogEntry& start) {
        typename Game::State state;
        replay_draws(start, [&](Chance& chance) {
            state = Game::start(options_of<Game>(settings), settings.seats, settings.first, chance).state;
        });
        return state;
    }
    void play(const LogEntry& entry, Chance& chance) {
        switch (entry.by.kind) {
            case EntryAuthor::Kind::start: throw_replay_error(entry, "the match has started already");
            case EntryAuthor::Kind::clock:
                if (Game::wait(analysis_.state()).kind == Wait::Kind::none)
                    throw_replay_error(entry, "nothing waits for the clock");
                return analysis_.expire(entry.seq, chance);
            case EntryAuthor::Kind::seat: break;
        }
        const auto read = read_move_(entry.move.tree());
        const Move* move = std::get_if<Move>(&read);
        if (move == nullptr || Game::check(analysis_.state(), entry.by.seat, *move))
            throw_replay_error(entry, "the move is not legal");
        analysis_.play(entry.seq, entry.by.bot ? DecidedBy::house : DecidedBy::player, entry.by.seat, *move,
                       chance);
    }

    static Json decisions_json(const typename Seat::Decisions& decisions) {
        return object({{"count", decisions.count}, {"cost", decisions.cost}});
    }
    static Json swing_json(const std::optional<typename Seat::Point>& swing) {
        if (!swing) return nullptr;
        return object({{"entry", swing->entry}, {"change", swing->value}});
    }
    static Json costly_decision_json(const typename Seat::CostlyDecision& dear) {
        Json json = object({{"entry", dear.entry},
                            {"chosen", to_json(dear.chosen).tree()},
                            {"best", to_json(dear.best).tree()},
                            {"cost", dear.cost}});
        if (dear.worth) json["worth"] = *dear.worth;
        if (dear.this_turn) json["this_turn"] = *dear.this_turn;
        if (dear.error) {
            const double margin = errors_of_interval * *dear.error;
            json["interval"] = Json::array({rounded(dear.cost - margin), rounded(dear.cost + margin)});
        }
        return json;
    }

    Json seat_json(int number, const Seat& seat) const {
        const bool all = kind_.extent == AnalysisKind::Extent::all;
        const auto if_all = [&](double value) { return all ? Json(value) : Json(); };
        Json curve = Json::array(), costliest = Json::array();
        for (const auto& point : seat.curve)
            curve.push_back(Json::array({point.entry, rounded(point.value)}));
        for (const auto& dear : seat.costliest) costliest.push_back(costly_decision_json(dear));
        return object({{"seat", number},
                       {"start", if_all(seat.start)},
                       {"result", if_all(seat.result)},
                       {"luck", if_all(seat.luck)},
                       {"others", if_all(seat.others)},
                       {"given_away", seat.given_away()},
                       {"decisions", object({{"own", decisions_json(seat.decisions[0])},
                                             {"house", decisions_json(seat.decisions[1])},
                                             {"clock", decisions_json(seat.decisions[2])}})},
                       {"curve", std::move(curve)},
                       {"dearest", std::move(costliest)},
                       {"luckiest", swing_json(seat.luckiest)},
                       {"unluckiest", swing_json(seat.unluckiest)}});
    }

    std::string game_;
    BotBookPtr book_;
    SeededChance chance_;
    AnalysisKind kind_;
    ReadMove read_move_;
    MatchAnalysis<E> analysis_;
    std::int64_t seq_ = 1;
};

}  // namespace

AnalysisKind analysis_kind(const Settings& settings) {
    return visit_evaluator(settings.game, [&]<class E>(std::type_identity<E>, auto) {
        return E::kind(options_of<typename E::Bot::Game>(settings), settings.seats);
    });
}

std::string analysis_version(const std::string& game) {
    return visit_evaluator(game, [&]<class E>(std::type_identity<E>, auto) {
        return game + ' ' + std::to_string(E::Bot::Game::info().version) + '.' + std::to_string(E::version);
    });
}

const char* care_unit(const std::string& game) {
    return visit_evaluator(game, [&]<class E>(std::type_identity<E>, auto) -> const char* {
        const AnalysisKind kind = E::kind({}, 2);
        return kind.exact && kind.decides ? unit_names[static_cast<std::size_t>(kind.unit)].data() : nullptr;
    });
}

std::variant<JsonText, Rejection> listed_move(const std::string& game, const Json& move) {
    return visit_evaluator(
        game, [&]<class E>(std::type_identity<E>, auto read_move) -> std::variant<JsonText, Rejection> {
            const auto read = read_move(move);
            if (const auto* refused = std::get_if<Rejection>(&read)) return *refused;
            return to_json(E::canonical_move(std::get<typename E::Bot::Game::Move>(read)));
        });
}

std::unique_ptr<Analysis> Analysis::open(const LogEntry& start, BotBookPtr book, std::size_t entries,
                                         std::uint64_t seed) {
    if (start.seq != 1 || start.by.kind != EntryAuthor::Kind::start)
        throw_replay_error(start, "a log begins with entry 1, the start");
    const Settings settings = settings_from_start(start.move.tree());
    return visit_evaluator(
        settings.game,
        [&]<class E, class Read>(std::type_identity<E>, Read read) -> std::unique_ptr<Analysis> {
            return std::make_unique<TypedAnalysis<E, Read>>(settings, start, std::move(book), entries, seed,
                                                            read);
        });
}

std::string_view unit_text(std::string_view unit) {
    if (unit == "points") return "points";
    if (unit == "pot") return "pots";
    return unit == "win" ? "chance to win" : "chance to finish before the best opponent";
}

std::uint64_t analysis_seed(std::string_view match) {
    std::uint64_t hash = 14695981039346656037u;  // FNV-1a
    for (const char letter : match) hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211u;
    return hash;
}

Json analysis_of(std::span<const LogEntry> log, BotBookPtr book, std::uint64_t seed) {
    if (log.empty()) throw ReplayError("the log is empty");
    const auto analysis = Analysis::open(log.front(), std::move(book), log.size(), seed);
    for (const LogEntry& entry : log.subspan(1))
        if (!analysis->follow(entry)) break;
    return analysis->json();
}

Json make_missing_analysis(const std::string& game, const std::string& why_not, const std::string& sentence) {
    return object(
        {{"game", game}, {"version", analysis_version(game)}, {"why_not", why_not}, {"text", sentence}});
}

}  // namespace cubilete::protocol
