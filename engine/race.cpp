#include "engine/race.hpp"

#include <algorithm>
#include <utility>

namespace cubilete {

Race Race::start(int target, Tie tie, int seats, Seat starter) {
    Race race{.target = target, .tie = tie, .totals = {}, .starter = starter, .playing = {}, .seat = starter};
    race.totals.resize(static_cast<std::size_t>(seats));
    race.playing = race.everybody();
    return race;
}

int Race::reached() const {
    return static_cast<int>(std::ranges::count_if(totals, [&](int total) { return total >= target; }));
}

void Race::begin_round(SeatSet seats) {
    ++round;
    ++turn;
    playing = seats;
    seat = first_from(seats, starter);
}

std::optional<Race::Event> Race::end_turn() {
    const Seat next = first_from(playing, seat + 1);
    if (next == first_from(playing, starter)) return end_round();

    const Seat ended = std::exchange(seat, next);
    ++turn;
    const bool first_there = extra_round == 0 && has_target(ended) && reached() == 1;
    return first_there ? std::optional<Event>(FinalRound{ended}) : std::nullopt;
}

std::optional<Race::Event> Race::end_round() {
    const SeatSet leaders = highest(everybody(), [&](Seat player) { return totals[player]; });
    require(!leaders.empty());  // GCC 14 warns of the seat after all others
    if (!has_target(*leaders.begin())) {
        begin_round(everybody());
        return std::exchange(extra_round, 0) > 0 ? std::optional<Event>(Resumed{}) : std::nullopt;
    }
    if (leaders.size() == 1 || tie == Tie::shared) {
        over = true;
        return Over{leaders};
    }
    ++extra_round;
    begin_round(tie == Tie::extra_round_all ? everybody() : leaders);
    return ExtraRound{playing};
}

Race::View Race::view() const {
    View view{
        .over = over, .round = round, .final_round = final_round(), .extra_round = extra_round, .seats = {}};
    for (const Seat player : everybody()) view.seats.push_back({totals[player], playing.contains(player)});
    return view;
}

std::optional<Result> Race::result() const {
    if (!over) return std::nullopt;
    return standings({totals.begin(), totals.end()});
}

}  // namespace cubilete
