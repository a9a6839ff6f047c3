#include "server/match/cup_dice.hpp"

#include "engine/require.hpp"

namespace cubilete::server {

using protocol::JsonText;

JsonText to_json(const CupThrow& thrown) {
    return JsonText::object({{"turn", thrown.place.turn},
                             {"throw", thrown.place.number},
                             {"dice", JsonText::array(thrown.place.dice)},
                             {"result", JsonText::array(thrown.result)}});
}

Dice CupChance::dice(int, int) { throw_contract_violation(); }
int CupChance::pick(int) { throw_contract_violation(); }
void CupChance::shuffle(std::span<Card>) { throw_contract_violation(); }

std::string CupChance::take_extra(std::int64_t seq) {
    if (seq == 1) return JsonText::object({{"dice", "cup"}, {"end", hex(end_)}}).dump();
    JsonText drawn = JsonText::array();
    for (const CupThrow& thrown : take()) drawn.push_back(to_json(thrown));
    if (drawn == JsonText::array()) return {};
    return JsonText::object({{"drawn", drawn}}).dump();
}

Dice CupChance::throw_dice_in_turn(const ThrowInTurn& place, int faces) {
    require(faces == 6);
    Dice thrown;
    for (const auto die : place.dice) thrown.push_back(cup_face(seed_, day_, place.turn, place.number, die));
    throws_.push_back({place, thrown});
    return thrown;
}

}  // namespace cubilete::server
