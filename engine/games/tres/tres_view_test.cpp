#include <algorithm>
#include <array>
#include <string_view>

#include "engine/cards.hpp"
#include "engine/games/tres/tres.hpp"
#include "tests/read_flag.hpp"
#include "tests/read_view.hpp"

namespace cubilete::tres {

namespace view_json {
namespace {

using protocol::Field;

constexpr std::array<std::string_view, 2> phases{"play", "over"};
constexpr std::array<std::string_view, 5> stages{"none", "grace", "open", "late", "said"};
constexpr int max_points = 1'000'000;  // larger than any possible score

Card read_card(const Field& json) {
    if (const auto card = cubilete::read_card(json.text())) return *card;
    json.refuse(protocol::Code::illegal_move, "There is no such card.");
}

std::optional<Card> read_card_or_null(const Field& json) {
    if (json.is_null()) return std::nullopt;
    return read_card(json);
}

Seat read_seat(const Field& json) { return static_cast<Seat>(json.integer(0, max_players - 1)); }

View::Player read_player(const Field& json, Seat seat, View& view) {
    if (const auto hand = json.find("hand")) {
        view.own = View::OwnHand{seat, {}, {}};
        for (const Field& card : hand->elements(0, max_cards)) view.own->hand.push_back(read_card(card));
    }
    return {json["score"].integer(0, max_points), json["cards"].integer(0, max_cards),
            read_flag(json, "said_tres")};
}

void read_turn(const Field& json, View& view) {
    view.turn = Turn{read_seat(json["seat"]), read_flag(json, "drawn")};
    if (const auto card = json.find("card"); card && view.own) view.own->drawn = read_card(*card);
}

Call read_call(const Field& json) {
    return {static_cast<Call::Stage>(json["stage"].index_in(stages)), read_seat(json["seat"])};
}

View read_view(const Field& json) {
    View view{.over = json["phase"].index_in(phases) == 1,
              .game = json["round"].integer(1, max_points),
              .turn = {},
              .seats = {},
              .own = {},
              .table = {},
              .pile = json["pile"].integer(0, max_cards),
              .discards = json["discards"].integer(0, max_cards),
              .top = {},
              .direction = json["direction"].integer(-1, 1),
              .call = {}};
    if (const auto top = json.find("top")) view.top = read_card(*top);
    if (const auto call = json.find("call")) view.call = read_call(*call);
    for (const Field& player : json["seats"].elements(2, max_players))
        view.seats.push_back(read_player(player, static_cast<Seat>(view.seats.size()), view));
    if (const auto turn = json.find("turn")) read_turn(*turn, view);
    std::ranges::transform(json["table"].elements(table_size, table_size), view.table.begin(),
                           read_card_or_null);
    return view;
}

}  // namespace
}  // namespace view_json

std::variant<View, protocol::Rejection> read_view(const protocol::Json& json) {
    return protocol::catch_unreadable([&] { return view_json::read_view(protocol::Field(json, "")); });
}

}  // namespace cubilete::tres
