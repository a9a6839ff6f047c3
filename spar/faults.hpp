#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <string_view>
#include <vector>

#include "protocol/refused.hpp"

namespace cubilete::server::spar {

/// The faults that `cubilete spar` injects into the connection of a bot.
enum class Fault {
    // before the match
    busy_hello,
    limited_join,
    taken_join,
    void_token,
    late_ready,
    // for a move of the bot
    busy,
    rate_limited,
    storage,
    shutting_down,
    lost_request,
    lost_reply,
    stale,
    not_your_turn,
    not_in_room,
    not_seated,
    not_started,
    not_host,
    bad_text,
    bad_options,
    unknown_type,
    too_big,
    too_deep,
    taken,
    bad_value,
    unknown_code,
    unknown_code_again,
    id_reused,
    hello_first,
    illegal_move,
    bad_message,
    restart,
    crash,
    closed_door,
    match_over,
    // for a push to the bot
    duplicate,
    late_copy,
    reorder,
    drop,
    delay,
    unknown_types,
    unknown_fields,
    too_slow,
    // for an ask of a bot that takes part in provable dice
    second_ask,
    other_hash,
    lower_ask,
    early_ask,
    used_number,
    restored,
    // for what such a bot is shown at the start of a match
    other_tip,
    dropped_tip,
    other_roster,
    second_roster,
    other_commit,
    other_settings,
    wrong_settings,
    other_players,
    wrong_player,
    // the same, which only its notes show that it noticed
    not_named,
    called_late,
    other_move,
    other_match,
    changed_secret,
    never_opened,
    // at the end, one of these
    kicked,
    banned,
    no_room,
    room_full,
    wrong_password,
    bad_version,
    bad_name,
    abuse,
    origin,
    deleted,
};
inline constexpr auto first_end = Fault::kicked;
inline constexpr auto last_end = Fault::deleted;

/// Returns the fault that produces refusals with that code; every code has one.
Fault met_by(protocol::Code code);
/// Returns the code of the refusal that belongs to the fault, as sent; empty if there is none. The code of
/// unknown_code and unknown_code_again is not in the protocol.
std::string_view refusal_in(Fault fault);
/// The move is refused, and the match has moved on meanwhile, so that no other move is expected.
constexpr bool is_overtaken(Fault fault) { return fault >= Fault::stale && fault <= Fault::unknown_code; }
/// The refusal says that the move is illegal or malformed. The proxy never refuses the first listed move in
/// this way.
constexpr bool is_rejection(Fault fault) {
    return fault == Fault::illegal_move || fault == Fault::bad_message;
}
/// Only a bot that takes part in provable dice meets the fault.
constexpr bool is_about_dice(Fault fault) {
    return fault >= Fault::second_ask && fault <= Fault::never_opened;
}
/// A bot that notices it may go on: only its notes show whether it has noticed.
constexpr bool is_shown_by_notes(Fault fault) {
    return fault >= Fault::not_named && fault <= Fault::never_opened;
}
/// The bot learns of this end in the refusal of its next hello.
constexpr bool ends_hello(Fault end) { return end == Fault::bad_version || end == Fault::bad_name; }
/// The bot learns of this end in the refusal of its next join. The server itself refuses a banned player; the
/// proxy refuses in the other cases.
constexpr bool ends_join(Fault end) {
    return end == Fault::banned || end == Fault::no_room || end == Fault::room_full ||
           end == Fault::wrong_password;
}

/// Chooses the faults: each comes once, in an order that the seed decides. Not thread-safe.
class Faults {
  public:
    /// `end`: the fault at the end; without it the seed decides. `only`: no other faults come before it; empty = all do.
    explicit Faults(std::uint64_t seed, std::optional<Fault> end = {}, std::vector<Fault> only = {});

    /// Until this call none of at_move(), at_push() and at_dice() returns a fault.
    void begin() { begun_ = true; }
    bool begun() const { return begun_; }
    bool wants(Fault fault) const;

    /// Returns the next fault for a move or a push for which `fits` returns true, and counts it as met;
    /// nothing if there is none.
    std::optional<Fault> at_move(const std::function<bool(Fault)>& fits);
    std::optional<Fault> at_push(const std::function<bool(Fault)>& fits);
    /// The same for what a dishonest server shows. They count only if the bot takes part in provable dice.
    std::optional<Fault> at_dice(const std::function<bool(Fault)>& fits);
    void takes_part() { takes_part_ = true; }
    /// Adds the faults of is_shown_by_notes(). Call it before the first fault.
    void add_noted();
    /// The injection of a fault for a move failed; it becomes the next one again.
    void put_back(Fault fault);
    /// The fault at the end.
    Fault end() const { return end_; }
    void met(Fault fault) { met_.push_back(fault); }
    /// Counts a fault before the match as met, if it is to come.
    bool meets(Fault fault);
    int count() const { return static_cast<int>(met_.size()); }
    bool pushes_met() const { return pushes_.empty(); }
    /// Whether the bot has met every fault that it can meet. A bot that always plays the first listed move
    /// never meets the ones of is_rejection().
    bool all_met() const;
    /// Writes two lines: the faults that were met, in their order, and those that were not.
    void report(std::ostream& out) const;

  private:
    std::optional<Fault> take(std::vector<Fault>& from, const std::function<bool(Fault)>& fits);

    bool begun_ = false;
    std::vector<Fault> only_;
    std::vector<Fault> moves_;
    std::vector<Fault> pushes_;
    std::vector<Fault> dice_;
    std::vector<Fault> noted_;  ///< become part of `dice_` if there are notes
    bool takes_part_ = false;
    Fault end_;
    std::vector<Fault> met_;
};

std::string_view name_of(Fault fault);

}  // namespace cubilete::server::spar
