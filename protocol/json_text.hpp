#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "protocol/json.hpp"

namespace cubilete::protocol {

/// A JSON value stored as its text only, for values that are written once and sent. A `Json` tree takes ten
/// times as long, nearly all of it for allocation. The interface is the same as that of `Json` where
/// possible, and the text equals that of `Json::dump()`.
class JsonText {
  public:
    class Part;
    struct Member;

    /// The value null.
    JsonText() : text_("null") {}
    /// Copies the text of the part.
    explicit JsonText(const Part& part);

    static JsonText of(const Json& tree) {
        return of_text(tree.dump(-1, ' ', false, Json::error_handler_t::replace));
    }
    /// `text` must be JSON. It is not checked here: tree() throws if it is anything else.
    static JsonText of_text(std::string text) { return {Verbatim(), std::move(text)}; }
    /// Makes an object: `object({{"do", "roll"}, {"dice", dice}})`. The names must be different and need no
    /// escapes.
    static JsonText object(std::initializer_list<Member> members = {});
    static JsonText array() { return {Verbatim(), "[]"}; }
    template <std::ranges::input_range Values>
    static JsonText array(const Values& values);

    bool is_array() const { return text_.front() == '['; }
    /// Makes room for this many bytes in all.
    void reserve(std::size_t bytes) { text_.reserve(bytes); }
    /// Appends to an array.
    void push_back(const Part& value);
    /// Adds a member to an object that has no member of this name.
    void emplace(std::string_view name, const Part& value);
    /// Adds members to an object that has none of these names.
    void update(std::initializer_list<Member> members);
    /// Adds the members of another object, none of which this object has.
    void update(const JsonText& object);

    const std::string& dump() const& { return text_; }
    std::string dump() && { return std::move(text_); }
    Json tree() const;

    friend bool operator==(const JsonText&, const JsonText&) = default;

  private:
    struct Verbatim {};
    JsonText(Verbatim, std::string text) : text_(std::move(text)) {}

    std::string text_;
};

/// A value that is written into an object or array. It refers to strings and texts and does not own them: use
/// it as a parameter only.
class JsonText::Part {
  public:
    // NOLINTBEGIN(google-explicit-constructor): a value in a list of members stands for its text
    /// The value null.
    Part() = default;
    Part(bool value) : value_(value) {}
    template <std::integral Number>
    requires(!std::same_as<Number, bool> && !std::same_as<Number, char>) Part(Number value) {
        if constexpr (std::is_signed_v<Number>)
            value_ = std::int64_t{value};
        else
            value_ = std::uint64_t{value};
    }
    /// Malformed UTF-8 is replaced.
    Part(std::string_view text);
    Part(const char* text) : Part(std::string_view(text)) {}
    Part(const std::string& text) : Part(std::string_view(text)) {}
    Part(const JsonText& value) : value_(&value) {}
    /// null if there is no value.
    template <std::convertible_to<Part> Value>
    Part(const std::optional<Value>& value) : Part(value ? Part(*value) : Part()) {}
    // NOLINTEND(google-explicit-constructor)

    /// An upper limit for the length of the text.
    std::size_t bytes() const;
    /// Writes the text to memory that has room for bytes(). Returns the end.
    char* put(char* at) const;

  private:
    struct Bytes;
    struct Put;
    /// Text of which no character needs an escape.
    struct Verbatim {
        std::string_view text;
    };
    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, Verbatim, std::string_view,
                 const JsonText*>
        value_;
};

struct JsonText::Member {
    std::string_view name;
    Part value;
};

template <std::ranges::input_range Values>
JsonText JsonText::array(const Values& values) {
    JsonText made = array();
    for (const auto& value : values) made.push_back(value);
    return made;
}

}  // namespace cubilete::protocol
