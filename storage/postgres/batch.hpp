#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "storage/postgres/connection.hpp"
#include "storage/postgres/values.hpp"
#include "storage/rows.hpp"

namespace cubilete::storage::postgres {

/// A match that runs: its key in the log, its newest entry, and its room.
struct RunningMatch {
    std::int64_t number = 0;
    std::int64_t last_seq = 0;
    std::string room;
};

/// The running matches of the rooms of this process as committed, for all lanes. Any thread.
class RunningMatches {
  public:
    /// A match that has ended has no value.
    using Changes = std::unordered_map<std::string, std::optional<RunningMatch>>;

    /// Matches that start are numbered from `epoch` << 32.
    explicit RunningMatches(std::int64_t epoch) : next_(epoch << 32) {}

    std::optional<RunningMatch> find(const std::string& match) const;
    void apply(const Changes& changes);
    /// Adds matches that were read. Of one that is known already the later entry counts: the read may be older.
    void add_read(const Changes& read);
    std::int64_t next_number();

  private:
    mutable std::mutex mutex_;
    std::unordered_map<std::string, RunningMatch> open_;
    std::int64_t next_;
};

/// Rows of id, number, newest entry and room of matches.
RunningMatches::Changes parse_running_matches(const Rows& rows);

/// The statements of one transaction that carries out these writes. The entries of all logs come first, as one
/// statement, the other writes in order. That is the same as all in order: whether an entry continues a
/// running match is checked here, and no other statement reads the log. Throws std::logic_error for an entry
/// that contradicts the running matches; the statements fail with CB003 or a violated constraint for any other
/// write that contradicts the stored data. Among nodes that share the rooms they fail with CB002 for a write to
/// a room that another epoch owns.
class Batch {
  public:
    /// `shared`: other epochs may own rooms.
    Batch(std::span<const Write> writes, RunningMatches& matches, std::int64_t epoch, bool shared = false);

    std::vector<Statement>&& statements() { return std::move(statements_); }
    /// To apply when the transaction is durable.
    const RunningMatches::Changes& changes() const { return changes_; }

    void operator()(const SetDataId& set);
    void operator()(const PutPlayer& put);
    void operator()(const PutDeviceToken& put);
    void operator()(const RenamePlayer& rename);
    void operator()(const SetAvatar& set);
    void operator()(const SetOnBoards& set);
    void operator()(const ForgetPlayer& forget);
    void operator()(const PutRoom& put);
    void operator()(const BanFromRoom& ban);
    void operator()(const LeaveSeat& leave);
    void operator()(const DropRoom& drop);
    void operator()(const HandOverRoom& hand_over);
    void operator()(const AddChatLine& add);
    void operator()(const StartMatch& start);
    void operator()(const PutDice& put);
    void operator()(const PutDiceAsk& put);
    void operator()(const AppendEntry& append);
    void operator()(const FinishMatch& finish);
    void operator()(const PutAnalysis& put);
    void operator()(const PutCupChain& put);
    void operator()(const PutCupPlay& put);
    void operator()(const PutPractice& put);
    void operator()(const PutAdminRow& put);
    void operator()(const CountRefused& count);
    void operator()(const SweepAdminRows& sweep);

  private:
    /// The entries by column.
    struct Entries {
        Array match{Type::bigint};
        Array seq{Type::integer};
        Array by{Type::text};
        Array message_id{Type::text};
        Array prompt{Type::bigint};
        Array move{Type::text};
        Array draws{Type::text};
        Array left_ms{Type::bigint};
        Array at_ms{Type::bigint};
        Array hash{Type::bytes};
        Array salt{Type::bytes};
        Array extra{Type::text};
    };

    template <class... Each>
    void run(const char* sql, const Each&... values) {
        statements_.push_back({.sql = sql, .values = SqlParameters::of(values...)});
    }
    /// The match, with the changes of this batch. Throws if it does not run.
    RunningMatch& running_match(const std::string& match);
    /// Something of this room is written.
    void touch(const std::string& room);
    void put_entries();
    void put_owner_check();

    RunningMatches& matches_;
    std::int64_t epoch_;
    bool shared_;
    std::unordered_set<std::string> put_;  ///< rooms whose first write is PutRoom, which looks at the owner
    std::unordered_set<std::string> touched_;  ///< the other rooms
    RunningMatches::Changes changes_;
    Entries entries_;
    std::vector<Statement> statements_;
};

}  // namespace cubilete::storage::postgres
