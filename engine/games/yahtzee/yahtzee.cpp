#include "engine/games/yahtzee/yahtzee.hpp"

#include <algorithm>

#include "engine/games/yahtzee/scoring.hpp"

namespace cubilete::yahtzee {

namespace {

using Events = std::vector<Event>;

constexpr int faces = 6;
constexpr Positions all_dice = Positions::first(5);
constexpr Score playoff_score{Box::chance, std::nullopt, false};

const Sheet& sheet_of(const State& state) { return sheet_of(state.options.preset); }

const ScoreCard& card_to_fill(const State& state) { return state.cards[state.turn.seat]; }

ScoringChoices scoring_choices(const State& state) {
    return {state.options, card_to_fill(state), state.turn.dice, state.turn.throws};
}

/// A Generala on the first throw of a turn wins the match at once (A14).
bool wins_at_once(const State& state) {
    if (state.options.preset != Preset::generala || state.turn.throws != 1) return false;
    return std::ranges::max(tally(state.turn.dice)) == 5;
}

/// The column as a move states it: nullopt if there is only one.
std::optional<std::uint8_t> named(const Options& options, int column) {
    if (options.columns == 1) return std::nullopt;
    return static_cast<std::uint8_t>(column);
}

/// The column that a move fills. Cards with one column and playoff turns ignore the field.
int column_of(const Options& options, const Score& score) {
    return options.columns == 1 ? 0 : score.column.value_or(0);
}

// ---- order of turns and rounds

/// The seat that plays after `seat` in this round; nullopt after the last one.
std::optional<Seat> next_in_round(const State& state, Seat seat) {
    const auto seats = static_cast<int>(state.cards.size());
    for (int next = (seat + 1) % seats; next != state.starter; next = (next + 1) % seats)
        if (state.contenders.contains(static_cast<Seat>(next))) return static_cast<Seat>(next);
    return std::nullopt;
}

Seat first_of_round(const State& state) {
    return state.contenders.contains(state.starter) ? state.starter : *next_in_round(state, state.starter);
}

void begin_turn(State& state, Seat seat) {
    state.turn = {.seat = seat, .dice = {}, .throws = 0, .number = state.turn.number + 1};
}

void begin_round(State& state) {
    ++state.round;
    state.shared_throw.clear();
    state.sums = {};
    begin_turn(state, first_of_round(state));
}

/// The seats with the most points: of the playoff round just finished, or of the match.
SeatSet leaders(const State& state) {
    return highest(state.contenders, [&](Seat seat) {
        return state.in_playoff() ? state.sums[seat] : total(state.cards[seat], state.options);
    });
}

void end_match(State& state, SeatSet winners, Events& events) {
    state.contenders = winners;
    state.over = true;
    events.emplace_back(Over{winners});
}

void end_round(State& state, Events& events) {
    if (state.round < state.rounds()) return begin_round(state);

    const SeatSet leading = leaders(state);
    if (leading.size() == 1 || state.options.tie == TieRule::shared) return end_match(state, leading, events);
    state.contenders = leading;
    events.emplace_back(PlayoffBegan{leading});
    begin_round(state);
}

void end_turn(State& state, Events& events) {
    if (const auto next = next_in_round(state, state.turn.seat))
        begin_turn(state, *next);
    else
        end_round(state, events);
}

// ---- moves

std::optional<Refusal> check_roll(const State& state, const Roll& roll) {
    if (state.turn.throws == throws_per_turn) return illegal("All three throws are made: fill a box.");
    if (roll.dice.empty()) return illegal("Choose at least one die to throw.");
    if (!(roll.dice - all_dice).empty()) return illegal("There are five dice.");
    if (state.turn.throws == 0 && roll.dice != all_dice)
        return illegal("The first throw takes all five dice.");
    return std::nullopt;
}

std::optional<Refusal> check_column(const Options& options, const Score& score) {
    if (options.columns == 1) return std::nullopt;
    if (!score.column) return illegal("Say which column.");
    if (*score.column >= options.columns) return illegal("There is no such column.");
    return std::nullopt;
}

Refusal refusal_of(const State& state, const ScoringChoices& choices, const Score& score) {
    const Column& column = card_to_fill(state).columns[column_of(state.options, score)];
    const Sheet& sheet = sheet_of(state);
    const auto title_of = [&](Box box) { return std::string(sheet.title_of(box)); };
    if (!sheet.boxes().contains(score.box)) return illegal("This card has no such box.");
    const std::string title = title_of(score.box);
    if (column.filled(score.box)) return illegal(title + " is already filled.");
    if (choices.required_boxes().size() == 1)
        return illegal("With " + title_of(Box::yahtzee) + " filled, five alike must be written in " +
                       title_of(*choices.required_boxes().begin()) + '.');
    if (!choices.required_boxes().contains(score.box))
        return illegal("With " + title_of(Box::yahtzee) +
                       " filled, five alike must be written in the lower section.");
    return illegal("It is not the turn of " + title + ": boxes are filled from top to bottom.");
}

std::optional<Refusal> check_score(const State& state, const Score& score) {
    if (state.turn.throws == 0) return illegal("Throw the dice first.");
    if (state.in_playoff())
        return score.box == playoff_score.box && !score.zero
                   ? std::nullopt
                   : std::optional(illegal("A playoff turn is scored as Chance."));
    if (score.zero && state.options.zero == ZeroRule::forced)
        return illegal("At this table a box gets what the dice are worth.");
    if (auto refusal = check_column(state.options, score)) return refusal;
    const ScoringChoices choices = scoring_choices(state);
    if (!choices.boxes(column_of(state.options, score)).contains(score.box))
        return refusal_of(state, choices, score);
    // One move for one effect: a box that gets 0 anyway is filled without asking for it.
    if (score.zero && choices.points(score.box) == 0)
        return illegal("The dice are worth nothing there: fill the box without a zero of your own.");
    return std::nullopt;
}

Dice throw_dice(State& state, Positions positions, Chance& chance) {
    const auto number = static_cast<std::uint32_t>(state.turn.throws) + 1;
    if (number > 1 || !state.options.duplicate)
        return chance.throw_dice_in_turn({state.turn.number, number, positions}, faces);
    if (state.shared_throw.empty()) state.shared_throw = chance.dice(positions.size(), faces);
    return state.shared_throw;
}

Events roll(State& state, const Roll& move, Chance& chance) {
    const Dice thrown = throw_dice(state, move.dice, chance);
    Turn& turn = state.turn;
    turn.dice.resize(5);
    std::size_t next = 0;
    for (const auto position : move.dice) turn.dice[position] = thrown[next++];
    ++turn.throws;
    Events events{Rolled{turn.seat, move.dice, turn.dice}};
    if (wins_at_once(state)) {
        events.emplace_back(ServedGenerala{turn.seat});
        end_match(state, state.options.duplicate ? state.contenders : SeatSet{turn.seat}, events);
    }
    return events;
}

Events score_playoff(State& state) {
    const Seat seat = state.turn.seat;
    state.sums[seat] = sum(state.turn.dice);
    Events events{PlayoffScored{seat, state.sums[seat]}};
    end_turn(state, events);
    return events;
}

Events score(State& state, const Score& move) {
    if (state.in_playoff()) return score_playoff(state);

    Events events;
    const Seat seat = state.turn.seat;
    ScoreCard& card = state.cards[seat];
    const ScoringChoices choices = scoring_choices(state);
    if (const int bonus = choices.yahtzee_bonus(); bonus > 0) {
        card.yahtzee_bonus += bonus;
        events.emplace_back(YahtzeeBonus{seat, bonus});
    }
    const int at = column_of(state.options, move);
    Column& column = card.columns[at];
    const int points = move.zero ? 0 : choices.points(move.box);
    const int upper_bonus_before = column.upper_bonus(state.options);
    column.fill(move.box, points);
    events.emplace_back(Scored{seat, move.box, named(state.options, at), points});
    if (const int earned = column.upper_bonus(state.options) - upper_bonus_before; earned > 0)
        events.emplace_back(UpperBonus{seat, named(state.options, at), earned});
    end_turn(state, events);
    return events;
}

// ---- the end

/// The winners get place 1, even if a playoff or a Generala gave the win to a lower total; all others are
/// ranked by total.
Result winners_points(SeatSet winners, std::vector<int> totals) {
    Result result{std::vector<int>(totals.size(), 1), std::move(totals), {}};
    for (const Seat winner : winners) result.winners.push_back(winner);
    const SeatSet others = SeatSet::first(static_cast<int>(result.scores.size())) - winners;
    for (const Seat seat : others) {
        result.places[seat] += winners.size();
        for (const Seat other : others) result.places[seat] += result.scores[other] > result.scores[seat];
    }
    return result;
}

// ---- the list of moves

/// Lists every box that may be filled, in card order, but with the most valuable one first.
void list_scores(const State& state, std::vector<Move>& moves) {
    if (state.in_playoff()) {
        moves.emplace_back(playoff_score);
        return;
    }
    const ScoringChoices choices = scoring_choices(state);
    std::size_t best = 0;
    int most = -1;
    for (const auto& [box, title] : sheet_of(state).lines())
        for (int column = 0; column < state.options.columns; ++column) {
            if (!choices.boxes(column).contains(box)) continue;
            if (const int counts = (column + 1) * choices.points(box); counts > most) {
                most = counts;
                best = moves.size();
            }
            moves.emplace_back(Score{box, named(state.options, column), false});
        }
    std::rotate(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(best),
                moves.begin() + static_cast<std::ptrdiff_t>(best) + 1);
}

void list_zeros(const State& state, std::vector<Move>& moves) {
    if (state.options.zero == ZeroRule::forced || state.in_playoff()) return;
    const ScoringChoices choices = scoring_choices(state);
    for (const auto& [box, title] : sheet_of(state).lines())
        for (int column = 0; column < state.options.columns; ++column)
            if (choices.boxes(column).contains(box) && choices.points(box) > 0)
                moves.emplace_back(Score{box, named(state.options, column), true});
}

void list_rolls(std::vector<Move>& moves) {
    for (std::uint32_t dice = 1; dice < 1u << all_dice.size(); ++dice)
        moves.emplace_back(Roll{Positions::from_bits(dice)});
}

}  // namespace

const GameInfo& Game::info() {
    static const GameInfo info{
        .id = "yahtzee",
        .title = "Yahtzee",
        .min_seats = 1,
        .max_seats = max_players,
        .version = 1,
        .turn_ms = 45'000,
        .minutes = 20,
        .options = option_specs(),
        .faces = {},
    };
    return info;
}

std::variant<Options, OptionError> Game::options(const OptionValues& values) { return read_options(values); }

GameStart<State, Event> Game::start(const Options& options, int seats, std::optional<Seat> first,
                                    Chance& chance) {
    require(info().min_seats <= seats && seats <= info().max_seats);
    GameStart<State, Event> started;
    State& state = started.state;
    Events& events = started.events;
    state.options = options;
    state.cards.resize(static_cast<std::size_t>(seats));
    state.contenders = SeatSet::first(seats);
    state.starter = find_starter(options.starter, first, seats, chance, [&](Seat seat) {
        const Dice dice = chance.dice(5, faces);
        events.emplace_back(RolledOff{seat, dice, sum(dice)});
        return sum(dice);
    });
    state.turn.seat = state.starter;
    events.emplace_back(Starts{state.starter});
    return started;
}

Seat Game::starter(const State& state) { return state.starter; }

std::uint32_t Game::turns(const State& state) { return state.turn.number; }

SeatSet Game::to_act(const State& state) { return state.over ? SeatSet{} : SeatSet{state.turn.seat}; }

std::optional<Refusal> Game::check(const State& state, Seat seat, const Move& move) {
    if (!to_act(state).contains(seat)) return not_your_turn();
    if (const auto* roll = std::get_if<Roll>(&move)) return check_roll(state, *roll);
    return check_score(state, std::get<Score>(move));
}

std::vector<Event> Game::apply(State& state, Seat seat, const Move& move, Chance& chance) {
    require(!check(state, seat, move));
    if (const auto* dice = std::get_if<Roll>(&move)) return roll(state, *dice, chance);
    return score(state, std::get<Score>(move));
}

std::vector<Move> Game::moves(const State& state, Seat seat) {
    std::vector<Move> moves;
    if (!to_act(state).contains(seat)) return moves;
    if (state.turn.throws == 0) return {Roll{all_dice}};
    moves.reserve(31 + sheet_of(state).lines().size() * static_cast<std::size_t>(state.options.columns));
    list_scores(state, moves);
    if (state.turn.throws < throws_per_turn) list_rolls(moves);
    list_zeros(state, moves);
    return moves;
}

Wait Game::wait(const State& state) {
    if (state.over) return {};
    return {.kind = Wait::Kind::turn, .milliseconds = 0, .number = state.turn.number};
}

std::vector<Event> Game::expire(State& state, Chance& chance) {
    require(!state.over);
    return finish_turn<Game>(state, chance);
}

std::optional<Seen> Game::seen(const Event& event, Viewer) { return event; }

std::optional<Result> Game::result(const State& state) {
    if (!state.over) return std::nullopt;
    std::vector<int> totals;
    for (const ScoreCard& card : state.cards) totals.push_back(total(card, state.options));
    return winners_points(state.contenders, std::move(totals));
}

State Game::redeal(const State& state, Viewer, Chance&) { return state; }

}  // namespace cubilete::yahtzee
