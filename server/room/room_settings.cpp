#include "server/room/room_settings.hpp"

#include <algorithm>
#include <stdexcept>

#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Json;
using protocol::Rejection;
using protocol::to_json;

namespace {

constexpr int usual_seats = 4;

std::variant<RoomSettings, Rejection> with_options(RoomSettings settings, const GameInfo& game,
                                                   const Json& options) {
    auto read = protocol::read_options(game, options);
    if (auto* refused = std::get_if<Rejection>(&read)) return std::move(*refused);
    settings.options = std::get<OptionValues>(std::move(read));
    return settings;
}

}  // namespace

std::variant<RoomSettings, Rejection> changed_settings(const RoomSettings& present,
                                                       const protocol::RoomFields& fields) {
    RoomSettings settings = present;
    const bool other_game = fields.game && *fields.game != present.game;
    if (other_game) settings.game = *fields.game;
    const GameInfo* game = protocol::find_game(settings.game);
    if (!game) return no_such_game(settings.game);

    if (other_game) {
        settings.seats = std::clamp(usual_seats, game->min_seats, game->max_seats);
        settings.turn_ms = game->turn_ms;
    }
    if (fields.seats) settings.seats = *fields.seats;
    if (settings.seats < game->min_seats || settings.seats > game->max_seats)
        return refused(RefusalReason::seats_out_of_range,
                       {game->title, std::to_string(game->min_seats), std::to_string(game->max_seats)},
                       "/seats");
    if (fields.password && !*fields.password) settings.password.clear();
    if (fields.is_public) settings.is_public = *fields.is_public;
    if (fields.turn_ms) settings.turn_ms = *fields.turn_ms;
    if (fields.bots) settings.bots = *fields.bots;
    if (fields.spectators) settings.spectators = *fields.spectators;
    if (fields.hints) settings.hints = *fields.hints;
    if (fields.witness) settings.witness = *fields.witness;
    if (fields.options || other_game)
        return with_options(std::move(settings), *game, fields.options.value_or(Json::object()));
    return settings;
}

std::variant<RoomSettings, Rejection> new_settings(const protocol::RoomFields& fields) {
    return changed_settings(RoomSettings{}, fields);
}

RoomSettings cup_settings(int day) {
    protocol::RoomFields fields;
    fields.game = cup_game;
    fields.seats = 1;
    fields.is_public = false;
    fields.turn_ms = 0;
    fields.spectators = false;
    auto settings = std::get<RoomSettings>(new_settings(fields));
    settings.cup = day;
    return settings;
}

Seating::Rules seating_rules(const RoomSettings& settings, const Limits& limits) {
    const GameInfo& game = *protocol::find_game(settings.game);
    return {.title = game.title,
            .seats = settings.seats,
            // quick.match starts no match for one player.
            .least = settings.quick ? std::max(2, game.min_seats) : game.min_seats,
            .bots = settings.bots,
            .spectators = settings.spectators,
            .watchers = limits.most_watchers,
            .quick = settings.quick,
            .absence = limits.absence,
            .missed_turns = limits.missed_turns};
}

Maker maker_of(const std::string& player, const ClientNetwork& network) {
    return {player, address_key(network), site_key(network)};
}

std::string room_settings_text(const RoomSettings& settings, const RoomMetadata& memory) {
    Json stored{{"game", settings.game},
                {"options", to_json(settings.options)},
                {"seats", settings.seats},
                {"public", settings.is_public},
                {"turn_ms", settings.turn_ms},
                {"bots", settings.bots},
                {"spectators", settings.spectators},
                {"hints", settings.hints},
                {"password", settings.password},
                {"company", memory.accepts_bot}};
    if (settings.quick) stored["quick"] = true;
    if (settings.witness) stored["witness"] = *settings.witness;
    if (settings.cup) stored["cup"] = *settings.cup;
    const Maker& maker = memory.maker;
    if (!maker.player.empty()) {
        stored["maker"] = {{"player", maker.player}, {"address", maker.address}};
        if (maker.site != maker.address) stored["maker"]["site"] = maker.site;
    }
    if (memory.unattended_since_ms) stored["unattended_since_ms"] = *memory.unattended_since_ms;
    return stored.dump();
}

RoomSettings parse_room_settings(std::string_view text) {
    const Json stored = Json::parse(text);
    RoomSettings settings;
    settings.game = stored.at("game").get<std::string>();
    settings.seats = stored.at("seats").get<int>();
    settings.is_public = stored.at("public").get<bool>();
    settings.turn_ms = stored.at("turn_ms").get<int>();
    settings.bots = stored.at("bots").get<bool>();
    settings.quick = stored.value("quick", false);
    settings.hints = stored.value("hints", false);  // older servers stored none
    if (stored.contains("witness")) settings.witness = stored.at("witness").get<bool>();
    if (stored.contains("cup")) settings.cup = stored.at("cup").get<int>();
    settings.spectators = stored.at("spectators").get<bool>();
    settings.password = stored.value("password", "");  // version 0.1 stored none
    const GameInfo* game = protocol::find_game(settings.game);
    if (!game) throw std::runtime_error("this server has no game " + settings.game);
    auto complete = with_options(settings, *game, stored.at("options"));
    if (auto* refused = std::get_if<Rejection>(&complete)) throw std::runtime_error(refused->text);
    return std::get<RoomSettings>(std::move(complete));
}

RoomMetadata parse_room_metadata(std::string_view text) {
    const Json stored = Json::parse(text);
    RoomMetadata memory;
    memory.accepts_bot = stored.value("company", std::vector<int>());
    if (const auto maker = stored.find("maker"); maker != stored.end()) {
        const auto address = maker->at("address").get<std::string>();
        memory.maker = {maker->at("player").get<std::string>(), address, maker->value("site", address)};
    }
    if (const auto since = stored.find("unattended_since_ms"); since != stored.end())
        memory.unattended_since_ms = since->get<std::int64_t>();
    return memory;
}

}  // namespace cubilete::server
