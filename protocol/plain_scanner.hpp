#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace cubilete::protocol {

/// Returns the first character that is not printable ASCII, or that JSON escapes within strings; or `end`. It takes
/// eight characters at a time while it can, because strings are a large part of all texts.
inline const char* end_of_plain(const char* at, const char* end) {
    constexpr std::uint64_t ones = 0x0101'0101'0101'0101;  // in each byte
    std::uint64_t bytes;
    for (; end - at >= std::ptrdiff_t{sizeof bytes}; at += sizeof bytes) {
        std::memcpy(&bytes, at, sizeof bytes);
        // A subtraction sets the highest bit of a byte that is too small, an addition that of 0x7f.
        const std::uint64_t others = bytes | (bytes - ' ' * ones) | (bytes + ones) |
                                     ((bytes ^ '"' * ones) - ones) | ((bytes ^ '\\' * ones) - ones);
        if ((others & 0x80 * ones) != 0) break;
    }
    while (at != end && *at >= ' ' && *at < 0x7f && *at != '"' && *at != '\\') ++at;
    return at;
}

/// Goes through the text of plain JSON: integers of up to 18 digits, and strings of printable ASCII without escapes.
/// Each function returns false, or nothing, if the text goes on with anything else; what it has passed until then
/// is lost. The strings refer to the text.
class PlainScanner {
  public:
    explicit PlainScanner(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

    bool at_end() const { return at_ == end_; }
    /// Not at the end.
    char next() const { return *at_; }
    bool next_is(char c) const { return at_ != end_ && *at_ == c; }
    bool skip(char c) {
        if (!next_is(c)) return false;
        ++at_;
        return true;
    }
    bool skip_word(std::string_view word) {
        if (!std::string_view(at_, end_).starts_with(word)) return false;
        at_ += word.size();
        return true;
    }
    void skip_spaces() {
        while (skip(' ')) {
        }
    }

    std::optional<std::string_view> string() {
        if (!skip('"')) return std::nullopt;
        const char* const begin = at_;
        at_ = end_of_plain(at_, end_);
        const std::string_view text(begin, at_);
        return skip('"') ? std::optional(text) : std::nullopt;
    }

    /// The name of a member, with the spaces before it, up to its value.
    std::optional<std::string_view> name() {
        skip_spaces();
        const auto text = string();
        if (!skip(':')) return std::nullopt;
        skip_spaces();
        return text;
    }

    /// A member or an element: a comma or a bracket must follow.
    std::optional<std::int64_t> integer() {
        constexpr std::ptrdiff_t most_digits = 18;  // always fit into 64 bits
        const bool negative = skip('-');
        const char* const begin = at_;
        std::int64_t amount = 0;
        while (at_ != end_ && '0' <= *at_ && *at_ <= '9' && at_ - begin < most_digits)
            amount = 10 * amount + (*at_++ - '0');
        if (at_ == begin || (*begin == '0' && (negative || at_ - begin > 1))) return std::nullopt;
        if (!next_is(',') && !next_is('}') && !next_is(']')) return std::nullopt;
        return negative ? -amount : amount;
    }

  private:
    const char* at_;
    const char* end_;
};

}  // namespace cubilete::protocol
