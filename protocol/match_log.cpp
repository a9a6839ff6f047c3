#include "protocol/match_log.hpp"

#include <string_view>

namespace cubilete::protocol {

JsonText to_json(const GameInfo& game, const LogEntry& entry) {
    return JsonText::object({{"seq", entry.seq},
                             {"by", to_json(entry.by)},
                             {"move", entry.move},
                             {"draws", to_json(game, entry.draws)}});
}

void LogHash::add(const JsonText& entry) {
    constexpr std::uint64_t prime = 0x100000001b3;
    for (const char c : entry.dump()) value_ = (value_ ^ static_cast<unsigned char>(c)) * prime;
    value_ = (value_ ^ static_cast<unsigned char>('\n')) * prime;
}

std::string LogHash::text() const {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4) text += digits[(value_ >> shift) & 15];
    return text;
}

}  // namespace cubilete::protocol
