#include "server/commands/setting_sources.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <numeric>
#include <regex>
#include <sstream>
#include <utility>

#include <CLI/CLI.hpp>
#include <unistd.h>

#include "server/commands/settings.hpp"
#include "server/core/spdlog.hpp"
#include "server/core/trim.hpp"

namespace cubilete::server {

namespace {

constexpr std::string_view prefix = "CUBILETE_";
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Of the files for compose and of the tests, which share the environment with the program.
constexpr std::array not_settings{"DOMAIN",
                                  "IMAGE",
                                  "PUBLISH",
                                  "UPSTREAM",
                                  "POSTGRES_PUBLISH",
                                  "CLUSTER_PUBLISH",
                                  "BIN",
                                  "NEXT_BIN",
                                  "BASE",
                                  "TESTS_ON",
                                  "SEED",
                                  "GAMES",
                                  "HOSTILE_SECONDS",
                                  "VERDICTS",
                                  "FRAMES",
                                  "FUZZ_MOVES",
                                  "TWIN_GAMES",
                                  "DRAWS",
                                  "SCORES",
                                  "ENGINE",
                                  "ANALYSES",
                                  "TRES_GAMES",
                                  "PROXIES"};

/// Some editors begin a file with the mark, and then the name of its first variable begins with it.
std::string_view without_mark(std::string_view name) {
    if (name.starts_with(byte_order_mark)) name.remove_prefix(byte_order_mark.size());
    return name;
}

std::vector<std::pair<std::string, std::string>> own_variables() {
    std::vector<std::pair<std::string, std::string>> own;
    for (char** each = environ; *each != nullptr; ++each) {
        const std::string_view entry = *each;
        const std::size_t equals = std::min(entry.find('='), entry.size());
        const std::string_view name = entry.substr(0, equals);
        if (!without_mark(name).starts_with(prefix)) continue;
        own.emplace_back(name, entry.substr(std::min(equals + 1, entry.size())));
    }
    return own;
}

bool is_service_link(const std::string& name, const std::string& value) {
    static const std::regex link(
        "CUBILETE(_.*)?_(SERVICE_HOST|SERVICE_PORT(_.*)?|PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");
    const bool port = name.ends_with("_PORT") && std::regex_search(value, std::regex("^(tcp|udp|sctp)://"));
    return port || std::regex_match(name, link);
}

std::string clean_text(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    text = trim(text, blanks);
    if (text.size() > 1 && text.front() == text.back() && (text.front() == '"' || text.front() == '\''))
        text = trim(text.substr(1, text.size() - 2), blanks);
    return std::string(text);
}

/// How many letters to change, add or leave out (Levenshtein).
std::size_t distance(std::string_view one, std::string_view other) {
    std::vector<std::size_t> row(other.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= one.size(); ++i) {
        std::size_t corner = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= other.size(); ++j) {
            const std::size_t changed = corner + (one[i - 1] == other[j - 1] ? 0 : 1);
            corner = row[j];
            row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

std::vector<std::string> names_of(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
    return names;
}

std::string text_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The flags in a text, without dashes and values.
std::vector<std::string> find_flags(std::string_view text) {
    static const std::regex flag("--([A-Za-z0-9_-]+)");
    const std::string all(text);
    std::vector<std::string> flags;
    for (std::sregex_iterator found(all.begin(), all.end(), flag); found != std::sregex_iterator(); ++found)
        flags.push_back((*found)[1]);
    return flags;
}

}  // namespace

void clean_environment() {
    for (const auto& [name, value] : own_variables()) {
        const std::string plain(without_mark(name));
        if (plain != name || is_service_link(plain, value)) ::unsetenv(name.c_str());
        if (is_service_link(plain, value)) continue;
        if (const std::string clean = clean_text(value); plain != name || clean != value)
            ::setenv(plain.c_str(), clean.c_str(), 1);
    }
}

void apply_ignored_variables(CLI::App& app) {
    for (CLI::Option* option : app.get_options()) {
        if (option->get_envname().empty() || option->count() > 0) continue;
        const char* value = std::getenv(option->get_envname().c_str());
        if (value == nullptr || *value == '\0') continue;
        option->add_result(std::string(value));
        option->run_callback();
    }
}

void refuse_unknown_variables(const CLI::App& app) {
    for (const auto& [name, value] : own_variables()) {
        const auto sets = [&](const CLI::Option* option) { return option->get_envname() == name; };
        if (!app.get_options(sets).empty() ||
            std::ranges::count(not_settings, std::string_view(name).substr(prefix.size())) > 0)
            continue;
        std::string flag = name.substr(prefix.size());
        for (char& c : flag)
            c = c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        throw CLI::ValidationError(name, "is no setting" + name_suggestion(flag, app));
    }
}

std::string setting_source(std::string_view refusal, const CLI::App& app,
                           const std::vector<std::string>& arguments) {
    const std::vector<std::string> flags = find_flags(refusal);
    if (flags.empty() || flags.front() == "config" || !app.get_option_no_throw("--" + flags.front()))
        return {};
    const std::string flag = "--" + flags.front();
    const auto of = [&](const std::string& wanted) {
        return std::ranges::find_if(arguments, [&](const std::string& argument) {
            return argument == wanted || argument.starts_with(wanted + '=');
        });
    };
    if (of(flag) != arguments.end()) return ", set by the flag";
    if (std::getenv(environment_variable(flag).c_str()) != nullptr)
        return ", set by " + environment_variable(flag);
    const auto config = of("--config");
    if (config == arguments.end()) return {};
    const bool joined = config->starts_with("--config=");
    if (!joined && std::next(config) == arguments.end()) return {};
    const std::string file =
        joined ? config->substr(std::string_view("--config=").size()) : *std::next(config);
    const int line = setting_line(flags.front(), text_of(file));
    return line > 0 ? fmt::format(", set by {}:{}", file, line) : "";
}

int setting_line(const std::string& key, std::string_view settings, int after) {
    constexpr std::string_view around_a_key = " \t\"'\xEF\xBB\xBF";
    std::istringstream in{std::string(settings)};
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        const std::string_view name = std::string_view(line).substr(0, line.find('='));
        if (number > after && name.size() < line.size() && !key.empty() && trim(name, around_a_key) == key)
            return number;
    }
    return 0;
}

std::string flag_suggestion(std::string_view refusal, const CLI::App& app) {
    for (const std::string& flag : find_flags(refusal))
        if (!app.get_option_no_throw("--" + flag)) return name_suggestion(flag, app);
    return {};
}

std::string name_suggestion(std::string_view wrong, const CLI::App& app) {
    std::string nearest;
    std::size_t least = wrong.size() < 4 ? 2 : 3;  // as many letters are not a slip any more
    for (const std::string& name : names_of(app))
        if (const std::size_t letters = distance(wrong, name); letters < least) {
            least = letters;
            nearest = name;
        }
    return nearest.empty() ? "" : "; did you mean --" + nearest + '?';
}

std::string escape_nonprintable(std::string_view text) {
    std::string shown;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\r')
            shown += "\\r";
        else if (byte < 0x20 || byte > 0x7E)
            shown += fmt::format("\\x{:02X}", byte);
        else
            shown += c;
    }
    return shown;
}

}  // namespace cubilete::server
