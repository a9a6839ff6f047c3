#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <SQLiteCpp/Statement.h>

/// Values into and out of prepared statements, in the order in which the SQL names them.
namespace cubilete::storage {

/// Bytes, where a plain std::string is text.
struct Blob {
    const std::string& bytes;
};

// Bound without a copy: the values outlive the execution, and the statement is bound anew before the next.
inline void bind(SQLite::Statement& statement, int index, const std::string& value) {
    statement.bindNoCopy(index, value);
}
inline void bind(SQLite::Statement& statement, int index, Blob value) {
    statement.bindNoCopy(index, value.bytes.data(), static_cast<int>(value.bytes.size()));
}
inline void bind(SQLite::Statement& statement, int index, int value) { statement.bind(index, value); }
inline void bind(SQLite::Statement& statement, int index, std::int64_t value) {
    statement.bind(index, value);
}
template <class Value>
void bind(SQLite::Statement& statement, int index, const std::optional<Value>& value) {
    if (value)
        bind(statement, index, *value);
    else
        statement.bind(index);
}

/// Makes the statement ready to run with these parameters.
template <class... Values>
void prepare(SQLite::Statement& statement, const Values&... values) {
    statement.tryReset();  // reset() would throw the error of its last execution once more
    int index = 0;
    (bind(statement, ++index, values), ...);
}

/// Executes the statement with these parameters; returns how many rows it changed.
template <class... Values>
int run(SQLite::Statement& statement, const Values&... values) {
    prepare(statement, values...);
    return statement.exec();
}

/// The present row's columns, from left to right.
class Columns {
  public:
    explicit Columns(SQLite::Statement& row) : row_(row) {}

    std::string text() { return next().getString(); }  ///< or bytes
    std::int64_t number() { return next().getInt64(); }
    int small_number() { return next().getInt(); }
    bool flag() { return next().getInt() != 0; }
    std::optional<std::string> maybe_text() { return maybe(&Columns::text); }
    std::optional<std::int64_t> maybe_number() { return maybe(&Columns::number); }
    std::optional<int> maybe_small_number() { return maybe(&Columns::small_number); }

  private:
    SQLite::Column next() { return row_.getColumn(column_++); }
    template <class Value>
    std::optional<Value> maybe(Value (Columns::*read)()) {
        if (!row_.isColumnNull(column_)) return (this->*read)();
        ++column_;
        return std::nullopt;
    }

    SQLite::Statement& row_;
    int column_ = 0;
};

/// What `read(Columns)` makes of each row, with the parameters `values`.
template <class Read, class... Values>
auto read_all(SQLite::Statement& statement, Read read, const Values&... values) {
    prepare(statement, values...);
    std::vector<decltype(read(Columns(statement)))> rows;
    while (statement.executeStep()) rows.push_back(read(Columns(statement)));
    return rows;
}

/// The same of the first row; nothing when there is none.
template <class Read, class... Values>
auto read_first(SQLite::Statement& statement, Read read, const Values&... values) {
    prepare(statement, values...);
    std::optional<decltype(read(Columns(statement)))> row;
    if (statement.executeStep()) row = read(Columns(statement));
    statement.tryReset();  // left in the middle of its rows it would keep its view of the file open
    return row;
}

}  // namespace cubilete::storage
