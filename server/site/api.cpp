#include "server/site/api.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "engine/require.hpp"
#include "protocol/match.hpp"
#include "protocol/messages.hpp"
#include "protocol/text.hpp"
#include "server/core/spdlog.hpp"
#include "server/core/tokens.hpp"
#include "server/history/record.hpp"
#include "server/site/api_query.hpp"

namespace cubilete::server {

using protocol::Json;
using protocol::object;

namespace {

constexpr int board_rows = 50;
constexpr int matches_for_an_average = 5;
constexpr int decisions_for_care = 200;
constexpr std::int64_t board_cache_ms = 60'000;
constexpr int api_compression = 5;
// For the jobs of RoomListCache that are no request: one a game.
constexpr std::size_t reserve = 100;

std::shared_ptr<const ApiResponse> answer(unsigned status, std::string json, std::string_view cache_control,
                                          int retry_after_s = 0) {
    return std::make_shared<const ApiResponse>(ApiResponse{
        status, make_static_file(std::move(json), "application/json", cache_control, api_compression),
        retry_after_s});
}
std::shared_ptr<const ApiResponse> answer(unsigned status, const Json& json, std::string_view cache_control,
                                          int retry_after_s = 0) {
    return answer(status, json.dump(-1, ' ', false, Json::error_handler_t::replace), cache_control,
                  retry_after_s);
}
// Names change, and a player who deletes their account must not stay in a cache. So the browser asks each
// time, and gets 304 if nothing has changed.
std::shared_ptr<const ApiResponse> success_response(const Json& json) {
    return answer(200, json, "no-cache");
}

std::shared_ptr<const ApiResponse> error_response(const ApiError& why) {
    Json error = object({{"code", why.code}, {"text", why.text}});
    if (!why.at.empty()) error["at"] = why.at;
    if (why.retry_ms > 0) error["retry_ms"] = why.retry_ms;
    return answer(why.status, object({{"error", std::move(error)}}), "no-store", why.retry_after_s);
}
const ApiError busy{503, "busy", "Too many are looking things up just now. Try again in a second.",
                    {},  1,      1'000};
const ApiError away{503, "busy", "The database does not answer just now. Try again in a second.",
                    {},  1,      1'000};

const ApiError still_analysing{503, "busy", "This match is waiting for its analysis. Try again in a second.",
                               {},  1,      1'000};

/// Whether it may be an id; other text is no question for the database.
bool may_be_id(const std::string& text) {
    return protocol::is_plain_text(text, 1, ApiQuery::most_characters) && text.find('/') == text.npos;
}

/// The id in matches/ID/analysis.
std::optional<std::string> analysed_match(std::string_view path) {
    constexpr std::string_view before = "matches/", after = "/analysis";
    if (!path.starts_with(before) || !path.ends_with(after) || path.size() <= before.size() + after.size())
        return std::nullopt;
    const auto id = url_decode(path.substr(before.size(), path.size() - before.size() - after.size()));
    return id && may_be_id(*id) ? id : std::nullopt;
}

Json games_json() {
    Json games = Json::array();
    for (const GameInfo* game : protocol::catalogue()) games.push_back(protocol::to_json(*game).tree());
    return object({{"games", std::move(games)}});
}

Json rounded(double value) { return std::round(value * 100) / 100; }

Json average_of(const storage::Totals& totals) {
    if (totals.comparable == 0) return nullptr;
    return rounded(static_cast<double>(totals.sum) / static_cast<double>(totals.comparable));
}

constexpr double millionth = 1e-6;

Json cost_json(std::int64_t decisions, std::int64_t given_away) {
    return object({{"count", decisions}, {"cost", static_cast<double>(given_away) * millionth}});
}

/// By game, from analyses of the present version. Nothing of a player who has left the boards.
std::map<std::string, Json> care_by_game(const std::string& id, const HistoryReader::Readers& readers) {
    std::map<std::string, Json> care;
    if (!readers.history.people({id}).front().on_boards) return care;
    for (const storage::CareOfMonth& month : readers.history.care(id)) {
        if (protocol::find_game(month.game) == nullptr ||
            month.version != protocol::analysis_version(month.game))
            continue;
        const char* const unit = protocol::care_unit(month.game);
        if (unit == nullptr) continue;
        Json& game =
            care.try_emplace(month.game, object({{"unit", unit}, {"count", 0}, {"cost", 0.0}})).first->second;
        Json one = object({{"month", month.month}});
        one.update(cost_json(month.decisions, month.given_away));
        game["count"] = game["count"].get<std::int64_t>() + month.decisions;
        game["cost"] = game["cost"].get<double>() + one["cost"].get<double>();
        game["months"].push_back(std::move(one));
    }
    return care;
}

Json player_json(const std::string& id, const HistoryReader::Readers& readers) {
    const auto player = readers.store.player(id);
    if (!player || player->gone) refuse_unknown("There is no such player.");
    Json games = Json::array();
    auto care = care_by_game(id, readers);
    for (const storage::Totals& totals : readers.history.totals(id)) {
        games.push_back(object({{"game", totals.game},
                                {"matches", totals.matches},
                                {"contests", totals.contests},
                                {"wins", totals.wins},
                                {"comparable", totals.comparable},
                                {"best", totals.best ? Json(*totals.best) : Json()},
                                {"average", average_of(totals)},
                                {"last_ms", totals.last_ms}}));
        if (const auto found = care.find(totals.game); found != care.end())
            games.back()["care"] = std::move(found->second);
    }
    Json json = object({{"id", player->id},
                        {"name", player->name},
                        {"bot", player->bot},
                        {"since_ms", player->since_ms},
                        {"games", std::move(games)}});
    if (player->avatar) json["avatar"] = *player->avatar;
    return json;
}

Json match_json(const std::string& id, const RecordQuery& wanted, const HistoryReader::Readers& readers) {
    auto record = record_json(readers, id, wanted);
    if (!record) refuse_unknown("There is no such match.");
    return *std::move(record);
}

Json matches_json(const storage::MatchQuery& wanted, const HistoryReader::Readers& readers) {
    if (wanted.player) {
        const auto player = readers.store.player(*wanted.player);
        if (!player || player->gone) refuse_unknown("There is no such player.");
    }
    const auto matches = readers.history.matches(wanted);
    if (!matches) refuse_parameter("before", "\"before\" is the id of a finished match.");
    return protocol::to_json(matches_page(*matches)).tree();
}

std::optional<Preview> preview_of(const PagePath& path, const HistoryReader::Readers& readers) {
    if (path.kind == PagePath::Kind::player) {
        const auto player = readers.store.player(path.id);
        if (!player || player->gone) return std::nullopt;
        return Preview{{}, {player->name}};
    }
    const auto match = readers.store.match(path.id);
    if (!match) return std::nullopt;
    Preview preview{match->game, {}};
    if (!match->is_public) return preview;
    for (const storage::Person& person : readers.history.seats(path.id)) preview.names.push_back(person.name);
    return preview;
}

using Ranking = storage::LeaderboardQuery::Ranking;

Ranking board_by(const std::string& name) {
    if (name == "wins") return Ranking::wins;
    if (name == "best") return Ranking::best;
    if (name == "average") return Ranking::average;
    if (name == "care") return Ranking::care;
    if (name == "rating")
        refuse_parameter(
            "by",
            "This server keeps no ratings: its games have up to eight seats, house rules and luck, and no "
            "one "
            "number says fairly who plays better. There are wins, best, average and care.");
    refuse_parameter("by", "\"by\" is wins, best, average or care.");
}

/// `matches` counts the matches on which the value is based.
Json board_row(Ranking by, const storage::Totals& totals) {
    Json row = Json::object();
    switch (by) {
        case Ranking::wins:
            row["value"] = totals.wins;
            row["matches"] = totals.contests;
            break;
        case Ranking::best:
            row["value"] = *totals.best;
            row["matches"] = totals.comparable;
            row["match"] = totals.best_match ? Json(*totals.best_match) : Json();
            break;
        case Ranking::average:
            row["value"] = average_of(totals);
            row["matches"] = totals.comparable;
            break;
        case Ranking::care:
            row["value"] = static_cast<double>(totals.given_away / totals.decisions) * millionth;
            row["matches"] = totals.matches;
            row["decisions"] = totals.decisions;
            break;
    }
    return row;
}

}  // namespace

Api::Api(HistoryReader& history_reader, RoomListCache::WindowQuery look, Invitations& invitations,
         std::function<std::int64_t()> wall_ms, LeaderboardScope boards, std::size_t most_requests,
         AnalysisService* analysis_service, Cup cup)
    : history_reader_(history_reader),
      invitations_(invitations),
      wall_ms_(std::move(wall_ms)),
      leaderboard_scope_(boards),
      analysis_service_(analysis_service),
      cup_(std::move(cup)),
      rooms_worker_("the public rooms", most_requests + reserve),
      rooms_(std::make_shared<RoomListCache>(
          [this](std::function<void()> work) { require(rooms_worker_.add(std::move(work))); },
          std::move(look), [](const std::string& json) { return answer(200, json, "no-cache"); }, wall_ms_)) {
}

/// The public state of a room, without a login.
std::shared_ptr<const ApiResponse> Api::room(const std::string& code, const ClientNetwork& reader) const {
    const auto found = invitations_.find(code, reader, std::chrono::steady_clock::now());
    if (const auto* open = std::get_if<std::shared_ptr<const Invitation>>(&found))
        return server::success_response(to_json(**open));
    if (const auto* tries = std::get_if<Invitations::RateLimited>(&found))
        return error_response({429,
                               "rate_limited",
                               "Too many unknown codes have come from your network; wait a moment.",
                               {},
                               static_cast<int>(tries->wait.count() / 1'000) + 1});
    if (std::holds_alternative<Invitations::Elsewhere>(found))
        return error_response({503, "elsewhere", "If that room is open, another server has it.", {}});
    return error_response({404, "no_room", "There is no room " + code + ".", {}});
}

void Api::handle_request(std::string_view target, const ClientNetwork& from, Done done) {
    const std::size_t mark = std::min(target.find('?'), target.size());
    const std::string path(target.substr(0, mark));
    try {
        const ApiQuery asked(target.substr(std::min(mark + 1, target.size())));
        if (path == "games") return done(success_response(games_json()));
        if (path == "rooms") return rooms_->ask(asked.game(), done);
        if (path.starts_with("rooms/"))
            if (const std::string code = to_capitals(path.substr(6)); is_room_code(code))
                return done(room(code, from));
        history_reader_.post(
            from,
            [this, path, asked, from, done](const HistoryReader::Readers& readers) {
                try {
                    refuse_while_away();  // reading could take long
                    if (const auto match = analysed_match(path)) return analyse(*match, from, readers, done);
                    const Json answer = look_up(path, asked, readers);
                    refuse_while_away();
                    done(success_response(answer));
                } catch (const ApiError& why) {
                    done(error_response(why));
                } catch (const storage::DatabaseUnavailable&) {
                    done(error_response(away));
                } catch (const std::exception& trouble) {
                    spdlog::error("/api/v1/{} could not be answered: {}", path, trouble.what());
                    done(error_response({500, "internal", "That could not be read."}));
                }
            },
            [done] { done(error_response(busy)); });
    } catch (const ApiError& why) {
        done(error_response(why));
    }
}

void Api::analyse(const std::string& id, const ClientNetwork& from, const HistoryReader::Readers& readers,
                  const Done& done) {
    if (analysis_service_ == nullptr) refuse_unknown("This server makes no analyses.");
    const auto match = readers.store.match(id);
    if (!match) refuse_unknown("There is no such match.");
    if (!match->ended_ms) throw ApiError{409, "not_over", "This match is still being played."};
    cup_day_after_midnight(match->settings);
    analysis_service_->ask(*match, readers, from, [this, done](std::optional<std::string> text) {
        if (history_reader_.away())
            done(error_response(away));
        else
            done(text ? answer(200, *std::move(text), "no-cache") : error_response(still_analysing));
    });
}

void Api::preview(const PagePath& path, const ClientNetwork& from, std::function<void(PreviewResult)> done) {
    history_reader_.post(
        from,
        [this, path, done](const HistoryReader::Readers& readers) {
            PreviewResult found;
            try {
                if (!history_reader_.away()) found.preview = preview_of(path, readers);
                if (history_reader_.away()) found = {.busy = true, .preview = {}};
            } catch (const storage::DatabaseUnavailable&) {
                found.busy = true;
            } catch (const std::exception& failed) {
                spdlog::error("the preview of {} could not be read: {}", path.id, failed.what());
                found.busy = true;
            }
            done(std::move(found));
        },
        [done] { done({.busy = true, .preview = {}}); });
}

/// Boards of this time are forgotten, because they are shown for a minute.
void Api::refuse_while_away() {
    if (!history_reader_.away()) return;
    leaderboards_.clear();
    throw away;
}

Json Api::look_up(const std::string& path, const ApiQuery& asked, const HistoryReader::Readers& readers) {
    if (path == "leaderboard") return leaderboard(asked, readers);
    if (path == "cup" || path.starts_with("cup/")) return cup(path, asked, readers);
    if (path == "matches")
        return matches_json({.game = asked.game(),
                             .player = asked.text("player"),
                             .before = asked.text("before"),
                             .most = matches_per_page},
                            readers);
    const std::size_t slash = std::min(path.find('/'), path.size());
    const auto id = url_decode(std::string_view(path).substr(std::min(slash + 1, path.size())));
    if (!id || !may_be_id(*id)) refuse_unknown("There is nothing here.");
    if (path.starts_with("players/")) return player_json(*id, readers);
    if (path.starts_with("matches/")) {
        Json record = match_json(
            *id,
            {.from = asked.number("from", 1, 1'000'000'000, 1), .views = asked.number("views", 0, 1, 0) == 1},
            readers);
        if (record["ended_ms"].is_null()) return record;
        if (const auto day = cup_day_after_midnight(record["settings"].dump()))
            record["cup"] = cup_json(*cup_.days, *day, wall_ms_());
        return record;
    }
    refuse_unknown("There is nothing here.");
}

/// The day of a match of the cup that is over. Throws ApiError while its matches are closed to everybody; nothing for
/// any other match.
std::optional<int> Api::cup_day_after_midnight(const std::string& settings) const {
    const auto day = cup_day_of(settings);
    if (day && (!cup_.days || !cup_.days->is_over(*day, wall_ms_())))
        throw ApiError{409, "not_over",
                       "Matches of the cup are open when their day is over, at midnight UTC."};
    return day;
}

Json Api::cup(const std::string& path, const ApiQuery& asked, const HistoryReader::Readers& readers) {
    if (!cup_.days || (!cup_.is_open && readers.store.cup_plays({.most = 1}).empty()))
        refuse_unknown("This server has no cup of the day.");
    const std::int64_t now = wall_ms_();
    if (path == "cup") return CupFields::today_json(*cup_.days, now);
    const bool bots = asked.number("bots", 0, 1, 0) == 1;
    const std::string number = path.substr(4);
    int day = 0;
    const auto read = std::from_chars(number.data(), number.data() + number.size(), day);
    if (read.ec != std::errc() || read.ptr != number.data() + number.size() || day < 1 || day > cup_days ||
        now < cup_.days->begins_ms(day))
        refuse_unknown("The cup has no such day yet.");
    return cup_fields_.board(readers, *cup_.days, day, bots, now);
}

Json Api::leaderboard(const ApiQuery& asked, const HistoryReader::Readers& readers) {
    if (leaderboard_scope_ == LeaderboardScope::none) refuse_unknown("This server keeps no leaderboards.");
    const auto game = asked.game();
    if (!game) refuse_parameter("game", "Which game?");
    const std::string by_name = asked.text("by").value_or("wins");
    const Ranking by = board_by(by_name);
    const std::int64_t days = asked.number("days", 1, 365, 0);
    // Only a few periods are allowed, so that few boards are kept.
    if (!std::set<std::int64_t>{0, 1, 7, 30, 365}.contains(days))
        refuse_parameter("days", "\"days\" is 1, 7, 30 or 365; without it all matches count.");
    const std::int64_t now = wall_ms_();
    Leaderboard& board = leaderboards_[*game + ' ' + by_name + ' ' + std::to_string(days)];
    if (board.made_ms == 0 || now - board.made_ms >= board_cache_ms || now < board.made_ms)
        board = {now, readers.history.leaderboard(
                          {.game = *game,
                           .by = by,
                           .since_ms = days == 0 ? 0 : now - days * protocol::ms_of_a_day,
                           .least = by == Ranking::care ? decisions_for_care : matches_for_an_average,
                           .most = board_rows,
                           .public_only = leaderboard_scope_ == LeaderboardScope::public_matches,
                           .version = protocol::analysis_version(*game)})};

    std::vector<std::string> ids;
    for (const storage::Totals& totals : board.rows) ids.push_back(totals.player);
    const auto people = readers.history.people(ids);
    Json rows = Json::array();
    for (std::size_t at = 0; at < board.rows.size(); ++at) {
        if (!people[at].on_boards) continue;  // the player has left the boards since it was computed
        Json row = object({{"rank", rows.size() + 1}, {"player", person_json(people[at])}});
        row.update(board_row(by, board.rows[at]));
        if (!rows.empty() && rows.back()["value"] == row["value"]) row["rank"] = rows.back()["rank"];
        rows.push_back(std::move(row));
    }
    Json json = object({{"game", *game}, {"by", by_name}, {"days", days == 0 ? Json() : Json(days)}});
    if (by == Ranking::average) json["least"] = matches_for_an_average;
    if (by == Ranking::care) {
        const char* const unit = protocol::care_unit(*game);
        json["least"] = decisions_for_care;
        json["unit"] = unit != nullptr ? Json(unit) : Json();
    }
    json["made_ms"] = board.made_ms;
    json["rows"] = std::move(rows);
    return json;
}

}  // namespace cubilete::server
