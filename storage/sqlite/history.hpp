#pragma once

#include <filesystem>
#include <memory>

#include "storage/history.hpp"

namespace cubilete::storage::sqlite {

class Reader;

/// Reads the data file over a read-only connection of its own.
class SqliteHistory final : public History {
  public:
    /// `place` is a data file of this version, or the directory that contains it.
    explicit SqliteHistory(const std::filesystem::path& place);
    ~SqliteHistory() override;

    std::optional<std::vector<PlayedMatch>> matches(const MatchQuery& criteria) const override;
    std::vector<Person> seats(const std::string& match) const override;
    std::vector<Totals> totals(const std::string& player) const override;
    std::vector<CareOfMonth> care(const std::string& player) const override;
    std::vector<Totals> leaderboard(const LeaderboardQuery& criteria) const override;
    std::vector<Person> people(const std::vector<std::string>& ids) const override;
    std::vector<OwnMatch> own_matches(const std::string& player, const std::string& after,
                                      int most) const override;
    std::vector<OwnChatLine> own_chat(const std::string& player, int most) const override;
    std::vector<std::string> own_rooms(const std::string& player) const override;

  private:
    std::unique_ptr<Reader> reader_;
};

}  // namespace cubilete::storage::sqlite
