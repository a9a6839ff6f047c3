#pragma once

#include <cstdint>
#include <functional>
#include <ostream>
#include <span>
#include <string_view>
#include <vector>

namespace cubilete::server::spar {

struct InjectionPoint;

/// When a fault comes: before the second match; for a move of the bot; for a push to it; for what a dishonest server
/// shows a bot that takes part in provable dice, where only its notes show that it noticed those of `notes`; and at
/// the end, one of these.
enum class FaultTrigger { start, move, push, dice, notes, end };

/// Something that `cubilete spar` does to the connection of a bot. A new one is a row in fault_table.cpp.
struct Fault {
    FaultTrigger when;
    std::string_view name;
    std::string_view code;  ///< of its refusal, as sent; empty = it has none
    /// Does it. For provable dice: changes the frame, which is delivered afterwards.
    void (*inject)(InjectionPoint& at);
    /// Whether the frame gives an occasion for it; nullptr = every frame does.
    bool (*wants)(const InjectionPoint& at) = nullptr;
};

/// By the time at which they come. The last one for a move is match_over.
extern const std::span<const Fault> all_faults;

/// Returns the fault with that name; nullptr if there is none.
const Fault* find_fault(std::string_view name);
/// The refusal says that the move is illegal or malformed. The proxy never refuses the first listed move in this way.
inline bool is_rejection(const Fault& fault) {
    return fault.code == "illegal_move" || fault.code == "bad_message";
}
/// The bot learns of this end in the refusal of its next hello, or its next join. The server itself refuses a banned
/// player; the proxy refuses in the other cases.
inline bool refuses_next_hello(const Fault& end) {
    return end.code == "bad_version" || end.code == "bad_name";
}
inline bool refuses_next_join(const Fault& end) { return !end.code.empty() && !refuses_next_hello(end); }

/// Chooses the faults: each comes once, in an order that the seed decides. Not thread-safe.
class Faults {
  public:
    using List = std::vector<const Fault*>;

    /// `end`: the fault at the end; nullptr = the seed decides. `only`: no other faults come before it; empty = all do.
    explicit Faults(std::uint64_t seed, const Fault* end = nullptr, List only = {});

    /// Until this call next() returns no fault.
    void begin() { begun_ = true; }
    bool has_begun() const { return begun_; }
    bool wants(const Fault& fault) const;

    /// Returns the next fault for which `fits` returns true, and counts it as met; nullptr if there is none.
    const Fault* next(FaultTrigger when, const std::function<bool(const Fault&)>& fits);
    /// Those of FaultTrigger::dice count only if the bot takes part in provable dice.
    void require_dice_faults() { requires_dice_faults_ = true; }
    /// Those of FaultTrigger::notes come as well, as the last ones of FaultTrigger::dice. Call it before the first fault.
    void enable_notes() { has_notes_ = true; }
    /// The injection of a fault for a move failed; it becomes the next one again.
    void requeue(const Fault& fault);
    const Fault& end() const { return *end_; }
    void mark_met(const Fault& fault) { met_.push_back(&fault); }
    int count() const { return static_cast<int>(met_.size()); }
    bool all_push_faults_met() const;
    /// Whether the bot has met every fault that it can meet. A bot that always plays the first listed move
    /// never meets the ones of is_rejection().
    bool all_met() const;
    /// Writes two lines: the faults that were met, in their order, and those that were not.
    void report(std::ostream& out) const;

  private:
    /// Whether the bot is to meet the faults of that time.
    bool requires_faults(FaultTrigger when) const;

    List only_;
    List remaining_;  ///< before the end; those at the start come without a choice
    List met_;
    const Fault* end_;
    bool begun_ = false;
    bool requires_dice_faults_ = false;
    bool has_notes_ = false;
};

}  // namespace cubilete::server::spar
