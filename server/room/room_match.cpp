#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/secrets.hpp"
#include "server/core/spdlog.hpp"
#include "server/match/chain.hpp"
#include "server/room/room.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Code;
using protocol::Json;
using protocol::object;
using protocol::Refused;

namespace {

constexpr int requests_for_a_look_back = 10;
constexpr std::chrono::seconds longest_delay{1};  // of a timer under normal load

/// Whether the request repeats the one that made the entry: same prompt and same move.
bool is_the_same(const std::string& game, const storage::LogEntry& entry, const protocol::Move& request) {
    if (entry.prompt != request.n || protocol::find_game(game) == nullptr) return false;
    const auto spelled = protocol::spelled_move(game, request.move);
    const Json* same = std::get_if<Json>(&spelled);
    return same != nullptr && same->dump() == entry.move;
}

}  // namespace

// ---- before a match

Verdict Room::carry_out(const Requester& from, const protocol::RoomStart&) {
    if (Verdict not_yet = seating_.may_start(from.player.id)) return not_yet;
    house_payer_ = {from.player.id, from.socket->network()};
    start_match();
    answer(from, object({{"match", table_->id()}}));
    push_room();
    push_match(1);
    return {};
}

Verdict Room::carry_out(const Requester& from, const protocol::RoomRematch&) {
    if (Verdict no = seating_.want_another(from.player.id)) return no;
    answer_changed(from);
    return {};
}

void Room::play_again_if_agreed() {
    if (seating_.phase() != Seating::Phase::finished || !seating_.all_want_another()) return;
    start_match();
    push_room();
    push_match(1);
}

void Room::start_match() {
    std::vector<std::string> players;
    std::vector<std::string> names;
    for (const RoomSeat& room_seat : seating_.seats()) {
        if (room_seat.is_free()) continue;
        players.push_back(room_seat.player.id);
        names.push_back(room_seat.player.name);
    }
    if (house_payer_.player.empty()) house_payer_ = {seating_.host(), {}};
    const int seats = static_cast<int>(players.size());
    std::optional<Seat> first;
    if (next_first_) first = static_cast<Seat>(*next_first_ % seats);
    const protocol::Settings settings{settings_.game, settings_.options, seats, first};
    table_ =
        std::make_unique<Table>(code_, settings_.is_public && settings_.password.empty(), settings,
                                std::move(players), std::move(names), services_.chance(), clock_->wall_ms());
    seating_.start();
    if (settings_.hints) services_.thinker.prepare(settings);
    if (seating_.people_seated() >= 2) services_.thinker.keep(settings);
    wait_kind_ = Wait::Kind::none;
    spdlog::info("room {} begins match {} of {} with {} seats", code_, table_->id(), settings_.game, seats);
    gate_->write(storage::StartMatch{table_->row()});
    entry_made();
    gate_->write(row());
    report();
    look_after_absent();
}

// ---- moves

Verdict Room::carry_out(const Requester& from, const protocol::Move& request) {
    if (!seating_.is_here(from.player.id)) return not_in_this_room();
    if (!table_) return refused(Code::not_started, "No match has been started yet.");
    if (request.match != table_->id()) return from_another_match(from, request);
    const std::optional<Seat> seat = table_->seat_of(from.player.id);
    if (!seat) return refused(Code::not_seated, "You have no seat in this match.");

    auto verdict = table_->play(*seat, from.re, request.n, request.move);
    if (auto* no = std::get_if<Refused>(&verdict)) {
        if (no->code == Code::not_your_turn)
            if (const auto in_turn = seat_in_turn())
                no->text = "It is " + seating_.seats()[*in_turn].player.name + "'s turn.";
        return std::move(*no);
    }
    const Table::Played played = std::get<Table::Played>(verdict);
    if (!played.again) {
        const bool returns = seating_.moved(*seat);
        entry_made();
        services_.metrics.moved(table_->row().game);
        if (returns) gate_->write(row());
        answer(from, object({{"seq", played.seq}}));
        if (returns || table_->over()) push_room();
        push_match(table_->match().seq());
    } else {
        answer(from, object({{"seq", played.seq}}));
    }
    return {};
}

/// A move that is resent after the end of its match still gets its first answer. The archive is read away
/// from the strand, one query per player at a time.
Verdict Room::from_another_match(const Requester& from, const protocol::Move& request) {
    if (!gate_->idle()) {  // the end of that match may not be durable yet
        gate_->when_idle([weak = weak_from_this(), from, request] {
            if (const auto self = weak.lock()) self->handle(from, request);
        });
        return {};
    }
    const Refused busy{Code::busy, "Too many are looking things up just now.", {}, 1'000};
    if (looking_back_.contains(from.player.id)) return busy;
    looking_back_.insert(from.player.id);
    lobby_.charge(from.player.id, requests_for_a_look_back);
    auto look = [weak = weak_from_this(), from, request, id = text_of(from.re)](const Archive::Books& books) {
        EarlierMove earlier;
        try {
            earlier.match = books.store.match(request.match);
            if (earlier.match) earlier.entry = books.store.finished_entry(*earlier.match, from.player.id, id);
        } catch (const std::exception& trouble) {
            spdlog::error("match {} cannot be read: {}", request.match, trouble.what());
        }
        if (const auto self = weak.lock())
            self->post([from, request, earlier = std::move(earlier)](Room& room) {
                room.looking_back_.erase(from.player.id);
                room.answer_from_record(from, request, earlier);
            });
    };
    services_.look_up(from.socket->network(), std::move(look), [weak = weak_from_this(), from, busy] {
        if (const auto self = weak.lock())
            self->post([from, busy](Room& room) {
                room.looking_back_.erase(from.player.id);
                room.judged(from, [&]() -> Verdict { return busy; });
            });
    });
    return {};
}

void Room::answer_from_record(const Requester& from, const protocol::Move& request,
                              const EarlierMove& earlier) {
    judged(from, [&]() -> Verdict {
        if (!earlier.match || earlier.match->room != code_)
            return refused(Code::match_over, "That match is not played at this table.", "/match");
        if (std::ranges::count(earlier.match->players, from.player.id) == 0)
            return refused(Code::not_seated, "You had no seat in that match.");
        if (!earlier.entry) return refused(Code::match_over, "That match is over.", "/match");
        if (!is_the_same(earlier.match->game, *earlier.entry, request))
            return refused(Code::id_reused, "This id was used for another move.", "/id");
        answer(from, object({{"seq", earlier.entry->seq}}));
        return {};
    });
}

/// Follows every entry of the log: sets the clock, writes the entry, and ends the match if it is over or its
/// log is too long. An entry about a hint does not end a match for its length, because the requester is
/// answered for the present prompt.
void Room::entry_made() {
    set_clock();
    gate_->write(storage::AppendEntry{table_->record(clock_left(), clock_->wall_ms())});
    const bool too_long = table_->match().seq() >= services_.limits.match_entries;
    if (too_long && !table_->over() && !table_->match().last().by.hint) table_->abandon();
    if (table_->over())
        match_over();
    else
        set_house();
}

void Room::match_over() {
    turn_timer_.reset();
    house_timers_.clear();
    wait_kind_ = Wait::Kind::none;
    if (table_->match().result()) services_.thinker.keep(table_->match().settings());
    next_first_ = static_cast<Seat>((table_->match().starter() + 1) % table_->match().settings().seats);
    seating_.finish();
    seat_waiting();
    spdlog::info("room {} match {} is {}", code_, table_->id(), table_->reason());
    services_.metrics.match_finished(table_->row().game);
    gate_->write(table_->finish(clock_->wall_ms()));
    gate_->write(row());
    report();
    update_idle_timers();
}

// ---- the clock

void Room::set_clock() {
    const Wait wait = table_->over() ? Wait{} : table_->match().wait();
    if (wait.kind == wait_kind_ && wait.number == wait_number_) return;
    wait_kind_ = wait.kind;
    wait_number_ = wait.number;
    turn_timer_.reset();
    if (wait.kind == Wait::Kind::none) return;
    late_ = false;
    wait_of_ = Clock::Duration(wait.kind == Wait::Kind::turn ? settings_.turn_ms : wait.milliseconds);
    if (wait_of_.count() == 0) return;
    wait_until_ = clock_->now() + wait_of_;
    turn_timer_ = after(wait_of_, &Room::clock_ran_out);
}

Clock::Duration Room::clock_left() const {
    return turn_timer_ ? std::max(wait_until_ - clock_->now(), Clock::Duration(1)) : Clock::Duration(0);
}

void Room::clock_ran_out() {
    turn_timer_.reset();
    if (!seating_.playing() || draining_) return;
    if (give_extra_time()) return;
    const std::optional<Seat> late = seat_in_turn();
    wait_kind_ = Wait::Kind::none;
    table_->expire();
    if (late) seating_.missed_turn(*late);
    entry_made();
    gate_->write(row());
    push_room();
    push_match(table_->match().seq());
}

/// Extends a turn once if its timer fired late, because the process was suspended or overloaded: a move that
/// was sent in time may wait unread in a socket. Returns whether the turn was extended.
bool Room::give_extra_time() {
    const bool too_late = clock_->now() - wait_until_ > longest_delay;
    if (!too_late || late_ || wait_kind_ != Wait::Kind::turn) return false;
    late_ = true;
    spdlog::warn("room {}: a turn's timer fired late; it gets more time", code_);
    wait_of_ = std::max(wait_of_, services_.limits.restart_grace);
    wait_until_ = clock_->now() + services_.limits.restart_grace;
    turn_timer_ = after(services_.limits.restart_grace, &Room::clock_ran_out);
    push_match(table_->match().seq() + 1);
    return true;
}

/// The seat whose turn it is; nothing during a window, in which several players may react.
std::optional<Seat> Room::seat_in_turn() const {
    const Wait wait = seating_.playing() ? table_->match().wait() : Wait{};
    if (wait.kind != Wait::Kind::turn) return std::nullopt;
    return cubilete::seat_in_turn(wait, table_->match().to_act());
}

// ---- views of the match

Viewer Room::viewer_of(const std::string& player) const { return {table_->seat_of(player)}; }

protocol::MatchPush Room::match_push(Viewer viewer, protocol::Sight sight) const {
    const protocol::Match& match = table_->match();
    protocol::MatchPush push;
    push.room = code_;
    push.match = table_->id();
    push.seq = match.seq();
    push.by = match.last().by;
    push.sight = std::move(sight);
    if (!table_->over()) push.to_act = match.to_act();
    if (viewer.seat)
        push.you = {*viewer.seat, match.prompt(*viewer.seat),
                    table_->over() ? protocol::JsonText::array() : match.moves_text(*viewer.seat)};
    if (turn_timer_) push.clock = {wait_kind_, clock_left().count(), wait_of_.count()};
    push.result = table_->result();
    if (push.result) {
        push.reason = table_->reason();
        push.left = table_->left();
    }
    push.hash = hex(table_->hash());
    return push;
}

/// Sends the present match with the events from entry `events_from` on to all connected members. The text is
/// written once per seat and once for all spectators.
void Room::push_match(std::int64_t events_from) {
    std::vector<Viewer> viewers;
    for (const auto& [id, sockets] : sockets_)
        if (std::ranges::find(viewers, viewer_of(id)) == viewers.end()) viewers.push_back(viewer_of(id));
    auto sights = table_->match().sights(viewers, events_from);
    std::vector<std::shared_ptr<const std::string>> texts;
    for (std::size_t at = 0; at < viewers.size(); ++at)
        texts.push_back(std::make_shared<const std::string>(
            protocol::write(match_push(viewers[at], std::move(sights[at])))));
    for (const auto& [id, sockets] : sockets_) {
        const auto viewer = std::ranges::find(viewers, viewer_of(id));
        for (const SinkPtr& socket : sockets)
            gate_->send(socket, {texts[static_cast<std::size_t>(viewer - viewers.begin())], Frame::Kind::push,
                                 "match " + code_});
    }
}

}  // namespace cubilete::server
