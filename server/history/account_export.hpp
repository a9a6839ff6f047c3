#pragma once

#include <string>

#include "protocol/messages.hpp"
#include "server/history/history_reader.hpp"

namespace cubilete::server {

/// Returns the data that is stored about a player, for that player (`me.export`): account, rooms, chat lines,
/// and a page of matches. `after`: id of the last match of the page before; empty for the first page, which
/// alone has more than matches. Throws storage::DatabaseError.
protocol::OwnData account_export(const HistoryReader::Readers& readers, const std::string& player,
                                 const std::string& after);

}  // namespace cubilete::server
