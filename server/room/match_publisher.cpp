#include "server/room/match_publisher.hpp"

#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/tokens.hpp"

namespace cubilete::server {

namespace {

// Bounds of the events that a returning member is sent; past one of them they get the present view only.
constexpr std::int64_t most_missed_entries = 1'500;
constexpr std::size_t most_missed_bytes = 256 * 1024;
// The clock in a shared text may be wrong by this.
constexpr auto same_push_interval = std::chrono::milliseconds(50);

Viewer viewer_of(const Table& match, const std::string& player) { return {match.seat_of(player)}; }

std::optional<protocol::MatchPush::You> you_of(const Table& table, Viewer viewer) {
    if (!viewer.seat) return std::nullopt;
    const protocol::Match& match = table.match();
    return protocol::MatchPush::You{
        *viewer.seat, match.prompt(*viewer.seat),
        table.over() ? protocol::JsonText::array() : match.listed_text(*viewer.seat)};
}

MatchPublisher::Text text_of_push(const protocol::SharedPush& push, const Table& table, Viewer viewer) {
    return std::make_shared<const std::string>(push.text(you_of(table, viewer)));
}

}  // namespace

MatchPublisher::MatchPublisher(Actor& actor, const TurnClock& clock, std::string room)
    : actor_(actor), clock_(clock), room_(std::move(room)) {}

protocol::MatchPush MatchPublisher::push(const Table& table, protocol::ViewerUpdate sight) const {
    const protocol::Match& match = table.match();
    protocol::MatchPush push;
    push.room = room_;
    push.match = table.id();
    push.seq = match.seq();
    push.by = match.last().by;
    push.sight = std::move(sight);
    if (!table.over()) push.to_act = match.to_act();
    push.clock = clock_.push();
    if (auto result = table.result())
        push.result = protocol::MatchPush::End{*std::move(result), table.reason(), table.absent_seats()};
    push.hash = hex(table.hash());
    push.dice = table.newest_draws();
    push.proof = table.proof();
    return push;
}

std::shared_ptr<const Frame::InRoom> MatchPublisher::make_in_room(const Table& match) const {
    return std::make_shared<const Frame::InRoom>(Frame::InRoom{room_, match.id(), match.match().seq()});
}

void MatchPublisher::add_newcomer(const SinkPtr& socket) {
    std::erase_if(newcomers_, [](const auto& newcomer) { return newcomer.expired(); });
    newcomers_.push_back(socket);
}

bool MatchPublisher::is_newcomer(const SinkPtr& socket) const {
    return std::ranges::any_of(newcomers_, [&](const auto& newcomer) { return newcomer.lock() == socket; });
}

void MatchPublisher::send(Table& match, std::int64_t events_from, const RoomSockets& sockets) {
    std::vector<Viewer> viewers;
    for (const auto& [player, own] : sockets.by_player())
        if (const Viewer viewer = viewer_of(match, player);
            std::ranges::find(viewers, viewer) == viewers.end())
            viewers.push_back(viewer);
    const auto viewer_updates = match.take_sights(viewers, events_from);
    // A push without an entry of its own must not replace the one with the events. With witnesses each entry counts:
    // programs look whether it was shown before the question for the next one.
    const bool is_witnessed = match.dice() && match.dice()->witness();
    const std::string subject =
        is_witnessed ? "" : match.id() + (events_from > match.match().seq() ? " again" : "");
    const bool first = std::exchange(introduced_match_, match.id()) != match.id();
    struct PushVariant {
        const protocol::ViewerUpdate& sight;
        bool introduces;
        protocol::SharedPush text;
    };
    std::vector<PushVariant> alike;
    const auto push_to = [&](const protocol::ViewerUpdate& sight,
                             bool introduces) -> const protocol::SharedPush& {
        for (const PushVariant& known : alike)
            if (known.introduces == introduces && known.sight == sight) return known.text;
        protocol::MatchPush written = push(match, sight);
        if (introduces) written.about = match.match().about_text();
        return alike.emplace_back(PushVariant{sight, introduces, protocol::SharedPush(written)}).text;
    };
    struct Texts {
        Text usual;
        Text introduction;
    };
    std::vector<Texts> texts(viewers.size());
    const auto in_room = make_in_room(match);
    const auto frame_of = [&](std::size_t at, bool introduces) -> Frame {
        Text& text = introduces ? texts[at].introduction : texts[at].usual;
        if (!text) text = text_of_push(push_to(viewer_updates[at], introduces), match, viewers[at]);
        return {text, Frame::Kind::push, introduces ? std::string() : subject, in_room};
    };
    for (const auto& [player, own] : sockets.by_player()) {
        const auto viewer = std::ranges::find(viewers, viewer_of(match, player));
        for (const SinkPtr& socket : own)
            actor_.gate().send(socket, frame_of(static_cast<std::size_t>(viewer - viewers.begin()),
                                                first || is_newcomer(socket)));
    }
    newcomers_.clear();
}

std::size_t MatchPublisher::catch_up(const Table& match, const std::string& player, std::int64_t unseen,
                                     const SinkPtr& socket) {
    std::erase_if(newcomers_, [&](const auto& newcomer) { return newcomer.lock() == socket; });
    const Viewer viewer = viewer_of(match, player);
    const CatchUpKey wanted{match.id(),   viewer,          unseen,           match.match().seq(),
                            match.over(), clock_.number(), clock_.deadline()};
    const Clock::Duration now = actor_.clock().now();
    Text text;
    if (catch_up_key_ == wanted && now - written_at_ < same_push_interval) text = text_.lock();
    if (!text) {
        text = missed_text(match, viewer, unseen);
        catch_up_key_ = wanted;
        written_at_ = now;
        text_ = text;
    }
    actor_.gate().send(socket, {text, Frame::Kind::push, {}, make_in_room(match)});
    return counted_bytes_;
}

MatchPublisher::Text MatchPublisher::missed_text(const Table& table, Viewer viewer, std::int64_t unseen) {
    const protocol::Match& match = table.match();
    const std::int64_t now = match.seq();
    std::int64_t left_out = 0;
    if (now - unseen >= most_missed_entries) {
        left_out = now - unseen + 1;
        unseen = now + 1;
    }
    auto missed = push(table, match.viewer_updates({&viewer, 1}, unseen).front());
    missed.about = match.about_text();
    counted_bytes_ = unseen <= now ? missed.sight.events.dump().size() : 0;
    if (counted_bytes_ > most_missed_bytes) {
        left_out = now - unseen + 1;
        missed.sight.events = protocol::JsonText::array();
    } else if (unseen <= now) {
        missed.entries = match.entries_text(viewer, unseen, now);
    }
    if (left_out > 0) missed.left_out = left_out;
    return text_of_push(protocol::SharedPush(missed), table, viewer);
}

}  // namespace cubilete::server
