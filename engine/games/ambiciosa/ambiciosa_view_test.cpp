#include "engine/games/ambiciosa/ambiciosa_wire.hpp"
#include "tests/read_view.hpp"

namespace cubilete::ambiciosa {

std::variant<View, protocol::Rejection> read_view(const Json& json) {
    return protocol::catch_unreadable([&] {
        View view{};
        Object::read(Field(json, ""), view);
        return view;
    });
}

}  // namespace cubilete::ambiciosa
