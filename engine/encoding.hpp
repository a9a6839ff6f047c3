#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules.hpp"

/// Moves and views as numbers, for programs that learn. Each game has an Encoding (games/<id>/<id>_encoding.hpp).
namespace cubilete {

/// Must rise when an action gets another number, or a value of an observation another place or meaning.
inline constexpr int encoding_version = 3;

/// The value of what is not there, such as the points of an open box, or the seat in turn when the match is over.
inline constexpr std::int32_t absent = -1;

/// Writes the values of an observation one after the other.
class ObservationWriter {
  public:
    explicit ObservationWriter(std::int32_t* at) : at_(at) {}

    ObservationWriter& operator()(std::string_view, std::int32_t value) {
        *at_++ = value;
        return *this;
    }
    ObservationWriter& operator()(std::string_view name, const std::optional<int>& value) {
        return (*this)(name, value.value_or(absent));
    }
    const std::int32_t* end() const { return at_; }

  private:
    std::int32_t* at_;
};

/// Notes the names of the values of an observation. Values of the same name that follow each other are one field.
class ObservationLayout {
  public:
    struct Field {
        std::string name;
        int count;
    };

    ObservationLayout& operator()(std::string_view name, const std::optional<int>&) {
        if (fields_.empty() || fields_.back().name != name) fields_.push_back({std::string(name), 0});
        ++fields_.back().count;
        return *this;
    }
    const std::vector<Field>& fields() const { return fields_; }

  private:
    std::vector<Field> fields_;
};

/// The seats as a viewer counts them: 0 is the viewer, 1 the seat to the left. A spectator counts as seat 0 does.
class RelativeSeats {
  public:
    RelativeSeats(Viewer viewer, int seats) : first_(viewer.seat.value_or(0)), seats_(seats) {}

    std::int32_t number(Seat seat) const { return (seat + seats_ - first_) % seats_; }
    std::int32_t number(const std::optional<Seat>& seat) const { return seat ? number(*seat) : absent; }
    /// Calls `visit(seat)` for each seat, the viewer first.
    void each(std::invocable<Seat> auto visit) const {
        for (int at = 0; at < seats_; ++at) visit(static_cast<Seat>((first_ + at) % seats_));
    }

  private:
    int first_;
    int seats_;
};

/// The faces in their places; 0 where no die lies.
void observe_dice(auto& with, std::string_view name, const auto& dice, std::size_t places) {
    for (std::size_t at = 0; at < places; ++at) with(name, at < dice.size() ? int{dice[at]} : 0);
}

/// How a program numbers the moves of a game and reads its views.
///
/// - `actions` is the number of actions that Game::moves() may list; they are numbered from 0. It depends on the options only.
/// - `is_unlisted_move`, where a game has it, says which larger numbers are moves that are legal but never listed.
///   `actions` itself is never one.
/// - `number` is the action of a move in any spelling that Game::moves() uses; `move` is its inverse.
/// - `observe` names and writes what a view shows, always as many values for the same options and number of seats.
template <class E>
concept GameEncoding = Rules<typename E::Game> &&
    requires(const typename E::Game::Options& options, const typename E::Game::Move& move,
             const typename E::Game::View& view, Viewer viewer, ObservationWriter& writer,
             ObservationLayout& layout) {
    { E::actions(options) } -> std::same_as<int>;
    { E::number(options, move) } -> std::same_as<int>;
    { E::move(options, 0) } -> std::same_as<typename E::Game::Move>;
    E::observe(writer, options, view, viewer);
    E::observe(layout, options, view, viewer);
};

/// Whether the number stands for a move of these options.
template <GameEncoding E>
bool is_move(const typename E::Game::Options& options, int action) {
    if constexpr (requires { E::is_unlisted_move(options, action); })
        if (E::is_unlisted_move(options, action)) return true;
    return 0 <= action && action < E::actions(options);
}

}  // namespace cubilete
