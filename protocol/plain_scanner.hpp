#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace cubilete::protocol {

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
        while (at_ != end_ && *at_ >= ' ' && *at_ < 0x7f && *at_ != '"' && *at_ != '\\') ++at_;
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
