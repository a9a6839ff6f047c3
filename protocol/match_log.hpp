#pragma once

#include <cstdint>
#include <string>

#include "protocol/match.hpp"

/// Logs of matches whose dice come from seeds, so that two ways to play can be compared.
namespace cubilete::protocol {

/// An entry as records have it: `{"seq":2,"by":{"seat":0},"move":{…},"draws":[…]}`.
JsonText to_json(const GameInfo& game, const LogEntry& entry);

/// A hash of a log: FNV-1a, 64 bits, of the text of each entry, each with a line feed. It detects differences, not forgeries.
class LogHash {
  public:
    void add(const JsonText& entry);
    std::uint64_t value() const { return value_; }
    /// 16 hexadecimal digits.
    std::string text() const;

  private:
    std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace cubilete::protocol
