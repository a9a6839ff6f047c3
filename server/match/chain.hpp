#pragma once

#include <string>
#include <string_view>

#include "storage/rows.hpp"

/// The hash chain of a match's log (protocol/README.md, section 10): the newest hash proves whether an earlier entry
/// was changed, removed or inserted. The secret part of an entry, its draws, enters as a commitment
/// SHA-256(salt, draws), so that nobody can guess hidden cards from the chain. Salt and commitment are
/// published only after the match, so an entry's hash hides its other parts as well.
namespace cubilete::server {

/// Returns the hash that precedes the first entry; `match` is the match's id.
std::string chain_root(std::string_view match);
/// The form of the chain for new matches.
inline constexpr int newest_chain = 2;
/// Returns the hash of an entry after `previous`, in the form `chain` of its match. Form 2 covers every field
/// but `hash`; `match` enters through chain_root(), and `draws` and `salt` through the commitment. Form 1, of
/// older matches, also leaves out `at_ms`, `left_ms` and `extra`. Throws std::logic_error for other forms.
std::string chain_hash(int chain, std::string_view previous, const storage::LogRow& entry);

}  // namespace cubilete::server
