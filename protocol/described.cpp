#include "protocol/described.hpp"

#include <charconv>

#include "protocol/plain_scanner.hpp"
#include "protocol/text.hpp"

namespace cubilete::described {

void write_text(std::string& text, std::string_view plain) {
    const std::size_t before = text.size();
    text.resize(before + plain.size() + 2, '"');
    std::ranges::copy(plain, text.data() + before + 1);
}

void write_escaped(std::string& text, std::string_view any) {
    const char* const end = any.data() + any.size();
    if (protocol::end_of_plain(any.data(), end) == end)
        write_text(text, any);
    else
        text += JsonText::of(Json(any)).dump();
}

void Writer::put_name(std::string_view name) {
    const std::size_t before = text_.size();
    const bool follows = text_.back() != '{';
    text_.resize(before + follows + name.size() + 3, '"');
    char* end = text_.data() + before;
    if (follows) *end++ = ',';
    std::ranges::copy(name, end + 1);
    text_.back() = ':';
}

void Number::write(std::string& text, std::int64_t value) {
    std::array<char, 20> digits;
    text.append(digits.data(), std::to_chars(digits.begin(), digits.end(), value).ptr);
}

std::optional<std::int64_t> Number::integer_of(const Json& json) {
    if (const auto* number = json.get_ptr<const Json::number_unsigned_t*>())
        return std::cmp_less_equal(*number, max_int64) ? std::optional(static_cast<std::int64_t>(*number))
                                                       : std::nullopt;
    const auto* number = json.get_ptr<const Json::number_integer_t*>();
    return number != nullptr ? std::optional(*number) : std::nullopt;
}

bool Flag::read_json(const Json& json, bool& value) {
    const auto* flag = json.get_ptr<const Json::boolean_t*>();
    if (flag != nullptr) value = *flag;
    return flag != nullptr;
}

bool AnyText::read_json(Json& json, std::string& value) {
    auto* text = json.get_ptr<Json::string_t*>();
    if (text != nullptr) value = std::move(*text);
    return text != nullptr;
}

bool Text::allows(std::string_view text) const { return protocol::is_plain_text(text, least, most); }

bool Text::read_json(Json& json, std::string& value) const {
    return AnyText::read_json(json, value) && allows(value);
}

std::string Text::expectation() const {
    return "a string of " + std::to_string(least) + " to " + std::to_string(most) +
           " characters without control characters";
}

bool Hexadecimal::allows(std::string_view text) {
    const auto is_digit = [](char c) { return ('0' <= c && c <= '9') || ('a' <= c && c <= 'f'); };
    return text.size() == 64 && std::ranges::all_of(text, is_digit);
}

bool Hexadecimal::read_json(Json& json, std::string& value) {
    return AnyText::read_json(json, value) && allows(value);
}

std::string EnumName::expectation() const {
    std::string list = "one of";
    for (const std::string_view name : names) list.append(" ").append(name);
    return list;
}

}  // namespace cubilete::described
