#include "tests/server/seating_people.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

// ---- who is ready

TEST_CASE("seating: the host starts when every other seated person is ready and there are enough") {
    SeatingRoom room;
    CHECK(outcome(room.seating.check_can_start(ana.id)) == "not_started");
    room.join(ben);
    CHECK(room.seating.check_can_start(ana.id)->text == "Ben is not ready.");
    CHECK(outcome(room.seating.check_can_start(ben.id)) == "not_host");
    CHECK(outcome(room.seating.set_ready(ben.id, true)) == "ok");
    CHECK(outcome(room.seating.check_can_start(ana.id)) == "ok");
    CHECK(outcome(room.seating.set_ready(ben.id, false)) == "ok");
    CHECK(outcome(room.seating.check_can_start(ana.id)) == "not_started");
    room.seating.start();
    CHECK(outcome(room.seating.check_can_start(ana.id)) == "already_started");
}

TEST_CASE("seating: too few players are told how many the game needs") {
    SeatingRoom room;
    CHECK(room.seating.check_ready_to_start()->text == "Cubilete needs at least 2 players.");
    auto rules = SeatingRoom::usual(4);
    rules.least = 1;
    SeatingRoom lone_seat(rules);
    CHECK_FALSE(lone_seat.seating.check_ready_to_start());
    lone_seat.change_seat(ana, {});
    CHECK(lone_seat.seating.check_ready_to_start()->text == "Cubilete needs at least 1 player.");
}

TEST_CASE("seating: programs need not be ready, and only seated members are, between matches") {
    SeatingRoom room;
    room.join(robo);
    CHECK(outcome(room.seating.check_can_start(ana.id)) == "ok");
    room.join(cleo, {.only_watches = true});
    CHECK(outcome(room.seating.set_ready(cleo.id, true)) == "not_seated");
    CHECK(outcome(room.seating.set_ready(dan.id, true)) == "not_in_room");
    room.seating.start();
    CHECK(outcome(room.seating.set_ready(ana.id, true)) == "already_started");
}

TEST_CASE(
    "seating: other settings leave all in their seats, unless one goes, and ready; other terms do not") {
    SeatingRoom room(5);
    room.join(ben, {.seat = 3, .must_sit = true});
    room.seating.set_ready(ben.id, true);
    for (const int seats : {5, 6, 4}) {
        CHECK_FALSE(room.seating.change_rules(SeatingRoom::usual(seats), false));
        CHECK(room.names().starts_with("Ana - - Ben"));
    }
    CHECK_FALSE(room.seating.change_rules(SeatingRoom::usual(3), false));
    CHECK(room.names() == "Ana Ben -");
    CHECK(room.ready(ben));
    CHECK_FALSE(room.seating.change_rules(SeatingRoom::usual(3), true));
    CHECK_FALSE(room.ready(ben));
    CHECK(outcome(room.seating.change_rules(SeatingRoom::usual(1), true)) == "bad_options");
    CHECK(room.names() == "Ana Ben -");
}

// ---- the match

TEST_CASE("seating: at the start taken seats close up and nobody is ready, away or voted about") {
    SeatingRoom room;
    room.join(ben, {.seat = 3, .must_sit = true});
    room.seating.set_ready(ben.id, true);
    room.seating.start();
    CHECK(room.seating.playing());
    CHECK(room.names() == "Ana Ben - -");
    CHECK_FALSE(room.ready(ben));
}

TEST_CASE("seating: a built-in bot plays for who misses turns in a row, until they move") {
    SeatingRoom room;
    room.join(ben);
    room.seating.start();
    room.seating.missed_turn(1);
    CHECK_FALSE(room.seating.seats()[1].bot_plays);
    CHECK(room.seating.on_move(1));
    CHECK_FALSE(room.seating.on_move(1));
    room.seating.missed_turn(1);
    room.seating.missed_turn(1);
    CHECK(room.seating.seats()[1].bot_plays);
    CHECK(room.seating.on_move(1));
    CHECK_FALSE(room.seating.seats()[1].bot_plays);
}

TEST_CASE("seating: who comes back gets the seat at once and loses it with the next missed turn") {
    SeatingRoom room;
    room.join(ben);
    room.seating.start();
    room.seating.missed_turn(1);
    room.seating.missed_turn(1);
    const auto joined = room.seating.join(ben, {}, 2'000);
    CHECK(std::get<Seating::JoinResult>(joined).reclaimed_seat);
    CHECK_FALSE(room.seating.seats()[1].bot_plays);
    room.seating.missed_turn(1);
    CHECK(room.seating.seats()[1].bot_plays);
}

TEST_CASE("seating: who leaves a match keeps the seat for a built-in bot until it is over") {
    SeatingRoom room;
    room.join(ben);
    room.seating.start();
    CHECK(room.seating.leave(ben.id) == Seating::LeaveResult::bot_plays);
    CHECK_FALSE(room.seating.is_here(ben.id));
    CHECK(room.names() == "Ana Ben - -");
    CHECK(room.seating.people_seated() == 1);
    CHECK(room.seating.leave(ana.id) == Seating::LeaveResult::nobody_plays);
    room.seating.finish();
    CHECK(room.names() == "- - - -");
    CHECK(room.seating.phase() == Seating::Phase::finished);
}

TEST_CASE("seating: with only built-in bots left nobody plays, but a program plays on") {
    SeatingRoom room;
    room.join(robo);
    room.seat_bot(ana, 2, Level::easy);
    room.seating.start();
    CHECK(room.seating.leave(ana.id) == Seating::LeaveResult::bot_plays);
    CHECK(room.seating.leave(robo.id) == Seating::LeaveResult::nobody_plays);
}

TEST_CASE("seating: who leaves between matches, or only watched, frees what they had") {
    SeatingRoom room;
    room.join(ben);
    CHECK(room.seating.leave(ben.id) == Seating::LeaveResult::frees_seat);
    CHECK(room.names() == "Ana - - -");
    room.join(cleo, {.only_watches = true});
    room.seating.start();
    CHECK(room.seating.leave(cleo.id) == Seating::LeaveResult::frees_seat);
}

TEST_CASE("seating: a seat that is marked as left holds nobody") {
    SeatingRoom room;
    CHECK(room.seating.mark_left(ana.id));
    CHECK_FALSE(room.seating.is_here(ana.id));
    CHECK_FALSE(room.seating.mark_left(ben.id));
}

TEST_CASE(
    "seating: another match begins when all seated people want it; programs are asked among themselves") {
    SeatingRoom room;
    CHECK(outcome(room.seating.set_wants_rematch(ana.id)) == "not_started");
    room.join(ben);
    room.join(robo);
    room.seating.start();
    CHECK(outcome(room.seating.set_wants_rematch(ana.id)) == "already_started");
    room.seating.finish();
    CHECK(outcome(room.seating.set_wants_rematch(dan.id)) == "not_in_room");
    CHECK(outcome(room.seating.set_wants_rematch(ana.id)) == "ok");
    CHECK_FALSE(room.seating.all_want_rematch());
    CHECK(outcome(room.seating.set_wants_rematch(ben.id)) == "ok");
    CHECK(room.seating.all_want_rematch());
    room.seating.leave(ana.id);
    room.seating.leave(ben.id);
    room.seat_bot(ana, 0, Level::easy);
    CHECK_FALSE(room.seating.all_want_rematch());
    room.seating.set_wants_rematch(robo.id);
    CHECK(room.seating.all_want_rematch());
}

TEST_CASE("seating: a program among players of the house gets another match at its own request") {
    SeatingRoom room(2);
    room.join(robo);
    CHECK(room.change_seat(ana, {}) == "ok");
    CHECK(room.seat_bot(ana, 0, Level::easy) == "ok");
    room.seating.start();
    room.seating.finish();
    CHECK_FALSE(room.seating.all_want_rematch());
    CHECK(outcome(room.seating.set_wants_rematch(robo.id)) == "ok");
    CHECK(room.seating.all_want_rematch());
}

TEST_CASE("seating: a program that all others have left gets no match alone, except in a room of one seat") {
    const protocol::PlayerInfo next{.id = "p_next", .name = "Next", .bot = true};
    for (const int seats : {1, 2}) {
        Seating::Rules rules = SeatingRoom::usual(seats);
        rules.least = 1;
        SeatingRoom room(rules);
        CHECK(room.change_seat(ana, {}) == "ok");
        CHECK(room.join(robo) == "ok");
        room.seating.start();
        room.seating.finish();
        CHECK(outcome(room.seating.set_wants_rematch(robo.id)) == "ok");
        CHECK(room.seating.all_want_rematch() == (seats == 1));
        if (seats == 1) continue;
        CHECK(room.join(next) == "ok");
        CHECK_FALSE(room.seating.all_want_rematch());
        CHECK(outcome(room.seating.set_wants_rematch(next.id)) == "ok");
        CHECK(room.seating.all_want_rematch());
    }
}

TEST_CASE("seating: programs that have asked for another match get it also with other options") {
    SeatingRoom room(2);
    const protocol::PlayerInfo next{.id = "p_next", .name = "Next", .bot = true};
    CHECK(room.change_seat(ana, {}) == "ok");
    CHECK(room.join(robo) == "ok");
    CHECK(room.join(next) == "ok");
    room.seating.start();
    room.seating.finish();
    room.seating.set_wants_rematch(robo.id);
    CHECK_FALSE(room.seating.change_rules(SeatingRoom::usual(2), true));
    CHECK_FALSE(room.seating.all_want_rematch());
    room.seating.set_wants_rematch(next.id);
    CHECK(room.seating.all_want_rematch());
}

TEST_CASE("seating: programs among themselves do not wait for one that is not connected") {
    SeatingRoom room(3);
    const protocol::PlayerInfo away{.id = "p_away", .name = "Away", .bot = true};
    room.join(robo);
    room.join(away);
    room.change_seat(ana, {});
    room.seating.start();
    room.seating.finish();
    room.seating.set_wants_rematch(robo.id);
    CHECK_FALSE(room.seating.all_want_rematch());
    room.seating.disconnect(away.id);
    CHECK(room.seating.all_want_rematch());
}

// ---- who hosts

TEST_CASE("seating: the host hands over to a person who is here") {
    SeatingRoom room;
    room.join(ben, {.only_watches = true});
    room.join(robo);
    CHECK(outcome(room.seating.make_host(ben.id, ben.id)) == "not_host");
    CHECK(outcome(room.seating.make_host(ana.id, dan.id)) == "not_in_room");
    CHECK(outcome(room.seating.make_host(ana.id, robo.id)) == "not_host");
    CHECK(outcome(room.seating.make_host(ana.id, ben.id)) == "ok");
    CHECK(room.seating.host() == ben.id);
}

TEST_CASE("seating: the next host is the connected person who sat down first") {
    SeatingRoom room;
    room.join(robo);
    room.join(cleo, {.seat = 3, .must_sit = true});
    room.join(ben, {.seat = 2, .must_sit = true});
    room.seating.leave(ana.id);
    CHECK(room.seating.replace_host(ana.id));
    CHECK(room.seating.host() == cleo.id);
    CHECK_FALSE(room.seating.replace_host(ben.id));
    room.seating.disconnect(cleo.id);
    CHECK(room.seating.replace_host(room.seating.host()));
    CHECK(room.seating.host() == ben.id);
    CHECK_FALSE(room.seating.replace_host(ben.id));
}

TEST_CASE("seating: a connected spectator hosts before an absent player, and a program never") {
    SeatingRoom room;
    room.join(ben);
    room.join(robo);
    room.join(dan, {.only_watches = true});
    room.seating.disconnect(ben.id);
    room.seating.leave(ana.id);
    CHECK(room.seating.replace_host(ana.id));
    CHECK(room.seating.host() == dan.id);
    room.seating.leave(dan.id);
    CHECK(room.seating.replace_host(dan.id));
    CHECK(room.seating.host() == ben.id);
    room.seating.leave(ben.id);
    CHECK(room.seating.replace_host(ben.id));
    CHECK(room.seating.host().empty());
}

TEST_CASE("seating: a room without a host gets the first person who sits down or enters") {
    SeatingRoom room;
    room.join(robo);
    room.seating.leave(ana.id);
    room.seating.replace_host(ana.id);
    REQUIRE(room.seating.host().empty());
    room.join(dan, {.only_watches = true});
    CHECK(room.seating.host() == dan.id);
}

// ---- kicks and bans

TEST_CASE("seating: the host sends away anybody but the host, and seated players only between matches") {
    SeatingRoom room;
    room.join(ben);
    room.join(cleo, {.only_watches = true});
    CHECK(outcome(room.seating.kick(ben.id, ana.id)) == "not_host");
    CHECK(outcome(room.seating.kick(ana.id, ana.id)) == "not_in_room");
    CHECK(outcome(room.seating.kick(ana.id, dan.id)) == "not_in_room");
    room.seating.start();
    CHECK(outcome(room.seating.kick(ana.id, ben.id)) == "already_started");
    CHECK(outcome(room.seating.kick(ana.id, cleo.id)) == "ok");
    CHECK_FALSE(room.seating.is_here(cleo.id));
    room.seating.finish();
    CHECK(outcome(room.seating.kick(ana.id, ben.id)) == "ok");
    CHECK(room.names() == "Ana - - -");
    CHECK(room.join(ben) == "ok");
}

TEST_CASE("seating: a ban also reaches who has left, if they have spoken") {
    SeatingRoom room;
    CHECK(outcome(room.seating.ban(ana.id, ben.id, false)) == "not_in_room");
    CHECK_FALSE(room.seating.is_banned(ben.id));
    CHECK(outcome(room.seating.ban(ana.id, ben.id, true)) == "ok");
    CHECK(room.seating.is_banned(ben.id));
    room.join(cleo);
    CHECK(outcome(room.seating.ban(ana.id, cleo.id, false)) == "ok");
    CHECK(room.names() == "Ana - - -");
}

// ---- votes about absent players

TEST_CASE("seating: more than half of the seated people who are here free an absent player's seat") {
    SeatingRoom room;
    for (const auto& player : {ben, cleo, dan}) room.join(player);
    room.seating.disconnect(ana.id);
    CHECK(outcome(room.seating.vote_to_free(ben, ana.id)) == "ok");
    const auto votes = room.seating.votes_to_free(*room.seating.find(ana.id));
    REQUIRE(votes.has_value());
    CHECK(votes->by == std::vector{ben.id});
    CHECK(votes->needed == 2);
    CHECK(outcome(room.seating.vote_to_free(ben, ana.id)) == "ok");
    CHECK(room.seating.find(ana.id) != nullptr);
    CHECK(outcome(room.seating.vote_to_free(cleo, ana.id)) == "ok");
    CHECK(room.names() == "- Ben Cleo Dan");
    CHECK(room.seating.host() == ben.id);
}

TEST_CASE("seating: a vote counts only while its voter is here, and ends when the player is back") {
    SeatingRoom room;
    for (const auto& player : {ben, cleo, dan}) room.join(player);
    room.seating.disconnect(ana.id);
    room.seating.vote_to_free(ben, ana.id);
    room.seating.disconnect(ben.id);
    CHECK_FALSE(room.seating.votes_to_free(*room.seating.find(ana.id)));
    room.seating.connect(ben);
    CHECK(room.seating.votes_to_free(*room.seating.find(ana.id)));
    room.seating.connect(ana);
    room.seating.disconnect(ana.id);
    CHECK_FALSE(room.seating.votes_to_free(*room.seating.find(ana.id)));
}

TEST_CASE("seating: only seated people vote, about absent players, between matches") {
    SeatingRoom room;
    room.join(ben);
    room.join(robo);
    room.join(cleo, {.only_watches = true});
    room.seat_bot(ana, 3, Level::easy);
    CHECK(outcome(room.seating.vote_to_free(dan, ana.id)) == "not_in_room");
    CHECK(outcome(room.seating.vote_to_free(cleo, ana.id)) == "not_seated");
    CHECK(outcome(room.seating.vote_to_free(robo, ana.id)) == "not_seated");
    CHECK(outcome(room.seating.vote_to_free(ben, ana.id)) == "not_host");
    CHECK(outcome(room.seating.vote_to_free(ben, dan.id)) == "not_in_room");
    CHECK(outcome(room.seating.vote_to_free(ben, room.seating.seats()[3].player.id)) == "not_host");
    room.seating.start();
    CHECK(outcome(room.seating.vote_to_free(ben, ana.id)) == "already_started");
}

TEST_CASE("seating: during a match the host puts a built-in bot in an absent player's place after a minute") {
    SeatingRoom room;
    room.join(ben);
    room.seating.start();
    room.seating.disconnect(ben.id);
    CHECK(room.seating.record_absences(10s) == 70s);
    const auto early = room.seating.vote_for_bot(ana, ben.id, 69s);
    CHECK(outcome(early) == "not_started");
    CHECK(std::get<protocol::Rejection>(early).text == "Ben has not been away for long enough.");
    CHECK(std::get<protocol::Rejection>(early).retry_ms == 1'000);
    CHECK_FALSE(room.seating.votes_for_bot(*room.seating.find(ben.id), 69s));
    CHECK(room.seating.votes_for_bot(*room.seating.find(ben.id), 70s));
    CHECK(std::get<Seating::Vote>(room.seating.vote_for_bot(ana, ben.id, 70s)) == Seating::Vote::decided);
    CHECK(room.seating.find(ben.id)->bot_plays);
    CHECK(std::get<Seating::Vote>(room.seating.vote_for_bot(ana, ben.id, 70s)) == Seating::Vote::counted);
    CHECK_FALSE(room.seating.record_absences(70s));
}

TEST_CASE("seating: who is back has no votes against them, and is absent anew when gone again") {
    SeatingRoom room;
    for (const auto& player : {ben, cleo, dan}) room.join(player);
    room.seating.start();
    room.seating.disconnect(dan.id);
    room.seating.record_absences(0s);
    room.seating.vote_for_bot(ben, dan.id, 60s);
    room.seating.connect(dan);
    room.seating.record_absences(61s);
    room.seating.disconnect(dan.id);
    CHECK(room.seating.record_absences(62s) == 122s);
    CHECK(outcome(room.seating.vote_for_bot(ben, dan.id, 63s)) == "not_started");
    CHECK(room.seating.votes_for_bot(*room.seating.find(dan.id), 122s)->by.empty());
}

TEST_CASE("seating: a built-in bot is asked for only during a match, for an absent player with a seat") {
    SeatingRoom room;
    room.join(ben);
    room.join(robo);
    CHECK(outcome(room.seating.vote_for_bot(ana, ben.id, 60s)) == "not_started");
    room.seating.start();
    room.join(cleo);
    CHECK(outcome(room.seating.vote_for_bot(dan, ben.id, 60s)) == "not_in_room");
    CHECK(outcome(room.seating.vote_for_bot(cleo, ben.id, 60s)) == "not_seated");
    CHECK(outcome(room.seating.vote_for_bot(robo, ben.id, 60s)) == "not_seated");
    CHECK(outcome(room.seating.vote_for_bot(ana, cleo.id, 60s)) == "not_in_room");
    CHECK(outcome(room.seating.vote_for_bot(ana, ben.id, 60s)) == "not_host");
}

}  // namespace
}  // namespace cubilete::server
