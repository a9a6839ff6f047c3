#include "spar/faults.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "protocol/seeded_chance.hpp"

namespace cubilete::server::spar {

namespace {

Faults::List shuffled(FaultTrigger when, protocol::SeededChance& chance) {
    Faults::List all;
    for (const Fault& fault : all_faults)
        if (fault.when == when) all.push_back(&fault);
    // No other fault can follow match_over, the last one for a move.
    for (std::size_t left = when == FaultTrigger::move ? all.size() - 1 : all.size(); left > 1; --left)
        std::swap(all[left - 1], all[static_cast<std::size_t>(chance.pick(static_cast<int>(left)))]);
    return all;
}

}  // namespace

const Fault* find_fault(std::string_view name) {
    const auto found = std::ranges::find(all_faults, name, &Fault::name);
    return found == all_faults.end() ? nullptr : &*found;
}

Faults::Faults(std::uint64_t seed, const Fault* end, List only) : only_(std::move(only)), end_(end) {
    protocol::SeededChance chance(seed);
    for (const FaultTrigger when : {FaultTrigger::move, FaultTrigger::push, FaultTrigger::end,
                                    FaultTrigger::dice, FaultTrigger::notes}) {
        const List drawn = shuffled(when, chance);
        if (when != FaultTrigger::end)
            std::ranges::copy_if(drawn, std::back_inserter(remaining_),
                                 [this](const Fault* fault) { return wants(*fault); });
        else if (end_ == nullptr)
            end_ = drawn.front();
    }
}

bool Faults::wants(const Fault& fault) const {
    return only_.empty() || std::ranges::find(only_, &fault) != only_.end();
}

bool Faults::requires_faults(FaultTrigger when) const {
    const bool about_dice = when == FaultTrigger::dice || when == FaultTrigger::notes;
    return when != FaultTrigger::end && (!about_dice || requires_dice_faults_) &&
           (when != FaultTrigger::notes || has_notes_);
}

const Fault* Faults::next(FaultTrigger when, const std::function<bool(const Fault&)>& fits) {
    if (!begun_) return nullptr;
    const auto found = std::ranges::find_if(remaining_, [&](const Fault* fault) {
        const bool of_notes = when == FaultTrigger::dice && fault->when == FaultTrigger::notes && has_notes_;
        return (fault->when == when || of_notes) && fits(*fault);
    });
    if (found == remaining_.end()) return nullptr;
    mark_met(**found);
    remaining_.erase(found);
    return met_.back();
}

void Faults::requeue(const Fault& fault) {
    std::erase(met_, &fault);
    remaining_.insert(remaining_.begin(), &fault);
}

bool Faults::all_push_faults_met() const {
    return std::ranges::find(remaining_, FaultTrigger::push, &Fault::when) == remaining_.end();
}

bool Faults::all_met() const {
    return std::ranges::none_of(remaining_, [this](const Fault* fault) {
        return requires_faults(fault->when) && !is_rejection(*fault);
    });
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
    for (const Fault& fault : all_faults)
        if (requires_faults(fault.when) && wants(fault) && std::ranges::find(met_, &fault) == met_.end())
            missed.push_back(&fault);
    if (!missed.empty()) list("not met:", missed);
}

}  // namespace cubilete::server::spar
