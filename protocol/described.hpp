#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "protocol/wire.hpp"

/// A struct of a message is described once, by a function in its namespace with its members in the order of the wire:
///
///     void describe(auto& with, Is<Scored> auto& e) {
///         with("e", "scored")("seat", e.seat, seat)("points", e.points, points);
///         with("column", e.column, column, "Only with three columns");
///     }
///
/// From it a Writer makes the JSON, a Reader the struct, a RequestReader (protocol/request_reader.hpp) the struct of a
/// request, and a SchemaMaker (tests/protocol/schema_maker.hpp) the JSON Schema. A member has a name, a value, a *kind*,
/// and perhaps a description for the schema; the description of a constant is that of its object. An optional without a
/// value is left out, unless its kind is OrNull. A temporary, which is computed from other members, is written and not read.
///
/// A kind says which values there are, in `write(text, value)`, in `read(field, value)`, which refuses like Field, and in
/// `schema(maker, value)`, whose value is an example. `left_out(value)` is the value that is left out, if there is one.
/// For requests `read_json(json, value)` moves a value out of the JSON, or returns false; `expectation()` completes "… must be".
namespace cubilete::described {

using protocol::Code;
using protocol::Field;
using protocol::Json;
using protocol::JsonText;

template <class Given, class Struct>
concept SameAs = std::same_as<std::remove_const_t<Given>, Struct>;

template <class Kind, class Value>
concept HasOmittedValue = requires(const Kind& kind, const Value& value) {
    kind.omitted_value(value);
};

template <class Kind>
struct OrNull;
template <class Kind>
constexpr bool accepts_null = false;
template <class Kind>
constexpr bool accepts_null<OrNull<Kind>> = true;

template <class Value>
concept Optional = requires(const Value& value) {
    value.has_value();
};
/// A value of an optional is a value of the kind. With OrNull the inner one of two optionals is null.
template <class Kind, class Value>
concept IsOptionalOf = Optional<Value> &&
    (!accepts_null<Kind> || Optional<typename std::remove_cvref_t<Value>::value_type>);

/// Writes a text that needs no escapes.
void write_text(std::string& text, std::string_view plain);
/// Writes any text; malformed UTF-8 is replaced.
void write_escaped(std::string& text, std::string_view any);

/// Writes the members of an object.
class Writer {
  public:
    explicit Writer(std::string& text) : text_(text) {}

    Writer& operator()(std::string_view name, const char* constant, const char* = "") {
        put_name(name);
        write_text(text_, constant);
        return *this;
    }
    template <class Value, class Kind>
    Writer& operator()(std::string_view name, const Value& value, const Kind& kind, const char* = "") {
        if constexpr (IsOptionalOf<Kind, Value>) {
            return value ? (*this)(name, *value, kind) : *this;
        } else {
            if constexpr (HasOmittedValue<Kind, Value>)
                if (value == kind.omitted_value(value)) return *this;
            put_name(name);
            kind.write(text_, value);
            return *this;
        }
    }

  private:
    /// `name` must need no escape in JSON.
    void put_name(std::string_view name);

    std::string& text_;
};

/// Reads the members of an object, and ignores others. If a member may be left out, null means the same.
class Reader {
  public:
    explicit Reader(const Field& object) : object_(object) {}

    Reader& operator()(std::string_view, const char*, const char* = "") { return *this; }
    template <class Value, class Kind>
    Reader& operator()(std::string_view, Value&&, const Kind&, const char* = "") {
        return *this;
    }
    template <class Value, class Kind>
    Reader& operator()(std::string_view name, Value& value, const Kind& kind, const char* = "") {
        if constexpr (IsOptionalOf<Kind, Value>) {
            const auto given = object_.given(name);
            given ? kind.read(*given, value.emplace()) : value.reset();
        } else if constexpr (HasOmittedValue<Kind, Value>) {
            const auto given = object_.given(name);
            given ? kind.read(*given, value) : void(value = kind.omitted_value(value));
        } else {
            kind.read(object_[name], value);
        }
        return *this;
    }

    bool has(std::string_view name) const { return object_.given(name).has_value(); }

  private:
    const Field& object_;
};

// ---- kinds

/// An exact integer in `min`..`max`: 1.0, "1" and true are none.
struct Number {
    using Limits = std::numeric_limits<int>;
    std::int64_t min = 0;
    std::int64_t max = Limits::max();

    static void write(std::string& text, std::int64_t value);
    template <class Value>
    void read(const Field& json, Value& value) const {
        value = static_cast<Value>(json.whole(min, max));
    }
    bool allows(std::int64_t value) const { return min <= value && value <= max; }
    template <class Value>
    bool read_json(const Json& json, Value& value) const {
        const auto number = integer_of(json);
        if (!number || !allows(*number)) return false;
        value = static_cast<Value>(*number);
        return true;
    }
    std::string expectation() const {
        return "an integer from " + std::to_string(min) + " to " + std::to_string(max);
    }
    Json schema(auto&, auto&) const {
        Json json{{"type", "integer"}};
        if (min != Limits::min()) json["minimum"] = min;
        if (max != Limits::max()) json["maximum"] = max;
        return json;
    }

  private:
    static std::optional<std::int64_t> integer_of(const Json& json);
};
constexpr Number any_number{Number::Limits::min()};
constexpr std::int64_t max_int64 = std::numeric_limits<std::int64_t>::max();

struct Flag {
    static void write(std::string& text, bool value) { text += value ? "true" : "false"; }
    static void read(const Field& json, bool& value) { value = json.flag(); }
    static bool read_json(const Json& json, bool& value);
    static std::string expectation() { return "true or false"; }
    static Json schema(auto&, auto&) { return {{"type", "boolean"}}; }
};

/// Any string; its rules are checked elsewhere.
struct AnyText {
    static void write(std::string& text, std::string_view value) { write_escaped(text, value); }
    static void read(const Field& json, auto& value) { value = json.text(); }
    static bool read_json(Json& json, std::string& value);
    static std::string expectation() { return "a string"; }
    static Json schema(auto&, auto&) { return {{"type", "string"}}; }
};

/// A string of `least`..`most` characters (code points) without control characters.
struct Text {
    std::size_t least;
    std::size_t most;

    static void write(std::string& text, std::string_view value) { write_escaped(text, value); }
    static void read(const Field& json, std::string& value) { value = json.text(); }
    bool allows(std::string_view text) const;
    bool read_json(Json& json, std::string& value) const;
    std::string expectation() const;
    Json schema(auto&, auto&) const {
        Json json{{"type", "string"}};
        if (least > 0) json["minLength"] = least;
        json.update({{"maxLength", most}, {"pattern", R"(^[^\u0000-\u001F\u007F-\u009F]*(?![\s\S]))"}});
        return json;
    }
};

/// A hash or value: 64 hexadecimal digits without capitals.
struct Hexadecimal {
    static bool allows(std::string_view text);
    static bool read_json(Json& json, std::string& value);
    static std::string expectation() { return "64 hexadecimal digits without capitals"; }
    static Json schema(auto&, auto&) {
        return {{"type", "string"}, {"pattern", R"(^[0-9a-f]{64}(?![\s\S]))"}};
    }
};

/// A flag that is true or left out.
struct OmittedIfFalse : Flag {
    static bool omitted_value(bool) { return false; }
    static Json schema(auto&, auto&) { return {{"const", true}}; }
};

/// The opposite of a flag: true, or left out if the flag is true.
struct OmittedIfTrue {
    static bool omitted_value(bool) { return true; }
    static void write(std::string& text, bool value) { Flag::write(text, !value); }
    static void read(const Field& json, bool& value) { value = !json.flag(); }
    static Json schema(auto&, auto&) { return {{"const", true}}; }
};

/// A text that fits a regular expression.
struct PatternText : AnyText {
    const char* pattern;

    explicit constexpr PatternText(const char* its_pattern) : pattern(its_pattern) {}
    Json schema(auto&, auto&) const { return {{"type", "string"}, {"pattern", pattern}}; }
};

/// One of these texts.
struct WordText : AnyText {
    std::span<const std::string_view> words;

    explicit constexpr WordText(std::span<const std::string_view> its_words) : words(its_words) {}
    Json schema(auto&, auto&) const { return {{"enum", std::vector(words.begin(), words.end())}}; }
};

/// JSON that is written already.
struct JsonValue {
    static void write(std::string& text, const JsonText& value) { text += value.dump(); }
    static void write(std::string& text, const Json& value) { write(text, JsonText::of(value)); }
    static void read(const Field& json, JsonText& value) { value = JsonText::of(json.json()); }
    static void read(const Field& json, Json& value) { value = json.json(); }
};
/// JSON that is written already, with its schema.
struct JsonWithSchema : JsonValue {
    const char* form;

    explicit constexpr JsonWithSchema(const char* its_form) : form(its_form) {}
    Json schema(auto&, auto&) const { return Json::parse(form); }
};
/// A described struct that is written already.
template <class Struct>
struct PreserializedStruct : JsonValue {
    static Json schema(auto& maker, auto&) { return maker.any(Struct{}); }
};
/// An object that is written already, with these members.
template <class Members>
struct JsonWithMembers : JsonValue {
    Members members;

    explicit constexpr JsonWithMembers(Members its_members) : members(its_members) {}
    Json schema(auto& maker, auto&) const { return maker.object_of(members); }
};
/// An array that is written already.
template <class Kind>
struct JsonList : JsonValue {
    Kind kind;

    explicit constexpr JsonList(Kind its_kind) : kind(its_kind) {}
    Json schema(auto& maker, auto&) const {
        return {{"type", "array"}, {"items", maker.value(JsonText(), kind)}};
    }
};

/// The name of an enumerator, or of false and true.
struct EnumName {
    std::span<const std::string_view> names;

    void write(std::string& text, auto value) const {
        write_text(text, names[static_cast<std::size_t>(value)]);
    }
    template <class Enum>
    void read(const Field& json, Enum& value) const {
        value = static_cast<Enum>(json.index_in(names));
    }
    template <class Enum>
    bool read_json(const Json& json, Enum& value) const {
        const auto* text = json.get_ptr<const Json::string_t*>();
        const auto found = text != nullptr ? std::ranges::find(names, *text) : names.end();
        value = static_cast<Enum>(found - names.begin());
        return found != names.end();
    }
    std::string expectation() const;
    Json schema(auto&, auto&) const { return {{"enum", std::vector(names.begin(), names.end())}}; }
};

/// A described struct.
struct Object {
    static void write(std::string& text, const auto& value) {
        Writer with(text += '{');
        describe(with, value);
        text += '}';
    }
    static void read(const Field& json, auto& value) {
        Reader with(json);
        describe(with, value);
    }
    static void members(auto& with, auto& value) { describe(with, value); }
    static Json schema(auto& maker, auto& value) { return maker.object(value); }
};

/// An object with these members of a value.
template <class Members>
struct Inline {
    Members members;

    void write(std::string& text, const auto& value) const {
        Writer with(text += '{');
        members(with, value);
        text += '}';
    }
    Json schema(auto& maker, auto& value) const {
        return maker.object_of([&](auto& with) { members(with, value); });
    }
};
template <class Members>
Inline(Members) -> Inline<Members>;

/// An object with one member.
template <class Kind>
struct WrapperObject {
    const char* name;
    Kind kind;
    const char* about = "";

    void members(auto& with, auto& value) const { with(name, value, kind, about); }
    void write(std::string& text, const auto& value) const {
        Writer with(text += '{');
        members(with, value);
        text += '}';
    }
    void read(const Field& json, auto& value) const {
        Reader with(json);
        members(with, value);
    }
    Json schema(auto& maker, auto& value) const {
        return maker.object_of([&](auto& with) { members(with, value); });
    }
};
template <class Kind>
WrapperObject(const char*, Kind, const char* = "") -> WrapperObject<Kind>;

/// An array; of different values if the container is a set.
template <class Kind>
struct List {
    static constexpr int most_values = 1000;
    Kind kind;
    int least = 0;
    int most = most_values;

    template <class Values>
    static constexpr bool is_set = requires(const Values& values) {
        values.contains(*values.begin());
    };

    void write(std::string& text, const auto& values) const {
        text += '[';
        for (const auto& value : values) {
            if (text.back() != '[') text += ',';
            kind.write(text, value);
        }
        text += ']';
    }
    template <class Values>
    void read(const Field& json, Values& values) const {
        values = {};
        [[maybe_unused]] auto at = values.begin();
        for (const Field& one :
             json.elements(static_cast<std::size_t>(least), static_cast<std::size_t>(most))) {
            std::ranges::range_value_t<Values> value{};
            kind.read(one, value);
            if constexpr (is_set<Values>) {
                if (values.contains(value)) one.refuse(Code::illegal_move, "This die is named twice.");
                values.insert(value);
            } else if constexpr (requires { values.push_back(value); }) {
                values.push_back(std::move(value));
            } else {
                *at++ = std::move(value);
            }
        }
    }
    template <class Values>
    Json schema(auto& maker, Values&) const {
        Json json{{"type", "array"}, {"items", maker.value(std::ranges::range_value_t<Values>{}, kind)}};
        if (least > 0) json["minItems"] = least;
        if (most != most_values) json["maxItems"] = most;
        if (is_set<Values>) json["uniqueItems"] = true;
        return json;
    }
};
template <class Kind>
List(Kind, int = 0, int = 0) -> List<Kind>;

/// A value or null.
template <class Kind>
struct OrNull {
    Kind kind;

    void write(std::string& text, const auto& value) const {
        value ? kind.write(text, *value) : void(text += "null");
    }
    void read(const Field& json, auto& value) const {
        json.is_null() ? value.reset() : kind.read(json, value.emplace());
    }
    Json schema(auto& maker, auto& value) const {
        return {{"anyOf", {maker.value(value, kind), {{"type", "null"}}}}};
    }
};
template <class Kind>
OrNull(Kind) -> OrNull<Kind>;

/// Left out if the value is 0, false or empty.
template <class Kind>
struct OmittedIfEmpty : Kind {
    template <class Value>
    static Value omitted_value(const Value&) {
        return {};
    }
};
template <class Kind>
OmittedIfEmpty(Kind) -> OmittedIfEmpty<Kind>;

/// A kind with a definition of its own in the schema.
template <class Kind>
struct Named {
    const char* name;
    Kind kind;
    const char* about = "";

    void write(std::string& text, const auto& value) const { kind.write(text, value); }
    void read(const Field& json, auto& value) const { kind.read(json, value); }
    bool allows(const auto& value) const { return kind.allows(value); }
    bool read_json(Json& json, auto& value) const { return kind.read_json(json, value); }
    std::string expectation() const { return kind.expectation(); }
    Json schema(auto& maker, auto& value) const { return maker.defined(*this, value); }
};
template <class Kind>
Named(const char*, Kind, const char* = "") -> Named<Kind>;

// ---- what only the schema says

/// A description of the object.
void about(auto& with, const char* text) {
    if constexpr (requires { with.about(text); }) with.about(text);
}
/// Further keywords of a schema, as JSON.
void constrain(auto& with, const char* schema) {
    if constexpr (requires { with.constrain(schema); }) with.constrain(schema);
}

// ---- structs and variants of them

template <class Struct>
JsonText json_of(const Struct& value) {
    std::string text;
    Object::write(text, value);
    return JsonText::of_text(std::move(text));
}
template <class... Structs>
JsonText json_of(const std::variant<Structs...>& value) {
    return std::visit([](const auto& one) { return json_of(one); }, value);
}

/// Finds the constant by which a struct differs from the others of its variant.
struct TagReader {
    std::string_view tag = {};
    TagReader& operator()(std::string_view, const char* constant, const char* = "") {
        return tag = constant, *this;
    }
    TagReader& operator()(std::string_view, const auto&, const auto&, const char* = "") { return *this; }
};
template <class Struct>
std::string_view tag_of() {
    Struct value{};
    TagReader with;
    describe(with, value);
    return with.tag;
}

/// Reads the struct whose constant the object has in the member `tag`. `value` gives only the type.
template <class... Structs>
std::variant<Structs...> read_one_of(const Field& json, std::string_view tag,
                                     std::variant<Structs...> value) {
    static const std::array<std::string_view, sizeof...(Structs)> tags{tag_of<Structs>()...};
    std::size_t at = json[tag].index_in(tags);
    ((at-- == 0 && (Object::read(json, value.template emplace<Structs>()), true)) || ...);
    return value;
}

/// How a game's pushes list moves, for the schema: texts of a pattern, or the moves themselves if there is none.
struct ShortForm {
    const char* about = "";
    const char* pattern = "";
};

}  // namespace cubilete::described
