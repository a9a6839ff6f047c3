#pragma once

#include <concepts>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/json.hpp"

namespace cubilete::protocol {

/// A JSON value stored as its text only, for values that are written once and sent. A `Json` tree takes five
/// times as long, nearly all of it for allocation. The interface is the same as that of `Json` where
/// possible, and the text equals that of `Json::dump()`.
class JsonText {
  public:
    struct Member;

    /// The value null.
    JsonText() : text_("null") {}
    // NOLINTBEGIN(google-explicit-constructor): a value in a list of members stands for its text
    JsonText(bool value) : text_(value ? "true" : "false") {}
    template <std::integral Number>
    requires(!std::same_as<Number, bool> && !std::same_as<Number, char>) JsonText(Number value)
        : text_(std::to_string(value)) {}
    /// Malformed UTF-8 is replaced.
    JsonText(std::string_view text);
    JsonText(const char* text) : JsonText(std::string_view(text)) {}
    JsonText(const std::string& text) : JsonText(std::string_view(text)) {}
    /// null if there is no value.
    template <std::convertible_to<JsonText> Value>
    JsonText(const std::optional<Value>& value) : JsonText(value ? JsonText(*value) : JsonText()) {}
    // NOLINTEND(google-explicit-constructor)

    static JsonText of(const Json& tree) {
        return of_text(tree.dump(-1, ' ', false, Json::error_handler_t::replace));
    }
    /// Makes an object: `object({{"do", "roll"}, {"dice", dice}})`. The names must be different and need no
    /// escapes.
    static JsonText object(std::initializer_list<Member> members = {});
    static JsonText array() { return of_text("[]"); }
    template <std::ranges::input_range Values>
    static JsonText array(const Values& values) {
        JsonText made = array();
        for (const auto& value : values) made.push_back(value);
        return made;
    }

    bool is_array() const { return text_.front() == '['; }
    /// Appends to an array.
    void push_back(const JsonText& value);
    /// Adds a member to an object that has no member of this name.
    void emplace(std::string_view name, const JsonText& value);
    /// Adds the members of another object, none of which this object has.
    void update(const JsonText& object);

    const std::string& dump() const& { return text_; }
    std::string dump() && { return std::move(text_); }
    Json tree() const { return Json::parse(text_); }

  private:
    static JsonText of_text(std::string text);
    void open_for_more(std::size_t bytes);

    std::string text_;
};

struct JsonText::Member {
    std::string_view name;
    JsonText value;
};

}  // namespace cubilete::protocol
