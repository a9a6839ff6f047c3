#pragma once

#include <cstdint>
#include <string>

#include "protocol/json.hpp"

/// Fields of frames that nobody has checked yet: what a bot sends may be anything.
namespace cubilete::server::spar {

/// Empty where the field is missing or no text.
inline std::string text_of(const protocol::Json& frame, const char* key) {
    const auto found = frame.is_object() ? frame.find(key) : frame.end();
    return found != frame.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// 0 where the field is missing or no whole number.
inline std::int64_t number_of(const protocol::Json& frame, const char* key) {
    const auto found = frame.is_object() ? frame.find(key) : frame.end();
    return found != frame.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

/// As JSON; empty where the field is missing.
inline std::string dump_of(const protocol::Json& frame, const char* key) {
    const auto found = frame.is_object() ? frame.find(key) : frame.end();
    return found == frame.end() ? std::string() : found->dump();
}

}  // namespace cubilete::server::spar
