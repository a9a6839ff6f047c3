#include "server/history/record.hpp"

#include <memory>

#include "server/core/secrets.hpp"
#include "server/core/spdlog.hpp"
#include "server/match/table.hpp"

namespace cubilete::server {

using protocol::Json;
using protocol::object;

namespace {

Json seats_json(const std::vector<storage::Person>& people) {
    Json seats = Json::array();
    for (const storage::Person& person : people) seats.push_back(person_json(person));
    return seats;
}

/// Plays a log once more, as far as these rules know it.
class Replay {
  public:
    explicit Replay(const storage::Match& match) : game_(protocol::find_game(match.game)) {
        if (game_ != nullptr && game_->version != match.version) game_ = nullptr;
    }

    void follow(const storage::LogEntry& stored) {
        if (game_ == nullptr) return;
        try {
            const protocol::LogEntry entry = entry_of(*game_, stored);
            if (match_)
                match_->follow(entry);
            else
                match_ = protocol::Match::replay({&entry, 1});
        } catch (const std::exception& wrong) {
            spdlog::warn("match {} cannot be replayed: {}", stored.match, wrong.what());
            game_ = nullptr;
        }
    }
    bool knows() const { return game_ != nullptr; }
    Json events() const { return knows() ? match_->open_events() : Json::array(); }
    Json view() const { return match_->open_view(); }

  private:
    const Info* game_;
    std::unique_ptr<protocol::Match> match_;
};

Json entry_json(const storage::LogEntry& entry, Json events) {
    return object({{"seq", entry.seq},
                   {"by", Json::parse(entry.by)},
                   {"id", entry.message_id.empty() ? Json() : Json::parse(entry.message_id)},
                   {"n", entry.prompt},
                   {"move", Json::parse(entry.move)},
                   {"draws", Json::parse(entry.draws)},
                   {"events", std::move(events)},
                   {"at_ms", entry.at_ms},
                   {"hash", hex(entry.hash)},
                   {"salt", hex(entry.salt)}});
}

}  // namespace

Json person_json(const storage::Person& person) {
    return object(
        {{"id", person.id ? Json(*person.id) : Json()}, {"name", person.name}, {"bot", person.bot}});
}

Json played_json(const storage::PlayedMatch& match) {
    return object({{"id", match.id},
                   {"game", match.game},
                   {"started_ms", match.started_ms},
                   {"ended_ms", match.ended_ms},
                   {"seats", seats_json(match.seats)},
                   {"result", Json::parse(match.result)}});
}

Json record_json(const storage::Record& record, const std::vector<storage::Person>& seats,
                 const RecordWanted& wanted) {
    const storage::Match& match = record.match;
    Json json = object({{"id", match.id},
                        {"game", match.game},
                        {"settings", Json::parse(match.settings)},
                        {"started_ms", match.started_ms},
                        {"ended_ms", match.ended_ms ? Json(*match.ended_ms) : Json()},
                        {"seats", seats_json(seats)},
                        {"result", match.result ? Json::parse(*match.result) : Json()}});
    if (!match.ended_ms) return json;

    Json log = Json::array();
    Replay replay(match);
    Json view;
    for (const storage::LogEntry& entry : record.log) {
        if (entry.seq >= wanted.from + most_entries) break;
        replay.follow(entry);
        if (entry.seq < wanted.from) continue;
        Json& shown = log.emplace_back(entry_json(entry, replay.events()));
        if (!wanted.views || !replay.knows()) continue;
        Json now = replay.view();
        if (view.is_null())
            shown["view"] = now;
        else
            shown["patch"] = Json::diff(view, now);
        view = std::move(now);
    }
    const std::int64_t end = wanted.from + most_entries;
    json["log"] = std::move(log);
    json["next"] = static_cast<std::int64_t>(record.log.size()) >= end ? Json(end) : Json();
    json["replay"] = replay.knows();
    return json;
}

}  // namespace cubilete::server
