#pragma once

#include <utility>

#include "storage/history.hpp"
#include "storage/postgres/reader.hpp"

namespace cubilete::storage::postgres {

/// Reads over a connection of its own.
class PostgresHistory final : public History {
  public:
    /// Throws DatabaseError if the data are missing or have another version.
    explicit PostgresHistory(Url url) : reader_(std::move(url)) {}

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
    mutable Reader reader_;
};

}  // namespace cubilete::storage::postgres
