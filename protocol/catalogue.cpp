#include <limits>

#include "games.hpp"
#include "protocol/match.hpp"
#include "protocol/typed_match.hpp"

namespace cubilete::protocol {

namespace {

/// The game's own objection to a complete set of values, if any.
template <Rules R>
std::optional<OptionError> text_error(const OptionValues& values) {
    auto options = R::options(values);
    if (auto* bad = std::get_if<OptionError>(&options)) return std::move(*bad);
    return std::nullopt;
}

std::optional<OptionError> text_error(const GameInfo& game, const OptionValues& values) {
#define GAME(name) \
    if (game.id == #name) return text_error<name::Game>(values);
#include "engine/games/games.def"
#undef GAME
    throw_contract_violation();
}

std::string pointer_to(const std::string& option) {
    return (Json::json_pointer("/options") / option).to_string();
}

Rejection refused(OptionError&& bad) {
    return {Code::bad_options, std::move(bad.text), pointer_to(bad.option), {}, bad.why, std::move(bad.args)};
}

/// Returns the value if it is of one of the three kinds; nullopt otherwise. Does not check the option.
std::optional<OptionValue> read_value(const Json& value) {
    using Int = std::numeric_limits<int>;
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number_unsigned() && std::cmp_greater(value.get<std::uint64_t>(), Int::max())) return {};
    if (!value.is_number_integer()) return {};
    const auto number = value.get<std::int64_t>();
    if (number < Int::min() || number > Int::max()) return {};
    return static_cast<int>(number);
}

Json to_json(const OptionValue& option) {
    return std::visit([](const auto& value) { return Json(value); }, option);
}

}  // namespace

const std::vector<const GameInfo*>& catalogue() {
    static const std::vector<const GameInfo*> games{
#define GAME(name) &name::Game::info(),
#include "engine/games/games.def"
#undef GAME
    };
    return games;
}

const GameInfo* find_game(std::string_view id) {
    for (const GameInfo* game : catalogue())
        if (game->id == id) return game;
    return nullptr;
}

std::variant<OptionValues, Rejection> read_options(const GameInfo& game, const Json& options) {
    if (!options.is_object()) return refused(RefusalReason::options_no_object, {}, "/options");
    std::map<std::string, OptionValue> given;
    for (const auto& [name, json] : options.items()) {
        auto value = read_value(json);
        if (!value) return refused(RefusalReason::option_kind, {}, pointer_to(name));
        given.emplace(name, *std::move(value));
    }
    auto complete = OptionValues::complete(game.options, given);
    if (auto* bad = std::get_if<OptionError>(&complete)) return refused(std::move(*bad));
    auto& values = std::get<OptionValues>(complete);
    if (auto bad = text_error(game, values)) return refused(std::move(*bad));
    return std::move(values);
}

Json to_json(const OptionValues& options) {
    Json json = Json::object();
    for (const OptionValues::Setting& set : options.all()) json[set.name] = to_json(set.value);
    return json;
}

Json to_json(const Settings& settings) {
    const GameInfo* game = find_game(settings.game);
    require(game != nullptr);
    return start_entry_move(*game, settings);
}

Json start_entry_move(const GameInfo& game, const Settings& settings) {
    Json json = object({{"game", game.id}, {"version", game.version}, {"seats", settings.seats}});
    if (settings.first) json["first"] = *settings.first;
    if (settings.cup) json["cup"] = *settings.cup;
    json["options"] = to_json(settings.options);
    return json;
}

}  // namespace cubilete::protocol
