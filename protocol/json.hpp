#pragma once

#include <initializer_list>
#include <utility>

#include <nlohmann/json.hpp>

namespace cubilete::protocol {

/// JSON as it is sent: objects keep the order in which their members were added.
using Json = nlohmann::ordered_json;

/// A member for object().
struct Member {
    template <class Value>
    Member(const char* its_name, Value&& its_value) : name(its_name), value(std::forward<Value>(its_value)) {}

    const char* name;
    mutable Json value;  ///< mutable because object() moves it out of the initializer list
};

/// Makes an object: `object({{"do", "roll"}, {"dice", dice}})`. The names must be different. nlohmann's own
/// `{{…}}` first makes an array of each member and takes six times as long.
inline Json object(std::initializer_list<Member> members) {
    Json::object_t made;
    made.reserve(members.size());
    for (const Member& member : members) made.Container::emplace_back(member.name, std::move(member.value));
    return made;
}

}  // namespace cubilete::protocol
