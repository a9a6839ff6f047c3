#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/json.hpp"
#include "protocol/refused.hpp"

/// Converts the fields of a request into values. A *kind* describes the allowed values of a field: take()
/// moves the value out of the JSON, or returns nullopt for anything else, without nlohmann's implicit
/// conversions; wanted() completes the sentence "… must be".
namespace cubilete::protocol {

/// An exact integer in `min`..`max`. 1.0, "1" and true are not integers.
template <std::integral T>
struct Integer {
    using Value = T;
    T min;
    T max;

    bool allows(std::int64_t value) const {
        return std::cmp_less_equal(min, value) && std::cmp_less_equal(value, max);
    }
    std::optional<T> take(Json& json) const {
        if (json.is_number_unsigned()) return within(json.get_ref<const Json::number_unsigned_t&>());
        if (json.is_number_integer()) return within(json.get_ref<const Json::number_integer_t&>());
        return std::nullopt;
    }
    std::string wanted() const {
        return "an integer from " + std::to_string(min) + " to " + std::to_string(max);
    }

  private:
    std::optional<T> within(auto value) const {
        if (std::cmp_less(value, min) || std::cmp_greater(value, max)) return std::nullopt;
        return static_cast<T>(value);
    }
};
template <std::integral T>
Integer(T, T) -> Integer<T>;

/// A string of `least`..`most` characters (code points) without control characters.
struct Text {
    using Value = std::string;
    std::size_t least;
    std::size_t most;

    bool allows(std::string_view text) const;
    std::optional<std::string> take(Json& json) const;
    std::string wanted() const;
};

/// Any string; its rules are checked elsewhere.
struct AnyText {
    using Value = std::string;

    std::optional<std::string> take(Json& json) const;
    std::string wanted() const { return "a string"; }
};

/// A hash or value: 64 hexadecimal digits without capitals.
struct Hexadecimal {
    using Value = std::string;

    static bool allows(std::string_view text);
    std::optional<std::string> take(Json& json) const;
    std::string wanted() const { return "64 hexadecimal digits without capitals"; }
};

struct Flag {
    using Value = bool;

    std::optional<bool> take(Json& json) const;
    std::string wanted() const { return "true or false"; }
};

struct AnyObject {
    using Value = Json;

    std::optional<Json> take(Json& json) const;
    std::string wanted() const { return "an object"; }
};

/// A move: an object, or a string in the form of the game's lists.
struct ObjectOrText {
    using Value = Json;

    std::optional<Json> take(Json& json) const;
    std::string wanted() const { return "an object or a string"; }
};

/// One of these names; the result is the enumerator with the same index.
template <class Enum, std::size_t count>
struct OneOf {
    using Value = Enum;
    std::array<std::string_view, count> names;

    std::optional<Enum> take(Json& json) const {
        if (!json.is_string()) return std::nullopt;
        for (std::size_t at = 0; at < count; ++at)
            if (json.get_ref<const std::string&>() == names[at]) return static_cast<Enum>(at);
        return std::nullopt;
    }
    std::string wanted() const {
        std::string list = "one of";
        for (const std::string_view name : names) list.append(" ").append(name);
        return list;
    }
};

/// The fields of one object. The first error is stored in `problem`; values read after it are meaningless. So
/// a reader takes all fields in one expression and checks `problem` once at the end. Fields that are not
/// asked for are ignored. Holds references to the JSON and to `problem`; both must outlive it.
class Fields {
  public:
    /// `at` is the JSON pointer of `object`, which must be a JSON object.
    Fields(Json& object, std::optional<Refused>& problem, std::string at = {})
        : object_(object), problem_(problem), at_(std::move(at)) {}

    bool has(std::string_view name) const { return object_.contains(name); }

    /// A required field.
    template <class Kind>
    typename Kind::Value need(std::string_view name, const Kind& kind) {
        Json* field = needed(name);
        return field != nullptr ? taken(name, *field, kind).value_or(typename Kind::Value{})
                                : typename Kind::Value{};
    }
    /// A required field that may be null.
    template <class Kind>
    std::optional<typename Kind::Value> need_or_null(std::string_view name, const Kind& kind) {
        Json* field = needed(name);
        return field != nullptr && !field->is_null() ? taken(name, *field, kind) : std::nullopt;
    }
    /// An optional field; null means the same as absent.
    template <class Kind>
    std::optional<typename Kind::Value> find(std::string_view name, const Kind& kind) {
        Json* field = given(name);
        return field != nullptr ? taken(name, *field, kind) : std::nullopt;
    }
    /// The fields of an optional object; null means the same as absent.
    std::optional<Fields> find_fields(std::string_view name);

    /// Stores an error for this field, unless there is one already.
    void refuse(Code code, std::string_view name, std::string text);

  private:
    template <class Kind>
    std::optional<typename Kind::Value> taken(std::string_view name, Json& field, const Kind& kind) {
        auto value = kind.take(field);
        if (!value) refuse_kind(name, kind.wanted());
        return value;
    }
    Json* needed(std::string_view name);
    Json* given(std::string_view name);
    void refuse_kind(std::string_view name, const std::string& wanted);

    Json& object_;
    std::optional<Refused>& problem_;
    std::string at_;
};

}  // namespace cubilete::protocol
