#pragma once

#include <utility>

#include "protocol/bot.hpp"
#include "protocol/wire.hpp"

namespace cubilete::protocol {

template <GameBot H>
struct TypedBook final : BotBook {
    explicit TypedBook(typename H::Book its) : book(std::move(its)) {}
    typename H::Book book;
};

/// A position of one game. `to_json` of its moves is found by argument-dependent lookup (protocol/wire.hpp).
template <GameBot H>
class TypedPosition final : public Position {
    using Rules = typename H::Game;

  public:
    TypedPosition(const typename Rules::State& state, Seat seat) : state_(state), seat_(seat) {}

    std::optional<Json> choose(const BotBook& book, Level level, const ThinkingBudget& with) const override {
        const auto move = H::choose(own_book(book), state_, seat_, level, with);
        if (!move) return std::nullopt;
        return to_json(*move).tree();
    }

    Json hints(const BotBook& book, const ThinkingBudget& with) const override {
        const Hints hints = H::hints(own_book(book), state_, seat_, with);
        const auto moves = Rules::moves(state_, seat_);
        require(moves.size() == hints.worth.size());
        Json worth = Json::array();
        for (std::size_t at = 0; at < moves.size(); ++at)
            worth.push_back(object({{"move", to_json(moves[at]).tree()}, {"worth", hints.worth[at]}}));
        return object(
            {{"unit", unit_names[static_cast<std::size_t>(hints.unit)]}, {"worth", std::move(worth)}});
    }

  private:
    static constexpr std::array<std::string_view, 4> unit_names{"win", "ahead", "pot", "points"};

    static const typename H::Book& own_book(const BotBook& book) {
        const auto* of_this_game = dynamic_cast<const TypedBook<H>*>(&book);
        require(of_this_game != nullptr);
        return of_this_game->book;
    }

    typename Rules::State state_;
    Seat seat_;
};

}  // namespace cubilete::protocol
