#include "server/spar/troubles.hpp"

#include <algorithm>
#include <array>

#include "engine/require.hpp"
#include "server/core/chance.hpp"

namespace cubilete::server::spar {

using protocol::Code;

namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(last_end) + 1> names{
    "busy at hello",
    "rate_limited at join",
    "seat_taken at join",
    "bad_token",
    "already_started at ready",
    "busy",
    "rate_limited",
    "storage",
    "shutting_down",
    "request lost with the connection",
    "reply lost with the connection",
    "stale",
    "not_your_turn",
    "not_in_room",
    "not_seated",
    "not_started",
    "not_host",
    "bad_text",
    "bad_options",
    "unknown_type",
    "too_big",
    "too_deep",
    "unknown code",
    "unknown code at a table that waits",
    "id_reused",
    "hello_first",
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
    "bad_name",
    "abuse",
    "origin",
    "deleted",
};

constexpr std::string_view invented = "spar_unheard_of";

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

Trouble met_by(Code code) {
    switch (code) {
        case Code::bad_message: return Trouble::bad_message;
        case Code::unknown_type: return Trouble::unknown_type;
        case Code::too_big: return Trouble::too_big;
        case Code::too_deep: return Trouble::too_deep;
        case Code::hello_first: return Trouble::hello_first;
        case Code::bad_version: return Trouble::bad_version;
        case Code::bad_token: return Trouble::void_token;
        case Code::bad_name: return Trouble::bad_name;
        case Code::bad_text: return Trouble::bad_text;
        case Code::rate_limited: return Trouble::rate_limited;
        case Code::no_room: return Trouble::no_room;
        case Code::room_full: return Trouble::room_full;
        case Code::seat_taken: return Trouble::taken_join;
        case Code::wrong_password: return Trouble::wrong_password;
        case Code::banned: return Trouble::banned;
        case Code::not_host: return Trouble::not_host;
        case Code::not_seated: return Trouble::not_seated;
        case Code::not_in_room: return Trouble::not_in_room;
        case Code::bad_options: return Trouble::bad_options;
        case Code::not_started: return Trouble::not_started;
        case Code::already_started: return Trouble::late_ready;
        case Code::not_your_turn: return Trouble::not_your_turn;
        case Code::illegal_move: return Trouble::illegal_move;
        case Code::stale: return Trouble::stale;
        case Code::match_over: return Trouble::match_over;
        case Code::id_reused: return Trouble::id_reused;
        case Code::busy: return Trouble::busy;
        case Code::storage: return Trouble::storage;
        case Code::shutting_down: return Trouble::shutting_down;
    }
    broken_promise();
}

std::string_view refusal_in(Trouble trouble) {
    if (trouble == Trouble::unknown_code || trouble == Trouble::unknown_code_again) return invented;
    if (trouble == Trouble::busy_hello) return protocol::name_of(Code::busy);
    if (trouble == Trouble::limited_join) return protocol::name_of(Code::rate_limited);
    for (int number = 0; number <= static_cast<int>(Code::shutting_down); ++number)
        if (met_by(static_cast<Code>(number)) == trouble) return protocol::name_of(static_cast<Code>(number));
    return {};
}

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

void Troubles::put_back(Trouble trouble) {
    std::erase(met_, trouble);
    moves_.insert(moves_.begin(), trouble);
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
