#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "games.hpp"
#include "protocol/json_text.hpp"
#include "protocol/refused.hpp"

namespace cubilete::protocol {

/// A value inside a message, with its place. Each reader accepts exactly the type that it names, without
/// nlohmann's implicit conversions, and otherwise throws UnreadableError, which catch_unreadable() returns as a Rejection:
/// `bad_message` for a wrong shape (a missing member, another kind of value), `illegal_move` for a value of
/// the right shape that the game does not have (a number out of range, an unknown name).
///
/// Holds a reference to its JSON, which must outlive it.
class Field {
  public:
    struct UnreadableError {
        Rejection refused;
    };

    /// `at` is the JSON pointer of `json` in the request.
    explicit Field(const Json& json, std::string at) : json_(&json), at_(std::move(at)) {}

    /// A required member. Its name must not contain '/' or '~'.
    Field operator[](std::string_view member) const;
    /// An optional member.
    std::optional<Field> find(std::string_view member) const;
    /// An optional member of a request, where null means the same as absent.
    std::optional<Field> given(std::string_view member) const;
    /// Requires an object without any other members.
    void allow_only(std::initializer_list<std::string_view> members) const;
    /// The elements of an array with `least`..`most` elements.
    std::vector<Field> elements(std::size_t least, std::size_t most) const;

    bool is_null() const { return json_->is_null(); }
    bool is_array() const { return json_->is_array(); }
    bool is_text() const { return json_->is_string(); }
    bool flag() const;
    /// An exact integer; 1.0, "1" and true are refused.
    int integer(int min, int max) const { return static_cast<int>(whole(min, max)); }
    std::int64_t whole(std::int64_t min, std::int64_t max) const;
    const std::string& text() const;
    /// The index of this text in the list of allowed names.
    std::size_t index_in(std::span<const std::string_view> names) const;
    /// The value itself, of any type.
    const Json& json() const { return *json_; }

    [[noreturn]] void refuse(Code code, std::string text) const;

  private:
    const Json* json_;
    std::string at_;
};

/// The words of a move's listed form, separated by one space each: `least`..`most` of them.
std::vector<std::string_view> split_words(const Field& move, std::size_t least, std::size_t most);
/// The number of a word of digits; any other word as it is, for a reader that refuses it.
Json number_of(std::string_view word);
/// Reads a move from the long form for which its listed form stands.
template <class Read>
auto read_short_move(const Field& listed, const Json& long_form, Read read) {
    try {
        return read(Field(long_form, ""));
    } catch (const Field::UnreadableError& unreadable) {
        listed.refuse(unreadable.refused.code, unreadable.refused.text);
    }
}

/// Returns the result of `read()`, or the reason why one of its Fields could not be read.
template <class Read>
auto catch_unreadable(Read read) -> std::variant<decltype(read()), Rejection> {
    try {
        return read();
    } catch (Field::UnreadableError& unreadable) {
        return std::move(unreadable.refused);
    }
}

}  // namespace cubilete::protocol

/// The JSON of each game (the README.md in its folder), defined in its *_wire.cpp. A move has two forms:
///   to_json(Move) writes the long form, which logs and records have;
///   listed() writes the form of the pushes, which may be shorter;
///   read_move() reads either, as the value of the request's `/move`.
#define GAME(id)                                                              \
    namespace cubilete::id {                                                  \
    protocol::JsonText to_json(const About& about);                           \
    protocol::JsonText to_json(const View& view);                             \
    protocol::JsonText to_json(const Seen& seen);                             \
    protocol::JsonText to_json(const Move& move);                             \
    protocol::JsonText listed(const Move& move);                              \
    std::variant<Move, protocol::Rejection> read_move(const protocol::Json&); \
    }
#include "engine/games/games.def"
#undef GAME
