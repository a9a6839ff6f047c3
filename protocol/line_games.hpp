#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/match.hpp"
#include "protocol/match_log.hpp"
#include "protocol/seeded_chance.hpp"
#include "protocol/wire.hpp"

namespace cubilete::protocol {

/// The push `match` of the protocol, without `hash`: what the viewer sees, and the events since entry `from` (>= 1); `about` if that is
/// the first.
JsonText make_match_push(const Match& match, std::string_view room, std::string_view name, Viewer viewer,
                         std::int64_t from);

/// One of the games that are played by lines: a room whose dice come from a seed, and that nobody has to sit in.
class LineRoom {
  public:
    struct Kind {
        Settings settings;
        bool again = false;      ///< another match follows each one
        bool all_seats = false;  ///< each seat gets pushes, not only those that may act
        bool keeps_log = false;
        std::uint64_t seed_step = 1;  ///< the next match has a seed larger by this
    };

    /// `kind` must outlive the room.
    LineRoom(std::string code, std::shared_ptr<const Kind> kind, std::uint64_t seed);

    /// Plays a move, `{"seat":0,"n":4,"move":…}`, or lets the wait run out, `{"clock":true}`. Refuses like Match::play(), and
    /// another `match` or prompt `n` than the present one; then nothing changes.
    void play(const Field& step);
    /// Writes the pushes for what was played since the last call. If the match is over, also its log to `logs`, and it
    /// starts the next one.
    void push_events(JsonText& pushes, JsonText& logs);
    /// Everything that the viewer has seen of the match, in one push.
    JsonText full_push(Viewer viewer) const;
    Seat seat(const Field& number) const;

  private:
    void start();
    void note_entry();
    std::string match_id() const { return "m_" + std::to_string(seed_); }

    std::string code_;
    std::shared_ptr<const Kind> kind_;
    std::uint64_t seed_;
    SeededChance chance_;
    std::unique_ptr<Match> match_;
    std::vector<std::int64_t> pushed_;  ///< by seat: the last entry that it got; 0: none of this match
    JsonText log_ = JsonText::array();
    LogHash hash_;
};

/// Any number of games, played by lines of JSON (docs/engine.md). A line that is refused harms no game. One owner, one thread.
class LineGames {
  public:
    /// `draw_seed` gives the seed of games that are opened without one. Opens `most_rooms` in all, 0 to 1,000,000: codes have six
    /// digits.
    explicit LineGames(std::function<std::uint64_t()> draw_seed, std::size_t most_rooms = 1'000'000)
        : draw_seed_(std::move(draw_seed)), most_rooms_(most_rooms) {}

    /// Returns the answer, without a line feed. Never throws for any text.
    std::string answer(std::string_view line);

  private:
    void carry_out(const Field& request);
    void open(const Field& request);
    void step(const Field& request);
    LineRoom& room_of(const Field& request);

    std::function<std::uint64_t()> draw_seed_;
    std::size_t most_rooms_;
    std::int64_t line_ = 0;
    std::size_t opened_ = 0;
    std::map<std::string, LineRoom, std::less<>> rooms_;  ///< by code
    JsonText answer_;
};

}  // namespace cubilete::protocol
