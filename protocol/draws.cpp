#include <algorithm>
#include <array>
#include <limits>

#include "engine/cards.hpp"
#include "protocol/match.hpp"
#include "protocol/wire.hpp"

namespace cubilete::protocol {

namespace {

constexpr std::size_t most_dice = Dice::capacity();
constexpr std::size_t max_cards = 1000;

/// Writes a draw in the game's notation. A pick is written as one die, with a number in every game.
struct Shown {
    const GameInfo& game;

    JsonText operator()(const DiceDraw& thrown) const {
        JsonText dice = JsonText::array();
        for (const std::uint8_t face : thrown.dice) {
            if (face >= 1 && face <= game.faces.size())
                dice.push_back(game.faces[face - 1u]);
            else
                dice.push_back(face);
        }
        return JsonText::object({{"dice", dice}});
    }
    JsonText operator()(const NumberDraw& picked) const {
        return JsonText::object({{"dice", JsonText::array(std::array{picked.value + 1})}});
    }
    JsonText operator()(const ShuffleDraw& shuffled) const {
        JsonText cards = JsonText::array();
        for (const Card card : shuffled.pile) cards.push_back(card_text(card));
        return JsonText::object({{"cards", cards}});
    }
};

std::uint8_t read_face(const GameInfo& game, const Field& face) {
    if (face.is_text()) {
        const auto named = std::ranges::find(game.faces, face.text());
        if (named == game.faces.end()) face.refuse(Code::illegal_move, "The dice have no such face.");
        return static_cast<std::uint8_t>(named - game.faces.begin() + 1);
    }
    return static_cast<std::uint8_t>(face.integer(1, std::numeric_limits<std::uint8_t>::max()));
}

Card read_card(const Field& card) {
    if (const auto read = cubilete::read_card(card.text())) return *read;
    card.refuse(Code::illegal_move, "There is no such card.");
}

Draw read_draw(const GameInfo& game, const Field& draw) {
    draw.allow_only({"dice", "cards"});
    if (const auto cards = draw.find("cards")) {
        draw.allow_only({"cards"});
        ShuffleDraw shuffled;
        for (const Field& card : cards->elements(0, max_cards)) shuffled.pile.push_back(read_card(card));
        return shuffled;
    }
    DiceDraw thrown;
    for (const Field& face : draw["dice"].elements(1, most_dice))
        thrown.dice.push_back(read_face(game, face));
    return thrown;
}

}  // namespace

JsonText to_json(const GameInfo& game, const std::vector<Draw>& draws) {
    JsonText shown = JsonText::array();
    for (const Draw& draw : draws) shown.push_back(std::visit(Shown{game}, draw));
    return shown;
}

std::vector<Draw> read_draws(const GameInfo& game, const Json& draws) {
    auto read = catch_unreadable([&] {
        std::vector<Draw> all;
        for (const Field& draw : Field(draws, "/draws").elements(0, draws.size()))
            all.push_back(read_draw(game, draw));
        return all;
    });
    if (const auto* refused = std::get_if<Rejection>(&read))
        throw std::runtime_error(refused->at + ": " + refused->text);
    return std::get<std::vector<Draw>>(std::move(read));
}

}  // namespace cubilete::protocol
