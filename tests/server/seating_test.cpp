#include "server/match/built_in_bots.hpp"
#include "tests/server/seating_people.hpp"

namespace cubilete::server {
namespace {

// ---- who sits

TEST_CASE("seating: the maker sits in the first seat and is the host") {
    const SeatingRoom room;
    CHECK(room.names() == "Ana - - -");
    CHECK(room.seating.host() == ana.id);
    CHECK_FALSE(room.ready(ana));
    CHECK(room.seating.phase() == Seating::Phase::waiting);
}

TEST_CASE("seating: who joins gets the first free seat, or the free one asked for") {
    SeatingRoom room;
    CHECK(room.join(ben, {.seat = 2, .must_sit = true}) == "ok");
    CHECK(room.join(cleo) == "ok");
    CHECK(room.names() == "Ana Cleo Ben -");
    CHECK(room.join(dan, {.seat = 2, .must_sit = true}) == "seat_taken");
    CHECK(room.join(dan, {.seat = 9, .must_sit = true}) == "seat_taken");
    CHECK_FALSE(room.seating.is_here(dan.id));
}

TEST_CASE("seating: who joins again keeps the seat, whatever they ask for") {
    SeatingRoom room;
    CHECK(room.join(ana, {.seat = 3, .must_sit = true}) == "ok");
    CHECK(room.join(ana, {.only_watches = true}) == "ok");
    CHECK(room.names() == "Ana - - -");
}

TEST_CASE("seating: who wants only to watch gets no seat and does not wait for one") {
    SeatingRoom room;
    CHECK(room.join(ben, {.only_watches = true}) == "ok");
    CHECK(room.names() == "Ana - - -");
    CHECK(room.seating.is_here(ben.id));
    CHECK(room.seating.queue().empty());
}

TEST_CASE("seating: at a full table a player watches and waits, and who must sit is refused") {
    SeatingRoom room(1);
    CHECK(room.join(ben) == "ok");
    CHECK(room.join(ben) == "ok");
    CHECK(room.join(cleo, {.must_sit = true}) == "room_full");
    CHECK(room.seating.queue() == std::vector{ben.id});
}

TEST_CASE(
    "seating: a member who reads again as a spectator keeps the place in the queue, until they give it up") {
    SeatingRoom room(2);
    room.join(ben);
    room.seating.start();
    CHECK(room.join(cleo) == "ok");
    CHECK(room.join(cleo, {.only_watches = true}) == "ok");
    CHECK(room.seating.queue() == std::vector{cleo.id});
    CHECK(room.change_seat(cleo, {}) == "ok");
    CHECK(room.seating.queue().empty());
    CHECK(room.seating.is_here(cleo.id));
    CHECK(room.change_seat(cleo, {}) == "already_started");
    CHECK(room.join(cleo) == "ok");
    CHECK(room.seating.queue() == std::vector{cleo.id});
}

TEST_CASE("seating: a room without spectators refuses who finds no seat, but not its host") {
    auto rules = SeatingRoom::usual(1);
    rules.spectators = false;
    SeatingRoom room(rules);
    CHECK(room.join(ben) == "room_full");
    CHECK(room.join(ben, {.only_watches = true}) == "room_full");
    CHECK(room.change_seat(ana, {}) == "ok");
    CHECK(room.names() == "-");
    CHECK(room.join(ben) == "ok");
    CHECK(room.change_seat(ben, {}) == "room_full");
}

TEST_CASE("seating: a room without bots lets programs watch only, and they do not wait") {
    auto rules = SeatingRoom::usual(2);
    rules.bots = false;
    SeatingRoom room(rules);
    CHECK(room.join(robo, {.must_sit = true}) == "room_full");
    CHECK(room.join(robo) == "ok");
    CHECK(room.names() == "Ana -");
    CHECK(room.seating.queue().empty());
    CHECK(room.seat_bot(ana, 1, Level::easy) == "ok");
}

TEST_CASE("seating: between matches players change seats and stand up") {
    SeatingRoom room;
    room.join(ben);
    CHECK(room.change_seat(ana, 3) == "ok");
    CHECK(room.change_seat(ana, 3) == "ok");
    CHECK(room.change_seat(ana, 1) == "seat_taken");
    CHECK(room.change_seat(ben, {}) == "ok");
    CHECK(room.names() == "- - - Ana");
    CHECK(room.seating.is_here(ben.id));
    CHECK(room.change_seat(cleo, 0) == "not_in_room");
    room.join(ben);
    room.seating.start();
    CHECK(room.change_seat(ana, 3) == "already_started");
}

TEST_CASE("seating: a player's consent to a bot moves with them to another seat") {
    SeatingRoom room(SeatingRoom::quick(3));
    CHECK(room.seating.join_quick(ben, true, 2'000));
    room.seating.enter(ben);
    CHECK(room.change_seat(ben, 2) == "ok");
    CHECK(room.seating.find(ben.id)->accepts_bot);
}

TEST_CASE("seating: the order of arrival is kept even if the wall clock is set back") {
    SeatingRoom room;
    room.now_ms = 10;
    room.join(ben);
    CHECK(room.seating.find(ben.id)->since_ms > room.seating.find(ana.id)->since_ms);
}

// ---- built-in bots

TEST_CASE("seating: the host seats built-in bots, who are ready and all different, and removes them") {
    SeatingRoom room;
    room.join(ben);
    CHECK(room.seat_bot(ben, 2, Level::easy) == "not_host");
    CHECK(room.seat_bot(ana, 1, Level::easy) == "seat_taken");
    CHECK(room.seat_bot(ana, 4, Level::easy) == "seat_taken");
    CHECK(room.seat_bot(ana, 2, Level::easy) == "ok");
    CHECK(room.seat_bot(ana, 3, Level::easy) == "ok");
    const auto& seats = room.seating.seats();
    CHECK(level_of(seats[2].player.id) == Level::easy);
    CHECK(seats[2].player.id != seats[3].player.id);
    CHECK(seats[2].ready);
    CHECK(room.seat_bot(ana, 2, Level::hard) == "ok");
    CHECK(level_of(seats[2].player.id) == Level::hard);
    CHECK(room.seat_bot(ana, 2, {}) == "ok");
    CHECK(seats[2].is_free());
    room.seating.start();
    CHECK(room.seat_bot(ana, 3, Level::hard) == "already_started");
}

// ---- who waits

TEST_CASE("seating: who disconnects while waiting loses the place in the queue") {
    SeatingRoom room(1);
    room.join(ben);
    room.seating.disconnect(ben.id);
    CHECK(room.seating.queue().empty());
    CHECK_FALSE(room.seating.is_here(ben.id));
}

TEST_CASE("seating: who joins during a match waits for the next one") {
    SeatingRoom room;
    room.join(ben);
    room.seating.start();
    CHECK(room.join(cleo) == "ok");
    CHECK(room.join(dan, {.must_sit = true}) == "already_started");
    CHECK(room.fill_free_seats().empty());
    CHECK(room.names() == "Ana Ben - -");
    room.seating.finish();
    room.fill_free_seats();
    CHECK(room.names() == "Ana Ben Cleo -");
    CHECK(room.ready(cleo));
}

// ---- who is here

TEST_CASE("seating: a seated player who disconnects stays, and is absent") {
    SeatingRoom room;
    room.join(ben);
    room.seating.disconnect(ben.id);
    CHECK(room.names() == "Ana Ben - -");
    CHECK(room.seating.is_here(ben.id));
    CHECK_FALSE(room.seating.is_present(ben.id));
    CHECK(room.seating.players_present() == 1);
    CHECK_FALSE(room.seating.connect(ben));
    CHECK(room.seating.is_present(ben.id));
}

TEST_CASE("seating: a program that is connected is somebody, but not a person") {
    SeatingRoom room;
    room.join(robo);
    room.seating.disconnect(ana.id);
    CHECK(room.seating.anybody_online());
    CHECK_FALSE(room.seating.person_online());
    CHECK(room.seating.people_seated() == 1);
    CHECK(room.seating.taken_count() == 2);
}

TEST_CASE("seating: a player who comes back under another name gets it everywhere") {
    SeatingRoom room;
    room.seating.disconnect(ana.id);
    CHECK(room.seating.connect({.id = ana.id, .name = "Anita"}));
    room.seating.rename({ana.id, "Anita"});
    CHECK(room.names() == "Anita - - -");
    CHECK(room.seating.members().at(ana.id).info.name == "Anita");
}

TEST_CASE("seating: what was stored comes back without members, and nobody offline stays without a seat") {
    SeatingRoom room;
    room.join(ben, {.only_watches = true});
    std::vector<RoomSeat> seats(4);
    seats[2] = {.player = cleo, .bot_plays = true};
    room.seating.restore(room.seating.rules(), cleo.id, seats, {dan.id});
    room.seating.restore_match(false);
    CHECK(room.names() == "- - Cleo -");
    CHECK(room.seating.host() == cleo.id);
    CHECK(room.seating.is_banned(dan.id));
    CHECK(room.seating.playing());
    CHECK_FALSE(room.seating.is_online(cleo.id));
    room.seating.forget_offline();
    CHECK(room.seating.members().size() == 2);  // those who are online
    room.seating.remove_all_members();
    CHECK_FALSE(room.seating.is_here(ben.id));
}

TEST_CASE("seating: who would begin the next match still does when the seats are closed up") {
    SeatingRoom room;
    for (const auto& player : {ben, cleo, dan}) room.join(player);
    room.seating.start();
    room.seating.finish();
    room.seating.set_next_starter(2);  // Cleo
    SUBCASE("a player before them has left") {
        room.seating.leave(ana.id);
        room.seating.start();
        CHECK(room.names() == "Ben Cleo Dan -");
        CHECK(room.seating.next_starter() == 1);
    }
    SUBCASE("they have left themselves, so the seat after theirs begins") {
        room.seating.leave(ana.id);
        room.seating.leave(cleo.id);
        room.seating.start();
        CHECK(room.names() == "Ben Dan - -");
        CHECK(room.seating.next_starter() == 1);
    }
    SUBCASE("the host has changed the rules of the room") {
        room.seating.leave(ben.id);
        REQUIRE(outcome(room.seating.change_rules(SeatingRoom::usual(3), false)) == "ok");
        CHECK(room.names() == "Ana Cleo Dan");
        CHECK(room.seating.next_starter() == 1);
    }
    SUBCASE("but with other options these decide") {
        REQUIRE(outcome(room.seating.change_rules(SeatingRoom::usual(4), true)) == "ok");
        CHECK_FALSE(room.seating.next_starter());
    }
}

// ---- quick.match

TEST_CASE("seating: a room of quick.match has no host, and whoever sits is ready") {
    SeatingRoom room(SeatingRoom::quick(3));
    CHECK(room.seating.host().empty());
    CHECK(room.ready(ana));
    CHECK(room.seating.join_quick(ben, false, 2'000));
    CHECK_FALSE(room.seating.enter(ben));
    CHECK(room.ready(ben));
    CHECK(room.seating.host().empty());
    CHECK_FALSE(room.seating.replace_host({}));
}

TEST_CASE("seating: quick.match seats nobody at a full table, during a match, or after a ban") {
    SeatingRoom room(SeatingRoom::quick(2));
    CHECK(outcome(room.seating.ban("", ben.id, true)) == "ok");  // the room has no host
    CHECK_FALSE(room.seating.join_quick(ben, false, 2'000));
    CHECK(room.seating.join_quick(cleo, false, 2'000));
    CHECK_FALSE(room.seating.join_quick(dan, false, 2'000));
    CHECK(room.seating.join_quick(cleo, true, 2'000));
    CHECK(room.seating.find(cleo.id)->accepts_bot);
    room.seating.start();
    CHECK_FALSE(room.seating.join_quick(cleo, false, 2'000));
}

TEST_CASE("seating: quick.match sends a person to a table with a connected person or to an empty one") {
    SeatingRoom room(SeatingRoom::quick(3));
    CHECK(room.seating.accepts_players(false));
    room.seating.join_quick(robo, false, 2'000);
    room.seating.enter(robo);
    room.seating.disconnect(ana.id);
    CHECK_FALSE(room.seating.accepts_players(false));
    CHECK(room.seating.accepts_players(true));
    room.seating.leave(ana.id);
    room.seating.leave(robo.id);
    CHECK(room.seating.accepts_players(false));
}

TEST_CASE("seating: one built-in bot joins the only player who is present, in place of absent ones") {
    SeatingRoom room(SeatingRoom::quick(2));
    room.seating.join_quick(ben, false, 2'000);
    room.seating.enter(ben);
    CHECK(room.seating.lone_seat() == nullptr);
    room.seating.disconnect(ben.id);
    REQUIRE(room.seating.lone_seat() != nullptr);
    CHECK(room.seating.lone_seat()->player.id == ana.id);
    room.seating.add_auto_bot(2'000);
    CHECK_FALSE(room.seating.is_here(ben.id));
    CHECK(level_of(room.seating.seats()[1].player.id) == Level::medium);
    CHECK(room.seating.seats()[1].ready);
    CHECK(room.seating.lone_seat() == nullptr);
    room.seating.disconnect(ana.id);
    CHECK(room.seating.lone_seat() == nullptr);
}

}  // namespace
}  // namespace cubilete::server
