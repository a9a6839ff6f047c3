#include "spar/faults.hpp"

#include <algorithm>

#include "protocol/seeded_chance.hpp"

namespace cubilete::server::spar {

namespace {

Faults::List shuffled(std::span<const Fault> faults, protocol::SeededChance& chance) {
    Faults::List all;
    for (const Fault& fault : faults) all.push_back(&fault);
    for (std::size_t remaining = all.size(); remaining > 1; --remaining)
        std::swap(all[remaining - 1],
                  all[static_cast<std::size_t>(chance.pick(static_cast<int>(remaining)))]);
    return all;
}

}  // namespace

const Fault* find_fault(std::string_view name) {
    for (const FaultTrigger when : all_fault_triggers)
        for (const Fault& fault : faults_at(when))
            if (fault.name == name) return &fault;
    return nullptr;
}

bool is_rejection(const Fault& fault) { return fault.code == "illegal_move" || fault.code == "bad_message"; }

bool refuses_next_hello(const Fault& end) { return end.code == "bad_version" || end.code == "bad_name"; }

bool refuses_next_join(const Fault& end) { return !end.code.empty() && !refuses_next_hello(end); }

Faults::Faults(std::uint64_t seed, const Fault* end, List only) : only_(std::move(only)) {
    protocol::SeededChance chance(seed);
    // No other fault can follow the last one, match_over.
    remaining(FaultTrigger::move) = shuffled(move_faults.first(move_faults.size() - 1), chance);
    remaining(FaultTrigger::move).push_back(&move_faults.back());
    remaining(FaultTrigger::push) = shuffled(push_faults, chance);
    const Fault* drawn = shuffled(end_faults, chance).front();
    end_ = end == nullptr ? drawn : end;
    remaining(FaultTrigger::dice) = shuffled(dice_faults, chance);
    remaining(FaultTrigger::noted) = shuffled(noted_faults, chance);
    for (List& list : remaining_) std::erase_if(list, [this](const Fault* fault) { return !wants(*fault); });
}

bool Faults::wants(const Fault& fault) const {
    return only_.empty() || std::ranges::find(only_, &fault) != only_.end();
}

const Fault* Faults::next(FaultTrigger when, const std::function<bool(const Fault&)>& fits) {
    if (!begun_) return nullptr;
    List& from = remaining(when);
    const auto found = std::ranges::find_if(from, [&](const Fault* fault) { return fits(*fault); });
    if (found == from.end()) return nullptr;
    mark_met(**found);
    from.erase(found);
    return met_.back();
}

void Faults::add_noted() {
    has_notes_ = true;
    remaining(FaultTrigger::dice)
        .insert(remaining(FaultTrigger::dice).end(), remaining(FaultTrigger::noted).begin(),
                remaining(FaultTrigger::noted).end());
}

void Faults::requeue(const Fault& fault) {
    std::erase(met_, &fault);
    remaining(FaultTrigger::move).insert(remaining(FaultTrigger::move).begin(), &fault);
}

bool Faults::all_met() const {
    return std::ranges::all_of(remaining(FaultTrigger::move),
                               [](const Fault* fault) { return is_rejection(*fault); }) &&
           all_push_faults_met() && (!requires_dice_faults_ || remaining(FaultTrigger::dice).empty());
}

void Faults::report(std::ostream& out) const {
    const auto list = [&out](std::string_view title, const List& faults) {
        out << title;
        const char* before = " ";
        for (const Fault* fault : faults) out << std::exchange(before, ", ") << fault->name;
        out << '\n';
    };
    list("met:", met_);
    List missed;
    for (const FaultTrigger when : {FaultTrigger::start, FaultTrigger::move, FaultTrigger::push,
                                    FaultTrigger::dice, FaultTrigger::noted}) {
        if ((when == FaultTrigger::dice || when == FaultTrigger::noted) && !requires_dice_faults_) continue;
        if (when == FaultTrigger::noted && !has_notes_) continue;
        for (const Fault& fault : faults_at(when))
            if (wants(fault) && std::ranges::find(met_, &fault) == met_.end()) missed.push_back(&fault);
    }
    if (!missed.empty()) list("not met:", missed);
}

}  // namespace cubilete::server::spar
