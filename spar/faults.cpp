#include "spar/faults.hpp"

#include <algorithm>
#include <array>

#include "engine/require.hpp"
#include "protocol/seeded_chance.hpp"

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
    "taken",
    "bad_value",
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
    "another ask for an entry",
    "ask after another entry",
    "ask for an earlier entry",
    "ask before the entry before it",
    "ask with a draw number that was used",
    "restored file",
    "another tip in the roster",
    "roster without its tip",
    "roster that is not that of its hash",
    "second roster after the reveals",
    "another commitment",
    "other settings than before",
    "other settings than those of the room",
    "another player in the roster",
    "somebody else at its seat",
    "ask that does not name its seat",
    "00 instead of its value",
    "another mover than in the ask",
    "another match after the reveals",
    "changed secret",
    "secret that is never opened",
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

std::vector<Fault> shuffled(Fault first, Fault last, protocol::SeededChance& chance) {
    std::vector<Fault> all;
    for (int fault = static_cast<int>(first); fault <= static_cast<int>(last); ++fault)
        all.push_back(static_cast<Fault>(fault));
    for (std::size_t left = all.size(); left > 1; --left)
        std::swap(all[left - 1], all[static_cast<std::size_t>(chance.pick(static_cast<int>(left)))]);
    return all;
}

}  // namespace

std::string_view name_of(Fault fault) { return names[static_cast<std::size_t>(fault)]; }

Fault met_by(Code code) {
    switch (code) {
        case Code::bad_message: return Fault::bad_message;
        case Code::unknown_type: return Fault::unknown_type;
        case Code::too_big: return Fault::too_big;
        case Code::too_deep: return Fault::too_deep;
        case Code::hello_first: return Fault::hello_first;
        case Code::bad_version: return Fault::bad_version;
        case Code::bad_token: return Fault::void_token;
        case Code::bad_name: return Fault::bad_name;
        case Code::bad_text: return Fault::bad_text;
        case Code::rate_limited: return Fault::rate_limited;
        case Code::no_room: return Fault::no_room;
        case Code::room_full: return Fault::room_full;
        case Code::seat_taken: return Fault::taken_join;
        case Code::wrong_password: return Fault::wrong_password;
        case Code::banned: return Fault::banned;
        case Code::not_host: return Fault::not_host;
        case Code::not_seated: return Fault::not_seated;
        case Code::not_in_room: return Fault::not_in_room;
        case Code::bad_options: return Fault::bad_options;
        case Code::not_started: return Fault::not_started;
        case Code::already_started: return Fault::late_ready;
        case Code::not_your_turn: return Fault::not_your_turn;
        case Code::illegal_move: return Fault::illegal_move;
        case Code::stale: return Fault::stale;
        case Code::match_over: return Fault::match_over;
        case Code::id_reused: return Fault::id_reused;
        case Code::taken: return Fault::taken;
        case Code::bad_value: return Fault::bad_value;
        case Code::busy: return Fault::busy;
        case Code::storage: return Fault::storage;
        case Code::shutting_down: return Fault::shutting_down;
    }
    broken_promise();
}

std::string_view refusal_in(Fault fault) {
    if (fault == Fault::unknown_code || fault == Fault::unknown_code_again) return invented;
    if (fault == Fault::busy_hello) return protocol::name_of(Code::busy);
    if (fault == Fault::limited_join) return protocol::name_of(Code::rate_limited);
    for (int number = 0; number <= static_cast<int>(Code::shutting_down); ++number)
        if (met_by(static_cast<Code>(number)) == fault) return protocol::name_of(static_cast<Code>(number));
    return {};
}

Faults::Faults(std::uint64_t seed, std::optional<Fault> end, std::vector<Fault> only)
    : only_(std::move(only)), end_() {
    protocol::SeededChance chance(seed);
    moves_ = shuffled(Fault::busy, Fault::closed_door, chance);
    moves_.push_back(Fault::match_over);  // no other fault can follow it
    pushes_ = shuffled(Fault::duplicate, Fault::too_slow, chance);
    const Fault drawn = shuffled(first_end, last_end, chance).front();
    end_ = end.value_or(drawn);
    dice_ = shuffled(Fault::second_ask, Fault::wrong_player, chance);
    noted_ = shuffled(Fault::not_named, Fault::never_opened, chance);
    for (auto* list : {&moves_, &pushes_, &dice_, &noted_})
        std::erase_if(*list, [this](Fault fault) { return !wants(fault); });
}

bool Faults::wants(Fault fault) const {
    return only_.empty() || std::ranges::find(only_, fault) != only_.end();
}

bool Faults::meets(Fault fault) {
    if (!wants(fault)) return false;
    met(fault);
    return true;
}

std::optional<Fault> Faults::take(std::vector<Fault>& from, const std::function<bool(Fault)>& fits) {
    if (!begun_) return std::nullopt;
    const auto found = std::ranges::find_if(from, fits);
    if (found == from.end()) return std::nullopt;
    const Fault fault = *found;
    from.erase(found);
    met(fault);
    return fault;
}

std::optional<Fault> Faults::at_move(const std::function<bool(Fault)>& fits) { return take(moves_, fits); }

std::optional<Fault> Faults::at_push(const std::function<bool(Fault)>& fits) { return take(pushes_, fits); }

std::optional<Fault> Faults::at_dice(const std::function<bool(Fault)>& fits) { return take(dice_, fits); }

void Faults::add_noted() { dice_.insert(dice_.end(), noted_.begin(), noted_.end()); }

void Faults::put_back(Fault fault) {
    std::erase(met_, fault);
    moves_.insert(moves_.begin(), fault);
}

bool Faults::all_met() const {
    return std::ranges::all_of(moves_, is_rejection) && pushes_.empty() && (!takes_part_ || dice_.empty());
}

void Faults::report(std::ostream& out) const {
    const auto list = [&out](std::string_view title, const std::vector<Fault>& faults) {
        out << title;
        const char* before = " ";
        for (const Fault fault : faults) {
            out << before << name_of(fault);
            before = ", ";
        }
        out << '\n';
    };
    list("met:", met_);
    std::vector<Fault> missed;
    for (int number = 0; number < static_cast<int>(Fault::kicked); ++number) {
        const auto fault = static_cast<Fault>(number);
        const bool without_notes = is_shown_by_notes(fault) && std::ranges::find(dice_, fault) == dice_.end();
        const bool can_come = wants(fault) && (takes_part_ || !is_about_dice(fault)) && !without_notes;
        if (can_come && std::ranges::find(met_, fault) == met_.end()) missed.push_back(fault);
    }
    if (!missed.empty()) list("not met:", missed);
}

}  // namespace cubilete::server::spar
