#include "protocol/fields.hpp"

#include <algorithm>

#include "protocol/text.hpp"

namespace cubilete::protocol {

bool Text::allows(std::string_view text) const { return plain_text(text, least, most); }

std::optional<std::string> Text::take(Json& json) const {
    if (!json.is_string()) return std::nullopt;
    auto& text = json.get_ref<std::string&>();
    if (!allows(text)) return std::nullopt;
    return std::move(text);
}

std::string Text::wanted() const {
    return "a string of " + std::to_string(least) + " to " + std::to_string(most) +
           " characters without control characters";
}

std::optional<std::string> AnyText::take(Json& json) const {
    if (!json.is_string()) return std::nullopt;
    return std::move(json.get_ref<std::string&>());
}

bool Hexadecimal::allows(std::string_view text) {
    const auto is_digit = [](char c) { return ('0' <= c && c <= '9') || ('a' <= c && c <= 'f'); };
    return text.size() == 64 && std::ranges::all_of(text, is_digit);
}

std::optional<std::string> Hexadecimal::take(Json& json) const {
    if (!json.is_string()) return std::nullopt;
    auto& text = json.get_ref<std::string&>();
    if (!allows(text)) return std::nullopt;
    return std::move(text);
}

std::optional<bool> Flag::take(Json& json) const {
    if (!json.is_boolean()) return std::nullopt;
    return json.get_ref<const bool&>();
}

std::optional<Json> AnyObject::take(Json& json) const {
    if (!json.is_object()) return std::nullopt;
    return std::move(json);
}

std::optional<Json> ObjectOrText::take(Json& json) const {
    if (!json.is_object() && !json.is_string()) return std::nullopt;
    return std::move(json);
}

std::optional<Fields> Fields::find_fields(std::string_view name) {
    Json* field = given(name);
    if (field == nullptr) return std::nullopt;
    if (!field->is_object()) {
        refuse_kind(name, "an object");
        return std::nullopt;
    }
    return Fields(*field, problem_, at_ + '/' + std::string(name));
}

void Fields::refuse(Code code, std::string_view name, std::string text) {
    if (!problem_) problem_ = Refused{code, std::move(text), at_ + '/' + std::string(name), {}};
}

Json* Fields::needed(std::string_view name) {
    const auto found = object_.find(name);
    if (found != object_.end()) return &*found;
    refuse(Code::bad_message, name, '"' + std::string(name) + "\" is missing.");
    return nullptr;
}

Json* Fields::given(std::string_view name) {
    const auto found = object_.find(name);
    return found != object_.end() && !found->is_null() ? &*found : nullptr;
}

void Fields::refuse_kind(std::string_view name, const std::string& wanted) {
    refuse(Code::bad_message, name, '"' + std::string(name) + "\" must be " + wanted + '.');
}

}  // namespace cubilete::protocol
