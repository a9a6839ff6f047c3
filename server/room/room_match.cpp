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
using protocol::JsonText;
using protocol::Refused;

namespace {

constexpr int requests_for_a_look_back = 10;

}  // namespace

// ---- before a match

Verdict Room::Requests::operator()(const protocol::RoomStart&) const {
    if (Verdict not_yet = room.seating_.may_start(from.player.id)) return not_yet;
    room.bots_.paid_by({from.player.id, from.socket->network()});
    room.start_match(from);
    return {};
}

void Room::play_again_if_agreed() {
    if (seating_.phase() != Seating::Phase::finished || !seating_.all_want_another()) return;
    start_match({});
}

bool Room::waits_for_quick_start() const {
    return settings_.quick && seating_.phase() == Seating::Phase::waiting && !draining_ && !closed_ &&
           frozen_.empty();
}

/// Starts a match: at once, or by the steps of provable dice if the program of a player takes part. `starter`
/// gets the answer when it has begun.
void Room::start_match(std::optional<Requester> starter) {
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
    storage::Match match = new_match(code_, settings_.is_public && settings_.password.empty(), settings,
                                     std::move(players), std::move(names), clock().wall_ms());
    dice_.starter = std::move(starter);
    if (dice_.starter) serving_.reset();  // is answered when the match begins
    seating_.start();
    if (settings_.hints) services().thinker.prepare(settings);
    if (seating_.people_seated() >= 2) services().thinker.keep(settings);
    turn_clock_.stop();
    const bool proves = std::ranges::any_of(
        match.players, [this](const std::string& player) { return sockets_.takes_dice(player); });
    if (!proves) {
        gate().write(storage::StartMatch{match, {}});
        return begin_match(std::make_unique<Table>(std::move(match), settings, services().chance()));
    }
    const bool witness = settings_.witness.value_or(seating_.people_seated() >= 2);
    auto dice = std::make_unique<MatchDice>(match.id, match.settings, match.players, witness);
    dice_.start.commit({std::move(match), settings, std::move(dice)});
    gate().write(row());
    push_room();
    report();
    follow_people();
}

/// Makes the first entry. The match is on disk already.
void Room::begin_match(std::unique_ptr<Table> table) {
    table_ = std::move(table);
    spdlog::info("room {} begins match {} of {} with {} seats", code_, table_->id(), settings_.game,
                 table_->row().players.size());
    entry_made();
    gate().write(row());
    if (const auto starter = std::exchange(dice_.starter, {}))
        answer(*starter, JsonText::object({{"match", table_->id()}}));
    push_room();
    match_pushes_.send(*table_, 1, sockets_);
    report(true);
    follow_people();
}

// ---- moves

Verdict Room::Requests::operator()(const protocol::Move& request) const {
    if (!room.seating_.is_here(from.player.id)) return not_in_this_room();
    // After a restart while a match starts, the room knows the match before only from the data.
    const MatchStart& start = room.dice_.start;
    if (!room.table_ && (!start.runs() || request.match == start.match()))
        return refused(Code::not_started, "No match has been started yet.");
    if (!room.table_ || request.match != room.table_->id()) return move_of_another_match(request);
    Table& table = *room.table_;
    const std::optional<Seat> seat = table.seat_of(from.player.id);
    if (!seat) return refused(Code::not_seated, "You have no seat in this match.");

    room.dice_.witnesses.note_present(table);
    auto verdict = table.play(*seat, from.re, request.n, request.move);
    if (auto* no = std::get_if<Refused>(&verdict)) {
        if (no->code == Code::not_your_turn)
            if (const auto in_turn = table.seat_in_turn())
                no->text = "It is " + room.seating_.seats()[*in_turn].player.name + "'s turn.";
        return std::move(*no);
    }
    if (std::holds_alternative<Table::Asks>(verdict)) {
        room.ask_witnesses(from);
        return {};
    }
    const Table::Played played = std::get<Table::Played>(verdict);
    if (played.again)
        room.answer(from, JsonText::object({{"seq", played.seq}}));
    else
        room.move_made({}, {.mover = from});
    return {};
}

/// Does what follows from a new entry of a player, a bot or the clock. `in_turn`: whose turn it was before.
/// `requests`: are answered; none for an entry without a request, or whose requester is gone.
void Room::move_made(std::optional<Seat> in_turn, const DiceWitnesses::Waiting& requests) {
    const protocol::By by = table_->match().last().by;
    const std::int64_t seq = table_->match().seq();
    const bool by_clock = by.kind == protocol::By::Kind::clock;
    const bool by_bot = !by_clock && (by.bot || level_of(seating_.seats()[by.seat].player.id));
    const bool returns = !by_clock && !by_bot && seating_.moved(by.seat);
    if (by_clock) {
        turn_clock_.stop();
        if (in_turn) seating_.missed_turn(*in_turn);
    }
    if (by_bot) bots_.count_entry();
    entry_made();
    if (!by_clock) services().metrics.moved(table_->row().game);
    if (returns || by_clock) gate().write(row());
    if (requests.mover) answer(*requests.mover, JsonText::object({{"seq", seq}}));
    for (const Requester& giver : requests.givers) answer(giver);
    if (returns || by_clock || table_->over()) push_room();
    match_pushes_.send(*table_, seq, sockets_);
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
    dice_.witnesses.note_present(*table_);
    if (table_->play_bot(seat, move, !level_of(seating_.seats()[seat].player.id)))
        move_made({}, {});
    else
        ask_witnesses({});
}

void Room::set_bots() {
    if (match_runs() && !dice_.witnesses.asks() && !draining_)
        bots_.choose(*table_);
    else
        bots_.stop();
}

/// A hint is recorded in the log once per prompt, so that every member sees that it was requested.
Verdict Room::Requests::operator()(const protocol::Hint&) const {
    if (!room.seating_.is_here(from.player.id)) return not_in_this_room();
    if (!room.match_runs()) return refused(Code::not_started, "No match has been started yet.");
    Table& table = *room.table_;
    const std::optional<Seat> seat = table.seat_of(from.player.id);
    if (!seat) return refused(Code::not_seated, "You have no seat in this match.");
    if (!room.settings_.hints) return refused(Code::illegal_move, "At this table the house gives no advice.");
    if (!table.match().to_act().contains(*seat)) return refused(Code::not_your_turn, "It is not your turn.");
    if (table.note_hint(*seat)) {
        room.entry_made();
        room.match_pushes_.send(table, table.match().seq(), room.sockets_);
    }
    room.hints_.ask(from, table, *seat);
    return {};
}

/// The time of the present wait is over: the rules make the move.
void Room::clock_ran_out() {
    if (!match_runs() || draining_) return;
    if (turn_clock_.extend_late(services().limits.restart_grace)) {
        spdlog::warn("room {}: a turn's timer fired late; it gets more time", code_);
        return match_pushes_.send(*table_, table_->match().seq() + 1, sockets_);
    }
    const std::optional<Seat> late = table_->seat_in_turn();
    dice_.witnesses.note_present(*table_);
    if (table_->expire())
        move_made(late, {});
    else
        ask_witnesses({});
}

/// The next entry draws: the seats are asked first. Until then neither the clock nor the bots go on.
void Room::ask_witnesses(std::optional<Requester> from) {
    if (from) serving_.reset();  // is answered with the entry
    turn_clock_.pause();
    bots_.stop();
    dice_.witnesses.ask(*table_, std::move(from));
}

/// The seats have given their values, or their time is over: makes the entry that was asked for, then judges
/// what has waited.
void Room::make_asked() {
    const std::optional<Seat> in_turn = table_->seat_in_turn();
    turn_clock_.go_on();
    table_->make_asked();
    move_made(in_turn, dice_.witnesses.end());
    dice_.witnesses.run_waiting();
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
    dice_.start.begin_now();
    if (dice_.witnesses.asks()) {
        table_->dice()->drop_ask();
        for (const Requester& from : dice_.give_up())
            refuse(from, refused(Code::match_over, "The match is over."));
    }
    table_->abandon();
    match_over();
    match_pushes_.send(*table_, table_->match().seq() + 1, sockets_);  // no event but the end
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

}  // namespace cubilete::server
