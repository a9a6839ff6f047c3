#pragma once

#include <utility>

#include "storage/postgres/reader.hpp"
#include "storage/store.hpp"

namespace cubilete::storage::postgres {

/// Reads over a connection of its own.
class PostgresStore : public Store {
  public:
    /// Throws DatabaseError if the data are missing or have another version.
    explicit PostgresStore(Url url) : reader_(std::move(url)) {}

    std::string data_id() const override;
    std::optional<Player> player_by_token(const std::string& token_hash) const override;
    std::optional<Player> player(const std::string& id) const override;
    void open_rooms(const std::function<void(OpenRoom)>& visit) const override;
    std::vector<OpenRoom> open_rooms(const std::vector<std::string>& codes) const override;
    std::optional<MatchRow> match(const std::string& id) const override;
    std::vector<LogRow> finished_log(const std::string& match, std::int64_t most) const override;
    std::optional<Record> record(const std::string& match) const override;
    std::optional<LogRow> finished_entry(const MatchRow& match, const std::string& player,
                                         const std::string& message_id) const override;
    Matches matches() const override;
    std::vector<std::string> match_ids() const override;
    std::optional<Analysis> analysis(const std::string& match) const override;
    std::vector<std::string> find_outdated_care(const OldCareQuery& criteria) const override;
    std::optional<CupChain> cup_chain() const override;
    std::vector<CupPlay> cup_plays(const CupQuery& criteria) const override;
    std::vector<PracticeRow> practice(const std::optional<std::string>& player) const override;
    std::vector<AdminRow> admin_rows(const AdminQuery& criteria) const override;

  private:
    mutable Reader reader_;
};

}  // namespace cubilete::storage::postgres
