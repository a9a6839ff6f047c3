#include <array>
#include <string_view>

#include "protocol/wire.hpp"

namespace cubilete::yahtzee {

namespace {

using protocol::Code;
using protocol::Field;
using protocol::Json;
using protocol::JsonText;
using protocol::Refused;

// ---- writing

/// Open boxes are left out.
JsonText boxes_json(const Boxes& boxes) {
    JsonText json = JsonText::object();
    for (const auto& [box, points] : boxes)
        if (points) json.emplace(name_of(box), *points);
    return json;
}

/// Writes a single column as itself, three columns as an array.
template <class Columns, class Write>
JsonText by_column(const Columns& columns, Write write) {
    if (columns.size() == 1) return write(columns.front());
    JsonText array = JsonText::array();
    for (const auto& column : columns) array.push_back(write(column));
    return array;
}

JsonText turn_json(const View::Turn& turn) {
    return JsonText::object({{"seat", turn.seat},
                             {"dice", JsonText::array(turn.dice)},
                             {"throws", turn.throws},
                             {"throws_left", turn.throws_left},
                             {"worth", by_column(turn.worth, boxes_json)}});
}

JsonText column_json(const View::Column& column) {
    JsonText json = JsonText::object(
        {{"boxes", boxes_json(column.boxes)}, {"upper", column.upper}, {"upper_par", column.upper_par}});
    if (column.upper_bonus > 0) json.emplace("upper_bonus", column.upper_bonus);
    return json;
}

JsonText player_json(const View::Player& player) {
    JsonText json = JsonText::object({{"score", player.score}});
    const JsonText columns = by_column(player.columns, column_json);
    if (columns.is_array())
        json.emplace("columns", columns);
    else
        json.update(columns);
    if (player.yahtzee_bonus > 0) json.emplace("yahtzee_bonus", player.yahtzee_bonus);
    return json;
}

JsonText playoff_json(const std::vector<View::PlayoffSum>& sums) {
    JsonText json = JsonText::array();
    for (const auto& [seat, points] : sums)
        json.push_back(JsonText::object({{"seat", seat}, {"points", points}}));
    return json;
}

JsonText with_column(JsonText json, const std::optional<std::uint8_t>& column) {
    if (column) json.emplace("column", *column);
    return json;
}

struct WriteEvent {
    JsonText operator()(const RolledOff& e) const {
        return JsonText::object(
            {{"e", "rolloff"}, {"seat", e.seat}, {"dice", JsonText::array(e.dice)}, {"points", e.points}});
    }
    JsonText operator()(const Starts& e) const {
        return JsonText::object({{"e", "starts"}, {"seat", e.seat}});
    }
    JsonText operator()(const Rolled& e) const {
        return JsonText::object({{"e", "rolled"},
                                 {"seat", e.seat},
                                 {"thrown", JsonText::array(e.thrown)},
                                 {"dice", JsonText::array(e.dice)}});
    }
    JsonText operator()(const ServedGenerala& e) const {
        return JsonText::object({{"e", "served_generala"}, {"seat", e.seat}});
    }
    JsonText operator()(const YahtzeeBonus& e) const {
        return JsonText::object({{"e", "yahtzee_bonus"}, {"seat", e.seat}, {"points", e.points}});
    }
    JsonText operator()(const Scored& e) const {
        return with_column(
            JsonText::object(
                {{"e", "scored"}, {"seat", e.seat}, {"box", name_of(e.box)}, {"points", e.points}}),
            e.column);
    }
    JsonText operator()(const UpperBonus& e) const {
        return with_column(JsonText::object({{"e", "upper_bonus"}, {"seat", e.seat}, {"points", e.points}}),
                           e.column);
    }
    JsonText operator()(const PlayoffBegan& e) const {
        return JsonText::object({{"e", "playoff"}, {"seats", JsonText::array(e.seats)}});
    }
    JsonText operator()(const PlayoffScored& e) const {
        return JsonText::object({{"e", "playoff_scored"}, {"seat", e.seat}, {"points", e.points}});
    }
    JsonText operator()(const Over& e) const {
        return JsonText::object({{"e", "over"}, {"winners", JsonText::array(e.winners)}});
    }
};

struct WriteMove {
    JsonText operator()(const Roll& move) const {
        return JsonText::object({{"do", "roll"}, {"dice", JsonText::array(move.dice)}});
    }
    JsonText operator()(const Score& move) const {
        JsonText json =
            with_column(JsonText::object({{"do", "score"}, {"box", name_of(move.box)}}), move.column);
        if (move.zero) json.emplace("zero", true);
        return json;
    }
};

/// A move in the form of the pushes: "roll 03" throws the dice at positions 0 and 3, "score chance" fills a box,
/// "score chance 2" one of the third column, "score chance zero" with a zero.
struct ListMove {
    std::string operator()(const Roll& move) const {
        std::string text = "roll ";
        for (const int position : move.dice) text += static_cast<char>('0' + position);
        return text;
    }
    std::string operator()(const Score& move) const {
        std::string text = std::string("score ").append(name_of(move.box));
        if (move.column) text += ' ' + std::to_string(*move.column);
        return move.zero ? text + " zero" : text;
    }
};

// ---- reading

Move read_roll(const Field& move) {
    Roll roll;
    for (const Field& die : move["dice"].elements(1, 5)) {
        const auto position = static_cast<std::uint8_t>(die.integer(0, 4));
        if (roll.dice.contains(position)) die.refuse(Code::illegal_move, "This die is named twice.");
        roll.dice.insert(position);
    }
    return roll;
}

Box read_box(const Field& box) { return static_cast<Box>(box.index_in(box_names())); }

Move read_score(const Field& move) {
    Score score{read_box(move["box"]), {}, false};
    if (const auto column = move.given("column"))
        score.column = static_cast<std::uint8_t>(column->integer(0, most_columns - 1));
    if (const auto zero = move.given("zero")) score.zero = zero->flag();
    return score;
}

Move read_any(const Field& move) {
    static constexpr std::array<std::string_view, 2> names{"roll", "score"};
    return move["do"].index_in(names) == 0 ? read_roll(move) : read_score(move);
}

/// The long form of what listed() wrote.
Json long_form(const Field& move) {
    auto words = protocol::words_of(move, 2, 4);
    Json json = Json::object({{"do", words[0]}});
    if (words[0] == "roll") {
        protocol::words_of(move, 2, 2);
        for (std::size_t at = 0; at < words[1].size() && at < 6; ++at)
            json["dice"].push_back(protocol::number_of(words[1].substr(at, 1)));
    } else {
        json["box"] = words[1];
        if (words.size() > 2 && words.back() == "zero") {
            json["zero"] = true;
            words.pop_back();
        }
        if (words.size() > 3) move.refuse(Code::illegal_move, "There are too many values here.");
        if (words.size() == 3) json["column"] = protocol::number_of(words[2]);
    }
    return json;
}

}  // namespace

JsonText to_json(const About& about) {
    JsonText boxes = JsonText::array();
    for (const auto& [box, title] : sheet_of(about.preset).lines()) boxes.push_back(name_of(box));
    JsonText json = JsonText::object({{"game", Game::info().id},
                                      {"rounds", about.rounds},
                                      {"preset", preset_names[static_cast<std::size_t>(about.preset)]},
                                      {"boxes", boxes}});
    if (about.upper_goal) json.emplace("upper_goal", *about.upper_goal);
    return json;
}

JsonText to_json(const View& view) {
    JsonText seats = JsonText::array();
    for (const View::Player& player : view.seats) seats.push_back(player_json(player));
    JsonText json = JsonText::object({{"phase", view.over ? "over" : "play"}, {"round", view.round}});
    if (view.turn) json.emplace("turn", turn_json(*view.turn));
    json.emplace("seats", seats);
    if (!view.playoff.empty()) json.emplace("playoff", playoff_json(view.playoff));
    return json;
}

JsonText to_json(const Seen& seen) { return std::visit(WriteEvent{}, seen); }

JsonText to_json(const Move& move) { return std::visit(WriteMove{}, move); }

JsonText listed(const Move& move) { return JsonText(std::visit(ListMove{}, move)); }

std::variant<Move, Refused> read_move(const Json& json) {
    return protocol::reading([&] {
        const Field move(json, "/move");
        return move.is_text() ? protocol::reading_listed(move, long_form(move), read_any) : read_any(move);
    });
}

}  // namespace cubilete::yahtzee
