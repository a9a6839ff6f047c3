#include "engine/games/tres/tres.hpp"

#include <set>
#include <sstream>

#include <doctest/doctest.h>

#include "engine/games/tres/lay.hpp"
#include "tests/contract.hpp"
#include "tests/engine/tres_candidates.hpp"
#include "tests/read_view.hpp"

namespace cubilete::tres {

namespace {

using protocol::Code;
using protocol::Json;
using protocol::Rejection;

Card card(const std::string& text) {
    const auto read = read_card(text);
    REQUIRE_MESSAGE(read, text);
    return *read;
}

std::vector<Card> cards(const std::string& texts) {
    std::vector<Card> cards;
    std::istringstream words(texts);
    for (std::string text; words >> text;) cards.push_back(card(text));
    return cards;
}

/// A turn of seat 0 in a match of two, with these cards on the table and in the hand.
State turn_with(const std::string& table, const std::string& hand, const Options& options = {}) {
    State state;
    state.options = options;
    state.hands = Hands(2);
    std::size_t place = 0;
    for (const Card each : cards(table)) state.table[place++] = each;
    for (const Card each : cards(hand)) state.hands.add(0, {.card = each});
    for (const Card each : cards("r9 g9 b9 y9")) state.hands.add(1, {.card = each});
    for (const Card each : cards("b5 y5 g2 b2 y2 r1 g1 b1 y1")) state.pile.push_back(each);
    return state;
}

std::vector<Play> plays(const State& state) {
    std::vector<Play> plays;
    for (const Move& move : Game::moves(state, 0))
        if (const auto* play = std::get_if<Play>(&move)) plays.push_back(*play);
    return plays;
}

/// The plays as text, such as "r7: r8, g6 b9; W: y1", in the order of the table's cards.
std::string listed(const State& state) {
    std::string text;
    std::optional<Place> on;
    for (const Play& play : plays(state)) {
        if (on != play.on)
            text.append(on ? "; " : "").append(card_text(*state.table[play.on])).append(":");
        else
            text += ',';
        on = play.on;
        for (const Card each : play.cards) text.append(" ").append(card_text(each));
    }
    return text;
}

bool toma_tres(const State& state, const Play& play) {
    return play.cards.size() == 2 &&
           is_toma_tres(*state.table[play.on], play.cards[0], play.cards[1], state.options.wild_colour);
}

std::string toma_tres_of(const State& state) {
    std::string text;
    for (const Play& play : plays(state))
        if (toma_tres(state, play))
            text += std::string(text.empty() ? "" : ", ") + std::string(card_text(*state.table[play.on])) +
                    " with " + std::string(card_text(play.cards[0])) + ' ' +
                    std::string(card_text(play.cards[1]));
    return text;
}

Rejection refused(const char* move) {
    const auto read = read_move(Json::parse(move));
    REQUIRE(std::holds_alternative<Rejection>(read));
    return std::get<Rejection>(read);
}

Move moved(const char* move) {
    const auto read = read_move(Json::parse(move));
    REQUIRE(std::holds_alternative<Move>(read));
    return std::get<Move>(read);
}

}  // namespace

TEST_CASE("TRES satisfies the contract of the rules") {
    contract::check<Game>({read_move, read_view, candidate_moves()});
}

// ---- what may be laid: the worked examples that start from partial positions (A18)

TEST_CASE("4-1 on r7 can be laid 8, 6, 8 and 6, 8 and 9, 6 and 5 (R4.1, R4.2)") {
    CHECK(listed(turn_with("r7", "r8 g6 b9 y5 r7 g1")) == "r7: r8, g6, r8 g6, r8 b9, g6 y5");
}

TEST_CASE("4-2 after 9 comes 1, and before 1 comes 9") {
    const State state = turn_with("g9", "g1 g2 r8 b7 y9");
    CHECK(listed(state) == "g9: r8, g1, r8 g1, r8 b7, g1 g2");
    CHECK(toma_tres_of(state) == "g9 with g1 g2");
}

TEST_CASE("4-3 a number wild stands for any number, has no colour and is never part of a TOMA TRES (R4.4)") {
    const State state = turn_with("r2 b5 W", "r3 r4 S3 b6 y9 W g2");
    int single = 0, twofold = 0;
    for (const Play& play : plays(state)) ++(play.cards.size() == 1 ? single : twofold);
    CHECK(single == 13);
    CHECK(twofold == 26);
    CHECK(toma_tres_of(state) == "r2 with r3 r4, r2 with r4 S3");
}

TEST_CASE(
    "4-4 an action on the table is a 3 of any colour and does not act again (R4.5, R4.6, R4.7, R4.11)") {
    State state = turn_with("P3 g5 y8", "r2 r4 b1 S3 y7");
    CHECK(listed(state) == "P3: r2, r4, r2 r4, r2 b1; g5: r4, r4 S3; y8: y7");
    CHECK(toma_tres_of(state) == "P3 with r2 r4");
    SeededChance chance(1);
    Game::apply(state, 0, Play{0, {card("r2"), card("b1")}}, chance);
    CHECK(state.hands.count(1) == 4);
}

TEST_CASE("4-6 a number wild on the table stands for the number that each play needs (R4.4)") {
    State state = turn_with("W r5 b5", "y1 g3");
    CHECK(listed(state) == "W: g3, y1, g3 y1");
    SeededChance chance(1);
    Game::apply(state, 0, Play{0, {card("g3"), card("y1")}}, chance);
    REQUIRE(Game::result(state));
    CHECK(Game::result(state)->winners == std::vector<Seat>{0});
}

TEST_CASE("With wild_colour a number wild has no colour, the printed one, or any (R4.4)") {
    const auto with = [](WildColour colour) { return Options{.wild_colour = colour}; };
    CHECK(toma_tres_of(turn_with("r2", "r3 W", with(WildColour::none))).empty());
    CHECK(toma_tres_of(turn_with("r2", "r3 W", with(WildColour::any))) == "r2 with r3 W");
    CHECK(toma_tres_of(turn_with("r2", "r3 g3 Wr Wg", with(WildColour::printed))) == "r2 with r3 Wr");
    CHECK(toma_tres_of(turn_with("Wg", "r3 g3 g4", with(WildColour::printed))) == "Wg with g3 g4");
    CHECK(toma_tres_of(turn_with("W", "W W", with(WildColour::any))) == "W with W W");
    CHECK(toma_tres_of(turn_with("W", "W W P3", with(WildColour::none))).empty());
}

TEST_CASE("A player who can lay two cards can also lay only one of them") {
    for (Card below = 0; below < card_kinds; ++below)
        for (Card one = 0; one < card_kinds; ++one)
            for (Card other = 0; other < card_kinds; ++other)
                if (is_run(below, one, other)) CHECK((is_run(below, one) || is_run(below, other)));
}

TEST_CASE(
    "A text that begins with neither a place nor a kind of move is refused as a move that the game has not") {
    for (const char* text : {"", "7r8", "dance", "dance tres"}) {
        CAPTURE(text);
        const Rejection why = refused(Json(text).dump().c_str());
        CHECK(why.code == Code::illegal_move);
        CHECK(why.text.starts_with("This game has no "));
    }
    CHECK(refused("\"0\"").text == "There are too few values here.");
}

TEST_CASE("Equal cards are listed once for each card of the table on which they can be laid") {
    CHECK(listed(turn_with("r2 r2", "r3 r3 r3")) == "r2: r3; r2: r3");
    CHECK(listed(turn_with("r2", "W W W")) == "r2: W, W W");
    CHECK(listed(turn_with("r2", "W")) == "r2: W");
}

// ---- the decks

TEST_CASE(
    "The decks have 96, 108 and 92 cards; with printed colours each colour has as many number wilds (4.2)") {
    struct Row {
        Deck deck;
        int all, wilds, of_each_action;
    };
    for (const auto& [deck, all, wilds, of_each_action] :
         {Row{Deck::std96, 96, 12, 4}, Row{Deck::big108, 108, 12, 8}, Row{Deck::lite92, 92, 8, 4}}) {
        const Pile pile = whole_deck(deck, WildColour::none);
        CHECK(static_cast<int>(pile.size()) == all);
        for (Card number = 0; number < number_wild; ++number) CHECK(std::ranges::count(pile, number) == 2);
        CHECK(std::ranges::count(pile, number_wild) == wilds);
        for (const char* action : {"R3", "S3", "P3"})
            CHECK(std::ranges::count(pile, card(action)) == of_each_action);

        const Pile printed = whole_deck(deck, WildColour::printed);
        CHECK(static_cast<int>(printed.size()) == all);
        for (const char* wild : {"Wr", "Wg", "Wb", "Wy"})
            CHECK(std::ranges::count(printed, card(wild)) == wilds / 4);
    }
}

TEST_CASE("A card left in a hand counts its number, an action 20, a number wild 40 (R4.25)") {
    CHECK(worth_of(card("r1")) == 1);
    CHECK(worth_of(card("y9")) == 9);
    CHECK(worth_of(card("R3")) == 20);
    CHECK(worth_of(card("W")) == 40);
    CHECK(worth_of(card("Wb")) == 40);
}

TEST_CASE("false_catch requires a TRES call with a window (R4.19)") {
    const auto read = [](const char* call) {
        const auto values = OptionValues::complete(Game::info().options,
                                                   {{"tres_call", std::string(call)}, {"false_catch", 1}});
        return Game::options(std::get<OptionValues>(values));
    };
    CHECK(std::holds_alternative<Options>(read("window")));
    for (const char* call : {"auto", "off"}) {
        const auto refused = read(call);
        REQUIRE(std::holds_alternative<OptionError>(refused));
        CHECK(std::get<OptionError>(refused).option == "false_catch");
    }
}

// ---- time

TEST_CASE(
    "A TRES that was not said is waited for: one second by its player only, then two by all (A4, R4.18)") {
    State state = turn_with("r7 b7 g7", "r8 g1 g2 g3");
    SeededChance chance(1);
    const Wait before = Game::wait(state);
    CHECK(before == Wait{Wait::Kind::turn, 0, before.number, Seat{0}});

    Game::apply(state, 0, Play{0, {card("r8")}}, chance);
    const Wait grace = Game::wait(state);
    CHECK(grace.kind == Wait::Kind::window);
    CHECK(grace.milliseconds == 1000);
    CHECK(Game::to_act(state) == SeatSet{0});
    CHECK(Game::check(state, 1, Catch{0})->reason == Refusal::Reason::not_your_turn);
    CHECK(Game::check(state, 1, Draw{})->reason == Refusal::Reason::not_your_turn);

    Game::expire(state, chance);
    const Wait open = Game::wait(state);
    CHECK(open.kind == Wait::Kind::window);
    CHECK(open.milliseconds == 2000);
    CHECK(open.number != grace.number);
    CHECK(Game::to_act(state) == SeatSet{0, 1});
    CHECK(Game::check(state, 1, Draw{})->reason == Refusal::Reason::illegal_move);
    CHECK(Game::moves(state, 1) == std::vector<Move>{Catch{0}});
    CHECK(Game::moves(state, 0) == std::vector<Move>{SayTres{}});

    Game::expire(state, chance);
    const Wait turn = Game::wait(state);
    CHECK(turn.kind == Wait::Kind::turn);
    CHECK(turn.seat == Seat{1});
    CHECK(Game::moves(state, 0) == std::vector<Move>{SayTres{}});
    CHECK(Game::moves(state, 1).front() == Move(Draw{}));
    CHECK(Game::moves(state, 1).back() == Move(Catch{0}));

    Game::apply(state, 1, Draw{}, chance);
    CHECK(Game::wait(state) == turn);
    CHECK(Game::moves(state, 0).empty());
}

TEST_CASE("When a turn runs out a move is made for the seat in turn, not for seats that may catch") {
    State state = turn_with("r7 b7 g7", "r8 g1 g2 g3");
    SeededChance chance(1);
    Game::apply(state, 0, Play{0, {card("r8")}}, chance);
    Game::expire(state, chance);
    Game::expire(state, chance);
    const auto events = Game::expire(state, chance);
    CHECK(std::get<Drew>(events.front()).seat == 1);
    CHECK(state.hands.count(0) == 3);
    CHECK(state.turn.seat == 0);
}

// ---- secrets

TEST_CASE("A redeal exchanges only cards that the viewer has not seen") {
    SeededChance chance(1);
    const State state = Game::start({}, 4, Seat{0}, chance).state;
    const auto hand = [](const State& of, Seat seat) {
        std::vector<Card> held_cards;
        for (const HeldCard& held : of.hands.of(seat)) held_cards.push_back(held.card);
        return held_cards;
    };
    const State twin = Game::redeal(state, {Seat{2}}, chance);
    CHECK(hand(twin, 2) == hand(state, 2));
    CHECK(twin.table == state.table);
    for (const Seat rival : SeatSet{0, 1, 3}) CHECK(hand(twin, rival) != hand(state, rival));
    CHECK_FALSE(twin.pile == state.pile);

    const State for_all = Game::redeal(state, spectator, chance);
    CHECK(hand(for_all, 2) != hand(state, 2));
}

TEST_CASE("A redeal does not exchange cards from before a reshuffle, because the discards were visible") {
    State state = turn_with("r7 b7 g7", "r1 r2 r3 r4");
    state.pile.clear();
    for (const Card each : cards("b1 b2 b3 b4 b5 b6")) state.discards.push_back(each);
    SeededChance chance(1);
    Game::apply(state, 0, Draw{}, chance);
    Game::apply(state, 0, Pass{}, chance);
    const auto old_cards = [](const State& of) {
        std::multiset<Card> old;
        for (const Seat seat : SeatSet{0, 1})
            for (const HeldCard& held : of.hands.of(seat))
                if (held.shuffle == 0) old.insert(held.card);
        return old;
    };
    for (int times = 0; times < 20; ++times) {
        const State twin = Game::redeal(state, spectator, chance);
        CHECK(old_cards(twin) == old_cards(state));
    }
}

TEST_CASE("A redeal gives no seat a card that it would have had to lay (must_play_drawn)") {
    State state = turn_with("r7 b7 g7", "r1 r2 r4", {.must_play_drawn = true});
    state.pile = {card("r6"), card("r8"), card("b6"), card("g6"), card("W"), card("y1")};
    SeededChance chance(1);
    Game::apply(state, 0, Draw{}, chance);
    Game::apply(state, 0, Pass{}, chance);
    for (int times = 0; times < 50; ++times) {
        const State twin = Game::redeal(state, {Seat{1}}, chance);
        for (const HeldCard& held : twin.hands.of(0))
            if (held.not_these != 0) CHECK_FALSE(is_run(card("r7"), held.card));
    }
}

// ---- on the wire

TEST_CASE("Cards of a play may be in any order, and `tres` does not make it another play") {
    CHECK(moved(R"({"do":"play","on":1,"cards":["W","r8"]})") ==
          moved(R"({"do":"play","on":1,"cards":["r8","W"]})"));
    CHECK(to_json(moved(R"({"cards":["P3","b8"],"tres":false,"on":2,"do":"play","x":1})")).dump() ==
          R"({"do":"play","on":2,"cards":["b8","P3"]})");
    CHECK(to_json(moved(R"({"do":"pass","tres":null})")).dump() == R"({"do":"pass"})");
    CHECK(to_json(moved(R"({"do":"pass","tres":true})")).dump() == R"({"do":"pass","tres":true})");
    const State state = turn_with("r7", "r8 g6 b1 b2 b3");
    for (const Play& play : plays(state)) {
        Play said = play;
        said.tres = true;
        CHECK_FALSE(Game::check(state, 0, said));
    }
}

TEST_CASE("Malformed moves of TRES are refused with the place of the error") {
    struct Row {
        const char* move;
        Code code;
        const char* at;
    };
    const Row rows[] = {
        {R"([])", Code::bad_message, "/move"},
        {R"({"do":"bank"})", Code::illegal_move, "/move/do"},
        {R"({"do":"play","cards":["r8"]})", Code::bad_message, "/move"},
        {R"({"do":"play","on":3,"cards":["r8"]})", Code::illegal_move, "/move/on"},
        {R"({"do":"play","on":"0","cards":["r8"]})", Code::bad_message, "/move/on"},
        {R"({"do":"play","on":0})", Code::bad_message, "/move"},
        {R"({"do":"play","on":0,"cards":[]})", Code::illegal_move, "/move/cards"},
        {R"({"do":"play","on":0,"cards":["r8","r9","r6"]})", Code::illegal_move, "/move/cards"},
        {R"({"do":"play","on":0,"cards":["r10"]})", Code::illegal_move, "/move/cards/0"},
        {R"({"do":"play","on":0,"cards":[8]})", Code::bad_message, "/move/cards/0"},
        {R"({"do":"play","on":0,"cards":"r8"})", Code::bad_message, "/move/cards"},
        {R"({"do":"play","on":0,"cards":["r8"],"tres":1})", Code::bad_message, "/move/tres"},
        {R"({"do":"pass","tres":"yes"})", Code::bad_message, "/move/tres"},
        {R"({"do":"catch"})", Code::bad_message, "/move"},
        {R"({"do":"catch","seat":8})", Code::illegal_move, "/move/seat"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.move);
        CHECK(refused(row.move).code == row.code);
        CHECK(refused(row.move).at == row.at);
    }
}

}  // namespace cubilete::tres
