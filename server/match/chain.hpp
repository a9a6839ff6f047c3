#pragma once

#include <string>
#include <string_view>

#include "storage/rows.hpp"

/// The hash chain of a match's log (PROTOCOL 5): whoever holds the newest hash can tell whether an earlier
/// entry was changed, dropped or slipped in. What an entry keeps secret (its draws) enters as a commitment
/// SHA-256(salt, draws), so that nobody can guess hidden cards from the chain; the salt is published at the
/// end.
namespace cubilete::server {

/// What the first entry is chained to.
std::string chain_root(std::string_view match);
/// The form of the chain for new matches.
inline constexpr int newest_chain = 2;
/// Returns the hash of an entry after `previous`, in the form `chain` of its match. Form 2 covers every field
/// but `hash`; `match` enters through chain_root(), and `draws` and `salt` through the commitment. Form 1, of
/// older matches, also leaves out `at_ms`, `left_ms` and `extra`. Throws std::logic_error for other forms.
std::string chain_hash(int chain, std::string_view previous, const storage::LogEntry& entry);

}  // namespace cubilete::server
