#pragma once

#include <string>
#include <vector>

#include "server/lobby/clients.hpp"
#include "server/lobby/decree_keeper.hpp"
#include "server/lobby/desk_ask.hpp"
#include "server/lobby/directory.hpp"

namespace cubilete::server {

/// What operators ask the desk to see. A part of the Lobby, on its thread.
class DeskViews {
  public:
    DeskViews(Actor& lobby, Clients& clients, DecreeKeeper& decrees, Directory& directory);

    void carry_out(const DeskAsk& ask, const protocol::DeskWho& request);
    void carry_out(const DeskAsk& ask, const protocol::DeskTables& request);
    void carry_out(const DeskAsk& ask, const protocol::DeskTable& request);
    void carry_out(const DeskAsk& ask, const protocol::DeskPlayer& request);
    void carry_out(const DeskAsk& ask, const protocol::DeskBans& request);
    void carry_out(const DeskAsk& ask, const protocol::DeskLog& request);
    void carry_out(const DeskAsk& ask, const protocol::DeskReports& request);
    void carry_out(const DeskAsk& ask, const protocol::DeskSettings& request);

  private:
    std::vector<protocol::Json> people_here() const;
    std::vector<protocol::Json> tables_here() const;
    std::vector<std::string> tables_of(const std::string& player) const;
    protocol::DeskDecree view_of(const Decree& decree) const;

    Actor& lobby_;
    Clients& clients_;
    DecreeKeeper& decrees_;
    Directory& directory_;
};

}  // namespace cubilete::server
