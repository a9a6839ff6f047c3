#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

/// Binds values to prepared statements and reads columns, in the order in which the SQL names them.
namespace cubilete::storage::sqlite {

/// A value that is stored as bytes; a plain std::string is stored as text.
struct Blob {
    const std::string& bytes;
};

// Binds without copying: the values must live until the execution ends, and the statement is bound again
// before the next.
inline void bind_value(SQLite::Statement& statement, int index, const std::string& value) {
    statement.bindNoCopy(index, value);
}
inline void bind_value(SQLite::Statement& statement, int index, Blob value) {
    statement.bindNoCopy(index, value.bytes.data(), static_cast<int>(value.bytes.size()));
}
inline void bind_value(SQLite::Statement& statement, int index, int value) { statement.bind(index, value); }
inline void bind_value(SQLite::Statement& statement, int index, std::int64_t value) {
    statement.bind(index, value);
}
template <class Value>
void bind_value(SQLite::Statement& statement, int index, const std::optional<Value>& value) {
    if (value)
        bind_value(statement, index, *value);
    else
        statement.bind(index);
}

/// Resets the statement and binds these parameters.
template <class... Values>
void prepare(SQLite::Statement& statement, const Values&... values) {
    statement.tryReset();  // reset() would throw the error of the previous execution again
    int index = 0;
    (bind_value(statement, ++index, values), ...);
}

/// Executes the statement with these parameters. Returns the number of changed rows.
template <class... Values>
int run(SQLite::Statement& statement, const Values&... values) {
    prepare(statement, values...);
    return statement.exec();
}

/// The statements of a connection, each prepared at its first use.
class StatementCache {
  public:
    /// `connection` outlives it.
    explicit StatementCache(SQLite::Database& connection) : connection_(connection) {}

    /// `sql` is known by its address, so the text must stay.
    SQLite::Statement& operator()(const char* sql) {
        return prepared_.try_emplace(sql, connection_, sql).first->second;
    }

  private:
    SQLite::Database& connection_;
    std::unordered_map<const char*, SQLite::Statement> prepared_;
};

/// Reads the columns of the current row from left to right.
class SqliteColumns {
  public:
    explicit SqliteColumns(SQLite::Statement& row) : row_(row) {}

    std::string text() { return next().getString(); }  ///< text or bytes
    std::int64_t number() { return next().getInt64(); }
    int int32() { return next().getInt(); }
    bool flag() { return next().getInt() != 0; }
    /// Passes over the next column if it is NULL; returns whether it was.
    bool skip_null() {
        const bool null = row_.isColumnNull(column_);
        column_ += null ? 1 : 0;
        return null;
    }

  private:
    SQLite::Column next() { return row_.getColumn(column_++); }

    SQLite::Statement& row_;
    int column_ = 0;
};

inline std::string read_text(SqliteColumns row) { return row.text(); }
inline std::int64_t read_number(SqliteColumns row) { return row.number(); }

/// Returns the result of `read(columns)` for each row. `values` are the parameters.
template <class Read, class... Values>
auto read_all(SQLite::Statement& statement, Read read, const Values&... values) {
    prepare(statement, values...);
    std::vector<decltype(read(SqliteColumns(statement)))> rows;
    while (statement.executeStep()) rows.push_back(read(SqliteColumns(statement)));
    return rows;
}

/// Returns the result of `read(columns)` for the first row; nullopt if there is none.
template <class Read, class... Values>
auto read_first(SQLite::Statement& statement, Read read, const Values&... values) {
    prepare(statement, values...);
    std::optional<decltype(read(SqliteColumns(statement)))> row;
    if (statement.executeStep()) row = read(SqliteColumns(statement));
    statement.tryReset();  // an unfinished statement would keep its read transaction open
    return row;
}

}  // namespace cubilete::storage::sqlite
