#pragma once

#include <filesystem>
#include <memory>

#include "storage/store.hpp"

namespace cubilete::storage::sqlite {

class Reader;

/// Reads the data file over a read-only connection of its own, which never writes and never checkpoints.
class SqliteStore : public Store {
  public:
    /// `place` is a data file of this version, or the directory that contains it.
    explicit SqliteStore(const std::filesystem::path& place);
    ~SqliteStore() override;

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
    std::unique_ptr<Reader> reader_;
};

}  // namespace cubilete::storage::sqlite
