#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "protocol/desk.hpp"
#include "server/core/secret.hpp"
#include "server/desk/decrees.hpp"
#include "storage/rows.hpp"

/// What the desk keeps, as rows of the data and as its messages.
namespace cubilete::server {

constexpr std::int64_t ended_decrees_kept_ms = 30 * protocol::ms_of_a_day;
constexpr std::int64_t log_kept_ms = 365 * protocol::ms_of_a_day;

storage::PutDeskRow row_of(const Decree& decree);
/// Nothing if a later version has written it and this one does not know its kind. Throws std::exception for other text.
std::optional<Decree> decree_of(const storage::DeskRow& row);

/// What an operator has done.
struct DeskAct {
    std::string by;
    std::string what;  ///< the command: "ban"
    storage::DeskRow::Named whom = {};
    std::string text = {};  ///< the number of the decree, the reason …
    std::int64_t at_ms = 0;
};
storage::PutDeskRow row_of(const DeskAct& act);
protocol::DeskLogLine log_line_of(const storage::DeskRow& row);

/// A new random key. Whoever writes it reads it again, because another node may have written one before.
storage::PutDeskRow new_key_row(const std::string& id, std::int64_t at_ms,
                                std::optional<std::int64_t> keep_until_ms);
Secret key_of(const storage::DeskRow& row);

}  // namespace cubilete::server
