#include "protocol/match.hpp"

#include <algorithm>
#include <limits>

#include "bots.hpp"
#include "protocol/typed_match.hpp"
#include "protocol/wire.hpp"

namespace cubilete::protocol {

namespace {

/// Reads what to_json(Settings) wrote.
Settings read_settings(const Field& json) {
    const GameInfo* game = find_game(json["game"].text());
    if (game == nullptr) json["game"].refuse(Code::bad_options, "there is no such game");
    if (json["version"].integer(0, std::numeric_limits<int>::max()) != game->version)
        json["version"].refuse(Code::bad_options, "these rules are version " + std::to_string(game->version));
    auto options = read_options(*game, json["options"].json());
    if (auto* refused = std::get_if<Rejection>(&options)) throw Field::UnreadableError{std::move(*refused)};

    Settings settings{game->id, std::get<OptionValues>(std::move(options)),
                      json["seats"].integer(game->min_seats, game->max_seats), std::nullopt};
    if (const auto first = json.find("first"))
        settings.first = static_cast<Seat>(first->integer(0, settings.seats - 1));
    if (const auto day = json.find("cup")) settings.cup = day->integer(1, std::numeric_limits<int>::max());
    return settings;
}

}  // namespace

std::unique_ptr<Match> Match::start(const Settings& settings, Chance& chance) {
#define GAME(name)              \
    if (settings.game == #name) \
        return std::make_unique<TypedMatch<name::Bot, name::read_move>>(settings, chance);
#include "engine/games/games.def"
#undef GAME
    throw_contract_violation();
}

std::variant<JsonText, Rejection> canonical_move(const std::string& game, const Json& move) {
#define GAME(name) \
    if (game == #name) return TypedMatch<name::Bot, name::read_move>::canonical_form_of(move);
#include "engine/games/games.def"
#undef GAME
    throw_contract_violation();
}

Settings settings_from_start(const Json& start_entry_move) {
    auto settings = catch_unreadable([&] { return read_settings(Field(start_entry_move, "")); });
    if (const auto* refused = std::get_if<Rejection>(&settings))
        throw ReplayError("the settings" + refused->at + ": " + refused->text);
    return std::get<Settings>(std::move(settings));
}

std::unique_ptr<Match> Match::replay(std::span<const LogEntry> log) {
    if (log.empty()) throw ReplayError("the log is empty");
    const LogEntry& first = log.front();
    if (first.seq != 1 || first.by.kind != EntryAuthor::Kind::start)
        throw_replay_error(first, "a log begins with entry 1, the start");

    const Json start_entry_move = first.move.tree();
    const auto settings = catch_unreadable([&] { return read_settings(Field(start_entry_move, "")); });
    if (const auto* refused = std::get_if<Rejection>(&settings))
        throw_replay_error(first, refused->at + ": " + refused->text);
    std::unique_ptr<Match> match;
    replay_draws(first, [&](Chance& chance) { match = start(std::get<Settings>(settings), chance); });
    match->last_ = first;

    for (const LogEntry& entry : log.subspan(1)) match->follow(entry);
    return match;
}

void Match::follow(const LogEntry& entry) {
    replay_draws(entry, [&](Chance& chance) { follow(entry, chance); });
}

void Match::follow(const LogEntry& entry, Chance& chance) {
    if (entry.seq != seq() + 1)
        throw_replay_error(entry, "it does not follow entry " + std::to_string(seq()));
    switch (entry.by.kind) {
        case EntryAuthor::Kind::start: throw_replay_error(entry, "the match has started already");
        case EntryAuthor::Kind::clock:
            if (wait().kind == Wait::Kind::none) throw_replay_error(entry, "nothing waits for the clock");
            expire(chance);
            break;
        case EntryAuthor::Kind::seat: {
            if (entry.by.hint) {
                if (!to_act().contains(entry.by.seat))
                    throw_replay_error(entry, "it is not that seat's turn");
                record_hint(entry.by.seat);
                break;
            }
            const auto played = play(entry.by.seat, entry.move.tree(), chance);
            if (const auto* refused = std::get_if<Rejection>(&played))
                throw_replay_error(entry, std::string(name_of(refused->code)) + ": " + refused->text);
            break;
        }
    }
    if (last_.move != entry.move)
        throw_replay_error(entry, "its move is not spelled as the log spells moves");
    if (entry.by.bot) mark_last_entry_by_bot();
}

void Match::mark_last_entry_by_bot() {
    last_.by.bot = true;
    if (!authors_.empty()) authors_.back().bot = true;
    ++decisions_[last_.by.seat].without_player;
}

std::variant<LogEntry, Rejection> Match::play_bot(Seat seat, const Json& move, Chance& chance) {
    auto played = play(seat, move, chance);
    if (auto* entry = std::get_if<LogEntry>(&played)) {
        mark_last_entry_by_bot();
        entry->by.bot = true;
    }
    return played;
}

bool uses_default_rules(const Settings& settings) {
    const auto usual = OptionValues::complete(find_game(settings.game)->options, {});
    const auto& values = std::get<OptionValues>(usual).all();
    return std::ranges::equal(values, settings.options.all(), [](const auto& one, const auto& other) {
        return one.name == "starter" || one == other;
    });
}

void merge_view(Json& seen, const Json& more) {
    if (seen.is_null()) {
        seen = more;
    } else if (seen.is_object() && more.is_object()) {
        for (const auto& [name, value] : more.items()) merge_view(seen[name], value);
    } else if (seen.is_array() && more.is_array() && seen.size() == more.size()) {
        for (std::size_t at = 0; at < seen.size(); ++at) merge_view(seen[at], more[at]);
    }
}

EntryAuthor read_author(const Json& json) {
    const auto read = catch_unreadable([&] {
        const Field by(json, "/by");
        if (by.find("start")) return EntryAuthor{EntryAuthor::Kind::start, 0, false};
        if (by.find("clock")) return EntryAuthor{EntryAuthor::Kind::clock, 0, false};
        return EntryAuthor{EntryAuthor::Kind::seat, static_cast<Seat>(by["seat"].integer(0, max_seats - 1)),
                           by.find("house").has_value(), by.find("hint").has_value()};
    });
    if (const auto* refused = std::get_if<Rejection>(&read))
        throw std::runtime_error(refused->at + ": " + refused->text);
    const EntryAuthor& by = std::get<EntryAuthor>(read);
    if (to_json(by) != JsonText::of(json))
        throw std::runtime_error("/by: " + json.dump() + " makes no entries");
    return by;
}

Result exclude_seats(Result result, std::span<const Seat> left) {
    const auto counts = [&](std::size_t seat) {
        return std::ranges::count(left, static_cast<Seat>(seat)) == 0;
    };
    std::vector<int> places(result.places.size(), 0);
    for (std::size_t seat = 0; seat < places.size(); ++seat) {
        if (!counts(seat)) continue;
        places[seat] = 1;
        for (std::size_t other = 0; other < places.size(); ++other)
            if (counts(other) && result.places[other] < result.places[seat]) ++places[seat];
    }
    std::erase_if(result.winners, [&](Seat seat) { return !counts(seat); });
    if (result.winners.empty())
        for (std::size_t seat = 0; seat < places.size(); ++seat)
            if (places[seat] == 1) result.winners.push_back(static_cast<Seat>(seat));
    result.places = std::move(places);
    return result;
}

Json to_json(const Result& result, std::string_view reason) {
    return object({{"places", result.places},
                   {"scores", result.scores},
                   {"winners", result.winners},
                   {"reason", reason}});
}

}  // namespace cubilete::protocol
