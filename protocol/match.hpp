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

/// The games of games.def, in its order. Filled before main() and never changed.
const std::vector<const Info*>& catalogue();
/// nullptr for an unknown id.
const Info* find_game(std::string_view id);
/// A catalogue entry as PROTOCOL 3 shows it.
Json to_json(const Info& info);

/// What a match is played by: the content of its first log entry.
struct Settings {
    std::string game;
    OptionValues options;
    int seats = 0;
    std::optional<Seat> first;  ///< overrides the option `starter` and draws nothing (RULES A10)

    friend bool operator==(const Settings&, const Settings&) = default;
};
/// Options as a client sends them: an object of names and values; what is left out takes its default.
/// Refuses `bad_options`, with `at` below `/options`.
std::variant<OptionValues, Refused> read_options(const Info& game, const Json& options);
Json to_json(const OptionValues& options);
/// Every option but `starter` is as the catalogue has it: scores of such matches may be compared.
bool by_usual_rules(const Settings& settings);
Json to_json(const Settings& settings);

/// Returns a move of the game in its listed spelling, like Match::spelled(), without a match. Throws
/// std::logic_error for an unknown game.
std::variant<Json, Refused> spelled_move(const std::string& game, const Json& move);

/// Who made a log entry.
struct By {
    enum class Kind { start, seat, clock };
    Kind kind = Kind::start;
    Seat seat = 0;       ///< with Kind::seat
    bool house = false;  ///< the house played for that seat
    bool hint = false;   ///< nothing was played: the seat asked the house what it thinks

    friend bool operator==(const By&, const By&) = default;
};
Json to_json(const By& by);

/// One step of a match. A match is the fold of its entries: this is all that has to be kept.
struct LogEntry {
    std::int64_t seq = 0;  ///< from 1; 1 is the start
    By by;
    Json move;  ///< in its listed spelling; the settings at the start; null for the clock and a hint
    std::vector<Draw> draws;  ///< what chance decided during this entry, in order

    friend bool operator==(const LogEntry&, const LogEntry&) = default;
};
/// Draws as scenarios and the log write them: `[{"dice":[3,3,3,5,5]}]`, with the game's names of faces and
/// cards.
Json to_json(const Info& game, const std::vector<Draw>& draws);
/// Throws std::runtime_error, naming the place, for anything but draws.
std::vector<Draw> read_draws(const Info& game, const Json& draws);
/// An entry as its row in the log stores it, and back. Reading throws std::runtime_error.
By read_by(const Json& by);

/// A log that these rules cannot have written.
struct ReplayError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What a viewer is shown of a match.
struct Sight {
    JsonText events = JsonText::array();  ///< since he looked last
    JsonText view;                        ///< as it is now
};

/// The decisions of a seat: its moves, and its turns that the clock ended.
struct Decisions {
    int all = 0;
    int without_player = 0;  ///< those made by the clock, or by a built-in bot for an absent player
};

class Position;  // protocol/house.hpp

/// One running game with its rules erased. A plain value behind a pointer: one owner, one thread at a time;
/// it knows neither clock nor names nor disk.
class Match {
  public:
    virtual ~Match() = default;

    /// Starts a match; `settings` must hold values for its game and a number of seats in its range. The start
    /// itself is `last()`.
    static std::unique_ptr<Match> start(const Settings& settings, Chance& chance);
    /// Takes up a match from its whole log. Throws ReplayError.
    static std::unique_ptr<Match> replay(std::span<const LogEntry> log);

    virtual const Info& game() const = 0;
    const Settings& settings() const { return settings_; }
    /// The entry that was made last.
    const LogEntry& last() const { return last_; }
    std::int64_t seq() const { return last_.seq; }

    /// The seat that started; a rematch begins with the next one.
    virtual Seat starter() const = 0;
    virtual SeatSet to_act() const = 0;
    virtual Wait wait() const = 0;
    virtual std::optional<Result> result() const = 0;
    /// The prompt number of a seat (PROTOCOL 5): rises whenever what the seat may do changes, whenever it has
    /// acted, and whenever a turn in which it was asked has run out; 0 until it is asked for the first time.
    std::uint32_t prompt(Seat seat) const { return prompts_[seat]; }

    /// Counts over the whole log; asking for a hint is not a decision.
    const Decisions& decisions(Seat seat) const { return decisions_[seat]; }

    /// The move in its listed spelling, whether or not it is legal: what two requests are compared by.
    /// Refuses what is not a move of this game at all: `bad_message` for a wrong shape (`at` below `/move`),
    /// `illegal_move` for a name this game does not have.
    virtual std::variant<Json, Refused> spelled(const Json& move) const = 0;
    /// Plays a seat's move. On refusal (`not_your_turn`, `illegal_move`, `match_over`, or as `spelled`)
    /// nothing has changed and nothing was drawn.
    virtual std::variant<LogEntry, Refused> play(Seat seat, const Json& move, Chance& chance) = 0;
    /// As play(), but by the house for a seat whose player is away.
    std::variant<LogEntry, Refused> play_house(Seat seat, const Json& move, Chance& chance);
    /// What a house player has to know to act for the seat, which must be in to_act().
    virtual std::unique_ptr<const Position> position(Seat seat) const = 0;
    /// Notes that the seat, which must be in to_act(), asked for a hint. Nothing changes by it.
    virtual LogEntry note_hint(Seat seat) = 0;
    /// The wait ran out; there must be one.
    virtual LogEntry expire(Chance& chance) = 0;
    /// Plays the log's next entry. Throws ReplayError when it does not follow; the match is then of no more
    /// use.
    void follow(const LogEntry& entry);

    /// The whole truth that this viewer may see.
    virtual JsonText view_text(Viewer viewer) const = 0;
    /// The seat's legal moves, the first being what the house would play.
    virtual JsonText moves_text(Seat seat) const = 0;
    /// The view and the events of the last entry as all eyes together see them: for when nothing is secret any more.
    virtual Json open_view() const = 0;
    virtual Json open_events() const = 0;
    /// What this viewer saw happen in the entries `from`..`to` (both included, 1 <= from <= to <= seq()).
    virtual JsonText events_text(Viewer viewer, std::int64_t from, std::int64_t to) const = 0;
    /// Which of these events are whose: for each of the entries its `seq`, `by` and how many `events` of it he saw.
    virtual JsonText entries_text(Viewer viewer, std::int64_t from, std::int64_t to) const = 0;
    // The same, to look into.
    Json view(Viewer viewer) const { return view_text(viewer).tree(); }
    Json moves(Seat seat) const { return moves_text(seat).tree(); }
    Json events(Viewer viewer, std::int64_t from, std::int64_t to) const {
        return events_text(viewer, from, to).tree();
    }
    /// The view of each of these viewers, and his events of the entries from `from` on (>= 1; none when it is
    /// past seq()). What several are shown alike is written once.
    virtual std::vector<Sight> sights(std::span<const Viewer> viewers, std::int64_t from) const = 0;

  protected:
    explicit Match(Settings settings)
        : settings_(std::move(settings)),
          prompts_(settings_.seats, 0),
          decisions_(static_cast<std::size_t>(settings_.seats)) {}
    void made_by_house();

    Settings settings_;
    LogEntry last_;
    std::vector<By> made_by_;  ///< author of each entry
    std::vector<std::uint32_t> prompts_;
    std::vector<Decisions> decisions_;  ///< by seat
};

/// Returns a result without the seats in `left`, whose players were absent: they do not win and get place 0,
/// and the others move up; scores stay. If no winner is left, the seats with the best place win.
Result without(Result result, std::span<const Seat> left);

Json to_json(const Result& result, std::string_view reason);
Json to_json(const Result& result, std::string_view reason, const std::vector<Seat>& left);

}  // namespace cubilete::protocol
