#include "server/match/shown.hpp"

#include "protocol/views.hpp"
#include "server/match/dice_arithmetic.hpp"

namespace cubilete::server {

using protocol::JsonText;

std::vector<SeenBy> sights_to(const protocol::Match& match, std::span<const Seat> seats) {
    std::vector<Viewer> viewers{Viewer()};
    for (const Seat seat : seats) viewers.push_back({seat});
    std::vector<protocol::Sight> sights = match.sights(viewers, match.seq());
    std::vector<SeenBy> seen;
    for (std::size_t at = 0; at < viewers.size(); ++at) seen.push_back({viewers[at], std::move(sights[at])});
    return seen;
}

std::string shown_text(const protocol::Match& match, std::span<const SeenBy> sights) {
    const JsonText to_act = JsonText::array(match.to_act());
    std::string text;
    const JsonText* hashed = nullptr;
    Digest view{};
    for (const auto& [viewer, sight] : sights) {
        if (hashed == nullptr || *hashed != sight.view)
            view = view_hash(match.seq(), to_act.dump(), sight.view.dump());
        hashed = &sight.view;
        std::string you;
        if (const auto seat = viewer.seat)
            you = to_json(protocol::MatchPush::You{*seat, match.prompt(*seat), match.listed_text(*seat)})
                      .dump();
        text += shown_hash(view, sight.events.dump(), you);
    }
    return text;
}

}  // namespace cubilete::server
