#pragma once

#include <functional>
#include <string>
#include <vector>

#include "protocol/json.hpp"
#include "server/lobby/clients.hpp"
#include "server/lobby/decree_keeper.hpp"
#include "server/lobby/directory.hpp"
#include "server/lobby/other_nodes.hpp"

namespace cubilete::server {

/// Collects the answers of a cluster's nodes for the admin interface: a question goes to this node and to all
/// others, and their parts come together. A question is an object with `ask`; a part is an object, empty if
/// the node has nothing to say to it. A part of the Lobby, on its thread.
///
/// {"ask":"who"}                                 {"people":[...]}, each a protocol::AdminPerson, and of all players with tables
///                                               here, wherever they are connected, "seats":[{"player":...,"tables":[...]}]
/// {"ask":"tables"}                              {"tables":[...]}, each a protocol::AdminTableSummary
/// {"ask":"table","room":...}                    {"table":{...}}, a protocol::AdminTableReply
/// {"ask":"close","room":...,"reason":...}       {"closed":true}, or {"refused":why}
/// {"ask":"networks","player":...}               {"networks":[{"hash":...,"doubtful":...}],"here_since_ms":...,"tables":[...]}
/// {"ask":"count","networks":[...],"but":...}    {"others":...,"here":...}
/// {"ask":"secret","hash":...}, of AdminHandler          {"link":...,"session":...,"left_ms":...}
/// {"ask":"links"}, {"ask":"end"}, of AdminHandler       {"open":[...]}, the links that have or had a session there
class AdminScatterGather {
  public:
    using Done = std::function<void(const protocol::Json& part)>;

    AdminScatterGather(Actor& lobby, Clients& clients, const DecreeKeeper& decrees, Directory& directory);

    /// Calls `done` with the parts of all nodes, this one's first.
    void ask_all(const protocol::Json& question, std::function<void(OtherNodes::AdminAnswers)> done);
    /// As ask_all(), with this node's part from the caller.
    void ask_others(const protocol::Json& question, const protocol::Json& own,
                    const std::function<void(OtherNodes::AdminAnswers)>& done);
    /// Calls `done` once, now or soon.
    void answer(const protocol::Json& question, const Done& done);

  private:
    protocol::Json people_here() const;
    protocol::Json seats_here() const;
    protocol::Json tables_here() const;
    protocol::Json networks_of(const std::string& player) const;
    protocol::Json count(const protocol::Json& question) const;
    std::vector<std::string> tables_of(const std::string& player) const;
    void look_at_table(const std::string& room, const Done& done);
    void close_table(const std::string& room, const std::string& reason, const Done& done);

    Actor& lobby_;
    Clients& clients_;
    const DecreeKeeper& decrees_;
    Directory& directory_;
};

}  // namespace cubilete::server
