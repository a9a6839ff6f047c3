#pragma once

#include <cstdint>
#include <string>

#include "protocol/json.hpp"

/// Reads fields of unchecked frames: a bot may send anything.
namespace cubilete::server::spar {

/// Returns the text; empty if the field is missing or no text.
inline std::string text_of(const protocol::Json& frame, const char* key) {
    const auto found = frame.is_object() ? frame.find(key) : frame.end();
    return found != frame.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Returns the number; 0 if the field is missing or no whole number.
inline std::int64_t number_of(const protocol::Json& frame, const char* key) {
    const auto found = frame.is_object() ? frame.find(key) : frame.end();
    return found != frame.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

/// Returns the field as JSON; empty if it is missing.
inline std::string dump_of(const protocol::Json& frame, const char* key) {
    const auto found = frame.is_object() ? frame.find(key) : frame.end();
    return found == frame.end() ? std::string() : found->dump();
}

}  // namespace cubilete::server::spar
