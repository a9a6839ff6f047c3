#include "engine/race.hpp"

#include <algorithm>
#include <utility>

namespace cubilete {

Race Race::start(int target, TieRule tie, int seats, Seat starter) {
    Race race{.target = target, .tie = tie, .totals = {}, .starter = starter, .playing = {}, .seat = starter};
    race.totals.resize(static_cast<std::size_t>(seats));
    race.playing = race.all_seats();
    return race;
}

int Race::reached() const {
    return static_cast<int>(std::ranges::count_if(totals, [&](int total) { return total >= target; }));
}

SeatSet Race::leaders() const {
    return highest(all_seats(), [&](Seat player) { return totals[player]; });
}

std::vector<double> Race::leaders_shares() const {
    std::vector<double> shares(totals.size(), 0.0);
    const SeatSet best = leaders();
    for (const Seat leader : best) shares[leader] = 1.0 / best.size();
    return shares;
}

void Race::begin_round(SeatSet seats) {
    ++round;
    ++turn;
    playing = seats;
    seat = next_seat_from(seats, starter);
}

std::optional<Race::Event> Race::end_turn() {
    const Seat next = next_seat_from(playing, seat + 1);
    if (next == next_seat_from(playing, starter)) return end_round();

    const Seat ended = std::exchange(seat, next);
    ++turn;
    const bool first_there = extra_round == 0 && has_reached_target(ended) && reached() == 1;
    return first_there ? std::optional<Event>(FinalRound{ended}) : std::nullopt;
}

std::optional<Race::Event> Race::end_round() {
    const SeatSet leaders = this->leaders();
    require(!leaders.empty());  // GCC 14 warns of the seat after all others
    if (!has_reached_target(*leaders.begin())) {
        begin_round(all_seats());
        return std::exchange(extra_round, 0) > 0 ? std::optional<Event>(Resumed{}) : std::nullopt;
    }
    if (leaders.size() == 1 || tie == TieRule::shared) {
        over = true;
        return Over{leaders};
    }
    ++extra_round;
    begin_round(tie == TieRule::extra_round_all ? all_seats() : leaders);
    return ExtraRound{playing};
}

Race::View Race::view() const {
    View view{
        .over = over, .round = round, .final_round = final_round(), .extra_round = extra_round, .seats = {}};
    for (const Seat player : all_seats()) view.seats.push_back({totals[player], playing.contains(player)});
    return view;
}

std::optional<Result> Race::result() const {
    if (!over) return std::nullopt;
    return standings({totals.begin(), totals.end()});
}

}  // namespace cubilete
