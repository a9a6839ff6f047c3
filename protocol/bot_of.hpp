#pragma once

#include <utility>
#include <variant>

#include "protocol/bot.hpp"
#include "protocol/wire.hpp"

namespace cubilete::protocol {

template <GameBot H>
struct TypedBook final : BotBook {
    explicit TypedBook(typename H::Book its) : book(std::move(its)) {}
    typename H::Book book;
};

/// Requires settings of this game; else throws std::logic_error.
template <Rules R>
typename R::Options options_of(const Settings& settings) {
    auto options = R::options(settings.options);
    require(std::holds_alternative<typename R::Options>(options));
    return std::get<typename R::Options>(std::move(options));
}

/// Requires a book of this bot; else throws std::logic_error.
template <GameBot H>
const typename H::Book& typed_book(const BotBook& book) {
    const auto* of_this_game = dynamic_cast<const TypedBook<H>*>(&book);
    require(of_this_game != nullptr);
    return of_this_game->book;
}

/// A position of one game. `to_json` of its moves is found by argument-dependent lookup (protocol/wire.hpp).
template <GameBot H>
class TypedPosition final : public Position {
    using Rules = typename H::Game;

  public:
    TypedPosition(const typename Rules::State& state, Seat seat) : state_(state), seat_(seat) {}

    std::optional<Json> choose(const BotBook& book, Level level, const ThinkingBudget& with) const override {
        const auto move = H::choose(typed_book<H>(book), state_, seat_, level, with);
        if (!move) return std::nullopt;
        return to_json(*move).tree();
    }

    Json hints(const BotBook& book, const ThinkingBudget& with) const override {
        const Hints hints = H::hints(typed_book<H>(book), state_, seat_, with);
        const auto moves = Rules::moves(state_, seat_);
        require(moves.size() == hints.worth.size());
        Json worth = Json::array();
        for (std::size_t at = 0; at < moves.size(); ++at)
            worth.push_back(object({{"move", to_json(moves[at]).tree()}, {"worth", hints.worth[at]}}));
        return object(
            {{"unit", unit_names[static_cast<std::size_t>(hints.unit)]}, {"worth", std::move(worth)}});
    }

  private:
    typename Rules::State state_;
    Seat seat_;
};

}  // namespace cubilete::protocol
