#include "engine/games/threes_away/threes_away_wire.hpp"
#include "tests/read_view.hpp"

namespace cubilete::threes_away {

std::variant<View, protocol::Rejection> read_view(const Json& json) {
    return protocol::catch_unreadable([&] {
        View view{};
        Object::read(Field(json, ""), view);
        if (view.turn) view.turn->worth_turned.resize(view.turn->worth.size());
        return view;
    });
}

}  // namespace cubilete::threes_away
