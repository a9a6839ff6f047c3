#pragma once

#include <algorithm>
#include <array>

#include "engine/encoding.hpp"
#include "engine/games/yahtzee/yahtzee.hpp"

namespace cubilete::yahtzee {

/// Actions: 0 to 30 throw the dice at the positions whose bits are set in the number + 1; then follow the boxes of the card from
/// top to bottom, for each column; and the same boxes again, into which a zero is written (`zero` free). On a card without
/// Chance a last one ends the turn of a playoff.
struct Encoding {
    using Game = yahtzee::Game;

    static constexpr int keeps = 31;

    static int lines(const Options& options) {
        return static_cast<int>(sheet_of(options.preset).lines().size());
    }
    static int boxes(const Options& options) { return lines(options) * options.columns; }
    static int actions(const Options& options) {
        return playoff_action(options) + (has(Box::chance, options) ? 0 : 1);
    }

    /// A turn of a playoff is written in no column: it counts as the first. What is no move has the number `actions`.
    static int number(const Options& options, const Move& move) {
        if (const Roll* roll = std::get_if<Roll>(&move)) {
            int bits = 0;
            for (const std::uint8_t place : roll->dice) bits |= 1 << place;
            return bits - 1;
        }
        const Score& score = std::get<Score>(move);
        if (!has(score.box, options))
            return score.box == Box::chance && !score.zero ? playoff_action(options) : actions(options);
        const auto all = sheet_of(options.preset).lines();
        const auto line = std::ranges::find(all, score.box, &Line::box) - all.begin();
        const int column = options.columns > 1 ? score.column.value_or(std::uint8_t{0}) : 0;
        return keeps + (score.zero ? boxes(options) : 0) + column * lines(options) + static_cast<int>(line);
    }

    static Move move(const Options& options, int action) {
        if (action < keeps) return Roll{Positions::from_bits(static_cast<std::uint32_t>(action + 1))};
        if (action == playoff_action(options)) return Score{Box::chance, {}, false};
        const int box = (action - keeps) % boxes(options);
        Score score{
            sheet_of(options.preset).lines()[static_cast<std::size_t>(box % lines(options))].box, {}, false};
        if (options.columns > 1) score.column = static_cast<std::uint8_t>(box / lines(options));
        score.zero = action - keeps >= boxes(options);
        return score;
    }

    static void observe(auto& with, const Options& options, const View& view, Viewer viewer) {
        const RelativeSeats seats(viewer, static_cast<int>(view.seats.size()));
        with("over", view.over)("round", view.round);
        with("turn_seat", view.turn ? seats.number(view.turn->seat) : absent);
        observe_dice(with, "dice", view.turn ? view.turn->dice : Dice{}, 5);
        with("throws", view.turn ? view.turn->throws : 0);
        const Boxes none;
        for (std::size_t column = 0; column < static_cast<std::size_t>(options.columns); ++column)
            observe_boxes(with, "worth", options, view.turn ? view.turn->worth[column] : none);
        seats.each([&](Seat seat) { with("score", view.seats[seat].score); });
        seats.each([&](Seat seat) { with("yahtzee_bonus", view.seats[seat].yahtzee_bonus); });
        seats.each([&](Seat seat) {
            for (const View::Column& column : view.seats[seat].columns) with("upper", column.upper);
        });
        seats.each([&](Seat seat) {
            for (const View::Column& column : view.seats[seat].columns)
                observe_boxes(with, "boxes", options, column.boxes);
        });
        seats.each([&](Seat seat) {
            const auto sum = std::ranges::find(view.playoff, seat, &View::PlayoffSum::seat);
            with("playoff", sum == view.playoff.end() ? absent : sum->points.value_or(0));
        });
    }

  private:
    static bool has(Box box, const Options& options) {
        return sheet_of(options.preset).boxes().contains(box);
    }
    /// Only a move on a card without Chance.
    static int playoff_action(const Options& options) { return keeps + 2 * boxes(options); }

    static void observe_boxes(auto& with, std::string_view name, const Options& options,
                              const Boxes& points) {
        std::array<std::int32_t, box_count> of_box;
        of_box.fill(absent);
        for (const BoxPoints& box : points)
            of_box[static_cast<std::size_t>(box.box)] = box.points.value_or(absent);
        for (const auto& line : sheet_of(options.preset).lines())
            with(name, of_box[static_cast<std::size_t>(line.box)]);
    }
};
static_assert(GameEncoding<Encoding>);

}  // namespace cubilete::yahtzee
