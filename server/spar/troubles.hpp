#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <string_view>
#include <vector>

#include "protocol/refused.hpp"

namespace cubilete::server::spar {

/// What the referee of `cubilete spar` does to a bot.
enum class Trouble {
    // before the match
    busy_hello,
    limited_join,
    taken_join,
    void_token,
    late_ready,
    // when the bot moves
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
    // when something is pushed to it
    duplicate,
    late_copy,
    reorder,
    drop,
    delay,
    unknown_types,
    unknown_fields,
    too_slow,
    // when all is done, one of them
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
inline constexpr auto first_end = Trouble::kicked;
inline constexpr auto last_end = Trouble::deleted;

/// The trouble in which a bot meets refusals of that code: there is none that it is spared.
Trouble met_by(protocol::Code code);
/// The code of the refusal that is all of this trouble or its heart, as on the wire; empty where there is none. Two are
/// of no protocol.
std::string_view refusal_in(Trouble trouble);
/// The move is refused and the table has moved on meanwhile, so that nobody waits for another one.
constexpr bool is_overtaken(Trouble trouble) {
    return trouble >= Trouble::stale && trouble <= Trouble::unknown_code;
}
/// A refusal that says that the rules do not allow the move, or that it is none. The first of all moves is never
/// blamed so.
constexpr bool is_fault(Trouble trouble) {
    return trouble == Trouble::illegal_move || trouble == Trouble::bad_message;
}
/// An end of which the bot learns when it says hello again,
constexpr bool ends_hello(Trouble end) { return end == Trouble::bad_version || end == Trouble::bad_name; }
/// or when it joins again. The server itself refuses who is banned, the referee refuses the others.
constexpr bool ends_join(Trouble end) {
    return end == Trouble::banned || end == Trouble::no_room || end == Trouble::room_full ||
           end == Trouble::wrong_password;
}

/// Which trouble comes when: each once, in an order that the seed decides.
class Troubles {
  public:
    /// `end`: the one with which it all ends; otherwise the seed decides.
    explicit Troubles(std::uint64_t seed, std::optional<Trouble> end = {});

    /// The next one for a move, a push, that `fits`; it counts as met.
    std::optional<Trouble> at_move(const std::function<bool(Trouble)>& fits);
    std::optional<Trouble> at_push(const std::function<bool(Trouble)>& fits);
    /// One for a move came to nothing, and is the next again.
    void put_back(Trouble trouble);
    /// The one with which it all ends.
    Trouble end() const { return end_; }
    void met(Trouble trouble) { met_.push_back(trouble); }
    int count() const { return static_cast<int>(met_.size()); }
    bool pushes_met() const { return pushes_.empty(); }
    /// Everything that a bot can meet has been met. Who only ever plays the first move is never refused one.
    bool all_met() const;
    /// Two lines: what was met, in its order, and what was not.
    void report(std::ostream& out) const;

  private:
    std::optional<Trouble> take(std::vector<Trouble>& from, const std::function<bool(Trouble)>& fits);

    std::vector<Trouble> moves_;
    std::vector<Trouble> pushes_;
    Trouble end_;
    std::vector<Trouble> met_;
};

std::string_view name_of(Trouble trouble);

}  // namespace cubilete::server::spar
