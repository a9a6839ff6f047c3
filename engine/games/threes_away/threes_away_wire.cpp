#include "engine/games/threes_away/threes_away_wire.hpp"

namespace cubilete::threes_away {

JsonText to_json(const About& about) { return json_of(about); }
JsonText to_json(const View& view) { return json_of(view); }
JsonText to_json(const Seen& seen) { return json_of(seen); }
JsonText to_json(const Move& move) { return json_of(move); }
JsonText listed(const Move& move) { return json_of(move); }

std::variant<Move, protocol::Rejection> read_move(const Json& json) {
    return protocol::catch_unreadable([&] { return read_one_of(Field(json, "/move"), "do", Move()); });
}

}  // namespace cubilete::threes_away
