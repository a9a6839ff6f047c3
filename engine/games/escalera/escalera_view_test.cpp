#include "engine/games/escalera/escalera_wire.hpp"
#include "tests/read_view.hpp"

namespace cubilete::escalera {

std::variant<View, protocol::Refused> read_view(const Json& json) {
    return protocol::reading([&] {
        View view{};
        Object::read(Field(json, ""), view);
        return view;
    });
}

}  // namespace cubilete::escalera
