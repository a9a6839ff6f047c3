#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Parameters of statements in PostgreSQL's binary format.
namespace cubilete::storage::postgres {

/// The types that we send, as their numbers in pg_type.
enum class Type : unsigned {
    boolean = 16,
    bytes = 17,
    bigint = 20,
    integer = 23,
    text = 25,
    boolean_array = 1000,
    bytes_array = 1001,
    integer_array = 1007,
    text_array = 1009,
    bigint_array = 1016
};

/// That of a value of this type of C++.
template <class Value>
inline constexpr Type type_of = Type::text;
template <>
inline constexpr Type type_of<bool> = Type::boolean;
template <>
inline constexpr Type type_of<int> = Type::integer;
template <>
inline constexpr Type type_of<std::int64_t> = Type::bigint;

/// A value that is stored as bytes; a plain std::string is stored as text.
struct Bytes {
    const std::string& bytes;
};

/// A one-dimensional array, written element by element.
class Array {
  public:
    explicit Array(Type element);

    void add(const std::string& text) { add(std::string_view(text)); }
    void add(Bytes value) { add(std::string_view(value.bytes)); }
    void add(bool value);
    void add(int value);
    void add(std::int64_t value);
    std::size_t size() const { return size_; }

    /// The type of the array, and all of it.
    Type type() const;
    std::string encoded() const;

  private:
    void add(std::string_view value);

    Type element_;
    std::size_t size_ = 0;
    std::string elements_;
};

/// The values of a member in all of these.
template <class Row, class Value>
Array array_of(const std::vector<Row>& rows, Value Row::*member) {
    Array values(type_of<Value>);
    for (const Row& row : rows) values.add(row.*member);
    return values;
}

/// The parameters $1, $2, $3 ... of a statement.
class SqlParameters {
  public:
    SqlParameters() = default;
    template <class... Each>
    static SqlParameters of(const Each&... each) {
        SqlParameters values;
        (values.add(each), ...);
        return values;
    }

    void add(const std::string& text) { add(Type::text, text); }
    void add(std::string_view text) { add(Type::text, text); }
    void add(const char* text) { add(Type::text, text); }
    void add(Bytes value) { add(Type::bytes, value.bytes); }
    void add(bool value);
    void add(int value);
    void add(std::int64_t value);
    void add(const Array& array) { add(array.type(), array.encoded()); }
    template <class Value>
    void add(const std::optional<Value>& value) {
        if (value)
            add(*value);
        else
            slots_.push_back({.type = type_of<Value>, .begin = 0, .length = -1});
    }
    void add(const std::vector<std::string>& texts);

    std::size_t size() const { return slots_.size(); }
    Type type(std::size_t index) const { return slots_[index].type; }
    /// nullptr for NULL. Valid until the next add().
    const char* data(std::size_t index) const;
    int length(std::size_t index) const { return slots_[index].length; }

  private:
    struct Slot {
        Type type = Type::text;
        std::size_t begin = 0;
        int length = 0;  ///< -1 for NULL
    };

    void add(Type type, std::string_view value);

    std::string data_;
    std::vector<Slot> slots_;
};

/// A statement that is sent with others. Its text must outlive every connection, because it is prepared once.
struct Statement {
    const char* sql = nullptr;
    SqlParameters values = {};
};

}  // namespace cubilete::storage::postgres
