#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include "engine/require.hpp"

namespace cubilete {

/// The part of C++26's std::inplace_vector that the games use: at most N values inside the object, so that
/// copying a state does not allocate. Growing past N, and removing what is not there, throws
/// std::logic_error. Indexing is unchecked.
template <class T, std::size_t N>
class InplaceVector {
  public:
    using value_type = T;

    constexpr InplaceVector() = default;
    constexpr InplaceVector(std::initializer_list<T> values) {
        for (const T& value : values) push_back(value);
    }

    static constexpr std::size_t capacity() { return N; }
    constexpr std::size_t size() const { return size_; }
    constexpr bool empty() const { return size_ == 0; }
    constexpr T* begin() { return values_.data(); }
    constexpr T* end() { return values_.data() + size_; }
    constexpr const T* begin() const { return values_.data(); }
    constexpr const T* end() const { return values_.data() + size_; }
    constexpr T* data() { return values_.data(); }
    constexpr const T* data() const { return values_.data(); }

    constexpr T& operator[](std::size_t at) { return values_[at]; }
    constexpr const T& operator[](std::size_t at) const { return values_[at]; }
    constexpr T& back() { return values_[size_ - 1]; }
    constexpr const T& back() const { return values_[size_ - 1]; }

    constexpr void push_back(const T& value) {
        require(size_ < N);
        values_[size_++] = value;
    }
    constexpr void pop_back() {
        require(size_ > 0);
        --size_;
    }
    constexpr void clear() { size_ = 0; }
    constexpr void resize(std::size_t size) {
        require(size <= N);
        for (std::size_t at = size_; at < size; ++at) values_[at] = T{};
        size_ = static_cast<Size>(size);
    }
    /// Inserts before `at` (0..size()).
    constexpr void insert(std::size_t at, const T& value) {
        require(at <= size_ && size_ < N);
        std::move_backward(begin() + at, end(), end() + 1);
        values_[at] = value;
        ++size_;
    }
    constexpr void erase(std::size_t at) {
        require(at < size_);
        std::move(begin() + at + 1, end(), begin() + at);
        --size_;
    }

    friend constexpr bool operator==(const InplaceVector& a, const InplaceVector& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

  private:
    /// Two bytes, not eight: lists of moves and of events hold such vectors and are made faster if they are
    /// small.
    using Size = std::uint16_t;
    static_assert(N <= std::numeric_limits<Size>::max());

    std::array<T, N> values_{};
    Size size_ = 0;
};

}  // namespace cubilete
