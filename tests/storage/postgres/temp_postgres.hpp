#pragma once

#include <condition_variable>
#include <filesystem>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "storage/backend.hpp"
#include "storage/postgres/connection.hpp"
#include "storage/postgres/history.hpp"
#include "storage/postgres/journal.hpp"
#include "storage/postgres/nodes.hpp"
#include "storage/postgres/store.hpp"
#include "tests/storage/postgres/server.hpp"

namespace cubilete::tests {

/// A new database of a server of PostgreSQL. The destructor drops it.
class PostgresPlace {
  public:
    explicit PostgresPlace(PostgresServer& server = PostgresServer::shared())
        : server_(server), name_(server.create_database()) {}
    ~PostgresPlace() {
        try {
            server_.drop_database(name_);
        } catch (const storage::DatabaseError&) {  // a test failed and left its database in a bad state
        }
    }
    PostgresPlace(const PostgresPlace&) = delete;
    PostgresPlace& operator=(const PostgresPlace&) = delete;

    std::filesystem::path path() const { return server_.url(name_); }
    storage::postgres::Url url() const { return storage::postgres::Url(server_.url(name_)); }
    PostgresServer& server() const { return server_; }
    /// Carries out a statement as somebody else. Returns the rows.
    storage::postgres::Rows query(const std::string& sql) const {
        return storage::postgres::Connection(url(), "tests").query(sql);
    }
    std::string text(const std::string& sql) const {
        return storage::postgres::first_row(query(sql), storage::postgres::read_text).value_or("");
    }
    /// Ends the connections with this name at the database.
    void terminate_connections(const std::string& pattern) const {
        storage::postgres::Connection other(url(), "tests");
        storage::postgres::terminate_connections(other, pattern);
    }

  private:
    PostgresServer& server_;
    std::string name_;
};

/// Keeps all lanes of a journal busy during its lifetime: nothing that is posted becomes durable.
class HeldLanes {
  public:
    explicit HeldLanes(storage::Journal& journal) {
        for (int lane = 0; lane < storage::JournalSetup().lanes; ++lane) {
            std::promise<void> held;
            journal.post({}, [&held, released = released_](storage::Outcome) {
                held.set_value();
                released.wait();
            });
            held.get_future().wait();
        }
    }
    ~HeldLanes() { release_.set_value(); }
    HeldLanes(const HeldLanes&) = delete;
    HeldLanes& operator=(const HeldLanes&) = delete;

  private:
    std::promise<void> release_;
    std::shared_future<void> released_ = release_.get_future().share();
};

/// A database of its own with a running journal.
class TempPostgres {
  public:
    using Place = PostgresPlace;
    using Held = HeldLanes;

    explicit TempPostgres(PostgresServer& server = PostgresServer::shared()) : place_(server) { open(); }
    ~TempPostgres() { journal_.reset(); }

    const PostgresPlace& place() const { return place_; }
    storage::postgres::PostgresJournal& journal() { return *journal_; }
    storage::postgres::PostgresStore store() const { return storage::postgres::PostgresStore(place_.url()); }
    storage::postgres::PostgresHistory history() const {
        return storage::postgres::PostgresHistory(place_.url());
    }

    std::future<storage::Outcome> post_later(std::vector<storage::Write> writes) {
        auto answer = std::make_shared<std::promise<storage::Outcome>>();
        std::future<storage::Outcome> outcome = answer->get_future();
        journal_->post(std::move(writes),
                       [answer = std::move(answer)](storage::Outcome what) { answer->set_value(what); });
        return outcome;
    }
    /// Posts and waits for the answer. Throws if the journal has failed.
    storage::Outcome post(std::vector<storage::Write> writes) { return post_later(std::move(writes)).get(); }
    void settle() { post({}); }

    /// From now on the database answers as one whose disk is full. Rows of players still have room.
    void fill_up() {
        place_.query(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            " RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$");
        for (const char* table : {"log", "match_dice", "dice_asks"})
            place_.query("CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON " + std::string(table) +
                         " EXECUTE FUNCTION full_disk()");
    }
    void make_room() { place_.query("DROP FUNCTION full_disk CASCADE"); }

    void reopen() {
        journal_.reset();
        open();
    }
    /// Ends as if this process and the database were killed with SIGKILL at the same time.
    void crash() {
        settle();
        place_.server().kill();
        journal_.reset();  // it can tell the database nothing any more
        place_.server().start();
        open();
    }
    std::string failure() const {
        const std::lock_guard lock(mutex_);
        return failure_;
    }
    /// Meaningful if there is a failure.
    storage::ExitReason end() const {
        const std::lock_guard lock(mutex_);
        return end_;
    }
    /// Waits until the journal has failed.
    void wait_for_failure() {
        std::unique_lock lock(mutex_);
        failed_.wait(lock, [this] { return !failure_.empty(); });
    }

  private:
    void open() {
        failure_.clear();
        storage::JournalSetup setup;
        setup.take_over = true;  // the tests know that nobody else lives
        setup.failed = [this](storage::ExitReason end, const std::string& reason) {
            const std::lock_guard lock(mutex_);
            end_ = end;
            failure_ = reason;
            failed_.notify_all();
        };
        journal_ = std::make_unique<storage::postgres::PostgresJournal>(place_.url(), std::move(setup));
    }

    PostgresPlace place_;
    mutable std::mutex mutex_;
    std::condition_variable failed_;
    std::string failure_;
    storage::ExitReason end_ = storage::ExitReason::unknown;
    std::unique_ptr<storage::postgres::PostgresJournal> journal_;
};

}  // namespace cubilete::tests
