#include "server/match/shown.hpp"

#include "protocol/views.hpp"
#include "server/match/dice_arithmetic.hpp"

namespace cubilete::server {

using protocol::JsonText;

std::vector<ViewerSight> viewer_sights(const protocol::Match& match, std::span<const Seat> seats) {
    std::vector<Viewer> viewers{Viewer()};
    for (const Seat seat : seats) viewers.push_back({seat});
    std::vector<protocol::ViewerUpdate> viewer_updates = match.viewer_updates(viewers, match.seq());
    std::vector<ViewerSight> seen;
    for (std::size_t at = 0; at < viewers.size(); ++at)
        seen.push_back({viewers[at], std::move(viewer_updates[at])});
    return seen;
}

namespace {

std::string you_text(const protocol::Match& match, Seat seat, const JsonText& moves) {
    return to_json(protocol::MatchPush::You{seat, match.prompt(seat), moves}).dump();
}

std::string you_text(const protocol::Match& match, Seat seat) {
    return you_text(match, seat, match.listed_text(seat));
}

}  // namespace

std::string shown_hashes(const protocol::Match& match, std::span<const ViewerSight> viewer_updates) {
    const JsonText to_act = JsonText::array(match.to_act());
    std::string text;
    const JsonText* hashed = nullptr;
    Digest view{};
    for (const auto& [viewer, sight] : viewer_updates) {
        if (hashed == nullptr || *hashed != sight.view)
            view = view_hash(match.seq(), to_act.dump(), sight.view.dump());
        hashed = &sight.view;
        text += shown_hash(view, sight.events.dump(),
                           viewer.seat ? you_text(match, *viewer.seat) : std::string());
    }
    return text;
}

ShownHashes shown_hashes_of(const protocol::Match& match, Viewer viewer) {
    const protocol::ViewerUpdate sight = match.viewer_updates({&viewer, 1}, match.seq()).front();
    const Digest view = view_hash(match.seq(), JsonText::array(match.to_act()).dump(), sight.view.dump());
    const Digest last_view = view_hash(match.seq(), JsonText::array().dump(), sight.view.dump());
    const std::string you = viewer.seat ? you_text(match, *viewer.seat) : std::string();
    const std::string last_you = viewer.seat ? you_text(match, *viewer.seat, JsonText::array()) : you;
    const auto hash = [&](const std::string& seen) { return shown_hash(view, sight.events.dump(), seen); };
    return {.watcher = hash({}),
            .seat = viewer.seat ? hash(you) : std::string(),
            .events = event_list_hash(match.seq(), sight.events.tree()),
            .without_events = {hex(view), you_hash(you)},
            .if_aborted = {hex(last_view), you_hash(last_you)}};
}

std::string event_list_hash(std::int64_t seq, const protocol::Json& events) {
    const nlohmann::json sorted = events;
    return events_hash(seq, sorted.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace cubilete::server
