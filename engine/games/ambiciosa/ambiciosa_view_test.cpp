#include "engine/games/ambiciosa/ambiciosa_wire.hpp"
#include "tests/read_view.hpp"

namespace cubilete::ambiciosa {

std::variant<View, protocol::Refused> read_view(const Json& json) {
    return protocol::reading([&] {
        View view{};
        Object::read(Field(json, ""), view);
        return view;
    });
}

}  // namespace cubilete::ambiciosa
