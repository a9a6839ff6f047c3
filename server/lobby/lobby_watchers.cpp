// The list of public rooms, and those who watch it.
#include <algorithm>
#include <iterator>
#include <utility>

#include "protocol/codec.hpp"
#include "server/lobby/lobby.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Code;

namespace {

/// Collects a burst of changes into one push; a person does not notice the delay.
constexpr Clock::Duration news_pause{100};

Frame push_frame(protocol::ServerMessage message) {
    return {std::make_shared<const std::string>(protocol::write(std::move(message))), Frame::Kind::push, {}};
}

}  // namespace

void Lobby::look(std::optional<std::string> game, std::function<void(std::vector<RoomWindowPtr>)> done) {
    post([game = std::move(game), done = std::move(done)](Lobby& self) {
        std::vector<RoomWindowPtr> windows;
        for (const Info* one : protocol::catalogue())
            if (!game || one->id == *game) windows.push_back(self.public_rooms_.window(one->id));
        done(std::move(windows));
    });
}

Lobby::Verdict Lobby::carry_out(Client& client, const protocol::RequestId& re, protocol::LobbyList& request) {
    if (!protocol::find_game(request.game)) return no_such_game(request.game);
    const int limit = request.limit.value_or(PublicRooms::most_shown);
    if (services_.other_nodes && request.after)
        return list_of_all(client, re, request.game, *request.after, limit);
    auto rooms = public_rooms_.list(request.game, request.after, limit);
    if (!rooms) return refused(Code::no_room, "There is no room " + *request.after + ".", "/after");
    answer(client.socket, client.player, re,
           protocol::write(protocol::LobbyOk{re, *std::move(rooms), public_rooms_.total(request.game)}));
    return {};
}

Lobby::Verdict Lobby::carry_out(Client& client, const protocol::RequestId& re,
                                protocol::LobbyWatch& request) {
    if (request.game && !protocol::find_game(*request.game)) return no_such_game(*request.game);
    const int limit = request.limit.value_or(PublicRooms::most_shown);
    if (!request.game) {
        client.watches_all = limit;
        client.watched.clear();
    } else if (!client.watches_all) {
        client.watched[*request.game] = limit;
    }
    protocol::LobbyOk shown{re, protocol::JsonText::array(), 0};
    for (const Info* game : protocol::catalogue()) {
        if (request.game && game->id != *request.game) continue;
        const RoomWindowPtr window = public_rooms_.window(game->id);
        if (news_timer_) client.shown[game->id] = window;
        shown.total += window->total;
        for (std::size_t at = 0; at < window->rooms.size() && at < static_cast<std::size_t>(limit); ++at)
            shown.rooms.push_back(window->rooms[at].line);
    }
    answer(client.socket, client.player, re, protocol::write(std::move(shown)));
    return {};
}

Lobby::Verdict Lobby::carry_out(Client& client, const protocol::RequestId& re,
                                protocol::LobbyUnwatch& request) {
    if (request.game) {
        client.watched.erase(*request.game);
    } else {
        client.watches_all.reset();
        client.watched.clear();
    }
    gate_->answer(client.socket, re, protocol::write(protocol::Ok{re}));
    return {};
}

void Lobby::tell_watchers_soon() {
    if (news_timer_ || draining_) return;
    news_timer_ = clock_->after(news_pause, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->tell_watchers();
    });
}

/// Sends each watcher the changes of its window. Watchers of the same window get the same text, except those who have
/// asked since the last news: these have seen changes that the others have not.
void Lobby::tell_watchers() {
    news_timer_.reset();
    Windows now;
    for (const std::string& game : public_rooms_.take_changed()) now[game] = public_rooms_.window(game);
    if (now.empty()) return;
    const Windows before = told_;
    for (const auto& [game, window] : now) told_[game] = window;

    std::map<std::pair<std::string, int>, std::optional<Frame>> frames;
    const auto frame_of = [&](const std::string& game, int limit, Windows shown) {
        if (!shown.empty()) {
            shown.insert(before.begin(), before.end());
            return news_frame(game, limit, shown, now);
        }
        const auto [known, is_new] = frames.try_emplace({game, limit});
        if (is_new) known->second = news_frame(game, limit, before, now);
        return known->second;
    };
    for (auto& [key, client] : clients_) {
        const Windows shown = std::exchange(client.shown, {});
        if (client.watches_all)
            if (const auto frame = frame_of({}, *client.watches_all, shown))
                gate_->send(client.socket, *frame);
        for (const auto& [game, limit] : client.watched)
            if (now.contains(game))
                if (const auto frame = frame_of(game, limit, shown)) gate_->send(client.socket, *frame);
    }
}

/// The push for those who watch a game, or all games; nothing if they see no change.
std::optional<Frame> Lobby::news_frame(const std::string& game, int limit, const Windows& before,
                                       const Windows& now) {
    const RoomWindow nothing_shown;
    protocol::LobbyPush push;
    bool other_total = false;
    if (game.empty())
        for (const Info* one : protocol::catalogue()) push.total += public_rooms_.window(one->id)->total;
    else
        push.total = now.at(push.game.emplace(game))->total;
    for (const auto& [its_game, window] : now) {
        if (!game.empty() && its_game != game) continue;
        const auto known = before.find(its_game);
        const RoomWindow& old = known == before.end() || !known->second ? nothing_shown : *known->second;
        RoomChanges changes = changes_of(old, *window, limit);
        for (RoomWindow::Shown& room : changes.put) push.put.push_back(std::move(room.line));
        std::ranges::move(changes.gone, std::back_inserter(push.gone));
        other_total |= old.total != window->total;
    }
    if (!other_total && push.put.empty() && push.gone.empty()) return std::nullopt;
    return push_frame(std::move(push));
}

}  // namespace cubilete::server
