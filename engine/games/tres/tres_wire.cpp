#include "engine/games/tres/tres_wire.hpp"

#include <utility>

namespace cubilete::tres {

namespace {

using protocol::Rejection;

/// A move in the form of the pushes: "0 r8 r9" lays these cards on place 0.
struct ListMove {
    std::string operator()(const Play& move) const {
        std::string text = std::to_string(move.on);
        for (const Card& card : move.cards) (text += ' ') += card_text(card);
        return with_call(std::move(text), move.tres);
    }
    std::string operator()(const Draw&) const { return "draw"; }
    std::string operator()(const Pass& move) const { return with_call("pass", move.tres); }
    std::string operator()(const SayTres&) const { return "tres"; }
    std::string operator()(const Catch& move) const { return "catch " + std::to_string(move.seat); }

    static std::string with_call(std::string text, bool tres) {
        return tres ? std::move(text) + " tres" : text;
    }
};

/// The cards of a play are in the order of cards, however the client named them.
Move read_any(const Field& json) {
    Move move = read_one_of(json, "do", Move());
    if (auto* play = std::get_if<Play>(&move);
        play && play->cards.size() == 2 && play->cards[1] < play->cards[0])
        std::swap(play->cards[0], play->cards[1]);
    return move;
}

/// The long form of what listed() wrote.
Json long_form(const Field& move) {
    auto words = protocol::split_words(move, 1, 4);
    const bool is_call = words == std::vector<std::string_view>{"tres"};
    const bool tres = !is_call && words.back() == "tres";
    if (tres) words.pop_back();
    Json json = Json::object({{"do", words.front()}});
    if (words.front() == "catch") {
        protocol::split_words(move, 2, 2);
        json["seat"] = protocol::number_of(words[1]);
    } else if (const Json on = protocol::number_of(words.front()); on.is_number()) {
        json = Json::object({{"do", "play"}, {"on", on}});
        json["cards"] = std::vector<std::string>(words.begin() + 1, words.end());
    } else {
        protocol::split_words(move, 1, tres ? 2 : 1);
    }
    if (tres) json["tres"] = true;
    return json;
}

}  // namespace

JsonText to_json(const About& about) { return json_of(about); }
JsonText to_json(const View& view) { return json_of(view); }
JsonText to_json(const Seen& seen) { return json_of(seen); }
JsonText to_json(const Move& move) { return json_of(move); }

JsonText listed(const Move& move) { return JsonText(std::visit(ListMove{}, move)); }

std::variant<Move, Rejection> read_move(const Json& json) {
    return protocol::catch_unreadable([&] {
        const Field move(json, "/move");
        return move.is_text() ? protocol::read_short_move(move, long_form(move), read_any) : read_any(move);
    });
}

}  // namespace cubilete::tres
