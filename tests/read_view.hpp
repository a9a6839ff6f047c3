#pragma once

#include "protocol/wire.hpp"

/// Reads the JSON of a game's complete view (the members of `about` and of the view), so that the contract suite can check that it contains the whole view. Each
/// game defines its function in <id>_view_test.cpp.
#define GAME(id)                                                              \
    namespace cubilete::id {                                                  \
    std::variant<View, protocol::Rejection> read_view(const protocol::Json&); \
    }
#include "engine/games/games.def"
#undef GAME
