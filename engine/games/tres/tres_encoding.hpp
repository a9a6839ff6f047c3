#pragma once

#include <array>

#include "engine/cards.hpp"
#include "engine/encoding.hpp"
#include "engine/games/tres/tres.hpp"

namespace cubilete::tres {

/// Actions: 0 draws, 1 passes, 2 says TRES, 3 + s catches seat s (0 to 7). From 11 on a play: three places, and for each the 44
/// cards alone and the 990 pairs (a, b) with a <= b in the order of cards: (0,0) (0,1) … (0,43) (1,1) …. Saying TRES with a play or
/// a pass, which is not listed, adds `said_with`.
struct Encoding {
    using Game = tres::Game;

    static constexpr int first_catch = 3;
    static constexpr int first_play = first_catch + max_players;
    static constexpr int pairs = card_kinds * (card_kinds + 1) / 2;
    static constexpr int on_a_place = card_kinds + pairs;
    static constexpr int plays = table_size * on_a_place;

    static constexpr int listed = first_play + plays;
    static constexpr int said_with =
        listed + 1;  ///< the number between them lets others act (cubilete_engine.h)

    static int actions(const Options&) { return listed; }

    static bool is_unlisted_move(const Options&, int action) {
        const int plain = action - said_with;
        return plain == 1 || (first_play <= plain && plain < listed);
    }

    static int number(const Options&, const Move& move) {
        struct Number {
            int operator()(const Play& play) const {
                const int cards =
                    play.cards.size() == 1 ? play.cards[0] : card_kinds + pair(play.cards[0], play.cards[1]);
                return first_play + (play.tres ? said_with : 0) + play.on * on_a_place + cards;
            }
            int operator()(const Draw&) const { return 0; }
            int operator()(const Pass& pass) const { return pass.tres ? said_with + 1 : 1; }
            int operator()(const SayTres&) const { return 2; }
            int operator()(const Catch& caught) const { return first_catch + caught.seat; }
        };
        return std::visit(Number{}, move);
    }

    static Move move(const Options&, int action) {
        if (action == 0) return Draw{};
        if (action == 1) return Pass{};
        if (action == 2) return SayTres{};
        if (action < first_play) return Catch{static_cast<Seat>(action - first_catch)};
        if (action == said_with + 1) return Pass{true};
        const bool says_tres = action > said_with;
        const int play = action - first_play - (says_tres ? said_with : 0);
        const int cards = play % on_a_place;
        Play made{static_cast<Place>(play / on_a_place), {}, says_tres};
        if (cards < card_kinds) {
            made.cards.push_back(static_cast<Card>(cards));
            return made;
        }
        int low = 0;
        while (pair(low + 1, low + 1) <= cards - card_kinds && low + 1 < card_kinds) ++low;
        made.cards.push_back(static_cast<Card>(low));
        made.cards.push_back(static_cast<Card>(low + cards - card_kinds - pair(low, low)));
        return made;
    }

    static void observe(auto& with, const Options&, const View& view, Viewer viewer) {
        const RelativeSeats seats(viewer, static_cast<int>(view.seats.size()));
        const auto card = [](const std::optional<Card>& there) { return there ? int{*there} : absent; };
        with("over", view.over)("game", view.game);
        with("turn_seat", view.turn ? seats.number(view.turn->seat) : absent);
        with("turn_drawn", view.turn && view.turn->drawn);
        with("drawn_card", view.own ? card(view.own->drawn) : absent);
        std::array<std::int32_t, card_kinds> hand{};
        if (view.own)
            for (const Card held : view.own->hand) ++hand[held];
        for (const std::int32_t count : hand) with("hand", count);
        for (const auto& there : view.table) with("table", card(there));
        with("pile", view.pile)("discards", view.discards)("top", card(view.top));
        with("direction", view.direction);
        with("call_stage", static_cast<int>(view.call.stage));
        with("call_seat", view.call.stage == Call::Stage::none ? absent : seats.number(view.call.seat));
        seats.each([&](Seat seat) { with("score", view.seats[seat].score); });
        seats.each([&](Seat seat) { with("cards", view.seats[seat].cards); });
        seats.each([&](Seat seat) { with("said_tres", view.seats[seat].said_tres); });
    }

  private:
    /// The number of a pair of cards, a <= b.
    static constexpr int pair(int a, int b) { return a * card_kinds - a * (a - 1) / 2 + b - a; }
};
static_assert(GameEncoding<Encoding>);

}  // namespace cubilete::tres
