#include "protocol/json_text.hpp"

#include <array>
#include <charconv>
#include <cstring>

#include "protocol/codec.hpp"
#include "protocol/plain_scanner.hpp"

namespace cubilete::protocol {

namespace {

constexpr std::string_view quotes = R"("":,)";  // around a member's name and behind its value
constexpr std::size_t most_digits = 20;         // of a 64-bit integer, with its sign
constexpr std::size_t longest_escape = 6;       // \u001f

bool plain(std::string_view text) {
    const char* const end = text.data() + text.size();
    return end_of_plain(text.data(), end) == end;
}

/// Replaces the closing bracket of an object or array by a comma, or removes it if it is empty.
void remove_closing(std::string& text) {
    if (text.size() > 2)
        text.back() = ',';
    else
        text.pop_back();
}

/// Appends what `put` writes: at most `bytes` bytes from the place that it gets. It returns their end. Most texts are
/// put on the stack first, because a string fills with zeros what it grows by.
template <class Put>
void append(std::string& text, std::size_t bytes, Put put) {
    std::array<char, 2048> usual;
    if (bytes <= usual.size()) {
        text.append(usual.data(), static_cast<std::size_t>(put(usual.data()) - usual.data()));
    } else {
        const std::size_t before = text.size();
        text.resize(before + bytes);
        text.resize(static_cast<std::size_t>(put(text.data() + before) - text.data()));
    }
}

std::size_t bytes_of(std::initializer_list<JsonText::Member> members) {
    std::size_t bytes = 0;
    for (const auto& [name, value] : members) bytes += name.size() + quotes.size() + value.bytes();
    return bytes;
}

/// Writes the members with a comma between them. Returns the end.
char* put(char* at, std::initializer_list<JsonText::Member> members) {
    bool first = true;
    for (const auto& [name, value] : members) {
        if (!std::exchange(first, false)) *at++ = ',';
        *at++ = '"';
        std::memcpy(at, name.data(), name.size());
        at += name.size();
        *at++ = '"';
        *at++ = ':';
        at = value.put(at);
    }
    return at;
}

}  // namespace

/// An upper limit for the length of a value's text.
struct JsonText::Part::Bytes {
    std::size_t operator()(std::monostate) const { return 4; }
    std::size_t operator()(bool) const { return 5; }
    std::size_t operator()(std::integral auto) const { return most_digits; }
    std::size_t operator()(Verbatim value) const { return value.text.size() + 2; }
    std::size_t operator()(std::string_view value) const { return longest_escape * value.size() + 2; }
    std::size_t operator()(const JsonText* value) const { return value->dump().size(); }
};

/// Writes the text of a value to memory that has room for its Bytes. Returns the end.
struct JsonText::Part::Put {
    char* at;

    char* operator()(std::monostate) const { return copy("null"); }
    char* operator()(bool value) const { return copy(value ? "true" : "false"); }
    char* operator()(std::integral auto value) const {
        return std::to_chars(at, at + most_digits, value).ptr;
    }
    char* operator()(Verbatim value) const {
        at[0] = '"';
        std::memcpy(at + 1, value.text.data(), value.text.size());
        at[value.text.size() + 1] = '"';
        return at + value.text.size() + 2;
    }
    char* operator()(std::string_view value) const { return copy(JsonText::of(Json(value)).dump()); }
    char* operator()(const JsonText* value) const { return copy(value->dump()); }

  private:
    char* copy(std::string_view text) const {
        std::memcpy(at, text.data(), text.size());
        return at + text.size();
    }
};

JsonText::Part::Part(std::string_view text) {
    if (plain(text))
        value_ = Verbatim{text};
    else
        value_ = text;
}

std::size_t JsonText::Part::bytes() const { return std::visit(Bytes{}, value_); }

char* JsonText::Part::put(char* at) const { return std::visit(Put{at}, value_); }

JsonText::JsonText(const Part& part) : text_() {
    append(text_, part.bytes(), [&](char* at) { return part.put(at); });
}

JsonText JsonText::object(std::initializer_list<Member> members) {
    JsonText made{Verbatim(), {}};
    append(made.text_, bytes_of(members) + 2, [members](char* at) {
        *at++ = '{';
        at = put(at, members);
        *at++ = '}';
        return at;
    });
    return made;
}

Json JsonText::tree() const {
    if (auto plain = read_plain_json(text_)) return *std::move(plain);
    return Json::parse(text_);
}

void JsonText::push_back(const Part& value) {
    remove_closing(text_);
    append(text_, value.bytes() + 1, [&](char* at) {
        at = value.put(at);
        *at++ = ']';
        return at;
    });
}

void JsonText::emplace(std::string_view name, const Part& value) { update({{name, value}}); }

void JsonText::update(std::initializer_list<Member> members) {
    remove_closing(text_);
    append(text_, bytes_of(members) + 1, [members](char* at) {
        at = put(at, members);
        *at++ = '}';
        return at;
    });
}

void JsonText::update(const JsonText& object) {
    if (object.text_ == "{}") return;
    remove_closing(text_);
    text_.append(object.text_, 1, std::string::npos);
}

}  // namespace cubilete::protocol
