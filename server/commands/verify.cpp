#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <vector>

#include <CLI/CLI.hpp>

#include "server/commands/commands.hpp"
#include "server/commands/data_location.hpp"
#include "server/commands/given_record.hpp"
#include "server/core/clock.hpp"
#include "server/core/log.hpp"
#include "server/core/text_file.hpp"
#include "server/history/record.hpp"
#include "server/match/cup_verdict.hpp"
#include "server/match/dice_record.hpp"
#include "server/match/dice_replay.hpp"
#include "server/match/own_notes.hpp"
#include "server/net/record_download.hpp"
#include "storage/backend.hpp"

namespace cubilete::server {

namespace {

using Kind = DiceVerdict::Kind;
using protocol::Json;

constexpr int nothing_verified = 2;

struct VerifyArguments {
    std::string record;
    std::filesystem::path data;  ///< as for storage::make_backend(); empty with a record
    std::string match;
    std::string own;
    std::string cup;        ///< URL of a server
    std::string seed_file;  ///< file with the newest seed of its cup
    int seconds = 120;
};

DiceVerdict not_verifiable(const std::string& reason) {
    return {.kind = Kind::not_verifiable, .reason = reason};
}

class Verification {
  public:
    Verification(const VerifyArguments& arguments, std::ostream& out) : arguments_(arguments), out_(out) {
        if (!arguments.own.empty()) notes_ = read_text_file(arguments.own);
    }

    int verify_single() {
        try {
            const Json given = read_record(arguments_.record, arguments_.seconds);
            const auto own = embedded_notes(given);
            if (!own) return show(judge(given));
            if (notes_) return show(judge(given["record"]));
            return show(judge(given["record"], *own));
        } catch (const std::exception& error) {
            return show(not_verifiable(error.what()));
        }
    }

    /// Throws storage::DatabaseError.
    int of_data(const storage::Backend& backend) {
        const auto store = backend.open_store();
        if (!arguments_.match.empty()) return show(stored(*store, arguments_.match));
        const std::vector<std::string> ids = store->matches().finished;
        std::map<Kind, int> count;
        std::set<int> codes;
        for (const std::string& id : ids) {
            const DiceVerdict verdict = stored(*store, id);
            out_ << to_printable(id) << ": ";
            codes.insert(show(verdict));
            ++count[verdict.kind];
        }
        out_ << ids.size() << " matches: " << count[Kind::fair] << " fair, " << count[Kind::servers_dice]
             << " with server's dice, ";
        if (count[Kind::left_out] > 0) out_ << count[Kind::left_out] << " left out, ";
        out_ << count[Kind::not_verifiable] << " not verifiable, " << count[Kind::wrong] << " FALSE\n";
        for (const int code : {1, 2, 3})
            if (codes.contains(code)) return code;
        return codes.contains(0) ? 0 : nothing_verified;
    }

  private:
    DiceVerdict stored(const storage::Store& store, const std::string& id) const {
        const auto record = store.record(id);
        if (!record) return not_verifiable("there is no match " + id);
        if (!record->match.ended_ms) return not_verifiable("the match is still running");
        try {
            Json whole = complete_record(*record);
            add_cup(whole, record->match, store, system_wall_ms());
            return judge(whole);
        } catch (const Json::exception&) {
            return not_verifiable("what is stored of the match cannot be read");
        }
    }

    DiceVerdict judge(const Json& record) const {
        if (!notes_) return replay_dice(record);
        const Json& id = dice_record::member(record, "id");
        PlayerNotes own;
        if (id.is_string()) own = find_notes(*notes_, id.get<std::string>());
        // Of many matches the notes know those that their player was in.
        if (own.notes.is_null() && !arguments_.data.empty() && arguments_.match.empty())
            return replay_dice(record);
        return judge(record, own);
    }

    static DiceVerdict judge(const Json& record, const PlayerNotes& own) {
        std::optional<ReplayResult> rules;
        DiceVerdict verdict = replay_dice(record, viewer_of(own.notes), rules);
        compare_notes(record, own, verdict, rules ? &*rules : nullptr);
        return verdict;
    }

    /// Returns the exit code.
    int show(const DiceVerdict& verdict) {
        out_ << to_printable(verdict.text()) << '\n';
        return verdict.exit_code();
    }

    const VerifyArguments& arguments_;
    std::ostream& out_;
    std::optional<std::string> notes_;
};

/// Renames the written seed into place, so that a full disk leaves the one that was kept. `file` may be a link, or a file
/// that is mounted by itself, which cannot be renamed over.
void keep_seed(const std::string& file, const std::string& seed) {
    namespace fs = std::filesystem;
    const fs::path target = fs::exists(file) ? fs::canonical(file) : fs::path(file);
    const std::string part = target.string() + ".part";
    std::ofstream written(part, std::ios::binary | std::ios::trunc);
    written << seed;
    written.close();
    std::error_code failed;
    if (!written) {
        fs::remove(part, failed);
        throw std::runtime_error(part + ": cannot be written");
    }
    fs::rename(part, target, failed);
    if (!failed) return;  // else the file is mounted
    fs::copy_file(part, target, fs::copy_options::overwrite_existing);
    fs::remove(part);
}

int verify_chain(const VerifyArguments& arguments, std::ostream& out) {
    try {
        std::string kept;
        std::optional<Json> stored;
        if (std::filesystem::exists(arguments.seed_file)) {
            kept = read_text_file(arguments.seed_file);
            stored = parse_record(kept);
        }
        const CupChainVerdict found =
            compare_cup_chain(stored, download_cup(arguments.cup, arguments.seconds));
        if (!found.is_other && found.keep != kept) keep_seed(arguments.seed_file, found.keep);
        out << to_printable(found.text) << '\n';
        return found.is_other ? 1 : 0;
    } catch (const std::exception& error) {
        out << "cup: " << to_printable(error.what()) << '\n';
        return nothing_verified;
    }
}

int verify_given(const VerifyArguments& arguments, std::ostream& out, std::ostream& err) {
    try {
        Verification verification(arguments, out);
        if (arguments.data.empty()) return verification.verify_single();
        const auto backend = storage::make_backend(arguments.data);
        try {
            return verification.of_data(*backend);
        } catch (const storage::DatabaseError&) {
            backend->inspect();  // knows a better reason if the data are missing or of another version
            throw;
        }
    } catch (const std::runtime_error& error) {
        err << to_printable(error.what()) << '\n';
        return nothing_verified;
    }
}

}  // namespace

int run_verify(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
    VerifyArguments given;
    CLI::App app("Checks the dice of finished matches and plays them again by their rules.",
                 "cubilete verify");
    auto* record = app.add_option("RECORD", given.record,
                                  "A file with a match's record, or the URL of its page or of its record");
    const DataLocation data(app, "--data",
                            "All finished matches of a data directory, which a server may be using");
    app.add_option("--match", given.match, "Only the match with this id")->excludes(record);
    app.add_option("--own", given.own, "Compares with a player's own notes in this file (JSON Lines)");
    auto* seed_option = app.add_option("--kept", given.seed_file,
                                       "With --cup: the file that keeps the newest seed that was seen");
    app.add_option("--cup", given.cup,
                   "Whether the seeds of the cup of the server at this URL belong to those seen before")
        ->excludes(record)
        ->needs(seed_option);
    app.add_option("--seconds", given.seconds, "Most time for a download")
        ->check(CLI::Range(1, 86'400))
        ->capture_default_str();
    data.file()->excludes(record);
    data.database()->excludes(record);
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
        if (given.record.empty() && data.is_specified()) given.data = data.path();
        if (given.record.empty() && given.data.empty() && given.cup.empty())
            throw CLI::RequiredError("RECORD, --data, --database or --cup");
    } catch (const CLI::ParseError& error) {
        return app.exit(error, out, err) == 0 ? 0 : nothing_verified;
    }
    if (!given.cup.empty()) return verify_chain(given, out);
    return verify_given(given, out, err);
}

}  // namespace cubilete::server
