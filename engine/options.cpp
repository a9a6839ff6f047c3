#include "engine/options.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <type_traits>

#include "engine/require.hpp"

namespace cubilete {

namespace {

template <class Value>
std::string join_values(std::span<const Value> values) {
    std::string text;
    for (const Value& value : values) {
        if (!text.empty()) text += ", ";
        if constexpr (std::is_same_v<Value, int>)
            text += std::to_string(value);
        else
            text += value;
    }
    return text;
}

OptionError invalid_option(const OptionSpec& spec, const std::string& what) {
    return {spec.name, spec.name + " is " + what + '.', "option_value", {spec.name, what}};
}

OptionValues::Setting initial(const OptionSpec& spec) {
    switch (spec.kind) {
        case OptionSpec::Kind::flag: return {spec.name, spec.initial != 0, 0};
        case OptionSpec::Kind::integer: return {spec.name, spec.initial, 0};
        case OptionSpec::Kind::choice: return {spec.name, spec.choices.front(), 0};
    }
    throw_contract_violation();
}

std::optional<OptionError> set_flag(OptionValues::Setting& set, const OptionSpec& spec,
                                    const OptionValue& given) {
    if (!std::holds_alternative<bool>(given)) return invalid_option(spec, "true or false");
    set.value = given;
    return std::nullopt;
}

std::optional<OptionError> set_integer(OptionValues::Setting& set, const OptionSpec& spec,
                                       const OptionValue& given) {
    const int* value = std::get_if<int>(&given);
    if (!spec.values.empty()) {
        if (value == nullptr || std::ranges::find(spec.values, *value) == spec.values.end())
            return invalid_option(spec, "one of " + join_values<int>(spec.values));
    } else if (value == nullptr || *value < spec.min || *value > spec.max) {
        return invalid_option(
            spec, "a whole number from " + std::to_string(spec.min) + " to " + std::to_string(spec.max));
    }
    set.value = given;
    return std::nullopt;
}

std::optional<OptionError> set_choice(OptionValues::Setting& set, const OptionSpec& spec,
                                      const OptionValue& given) {
    const auto* value = std::get_if<std::string>(&given);
    const auto found = value == nullptr ? spec.choices.end() : std::ranges::find(spec.choices, *value);
    if (found == spec.choices.end())
        return invalid_option(spec, "one of " + join_values<std::string>(spec.choices));
    set.value = given;
    set.index = static_cast<int>(found - spec.choices.begin());
    return std::nullopt;
}

std::optional<OptionError> change(OptionValues::Setting& set, const OptionSpec& spec,
                                  const OptionValue& given) {
    switch (spec.kind) {
        case OptionSpec::Kind::flag: return set_flag(set, spec, given);
        case OptionSpec::Kind::integer: return set_integer(set, spec, given);
        case OptionSpec::Kind::choice: return set_choice(set, spec, given);
    }
    throw_contract_violation();
}

}  // namespace

OptionSpec choice(std::string name, std::vector<std::string> choices) {
    require(!choices.empty());
    return {.name = std::move(name), .kind = OptionSpec::Kind::choice, .choices = std::move(choices)};
}

OptionSpec integer(std::string name, int initial, int min, int max) {
    require(min <= initial && initial <= max);
    return {.name = std::move(name),
            .kind = OptionSpec::Kind::integer,
            .min = min,
            .max = max,
            .initial = initial};
}

OptionSpec integer_choice(std::string name, int initial, std::vector<int> values) {
    require(std::ranges::find(values, initial) != values.end());
    return {.name = std::move(name),
            .kind = OptionSpec::Kind::integer,
            .min = std::ranges::min(values),
            .max = std::ranges::max(values),
            .values = values,
            .initial = initial};
}

OptionSpec flag(std::string name, bool initial) {
    return {.name = std::move(name), .kind = OptionSpec::Kind::flag, .initial = initial ? 1 : 0};
}

OptionSpec OptionSpec::with_exception(std::string option, std::string choice, OptionValue value) const {
    OptionSpec spec = *this;
    spec.exceptions.push_back({std::move(option), std::move(choice), std::move(value)});
    return spec;
}

std::variant<OptionValues, OptionError> OptionValues::complete(
    const std::vector<OptionSpec>& specs, const std::map<std::string, OptionValue>& given) {
    for (const auto& [name, value] : given)
        if (std::ranges::find(specs, name, &OptionSpec::name) == specs.end())
            return OptionError{name, "This game has no option of that name.", "option_unknown"};
    OptionValues values;
    for (const OptionSpec& spec : specs) {
        const auto asked = given.find(spec.name);
        const OptionValue* value = asked != given.end() ? &asked->second : values.exception(spec);
        Setting& set = values.set_.emplace_back(initial(spec));
        if (value == nullptr) continue;
        if (auto refused = change(set, spec, *value)) return *std::move(refused);
    }
    return values;
}

const OptionValue* OptionValues::exception(const OptionSpec& spec) const {
    for (const auto& [option, choice, value] : spec.exceptions)
        if (at(option).value == OptionValue(choice)) return &value;
    return nullptr;
}

const OptionValues::Setting& OptionValues::at(std::string_view name) const {
    const auto found = std::ranges::find(set_, name, &Setting::name);
    require(found != set_.end());
    return *found;
}

bool OptionValues::flag(std::string_view name) const {
    const bool* value = std::get_if<bool>(&at(name).value);
    require(value != nullptr);
    return *value;
}

int OptionValues::integer(std::string_view name) const {
    const int* value = std::get_if<int>(&at(name).value);
    require(value != nullptr);
    return *value;
}

int OptionValues::choice_index(std::string_view name) const {
    const Setting& set = at(name);
    require(std::holds_alternative<std::string>(set.value));
    return set.index;
}

}  // namespace cubilete
