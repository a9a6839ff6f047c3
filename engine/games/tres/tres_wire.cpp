#include <algorithm>
#include <utility>

#include "engine/cards.hpp"
#include "protocol/wire.hpp"

namespace cubilete::tres {

namespace {

using protocol::Code;
using protocol::Field;
using protocol::Json;
using protocol::JsonText;
using protocol::Refused;
using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 2> phases{"play", "over"};
constexpr std::array<std::string_view, 5> stages{"none", "grace", "open", "late", "said"};
constexpr std::array<std::string_view, 5> draw_causes{"turn", "plus_three", "toma_tres", "caught",
                                                      "false_catch"};
constexpr std::array<std::string_view, 3> loss_causes{"reversa", "salta", "draw_three"};
constexpr std::array<std::string_view, 5> move_names{"play", "draw", "pass", "tres", "catch"};

// ---- writing

template <class Enum>
std::string_view name_of(Names names, Enum value) {
    return names[static_cast<std::size_t>(value)];
}

JsonText to_json(const std::optional<Card>& card) { return card ? JsonText(card_text(*card)) : JsonText(); }

template <class Cards>
JsonText texts_of(const Cards& cards) {
    JsonText array = JsonText::array();
    for (const auto& card : cards) array.push_back(to_json(card));
    return array;
}

JsonText turn_json(const View& view) {
    const auto& [seat, drawn] = *view.turn;
    JsonText json = JsonText::object({{"seat", seat}});
    if (drawn) json.emplace("drawn", true);
    if (view.own && view.own->seat == seat && view.own->drawn)
        json.emplace("card", card_text(*view.own->drawn));
    return json;
}

JsonText player_json(const View& view, Seat seat) {
    const auto& [score, cards, said_tres] = view.seats[seat];
    JsonText json = JsonText::object({{"score", score}, {"cards", cards}});
    if (view.own && view.own->seat == seat) json.emplace("hand", texts_of(view.own->hand));
    if (said_tres) json.emplace("said_tres", true);
    return json;
}

JsonText call_json(const Call& call) {
    return JsonText::object({{"seat", call.seat}, {"stage", name_of(stages, call.stage)}});
}

/// Adds the cards if the viewer may see them: only their owner does.
template <class Cards>
JsonText with_cards(JsonText json, const std::optional<Cards>& cards) {
    if (cards) json.emplace("cards", texts_of(*cards));
    return json;
}

JsonText flagged(JsonText json, bool tres) {
    if (tres) json.emplace("tres", true);
    return json;
}

struct WriteEvent {
    JsonText operator()(const RolledOff& e) const {
        return JsonText::object(
            {{"e", "rolloff"}, {"seat", e.seat}, {"card", card_text(e.card)}, {"points", e.points}});
    }
    JsonText operator()(const Deals& e) const { return JsonText::object({{"e", "deals"}, {"seat", e.seat}}); }
    JsonText operator()(const Starts& e) const {
        return JsonText::object({{"e", "starts"}, {"seat", e.seat}, {"game", e.game}});
    }
    JsonText operator()(const SeenDealt& e) const {
        return with_cards(JsonText::object({{"e", "dealt"}, {"seat", e.seat}, {"count", e.count}}), e.cards);
    }
    JsonText operator()(const TurnedUp& e) const {
        return JsonText::object({{"e", "turned_up"}, {"on", e.on}, {"card", card_text(e.card)}});
    }
    JsonText operator()(const Reversed& e) const {
        return JsonText::object({{"e", "reversed"}, {"direction", e.direction}});
    }
    JsonText operator()(const LostTurn& e) const {
        return JsonText::object(
            {{"e", "lost_turn"}, {"seat", e.seat}, {"why", name_of(loss_causes, e.cause)}});
    }
    JsonText operator()(const SeenDrew& e) const {
        return with_cards(JsonText::object({{"e", "drew"},
                                            {"seat", e.seat},
                                            {"count", e.count},
                                            {"why", name_of(draw_causes, e.cause)}}),
                          e.cards);
    }
    JsonText operator()(const Reshuffled& e) const {
        return JsonText::object({{"e", "reshuffled"}, {"cards", e.cards}});
    }
    JsonText operator()(const Played& e) const {
        return JsonText::object({{"e", "played"},
                                 {"seat", e.seat},
                                 {"on", e.on},
                                 {"below", card_text(e.below)},
                                 {"cards", texts_of(e.cards)},
                                 {"toma_tres", e.toma_tres}});
    }
    JsonText operator()(const Passed& e) const {
        return JsonText::object({{"e", "passed"}, {"seat", e.seat}});
    }
    JsonText operator()(const SaidTres& e) const {
        return JsonText::object({{"e", "tres"}, {"seat", e.seat}});
    }
    JsonText operator()(const CatchOpened& e) const {
        return JsonText::object({{"e", "catch_open"}, {"seat", e.seat}});
    }
    JsonText operator()(const Caught& e) const {
        return JsonText::object({{"e", "caught"}, {"seat", e.seat}, {"by", e.by}});
    }
    JsonText operator()(const FalselyCaught& e) const {
        return JsonText::object({{"e", "false_catch"}, {"seat", e.seat}, {"by", e.by}});
    }
    JsonText operator()(const GameOver& e) const {
        return JsonText::object({{"e", "game_over"},
                                 {"winners", JsonText::array(e.winners)},
                                 {"blocked", e.blocked},
                                 {"points", e.points}});
    }
    JsonText operator()(const Over& e) const {
        return JsonText::object({{"e", "over"}, {"winners", JsonText::array(e.winners)}});
    }
};

struct WriteMove {
    JsonText operator()(const Play& move) const {
        return flagged(JsonText::object({{"do", "play"}, {"on", move.on}, {"cards", texts_of(move.cards)}}),
                       move.tres);
    }
    JsonText operator()(const Draw&) const { return JsonText::object({{"do", "draw"}}); }
    JsonText operator()(const Pass& move) const {
        return flagged(JsonText::object({{"do", "pass"}}), move.tres);
    }
    JsonText operator()(const SayTres&) const { return JsonText::object({{"do", "tres"}}); }
    JsonText operator()(const Catch& move) const {
        return JsonText::object({{"do", "catch"}, {"seat", move.seat}});
    }
};

/// A move in the form of the pushes: "0 r8 r9" lays these cards on place 0.
struct ListMove {
    std::string operator()(const Play& move) const {
        std::string text = std::to_string(move.on);
        for (const Card& card : move.cards) (text += ' ') += card_text(card);
        return with_call(std::move(text), move.tres);
    }
    std::string operator()(const Draw&) const { return "draw"; }
    std::string operator()(const Pass& move) const { return with_call("pass", move.tres); }
    std::string operator()(const SayTres&) const { return "tres"; }
    std::string operator()(const Catch& move) const { return "catch " + std::to_string(move.seat); }

    static std::string with_call(std::string text, bool tres) {
        return tres ? std::move(text) + " tres" : text;
    }
};

// ---- reading

Card read_card(const Field& json) {
    if (const auto card = cubilete::read_card(json.text())) return *card;
    json.refuse(Code::illegal_move, "There is no such card.");
}

Seat read_seat(const Field& json) { return static_cast<Seat>(json.integer(0, most_players - 1)); }

bool read_tres(const Field& move) {
    const auto tres = move.given("tres");
    return tres && tres->flag();
}

Play in_order(Play play) {
    if (play.cards.size() == 2 && play.cards[1] < play.cards[0]) std::swap(play.cards[0], play.cards[1]);
    return play;
}

Move read_play(const Field& move) {
    Play play{static_cast<Place>(move["on"].integer(0, table_size - 1)), {}, read_tres(move)};
    for (const Field& card : move["cards"].elements(1, 2)) play.cards.push_back(read_card(card));
    return in_order(play);
}

Move read_any(const Field& move) {
    switch (move["do"].index_in(move_names)) {
        case 0: return read_play(move);
        case 1: return Draw{};
        case 2: return Pass{read_tres(move)};
        case 3: return SayTres{};
        case 4: return Catch{read_seat(move["seat"])};
    }
    broken_promise();
}

/// The long form of what listed() wrote.
Json long_form(const Field& move) {
    auto words = protocol::words_of(move, 1, 4);
    const bool is_call = words == std::vector<std::string_view>{"tres"};
    const bool tres = !is_call && words.back() == "tres";
    if (tres) words.pop_back();
    Json json = Json::object({{"do", words.front()}});
    if (words.front() == "catch") {
        protocol::words_of(move, 2, 2);
        json["seat"] = protocol::number_of(words[1]);
    } else if (std::ranges::find(move_names, words.front()) == move_names.end()) {
        json = Json::object({{"do", "play"}, {"on", protocol::number_of(words.front())}});
        json["cards"] = std::vector<std::string>(words.begin() + 1, words.end());
    } else {
        protocol::words_of(move, 1, tres ? 2 : 1);
    }
    if (tres) json["tres"] = true;
    return json;
}

}  // namespace

JsonText to_json(const About& about) {
    return JsonText::object({{"game", Game::info().id}, {"target", about.target}});
}

JsonText to_json(const View& view) {
    JsonText seats = JsonText::array();
    for (std::size_t seat = 0; seat < view.seats.size(); ++seat)
        seats.push_back(player_json(view, static_cast<Seat>(seat)));
    JsonText json = JsonText::object({{"phase", phases[view.over ? 1 : 0]}, {"round", view.game}});
    if (view.turn) json.emplace("turn", turn_json(view));
    json.update({{"seats", seats},
                 {"table", texts_of(view.table)},
                 {"pile", view.pile},
                 {"discards", view.discards}});
    if (view.top) json.emplace("top", card_text(*view.top));
    json.emplace("direction", view.direction);
    if (view.call.stage != Call::Stage::none) json.emplace("call", call_json(view.call));
    return json;
}

JsonText to_json(const Seen& seen) { return std::visit(WriteEvent{}, seen); }

JsonText to_json(const Move& move) { return std::visit(WriteMove{}, move); }

JsonText listed(const Move& move) { return JsonText(std::visit(ListMove{}, move)); }

std::variant<Move, Refused> read_move(const Json& json) {
    return protocol::reading([&] {
        const Field move(json, "/move");
        return move.is_text() ? protocol::reading_listed(move, long_form(move), read_any) : read_any(move);
    });
}

}  // namespace cubilete::tres
