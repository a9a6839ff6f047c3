#include "server/room/cup_match.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace cubilete::server {

namespace {

/// How soon a changed wall clock is noticed.
constexpr Clock::Duration longest_wait = std::chrono::minutes(10);

}  // namespace

CupMatch::CupMatch(Actor& actor, Actor::Action on_midnight)
    : actor_(actor), on_midnight_(std::move(on_midnight)) {}

std::unique_ptr<Chance> CupMatch::make_chance(int day) const {
    return actor_.services().cup.days->make_chance(day);
}

void CupMatch::write_begin(const storage::MatchRow& match, int day) {
    actor_.gate().write(storage::PutCupPlay{{.day = day,
                                             .player = match.players.front(),
                                             .match = match.id,
                                             .room = match.room,
                                             .started_ms = match.started_ms}});
}

void CupMatch::write_end(const Table& table, int day) {
    const storage::MatchRow& match = table.row();
    actor_.gate().write(storage::PutCupPlay{{.day = day,
                                             .player = match.players.front(),
                                             .match = match.id,
                                             .room = match.room,
                                             .started_ms = match.started_ms,
                                             .ended_ms = actor_.clock().wall_ms(),
                                             .points = table.result()->scores.front()}});
}

bool CupMatch::is_over(int day) const {
    return actor_.services().cup.days->is_over(day, actor_.clock().wall_ms());
}

void CupMatch::check(int day) {
    if (is_over(day)) on_midnight_();
}

void CupMatch::watch(int day) {
    const Clock::Duration left(actor_.services().cup.days->ends_ms(day) - actor_.clock().wall_ms());
    timer_ = actor_.after(std::clamp(left, Clock::Duration(0), longest_wait), [this, day] {
        if (!is_over(day)) return watch(day);
        timer_.reset();
        on_midnight_();
    });
}

}  // namespace cubilete::server
