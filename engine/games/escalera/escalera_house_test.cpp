#include "engine/games/escalera/escalera_house.hpp"

#include <doctest/doctest.h>

#include "tests/house.hpp"

namespace cubilete::escalera {

TEST_CASE("House players of Escalera play whole matches by the rules, at every table") {
    house::check<House>([](const Options& options, int seats) { return House::study(options, seats); }, 300);
}

}  // namespace cubilete::escalera
