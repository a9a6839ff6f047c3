#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "protocol/json.hpp"
#include "server/spar/server.hpp"
#include "server/spar/wire.hpp"

namespace cubilete::server::spar {

/// The person who gives the table at which `cubilete spar` plays: makes it, seats players of the house, stands up
/// and watches. Comes back by itself. On one strand.
class Host {
  public:
    using Json = protocol::Json;
    using Then = std::function<void(const Json& reply)>;
    struct Ears {
        std::function<void(const std::string& code)> table;  ///< it is laid
        std::function<void()> news;                          ///< the room has changed
        std::function<void(const std::string& why)> failed;  ///< the server does not want this table
    };
    /// `create`: the settings of the table, `room.create` without its type.
    Host(const Strand& strand, Server& server, Json create, Ears ears);

    /// To be called each time the server is open.
    void come();
    /// Asks, if there is a connection; `then` gets the reply, if one comes.
    void ask(Json request, Then then = {});

    const std::string& code() const { return code_; }
    /// As the last push of the room said.
    std::string phase() const;
    /// The player in the seat that is no house player's sits there and is here.
    bool has(const std::string& player) const;

  private:
    void greet();
    void lay_table();
    void hear(const std::string& text);

    Strand strand_;
    Server& server_;
    Json create_;
    Ears ears_;
    WirePtr wire_;
    std::string token_;
    std::string code_;
    Json room_;
    int asked_ = 0;
    std::map<int, Then> waiting_;
};

}  // namespace cubilete::server::spar
