#include "server/history/practice_reader.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "server/history/record.hpp"
#include "server/match/built_in_bots.hpp"
#include "server/match/table.hpp"

namespace cubilete::server {

using protocol::Json;

namespace {

constexpr int matches_searched = 50;
constexpr std::int64_t most_entries = 10'000;
/// Days until a position comes back.
constexpr int after_wrong = 1;
constexpr int after_right = 3;

template <class Number>
bool read_number(std::string_view text, Number& number) {
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

std::vector<protocol::MatchesPage::Person> bots(int seats) {
    std::vector<protocol::MatchesPage::Person> people;
    for (const BuiltInBot& bot : built_in_bots())
        if (bot.level == Level::medium && static_cast<int>(people.size()) < seats)
            people.push_back({bot.info.id, bot.info.name, true, bot.info.avatar});
    return people;
}

}  // namespace

std::optional<PositionName> PositionName::read(const std::string& text) {
    std::vector<std::string> parts(1);
    for (const char letter : text)
        if (letter == '.')
            parts.emplace_back();
        else
            parts.back() += letter;
    PositionName name{.origin = parts.front()};
    if (parts.size() < 2 || parts.size() > 3 || !read_number(parts.back(), name.entry) || name.entry < 2 ||
        name.entry > most_entries)
        return std::nullopt;
    if (parts.size() == 3 && !read_number(parts[1], name.seed.emplace())) return std::nullopt;
    if (name.text() != text) return std::nullopt;
    return name;
}

std::string PositionName::text() const {
    return origin + '.' + (seed ? std::to_string(*seed) + '.' : "") + std::to_string(entry);
}

std::int64_t practice_day(std::int64_t now_ms) { return now_ms / protocol::ms_of_a_day; }

std::int64_t practice_day_ms(std::int64_t day) { return day * protocol::ms_of_a_day; }

storage::PracticeRow answered(const storage::PracticeRow& before, bool is_correct, std::int64_t today) {
    if (before.times_right >= often_enough || before.due_day > today) return before;
    storage::PracticeRow after = before;
    after.times_right += is_correct;
    after.due_day =
        after.times_right >= often_enough ? today : today + (is_correct ? after_right : after_wrong);
    return after;
}

PracticeReader::PracticeReader(const HistoryReader::Readers& readers, std::string player, const CupDays* days,
                               std::int64_t now_ms, std::function<std::uint32_t()> draw_seed)
    : readers_(readers),
      player_(std::move(player)),
      days_(days),
      now_ms_(now_ms),
      draw_seed_(std::move(draw_seed)),
      rows_(readers.store.practice(player_)) {}

std::optional<PracticePosition> PracticeReader::find(const PositionName& name) const {
    auto found = name.seed ? make_bot_position(name) : of_match(name);
    if (!found) return std::nullopt;
    if (const storage::PracticeRow* row = row_of(name.text())) found->row = *row;
    return found;
}

PracticePosition PracticeReader::next(const std::optional<std::string>& game) const {
    for (const storage::PracticeRow& row : rows_) {
        const auto name = PositionName::read(row.position);
        if (!name || !is_due(row) || (game && !belongs_to_game(*name, *game))) continue;
        if (auto found = find(*name)) return *std::move(found);
    }
    if (auto found = find_costliest(game)) return *std::move(found);
    std::vector<std::string> games;
    for (const GameInfo* one : protocol::catalogue())
        if ((!game || one->id == *game) && protocol::has_exercises(protocol::usual_settings(*one)))
            games.push_back(one->id);
    const std::uint32_t seed = draw_seed_();
    return make_bot_position({games.at(seed % games.size()), seed, 0}).value();
}

/// Reads no log: with a game, most of hundreds of rows may be of others.
bool PracticeReader::belongs_to_game(const PositionName& name, const std::string& game) const {
    if (name.seed) return name.origin == game;
    const auto match = readers_.store.match(name.origin);
    return match && match->game == game;
}

/// Matches of the cup are closed until their day is over.
std::optional<PracticePosition> PracticeReader::of_match(const PositionName& name) const {
    const auto match = readers_.store.match(name.origin);
    if (!match || !match->ended_ms || match->log_dropped) return std::nullopt;
    auto settings = stored_settings(*match);
    if (!settings || !protocol::has_exercises(*settings)) return std::nullopt;
    if (const auto day = cup_day_of(match->settings); day && (!days_ || !days_->is_over(*day, now_ms_)))
        return std::nullopt;
    PracticePosition found{.name = name,
                           .settings = *std::move(settings),
                           .log = {},
                           .seats = people_of(readers_.history.seats(match->id)),
                           .is_scheduled = false,
                           .row = {}};
    const GameInfo& game = *protocol::find_game(match->game);
    for (const storage::LogRow& entry : readers_.store.finished_log(match->id, name.entry))
        found.log.push_back(protocol_entry(game, entry));
    if (static_cast<std::int64_t>(found.log.size()) != name.entry) return std::nullopt;
    const Seat seat = found.log.back().by.seat;
    found.is_scheduled = seat < match->players.size() && match->players[seat] == player_;
    return found;
}

std::optional<PracticePosition> PracticeReader::make_bot_position(const PositionName& name) const {
    const GameInfo* game = protocol::find_game(name.origin);
    if (game == nullptr) return std::nullopt;
    auto settings = protocol::usual_settings(*game);
    if (!protocol::has_exercises(settings)) return std::nullopt;
    const int seats = settings.seats;
    return PracticePosition{.name = name,
                            .settings = std::move(settings),
                            .log = {},
                            .seats = bots(seats),
                            .is_scheduled = true,
                            .row = {}};
}

/// The dearest decision of the player's newest matches that they have not practised yet.
std::optional<PracticePosition> PracticeReader::find_costliest(const std::optional<std::string>& game) const {
    const auto matches = readers_.history.matches(
        {.game = game, .player = player_, .include_private = true, .most = matches_searched});
    std::vector<std::pair<double, PositionName>> found;
    for (const storage::PlayedMatch& match : matches.value_or(std::vector<storage::PlayedMatch>())) {
        if (protocol::find_game(match.game) == nullptr) continue;
        const auto analysis = readers_.store.analysis(match.id);
        if (!analysis || analysis->version != protocol::analysis_version(match.game)) continue;
        const auto seat = std::ranges::find(match.seats, player_, &storage::Person::id) - match.seats.begin();
        for (const auto& dear :
             protocol::costly_decisions(Json::parse(analysis->text), static_cast<Seat>(seat)))
            found.emplace_back(dear.weight, PositionName{match.id, {}, dear.entry});
    }
    std::ranges::stable_sort(found, std::greater{}, [](const auto& one) { return one.first; });
    for (const auto& [weight, name] : found) {
        if (row_of(name.text()) != nullptr) continue;
        if (auto position = of_match(name)) return position;
    }
    return std::nullopt;
}

bool PracticeReader::is_due(const storage::PracticeRow& row) const {
    return row.times_right < often_enough && row.due_day <= practice_day(now_ms_);
}

const storage::PracticeRow* PracticeReader::row_of(const std::string& position) const {
    const auto found = std::ranges::find(rows_, position, &storage::PracticeRow::position);
    return found == rows_.end() ? nullptr : &*found;
}

}  // namespace cubilete::server
