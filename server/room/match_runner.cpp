#include "server/room/match_runner.hpp"

#include <algorithm>
#include <utility>

#include "server/core/cost.hpp"
#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"
#include "server/match/built_in_bots.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Code;
using protocol::Json;
using protocol::Rejection;

namespace {

constexpr int resent_move_cost = 10;

std::string ids_of(const std::vector<std::string>& players) {
    return fmt::format("{}", fmt::join(players, " "));
}

/// Who pays for the built-in bots of a match that nobody has started by a request to this server.
BotQuota::Owner default_quota_owner(const RoomState& room) {
    std::string player = room.seating.host();
    for (const RoomSeat& seat : room.seating.seats())
        if (player.empty() && !seat.is_free() && !seat.left && !level_of(seat.player.id))
            player = seat.player.id;
    if (player.empty()) return {room.code, {}};
    const auto own = room.sockets.by_player().find(player);
    if (own == room.sockets.by_player().end()) return {player, {}};
    return {player, own->second.front()->network()};
}

/// Who has started a match pays for its rematches as long as they sit there.
void update_quota_owner(BotController& bots, const RoomState& room) {
    const std::string& owner = bots.quota_owner();
    if (owner.empty() || !room.seating.find(owner)) bots.set_quota_owner(default_quota_owner(room));
}

}  // namespace

MatchRunner::MatchRunner(Actor& actor, RoomState& state, ReplySender& replies, DeferredAnswer answer_later,
                         Events events)
    : actor_(actor),
      state_(state),
      replies_(replies),
      events_(std::move(events)),
      turn_clock_(actor, [this] { on_turn_timeout(); }),
      publisher_(actor, turn_clock_, state.code),
      dice_(actor, state, replies,
            {.begin =
                 [this](MatchStart::PendingMatch ready) {
                     begin(std::make_unique<Table>(std::move(ready.row), ready.settings, nullptr,
                                                   std::move(ready.dice)));
                 },
             .make = [this] { make_pending_entry(); },
             .charge = events_.charge}),
      bots_(actor, state.seating, [this](Seat seat, const auto& move) { play_bot(seat, move); }),
      hints_(actor, answer_later),
      resent_moves_(actor, state.code, answer_later),
      cup_(actor, [this] {
          // A match that is not finished when its day is over is lost.
          if (!is_running() || state_.life != LifeStage::open) return;
          abandon();
          events_.push_room();
      }) {}

void MatchRunner::fill_in(storage::PutRoom& put) const {
    if (dice_.start().is_running())
        put.room.match = dice_.start().match();
    else if (table_)
        put.room.match = table_->id();
    put.room.next_first = state_.seating.next_starter();
}

void MatchRunner::fill_in(protocol::RoomPush& push) const {
    if (dice_.start().is_running()) push.phase = Seating::Phase::waiting;
    if (table_) push.match = table_->id();
}

// ---- before a match

Verdict MatchRunner::handle(const Requester& from, const protocol::RoomStart&) {
    if (Verdict not_yet = state_.seating.check_can_start(from.player.id)) return not_yet;
    bots_.set_quota_owner({from.player.id, from.socket->network()});
    start(from);
    return {};
}

void MatchRunner::start(std::optional<Requester> starter) {
    const RoomSettings& room = state_.settings;
    std::vector<std::string> players;
    std::vector<std::string> names;
    for (const RoomSeat& room_seat : state_.seating.seats()) {
        if (room_seat.is_free()) continue;
        players.push_back(room_seat.player.id);
        names.push_back(room_seat.player.name);
    }
    update_quota_owner(bots_, state_);
    state_.seating.start();
    const int seats = static_cast<int>(players.size());
    std::optional<Seat> first;
    if (const auto next = state_.seating.next_starter()) first = static_cast<Seat>(*next % seats);
    if (room.cup) first = Seat{0};  // nothing is thrown for it
    const protocol::Settings settings{room.game, room.options, seats, first, room.cup};
    storage::MatchRow match = new_match(state_.code, room.is_public && room.password.empty(), settings,
                                        std::move(players), std::move(names), actor_.clock().wall_ms());
    if (starter) replies_.defer_reply();
    dice_.wait_for_start(std::move(starter));
    if (room.hints) actor_.services().bot_service.prepare(settings);
    if (state_.seating.people_seated() >= 2) actor_.services().bot_service.keep(settings);
    turn_clock_.stop();
    const bool proves = !room.cup && std::ranges::any_of(match.players, [this](const std::string& player) {
        return state_.sockets.supports_provable_dice(player);
    });
    if (!proves) {
        // Written only if the rules can begin it: the room does not know it yet.
        auto table = std::make_unique<Table>(
            match, settings, room.cup ? cup_.make_chance(*room.cup) : actor_.services().chance());
        if (room.cup) cup_.write_begin(match, *room.cup);
        actor_.gate().write(storage::StartMatch{std::move(match), {}});
        return begin(std::move(table));
    }
    const bool witness = room.witness.value_or(state_.seating.people_seated() >= 2);
    auto dice = std::make_unique<MatchDice>(match.id, match.settings, match.players, witness);
    dice_.start().commit({std::move(match), settings, std::move(dice)});
    events_.write_room();
    events_.push_room();
    events_.report_change(false);
}

/// Makes the first entry. The match is on disk already.
void MatchRunner::begin(std::unique_ptr<Table> table) {
    table_ = std::move(table);
    if (state_.settings.cup) cup_.watch(*state_.settings.cup);
    log_info("a match begins", {{"room", state_.code},
                                {"match", table_->id()},
                                {"game", state_.settings.game},
                                {"players", ids_of(table_->row().players)}});
    on_new_entry();
    events_.write_room();
    if (const auto starter = dice_.take_starter())
        replies_.answer(*starter, protocol::MatchStarted{table_->id()});
    events_.push_room();
    publisher_.send(*table_, 1, state_.sockets);
    events_.report_change(true);
}

// ---- moves

Verdict MatchRunner::handle(const Requester& from, const protocol::Move& request) {
    if (!state_.seating.is_here(from.player.id)) return refused(RefusalReason::not_here);
    // After a restart while a match starts, the room knows the match before only from the data.
    const MatchStart& start = dice_.start();
    if (!table_ && (!start.is_running() || request.match == start.match()))
        return refused(RefusalReason::none_started);
    if (!table_ || request.match != table_->id()) return handle_resent(from, request);
    const std::optional<Seat> seat = table_->seat_of(from.player.id);
    if (!seat) return refused(RefusalReason::no_seat_in_match);
    if (state_.settings.cup) cup_.check(*state_.settings.cup);

    dice_.witnesses().select_witnesses(*table_);
    auto verdict = table_->play(*seat, from.request_id, request.n, request.move);
    if (auto* no = std::get_if<Rejection>(&verdict)) {
        if (no->code == Code::not_your_turn)
            if (const auto in_turn = table_->seat_in_turn())
                no->text = "It is " + state_.seating.seats()[*in_turn].player.name + "'s turn.";
        return std::move(*no);
    }
    if (std::holds_alternative<Table::AskRequired>(verdict)) {
        ask_witnesses(from);
        return {};
    }
    const Table::MoveResult played = std::get<Table::MoveResult>(verdict);
    if (played.again)
        replies_.answer(from, protocol::Moved{played.seq});
    else
        on_new_move({}, {.mover = from});
    return {};
}

/// A move that is resent after the end of its match still gets its first answer.
Verdict MatchRunner::handle_resent(const Requester& from, const protocol::Move& request) {
    if (!actor_.gate().is_idle()) {  // the end of that match may not be durable yet
        actor_.when_idle([this, from, request] { events_.again(from, request); });
        return {};
    }
    if (resent_moves_.is_busy(from.player.id)) return refused(RefusalReason::lookups_waiting);
    events_.charge(from.player.id, resent_move_cost);
    resent_moves_.look_up(from, request);
    return {};
}

bool MatchRunner::is_asked_move(const Requester& from) const {
    if (!table_ || !table_->dice() || !table_->dice()->ask()) return false;
    const DiceAsk& ask = *table_->dice()->ask();
    return ask.request_id == request_id_text(from.request_id) &&
           table_->seat_of(from.player.id) == ask.by.seat;
}

/// A hint is recorded in the log once per prompt, so that every member sees that it was requested.
Verdict MatchRunner::handle(const Requester& from, const protocol::Hint&) {
    if (!state_.seating.is_here(from.player.id)) return refused(RefusalReason::not_here);
    if (!is_running()) return refused(RefusalReason::none_running);
    const std::optional<Seat> seat = table_->seat_of(from.player.id);
    if (!seat) return refused(RefusalReason::no_seat_in_match);
    if (!state_.settings.hints) return refused(RefusalReason::no_advice);
    if (!table_->match().to_act().contains(*seat)) return refused(RefusalReason::other_turn);
    if (table_->record_hint(*seat)) {
        on_new_entry();
        publisher_.send(*table_, table_->match().seq(), state_.sockets);
    }
    hints_.ask(from, *table_, *seat);
    return {};
}

void MatchRunner::play_bot(Seat seat, const std::optional<Json>& chosen) {
    if (!chosen && table_->seat_in_turn() != seat) return;  // does not react in the window
    const Json move = chosen ? *chosen : table_->match().moves(seat).front();
    dice_.witnesses().select_witnesses(*table_);
    if (table_->play_bot(seat, move, !level_of(state_.seating.seats()[seat].player.id)))
        on_new_move({}, {});
    else
        ask_witnesses({});
}

void MatchRunner::update_bots() {
    if (is_running() && !dice_.witnesses().is_asking() && state_.life == LifeStage::open)
        bots_.choose(*table_);
    else
        bots_.stop();
}

/// The time of the present wait is over: the rules make the move.
void MatchRunner::on_turn_timeout() {
    if (!is_running() || state_.life != LifeStage::open) return;
    if (turn_clock_.extend_late_turn(actor_.services().limits.restart_grace)) {
        log_warn("a turn's timer fired late; it gets more time", {{"room", state_.code}});
        return publisher_.send(*table_, table_->match().seq() + 1, state_.sockets);
    }
    const std::optional<Seat> late = table_->seat_in_turn();
    dice_.witnesses().select_witnesses(*table_);
    if (table_->play_timeout_move())
        on_new_move(late, {});
    else
        ask_witnesses({});
}

/// The next entry draws: the seats are asked first. Until then neither the clock nor the bots go on.
void MatchRunner::ask_witnesses(std::optional<Requester> from) {
    if (from) replies_.defer_reply();
    turn_clock_.pause();
    bots_.stop();
    dice_.witnesses().ask(*table_, std::move(from));
}

/// The seats have given their values, or their time is over: makes the entry that was asked for, then judges
/// what has waited.
void MatchRunner::make_pending_entry() {
    const std::optional<Seat> in_turn = table_->seat_in_turn();
    turn_clock_.unpause();
    table_->make_pending_entry();
    on_new_move(in_turn, dice_.witnesses().end());
    dice_.witnesses().run_waiting();
}

/// Does what follows from a new entry of a player, a bot or the clock. `in_turn`: whose turn it was before.
/// `requests`: are answered; none for an entry without a request, or whose requester is gone.
void MatchRunner::on_new_move(std::optional<Seat> in_turn, const DiceWitnesses::PendingRequests& requests) {
    const protocol::EntryAuthor by = table_->match().last().by;
    const std::int64_t seq = table_->match().seq();
    const bool by_clock = by.kind == protocol::EntryAuthor::Kind::clock;
    const bool by_bot = !by_clock && (by.bot || level_of(state_.seating.seats()[by.seat].player.id));
    const bool returns = !by_clock && !by_bot && state_.seating.on_move(by.seat);
    if (by_clock) {
        turn_clock_.stop();
        if (in_turn) state_.seating.missed_turn(*in_turn);
    }
    if (by_bot) bots_.count_entry();
    on_new_entry();
    if (!by_clock)
        actor_.gate().when_durable(
            [&metrics = actor_.services().metrics, game = table_->row().game] { metrics.count_move(game); });
    if (returns || by_clock) events_.write_room();
    if (requests.mover) replies_.answer(*requests.mover, protocol::Moved{seq});
    for (const Requester& giver : requests.givers) replies_.answer(giver);
    if (returns || by_clock || table_->over()) events_.push_room();
    publisher_.send(*table_, seq, state_.sockets);
}

/// Follows every entry of the log: sets the clock, writes the entry, and ends the match if it is over or its
/// log is too long. An entry about a hint does not end a match for its length, because the requester is
/// answered for the present prompt.
void MatchRunner::on_new_entry() {
    turn_clock_.update(table_->over() ? Wait{} : table_->match().wait(), state_.settings.turn_ms);
    actor_.gate().write(storage::AppendEntry{table_->record(turn_clock_.left(), actor_.clock().wall_ms())});
    const bool too_long = table_->match().seq() >= actor_.services().limits.match_entries;
    if (too_long && !table_->over() && !table_->match().last().by.hint) table_->abandon();
    if (table_->over())
        end();
    else
        update_bots();
}

// ---- the end

void MatchRunner::abandon() {
    dice_.start().begin_now();
    if (dice_.witnesses().is_asking()) {
        table_->dice()->drop_ask();
        for (const Requester& from : dice_.cancel())
            replies_.refuse(from, refused(RefusalReason::match_done));
    }
    table_->abandon();
    end();
    publisher_.send(*table_, table_->match().seq() + 1, state_.sockets);  // no event but the end
}

void MatchRunner::end() {
    turn_clock_.stop();
    cup_.stop();
    bots_.stop();
    const protocol::Match& match = table_->match();
    if (match.result()) actor_.services().bot_service.keep(match.settings());
    const bool of_people = match.result() && state_.seating.people_seated() > 0;
    state_.seating.set_next_starter((match.starter() + 1) % match.settings().seats);
    state_.seating.finish();
    if (const auto day = match.settings().cup; day && match.result()) cup_.write_end(*table_, *day);
    actor_.gate().write(table_->finish(actor_.clock().wall_ms()));
    actor_.gate().when_durable([&services = actor_.services(), room = state_.code, id = table_->id(),
                                game = table_->row().game, reason = table_->reason(), of_people] {
        log_info(fmt::format("a match is {}", reason), {{"room", room}, {"match", id}});
        services.metrics.count_finished_match(game);
        if (of_people) services.on_match_of_people(id);
    });
    events_.on_match_end();
}

// ---- people

void MatchRunner::add(const SinkPtr& socket) {
    if (table_) publisher_.add_newcomer(socket);
}

void MatchRunner::send_dice_state(const std::string& player, const SinkPtr& socket) {
    dice_.send_dice_state(is_running() ? table_.get() : nullptr, player, socket);
}

void MatchRunner::catch_up(const Requester& to, const std::optional<protocol::RoomJoin::Seen>& seen,
                           bool answers) {
    if (table_) {
        const std::int64_t newest = table_->match().seq();
        const bool resumes = seen && seen->match == table_->id();
        // Who did not ask expects events: its client takes a push without any only after its own request.
        const std::int64_t first = answers ? newest + 1 : 1;
        const std::int64_t unseen = resumes ? std::min(seen->seq, newest) + 1 : first;
        const std::size_t bytes = publisher_.catch_up(*table_, to.player.id, unseen, to.socket);
        events_.charge(to.player.id, Cost{.bytes = bytes}.requests());
    }
    send_dice_state(to.player.id, to.socket);
}

void MatchRunner::forget(const std::string& player) {
    dice_.start().forget(player);
    if (!is_running() || !table_->dice() || !table_->seat_of(player)) return;
    table_->dice()->forget(player);
    actor_.gate().write(storage::PutDice{table_->id(), table_->dice()->serialize()});
}

// ---- standing still and going on

void MatchRunner::set_database_away(bool away) {
    if (away) return turn_clock_.freeze();
    turn_clock_.unfreeze(actor_.services().limits.restart_grace);
    if (is_running() && turn_clock_.is_running())
        publisher_.send(*table_, table_->match().seq() + 1, state_.sockets);
}

std::vector<Requester> MatchRunner::stop() {
    turn_clock_.stop();
    cup_.stop();
    bots_.stop();
    return dice_.cancel();
}

void MatchRunner::restore_from(StoredRoom& stored, Clock::Duration run,
                               std::optional<Clock::Duration> carried_left) {
    turn_clock_.stop();
    cup_.stop();
    bots_.stop();
    hints_.forget();
    publisher_.repeat_about();
    table_.reset();
    const std::optional<storage::MatchRow>& match = stored.row.match;
    if (!match) return;
    update_quota_owner(bots_, state_);
    if (stored.write) actor_.gate().write(*stored.write);
    const bool goes_on = state_.life == LifeStage::open;
    if (!stored.table) {
        state_.seating.restore_match(false);
        if (!goes_on) return;
        const protocol::Settings settings = protocol::settings_from_start(Json::parse(match->settings));
        return dice_.start().resume({*match, settings, std::move(stored.dice)});
    }
    table_ = std::move(stored.table);
    state_.seating.restore_match(table_->over());
    if (table_->over()) return;
    if (state_.settings.cup) cup_.watch(*state_.settings.cup);
    turn_clock_.update(table_->match().wait(), state_.settings.turn_ms);
    if (carried_left)
        turn_clock_.resume(*carried_left, {}, {});
    else
        turn_clock_.resume(Clock::Duration(stored.row.log.back().left_ms),
                           actor_.services().limits.restart_grace, run);
    const auto& dice = stored.row.dice;
    if (table_->dice() && dice && !dice->ask.empty() && goes_on) {
        DiceAsk ask = DiceAsk::parse(dice->ask);
        if (ask.seq == table_->match().seq() + 1) {
            table_->dice()->open(std::move(ask));
            turn_clock_.pause();
            return dice_.witnesses().resume(*table_);
        }
    }
    update_bots();
}

}  // namespace cubilete::server
