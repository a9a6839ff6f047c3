#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "server/match/dice_record.hpp"

/// Reads fields of unchecked frames: a bot may send anything.
namespace cubilete::server::spar {

/// Returns the field; null if it is missing.
using dice_record::member;

/// Returns the text; empty if the field is missing or no text.
inline std::string text_of(const protocol::Json& frame, const char* key) {
    const protocol::Json& field = member(frame, key);
    return field.is_string() ? field.get<std::string>() : std::string();
}

/// Returns the number; 0 if the field is missing or no whole number.
inline std::int64_t number_of(const protocol::Json& frame, const char* key) {
    const protocol::Json& field = member(frame, key);
    return field.is_number_integer() ? field.get<std::int64_t>() : 0;
}

/// Returns the field as JSON; empty if it is missing.
inline std::string dump_of(const protocol::Json& frame, const char* key) {
    return frame.is_object() && frame.contains(key) ? frame[key].dump() : std::string();
}

/// A prompt or its answer: match and n.
using Prompt = std::pair<std::string, std::int64_t>;
inline Prompt prompt_of(const protocol::Json& move) { return {text_of(move, "match"), number_of(move, "n")}; }

}  // namespace cubilete::server::spar
