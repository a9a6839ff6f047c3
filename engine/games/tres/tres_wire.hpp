#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/cards.hpp"
#include "engine/games/tres/tres.hpp"
#include "protocol/described.hpp"

/// The JSON of moves, views and events (protocol/described.hpp).
namespace cubilete::tres {

using namespace described;

// ---- kinds

constexpr std::array<std::string_view, 2> phases{"play", "over"};
constexpr std::array<std::string_view, 5> stages{"none", "grace", "open", "late", "said"};
constexpr std::array<std::string_view, 5> draw_causes{"turn", "plus_three", "toma_tres", "caught",
                                                      "false_catch"};
constexpr std::array<std::string_view, 3> loss_causes{"reversa", "salta", "draw_three"};

struct CardText {
    static void write(std::string& text, Card card) { write_text(text, card_text(card)); }
    static void read(const Field& json, Card& card) {
        const auto found = read_card(json.text());
        if (!found) json.refuse(Code::illegal_move, "There is no such card.");
        card = *found;
    }
    static Json schema(auto&, auto&) {
        Json texts = Json::array();
        for (int card = 0; card < card_kinds; ++card) texts.push_back(card_text(static_cast<Card>(card)));
        return {{"enum", std::move(texts)}};
    }
};
struct Direction : Number {
    static Json schema(auto&, auto&) { return {{"enum", {1, -1}}}; }
};
/// Without the first name: the view has no call then.
struct Stage : EnumName {
    static Json schema(auto&, auto&) { return {{"enum", std::vector(stages.begin() + 1, stages.end())}}; }
};

constexpr Named seat{"seat", Number{0, max_players - 1}};
constexpr Named count{"count", Number{}};
constexpr Named card{"card", CardText()};
constexpr Named cards{"cards", List{card}};
constexpr Named place{"place", Number{0, table_size - 1}, "Of the table, from the left"};
constexpr Named laid{"laid", List{card, 1, 2}};
constexpr Named direction{"direction", Direction()};

// ---- moves

void describe(auto& with, SameAs<Play> auto& move) {
    with("do", "play")("on", move.on, place)("cards", move.cards, laid)("tres", move.tres,
                                                                        OmittedIfEmpty{Flag()});
}
void describe(auto& with, SameAs<Draw> auto&) { with("do", "draw"); }
void describe(auto& with, SameAs<Pass> auto& move) {
    with("do", "pass")("tres", move.tres, OmittedIfEmpty{Flag()});
}
void describe(auto& with, SameAs<SayTres> auto&) { with("do", "tres"); }
void describe(auto& with, SameAs<Catch> auto& move) { with("do", "catch")("seat", move.seat, seat); }
constexpr ShortForm listed_form{
    ": \"0 r8 r9\" lays these cards on place 0; \"draw\", \"pass\", \"tres\"; \"catch 2\" catches seat 2. A "
    "client may end a play or a pass with \" tres\"",
    "^([0-2]( ([rgby][1-9]|W[rgby]?|[RSP]3)){1,2}( tres)?|draw|pass( tres)?|tres|catch [0-7])$"};

// ---- views

void describe(auto& with, SameAs<About> auto& about) {
    with("game", "tres")("target", about.target, Number{1}, "The score that ends the match");
}

/// Turn and Player with what only the viewer's own have.
struct ShownTurn {
    Seat seat = 0;
    bool drawn = false;
    std::optional<Card> card;
};
struct ShownPlayer {
    int score = 0;
    int cards = 0;
    std::optional<std::span<const Card>> hand;
    bool said_tres = false;
};
inline std::optional<ShownTurn> shown_turn(const View& view) {
    if (!view.turn) return std::nullopt;
    ShownTurn shown{view.turn->seat, view.turn->drawn, {}};
    if (view.own && view.own->seat == shown.seat) shown.card = view.own->drawn;
    return shown;
}
inline std::vector<ShownPlayer> shown_players(const View& view) {
    std::vector<ShownPlayer> shown;
    for (const auto& [score, number, said_tres] : view.seats) shown.push_back({score, number, {}, said_tres});
    if (view.own) shown.at(view.own->seat).hand = view.own->hand;
    return shown;
}
inline std::optional<Call> running_call(const Call& call) {
    return call.stage == Call::Stage::none ? std::nullopt : std::optional(call);
}

void describe(auto& with, SameAs<ShownTurn> auto& turn) {
    with("seat", turn.seat, seat)("drawn", turn.drawn, OmittedIfFalse());
    with("card", turn.card, card, "The drawn card; only for its owner");
}
void describe(auto& with, SameAs<ShownPlayer> auto& player) {
    with("score", player.score, count)("cards", player.cards, count);
    with("hand", player.hand, cards, "Only the viewer's own")("said_tres", player.said_tres,
                                                              OmittedIfFalse());
}
void describe(auto& with, SameAs<Call> auto& call) {
    with("seat", call.seat, seat)("stage", call.stage, Stage{{stages}});
}
void describe(auto& with, SameAs<View> auto& view) {
    with("phase", view.over, EnumName{phases})("round", view.game, Number{1}, "The game of the series");
    with("turn", shown_turn(view), Object());
    with("seats", shown_players(view), List{Named{"player", Object()}, 2, max_players});
    with("table", view.table, List{OrNull{card}, table_size, table_size},
         "null while the pile is empty, and at the place of the winning play");
    with("pile", view.pile, count)("discards", view.discards, count)("top", view.top, card);
    with("direction", view.direction, direction)("call", running_call(view.call), Object());
}

// ---- events

void describe(auto& with, SameAs<RolledOff> auto& e) {
    with("e", "rolloff")("seat", e.seat, seat)("card", e.card, card)("points", e.points, Number{0, 9});
}
void describe(auto& with, SameAs<Deals> auto& e) { with("e", "deals")("seat", e.seat, seat); }
void describe(auto& with, SameAs<Starts> auto& e) {
    with("e", "starts")("seat", e.seat, seat)("game", e.game, Number{1});
}
void describe(auto& with, SameAs<SeenDealt> auto& e) {
    with("e", "dealt")("seat", e.seat, seat)("count", e.count, Number{hand_size, hand_size});
    with("cards", e.cards, cards);
}
void describe(auto& with, SameAs<TurnedUp> auto& e) {
    with("e", "turned_up")("on", e.on, place)("card", e.card, card);
}
void describe(auto& with, SameAs<Reversed> auto& e) {
    with("e", "reversed")("direction", e.direction, direction);
}
void describe(auto& with, SameAs<LostTurn> auto& e) {
    with("e", "lost_turn")("seat", e.seat, seat)("why", e.cause, EnumName{loss_causes});
}
void describe(auto& with, SameAs<SeenDrew> auto& e) {
    with("e", "drew")("seat", e.seat, seat)("count", e.count, Number{0, 3});
    with("why", e.cause, EnumName{draw_causes})("cards", e.cards, cards);
}
void describe(auto& with, SameAs<Reshuffled> auto& e) {
    with("e", "reshuffled")("cards", e.cards, Number{1});
}
void describe(auto& with, SameAs<Played> auto& e) {
    with("e", "played")("seat", e.seat, seat)("on", e.on, place)("below", e.below, card);
    with("cards", e.cards, laid)("toma_tres", e.toma_tres, Flag());
}
void describe(auto& with, SameAs<Passed> auto& e) { with("e", "passed")("seat", e.seat, seat); }
void describe(auto& with, SameAs<SaidTres> auto& e) { with("e", "tres")("seat", e.seat, seat); }
void describe(auto& with, SameAs<CatchOpened> auto& e) { with("e", "catch_open")("seat", e.seat, seat); }
void describe(auto& with, SameAs<Caught> auto& e) {
    with("e", "caught")("seat", e.seat, seat)("by", e.by, seat);
}
void describe(auto& with, SameAs<FalselyCaught> auto& e) {
    with("e", "false_catch")("seat", e.seat, seat)("by", e.by, seat);
}
void describe(auto& with, SameAs<GameOver> auto& e) {
    with("e", "game_over")("winners", e.winners, List{seat, 1});
    with("blocked", e.blocked, Flag())("points", e.points, count);
}
void describe(auto& with, SameAs<Over> auto& e) { with("e", "over")("winners", e.winners, List{seat, 1}); }

}  // namespace cubilete::tres
