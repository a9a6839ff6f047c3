#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "engine/require.hpp"

namespace cubilete {

/// A set of small numbers or enumerators (0..31) in one 32-bit word, iterated in ascending order. Inserting
/// another value throws std::logic_error; erasing or looking for one does nothing.
template <class T>
class SmallSet {
  public:
    constexpr SmallSet() = default;
    constexpr SmallSet(std::initializer_list<T> values) {
        for (const T value : values) insert(value);
    }
    /// Returns the set of 0..count-1 (count 0..31).
    static constexpr SmallSet first(int count) {
        require(0 <= count && count < 32);
        return from_bits((1u << count) - 1);
    }
    /// Bit n stands for the value n.
    static constexpr SmallSet from_bits(std::uint32_t bits) {
        SmallSet set;
        set.bits_ = bits;
        return set;
    }

    constexpr void insert(T value) {
        require(fits(value));
        bits_ |= bit(value);
    }
    constexpr void erase(T value) { bits_ &= fits(value) ? ~bit(value) : ~0u; }
    constexpr bool contains(T value) const { return fits(value) && (bits_ & bit(value)) != 0; }
    constexpr int size() const { return std::popcount(bits_); }
    constexpr bool empty() const { return bits_ == 0; }

    class Iterator {
      public:
        using value_type = T;
        using difference_type = std::ptrdiff_t;

        Iterator() = default;
        constexpr explicit Iterator(std::uint32_t left) : left_(left) {}
        constexpr T operator*() const { return static_cast<T>(std::countr_zero(left_)); }
        constexpr Iterator& operator++() {
            left_ &= left_ - 1;
            return *this;
        }
        constexpr Iterator operator++(int) {
            const Iterator before = *this;
            ++*this;
            return before;
        }
        friend constexpr bool operator==(Iterator, Iterator) = default;

      private:
        std::uint32_t left_ = 0;
    };
    constexpr Iterator begin() const { return Iterator(bits_); }
    constexpr Iterator end() const { return Iterator(0); }

    friend constexpr SmallSet operator&(SmallSet a, SmallSet b) { return from_bits(a.bits_ & b.bits_); }
    friend constexpr SmallSet operator|(SmallSet a, SmallSet b) { return from_bits(a.bits_ | b.bits_); }
    /// The values in a that are not in b.
    friend constexpr SmallSet operator-(SmallSet a, SmallSet b) { return from_bits(a.bits_ & ~b.bits_); }
    friend constexpr bool operator==(SmallSet, SmallSet) = default;

  private:
    static constexpr bool fits(T value) { return static_cast<unsigned>(value) < 32; }
    static constexpr std::uint32_t bit(T value) { return 1u << static_cast<unsigned>(value); }

    std::uint32_t bits_ = 0;
};

}  // namespace cubilete
