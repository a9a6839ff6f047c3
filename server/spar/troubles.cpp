#include "server/spar/troubles.hpp"

#include <algorithm>

#include "server/chance.hpp"

namespace cubilete::server::spar {

namespace {

constexpr std::array<std::string_view, 36> names{
    "busy at hello",
    "rate_limited at join",
    "bad_token",
    "already_started at ready",
    "busy",
    "rate_limited",
    "storage",
    "shutting_down",
    "request lost with the connection",
    "reply lost with the connection",
    "stale or not_your_turn",
    "not_in_room",
    "unknown code",
    "illegal_move",
    "bad_message",
    "restart of the server (1012)",
    "death of the server",
    "closed door (503)",
    "match_over",
    "push twice",
    "old push once more",
    "pushes in the wrong order",
    "push left out",
    "late pushes",
    "unknown types",
    "unknown fields",
    "too slow (4008)",
    "kicked",
    "banned",
    "no_room",
    "room_full",
    "wrong_password",
    "bad_version",
    "abuse",
    "origin",
    "deleted",
};

std::vector<Trouble> shuffled(Trouble first, Trouble last, SeededChance& chance) {
    std::vector<Trouble> all;
    for (int trouble = static_cast<int>(first); trouble <= static_cast<int>(last); ++trouble)
        all.push_back(static_cast<Trouble>(trouble));
    for (std::size_t left = all.size(); left > 1; --left)
        std::swap(all[left - 1], all[static_cast<std::size_t>(chance.pick(static_cast<int>(left)))]);
    return all;
}

}  // namespace

std::string_view name_of(Trouble trouble) { return names[static_cast<std::size_t>(trouble)]; }

Troubles::Troubles(std::uint64_t seed, std::optional<Trouble> end) : end_() {
    SeededChance chance(seed);
    moves_ = shuffled(Trouble::busy, Trouble::closed_door, chance);
    moves_.push_back(Trouble::match_over);  // nothing can follow it
    pushes_ = shuffled(Trouble::duplicate, Trouble::too_slow, chance);
    const Trouble drawn = shuffled(first_end, last_end, chance).front();
    end_ = end.value_or(drawn);
}

std::optional<Trouble> Troubles::take(std::vector<Trouble>& from, const std::function<bool(Trouble)>& fits) {
    const auto found = std::ranges::find_if(from, fits);
    if (found == from.end()) return std::nullopt;
    const Trouble trouble = *found;
    from.erase(found);
    met(trouble);
    return trouble;
}

std::optional<Trouble> Troubles::at_move(const std::function<bool(Trouble)>& fits) {
    return take(moves_, fits);
}

std::optional<Trouble> Troubles::at_push(const std::function<bool(Trouble)>& fits) {
    return take(pushes_, fits);
}

bool Troubles::all_met() const { return std::ranges::all_of(moves_, is_fault) && pushes_.empty(); }

void Troubles::report(std::ostream& out) const {
    const auto list = [&out](std::string_view title, const std::vector<Trouble>& troubles) {
        out << title;
        const char* before = " ";
        for (const Trouble trouble : troubles) {
            out << before << name_of(trouble);
            before = ", ";
        }
        out << '\n';
    };
    list("met:", met_);
    std::vector<Trouble> missed;
    for (int number = 0; number < static_cast<int>(Trouble::kicked); ++number)
        if (std::ranges::find(met_, static_cast<Trouble>(number)) == met_.end())
            missed.push_back(static_cast<Trouble>(number));
    if (!missed.empty()) list("not met:", missed);
}

}  // namespace cubilete::server::spar
