#include "protocol/wire.hpp"

#include <algorithm>

namespace cubilete::protocol {

namespace {

/// Quotes a text for an error message; long texts are not repeated.
std::string quoted(const std::string& text) {
    constexpr std::size_t most = 32;
    return text.size() <= most ? '"' + text + '"' : "such name";
}

}  // namespace

void Field::refuse(Code code, std::string text) const { throw UnreadableError{{code, std::move(text), at_}}; }

Field Field::operator[](std::string_view member) const {
    if (auto found = find(member)) return *std::move(found);
    refuse(Code::bad_message, "The member \"" + std::string(member) + "\" is missing.");
}

std::optional<Field> Field::find(std::string_view member) const {
    if (!json_->is_object()) refuse(Code::bad_message, "An object belongs here.");
    const auto found = json_->find(member);
    if (found == json_->end()) return std::nullopt;
    return Field(*found, (at_ + '/').append(member));
}

std::optional<Field> Field::given(std::string_view member) const {
    auto found = find(member);
    if (found && found->is_null()) found.reset();
    return found;
}

void Field::allow_only(std::initializer_list<std::string_view> members) const {
    if (!json_->is_object()) refuse(Code::bad_message, "An object belongs here.");
    for (const auto& [name, value] : json_->items())
        if (std::ranges::find(members, name) == members.end())
            refuse(Code::bad_message, "There is no " + quoted(name) + " here.");
}

std::vector<Field> Field::elements(std::size_t least, std::size_t most) const {
    if (!json_->is_array()) refuse(Code::bad_message, "An array belongs here.");
    if (json_->size() < least) refuse(Code::illegal_move, "There are too few values here.");
    if (json_->size() > most) refuse(Code::illegal_move, "There are too many values here.");
    std::vector<Field> elements;
    elements.reserve(json_->size());
    for (const Json& element : *json_)
        elements.emplace_back(element, at_ + '/' + std::to_string(elements.size()));
    return elements;
}

bool Field::flag() const {
    if (!json_->is_boolean()) refuse(Code::bad_message, "true or false belongs here.");
    return json_->get<bool>();
}

std::int64_t Field::whole(std::int64_t min, std::int64_t max) const {
    if (!json_->is_number_integer()) refuse(Code::bad_message, "An integer belongs here.");
    const bool in_range = json_->is_number_unsigned()
                              ? std::cmp_less_equal(min, json_->get<std::uint64_t>()) &&
                                    std::cmp_less_equal(json_->get<std::uint64_t>(), max)
                              : json_->get<std::int64_t>() >= min && json_->get<std::int64_t>() <= max;
    if (!in_range)
        refuse(Code::illegal_move,
               "A number from " + std::to_string(min) + " to " + std::to_string(max) + " belongs here.");
    return json_->get<std::int64_t>();
}

const std::string& Field::text() const {
    if (!json_->is_string()) refuse(Code::bad_message, "A text belongs here.");
    return json_->get_ref<const std::string&>();
}

std::vector<std::string_view> split_words(const Field& move, std::size_t least, std::size_t most) {
    std::vector<std::string_view> words;
    std::string_view rest = move.text();
    while (words.size() <= most) {
        const std::size_t end = rest.find(' ');
        words.push_back(rest.substr(0, end));
        if (end == rest.npos) break;
        rest.remove_prefix(end + 1);
    }
    if (words.size() < least) move.refuse(Code::illegal_move, "There are too few values here.");
    if (words.size() > most) move.refuse(Code::illegal_move, "There are too many values here.");
    return words;
}

Json number_of(std::string_view word) {
    constexpr std::size_t most_digits = 4;
    const auto is_digit = [](char c) { return '0' <= c && c <= '9'; };
    if (word.empty() || word.size() > most_digits || !std::ranges::all_of(word, is_digit)) return word;
    int number = 0;
    for (const char digit : word) number = 10 * number + (digit - '0');
    return number;
}

std::size_t Field::index_in(std::span<const std::string_view> names) const {
    const auto found = std::ranges::find(names, text());
    if (found == names.end()) refuse(Code::illegal_move, "This game has no " + quoted(text()) + ".");
    return static_cast<std::size_t>(found - names.begin());
}

}  // namespace cubilete::protocol
