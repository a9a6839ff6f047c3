#include "server/room/room.hpp"

#include <utility>

#include "protocol/codec.hpp"
#include "server/core/cost.hpp"
#include "server/core/log.hpp"
#include "server/room/room_record.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::JsonText;
using protocol::Rejection;

namespace {

constexpr int cup_turn_ms = protocol::ms_of_a_day;
/// After "closed" programs expect the secret of the dice, which nobody is sent by a room that a fault has stopped.
constexpr const char* stopped_reason = "stopped";

/// Whether a table of the day's cup takes this action.
bool is_for_cup(const protocol::RoomAction& action) {
    return std::holds_alternative<protocol::Move>(action) ||
           std::holds_alternative<protocol::RoomJoin>(action) ||
           std::holds_alternative<protocol::RoomLeave>(action);
}

/// Returns why a room stays.
Verdict check_may_close(Room::ClosingReason why, const RoomState& room, const PresenceTimers& presence) {
    using Reason = Room::ClosingReason;
    const bool is_deserted =
        why == Reason::by_operator ||
        (!room.seating.person_online() && (why != Reason::nobody || !room.seating.anybody_online()) &&
         (why != Reason::nobody_for_long || presence.is_long_empty()));
    switch (room.life) {
        case LifeStage::leaving: return refused(RefusalReason::moving);
        case LifeStage::unread:
        case LifeStage::draining: return refused(RefusalReason::restarting);
        case LifeStage::closed: return no_room(room.code);
        case LifeStage::open:
            if (is_deserted) return {};
            return refused(RefusalReason::match_running);
        case LifeStage::frozen: break;
    }
    if (why == Reason::by_operator) return {};
    return refused(RefusalReason::stopped_by_fault);
}

}  // namespace

Room::Room(const Services& services, LobbyLink lobby, std::string code, RoomSettings settings)
    : Actor(services, services.threads.executor_of(code)),
      lobby_(std::move(lobby)),
      state_(std::move(code), std::move(settings), services.limits),
      replies_(*this, state_.code),
      publisher_(*this, state_,
                 [this](protocol::RoomPush& push) {
                     match_runner_.fill_in(push);
                     push.quick = quick_start_.push();
                 }),
      match_runner_(
          *this, state_, replies_,
          [this](const Requester& to, std::variant<protocol::Json, Rejection> result) {
              judge_request(to, [&]() -> Verdict {
                  if (auto* why = std::get_if<Rejection>(&result)) return std::move(*why);
                  replies_.answer(to, JsonText::of(std::get<protocol::Json>(result)));
                  return {};
              });
          },
          {.write_room = [this] { write_row(); },
           .push_room = [this] { publisher_.push(); },
           .report_change =
               [this](bool match_begins) {
                   report(match_begins);
                   update_presence();
               },
           .on_match_end =
               [this] {
                   join_leave_requests_.fill_free_seats();
                   write_row();
                   report();
                   update_presence();
               },
           .again = [this](const Requester& from, const protocol::Move& move) { handle(from, move); },
           .charge = lobby_.charge}),
      requests_(*this, state_, replies_, publisher_, match_runner_,
                {.publish_change = [this](const Requester& from) { publish_change(from); },
                 .write = [this] { write_row(); },
                 .judge = [this](const Requester& from, const auto& judge) { judge_request(from, judge); }}),
      join_leave_requests_(
          *this, state_, replies_, publisher_, match_runner_,
          {.report_change =
               [this] {
                   report();
                   update_presence();
               },
           .publish_change = [this](const Requester& from) { publish_change(from); },
           .judge = [this](const Requester& from, const auto& judge) { judge_request(from, judge); },
           .write = [this] { write_row(); }}),
      quick_start_(
          *this, state_.seating,
          {.start =
               [this] {
                   Seating& seating = state_.seating;
                   if (!state_.waits_for_quick_start() || seating.players_present() < seating.rules().least)
                       return;
                   seating.free_absent_seats();
                   match_runner_.start({});
               },
           .add_bot =
               [this] {
                   state_.seating.add_auto_bot(clock().wall_ms());
                   publish_change();
               },
           .push = [this] { publisher_.push(); }}),
      presence_timers_(*this, state_.seating,
                       {.report = [this] { report(); },
                        .write = [this] { write_row(); },
                        .close = [this] { close({}); },
                        .abandon = [this] { close_for(ClosingReason::no_person); },
                        .replace_host =
                            [this] {
                                if (state_.seating.replace_host(state_.seating.host())) publish_change();
                            },
                        .open_absence_vote =
                            [this] {
                                publisher_.push();
                                presence_timers_.update_absence_timer();
                            }}),
      frozen_room_closer_(
          *this, state_, [this] { close({}); },
          [this] { departure_.close.answer(refused(RefusalReason::stopped_by_fault)); }) {
    state_.since_ms = clock().wall_ms();
}

std::shared_ptr<Room> Room::make(const Services& services, LobbyLink lobby, std::string code,
                                 RoomSettings settings, const Requester& maker, bool accepts_bot) {
    std::shared_ptr<Room> room(new Room(services, std::move(lobby), std::move(code), std::move(settings)));
    room->open_gate();
    room->post([maker, accepts_bot](Room& self) {
        RoomState& state = self.state_;
        state.seating.open(maker.player, accepts_bot, state.since_ms);
        state.sockets.add(maker.player.id, maker.socket);
        state.maker = maker_of(maker.player.id, maker.socket->network());
        self.presence_timers_.begin(state.since_ms);
        self.write_row();
        self.replies_.answer(maker, protocol::InRoom{state.code});
        self.publisher_.push();
        self.report();
        self.update_presence();
        if (state.settings.cup) self.match_runner_.start({});
    });
    return room;
}

// ---- requests

void Room::handle(const Requester& from, const protocol::RoomAction& action) {
    const Purpose purpose = purpose_of(action);
    DiceWitnesses& witnesses = match_runner_.dice().witnesses();
    const RequestAdmission allowed = admission_of(state_.life, purpose, witnesses.is_asking());
    if (allowed == RequestAdmission::after_ask)
        return witnesses.wait([this, from, action] { handle(from, action); });
    // A request that no part carries out does not compile.
    const auto carry_out = [&](const auto& request) -> Verdict {
        if constexpr (requires { match_runner_.handle(from, request); })
            return match_runner_.handle(from, request);
        else if constexpr (requires { match_runner_.dice().handle(from, request); })
            return match_runner_.dice().handle(from, request);
        else if constexpr (requires { join_leave_requests_.handle(from, request); })
            return join_leave_requests_.handle(from, request);
        else
            return requests_.handle(from, request);
    };
    const auto judge = [&]() -> Verdict {
        if (state_.settings.cup && !is_for_cup(action)) return refused(RefusalReason::cup_alone);
        return allowed == RequestAdmission::leave_seat ? join_leave_requests_.leave_frozen(from)
                                                       : std::visit(carry_out, action);
    };
    judge_request(from, judge, purpose);
}

/// Judges a request, or the rest of one that has waited for something, if the room's life lets it. If `judge` throws,
/// on_exception() refuses the request.
void Room::judge_request(const Requester& from, const std::function<Verdict()>& judge, Purpose purpose) {
    switch (admission_of(state_.life, purpose, match_runner_.dice().witnesses().is_asking())) {
        case RequestAdmission::now:
        case RequestAdmission::leave_seat:
        case RequestAdmission::after_ask: break;
        case RequestAdmission::relocating: return replies_.refuse(from, refused(RefusalReason::moving));
        case RequestAdmission::shut_down:
            if (match_runner_.is_asked_move(from)) return;  // the next server makes it
            return replies_.refuse(from, refused(RefusalReason::restarting));
        case RequestAdmission::stopped:
            return replies_.refuse(from, refused(RefusalReason::stopped_by_fault));
        case RequestAdmission::no_room:
            return replies_.refuse(from, refused(RefusalReason::room_closed, {}, "/room"));
    }
    // A request that meets a full disk is refused and not repeated: the room is read at once.
    pending_read_.earliest = {};
    auto outer = replies_.set_requester(from);
    const std::uint64_t write_count = gate().write_count();
    const std::size_t frames = publisher_.frames();
    Verdict verdict = judge();
    replies_.set_requester(std::move(outer));
    const Cost cost{.frames = publisher_.frames() - frames, .rows = gate().write_count() - write_count};
    if (cost.requests() > 0) lobby_.charge(from.player.id, cost.requests());
    if (verdict) replies_.refuse(from, *std::move(verdict));
}

void Room::seat_stranger(const Requester& from, bool accepts_bot, const std::function<void()>& elsewhere) {
    if (!join_leave_requests_.seat_stranger(from, accepts_bot)) elsewhere();
}

// ---- who is connected

void Room::attach(const protocol::PlayerInfo& player, const SinkPtr& socket) {
    const std::string& id = player.id;
    if (!state_.seating.is_here(id) || state_.life == LifeStage::closed || state_.life == LifeStage::leaving)
        return;
    const bool is_new = state_.sockets.add(id, socket);
    if (is_new) match_runner_.add(socket);
    const bool is_changed = state_.seating.connect(player);
    const bool is_first = is_new && state_.sockets.count(id) == 1;
    if (is_changed)
        on_rename(player);
    else if (is_first)
        publisher_.push_members();
    if (is_new && (publisher_.is_push_pending() || !(is_changed || is_first))) publisher_.push_to({socket});
    if (is_new) match_runner_.send_dice_state(id, socket);
    update_presence();
}

bool Room::come_back(const protocol::PlayerInfo& player, const SinkPtr& socket,
                     const std::optional<protocol::RoomJoin::Seen>& seen) {
    if (state_.life == LifeStage::draining || state_.life == LifeStage::leaving)
        return true;  // comes back to the next one
    if (state_.life != LifeStage::open) return false;
    return join_leave_requests_.come_back(player, socket, seen);
}

void Room::detach(const std::string& player, const SinkPtr& socket) {
    join_leave_requests_.forget(socket);
    if (!state_.sockets.remove(player, socket)) return;
    state_.seating.disconnect(player);
    publisher_.push_members();
    report();
    update_presence();
    // Programs among themselves do not wait for one that is not connected.
    if (state_.life == LifeStage::open && state_.seating.people_seated() == 0 && state_.all_want_rematch())
        match_runner_.start({});
}

void Room::on_rename(const protocol::PlayerInfo& player) {
    state_.seating.rename(player);
    publisher_.push_members();
    const Cost cost{.frames = state_.sockets.by_player().size()};
    if (cost.requests() > 0) lobby_.charge(player.id, cost.requests());
    report();
}

void Room::on_account_deleted(const std::string& player) {
    Seating& seating = state_.seating;
    const bool has_spoken = state_.chat.rename(player, storage::deleted_player_name);
    if (state_.life == LifeStage::frozen && seating.mark_left(player)) update_presence();
    if (state_.life != LifeStage::open) return;  // resume_with() reads from the data that the player is gone
    if (state_.maker.player == player) {
        state_.maker = {};
        write_row();
    }
    match_runner_.forget(player);
    state_.sockets.take(player);
    if (!seating.members().contains(player) && !seating.find(player)) {
        if (has_spoken) publisher_.push();
        return;
    }
    seating.rename({player, storage::deleted_player_name});
    join_leave_requests_.remove(player);
    publish_change();
    if (state_.all_want_rematch()) match_runner_.start({});
}

void Room::expel(const std::string& player) {
    Seating& seating = state_.seating;
    const RoomSeat* seat = seating.find(player);
    if (!seating.is_here(player) && (!seat || seat->left)) return;
    if (state_.life == LifeStage::frozen) {
        if (seat) gate().write(storage::LeaveSeat{state_.code, player});
        when_durable([this, player] {
            publisher_.dismiss(player, "banned");
            state_.seating.mark_left(player);
            report();
            update_presence();
        });
    }
    if (state_.life != LifeStage::open)
        return;  // the next owner learns from its own report that the player sits there
    DiceWitnesses& witnesses = match_runner_.dice().witnesses();
    if (witnesses.is_asking()) return witnesses.wait([this, player] { expel(player); });
    publisher_.dismiss(player, "banned");
    join_leave_requests_.remove(player);
    publish_change();
    if (state_.all_want_rematch()) match_runner_.start({});
}

/// Follows a change of who is connected, of the seats or of the match.
void Room::update_presence() {
    if (state_.life == LifeStage::frozen) return frozen_room_closer_.update();
    if (state_.life != LifeStage::open) return;
    if (state_.seating.decide_votes(clock().now())) {
        match_runner_.update_bots();
        publish_change();  // comes back here
        if (state_.all_want_rematch()) match_runner_.start({});
        return;
    }
    // Who leaves a match of the cup may come back until midnight.
    presence_timers_.update(state_.settings.cup ? cup_turn_ms : state_.settings.turn_ms);
    quick_start_.update(state_.waits_for_quick_start());
}

void Room::set_database_away(bool away) {
    match_runner_.set_database_away(away);
    if (!away) {
        // Who lost the connection meanwhile has the whole time to come back.
        presence_timers_.stop();
        state_.seating.restart_absences(clock().now());
        if (departure_.close.done)
            frozen_room_closer_.end();
        else
            frozen_room_closer_.stop();
        update_presence();
    }
    delay_timers(away);
}

// ---- what follows a change

void Room::write_row() { gate().write(room_row(state_, match_runner_, presence_timers_.unattended_since())); }

void Room::report(bool match_begins) {
    if (state_.life == LifeStage::leaving) return;  // the next owner reports it, which may be this node again
    RoomReport made = report_of(state_, presence_timers_.unattended_since());
    made.match_begins = match_begins;
    gate().when_durable([report = lobby_.report, made = std::move(made)] { report(made); });
}

/// Writes and pushes a change, and does what follows from it. `by`: whose request made it, and is answered.
void Room::publish_change(const std::optional<Requester>& by) {
    join_leave_requests_.fill_free_seats();
    write_row();
    if (by) replies_.answer(*by);
    publisher_.push();
    report();
    if (by && state_.all_want_rematch()) match_runner_.start({});
    update_presence();
}

// ---- the end

void Room::close_for(ClosingReason why, const std::string& text, PendingClose::Done done) {
    PendingClose asked{state_.life, std::move(done)};
    if (Verdict stays = check_may_close(why, state_, presence_timers_)) return asked.answer(stays);
    if (state_.life == LifeStage::frozen) {
        // Nothing in memory can be trusted: its match ends as what is stored says.
        state_.seating.remove_all_members();
        publisher_.dismiss_all(stopped_reason, text);
        report();  // the lobby attaches nobody any more
        departure_.close.done = [first = departure_.close.done,
                                 second = std::move(asked.done)](const Verdict& stays) {
            for (const PendingClose::Done& asker : {first, second})
                if (asker) asker(stays);
        };
        return frozen_room_closer_.end();
    }
    if (state_.seating.playing()) match_runner_.abandon();
    departure_.close.done = std::move(asked.done);
    close(text);
}

/// Nothing is carried out from now on, but people stay until the disk has it: if it is full, reload() opens the room again.
/// `text`: of the server's operator.
void Room::close(const std::string& text) {
    log_info(text.empty() ? "a room closes: nobody is there" : "a room closes: the operator closed it",
             {{"room", state_.code}});
    if (state_.life == LifeStage::closed) return;
    departure_.close.before = std::exchange(state_.life, LifeStage::closed);
    stop(no_room(state_.code));
    // This room and its timers may be gone before the match would have started.
    if (const auto asker = std::exchange(departure_.handover.done, nullptr)) asker({});
    gate().write(storage::DropRoom{state_.code});
    const char* reason = departure_.close.before == LifeStage::frozen ? stopped_reason : "closed";
    when_durable([this, reason, text] {
        state_.seating.remove_all_members();
        publisher_.dismiss_all(reason, text);
        report();
        departure_.close.answer({});
    });
}

/// Stops this room, and no other, after a bug. Writes nothing before nobody is there any more.
void Room::on_exception(const std::string& reason) {
    log_error("a room is frozen: " + reason, {{"room", state_.code}});
    const protocol::ChatLine notice{
        "", "Cubilete", "A fault of the server stopped this table. Its record is kept.", clock().wall_ms()};
    publisher_.send_chat_line(notice);
    if (state_.life == LifeStage::draining)
        state_.sockets.clear();  // nothing in memory can be trusted, and nothing is shown any more
    else if (state_.life == LifeStage::open || state_.life == LifeStage::unread)
        state_.life = LifeStage::frozen;
    stop(refused(RefusalReason::stopped_by_fault));
    report();
    if (const auto from = replies_.set_requester({}))
        replies_.refuse(*from, refused(RefusalReason::stopped_by_fault));
    run([this] { update_presence(); });  // restore() is not on the room's thread
}

/// Stops all timers, and refuses those who wait for provable dice. Without `why` they get no answer, because the next
/// server goes on with what they wait for: their clients send the request again.
void Room::stop(const Verdict& why) {
    for (const Requester& from : match_runner_.stop())
        if (why) replies_.refuse(from, *why);
    quick_start_.stop();
    presence_timers_.stop();
    publisher_.stop();
    frozen_room_closer_.stop();
}

void Room::drain(std::function<void()> done) {
    if (state_.life == LifeStage::frozen) state_.sockets.clear();  // nothing is shown any more
    if (state_.life == LifeStage::frozen || state_.life == LifeStage::open) state_.life = LifeStage::draining;
    departure_.close.before = LifeStage::draining;  // if it is about to close, and the disk is full
    DiceWitnesses& witnesses = match_runner_.dice().witnesses();
    if (witnesses.is_asking()) {
        // The entry that was asked for is made first. After a restart the seats have more time than that: then
        // the next server goes on with the ask.
        match_runner_.dice().limit_ask_time();
        return witnesses.wait([this, done] { drain(done); });
    }
    stop({});
    gate().when_idle(std::move(done));
}

}  // namespace cubilete::server
