#pragma once

#include <optional>
#include <span>
#include <string>

#include "server/site/static_files.hpp"

namespace cubilete::server {

/// Makes the verifier for a saved match: one HTML file that checks without a network, also when it is opened
/// from a disk. It is `verifier/verifier.html` with the bundles `verifier/verifier.js`, `verifier/verifier.css` and
/// `ui/dark.css` in it; its Content-Security-Policy allows these three by their hashes, and no request. Returns
/// nothing if one of them is missing. Throws std::runtime_error if one would end or hide the element around it.
std::optional<std::string> verifier_page(std::span<const EmbeddedFile> client);

}  // namespace cubilete::server
