#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include "storage/rows.hpp"
#include "storage/sqlite/entry_log.hpp"

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
    void operator()(const SetOnBoards& set);
    void operator()(const ForgetPlayer& forget);
    void operator()(const PutRoom& put);
    void operator()(const BanPlayer& ban);
    void operator()(const LeaveSeat& leave);
    void operator()(const DropRoom& drop);
    /// A file has one process: throws.
    [[noreturn]] void operator()(const HandOver& hand_over);
    void operator()(const AddChat& add);
    void operator()(const StartMatch& start);
    void operator()(const PutDice& put);
    void operator()(const PutAsk& put);
    void operator()(const AppendEntry& append);
    void operator()(const FinishMatch& finish);

    /// From now on the end of each match deletes at most four older logs, if they exceed the limits of
    /// `kept`. So no commit takes long, and more logs are deleted than added.
    void keep_logs(const KeepLogs& kept) { kept_ = kept; }

    /// Call after a rollback: reads the state of the log from the file again.
    void recall() { log_.recall(); }
    /// The number of entries ever written, including the running transaction.
    std::int64_t entries() const { return log_.last(); }

  private:
    void drop_logs(std::int64_t now_ms);
    std::int64_t bytes_used();

    EntryLog log_;
    KeepLogs kept_;

    SQLite::Statement set_data_id_;
    SQLite::Statement put_player_;
    SQLite::Statement put_device_token_;
    SQLite::Statement rename_player_;
    SQLite::Statement set_on_boards_;
    SQLite::Statement forget_player_;
    SQLite::Statement forget_devices_;
    SQLite::Statement forget_in_matches_;
    SQLite::Statement forget_in_chat_;
    SQLite::Statement put_room_;
    SQLite::Statement clear_seats_;
    SQLite::Statement put_seat_;
    SQLite::Statement ban_player_;
    SQLite::Statement leave_seat_;
    SQLite::Statement drop_room_;
    SQLite::Statement add_chat_;
    SQLite::Statement forget_chat_;
    SQLite::Statement start_match_;
    SQLite::Statement add_match_player_;
    SQLite::Statement start_dice_;
    SQLite::Statement put_dice_;
    SQLite::Statement add_ask_;
    SQLite::Statement put_ask_;
    SQLite::Statement forget_dice_;
    SQLite::Statement put_proof_;
    SQLite::Statement finish_match_;
    SQLite::Statement add_score_;
    SQLite::Statement count_people_;
    SQLite::Statement oldest_log_;
    SQLite::Statement note_dropped_;
    SQLite::Statement pages_;
    SQLite::Statement free_pages_;
};

}  // namespace cubilete::storage::sqlite
