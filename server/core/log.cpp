#include "server/core/log.hpp"

#include <span>

#include <nlohmann/json.hpp>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>

#include "protocol/text.hpp"
#include "server/core/spdlog.hpp"

namespace cubilete::server {

namespace {

std::string quote(std::string_view text, bool ascii) {
    return nlohmann::json(text).dump(-1, ' ', ascii, nlohmann::json::error_handler_t::replace);
}

/// Of the event that this thread is logging. The sink formats it within the call.
thread_local std::span<const LogField> fields_of_event;

void log_event(spdlog::level::level_enum level, std::string_view text, std::span<const LogField> fields) {
    fields_of_event = fields;
    spdlog::log(level, "{}", text);
    fields_of_event = {};
}

/// `%*` in a pattern: the text of the event with its fields, escaped for the output format.
class SafeText final : public spdlog::custom_flag_formatter {
  public:
    explicit SafeText(bool json) : json_(json) {}

    void format(const spdlog::details::log_msg& event, const std::tm&, spdlog::memory_buf_t& out) override {
        const std::string_view text(event.payload.data(), event.payload.size());
        std::string safe = json_ ? to_json_string(text) : to_printable(text);
        for (const auto& [key, value] : fields_of_event) {
            if (value.empty()) continue;
            safe += json_ ? fmt::format(R"(,"{}":{})", key, to_json_string(value))
                          : fmt::format(" {}={}", key, to_printable(value));
        }
        out.append(safe.data(), safe.data() + safe.size());
    }
    std::unique_ptr<custom_flag_formatter> clone() const override {
        return std::make_unique<SafeText>(json_);
    }

  private:
    bool json_;
};

}  // namespace

std::unique_ptr<spdlog::formatter> log_formatter(bool json) {
    auto formatter = std::make_unique<spdlog::pattern_formatter>(spdlog::pattern_time_type::utc);
    formatter->add_flag<SafeText>('*', json).set_pattern(
        json ? R"({"at":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l","text":%*})" : "%Y-%m-%d %H:%M:%S.%e %^%l%$ %*");
    return formatter;
}

void set_up_log(const std::string& level, bool json) {
    auto logger = std::make_shared<spdlog::logger>(std::string(),
                                                   std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
    logger->set_formatter(log_formatter(json));
    logger->set_level(spdlog::level::from_str(level));
    spdlog::set_default_logger(std::move(logger));
}

void log_debug(std::string_view text, std::initializer_list<LogField> fields) {
    log_event(spdlog::level::debug, text, fields);
}
void log_info(std::string_view text, std::initializer_list<LogField> fields) {
    log_event(spdlog::level::info, text, fields);
}
void log_warn(std::string_view text, std::initializer_list<LogField> fields) {
    log_event(spdlog::level::warn, text, fields);
}
void log_error(std::string_view text, std::initializer_list<LogField> fields) {
    log_event(spdlog::level::err, text, fields);
}

// JSON itself would let the control characters from U+007F to U+009F pass.
std::string to_json_string(std::string_view text) {
    return quote(text, !protocol::is_plain_text(text, 0, text.size()));
}

std::string to_printable(std::string_view text) {
    if (protocol::is_plain_text(text, 0, text.size())) return std::string(text);
    const std::string escaped = quote(text, true);
    return escaped.substr(1, escaped.size() - 2);
}

void log_bug(std::string_view where, const std::exception_ptr& bug) {
    if (!bug) return;
    try {
        std::rethrow_exception(bug);
    } catch (const std::exception& error) {
        spdlog::error("unhandled exception in {}: {}", where, error.what());
    } catch (...) {
        spdlog::error("unhandled exception in {}", where);
    }
}

}  // namespace cubilete::server
