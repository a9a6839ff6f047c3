#pragma once

#include <SQLiteCpp/Database.h>

#include "storage/rows.hpp"
#include "storage/sqlite/entry_log.hpp"
#include "storage/sqlite/statement.hpp"

namespace cubilete::storage::sqlite {

/// Carries out the writes inside the caller's transaction. One thread at a time. Throws SQLite::Exception,
/// and std::logic_error for a write that contradicts the stored data.
class WriteStatements {
  public:
    explicit WriteStatements(SQLite::Database& connection);

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
    /// A file has one process: throws.
    [[noreturn]] void operator()(const HandOverRoom& hand_over);
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

    /// From now on the end of each match deletes at most four older logs, if they exceed the limits of
    /// `retention`. So no commit takes long, and more logs are deleted than added.
    void keep_logs(const LogRetention& retention) { retention_ = retention; }

    /// Call after a rollback: reads the state of the log from the file again.
    void reload() { log_.reload(); }
    /// The number of entries ever written, including the running transaction.
    std::int64_t entries() const { return log_.last(); }

  private:
    template <class... Values>
    int run(const char* sql, const Values&... values) {
        return sqlite::run(statements_(sql), values...);
    }
    void drop_logs(std::int64_t now_ms);
    std::int64_t bytes_used();

    EntryLog log_;
    LogRetention retention_;
    StatementCache statements_;
};

}  // namespace cubilete::storage::sqlite
