#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "storage/postgres/connection.hpp"
#include "storage/store.hpp"

/// Look-ups that several readers share. Those that send more than one statement belong into a transaction
/// that sees one state.
namespace cubilete::storage::postgres {

using MatchesById = std::unordered_map<std::string, MatchRow>;
using Logs = std::unordered_map<std::string, std::vector<LogRow>>;

/// Those of these matches that are there.
MatchesById find_matches(Connection& connection, const std::vector<std::string>& ids);
std::optional<MatchRow> find_match(Connection& connection, const std::string& id);
/// Without the matches that have no entry.
Logs find_logs(Connection& connection, const std::vector<std::string>& ids);
std::vector<LogRow> find_log(Connection& connection, const std::string& match);
std::vector<Score> find_scores(Connection& connection, const std::string& match);
std::unordered_map<std::string, OpenRoom::Dice> find_dice(Connection& connection,
                                                          const std::vector<std::string>& ids);
/// The rooms with everything in them, in this order, but without the logs of their matches.
std::vector<OpenRoom> load_room_details(Connection& connection, std::vector<Room> rooms);
/// The newest first.
std::optional<CupChain> find_cup_chain(Connection& connection);
std::vector<CupPlay> find_cup_plays(Connection& connection, const CupQuery& criteria);
/// Those that are due first come first.
std::vector<PracticeRow> find_practice(Connection& connection, const std::optional<std::string>& player);
std::vector<AdminRow> find_admin_rows(Connection& connection, const AdminQuery& criteria);
/// Adds the logs of their matches.
void load_match_logs(Connection& connection, std::vector<OpenRoom>& rooms);

}  // namespace cubilete::storage::postgres
