#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <string>

#include <CLI/CLI.hpp>

#include "server/commands/commands.hpp"
#include "server/commands/data_location.hpp"
#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"
#include "server/history/record.hpp"
#include "server/match/chain.hpp"
#include "server/match/dice_replay.hpp"
#include "server/match/table.hpp"
#include "storage/backend.hpp"

namespace cubilete::server {

namespace {

using protocol::Json;
using Kind = DiceVerdict::Kind;

constexpr int damaged = 1;
constexpr int cannot_tell = 2;
/// Whoever has the data has the seeds of the cup: its matches are checked before their day is over, too.
constexpr std::int64_t after_all_days = std::numeric_limits<std::int64_t>::max();

/// Returns nothing if the rules of this program fit the match.
std::optional<std::string> replay_obstacle(const storage::MatchRow& match) {
    const GameInfo* game = protocol::find_game(match.game);
    if (game == nullptr) return "this program has no such game";
    if (game->version != match.version)
        return fmt::format("it was played by version {} of the rules, this program has {}", match.version,
                           game->version);
    return std::nullopt;
}

/// Returns the first error in the hash chain; nothing if the log is complete.
std::optional<std::string> broken_hash_error(const storage::Record& record) {
    std::string hash = chain_root(record.match.id);
    std::int64_t seq = 0;
    for (const storage::LogRow& entry : record.log) {
        hash = chain_hash(record.match.chain, hash, entry);
        if (hash != entry.hash || entry.seq != ++seq)
            return fmt::format("entry {} does not fit its hash", entry.seq);
        if (record.match.chain == 1 && !entry.extra.empty())
            return fmt::format("entry {} has something that its chain does not cover", entry.seq);
    }
    return std::nullopt;
}

/// A match that ended before its first entry has no result. Returns what contradicts this.
std::optional<std::string> empty_log_error(const storage::Record& record) {
    const Json result = Json::parse(record.match.result.value_or("null"), nullptr, false);
    const bool none = result.is_object() && (result.value("reason", Json()) == "abandoned" ||
                                             result.value("reason", Json()) == "void");
    if (none && record.scores.empty()) return std::nullopt;
    return "the log is empty";
}

std::optional<std::string> result_error(const storage::Record& record, const Table& table) {
    const storage::MatchRow& match = record.match;
    if (!match.ended_ms) {
        if (table.over()) return "it is over by its log, but its end is not recorded";
        return std::nullopt;
    }
    const storage::FinishMatch finish = table.finish(*match.ended_ms);
    if (match.result != finish.result) return "its log leads to another result";
    if (record.scores != finish.scores) return "its log leads to other scores";
    return std::nullopt;
}

/// Returns the first error in a match that can be replayed; nothing if it is correct.
std::optional<std::string> record_error(const storage::Record& record) {
    try {
        const Table table(record.match, record.log, nullptr);
        if (Json::parse(record.match.settings) != Json::parse(record.log.front().move))
            return "its log starts with other settings";
        if (record.match.players.size() != static_cast<std::size_t>(table.match().settings().seats))
            return "its seats are not those of its players";
        return result_error(record, table);
    } catch (const std::exception& error) {
        return error.what();
    }
}

class Check {
  public:
    explicit Check(std::ostream& out) : out_(out) {}

    void file(const storage::Inspection& inspection) {
        for (const std::string& finding : inspection.findings) fail("the file", finding);
    }

    void matches(const storage::Store& store) {
        const storage::Matches all = store.matches();
        for (const storage::Record& record : all.running) match(store, record);
        running_ = all.running.size();
        for (const std::string& id : all.finished) {
            ++finished_;
            check_stored_match(store, id);
        }
        store.open_rooms([this](const storage::OpenRoom& open) {
            ++rooms_;
            if (open.room.match && !open.match)
                fail("room " + open.room.code, "there is no match " + *open.room.match);
            if (open.dice) without_entries_.erase(open.match->id);
        });
        // Only the start of a match with provable dice takes time. A server may have gone on meanwhile.
        for (const std::string& id : without_entries_) {
            const storage::Record record = store.record(id).value();
            if (!record.match.ended_ms && record.log.empty()) fail(name_of(record.match), "the log is empty");
        }
    }

    /// For a damaged file: reports the damaged matches and replays the others.
    void check_each_match(const storage::Store& store) {
        running_ = finished_ = replayed_ = dropped_ = empty_ = 0;
        dice_.clear();
        for (const std::string& id : store.match_ids()) check_stored_match(store, id);
    }

    void report_read_error(const std::string& what) { fail("the file", what); }

    int finish(const storage::Inspection& inspection) {
        if (!dice_.empty())
            out_ << fmt::format("dice of finished matches: {} fair, {} the server's, {} without a proof\n",
                                dice_[Kind::fair], dice_[Kind::servers_dice], dice_[Kind::not_verifiable]);
        out_ << fmt::format(
            "{}: version {}, {:.1f} MiB, {} rooms, {} running and {} finished matches, {} replayed{}{}: {}\n",
            inspection.file.string(), inspection.version,
            static_cast<double>(inspection.bytes) / (1024 * 1024), rooms_, running_, finished_, replayed_,
            dropped_ == 0
                ? ""
                : fmt::format(", {} not replayed, since their logs are not kept any more", dropped_),
            empty_ == 0 ? "" : fmt::format(", {} without entries", empty_),
            failures_.empty() ? "sound" : fmt::format("not sound, {} FAIL", failures_.size()));
        return failures_.empty() ? 0 : damaged;
    }

  private:
    void check_stored_match(const storage::Store& store, const std::string& id) {
        try {
            match(store, store.record(id).value());
        } catch (const storage::DatabaseError& error) {
            fail(id, std::string("cannot be read: ") + error.what());
        }
    }

    void match(const storage::Store& store, const storage::Record& record) {
        const storage::MatchRow& row = record.match;
        const std::string name = name_of(row);
        if (row.log_dropped && row.ended_ms && record.log.empty()) {
            ++dropped_;
            return;
        }
        if (record.log.empty()) {
            if (!row.ended_ms)
                without_entries_.insert(row.id);
            else if (const auto wrong = empty_log_error(record))
                return fail(name, *wrong);
            ++empty_;
            return;
        }
        if (const auto link = broken_hash_error(record)) return fail(name, *link);
        const auto why = replay_obstacle(row);
        // The server has to resume a match in progress, so this is an error; for a finished match it is a note.
        if (why && !row.ended_ms) return fail(name, *why);
        if (!why)
            if (const auto wrong = record_error(record)) return fail(name, *wrong);
        if (row.ended_ms)
            if (const auto wrong = dice_error(store, record)) return fail(name, *wrong);
        if (why)
            out_ << "note " << to_printable(name) << ": not replayed, " << *why << '\n';
        else
            ++replayed_;
    }

    /// Counts the verdict on the dice of a finished match. Returns what is wrong with them.
    std::optional<std::string> dice_error(const storage::Store& store, const storage::Record& record) {
        DiceVerdict verdict;
        try {
            Json whole = complete_record(record);
            add_cup(whole, record.match, store, after_all_days);
            verdict = replay_dice(whole);
        } catch (const Json::exception& error) {
            return error.what();
        }
        if (verdict.kind == Kind::wrong) return verdict.text();
        if (verdict.kind == Kind::not_verifiable && !record.match.proof.empty()) return verdict.text();
        ++dice_[verdict.kind];
        return std::nullopt;
    }

    static std::string name_of(const storage::MatchRow& match) {
        return fmt::format("{} ({}, room {}, {})", match.id, match.game, match.room,
                           match.ended_ms ? "finished" : "running");
    }

    void fail(const std::string& what, const std::string& why) {
        const std::string line = to_printable(what) + ": " + to_printable(why);
        if (!failures_.insert(line).second) return;  // several reads meet the same damage
        out_ << "FAIL " << line << '\n';
    }

    std::ostream& out_;
    std::size_t rooms_ = 0;
    std::size_t running_ = 0;
    std::size_t finished_ = 0;
    std::size_t replayed_ = 0;
    std::size_t dropped_ = 0;
    std::size_t empty_ = 0;                  ///< matches that start, or ended before their first entry
    std::set<std::string> without_entries_;  ///< the running ones of these
    std::map<Kind, int> dice_;               ///< of finished matches; not verifiable: those without a proof
    std::set<std::string> failures_;         ///< the lines so far
};

}  // namespace

int run_check(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
    CLI::App app(
        "Verifies the data and replays every match. Changes nothing; a server may use the data meanwhile.",
        "cubilete check");
    const DataLocation place(app, "PLACE,--data", "A data directory, or a file such as a backup");
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
        const auto backend = storage::make_backend(place.path());
        const storage::Inspection inspection = backend->inspect();
        Check check(out);
        check.file(inspection);
        try {
            const auto store = backend->open_store();
            try {
                check.matches(*store);
            } catch (const storage::DatabaseError& error) {
                check.report_read_error(error.what());
                check.check_each_match(*store);
            }
        } catch (const storage::DatabaseError& error) {
            check.report_read_error(error.what());
        }
        return check.finish(inspection);
    } catch (const CLI::ParseError& error) {
        return app.exit(error, out, err) == 0 ? 0 : cannot_tell;
    } catch (const storage::DatabaseError& error) {
        err << error.what() << '\n';
        return cannot_tell;
    }
}

}  // namespace cubilete::server
