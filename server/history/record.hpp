#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/messages.hpp"
#include "server/history/history_reader.hpp"

/// Matches in the JSON form of /api/v1/.
namespace cubilete::server {

struct RecordQuery {
    std::int64_t from = 1;  ///< number of the first entry, at least 1
    bool views = false;     ///< with the public view after each entry
    /// The log of an answer ends with the entry that reaches this number of bytes.
    std::size_t most_bytes = 512 * 1024;

    /// Limit of entries per answer. A view costs as much as ten entries, a few tenths of a millisecond.
    std::int64_t most_entries() const { return views ? 500 : 5'000; }
};

/// Returns `{"id","name","bot","avatar"}`; `id` is null for a player whose account was deleted, and `avatar` left out if
/// they have chosen none.
protocol::Json person_json(const storage::Person& person);
/// The people at the seats of a match as messages show them.
std::vector<protocol::MatchesPage::Person> people_of(const std::vector<storage::Person>& seats);
/// Matches per page of a list.
inline constexpr int matches_per_page = 50;
/// Returns a page of a list: `matches`, and `next`, the id after which the next page begins; null if this
/// page is not full.
protocol::MatchesPage matches_page(const std::vector<storage::PlayedMatch>& matches);
/// Returns one match. A finished one has a part of its log; a match in progress has none, because its log
/// holds secrets. Returns nothing if there is no such match. Throws storage::DatabaseError.
std::optional<protocol::Json> record_json(const HistoryReader::Readers& readers, const std::string& match,
                                          const RecordQuery& wanted);

/// Returns a finished match with its whole log in the same form, as far as it is needed to verify it: without
/// events, and with the players' ids of the match, also those of deleted accounts. Throws
/// nlohmann::json::exception if what is stored cannot be read.
protocol::Json complete_record(const storage::Record& record);

/// Adds the day and, once it is open, its seed to the record of a match of the cup; else nothing. Throws
/// storage::DatabaseError.
void add_cup(protocol::Json& record, const storage::MatchRow& match, const storage::Store& store,
             std::int64_t now_ms);

}  // namespace cubilete::server
