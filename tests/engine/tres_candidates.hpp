#pragma once

#include <vector>

#include "engine/games/tres/tres.hpp"

namespace cubilete::tres {

/// Moves of every kind, whether or not they can ever be legal, each in its listed spelling.
inline std::vector<Move> candidate_moves() {
    std::vector<Move> moves{Draw{}, Pass{}, SayTres{}};
    for (Seat seat = 0; seat < max_seats; ++seat) moves.emplace_back(Catch{seat});
    int pairs = 0;
    for (Place on = 0; on < table_size; ++on)
        for (Card one = 0; one < card_kinds; ++one) {
            moves.emplace_back(Play{on, {one}});
            // Every seventh pair is enough to include all numbers and places.
            for (Card other = one; other < card_kinds; ++other)
                if (++pairs % 7 == 0) moves.emplace_back(Play{on, {one, other}});
        }
    return moves;
}

}  // namespace cubilete::tres
