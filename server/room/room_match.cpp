#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/spdlog.hpp"
#include "server/match/built_in_bots.hpp"
#include "server/room/room_matches.hpp"
#include "server/room/room_members.hpp"
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
    Matches{room}.start(from);
    return {};
}

void Room::Matches::play_again_if_agreed() const {
    if (room.seating_.phase() != Seating::Phase::finished || !room.seating_.all_want_another()) return;
    start({});
}

bool Room::Matches::waits_for_quick_start() const {
    return room.settings_.quick && room.seating_.phase() == Seating::Phase::waiting && !room.draining_ &&
           !room.closed_ && !room.frozen_;
}

/// Starts a match: at once, or by the steps of provable dice if the program of a player takes part. `starter`
/// gets the answer when it has begun.
void Room::Matches::start(std::optional<Requester> starter) const {
    std::vector<std::string> players;
    std::vector<std::string> names;
    for (const RoomSeat& room_seat : room.seating_.seats()) {
        if (room_seat.is_free()) continue;
        players.push_back(room_seat.player.id);
        names.push_back(room_seat.player.name);
    }
    if (!room.bots_.is_paid()) room.bots_.paid_by({room.seating_.host(), {}});
    const int seats = static_cast<int>(players.size());
    std::optional<Seat> first;
    if (room.next_starter_) first = static_cast<Seat>(*room.next_starter_ % seats);
    const protocol::Settings settings{room.settings_.game, room.settings_.options, seats, first};
    storage::Match match = new_match(room.code_, room.settings_.is_public && room.settings_.password.empty(),
                                     settings, std::move(players), std::move(names), room.clock().wall_ms());
    room.dice_.starter = std::move(starter);
    if (room.dice_.starter) room.serving_.reset();  // is answered when the match begins
    room.seating_.start();
    if (room.settings_.hints) room.services().thinker.prepare(settings);
    if (room.seating_.people_seated() >= 2) room.services().thinker.keep(settings);
    room.turn_clock_.stop();
    const bool proves = std::ranges::any_of(
        match.players, [this](const std::string& player) { return room.sockets_.takes_dice(player); });
    if (!proves) {
        // Written only if the rules can begin it: the room does not know it yet.
        auto table = std::make_unique<Table>(match, settings, room.services().chance());
        room.gate().write(storage::StartMatch{std::move(match), {}});
        return begin(std::move(table));
    }
    const bool witness = room.settings_.witness.value_or(room.seating_.people_seated() >= 2);
    auto dice = std::make_unique<MatchDice>(match.id, match.settings, match.players, witness);
    room.dice_.start.commit({std::move(match), settings, std::move(dice)});
    room.gate().write(room.row());
    room.push_room();
    room.report();
    room.follow_people();
}

/// Makes the first entry. The match is on disk already.
void Room::Matches::begin(std::unique_ptr<Table> table) const {
    room.table_ = std::move(table);
    spdlog::info("room {} begins match {} of {} with {} seats", room.code_, room.table_->id(),
                 room.settings_.game, room.table_->row().players.size());
    entry_made();
    room.gate().write(room.row());
    if (const auto starter = std::exchange(room.dice_.starter, {}))
        room.answer(*starter, JsonText::object({{"match", room.table_->id()}}));
    room.push_room();
    room.match_pushes_.send(*room.table_, 1, room.sockets_);
    room.report(true);
    room.follow_people();
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
        Matches{room}.ask_witnesses(from);
        return {};
    }
    const Table::Played played = std::get<Table::Played>(verdict);
    if (played.again)
        room.answer(from, JsonText::object({{"seq", played.seq}}));
    else
        Matches{room}.move_made({}, {.mover = from});
    return {};
}

/// Does what follows from a new entry of a player, a bot or the clock. `in_turn`: whose turn it was before.
/// `requests`: are answered; none for an entry without a request, or whose requester is gone.
void Room::Matches::move_made(std::optional<Seat> in_turn, const DiceWitnesses::Waiting& requests) const {
    const protocol::By by = room.table_->match().last().by;
    const std::int64_t seq = room.table_->match().seq();
    const bool by_clock = by.kind == protocol::By::Kind::clock;
    const bool by_bot = !by_clock && (by.bot || level_of(room.seating_.seats()[by.seat].player.id));
    const bool returns = !by_clock && !by_bot && room.seating_.moved(by.seat);
    if (by_clock) {
        room.turn_clock_.stop();
        if (in_turn) room.seating_.missed_turn(*in_turn);
    }
    if (by_bot) room.bots_.count_entry();
    entry_made();
    if (!by_clock) room.services().metrics.moved(room.table_->row().game);
    if (returns || by_clock) room.gate().write(room.row());
    if (requests.mover) room.answer(*requests.mover, JsonText::object({{"seq", seq}}));
    for (const Requester& giver : requests.givers) room.answer(giver);
    if (returns || by_clock || room.table_->over()) room.push_room();
    room.match_pushes_.send(*room.table_, seq, room.sockets_);
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

void Room::Matches::play_bot(Seat seat, const std::optional<Json>& chosen) const {
    if (!chosen && room.table_->seat_in_turn() != seat) return;  // does not react in the window
    const Json move = chosen ? *chosen : room.table_->match().moves(seat).front();
    room.dice_.witnesses.note_present(*room.table_);
    if (room.table_->play_bot(seat, move, !level_of(room.seating_.seats()[seat].player.id)))
        move_made({}, {});
    else
        ask_witnesses({});
}

void Room::Matches::set_bots() const {
    if (room.match_runs() && !room.dice_.witnesses.asks() && !room.draining_)
        room.bots_.choose(*room.table_);
    else
        room.bots_.stop();
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
        Matches{room}.entry_made();
        room.match_pushes_.send(table, table.match().seq(), room.sockets_);
    }
    room.hints_.ask(from, table, *seat);
    return {};
}

/// The time of the present wait is over: the rules make the move.
void Room::Matches::clock_ran_out() const {
    if (!room.match_runs() || room.draining_) return;
    if (room.turn_clock_.extend_late(room.services().limits.restart_grace)) {
        spdlog::warn("room {}: a turn's timer fired late; it gets more time", room.code_);
        return room.match_pushes_.send(*room.table_, room.table_->match().seq() + 1, room.sockets_);
    }
    const std::optional<Seat> late = room.table_->seat_in_turn();
    room.dice_.witnesses.note_present(*room.table_);
    if (room.table_->expire())
        move_made(late, {});
    else
        ask_witnesses({});
}

/// The next entry draws: the seats are asked first. Until then neither the clock nor the bots go on.
void Room::Matches::ask_witnesses(std::optional<Requester> from) const {
    if (from) room.serving_.reset();  // is answered with the entry
    room.turn_clock_.pause();
    room.bots_.stop();
    room.dice_.witnesses.ask(*room.table_, std::move(from));
}

/// The seats have given their values, or their time is over: makes the entry that was asked for, then judges
/// what has waited.
void Room::Matches::make_asked() const {
    const std::optional<Seat> in_turn = room.table_->seat_in_turn();
    room.turn_clock_.go_on();
    room.table_->make_asked();
    move_made(in_turn, room.dice_.witnesses.end());
    room.dice_.witnesses.run_waiting();
}

/// Follows every entry of the log: sets the clock, writes the entry, and ends the match if it is over or its
/// log is too long. An entry about a hint does not end a match for its length, because the requester is
/// answered for the present prompt.
void Room::Matches::entry_made() const {
    room.turn_clock_.follow(room.table_->over() ? Wait{} : room.table_->match().wait(),
                            room.settings_.turn_ms);
    room.gate().write(
        storage::AppendEntry{room.table_->record(room.turn_clock_.left(), room.clock().wall_ms())});
    const bool too_long = room.table_->match().seq() >= room.services().limits.match_entries;
    if (too_long && !room.table_->over() && !room.table_->match().last().by.hint) room.table_->abandon();
    if (room.table_->over())
        end();
    else
        set_bots();
}

void Room::Matches::abandon() const {
    room.dice_.start.begin_now();
    if (room.dice_.witnesses.asks()) {
        room.table_->dice()->drop_ask();
        for (const Requester& from : room.dice_.give_up())
            room.refuse(from, refused(Code::match_over, "The match is over."));
    }
    room.table_->abandon();
    end();
    room.match_pushes_.send(*room.table_, room.table_->match().seq() + 1,
                            room.sockets_);  // no event but the end
}

void Room::Matches::end() const {
    room.turn_clock_.stop();
    room.bots_.stop();
    const protocol::Match& match = room.table_->match();
    if (match.result()) room.services().thinker.keep(match.settings());
    room.next_starter_ = static_cast<Seat>((match.starter() + 1) % match.settings().seats);
    room.seating_.finish();
    Members{room}.seat_waiting();
    spdlog::info("room {} match {} is {}", room.code_, room.table_->id(), room.table_->reason());
    room.services().metrics.match_finished(room.table_->row().game);
    room.gate().write(room.table_->finish(room.clock().wall_ms()));
    room.gate().write(room.row());
    room.report();
    room.follow_people();
}

}  // namespace cubilete::server
