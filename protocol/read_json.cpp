#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/codec.hpp"
#include "protocol/plain_scanner.hpp"

namespace cubilete::protocol {

namespace {

constexpr std::size_t longest_pointer = 256;
constexpr std::size_t plain_levels = 4;

/// `byte` counts from 1.
std::string not_json(std::size_t byte) { return "This is not JSON: see byte " + std::to_string(byte) + '.'; }

/// Builds the value from the events of nlohmann's parser, which does not recurse. Each function returns false
/// to stop the parser at once.
class Reader {
  public:
    explicit Reader(const Limits& limits) : limits_(limits) {}

    std::variant<Json, Rejection> result() && {
        if (problem_) return std::move(*problem_);
        return std::move(root_);
    }

    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(Json::number_integer_t value) { return add(value); }
    bool number_unsigned(Json::number_unsigned_t value) { return add(value); }
    /// The parser also calls this for integers that do not fit into 64 bits: they have neither point nor
    /// exponent.
    bool number_float(Json::number_float_t value, const std::string& spelling) {
        if (spelling.find_first_of(".eE") == std::string::npos)
            return refuse(Code::bad_message, "This integer does not fit into 64 bits.", pointer());
        if (!limits_.fractions)
            return refuse(Code::bad_message, "This number is not written as an integer.", pointer());
        return add(value);
    }
    bool string(std::string& value) {
        if (value.find('\0') != std::string::npos)
            return refuse(Code::bad_message, "A string must not contain U+0000.", pointer());
        return add(std::move(value));
    }
    bool binary(Json::binary_t&) { return false; }

    bool start_object(std::size_t) { return open(Json::object()); }
    bool start_array(std::size_t) { return open(Json::array()); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(std::string& name) {
        if (name.find('\0') != std::string::npos)
            return refuse(Code::bad_message, "A member's name must not contain U+0000.", {});
        auto& members = open_.back()->get_ref<Json::object_t&>();
        const bool twice = members.find(name) != members.end();
        members.emplace_back(std::move(name), nullptr);
        return !twice || refuse(Code::bad_message, "This member is there twice.", pointer());
    }

    bool parse_error(std::size_t byte, const std::string&, const Json::exception&) {
        return refuse(Code::bad_message, not_json(byte), {});
    }

  private:
    bool add(Json&& value) {
        if (values_ == limits_.values)
            return refuse(
                Code::too_big,
                "There are more than " + std::to_string(limits_.values) + " values in this message.",
                pointer());
        ++values_;
        place() = std::move(value);
        return true;
    }

    bool open(Json&& container) {
        if (open_.size() == limits_.depth)
            return refuse(Code::too_deep,
                          "This message is nested deeper than " + std::to_string(limits_.depth) + " levels.",
                          pointer());
        if (!add(std::move(container))) return false;
        open_.push_back(last_);
        return true;
    }

    bool close() {
        open_.pop_back();
        return true;
    }

    /// Makes room for the next value. Only the innermost open container can grow, so the addresses in open_
    /// stay valid.
    Json& place() {
        if (open_.empty()) {
            last_ = &root_;
        } else if (open_.back()->is_array()) {
            last_ = &open_.back()->get_ref<Json::array_t&>().emplace_back();
        } else {
            last_ = &open_.back()->get_ref<Json::object_t&>().back().second;
        }
        return *last_;
    }

    bool refuse(Code code, std::string text, std::string at) {
        problem_ = Rejection{code, std::move(text), std::move(at)};
        return false;
    }

    /// The pointer to the value that is being read; empty if it would be longer than longest_pointer.
    std::string pointer() const {
        Json::json_pointer pointer;
        for (const Json* container : open_) {
            if (container->is_object())
                pointer.push_back(container->get_ref<const Json::object_t&>().back().first);
            else
                pointer.push_back(std::to_string(container->size() - (container == open_.back() ? 0 : 1)));
        }
        std::string text = pointer.to_string();
        return text.size() <= longest_pointer ? text : std::string();
    }

    const Limits& limits_;
    Json root_;
    Json* last_ = nullptr;
    std::vector<Json*> open_;
    std::size_t values_ = 0;
    std::optional<Rejection> problem_;
};

/// Reads what nearly all messages are, several times as fast as the parser: one object, few levels deep, of plain
/// JSON. It gives up at anything else, also at what is to be refused.
class PlainReader {
  public:
    PlainReader(std::string_view text, const Limits& limits) : in_(text), values_left_(limits.values) {}

    std::optional<Json> read(std::size_t levels) {
        std::optional<Json> json(std::in_place);
        if (!in_.next_is('{') || !value(*json, levels) || !in_.at_end()) json.reset();
        return json;
    }

  private:
    bool value(Json& to, std::size_t levels) {
        if (in_.at_end() || values_left_-- == 0) return false;
        switch (in_.next()) {
            case '{': return levels > 0 && object(to, levels - 1);
            case '[': return levels > 0 && array(to, levels - 1);
            case '"': return string(to);
            case 't': to = true; return in_.skip_word("true");
            case 'f': to = false; return in_.skip_word("false");
            case 'n': return in_.skip_word("null");
            default: return integer(to);
        }
    }

    bool object(Json& to, std::size_t levels) {
        constexpr std::size_t usual_members = 8;
        to = Json::object();
        auto& members = to.get_ref<Json::object_t&>();
        in_.skip('{');
        if (in_.skip('}')) return true;
        members.reserve(usual_members);
        do {
            const auto name = in_.name();
            if (!name || members.find(*name) != members.end()) return false;
            members.emplace_back(*name, nullptr);
            if (!value(members.back().second, levels)) return false;
        } while (in_.skip(','));
        return in_.skip('}');
    }

    bool array(Json& to, std::size_t levels) {
        to = Json::array();
        auto& values = to.get_ref<Json::array_t&>();
        in_.skip('[');
        if (in_.skip(']')) return true;
        do {
            in_.skip_spaces();
            if (!value(values.emplace_back(), levels)) return false;
        } while (in_.skip(','));
        return in_.skip(']');
    }

    bool string(Json& to) {
        const auto text = in_.string();
        if (!text) return false;
        to = std::string(*text);
        return true;
    }

    bool integer(Json& to) {
        const auto number = in_.integer();
        if (!number) return false;
        if (*number < 0)
            to = *number;
        else
            to = static_cast<std::uint64_t>(*number);
        return true;
    }

    PlainScanner in_;
    std::size_t values_left_;
};

}  // namespace

std::optional<Json> read_plain_json(std::string_view text) {
    return PlainReader(text, {.values = text.size()}).read(plain_levels);
}

std::variant<Json, Rejection> read_json(std::string_view text, const Limits& limits) {
    if (text.size() > limits.bytes)
        return Rejection{Code::too_big,
                         "This message is longer than " + std::to_string(limits.bytes) + " bytes."};
    if (text.starts_with("\xEF\xBB\xBF"))
        return Rejection{Code::bad_message, "A message must not begin with a byte order mark."};
    // nlohmann treats a NUL between values as the end of the text.
    if (const auto nul = text.find('\0'); nul != std::string_view::npos)
        return Rejection{Code::bad_message, not_json(nul + 1)};
    if (auto plain = PlainReader(text, limits).read(std::min(limits.depth, plain_levels)))
        return *std::move(plain);
    Reader reader(limits);
    Json::sax_parse(text.begin(), text.end(), &reader);
    return std::move(reader).result();
}

}  // namespace cubilete::protocol
