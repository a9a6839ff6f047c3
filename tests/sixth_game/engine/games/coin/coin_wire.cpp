#include <array>
#include <string_view>

#include "protocol/wire.hpp"

namespace cubilete::coin {

using protocol::JsonText;

JsonText to_json(const About& about) {
    return JsonText::object({{"game", Game::info().id}, {"target", about.target}});
}

JsonText to_json(const View& view) {
    JsonText json = JsonText::object({{"phase", view.turn ? "play" : "over"}, {"round", view.round}});
    JsonText seats = JsonText::array();
    for (const int heads : view.heads) seats.push_back(JsonText::object({{"heads", heads}}));
    json.emplace("seats", seats);
    if (view.turn) json.emplace("turn", JsonText::object({{"seat", *view.turn}}));
    return json;
}

JsonText to_json(const Seen& seen) {
    return JsonText::object({{"e", "tossed"}, {"seat", seen.seat}, {"heads", seen.heads}});
}

JsonText to_json(const Move&) { return JsonText::object({{"do", "toss"}}); }

JsonText listed(const Move& move) { return to_json(move); }

std::variant<Move, protocol::Rejection> read_move(const protocol::Json& json) {
    return protocol::catch_unreadable([&]() -> Move {
        static constexpr std::array<std::string_view, 1> names{"toss"};
        protocol::Field(json, "/move")["do"].index_in(names);
        return Move{};
    });
}

}  // namespace cubilete::coin
