#pragma once

#include <cstdint>

#include "protocol/json.hpp"
#include "server/history/archive.hpp"

/// Matches as /api/v1/ shows them.
namespace cubilete::server {

/// Entries of a log that one answer has.
inline constexpr std::int64_t most_entries = 5'000;

struct RecordWanted {
    std::int64_t from = 1;  ///< entry
    bool views = false;     ///< with what could be seen after each entry
};

protocol::Json person_json(const storage::Person& person);
/// A line of a list.
protocol::Json played_json(const storage::PlayedMatch& match);
/// One match; with its log when it is over, since only then nothing of it is secret.
protocol::Json record_json(const storage::Record& record, const std::vector<storage::Person>& seats,
                           const RecordWanted& wanted);

}  // namespace cubilete::server
