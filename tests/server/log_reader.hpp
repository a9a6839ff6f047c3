#pragma once

#include <memory>
#include <sstream>
#include <string>

#include <spdlog/sinks/ostream_sink.h>

#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"

namespace cubilete::server {

/// Collects everything that is logged during its lifetime, at all levels.
class LogReader {
  public:
    explicit LogReader(bool json = false) : before_(spdlog::default_logger()) {
        auto logger = std::make_shared<spdlog::logger>(
            std::string(), std::make_shared<spdlog::sinks::ostream_sink_mt>(lines_, true));
        logger->set_formatter(log_formatter(json));
        logger->set_level(spdlog::level::trace);
        spdlog::set_default_logger(std::move(logger));
    }
    ~LogReader() { spdlog::set_default_logger(before_); }
    LogReader(const LogReader&) = delete;
    LogReader& operator=(const LogReader&) = delete;

    std::string text() const { return lines_.str(); }

  private:
    std::ostringstream lines_;
    std::shared_ptr<spdlog::logger> before_;
};

}  // namespace cubilete::server
