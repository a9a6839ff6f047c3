#pragma once

#include <map>
#include <mutex>
#include <string>

#include "protocol/bot.hpp"

namespace cubilete::tests {

/// A book of built-in bots that is computed once a process, for a sanitizer makes the work ten times as long. From any
/// thread; others wait meanwhile.
inline protocol::BotBookPtr computed_once(protocol::Settings settings) {
    static std::mutex mutex;
    static std::map<std::string, protocol::BotBookPtr> books;
    settings.first.reset();  // the starting seat changes no book
    const std::lock_guard lock(mutex);
    protocol::BotBookPtr& book = books[to_json(settings).dump()];
    if (!book) book = protocol::compute_book(settings);
    return book;
}

}  // namespace cubilete::tests
