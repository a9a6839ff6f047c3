#include "server/room/room.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/cost.hpp"
#include "server/core/spdlog.hpp"
#include "server/room/dice_timer.hpp"
#include "server/room/room_ending.hpp"
#include "server/room/room_matches.hpp"
#include "server/room/room_members.hpp"
#include "server/room/room_refusals.hpp"
#include "server/room/room_requests.hpp"

namespace cubilete::server {

using protocol::Code;
using protocol::Json;
using protocol::JsonText;
using protocol::Refused;

Room::Room(const Services& services, LobbyLink lobby, std::string code, RoomSettings settings)
    : Actor(services, services.threads.executor_of(code)),
      lobby_(std::move(lobby)),
      code_(std::move(code)),
      settings_(std::move(settings)),
      since_ms_(clock().wall_ms()),
      seating_(seating_rules(settings_, services.limits)),
      chat_(seating_, services.limits.chat_lines),
      turn_clock_(*this, [this] { Matches{*this}.clock_ran_out(); }),
      match_pushes_(*this, turn_clock_, code_),
      dice_{{*this, sockets_, code_,
             [this](MatchStart::Starting ready) {
                 Matches{*this}.begin(
                     std::make_unique<Table>(std::move(ready.row), ready.settings, std::move(ready.dice)));
             }},
            {*this, sockets_, code_, [this] { Matches{*this}.make_asked(); }}},
      bots_(*this, seating_, [this](Seat seat, const auto& move) { Matches{*this}.play_bot(seat, move); }),
      hints_(*this, answer_later()),
      earlier_moves_(*this, code_, answer_later()),
      password_check_(*this),
      quick_start_(*this, seating_,
                   {.start =
                        [this] {
                            if (!Matches{*this}.waits_for_quick_start() ||
                                seating_.players_present() < seating_.rules().least)
                                return;
                            seating_.free_absent_seats();
                            Matches{*this}.start({});
                        },
                    .add_bot =
                        [this] {
                            seating_.add_auto_bot(clock().wall_ms());
                            changed();
                        },
                    .push = [this] { push_room(); }}),
      attendance_(*this, seating_,
                  {.report = [this] { report(); },
                   .write = [this] { gate().write(row()); },
                   .close = [this] { close(); },
                   .abandon = [this] { close_unattended(); },
                   .replace_host =
                       [this] {
                           if (seating_.replace_host(seating_.host())) changed();
                       },
                   .absence_lasts =
                       [this] {
                           push_room();
                           attendance_.follow_absent();
                       }}) {}

std::shared_ptr<Room> Room::make(const Services& services, LobbyLink lobby, std::string code,
                                 RoomSettings settings, const Requester& maker, bool accepts_bot) {
    std::shared_ptr<Room> room(new Room(services, std::move(lobby), std::move(code), std::move(settings)));
    room->open_gate();
    room->post([maker, accepts_bot](Room& self) {
        self.seating_.open(maker.player, accepts_bot, self.since_ms_);
        self.sockets_.add(maker.player.id, maker.socket);
        self.maker_ = maker_of(maker.player.id, maker.socket->network());
        self.attendance_.begin(self.since_ms_);
        self.gate().write(self.row());
        self.answer(maker, JsonText::object({{"room", self.code_}}));
        self.push_room();
        self.report();
        self.follow_people();
    });
    return room;
}

// ---- requests

void Room::handle(const Requester& from, const protocol::RoomAction& action) {
    if (dice_.witnesses.asks() && !Requests::runs_during_ask(action) && !closed_) {
        if (draining_) return refuse(from, shutting_down());
        return dice_.witnesses.wait([this, from, action] { handle(from, action); });
    }
    const auto judge = [&]() -> Verdict {
        const Requests requests{*this, from};
        if (!frozen_) return std::visit(requests, action);
        return std::holds_alternative<protocol::RoomLeave>(action) ? requests.leave_frozen() : stopped();
    };
    judged(from, std::ref(judge));
}

/// Refuses a request if `judge` does so. If it throws, failed() refuses it.
void Room::judged(const Requester& from, const std::function<Verdict()>& judge) {
    if (handing_over_.begun) return refuse(from, table_moves());
    if (draining_ && !dice_.witnesses.asks()) return refuse(from, shutting_down());
    if (closed_) return refuse(from, refused(Code::no_room, "That room is closed.", "/room"));
    auto outer = std::exchange(serving_, from);
    const std::uint64_t written = gate().written();
    const std::size_t frames = frames_;
    Verdict verdict = judge();
    serving_ = std::move(outer);
    const Cost cost{.frames = frames_ - frames, .rows = gate().written() - written};
    if (cost.requests() > 0) lobby_.charge(from.player.id, cost.requests());
    if (verdict) refuse(from, *std::move(verdict));
}

void Room::answer(const Requester& to, JsonText fields) {
    gate().answer(to.socket, to.re, protocol::write(protocol::Ok{to.re, std::move(fields)}));
}

void Room::refuse(const Requester& to, Refused why) {
    // Logs the code only: the text is for the player alone and may name their cards.
    spdlog::debug("room {} refused: {} {}", code_, protocol::name_of(why.code), why.at);
    services().metrics.refused(why.code);
    gate().answer(to.socket, to.re, protocol::write(protocol::RefusedReply{to.re, std::move(why)}));
}

AnswerLater Room::answer_later() {
    return [this](const Requester& to, std::variant<Json, Refused> result) {
        judged(to, [&]() -> Verdict {
            if (auto* why = std::get_if<Refused>(&result)) return std::move(*why);
            answer(to, JsonText::of(std::get<Json>(result)));
            return {};
        });
    };
}

/// Stops this room, and no other, after a bug. Writes nothing before nobody is there any more.
void Room::failed(const std::string& reason) {
    spdlog::error("room {} is frozen: {}", code_, reason);
    frozen_.fault = reason;
    turn_clock_.stop();
    bots_.stop();
    quick_start_.stop();
    attendance_.stop();
    for (const Requester& from : dice_.give_up()) refuse(from, stopped());
    const protocol::ChatPush notice{
        code_,
        {"", "Cubilete", "A fault of the server stopped this table. Its record is kept.", clock().wall_ms()}};
    const auto text = std::make_shared<const std::string>(protocol::write(notice));
    for (const SinkPtr& socket : sockets_.all()) socket->send({text, Frame::Kind::push, {}});
    report();
    if (const auto from = std::exchange(serving_, {})) refuse(*from, stopped());
    run([this] { follow_people(); });  // restore() is not on the room's thread
}

// ---- who is connected

void Room::attach(const protocol::PlayerInfo& player, const SinkPtr& socket) {
    if (!seating_.is_here(player.id) || closed_ || handing_over_.begun) return;
    const bool is_new = sockets_.add(player.id, socket);
    if (is_new && table_) match_pushes_.introduce(socket);
    const bool has_new_name = seating_.connect(player);
    const bool is_first = is_new && sockets_.count(player.id) == 1;
    if (has_new_name)
        renamed(player.id, player.name);
    else if (is_first)
        push_members();
    if (is_new && (members_timer_ || !(has_new_name || is_first))) push_room_to({socket});
    if (is_new) dice_.greet(match_runs() ? table_.get() : nullptr, player.id, socket);
    follow_people();
}

void Room::detach(const std::string& player, const SinkPtr& socket) {
    password_check_.forget(socket);
    if (!sockets_.remove(player, socket)) return;
    seating_.disconnect(player);
    push_members();
    report();
    follow_people();
}

void Room::renamed(const std::string& player, const std::string& name) {
    seating_.rename(player, name);
    push_members();
    const Cost cost{.frames = sockets_.by_player().size()};
    if (cost.requests() > 0) lobby_.charge(player, cost.requests());
    report();
}

void Room::forgotten(const std::string& player) {
    const bool has_spoken = chat_.rename(player, storage::name_of_the_gone);
    if (frozen_ && seating_.mark_left(player)) follow_people();
    if (closed_ || draining_ || frozen_) return;  // take_up() reads from the data that the player is gone
    if (maker_.player == player) {
        maker_ = {};
        gate().write(row());
    }
    dice_.start.forget(player);
    if (match_runs() && table_->dice() && table_->seat_of(player)) {
        table_->dice()->forget(player);
        gate().write(storage::PutDice{table_->id(), table_->dice()->stored()});
    }
    sockets_.take(player);
    if (!seating_.members().contains(player) && !seating_.find(player)) {
        if (has_spoken) push_room();
        return;
    }
    seating_.rename(player, storage::name_of_the_gone);
    Members{*this}.follow_leaving(seating_.leave(player));
    seating_.replace_host(player);
    changed();
    Matches{*this}.play_again_if_agreed();
}

/// Follows a change of who is connected, of the seats or of the match.
void Room::follow_people() {
    if (draining_ || closed_) return;
    if (frozen_) return Ending{*this}.follow();
    attendance_.follow(settings_.turn_ms);
    quick_start_.follow(Matches{*this}.waits_for_quick_start());
}

void Room::database_away(bool away) {
    if (away) {
        turn_clock_.freeze();
    } else {
        turn_clock_.unfreeze(services().limits.restart_grace);
        attendance_.stop();  // who lost the connection meanwhile has the whole time to come back
        frozen_.empty.reset();
        follow_people();
        if (match_runs() && turn_clock_.runs())
            match_pushes_.send(*table_, table_->match().seq() + 1, sockets_);
    }
    delay_timers(away);
}

// ---- the end

void Room::close_left_behind() {
    if (attendance_.is_left_behind()) close_unattended();
}

void Room::close_for_another() {
    if (!seating_.anybody_online()) close_unattended();
}

void Room::close_unattended() {
    if (draining_ || closed_ || frozen_ || seating_.person_online()) return;
    if (seating_.playing()) Matches{*this}.abandon();
    close();
}

void Room::close() {
    spdlog::info("room {} closes: nobody is there", code_);
    closed_ = true;
    gate().write(storage::DropRoom{code_});
    seating_.remove_all_members();
    while (!sockets_.by_player().empty())
        Members{*this}.dismiss(sockets_.by_player().begin()->first, "closed");
    report();
}

void Room::drain(std::function<void()> done) {
    draining_ = true;
    if (dice_.witnesses.asks()) {
        // The entry that was asked for is made first. After a restart the seats have more time than that: then
        // the next server goes on with the ask.
        if (!dice_.drain_timer)
            wait_for_seats(*this, dice_.drain_timer, services().limits.dice_ask, [this] {
                for (const Requester& from : dice_.give_up()) refuse(from, shutting_down());
            });
        return dice_.witnesses.wait([this, done] { drain(done); });
    }
    for (const Requester& from : dice_.give_up()) refuse(from, shutting_down());
    turn_clock_.stop();
    bots_.stop();
    quick_start_.stop();
    attendance_.stop();
    members_timer_.reset();
    frozen_.empty.reset();
    gate().when_idle(std::move(done));
}

}  // namespace cubilete::server
