#include "storage/postgres/values.hpp"

#include <stdexcept>

namespace cubilete::storage::postgres {

namespace {

/// Appends a number in the order of the network.
template <class Number>
void append(std::string& to, Number number) {
    for (int shift = static_cast<int>(sizeof(Number)) * 8 - 8; shift >= 0; shift -= 8)
        to += static_cast<char>(static_cast<std::uint64_t>(number) >> shift);
}

template <class Number>
std::string encode(Number number) {
    std::string bytes;
    append(bytes, number);
    return bytes;
}

}  // namespace

Array::Array(Type element) : element_(element) { type(); }

Type Array::type() const {
    switch (element_) {
        case Type::boolean: return Type::boolean_array;
        case Type::bytes: return Type::bytes_array;
        case Type::bigint: return Type::bigint_array;
        case Type::integer: return Type::integer_array;
        case Type::text: return Type::text_array;
        case Type::boolean_array:
        case Type::bytes_array:
        case Type::integer_array:
        case Type::text_array:
        case Type::bigint_array: break;
    }
    throw std::logic_error("an array of arrays");
}

void Array::add(std::string_view value) {
    append(elements_, static_cast<std::int32_t>(value.size()));
    elements_ += value;
    ++size_;
}

void Array::add(bool value) { add(std::string_view(value ? "\1" : "\0", 1)); }
void Array::add(int value) { add(std::string_view(encode(std::int32_t{value}))); }
void Array::add(std::int64_t value) { add(std::string_view(encode(value))); }

std::string Array::encoded() const {
    std::string array;
    array.reserve(20 + elements_.size());
    append(array, std::int32_t{size_ == 0 ? 0 : 1});  // dimensions
    append(array, std::int32_t{0});                   // no NULL in it
    append(array, static_cast<std::int32_t>(element_));
    if (size_ == 0) return array;
    append(array, static_cast<std::int32_t>(size_));
    append(array, std::int32_t{1});  // the first index
    return array += elements_;
}

void SqlParameters::add(Type type, std::string_view value) {
    slots_.push_back({.type = type, .begin = data_.size(), .length = static_cast<int>(value.size())});
    data_ += value;
}

void SqlParameters::add(bool value) { add(Type::boolean, std::string_view(value ? "\1" : "\0", 1)); }
void SqlParameters::add(int value) { add(Type::integer, encode(std::int32_t{value})); }
void SqlParameters::add(std::int64_t value) { add(Type::bigint, encode(value)); }

void SqlParameters::add(const std::vector<std::string>& texts) {
    Array array(Type::text);
    for (const std::string& text : texts) array.add(text);
    add(array);
}

const char* SqlParameters::data(std::size_t index) const {
    return slots_[index].length < 0 ? nullptr : data_.data() + slots_[index].begin;
}

}  // namespace cubilete::storage::postgres
