#pragma once

#include <cstddef>
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

/// A value inside a message, with the place where it stands. Every reader takes exactly what it names,
/// without nlohmann's silent conversions, and otherwise throws Unreadable, which reading() turns into a
/// value: `bad_message` for another shape (no such member, another kind of value), `illegal_move` for a value
/// of the right shape that the game does not have (a number out of range, an unknown name).
///
/// Refers to the JSON it was made from; that must outlive it.
class Field {
  public:
    struct Unreadable {
        Refused refused;
    };

    /// `at` is the JSON pointer of `json` in the request.
    explicit Field(const Json& json, std::string at) : json_(&json), at_(std::move(at)) {}

    /// A member that must be there; its name has neither '/' nor '~'.
    Field operator[](std::string_view member) const;
    /// A member that may be left out.
    std::optional<Field> find(std::string_view member) const;
    /// An optional member of a request, where null means the same as absent.
    std::optional<Field> given(std::string_view member) const;
    /// Takes an object with these members at most.
    void only(std::initializer_list<std::string_view> members) const;
    /// The elements of an array of `least`..`most`.
    std::vector<Field> elements(std::size_t least, std::size_t most) const;

    bool is_null() const { return json_->is_null(); }
    bool is_array() const { return json_->is_array(); }
    bool is_text() const { return json_->is_string(); }
    bool flag() const;
    /// An exact integer: 1.0, "1" and true are none.
    int integer(int min, int max) const;
    const std::string& text() const;
    /// The index of a text in the list of names that it may be.
    std::size_t index_in(std::span<const std::string_view> names) const;
    /// Whatever it is.
    const Json& json() const { return *json_; }

    [[noreturn]] void refuse(Code code, std::string text) const;

  private:
    const Json* json_;
    std::string at_;
};

/// What `read()` returns, or why its Fields could not be read.
template <class Read>
auto reading(Read read) -> std::variant<decltype(read()), Refused> {
    try {
        return read();
    } catch (Field::Unreadable& unreadable) {
        return std::move(unreadable.refused);
    }
}

}  // namespace cubilete::protocol

/// How each game goes over the wire (PROTOCOL 5, "Moves and views"), defined in its *_wire.cpp. A move is
/// read as the request's `/move` and written in its listed spelling; read_view() is for clients and tests.
#define GAME(id)                                                            \
    namespace cubilete::id {                                                \
    protocol::JsonText to_json(const View& view);                           \
    protocol::JsonText to_json(const Seen& seen);                           \
    protocol::JsonText to_json(const Move& move);                           \
    std::variant<Move, protocol::Refused> read_move(const protocol::Json&); \
    std::variant<View, protocol::Refused> read_view(const protocol::Json&); \
    }
#include "engine/games/games.def"
#undef GAME
