#include "server/history/record.hpp"

#include <memory>

#include "server/core/spdlog.hpp"
#include "server/core/tokens.hpp"
#include "server/history/cup_field.hpp"
#include "server/match/table.hpp"

namespace cubilete::server {

using protocol::Json;
using protocol::JsonText;
using protocol::object;

namespace {

Json seats_json(const std::vector<storage::Person>& people) {
    Json seats = Json::array();
    for (const storage::Person& person : people) seats.push_back(person_json(person));
    return seats;
}

/// Replays a log if this program has the same version of its rules; stops at an entry that does not replay.
class Replay {
  public:
    explicit Replay(const storage::MatchRow& match) : game_(game_of(match)) {}

    void follow(const storage::LogRow& stored) {
        if (game_ == nullptr) return;
        try {
            const protocol::LogEntry entry = protocol_entry(*game_, stored);
            if (match_)
                match_->follow(entry);
            else
                match_ = protocol::Match::replay({&entry, 1});
        } catch (const std::exception& wrong) {
            spdlog::warn("match {} cannot be replayed: {}", stored.match, wrong.what());
            game_ = nullptr;
        }
    }
    bool is_available() const { return game_ != nullptr; }
    Json events() const { return is_available() ? match_->full_events() : Json::array(); }
    Json view() const { return match_->full_view(); }
    Json about() const { return match_->about_text().tree(); }

  private:
    const GameInfo* game_;
    std::unique_ptr<protocol::Match> match_;
};

Json entry_json(const storage::LogRow& entry, Json events) {
    return object({{"seq", entry.seq},
                   {"by", Json::parse(entry.by)},
                   {"id", entry.message_id.empty() ? Json() : Json::parse(entry.message_id)},
                   {"n", entry.prompt},
                   {"move", Json::parse(entry.move)},
                   {"draws", Json::parse(entry.draws)},
                   {"events", std::move(events)},
                   {"at_ms", entry.at_ms},
                   {"left_ms", entry.left_ms},
                   {"extra", entry.extra.empty() ? Json() : Json::parse(entry.extra)},
                   {"hash", hex(entry.hash)},
                   {"salt", hex(entry.salt)}});
}

}  // namespace

Json person_json(const storage::Person& person) {
    Json json =
        object({{"id", person.id ? Json(*person.id) : Json()}, {"name", person.name}, {"bot", person.bot}});
    if (person.avatar) json["avatar"] = *person.avatar;
    return json;
}

namespace {

/// A match without its log.
Json head_json(const storage::MatchRow& match, const std::vector<storage::Person>& people) {
    return object({{"id", match.id},
                   {"game", match.game},
                   {"settings", Json::parse(match.settings)},
                   {"started_ms", match.started_ms},
                   {"ended_ms", match.ended_ms ? Json(*match.ended_ms) : Json()},
                   {"seats", seats_json(people)},
                   {"result", match.result ? Json::parse(*match.result) : Json()},
                   {"public", match.is_public},
                   {"proof", match.proof.empty() ? Json() : Json::parse(match.proof)}});
}

/// Adds the entries from `wanted.from` on, within the limits of one answer, and `next`.
void add_log(Json& json, const storage::MatchRow& match, const storage::Store& store,
             const RecordQuery& wanted) {
    const std::int64_t end = wanted.from + wanted.most_entries();
    // One more, to know whether there is one.
    const std::vector<storage::LogRow> log = store.finished_log(match.id, end);
    const auto there = static_cast<std::int64_t>(log.size());
    Json entries = Json::array();
    std::size_t bytes = 0;
    Replay replay(match);
    Json view;
    std::int64_t next = wanted.from;
    for (std::int64_t seq = 1; seq <= there && wanted.from <= there; ++seq) {
        if (seq == end || bytes >= wanted.most_bytes) break;
        const storage::LogRow& entry = log[static_cast<std::size_t>(seq - 1)];
        replay.follow(entry);
        if (seq < wanted.from) continue;
        Json& shown = entries.emplace_back(entry_json(entry, replay.events()));
        if (wanted.views && replay.is_available()) {
            Json now = replay.view();
            if (view.is_null()) {
                shown["about"] = replay.about();
                shown["view"] = now;
            } else {
                shown["patch"] = Json::diff(view, now);
            }
            view = std::move(now);
        }
        bytes += shown.dump().size();
        next = seq + 1;
    }
    json["chain"] = match.chain;
    json["log"] = std::move(entries);
    json["next"] = next <= there && wanted.from <= there ? Json(next) : Json();
    json["kept"] = !match.log_dropped;
    json["replay"] = replay.is_available() && there > 0 && !match.log_dropped;
}

}  // namespace

std::vector<protocol::MatchesPage::Person> people_of(const std::vector<storage::Person>& seats) {
    std::vector<protocol::MatchesPage::Person> people;
    for (const storage::Person& seat : seats) people.push_back({seat.id, seat.name, seat.bot, seat.avatar});
    return people;
}

protocol::MatchesPage matches_page(const std::vector<storage::PlayedMatch>& matches) {
    protocol::MatchesPage page;
    for (const storage::PlayedMatch& match : matches)
        page.matches.push_back({match.id, match.game, match.started_ms, match.ended_ms,
                                people_of(match.seats), JsonText::of_text(match.result), match.is_public});
    if (matches.size() == static_cast<std::size_t>(matches_per_page)) page.next = matches.back().id;
    return page;
}

std::optional<Json> record_json(const HistoryReader::Readers& readers, const std::string& id,
                                const RecordQuery& wanted) {
    const std::optional<storage::MatchRow> match = readers.store.match(id);
    if (!match) return std::nullopt;
    Json json = head_json(*match, readers.history.seats(id));
    if (match->ended_ms) add_log(json, *match, readers.store, wanted);
    return json;
}

Json complete_record(const storage::Record& record) {
    const storage::MatchRow& match = record.match;
    std::vector<storage::Person> people;
    for (std::size_t seat = 0; seat < match.players.size(); ++seat)
        people.push_back({.id = match.players[seat], .name = match.names.at(seat)});
    Json json = head_json(match, people);
    json["chain"] = match.chain;
    json["log"] = Json::array();
    for (const storage::LogRow& entry : record.log) json["log"].push_back(entry_json(entry, Json::array()));
    json["next"] = nullptr;
    json["kept"] = !match.log_dropped;
    return json;
}

void add_cup(Json& record, const storage::MatchRow& match, const storage::Store& store, std::int64_t now_ms) {
    const auto day = cup_day_of(match.settings);
    if (!day) return;
    if (const auto chain = store.cup_chain()) record["cup"] = cup_json(CupDays(*chain), *day, now_ms);
}

}  // namespace cubilete::server
