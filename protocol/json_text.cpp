#include "protocol/json_text.hpp"

#include <algorithm>

namespace cubilete::protocol {

namespace {

constexpr std::string_view quotes = R"("":,)";

bool plain(char c) { return c >= ' ' && c < '\x7f' && c != '"' && c != '\\'; }

}  // namespace

JsonText::JsonText(std::string_view text) {
    if (!std::ranges::all_of(text, plain)) {
        *this = of(Json(text));
        return;
    }
    text_.reserve(text.size() + 2);
    text_.append(1, '"').append(text).append(1, '"');
}

JsonText JsonText::of_text(std::string text) {
    JsonText made;
    made.text_ = std::move(text);
    return made;
}

JsonText JsonText::object(std::initializer_list<Member> members) {
    std::size_t bytes = 2;
    for (const auto& [name, value] : members) bytes += name.size() + quotes.size() + value.text_.size();
    std::string text;
    text.reserve(bytes);
    text += '{';
    for (const auto& [name, value] : members) {
        if (text.size() > 1) text += ',';
        text.append(1, '"').append(name).append(R"(":)").append(value.text_);
    }
    return of_text(std::move(text += '}'));
}

/// Removes the closing bracket and appends a comma if the container is not empty.
void JsonText::open_for_more(std::size_t bytes) {
    if (text_.capacity() < text_.size() + bytes) text_.reserve(2 * (text_.size() + bytes));
    text_.pop_back();
    if (text_.size() > 1) text_ += ',';
}

void JsonText::push_back(const JsonText& value) {
    open_for_more(value.text_.size() + 2);
    text_.append(value.text_).append(1, ']');
}

void JsonText::emplace(std::string_view name, const JsonText& value) {
    open_for_more(name.size() + quotes.size() + value.text_.size() + 1);
    text_.append(1, '"').append(name).append(R"(":)").append(value.text_).append(1, '}');
}

void JsonText::update(const JsonText& object) {
    if (object.text_ == "{}") return;
    open_for_more(object.text_.size());
    text_.append(object.text_, 1, std::string::npos);
}

}  // namespace cubilete::protocol
