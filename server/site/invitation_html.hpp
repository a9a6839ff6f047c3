#pragma once

#include <string>

#include "server/room/invitations.hpp"
#include "server/site/site_texts.hpp"

namespace cubilete::server {

/// One line about a room: the seated players, the number of free seats, the phase and the clock.
std::string invitation_line(const SiteTexts::Texts& texts, const Invitation& invitation);

/// The HTML of the form to join a room, as the script draws it. boot.js makes it work before the other files
/// are loaded.
std::string join_form(const SiteTexts::Texts& texts, const Invitation& invitation);

}  // namespace cubilete::server
