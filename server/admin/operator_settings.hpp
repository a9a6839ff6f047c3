#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cubilete::server {

/// Words that an operator refuses, one a line; empty lines and those that begin with # do not count. Case, accents and letters that
/// look alike make no difference.
class WordList {
  public:
    WordList() = default;
    explicit WordList(std::string_view lines);

    /// A name has one of the words, perhaps as a part of another.
    bool matches_name(std::string_view name) const;
    /// A line has one of the words, by itself.
    bool matches_line(std::string_view line) const;

  private:
    bool matches(std::string_view text,
                 bool (*contains)(const std::u32string& look, const std::u32string& word)) const;

    std::vector<std::u32string> words_;  ///< as protocol::caseless_looks()
};

/// The operator's settings for all players, by flags of `serve` or by `cubilete admin`. A value without I/O.
struct OperatorSettings {
    enum class OpenTables { all, word, nobody };

    OpenTables open_tables = OpenTables::all;  ///< who may open tables; `word`: who knows the house word
    std::string house_word = {};
    bool public_tables = true;  ///< tables may be listed, and strangers meet
    bool chat = true;
    WordList refused_names = {};
    WordList refused_words = {};

    /// Sets one of `setting_names`. Returns what is wrong with the value; empty if nothing is.
    std::string set(std::string_view name, const std::string& value);
};
inline constexpr std::string_view setting_names[]{"open-tables", "house-word",    "public-tables",
                                                  "chat",        "refused-names", "refused-words"};

/// The values of settings, by name.
using SettingValues = std::map<std::string, std::string>;
/// Returns what is wrong with the value of a setting; empty if nothing is.
std::string setting_error(std::string_view name, const std::string& value);

}  // namespace cubilete::server
