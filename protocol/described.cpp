#include "protocol/described.hpp"

#include <array>
#include <charconv>

namespace cubilete::described {

void write_text(std::string& text, std::string_view plain) {
    text += '"';
    text.append(plain) += '"';
}

void Writer::put_name(std::string_view name) {
    if (text_.back() != '{') text_ += ',';
    write_text(text_, name);
    text_ += ':';
}

void Number::write(std::string& text, std::int64_t value) {
    std::array<char, 20> digits;
    text.append(digits.data(), std::to_chars(digits.begin(), digits.end(), value).ptr);
}

}  // namespace cubilete::described
