#include "server/lobby/lobby.hpp"

#include <utility>
#include <variant>

#include "server/core/cost.hpp"
#include "server/core/spdlog.hpp"
#include "server/core/tokens.hpp"
#include "server/lobby/other_nodes.hpp"
#include "server/match/built_in_bots.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

namespace {

constexpr Clock::Duration bots_retry_interval{1'000};

bool brings_password(const protocol::RoomAction& action) {
    if (const auto* join = std::get_if<protocol::RoomJoin>(&action)) return join->password.has_value();
    const auto* set = std::get_if<protocol::RoomSet>(&action);
    return set && set->fields.password && *set->fields.password;
}

}  // namespace

Lobby::Lobby(const Services& services, std::string data_id)
    : Actor(services, services.threads.first()),
      clients_(
          *this, [this](const auto& from, auto&& message) { handle(from, std::move(message)); },
          [this](const ClientNetwork& network) { return decrees_.tag_of(network); }),
      decrees_(*this, [this](const Decree& decree) { decree_enforcer_.on_change(decree); }),
      directory_(*this, clients_, decrees_),
      matchmaker_(*this, clients_, directory_),
      accounts_(*this, clients_, directory_),
      practice_(*this, clients_),
      decree_enforcer_(*this, clients_, decrees_, directory_),
      admin_handler_(*this, clients_, decrees_, directory_, accounts_),
      greeter_(*this, clients_, decree_enforcer_, decrees_, directory_, accounts_, std::move(data_id)) {}

std::shared_ptr<Lobby> Lobby::open(const Services& services) {
    // Nobody is connected yet, so that reading here delays nobody.
    const auto store = services.store();
    std::shared_ptr<Lobby> lobby(new Lobby(services, store->data_id()));
    lobby->open_gate();
    for (const BuiltInBot& one : built_in_bots())
        if (!store->player(one.info.id)) lobby->missing_bots_.push_back(one.info);
    lobby->add_built_in_bots();
    lobby->decrees_.load(*store);
    if (!services.cluster) lobby->directory_.adopt(*store);
    return lobby;
}

/// Stores the built-in bots as players. Their tokens are thrown away, so nobody can log in as one. Nodes that start
/// together on new data all do this.
void Lobby::add_built_in_bots() {
    for (const protocol::PlayerInfo& bot : missing_bots_)
        gate().write(storage::PutPlayer{.player = {.id = bot.id,
                                                   .name = bot.name,
                                                   .token_hash = hash_of(random_token()),
                                                   .bot = true,
                                                   .lang = {},
                                                   .agent = "house",
                                                   .since_ms = clock().wall_ms()},
                                        .unless_there = true});
    when_durable([this] { missing_bots_.clear(); });
}

void Lobby::on_exception(const std::string& reason) { spdlog::error("the lobby met a fault: {}", reason); }

/// The disk was full: the clients that waited for a write have been refused, and may try again.
void Lobby::reload() {
    if (!missing_bots_.empty() && !bots_retry_)
        bots_retry_ = after(bots_retry_interval, [this] {
            bots_retry_.reset();
            add_built_in_bots();
        });
    accounts_.cancel_writes();
    clients_.end_greetings();
    decrees_.cancel_writes();
}

// A message is taken at once if its socket lives on the lobby's thread, else in the order of the posts. The lobby calls
// rooms, and both send to sockets, but neither a room nor a socket calls the lobby back: their reports are posts.
void Lobby::receive(SinkPtr from, protocol::ClientMessage&& message) {
    run([this, from = std::move(from), message = std::move(message)]() mutable {
        handle(from, std::move(message));
    });
}

void Lobby::on_socket_closed(SinkPtr socket) {
    poster()([this, socket = std::move(socket)] { directory_.on_socket_closed(socket); });
}

void Lobby::list_rooms(std::optional<std::string> game,
                       std::function<void(std::vector<RoomWindowPtr>)> done) {
    poster()([this, game = std::move(game), done = std::move(done)] {
        std::vector<RoomWindowPtr> windows;
        for (const GameInfo* one : protocol::catalogue())
            if (!game || one->id == *game) windows.push_back(directory_.lists().window(one->id));
        done(std::move(windows));
    });
}

void Lobby::handle_admin_request(PendingAdminRequest ask, protocol::AdminRequest request) {
    poster()([this, ask = std::move(ask), request = std::move(request)] {
        if (Verdict why = clients_.check_available()) return ask.answer(*std::move(why));
        admin_handler_.handle(ask, request);
    });
}

void Lobby::set_database_away(bool away) {
    poster()([this, away] { directory_.set_database_away(away); });
}

void Lobby::drain(std::function<void()> done) {
    poster()([this, done = std::move(done)] {
        clients_.drain();
        // Each room, and the lobby itself, holds a share of `all`; when the last one lets go, `done` runs.
        const std::shared_ptr<void> all(nullptr, [done](void*) { done(); });
        directory_.drain(all);
        gate().when_idle([all] {});
    });
}

void Lobby::handle(const SinkPtr& from, protocol::ClientMessage&& message) {
    Clients::Client& client = clients_.of(from);
    if (client.over) return;
    if (client.greeting || client.reading) {
        client.waiting.push_back(std::move(message));
        return;
    }
    auto requester = clients_.requester(from, message.id);
    const auto* to_room = std::get_if<protocol::RoomRequest>(&message.request);
    Verdict verdict;
    const auto* admin_request = std::get_if<protocol::AdminRequest>(&message.request);
    // Entries that were asked for wait for these, also while the server stops or has too much to write.
    if (to_room && is_dice_answer(to_room->action) && requester) {
        verdict = forward_to_room(*std::move(requester), message);
        if (verdict) clients_.quotas().requests.charge(client.player, 1);
    } else if (Verdict why = clients_.check_available())
        verdict = std::move(why);
    else if (admin_request)
        verdict = admin_handler_.handle(from, message.id, *admin_request);
    else if (auto* hello = std::get_if<protocol::Hello>(&message.request))
        greeter_.greet(from, message.id, std::move(*hello));
    else if (!requester)
        verdict = refused(protocol::Code::hello_first, "Say hello first.");
    else if (Verdict too_much = clients_.quotas().requests.try_consume(client.player))
        verdict = std::move(too_much);
    else if (to_room)
        verdict = forward_to_room(*std::move(requester), message);
    else
        verdict = carry_out(*requester, std::get<protocol::LobbyRequest>(message.request));
    if (verdict) clients_.refuse(from, message.id, std::move(*verdict));
}

/// A request goes to the part that has carry_out() for it.
Verdict Lobby::carry_out(const Requester& from, protocol::LobbyRequest& request) {
    if (Verdict why = decree_enforcer_.check(from, request)) return why;
    return std::visit(
        [&](auto& one) {
            if constexpr (requires { accounts_.carry_out(from, one); })
                return accounts_.carry_out(from, one);
            else if constexpr (requires { matchmaker_.carry_out(from, one); })
                return matchmaker_.carry_out(from, one);
            else if constexpr (requires { practice_.carry_out(from, one); })
                return practice_.carry_out(from, one);
            else
                return directory_.lists().carry_out(from, one);
        },
        request);
}

/// Charges for a request to a room, and passes it to the room.
Verdict Lobby::forward_to_room(Requester from, protocol::ClientMessage& message) {
    auto& request = std::get<protocol::RoomRequest>(message.request);
    const std::string& code = request.room;
    const std::string& player = from.player.id;
    const ClientNetwork& network = from.socket->network();
    Invitations& invitations = services().invitations;
    OtherNodes* others = services().other_nodes;
    Quotas& quotas = clients_.quotas();
    if (Verdict why = decree_enforcer_.check(player, request.action)) return why;
    const Directory::Entry* entry = directory_.find(code);
    const Clients::Person& who = *clients_.person(player);
    std::set<std::string>& visited = clients_.of(from.socket).visited;
    const bool knows = who.rooms.contains(code) || who.seats.contains(code);
    // Of a room that is not here the other nodes count it.
    if (!knows && !visited.contains(code) && (entry || !others)) {
        const TokenBucket::Time now(clock().now());
        if (const auto wait = invitations.required_wait(network, now)) return code_rate_exceeded(*wait);
        if (!entry) invitations.count_wrong_code(network, now);
    }
    if (!entry || (entry->is_moving && !is_dice_answer(request.action))) {
        if (!others) return no_room(code);
        quotas.requests.charge(player, Cost{.bytes = message.text.size()}.requests());
        others->forward(from, std::move(message));
        return {};
    }
    if (std::holds_alternative<protocol::RoomChat>(request.action))
        if (Verdict too_much = quotas.chat.try_consume(player)) return too_much;
    const bool makes_entry = std::holds_alternative<protocol::Move>(request.action) ||
                             std::holds_alternative<protocol::Hint>(request.action);
    if (makes_entry)
        if (Verdict too_much = quotas.entries.try_consume(network)) return too_much;
    if (brings_password(request.action))
        if (Verdict too_much = quotas.hashes.try_consume(network)) return too_much;
    if (std::holds_alternative<protocol::RoomJoin>(request.action)) visited.insert(code);
    entry->room->post([from = std::move(from), action = std::move(request.action)](Room& room) {
        room.handle(from, action);
    });
    return {};
}

}  // namespace cubilete::server
