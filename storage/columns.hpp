#pragma once

#include <cstdint>
#include <optional>
#include <string>

/// Reads the columns of a row from left to right, each by the type of what takes it. `row` is what a database calls
/// Columns; it is then at the next column.
namespace cubilete::storage {

void read_column(auto& row, std::string& value) { value = row.text(); }
void read_column(auto& row, std::int64_t& value) { value = row.number(); }
void read_column(auto& row, int& value) { value = row.int32(); }
void read_column(auto& row, bool& value) { value = row.flag(); }
template <class Value>
void read_column(auto& row, std::optional<Value>& value) {
    value.reset();
    if (!row.skip_null()) read_column(row, value.emplace());
}

template <class... Values>
void read_columns(auto& row, Values&... values) {
    (read_column(row, values), ...);
}

/// Returns a function that reads a row whose columns are these members.
template <class Result, class... Values>
constexpr auto reader_of(Values Result::*... members) {
    return [members...](auto&& row) {
        Result result{};
        read_columns(row, result.*members...);
        return result;
    };
}

}  // namespace cubilete::storage
