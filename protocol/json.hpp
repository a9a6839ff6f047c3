#pragma once

#include <initializer_list>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

namespace cubilete::protocol {

/// JSON as it goes over the wire: objects keep the order in which their members were written.
using Json = nlohmann::ordered_json;

/// A member of an object that is being made.
struct Member {
    template <class Value>
    Member(const char* its_name, Value&& its_value) : name(its_name), value(std::forward<Value>(its_value)) {}

    const char* name;
    mutable Json value;  ///< taken out of the list, whose elements are constant
};

/// `object({{"do", "roll"}, {"dice", dice}})`, the names being different. nlohmann's own spelling `{{…}}` makes
/// an array of each member first and takes six times as long.
inline Json object(std::initializer_list<Member> members) {
    Json::object_t made;
    made.reserve(members.size());
    for (const Member& member : members) made.Container::emplace_back(member.name, std::move(member.value));
    return made;
}

}  // namespace cubilete::protocol
