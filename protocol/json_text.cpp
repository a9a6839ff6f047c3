#include "protocol/json_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace cubilete::protocol {

namespace {

constexpr std::string_view quotes = R"("":,)";

bool plain(char c) { return c >= ' ' && c < '\x7f' && c != '"' && c != '\\'; }

/// Writes each kind of value.
struct Append {
    std::string& text;

    void operator()(std::monostate) const { text += "null"; }
    void operator()(bool value) const { text += value ? "true" : "false"; }
    void operator()(std::integral auto value) const {
        std::array<char, 20> digits;  // as many as the longest 64-bit integer has, with its sign
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
        text.append(digits.data(), end);
    }
    void operator()(std::string_view value) const {
        if (std::ranges::all_of(value, plain)) {
            text += '"';
            text += value;
            text += '"';
        } else {
            text += JsonText::of(Json(value)).dump();
        }
    }
    void operator()(const JsonText* value) const { text += value->dump(); }
};

struct Bytes {
    std::size_t operator()(std::monostate) const { return 4; }
    std::size_t operator()(bool) const { return 5; }
    std::size_t operator()(std::integral auto) const { return 20; }
    std::size_t operator()(std::string_view value) const { return value.size() + 2; }
    std::size_t operator()(const JsonText* value) const { return value->dump().size(); }
};

/// Replaces the closing bracket of an object or array by a comma, or removes it if it is empty.
void reopen(std::string& text) {
    if (text.size() > 2)
        text.back() = ',';
    else
        text.pop_back();
}

}  // namespace

void JsonText::Part::append_to(std::string& text) const { std::visit(Append{text}, value_); }

std::size_t JsonText::Part::bytes() const { return std::visit(Bytes{}, value_); }

JsonText::JsonText(const Part& part) {
    text_.clear();
    part.append_to(text_);
}

JsonText JsonText::of_text(std::string text) {
    JsonText made;
    made.text_ = std::move(text);
    return made;
}

JsonText JsonText::object(std::initializer_list<Member> members) {
    JsonText made = of_text("{}");
    if (members.size() > 0) made.update(members);
    return made;
}

void JsonText::push_back(const Part& value) {
    reopen(text_);
    value.append_to(text_);
    text_ += ']';
}

void JsonText::emplace(std::string_view name, const Part& value) { update({{name, value}}); }

void JsonText::update(std::initializer_list<Member> members) {
    std::size_t bytes = 1;
    for (const auto& [name, value] : members) bytes += name.size() + quotes.size() + value.bytes();
    if (text_.capacity() < text_.size() + bytes)
        text_.reserve(std::max(text_.size() + bytes, 2 * text_.capacity()));
    reopen(text_);
    for (const auto& [name, value] : members) {
        text_ += '"';
        text_ += name;
        text_ += R"(":)";
        value.append_to(text_);
        text_ += ',';
    }
    text_.back() = '}';
}

void JsonText::update(const JsonText& object) {
    if (object.text_ == "{}") return;
    reopen(text_);
    text_.append(object.text_, 1, std::string::npos);
}

}  // namespace cubilete::protocol
