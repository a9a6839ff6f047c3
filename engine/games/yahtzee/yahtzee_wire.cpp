#include "engine/games/yahtzee/yahtzee_wire.hpp"

namespace cubilete::yahtzee {

namespace {

using protocol::Rejection;

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

Move read_any(const Field& json) { return read_one_of(json, "do", Move()); }

/// The long form of what listed() wrote.
Json long_form(const Field& move) {
    auto words = protocol::split_words(move, 1, 4);
    Json json = Json::object({{"do", words[0]}});
    if (words[0] == "roll") {
        protocol::split_words(move, 2, 2);
        for (std::size_t at = 0; at < words[1].size() && at < 6; ++at)
            json["dice"].push_back(protocol::number_of(words[1].substr(at, 1)));
    } else if (words[0] == "score") {
        protocol::split_words(move, 2, 4);
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

}  // namespace cubilete::yahtzee
