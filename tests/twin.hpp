#pragma once

#include <concepts>
#include <cstdlib>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "protocol/match.hpp"
#include "tests/contract.hpp"

/// Checks that no viewer learns secrets. A match and its twin, in which the cards that one viewer never saw
/// lie in another order, must give this viewer the same bytes from the first entry to the last. The test of a
/// game with secrets calls twin::check(), all others call twin::check_open(). CUBILETE_TWIN_GAMES in the
/// environment makes the run longer.
namespace cubilete::twin {

using protocol::Json;
using protocol::LogEntry;
using protocol::Match;

/// Returns the same log with other draws, such that this viewer cannot distinguish the two.
using Rewrite = std::function<std::vector<LogEntry>(std::span<const LogEntry>, Viewer, Chance&)>;

inline int games_to_play(int usual) {
    const char* asked = std::getenv("CUBILETE_TWIN_GAMES");
    return asked == nullptr ? usual : std::stoi(asked);
}

/// The match as the viewer sees it, with the moves that the viewer may make.
inline Json looks(const Match& match, Viewer viewer) {
    const auto result = match.result();
    const Wait wait = match.wait();
    Json all{{"seq", match.seq()},
             {"by", protocol::to_json(match.last().by).tree()},
             {"view", match.view(viewer)},
             {"to_act", Json::array()},
             {"clock", {static_cast<int>(wait.kind), wait.milliseconds, wait.number}},
             {"starter", match.starter()},
             {"result", result ? protocol::to_json(*result, "finished") : Json()},
             {"last", match.events(viewer, match.seq(), match.seq())}};
    for (const Seat seat : match.to_act()) all["to_act"].push_back(seat);
    return all;
}

/// All bytes that the viewer gets when joining now: the content of a push and of a resume.
inline std::string all_bytes(const Match& match, Viewer viewer) {
    Json all = looks(match, viewer);
    if (viewer.seat) {
        all["n"] = match.prompt(*viewer.seat);
        all["moves"] = match.moves(*viewer.seat);
    }
    return all.dump();
}

/// The refusal that the viewer's own seat gets for this move, which must be refused.
inline std::string refusal(Match& match, Seat seat, const Json& move, Chance& chance) {
    const auto played = match.play(seat, move, chance);
    REQUIRE_MESSAGE(std::holds_alternative<protocol::Rejection>(played), move.dump());
    const auto& refused = std::get<protocol::Rejection>(played);
    return std::string(name_of(refused.code)) + ' ' + refused.text + ' ' + refused.at;
}

/// Plays a random match with random options, sometimes letting the clock run out; not always to its end.
template <Rules Game>
std::vector<LogEntry> random_log(Chance& chance) {
    const GameInfo& info = Game::info();
    protocol::Settings settings{info.id,
                                contract::any_values<Game>(chance),
                                info.min_seats + chance.pick(info.max_seats - info.min_seats + 1),
                                {}};
    auto match = Match::start(settings, chance);
    std::vector<LogEntry> log{match->last()};
    const int most = 1 + chance.pick(250);
    while (match->wait().kind != Wait::Kind::none && static_cast<int>(log.size()) < most) {
        const SeatSet to_act = match->to_act();
        if (to_act.empty() || chance.pick(8) == 0) {
            log.push_back(match->expire(chance));
            continue;
        }
        auto seat = to_act.begin();
        for (int skip = chance.pick(to_act.size()); skip > 0; --skip) ++seat;
        const Json moves = match->moves(*seat);
        const Json& move = moves[static_cast<std::size_t>(chance.pick(static_cast<int>(moves.size())))];
        log.push_back(std::get<LogEntry>(match->play(*seat, move, chance)));
    }
    return log;
}

/// Replays both logs side by side and compares everything that the viewer gets at every entry.
inline void require_alike(std::span<const LogEntry> log, std::span<const LogEntry> other, Viewer viewer,
                          const std::vector<Json>& candidates, Chance& chance) {
    const auto real = Match::replay(log.first(1));
    const auto twin = Match::replay(other.first(1));
    for (std::size_t at = 0; at < log.size(); ++at) {
        if (at > 0) {
            real->follow(log[at]);
            twin->follow(other[at]);
        }
        REQUIRE(all_bytes(*real, viewer) == all_bytes(*twin, viewer));
        if (!viewer.seat || candidates.empty()) continue;
        const Json moves = real->moves(*viewer.seat);
        for (int tries = 0; tries < 3; ++tries) {
            const Json& move =
                candidates[static_cast<std::size_t>(chance.pick(static_cast<int>(candidates.size())))];
            if (std::find(moves.begin(), moves.end(), move) != moves.end()) continue;
            REQUIRE(refusal(*real, *viewer.seat, move, chance) == refusal(*twin, *viewer.seat, move, chance));
        }
    }
    // A viewer who joins late or resumes gets the entries since then.
    const std::int64_t since = 1 + chance.pick(static_cast<int>(real->seq()));
    for (const std::int64_t from : {std::int64_t{1}, since})
        REQUIRE(real->events(viewer, from, real->seq()).dump() ==
                twin->events(viewer, from, twin->seq()).dump());
}

/// Plays random matches and checks each for one seat or for a spectator. `candidates` are moves that may be
/// refused. Returns the number of cases in which the twin's draws differ from those of the match.
template <Rules Game>
int check(const std::vector<typename Game::Move>& candidates, const Rewrite& rewrite, int usual_games) {
    std::vector<Json> tried;
    for (const auto& move : candidates) tried.push_back(to_json(move).tree());
    int differing = 0;
    const int games = games_to_play(usual_games);
    for (int game = 1; game <= games; ++game) {
        const auto seed = static_cast<std::uint64_t>(game);
        CAPTURE(seed);
        SeededChance chance(seed);
        const auto log = random_log<Game>(chance);
        const auto seats = static_cast<int>(log.front().move.tree().at("seats"));
        const int eyes = chance.pick(seats + 1);
        const Viewer viewer = eyes == seats ? spectator : Viewer{static_cast<Seat>(eyes)};
        const auto other = rewrite(log, viewer, chance);
        differing += other != log;
        require_alike(log, other, viewer, tried, chance);
    }
    return differing;
}

/// A game that shows every event unchanged has no secrets, and there is no twin to compare with. All viewers
/// must get the same, from the first entry to the last and also when they join late.
template <Rules Game>
requires std::same_as<typename Game::Event, typename Game::Seen>
void check_open(int usual_games) {
    for (int game = 1; game <= games_to_play(usual_games); ++game) {
        const auto seed = static_cast<std::uint64_t>(game);
        CAPTURE(seed);
        SeededChance chance(seed);
        const auto log = random_log<Game>(chance);
        const auto match = Match::replay(std::span(log).first(1));
        const int seats = match->settings().seats;
        for (std::size_t at = 0; at < log.size(); ++at) {
            if (at > 0) match->follow(log[at]);
            const auto seat = static_cast<Seat>(chance.pick(seats));
            REQUIRE(looks(*match, {seat}) == looks(*match, spectator));
        }
        const Json everything = match->events(spectator, 1, match->seq());
        for (const Seat seat : SeatSet::first(seats))
            REQUIRE(match->events({seat}, 1, match->seq()) == everything);
    }
}

}  // namespace cubilete::twin
