#include "protocol/bot.hpp"
#include "tests/server/friends.hpp"

namespace cubilete::server {
namespace {

constexpr std::size_t short_frame = 125;  // longer ones have two more bytes in their header

/// A match of two, in which built-in bots choose the moves and the dice come from a seed, and what it costs Ana.
struct MeasuredMatch {
    MeasuredMatch(const std::string& game, const Json& options, std::uint64_t seed, Level level)
        : world(seed), friends(world, options, {{"game", game}, {"clock", {{"turn_ms", 0}}}}) {
        cubilete::SeededChance dice(seed);  // as the server's
        cubilete::SeededChance search_chance(seed);
        const protocol::Settings settings = settings_of_room();
        const auto twin = protocol::Match::start(settings, dice);
        const auto book = protocol::empty_book(settings);
        friends.ana.sink->frames.clear();
        friends.start();
        while (!twin->result()) play(*twin, dice, *book, level, search_chance);
        REQUIRE(friends.ana.latest("match")["result"].is_object());
        REQUIRE(friends.ana.latest("match")["view"] == twin->view_text({Seat{0}}).tree());
        entries = twin->seq();
        for (const Json& frame : friends.ana.sink->frames) {
            const std::size_t text = frame.dump().size();
            bytes += text + (text <= short_frame ? 2 : 4);
        }
    }

    World world;
    Friends friends;
    std::int64_t entries = 0;
    std::size_t bytes = 0;  ///< of all frames to Ana from the start of the match to its end

  private:
    protocol::Settings settings_of_room() {
        const Json push = friends.ana.latest("room");
        const std::string game = push["game"];
        const auto options = protocol::read_options(*protocol::find_game(game), push["options"]);
        return {game, std::get<OptionValues>(options), 2, std::nullopt};
    }

    void play(protocol::Match& twin, Chance& dice, const protocol::BotBook& book, Level level,
              Chance& search_chance) {
        for (const Seat seat : twin.to_act()) {
            const auto move = twin.position(seat)->choose(book, level, search_chance);
            if (!move) continue;
            Guest& player = friends.at(seat);
            const Json push = player.latest("match");
            REQUIRE(refusal(player.ask({{"t", "move"},
                                        {"room", friends.room},
                                        {"match", push["match"]},
                                        {"n", push["you"]["n"]},
                                        {"move", *move}})) == "ok");
            REQUIRE(std::holds_alternative<protocol::LogEntry>(twin.play(seat, *move, dice)));
            return;
        }
        world.turn(Clock::Duration(friends.ana.latest("match")["clock"]["left_ms"].get<int>()));
        twin.expire(dice);
    }
};

// Bytes an entry, from the matches of which the goals for whole matches were made: 65 kB for a Yahtzee of 62 entries, and
// 450 kB for a TRES of 587.
TEST_CASE(
    "what a player receives in a match has few bytes an entry, although each push shows the whole table") {
    struct Bound {
        const char* game;
        Json options;
        std::size_t an_entry;
        std::vector<Level> levels;
    };
    const Bound bounds[] = {
        {"yahtzee", {{"starter", "first"}}, 65'000 / 62, {Level::easy}},
        {"tres",
         {{"starter", "first"}, {"match", "points"}, {"points", 500}},
         450'000 / 587,
         {Level::easy, Level::medium}},
    };
    for (const auto& [game, options, most, levels] : bounds)
        for (const Level level : levels) {
            const MeasuredMatch match(game, options, 1, level);
            const auto entries = static_cast<std::size_t>(match.entries);
            MESSAGE(std::string(game) << ": " << match.bytes << " bytes, " << entries << " entries");
            CHECK(match.bytes <= most * entries);
        }
}

}  // namespace
}  // namespace cubilete::server
