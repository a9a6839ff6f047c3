#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/rules.hpp"
#include "protocol/json_text.hpp"
#include "protocol/refused.hpp"

namespace cubilete::protocol {

/// The games of games.def, in that order. Constant after the first call, which is thread-safe.
const std::vector<const GameInfo*>& catalogue();
/// Returns nullptr for an unknown id.
const GameInfo* find_game(std::string_view id);
/// The catalogue entry in the form of protocol/README.md, section 4.
JsonText to_json(const GameInfo& info);

/// The settings of a match: the content of its first log entry.
struct Settings {
    std::string game;
    OptionValues options;
    int seats = 0;
    std::optional<Seat> first = {};  ///< overrides the option `starter` and draws nothing (docs/rules.md A10)
    std::optional<int> cup = {};     ///< number of the day whose cup it is, from 1 (docs/cup.md)

    friend bool operator==(const Settings&, const Settings&) = default;
};
/// Reads options as clients send them: an object of names and values. Missing options get their defaults.
/// Refuses with `bad_options`; `at` is then `/options` or below.
std::variant<OptionValues, Rejection> read_options(const GameInfo& game, const Json& options);
Json to_json(const OptionValues& options);
/// True if every option except `starter` has the catalogue's default. The scores of such matches may be
/// compared.
bool uses_default_rules(const Settings& settings);
/// The move of entry 1: these settings, with the id and the version of the game's rules. The settings alone
/// decide it, so its text is known before the match starts.
Json to_json(const Settings& settings);
/// Reads what to_json(Settings) wrote. Throws ReplayError if this program does not have the game with this
/// version of its rules, or if it has no such settings.
Settings settings_from_start(const Json& start_entry_move);

/// Returns a move of the game in its long form, like Match::canonical_form(), without a match. Throws
/// std::logic_error for an unknown game.
std::variant<JsonText, Rejection> canonical_move(const std::string& game, const Json& move);

/// The author of a log entry.
struct EntryAuthor {
    enum class Kind { start, seat, clock };
    Kind kind = Kind::start;
    Seat seat = 0;      ///< only with Kind::seat
    bool bot = false;   ///< a built-in bot made the move for the seat
    bool hint = false;  ///< no move: the seat asked for a hint

    friend bool operator==(const EntryAuthor&, const EntryAuthor&) = default;
};
JsonText to_json(const EntryAuthor& by);

/// One step of a match. The list of all entries determines the match, so nothing else has to be stored.
struct LogEntry {
    std::int64_t seq = 0;  ///< from 1; entry 1 is the start
    EntryAuthor by;
    JsonText move;  ///< in its long form; the settings in entry 1; null for the clock and for a hint
    std::vector<Draw> draws;  ///< results of chance during this entry, in order

    friend bool operator==(const LogEntry&, const LogEntry&) = default;
};
/// Draws as scenarios and the log contain them: `[{"dice":[3,3,3,5,5]}]`, with the game's names of faces and
/// cards.
JsonText to_json(const GameInfo& game, const std::vector<Draw>& draws);
/// Throws std::runtime_error, which names the place, if this is not a list of draws.
std::vector<Draw> read_draws(const GameInfo& game, const Json& draws);
/// Reads what to_json(By) wrote. Throws std::runtime_error for anything else.
EntryAuthor read_author(const Json& by);

/// The log cannot come from these rules.
struct ReplayError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The part of a match that one viewer sees.
struct ViewerUpdate {
    JsonText events = JsonText::array();  ///< since the viewer's last update
    JsonText view;                        ///< the present view, without about_text()

    friend bool operator==(const ViewerUpdate&, const ViewerUpdate&) = default;
};

/// The decisions of a seat: its moves, and its turns that the clock ended.
struct DecisionCount {
    int all = 0;
    int without_player = 0;  ///< those made by the clock, or by a built-in bot for an absent player
};

class Position;  // protocol/bot.hpp

/// One running game, independent of its rules' types. One owner, one thread at a time. It has no clock, no
/// names of players and no storage.
class Match {
  public:
    virtual ~Match() = default;

    /// Starts a match. `settings` must contain values for its game and an allowed number of seats, else
    /// std::logic_error is thrown. The start is the entry `last()`.
    static std::unique_ptr<Match> start(const Settings& settings, Chance& chance);
    /// Restores a match from its complete log. Throws ReplayError.
    static std::unique_ptr<Match> replay(std::span<const LogEntry> log);

    virtual const GameInfo& game() const = 0;
    const Settings& settings() const { return settings_; }
    /// The latest entry.
    const LogEntry& last() const { return last_; }
    std::int64_t seq() const { return last_.seq; }

    /// The seat that started. A rematch begins with the next seat.
    virtual Seat starter() const = 0;
    virtual SeatSet to_act() const = 0;
    virtual Wait wait() const = 0;
    virtual std::optional<Result> result() const = 0;
    /// The number of the seat's prompt (protocol/README.md, section 7). It rises whenever the legal moves of
    /// the seat change, after each of its moves, and when a turn runs out in which the seat could act. 0 before
    /// the first prompt.
    std::uint32_t prompt(Seat seat) const { return prompts_[seat]; }

    /// Counts over the whole log; asking for a hint is not a decision.
    const DecisionCount& decisions(Seat seat) const { return decisions_[seat]; }

    /// Returns the move in its long form, spelled as Rules::moves() spells it, whether or not it is legal, so that
    /// two requests can be compared. Refuses anything that is not a move of this game: `bad_message` for a wrong
    /// shape (`at` is `/move` or below), `illegal_move` for a name that this game does not have.
    virtual std::variant<JsonText, Rejection> canonical_form(const Json& move) const = 0;
    /// Plays a seat's move and returns the new entry. A refusal (`not_your_turn`, `illegal_move`,
    /// `match_over`, or as in canonical_form()) changes nothing and draws nothing.
    virtual std::variant<LogEntry, Rejection> play(Seat seat, const Json& move, Chance& chance) = 0;
    /// Whether play() with this move would draw. Tries it with draws that nobody sees; false for a move that would
    /// be refused.
    virtual bool draws(Seat seat, const Json& move) const = 0;
    /// Like play(), but marks the move as made by a built-in bot for an absent player.
    std::variant<LogEntry, Rejection> play_bot(Seat seat, const Json& move, Chance& chance);
    /// The data with which a built-in bot decides for the seat, which must be in to_act() (else
    /// std::logic_error).
    virtual std::unique_ptr<const Position> position(Seat seat) const = 0;
    /// Logs that the seat asked for a hint. The state does not change. The seat must be in to_act() (else
    /// std::logic_error).
    virtual LogEntry record_hint(Seat seat) = 0;
    /// Call when the wait has run out. Throws std::logic_error if nothing is waited for.
    virtual LogEntry expire(Chance& chance) = 0;
    /// Whether expire() would draw, as draws().
    virtual bool expiry_would_draw() const = 0;
    /// Plays the next entry of a log. Throws ReplayError if the entry does not match; the object must not be
    /// used after that.
    void follow(const LogEntry& entry);
    /// Plays the entry with results of `chance`, which last() then has, in place of the entry's draws.
    void follow(const LogEntry& entry, Chance& chance);

    /// The members of every view that never change in the match.
    virtual JsonText about_text() const = 0;
    /// The view of this viewer, without the members of about_text().
    virtual JsonText view_text(Viewer viewer) const = 0;
    /// The seat's legal moves in the form of the pushes. The first one is played if its time runs out.
    virtual JsonText listed_text(Seat seat) const = 0;
    /// The moves of listed_text() in the form of the log.
    virtual JsonText moves_text(Seat seat) const = 0;
    /// The view without about_text(), and the events of the latest entry, with everything that any viewer sees:
    /// for use when nothing is secret any more.
    virtual Json full_view() const = 0;
    virtual Json full_events() const = 0;
    /// The events that this viewer saw in the entries `from`..`to` (both included, 1 <= from <= to <= seq()).
    virtual JsonText events_text(Viewer viewer, std::int64_t from, std::int64_t to) const = 0;
    /// Assigns these events to entries: for each entry its `seq`, its `by` and the number of its `events`
    /// that the viewer saw.
    virtual JsonText entries_text(Viewer viewer, std::int64_t from, std::int64_t to) const = 0;
    // The texts above as JSON trees; the view is complete.
    Json view(Viewer viewer) const {
        Json whole = about_text().tree();
        whole.update(view_text(viewer).tree());
        return whole;
    }
    Json moves(Seat seat) const { return moves_text(seat).tree(); }
    Json events(Viewer viewer, std::int64_t from, std::int64_t to) const {
        return events_text(viewer, from, to).tree();
    }
    /// For each of these viewers the present view, and the events since entry `from` (>= 1; none if from >
    /// seq()). Equal values are converted to text only once.
    virtual std::vector<ViewerUpdate> viewer_updates(std::span<const Viewer> viewers,
                                                     std::int64_t from) const = 0;

  protected:
    explicit Match(Settings settings)
        : settings_(std::move(settings)),
          prompts_(settings_.seats, 0),
          decisions_(static_cast<std::size_t>(settings_.seats)) {}
    void mark_last_entry_by_bot();

    Settings settings_;
    LogEntry last_;
    std::vector<EntryAuthor> authors_;  ///< author of each entry
    std::vector<std::uint32_t> prompts_;
    std::vector<DecisionCount> decisions_;  ///< by seat
};

/// Returns a result without the seats in `left`, whose players were absent: they do not win and get place 0,
/// and the others move up; scores stay. If no winner is left, the seats with the best place win.
Result exclude_seats(Result result, std::span<const Seat> left);

/// The result of the rules.
Json to_json(const Result& result, std::string_view reason);

}  // namespace cubilete::protocol
