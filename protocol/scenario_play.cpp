#include <algorithm>
#include <iterator>
#include <set>

#include "protocol/scenario.hpp"
#include "protocol/subset.hpp"

namespace cubilete::protocol {

namespace {

using Step = Scenario::Step;

struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

void fail_on_difference(const std::optional<std::string>& difference) {
    if (difference) throw Failure(*difference);
}

std::string rejection_json(const Rejection& refused) {
    std::string text(name_of(refused.code));
    if (!refused.at.empty()) text += " at " + refused.at;
    return text + " (" + refused.text + ')';
}

/// The first moves of a list, for an error message.
std::string listed(const std::vector<std::string>& moves) {
    constexpr std::size_t most = 5;
    std::string text;
    for (std::size_t at = 0; at < moves.size() && at < most; ++at) text += (at ? ", " : "") + moves[at];
    if (moves.size() > most) text += " and " + std::to_string(moves.size() - most) + " more";
    return text;
}

/// Plays the steps of one scenario. Throws Failure at the first difference.
class Referee {
  public:
    Referee(Match& match, ScriptedChance& chance) : match_(match), chance_(chance) {}

    void play(const Step& step) {
        switch (step.kind) {
            case Step::Kind::look: break;
            case Step::Kind::clock:
                if (match_.wait().kind == Wait::Kind::none) throw Failure("nothing waits for the clock");
                match_.expire(chance_);
                break;
            case Step::Kind::move:
                if (step.refused)
                    play_refused(step);
                else
                    play_accepted(step);
                break;
        }
        look(step);
    }

    void check_result(const Json& expected) const {
        const auto result = match_.result();
        const Json got = result ? protocol::to_json(*result, "finished") : Json(nullptr);
        fail_on_difference(difference(expected, got, "result"));
    }

  private:
    void play_accepted(const Step& step) {
        const auto played = match_.play(step.seat, step.move, chance_);
        if (const auto* refused = std::get_if<Rejection>(&played))
            throw Failure("the move was refused: " + rejection_json(*refused));
    }

    void play_refused(const Step& step) {
        const Json before = full_view();
        const auto played = match_.play(step.seat, step.move, chance_);
        const auto* refused = std::get_if<Rejection>(&played);
        if (refused == nullptr)
            throw Failure("the move was accepted, but should have been refused: " + *step.refused);
        if (name_of(refused->code) != *step.refused)
            throw Failure("the move was refused: " + rejection_json(*refused) + ", expected " +
                          *step.refused);
        const Json after = full_view();
        if (before != after)
            throw Failure("the refused move changed the match: " +
                          difference(before, after, "match").value_or(after.dump()));
    }

    /// Everything that any viewer can know about the match.
    Json full_view() const {
        Json prompts = Json::array(), moves = Json::array(), views = Json::array({match_.view(spectator)});
        for (int at = 0; at < match_.settings().seats; ++at) {
            const Seat seat = static_cast<Seat>(at);
            prompts.push_back(match_.prompt(seat));
            moves.push_back(match_.moves(seat));
            views.push_back(match_.view({seat}));
        }
        const auto result = match_.result();
        return Json::object({{"seq", match_.seq()},
                             {"to_act", JsonText::array(match_.to_act()).tree()},
                             {"result", result ? protocol::to_json(*result, "finished") : Json(nullptr)},
                             {"n", std::move(prompts)},
                             {"moves", std::move(moves)},
                             {"views", std::move(views)},
                             {"draws_left", chance_.left()}});
    }

    void look(const Step& step) const {
        if (step.view) fail_on_difference(difference(*step.view, match_.view(step.as), "view"));
        if (step.events) {
            const bool nothing_happened = step.refused.has_value();
            check_events(*step.events, nothing_happened ? Json::array()
                                                        : match_.events(step.as, match_.seq(), match_.seq()));
        }
        if (step.moves) check_moves(*step.moves, *step.as.seat);
        if (step.to_act && *step.to_act != match_.to_act())
            throw Failure("to_act: expected " + JsonText::array(*step.to_act).dump() + ", got " +
                          JsonText::array(match_.to_act()).dump());
    }

    static void check_events(const Json& expected, const Json& got) {
        auto from = got.begin();
        for (std::size_t at = 0; at < expected.size(); ++at) {
            const std::string path = "events/" + std::to_string(at);
            const auto found = std::find_if(
                from, got.end(), [&](const Json& event) { return !difference(expected[at], event, path); });
            if (found == got.end()) throw Failure(closest_difference(expected[at], from, got.end(), path));
            from = std::next(found);
        }
    }

    static std::string closest_difference(const Json& expected, Json::const_iterator from,
                                          Json::const_iterator to, const std::string& path) {
        const auto same_kind = std::find_if(from, to, [&](const Json& event) {
            return expected.contains("e") && event.contains("e") && event["e"] == expected["e"];
        });
        if (same_kind != to) return *difference(expected, *same_kind, path);
        const Json left(from, to);
        return path + ": expected " + expected.dump() + ", got only " + left.dump();
    }

    void check_moves(const Json& expected, Seat seat) const {
        std::set<std::string> wanted;
        for (std::size_t at = 0; at < expected.size(); ++at) {
            const auto canonical_form = match_.canonical_form(expected[at]);
            if (const auto* refused = std::get_if<Rejection>(&canonical_form))
                throw Failure("moves/" + std::to_string(at) + ": " + expected[at].dump() +
                              " is no move: " + rejection_json(*refused));
            wanted.insert(std::get<JsonText>(canonical_form).dump());
        }
        std::set<std::string> legal;
        for (const Json& move : match_.moves(seat)) legal.insert(move.dump());

        std::vector<std::string> missing, unexpected;
        std::ranges::set_difference(wanted, legal, std::back_inserter(missing));
        std::ranges::set_difference(legal, wanted, std::back_inserter(unexpected));
        if (!missing.empty()) throw Failure("moves: expected, but not legal: " + listed(missing));
        if (!unexpected.empty()) throw Failure("moves: legal, but not expected: " + listed(unexpected));
    }

    Match& match_;
    ScriptedChance& chance_;
};

Settings settings_of(const Scenario& scenario) {
    const GameInfo* game = find_game(scenario.game);
    if (game == nullptr) throw Failure("there is no game \"" + scenario.game + '"');
    if (scenario.seats < game->min_seats || scenario.seats > game->max_seats)
        throw Failure(game->title + " is for " + std::to_string(game->min_seats) + " to " +
                      std::to_string(game->max_seats) + " players, not " + std::to_string(scenario.seats));
    auto options = read_options(*game, scenario.options);
    if (const auto* refused = std::get_if<Rejection>(&options)) throw Failure(rejection_json(*refused));
    return {game->id, std::get<OptionValues>(std::move(options)), scenario.seats, scenario.first};
}

/// Runs `play` and returns its failure with the place, if there is one.
template <class Play>
std::optional<std::string> find_failure(const std::string& where, Play play) {
    try {
        play();
    } catch (const Failure& failure) {
        return where + ": " + failure.what();
    } catch (const ScriptError& error) {
        return where + ": " + error.what();
    }
    return std::nullopt;
}

void check_draws_left(const Json& draws, std::size_t left) {
    if (left > 0)
        throw Failure("draws: " + std::to_string(left) + " left over, the first is " +
                      draws.at(draws.size() - left).dump());
}

std::vector<Draw> draws_of(const Scenario& scenario, const GameInfo& game) {
    try {
        return read_draws(game, scenario.draws);
    } catch (const std::runtime_error& error) {
        throw Failure(error.what());
    }
}

}  // namespace

std::optional<std::string> run_scenario(const Scenario& scenario) {
    std::unique_ptr<Match> match;
    std::optional<ScriptedChance> chance;
    auto failure = find_failure("start", [&] {
        const Settings settings = settings_of(scenario);
        chance.emplace(draws_of(scenario, *find_game(settings.game)));
        match = Match::start(settings, *chance);
    });
    return failure ? failure : run_scenario(scenario, *match, *chance);
}

std::optional<std::string> run_scenario(const Scenario& scenario, Match& match, ScriptedChance& chance) {
    Referee referee(match, chance);
    for (std::size_t at = 0; at < scenario.steps.size(); ++at) {
        auto failure =
            find_failure("step " + std::to_string(at + 1), [&] { referee.play(scenario.steps[at]); });
        if (failure) return failure;
    }
    return find_failure("end", [&] {
        if (scenario.result) referee.check_result(*scenario.result);
        check_draws_left(scenario.draws, chance.left());
    });
}

}  // namespace cubilete::protocol
