#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "protocol/match.hpp"
#include "spar/fields.hpp"

namespace cubilete::server::spar {

/// What the bot was asked for in its matches, and what it has answered. Not thread-safe.
class Prompts {
  public:
    using Json = protocol::Json;

    void shown(const Json& push) {
        if (const auto about = push.find("about"); about != push.end()) game_ = text_of(*about, "game");
        if (const auto you = push.find("you"); you != push.end() && you->contains("moves"))
            moves_[{text_of(push, "match"), number_of(*you, "n")}] = (*you)["moves"];
    }
    /// The moves listed for the prompt that a frame names by `match` and `n`; none if it was not shown.
    Json moves(const Json& frame) const {
        const auto found = moves_.find(prompt_of(frame));
        return found == moves_.end() ? Json::array() : found->second;
    }
    /// The same in their long form.
    Json spelled_moves(const Json& frame) const {
        Json all = moves(frame);
        for (Json& move : all)
            move = std::get<protocol::JsonText>(protocol::spelled_move(game_, move)).tree();
        return all;
    }
    /// The bot sends a move. Returns true if it is the first one for its prompt.
    bool answer(const Json& move) { return answered_.insert(prompt_of(move)).second; }
    std::size_t answered() const { return answered_.size(); }
    /// The newest push before the present one that asked the bot for a move; null before the first.
    const Json& newest() const { return newest_; }
    void asked(Json push) { newest_ = std::move(push); }
    /// The next move for the same prompt is refused as well.
    void refuse_next(const Json& move) { refused_next_.insert(prompt_of(move)); }
    bool refuses(const Json& move) { return refused_next_.erase(prompt_of(move)) > 0; }

  private:
    using Prompt = std::pair<std::string, std::int64_t>;  ///< match and n
    static Prompt prompt_of(const Json& frame) { return {text_of(frame, "match"), number_of(frame, "n")}; }

    std::string game_;
    std::map<Prompt, Json> moves_;
    std::set<Prompt> answered_;
    std::set<Prompt> refused_next_;
    Json newest_;
};

}  // namespace cubilete::server::spar
