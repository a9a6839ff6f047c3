#pragma once

#include <string>
#include <utility>
#include <vector>

#include "storage/store.hpp"

/// Parts of the record of a match; nothing of one that the data do not know.
namespace cubilete::storage {

inline std::vector<LogRow> log_of(const Store& store, const std::string& match) {
    auto found = store.record(match);
    return found ? std::move(found->log) : std::vector<LogRow>{};
}

inline std::vector<Score> scores_of(const Store& store, const std::string& match) {
    auto found = store.record(match);
    return found ? std::move(found->scores) : std::vector<Score>{};
}

}  // namespace cubilete::storage
