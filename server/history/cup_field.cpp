#include "server/history/cup_field.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "server/history/record.hpp"

namespace cubilete::server {

using protocol::Json;
using protocol::JsonText;
using protocol::object;

namespace {

constexpr std::size_t turns = 13;
/// Thousandths of a point: less is rounding, and less than `much` is little.
constexpr std::int64_t small_loss = 10;
constexpr std::int64_t large_loss = 2'000;
constexpr std::int64_t field_lasts_ms = 60'000;
constexpr std::int64_t running_field_lasts_ms = 5'000;
constexpr std::size_t most_fields = 8;
constexpr std::int64_t most_rows = 50;
constexpr int most_sent_again = 16;

std::int64_t thousandths(double points) { return std::llround(points * 1'000); }
double points_of(std::int64_t thousandths) { return static_cast<double>(thousandths) / 1'000; }

std::int64_t seconds_of(const storage::CupPlay& play) {
    return (play.ended_ms.value_or(play.started_ms) - play.started_ms) / 1'000;
}

bool same_result(const storage::CupPlay& one, const storage::CupPlay& other) {
    return one.given_away == other.given_away && seconds_of(one) == seconds_of(other);
}

/// The findings of the analysis; an empty object before it.
Json play_analysis(const storage::CupPlay& play) {
    Json found = Json::parse(play.text.empty() ? "{}" : play.text, nullptr, false);
    return found.is_object() ? found : Json::object();
}

Json open_result(const storage::CupPlay& play) {
    Json json = object({{"points", play.points.value_or(0)}});
    const Json found = play_analysis(play);
    if (const auto squares = found.find("squares"); squares != found.end()) json["squares"] = *squares;
    return json;
}

/// Everything, for after the day.
Json whole_result(const storage::CupPlay& play) {
    Json json = open_result(play);
    json["given_away"] = points_of(play.given_away.value_or(0));
    json["seconds"] = seconds_of(play);
    json["luck"] = play_analysis(play).value("luck", Json());
    json["match"] = play.match;
    return json;
}

Json day_json(const CupDays& days, int day) { return object({{"day", day}, {"date", days.date_of(day)}}); }

Json missed_json(const CupField& field) {
    if (!field.missed) return nullptr;
    return object({{"turn", field.missed->turn}, {"players", field.missed->players}});
}

Json field_json(const CupDays& days, int day, const CupField& field) {
    Json json = day_json(days, day);
    json["players"] = field.plays.size();
    json["median"] = field.median();
    json["best"] = field.best();
    json["missed"] = missed_json(field);
    return json;
}

std::optional<CupField::Missed> most_missed_turn(const std::vector<storage::CupPlay>& plays) {
    std::array<std::int64_t, turns> players{};
    for (const storage::CupPlay& play : plays) {
        const Json squares = play_analysis(play).value("squares", Json());
        if (!squares.is_string()) continue;
        const auto& text = squares.get_ref<const std::string&>();
        for (std::size_t turn = 0; turn < std::min(turns, text.size()); ++turn)
            players.at(turn) += text[turn] != '0' ? 1 : 0;
    }
    const auto most = std::ranges::max_element(players);
    if (*most == 0) return std::nullopt;
    return CupField::Missed{static_cast<int>(most - players.begin()) + 1, *most};
}

}  // namespace

storage::CupPlay make_cup_play(const storage::MatchRow& match, int day,
                               std::span<const protocol::LogEntry> log, const protocol::Analysis& analysis) {
    std::array<std::int64_t, turns> given_away{};
    const auto costs = analysis.costs(0);
    auto cost = costs.begin();
    std::size_t turn = 0;
    for (const protocol::LogEntry& entry : log) {
        for (; cost != costs.end() && cost->entry == entry.seq; ++cost)
            if (turn < turns) given_away.at(turn) += thousandths(cost->cost);
        const Json move = entry.move.tree();
        const bool scores = move.is_object() && move.value("do", "") == "score";
        if (scores || entry.by.kind == protocol::EntryAuthor::Kind::clock) ++turn;
    }
    std::string squares;
    for (const std::int64_t one : given_away)
        squares += one < small_loss ? '0' : one < large_loss ? '1' : '2';
    const Json seat = analysis.json()["seats"][0];
    const double luck = std::round(seat.value("luck", 0.0) * 100) / 100;
    return {.day = day,
            .player = match.players.front(),
            .match = match.id,
            .room = match.room,
            .started_ms = match.started_ms,
            .given_away = thousandths(seat.value("given_away", 0.0)),
            .text = object({{"squares", squares}, {"luck", luck}}).dump()};
}

double CupField::median() const {
    if (plays.empty()) return 0;
    const std::size_t half = plays.size() / 2;
    const std::int64_t upper = plays[half].given_away.value_or(0);
    const std::int64_t lower = plays.size() % 2 == 1 ? upper : plays[half - 1].given_away.value_or(0);
    return points_of(upper + lower) / 2;
}

double CupField::best() const { return plays.empty() ? 0 : points_of(plays.front().given_away.value_or(0)); }

std::int64_t CupField::place(std::size_t at) const {
    while (at > 0 && same_result(plays[at - 1], plays[at])) --at;
    return static_cast<std::int64_t>(at) + 1;
}

std::optional<std::int64_t> CupField::place_of(const std::string& player) const {
    const auto found = std::ranges::find(plays, player, &storage::CupPlay::player);
    if (found == plays.end()) return std::nullopt;
    return place(static_cast<std::size_t>(found - plays.begin()));
}

const CupField& CupFields::of(const HistoryReader::Readers& readers, const CupDays& days, int day, bool bots,
                              std::int64_t now_ms) {
    const std::int64_t lasts_ms = days.is_over(day, now_ms) ? field_lasts_ms : running_field_lasts_ms;
    const std::pair key(day, bots);
    const auto cached = cached_fields_.find(key);
    const bool is_known = cached != cached_fields_.end();
    if (is_known && now_ms >= cached->second.made_ms && now_ms - cached->second.made_ms < lasts_ms)
        return cached->second.field;
    CupField field;
    int sent = 0;
    for (storage::CupPlay& play : readers.store.cup_plays({.day = day})) {
        if (play.points && !play.given_away && sent++ < most_sent_again) request_analysis_(play.match);
        if (play.bot == bots && play.points && play.given_away) field.plays.push_back(std::move(play));
    }
    field.missed = most_missed_turn(field.plays);
    if (!is_known && cached_fields_.size() >= most_fields) cached_fields_.clear();
    CachedField& kept = cached_fields_[key] = {now_ms, std::move(field)};
    return kept.field;
}

protocol::CupOfDay CupFields::today(const HistoryReader::Readers& readers, const CupDays& days,
                                    std::int64_t now_ms, const protocol::PlayerInfo& player) {
    const int day = days.day_at(now_ms);
    protocol::CupOfDay today{.day = day,
                             .date = days.date_of(day),
                             .game = cup_game,
                             .ends_ms = days.ends_ms(day) - now_ms,
                             .end = hex(days.end()),
                             .opened = {},
                             .you = {},
                             .yesterday = {}};
    if (const auto opened = days.newest_public_seed(now_ms))
        today.opened = {opened->day, days.date_of(opened->day), hex(opened->seed)};
    const auto own = readers.store.cup_plays({.day = day, .player = player.id});
    if (!own.empty()) {
        const storage::CupPlay& play = own.front();
        Json you = object({{"state", "finished"}, {"match", play.match}});
        if (play.points) {
            you.update(open_result(play));
            you["seconds"] = seconds_of(play);
            if (!play.given_away) request_analysis_(play.match);
            const CupField& field = of(readers, days, day, player.bot, now_ms);
            if (const auto place = field.place_of(player.id))
                you.update(object({{"place", *place}, {"players", field.plays.size()}}));
        } else {
            const auto match = readers.store.match(play.match);
            you["state"] = match && !match->ended_ms ? "playing" : "lost";
            if (you["state"] == "playing") you["room"] = play.room;
        }
        today.you = JsonText::of(you);
    }
    if (day == 1) return today;
    const CupField& field = of(readers, days, day - 1, player.bot, now_ms);
    if (field.plays.empty()) return today;
    Json yesterday = field_json(days, day - 1, field);
    yesterday["you"] = nullptr;
    const auto own_play = std::ranges::find(field.plays, player.id, &storage::CupPlay::player);
    if (own_play != field.plays.end()) {
        yesterday["you"] = whole_result(*own_play);
        yesterday["you"]["place"] = *field.place_of(player.id);
    }
    today.yesterday = JsonText::of(yesterday);
    return today;
}

Json CupFields::today_json(const CupDays& days, std::int64_t now_ms) {
    const int day = days.day_at(now_ms);
    Json json = day == 0 ? object({{"day", nullptr}, {"date", nullptr}}) : day_json(days, day);
    json["game"] = cup_game;
    json["first"] = days.date_of(1);
    json["end"] = hex(days.end());
    json["opened"] = nullptr;
    if (const auto opened = days.newest_public_seed(now_ms)) {
        json["opened"] = day_json(days, opened->day);
        json["opened"]["seed"] = hex(opened->seed);
    }
    return json;
}

Json CupFields::board(const HistoryReader::Readers& readers, const CupDays& days, int day, bool bots,
                      std::int64_t now_ms) {
    const CupField& field = of(readers, days, day, bots, now_ms);
    const bool over = days.is_over(day, now_ms);
    Json json = over ? field_json(days, day, field) : day_json(days, day);
    json["players"] = field.plays.size();
    json["over"] = over;
    json["seed"] = nullptr;
    if (const auto seed = days.opened(day, now_ms)) json["seed"] = hex(*seed);
    std::vector<std::string> ids;
    for (const storage::CupPlay& play : field.plays) {
        if (std::ssize(ids) == most_rows) break;
        ids.push_back(play.player);
    }
    const auto people = readers.history.people(ids);
    Json rows = Json::array();
    for (std::size_t at = 0; at < people.size(); ++at) {
        if (!people[at].on_boards) continue;
        Json row = object({{"place", field.place(at)}, {"player", person_json(people[at])}});
        row.update(over ? whole_result(field.plays[at]) : open_result(field.plays[at]));
        rows.push_back(std::move(row));
    }
    json["rows"] = std::move(rows);
    return json;
}

Json cup_json(const CupDays& days, int day, std::int64_t now_ms) {
    Json json = day_json(days, day);
    const auto seed = days.opened(day, now_ms);
    json["seed"] = seed ? Json(hex(*seed)) : Json();
    return json;
}

}  // namespace cubilete::server
