#include "server/commands/settings.hpp"

#include <cctype>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <locale>
#include <map>
#include <optional>
#include <sstream>

#include "server/commands/setting_sources.hpp"
#include "server/core/spdlog.hpp"

namespace cubilete::server {

using std::chrono::milliseconds;

namespace {

constexpr char comment_mark = '\x01';

/// A quote in the middle of a word is an apostrophe.
bool begins_a_word(const std::string& text, std::size_t at) {
    return at == 0 || std::string_view(" \t\n=[,").find(text[at - 1]) != std::string_view::npos;
}

/// Puts the mark in the place of each # that begins a comment, because CLI11 2.1 sees one in quotes, too, and
/// drops the rest of the value.
void mark_comments(std::string& text) {
    char quote = '\0';
    for (std::size_t at = 0; at < text.size(); ++at) {
        char& c = text[at];
        if (c == '\n' || c == quote)
            quote = '\0';
        else if (c == '\\' && quote == '"')
            ++at;  // the next one is escaped
        else if (quote == '\0' && (c == '"' || c == '\'') && begins_a_word(text, at))
            quote = c;
        else if (quote == '\0' && c == '#')
            c = comment_mark;
    }
}

/// Reads the settings file. CLI11 alone would prefer it to the environment, would ignore unknown sections, and would
/// merge the values of a key that stands there twice, or take the first.
class SettingsFile final : public CLI::ConfigTOML {
  public:
    explicit SettingsFile(const CLI::App& app) : app_(app) { comment(comment_mark); }

    std::vector<CLI::ConfigItem> from_config(std::istream& in) const override {
        std::string text(std::istreambuf_iterator<char>(in), {});
        if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // of an editor of Windows
        mark_comments(text);
        std::istringstream plain(text);
        auto settings = CLI::ConfigTOML::from_config(plain);
        // CLI11 marks the begin and the end of a section by items of these names.
        std::erase_if(settings,
                      [](const CLI::ConfigItem& item) { return item.name == "++" || item.name == "--"; });
        for (const CLI::ConfigItem& item : settings) {
            const int line = setting_line(item.name, text);
            if (!item.parents.empty() || app_.get_option_no_throw("--" + item.name) == nullptr)
                throw CLI::ValidationError(
                    "--config", fmt::format("there is no setting {} (line {}){}", item.fullname(), line,
                                            name_suggestion(item.name, app_)));
            if (const int again = setting_line(item.name, text, line); again > 0)
                throw CLI::ValidationError(
                    "--config", fmt::format("{} is set twice (lines {} and {})", item.name, line, again));
        }
        std::erase_if(settings, [](const CLI::ConfigItem& item) {
            const char* variable = std::getenv(environment_variable("--" + item.name).c_str());
            return variable != nullptr && *variable != '\0';  // an empty one sets nothing
        });
        return settings;
    }

  private:
    const CLI::App& app_;
};

/// Returns the default without the brackets that CLI11 puts around lists.
std::string default_text(const CLI::Option& option) {
    const std::string usual = option.get_default_str();
    return usual.starts_with('[') && usual.ends_with(']') ? usual.substr(1, usual.size() - 2) : usual;
}

class Help final : public CLI::Formatter {
  public:
    Help() { column_width(36); }

    std::string make_option_opts(const CLI::Option* option) const override {
        const std::string usual = default_text(*option);
        return ' ' + option->get_type_name() + (usual.empty() ? "" : " [" + usual + ']');
    }
};

std::string text_of(milliseconds time) {
    if (time.count() % 86'400'000 == 0) return fmt::format("{}d", time.count() / 86'400'000);
    if (time.count() % 60'000 == 0) return fmt::format("{}min", time.count() / 60'000);
    if (time.count() % 1'000 == 0) return fmt::format("{}s", time.count() / 1'000);
    return fmt::format("{}ms", time.count());
}

const std::map<std::string, std::int64_t> time_units{
    {"ms", 1}, {"s", 1'000}, {"min", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}};

std::string text_of(Rate rate) { return fmt::format("{}/{}", rate.count, text_of(rate.per)); }

/// Reads a rate such as `20/10s`: count 1..10^9, time up to 7 days. Returns nothing for anything else.
std::optional<Rate> parse_rate(const std::string& text) {
    std::istringstream in(text);
    in.imbue(std::locale::classic());
    std::int64_t count = 0, per = 0;
    char slash = 0;
    std::string unit;
    if (!(in >> std::noskipws >> count >> slash >> per >> unit) || !in.eof() || slash != '/')
        return std::nullopt;
    const auto known = time_units.find(unit);
    constexpr std::int64_t most = 1'000'000'000, longest = 7 * 24 * 3'600'000;
    if (known == time_units.end() || count < 1 || count > most || per < 1 || per > longest / known->second)
        return std::nullopt;
    return Rate{static_cast<double>(count), milliseconds(per * known->second)};
}

std::string rate_error(const std::string& text) {
    return parse_rate(text) ? "" : text + " is not a rate like 20/10s";
}

std::optional<storage::LogRetention> parse_keep_logs(const std::string& text) {
    if (text == "all") return storage::LogRetention{};
    static const std::map<std::string, std::int64_t> times{{"h", 3'600'000}, {"d", 24 * 3'600'000}};
    static const std::map<std::string, std::int64_t> sizes{
        {"MiB", std::int64_t{1} << 20}, {"GiB", std::int64_t{1} << 30}, {"TiB", std::int64_t{1} << 40}};
    std::int64_t count = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), count);
    const std::string unit(read.ptr, text.data() + text.size());
    if (read.ec != std::errc() || count < 1 || count > 1'000'000) return std::nullopt;
    if (const auto time = times.find(unit); time != times.end())
        return storage::LogRetention{.for_ms = count * time->second, .most_bytes = {}};
    if (const auto size = sizes.find(unit); size != sizes.end())
        return storage::LogRetention{.for_ms = {}, .most_bytes = count * size->second};
    return std::nullopt;
}

std::string text_of(const storage::LogRetention& retention) {
    if (retention.for_ms) return text_of(milliseconds(*retention.for_ms));
    return retention.most_bytes ? fmt::format("{}GiB", *retention.most_bytes >> 30) : "all";
}

std::string must_be_keep_logs(const std::string& text) {
    return parse_keep_logs(text) ? "" : text + " is not all, nor a time like 90d, nor a size like 2GiB";
}

}  // namespace

void Settings::toggle(const std::string& flag, bool& target, const std::string& help) {
    configure_option(app_.add_flag(flag, target, help), flag);
}

void Settings::size(const std::string& flag, std::size_t& target, const std::string& help) {
    value(flag, target, help)
        ->transform(CLI::AsSizeValue(false).description(""))
        ->check(CLI::Range(std::int64_t{64}, std::int64_t{1} << 30).description(""))
        ->type_name("BYTES");
}

void Settings::time(const std::string& flag, milliseconds& target, const std::string& help) {
    const auto set = [&target](std::int64_t count) { target = milliseconds(count); };
    configure_option(app_.add_option_function<std::int64_t>(flag, set, help), flag)
        ->transform(CLI::AsNumberWithUnit(time_units, CLI::AsNumberWithUnit::UNIT_REQUIRED).description(""))
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{366} * 24 * 3'600'000).description(""))
        ->type_name("TIME")
        ->default_str(text_of(target));
}

void Settings::rate(const std::string& flag, Rate& target, const std::string& help) {
    const auto set = [&target](const std::string& text) { target = parse_rate(text).value(); };
    configure_option(app_.add_option_function<std::string>(flag, set, help), flag)
        ->check(rate_error)
        ->type_name("COUNT/TIME")
        ->default_str(text_of(target));
}

void Settings::log_retention(const std::string& flag, storage::LogRetention& target,
                             const std::string& help) {
    const auto set = [&target](const std::string& text) { target = parse_keep_logs(text).value(); };
    configure_option(app_.add_option_function<std::string>(flag, set, help), flag)
        ->check(must_be_keep_logs)
        ->type_name("TIME|SIZE")
        ->default_str(text_of(target));
}

CLI::Option* Settings::configure_option(CLI::Option* option, const std::string& flag) const {
    if (sources_ == Sources::all) option->envname(environment_variable(flag));
    return option->group(group_);
}

std::string environment_variable(std::string_view flag) {
    std::string name = "CUBILETE_";
    for (const char c : flag.substr(2))
        name += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return name;
}

std::shared_ptr<CLI::Formatter> help_formatter() { return std::make_shared<Help>(); }

std::shared_ptr<CLI::Config> settings_file_parser(const CLI::App& app) {
    return std::make_shared<SettingsFile>(app);
}

std::string settings_markdown(const CLI::App& app) {
    std::string text;
    const auto helps = [&](const CLI::Option* option) {
        return option == app.get_help_ptr() || option == app.get_help_all_ptr();
    };
    for (const std::string& group : app.get_groups()) {
        const auto options = app.get_options(
            [&](const CLI::Option* option) { return option->get_group() == group && !helps(option); });
        if (options.empty()) continue;
        text += fmt::format("| **{}** | | |\n", group);
        for (const CLI::Option* option : options) {
            const std::string usual = default_text(*option);
            text += fmt::format("| `{}` | {} | {} |\n", option->get_name(),
                                usual.empty() ? "" : '`' + usual + '`', option->get_description());
        }
    }
    return text;
}

}  // namespace cubilete::server
