#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/spdlog.hpp"
#include "server/match/built_in_bots.hpp"
#include "server/room/room_refusals.hpp"
#include "server/room/room_requests.hpp"

namespace cubilete::server {

using protocol::Code;
using protocol::Json;
using protocol::object;
using protocol::Refused;

namespace {

constexpr int requests_for_a_look_back = 10;

}  // namespace

// ---- before a match

Verdict Room::Requests::operator()(const protocol::RoomStart&) const {
    if (Verdict not_yet = room.seating_.may_start(from.player.id)) return not_yet;
    room.bots_.paid_by({from.player.id, from.socket->network()});
    room.start_match();
    room.answer(from, object({{"match", room.table_->id()}}));
    room.push_room();
    room.push_match(1);
    return {};
}

void Room::play_again_if_agreed() {
    if (seating_.phase() != Seating::Phase::finished || !seating_.all_want_another()) return;
    start_match();
    push_room();
    push_match(1);
}

bool Room::waits_for_quick_start() const {
    return settings_.quick && seating_.phase() == Seating::Phase::waiting && !draining_ && !closed_ &&
           frozen_.empty();
}

void Room::start_quick() {
    if (!waits_for_quick_start() || seating_.players_present() < seating_.rules().least) return;
    seating_.free_absent_seats();
    start_match();
    push_room();
    push_match(1);
    follow_people();
}

void Room::start_match() {
    std::vector<std::string> players;
    std::vector<std::string> names;
    for (const RoomSeat& room_seat : seating_.seats()) {
        if (room_seat.is_free()) continue;
        players.push_back(room_seat.player.id);
        names.push_back(room_seat.player.name);
    }
    if (!bots_.is_paid()) bots_.paid_by({seating_.host(), {}});
    const int seats = static_cast<int>(players.size());
    std::optional<Seat> first;
    if (next_first_) first = static_cast<Seat>(*next_first_ % seats);
    const protocol::Settings settings{settings_.game, settings_.options, seats, first};
    table_ =
        std::make_unique<Table>(code_, settings_.is_public && settings_.password.empty(), settings,
                                std::move(players), std::move(names), services().chance(), clock().wall_ms());
    seating_.start();
    if (settings_.hints) services().thinker.prepare(settings);
    if (seating_.people_seated() >= 2) services().thinker.keep(settings);
    turn_clock_.stop();
    spdlog::info("room {} begins match {} of {} with {} seats", code_, table_->id(), settings_.game, seats);
    gate().write(storage::StartMatch{table_->row()});
    entry_made();
    gate().write(row());
    report();
    attendance_.follow_absent();
}

// ---- moves

Verdict Room::Requests::operator()(const protocol::Move& request) const {
    if (!room.seating_.is_here(from.player.id)) return not_in_this_room();
    if (!room.table_) return refused(Code::not_started, "No match has been started yet.");
    Table& table = *room.table_;
    if (request.match != table.id()) return move_of_another_match(request);
    const std::optional<Seat> seat = table.seat_of(from.player.id);
    if (!seat) return refused(Code::not_seated, "You have no seat in this match.");

    auto verdict = table.play(*seat, from.re, request.n, request.move);
    if (auto* no = std::get_if<Refused>(&verdict)) {
        if (no->code == Code::not_your_turn)
            if (const auto in_turn = table.seat_in_turn())
                no->text = "It is " + room.seating_.seats()[*in_turn].player.name + "'s turn.";
        return std::move(*no);
    }
    const Table::Played played = std::get<Table::Played>(verdict);
    const Json fields = object({{"seq", played.seq}});
    if (played.again) {
        room.answer(from, fields);
        return {};
    }
    const bool returns = room.seating_.moved(*seat);
    room.entry_made();
    room.services().metrics.moved(table.row().game);
    if (returns) room.gate().write(room.row());
    room.answer(from, fields);
    if (returns || table.over()) room.push_room();
    room.push_match(table.match().seq());
    return {};
}

/// A move that is resent after the end of its match still gets its first answer.
Verdict Room::Requests::move_of_another_match(const protocol::Move& request) const {
    if (!room.gate().idle()) {  // the end of that match may not be durable yet
        room.when_idle([&room = room, from = from, request] { room.handle(from, request); });
        return {};
    }
    if (room.earlier_moves_.is_busy(from.player.id)) return EarlierMoves::busy();
    room.lobby_.charge(from.player.id, requests_for_a_look_back);
    room.earlier_moves_.look_up(from, request);
    return {};
}

void Room::play_bot(Seat seat, const std::optional<Json>& chosen) {
    if (!chosen && table_->seat_in_turn() != seat) return;  // does not react in the window
    const Json move = chosen ? *chosen : table_->match().moves(seat).front();
    table_->play_bot(seat, move, !level_of(seating_.seats()[seat].player.id));
    bots_.count_entry();
    entry_made();
    services().metrics.moved(table_->row().game);
    if (table_->over()) push_room();
    push_match(table_->match().seq());
}

void Room::set_bots() {
    if (seating_.playing() && !draining_)
        bots_.choose(*table_);
    else
        bots_.stop();
}

/// A hint is recorded in the log once per prompt, so that every member sees that it was requested.
Verdict Room::Requests::operator()(const protocol::Hint&) const {
    if (!room.seating_.is_here(from.player.id)) return not_in_this_room();
    if (!room.seating_.playing()) return refused(Code::not_started, "No match has been started yet.");
    Table& table = *room.table_;
    const std::optional<Seat> seat = table.seat_of(from.player.id);
    if (!seat) return refused(Code::not_seated, "You have no seat in this match.");
    if (!room.settings_.hints) return refused(Code::illegal_move, "At this table the house gives no advice.");
    if (!table.match().to_act().contains(*seat)) return refused(Code::not_your_turn, "It is not your turn.");
    if (table.note_hint(*seat)) {
        room.entry_made();
        room.push_match(table.match().seq());
    }
    room.hints_.ask(from, table, *seat);
    return {};
}

/// The time of the present wait is over: the rules make the move.
void Room::clock_ran_out() {
    if (!seating_.playing() || draining_) return;
    if (turn_clock_.extend_late(services().limits.restart_grace)) {
        spdlog::warn("room {}: a turn's timer fired late; it gets more time", code_);
        return push_match(table_->match().seq() + 1);
    }
    const std::optional<Seat> late = table_->seat_in_turn();
    turn_clock_.stop();
    table_->expire();
    if (late) seating_.missed_turn(*late);
    entry_made();
    gate().write(row());
    push_room();
    push_match(table_->match().seq());
}

/// Follows every entry of the log: sets the clock, writes the entry, and ends the match if it is over or its
/// log is too long. An entry about a hint does not end a match for its length, because the requester is
/// answered for the present prompt.
void Room::entry_made() {
    turn_clock_.follow(table_->over() ? Wait{} : table_->match().wait(), settings_.turn_ms);
    gate().write(storage::AppendEntry{table_->record(turn_clock_.left(), clock().wall_ms())});
    const bool too_long = table_->match().seq() >= services().limits.match_entries;
    if (too_long && !table_->over() && !table_->match().last().by.hint) table_->abandon();
    if (table_->over())
        match_over();
    else
        set_bots();
}

void Room::abandon_match() {
    table_->abandon();
    match_over();
    push_match(table_->match().seq() + 1);  // no event but the end
}

void Room::match_over() {
    turn_clock_.stop();
    bots_.stop();
    const protocol::Match& match = table_->match();
    if (match.result()) services().thinker.keep(match.settings());
    next_first_ = static_cast<Seat>((match.starter() + 1) % match.settings().seats);
    seating_.finish();
    seat_waiting();
    spdlog::info("room {} match {} is {}", code_, table_->id(), table_->reason());
    services().metrics.match_finished(table_->row().game);
    gate().write(table_->finish(clock().wall_ms()));
    gate().write(row());
    report();
    follow_people();
}

void Room::push_match(std::int64_t events_from) { match_pushes_.send(*table_, events_from, sockets_); }

}  // namespace cubilete::server
