#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cubilete {

/// The value of an option: flag, integer or choice.
using OptionValue = std::variant<bool, int, std::string>;

/// One option of a game that a room may set, as the catalogue shows it (protocol/README.md, section 4).
struct OptionSpec {
    enum class Kind { choice, integer, flag };
    /// Another default, used when an earlier option of the catalogue, named `option`, has the value `choice`.
    struct Exception {
        std::string option;
        std::string choice;
        OptionValue value;
    };

    std::string name;
    Kind kind;
    std::vector<std::string> choices = {};  ///< choice: the allowed names; the first is the default
    int min = 0;                            ///< integer: the allowed range, both ends included
    int max = 0;
    std::vector<int> values = {};  ///< integer: if not empty, the only allowed values
    int initial = 0;               ///< integer: the default; flag: 0 or 1
    std::vector<Exception> exceptions = {};

    /// Returns a copy with one more exception.
    OptionSpec with_exception(std::string option, std::string choice, OptionValue value) const;
};

/// Make the description of one option. They throw std::logic_error if the default is not an allowed value or
/// if there is no choice.
OptionSpec choice(std::string name, std::vector<std::string> choices);
OptionSpec integer(std::string name, int initial, int min, int max);
OptionSpec integer_choice(std::string name, int initial, std::vector<int> values);
OptionSpec flag(std::string name, bool initial);

/// The reason why options were refused.
struct OptionError {
    std::string option;                  ///< the name of the wrong one
    std::string text;                    ///< an English sentence
    std::string_view why;                ///< the name of the reason, under which a page has its own sentence
    std::vector<std::string> args = {};  ///< names and numbers in the sentence
};

/// One value for every option of a game's catalogue, each of the right kind and in its range.
class OptionValues {
  public:
    /// Fills in the defaults for all options that `given` does not contain. Returns OptionError for an unknown
    /// name, a value of another kind or a value out of range.
    static std::variant<OptionValues, OptionError> complete(const std::vector<OptionSpec>& specs,
                                                            const std::map<std::string, OptionValue>& given);

    /// The value of an option. Throws std::logic_error if there is no option of this name and kind.
    bool flag(std::string_view name) const;
    int integer(std::string_view name) const;
    /// The value of a choice as an enum, whose enumerators must be in the catalogue's order. Throws
    /// std::logic_error like flag().
    template <class Enum>
    Enum choice(std::string_view name) const {
        return static_cast<Enum>(choice_index(name));
    }

    struct Setting {
        std::string name;
        OptionValue value;
        int index = 0;  ///< choice: position of the value in `choices`; otherwise 0
        friend bool operator==(const Setting&, const Setting&) = default;
    };
    /// In the catalogue's order.
    const std::vector<Setting>& all() const { return set_; }

    friend bool operator==(const OptionValues&, const OptionValues&) = default;

  private:
    /// The default of the first exception that applies, given the values of the earlier options; null if none
    /// applies.
    const OptionValue* exception(const OptionSpec& spec) const;
    int choice_index(std::string_view name) const;
    const Setting& at(std::string_view name) const;

    std::vector<Setting> set_;
};

}  // namespace cubilete
