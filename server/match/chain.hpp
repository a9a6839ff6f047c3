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
/// The hash of an entry after `previous`. Uses every field of it but `hash`, `left_ms` and `at_ms`: those are
/// about the clock, not about the game.
std::string chain_hash(std::string_view previous, const storage::LogEntry& entry);
/// 64 hexadecimal digits.
std::string hex(std::string_view hash);

}  // namespace cubilete::server
