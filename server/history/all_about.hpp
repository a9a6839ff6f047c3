#pragma once

#include <string>

#include "protocol/json.hpp"
#include "server/history/archive.hpp"

namespace cubilete::server {

/// What is stored about a player, for himself (`me.export`): who he is, where he sits, what he said, and a page of his
/// matches, those after the one named; all but the matches only on the first page. Throws storage::DatabaseError.
protocol::Json all_about(const Archive::Books& books, const std::string& player, const std::string& after);

}  // namespace cubilete::server
