#include "server/cluster/shared_lobby.hpp"

namespace cubilete::server {

namespace {

constexpr std::size_t most_players_of_message = 1'000;

}  // namespace

SharedLobby::SharedLobby(const NodeContext& node, OwnSockets& sockets)
    : node_(node),
      sockets_(sockets),
      windows_(*node.clock, [this](const WindowNews& news) { node_.links->broadcast(news); }),
      tables_asked_(*node.clock),
      rooms_asked_(*node.clock),
      admin_questions_(*node.clock) {}

void SharedLobby::on_hello(const SinkPtr& socket, const protocol::PlayerInfo& player) {
    sockets_.add(socket, player);
    node_.links->broadcast(mesh::ConnectedPlayers{{player.id}});
    if (!forgotten_.contains(player.id)) return;
    // They were deleted at another node while this hello waited for the disk.
    node_.lobby.clients().of(socket).over = true;
    socket->close(CloseCode::deleted, "deleted");
}

void SharedLobby::on_rename(const protocol::PlayerInfo& player) {
    sockets_.rename(player);
    node_.links->broadcast(mesh::Renamed{player.id, player.name, player.avatar});
}

void SharedLobby::on_account_deleted(const std::string& player) {
    forgotten_.insert(player);
    node_.links->broadcast(mesh::AccountDeleted{player});
}

void SharedLobby::forget(const std::string& player) {
    // Who deletes themself here is answered first: on_account_deleted() follows the answer, unless the disk is full.
    if (node_.lobby.accounts().is_being_deleted(player))
        return node_.lobby.when_idle(
            [this, post = node_.post, player] { post([this, player] { forget(player); }); });
    if (forgotten_.insert(player).second) node_.lobby.accounts().forget(player);
}

void SharedLobby::on_room_arrived(const storage::OpenRoom& room) const {
    std::set<std::string> players;
    for (const storage::Player& one : room.people) players.insert(one.id);
    for (const storage::ChatLine& line : room.chat) players.insert(line.from);
    for (const std::string& player : players)
        if (forgotten_.contains(player))
            node_.lobby.directory().post(room.room.code,
                                         [player](Room& here) { here.on_account_deleted(player); });
}

void SharedLobby::tables_of(const std::string& player, Questions<protocol::Json>::Done done) {
    tables_asked_.ask(
        [&](std::int64_t number) {
            return node_.peers.ask_all(mesh::TablesQuery{number, player});
        },
        std::move(done));
}

void SharedLobby::list_rooms_after(const std::string& game, const RoomPlace& after, int limit,
                                   Questions<RoomWindow::ListedRoom>::Done done) {
    rooms_asked_.ask(
        [&](std::int64_t number) {
            return node_.peers.ask_all(mesh::RoomsQuery{number, game, after, limit});
        },
        std::move(done));
}

void SharedLobby::ask_nodes(const protocol::Json& question,
                            std::function<void(OtherNodes::AdminAnswers)> done) {
    const std::map<Epoch, std::string> living = node_.peers.living();
    admin_questions_.ask(
        [&](std::int64_t number) {
            return node_.peers.ask_all(mesh::AdminQuery{number, question.dump()});
        },
        [living, done = std::move(done)](std::vector<std::pair<Epoch, protocol::Json>> parts) {
            OtherNodes::AdminAnswers answers;
            std::map<Epoch, std::string> silent = living;
            for (auto& [node, part] : parts) {
                silent.erase(node);
                answers.parts.push_back(std::move(part));
            }
            for (const auto& [node, address] : silent) answers.silent.push_back(address);
            done(std::move(answers));
        });
}

void SharedLobby::on_link_up(Epoch node) const {
    mesh::ConnectedPlayers here;
    const auto tell = [&] { node_.links->send(node, std::exchange(here, {})); };
    for (const std::string& player : sockets_.players()) {
        here.players.push_back(player);
        if (here.players.size() == most_players_of_message) tell();
    }
    tell();
    for (const WindowNews& news : windows_.published()) node_.links->send(node, news);
}

void SharedLobby::handle(Epoch from, const mesh::ConnectedPlayers& here) const {
    mesh::RoomMembers members;
    for (const std::string& player : here.players)
        if (node_.lobby.clients().is_member(player)) members.players.push_back(player);
    if (!members.players.empty()) node_.links->send(from, members);
}

void SharedLobby::handle(Epoch from, const mesh::RoomMembers& members) {
    for (const std::string& player : members.players) sockets_.attach_all(player, from);
}

void SharedLobby::handle(Epoch, const mesh::Renamed& renamed) {
    const protocol::PlayerInfo player{.id = renamed.player, .name = renamed.name, .avatar = renamed.avatar};
    sockets_.rename(player);
    node_.lobby.accounts().rename(player);
}

void SharedLobby::handle(Epoch from, const mesh::TablesQuery& wanted) const {
    node_.lobby.accounts().tables_of(
        wanted.player, [this, post = node_.post, from, number = wanted.number](auto tables) {
            post([this, from, number, tables = protocol::Json(std::move(tables)).dump()] {
                node_.links->send(from, mesh::Tables{number, tables});
            });
        });
}

void SharedLobby::handle(Epoch from, const mesh::Tables& tables) {
    std::vector<protocol::Json> read;
    for (protocol::Json& table : protocol::Json::parse(tables.tables)) read.push_back(std::move(table));
    tables_asked_.on_answer(tables.number, from, std::move(read));
}

void SharedLobby::handle(Epoch from, const mesh::RoomsQuery& wanted) const {
    auto rooms = node_.lobby.directory().lists().rooms().after(wanted.game, wanted.after, wanted.limit,
                                                               PublicRooms::Which::own);
    node_.links->send(from, mesh::Rooms{wanted.number, std::move(rooms)});
}

void SharedLobby::handle(Epoch from, const mesh::AdminQuery& wanted) const {
    node_.lobby.admin().answer(protocol::Json::parse(wanted.question),
                               [this, from, number = wanted.number](const protocol::Json& part) {
                                   node_.links->send(from, mesh::AdminAnswer{number, part.dump()});
                               });
}

void SharedLobby::handle(Epoch from, const mesh::AdminAnswer& part) {
    admin_questions_.on_answer(part.number, from, {{from, protocol::Json::parse(part.answer)}});
}

}  // namespace cubilete::server
