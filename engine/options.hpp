#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cubilete {

/// What an option is set to: flag, integer, choice.
using OptionValue = std::variant<bool, int, std::string>;

/// One option that a table may set, as the catalogue shows it (PROTOCOL 3).
struct OptionSpec {
    enum class Kind { choice, integer, flag };
    /// Another default, where an option that stands earlier in the catalogue is set to that choice.
    struct Exception {
        std::string option;
        std::string choice;
        OptionValue value;
    };

    std::string name;
    Kind kind;
    std::vector<std::string> choices;  ///< choice: what it may be, the first is the default
    int min = 0;                       ///< integer: the range, both ends included ...
    int max = 0;
    std::vector<int> values;  ///< ... or, where not empty, the only values allowed
    int initial = 0;          ///< integer: the default; flag: 0 or 1
    std::vector<Exception> exceptions = {};

    /// The same with one more exception.
    OptionSpec where(std::string option, std::string choice, OptionValue value) const;
};

OptionSpec choice(std::string name, std::vector<std::string> choices);
OptionSpec integer(std::string name, int initial, int min, int max);
OptionSpec one_of(std::string name, int initial, std::vector<int> values);
OptionSpec flag(std::string name, bool initial);

/// Why a table's options were not taken: `option` names the offending one.
struct BadOptions {
    std::string option;
    std::string text;
};

/// A value for every option of a game's catalogue, each of its own kind and within its range.
class OptionValues {
  public:
    /// The catalogue's defaults, changed by what was given. Unknown names, other kinds and values out of
    /// range are refused.
    static std::variant<OptionValues, BadOptions> complete(const std::vector<OptionSpec>& specs,
                                                           const std::map<std::string, OptionValue>& given);

    bool flag(std::string_view name) const;
    int integer(std::string_view name) const;
    /// The choice as an enum whose values stand in the catalogue's order.
    template <class Enum>
    Enum choice(std::string_view name) const {
        return static_cast<Enum>(choice_index(name));
    }

    struct Set {
        std::string name;
        OptionValue value;
        int index = 0;  ///< of a choice, in the catalogue's list
        friend bool operator==(const Set&, const Set&) = default;
    };
    /// In the catalogue's order.
    const std::vector<Set>& all() const { return set_; }

    friend bool operator==(const OptionValues&, const OptionValues&) = default;

  private:
    /// What an option is where the table does not set it and those before are as they are: not the
    /// catalogue's first default, but that of an exception.
    const OptionValue* exception(const OptionSpec& spec) const;
    int choice_index(std::string_view name) const;
    const Set& at(std::string_view name) const;

    std::vector<Set> set_;
};

}  // namespace cubilete
