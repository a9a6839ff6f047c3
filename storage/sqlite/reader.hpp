#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Transaction.h>

#include "storage/error.hpp"
#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/statement.hpp"

namespace cubilete::storage::sqlite {

/// A read-only connection. One thread at a time. Its functions throw DatabaseError.
class Reader {
  public:
    explicit Reader(std::filesystem::path file) : file_(std::move(file)), database_(open(file_)) {}

    /// Calls `read(SQLite::Database&)` in one transaction: all its queries see the same state of the file.
    template <class Read>
    auto snapshot(Read read) {
        try {
            const SQLite::Transaction transaction(database_);
            return read(database_);
        } catch (const SQLite::Exception& error) {
            throw DatabaseError(format_error(file_, error));
        }
    }

    /// Returns the result of `read(columns)` for each row of this query with these parameters.
    template <class Read, class... Values>
    auto all(const std::string& sql, Read read, const Values&... values) {
        return snapshot([&](SQLite::Database& database) {
            SQLite::Statement query(database, sql);
            return read_all(query, read, values...);
        });
    }

    /// Returns the result of `read(columns)` for the first row; nullopt if there is none.
    template <class Read, class... Values>
    auto first(const std::string& sql, Read read, const Values&... values) {
        return snapshot([&](SQLite::Database& database) {
            SQLite::Statement query(database, sql);
            return read_first(query, read, values...);
        });
    }

  private:
    static SQLite::Database open(const std::filesystem::path& file) {
        try {
            return connect(file, Access::read);
        } catch (const SQLite::Exception& error) {
            throw DatabaseError(format_error(file, error));
        }
    }

    std::filesystem::path file_;
    SQLite::Database database_;
};

}  // namespace cubilete::storage::sqlite
