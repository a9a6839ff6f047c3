#pragma once

#include <optional>
#include <span>
#include <string>

#include "server/site/modules.hpp"
#include "server/site/static_files.hpp"

namespace cubilete::server {

/// Makes the verifier for a saved match: one HTML file that checks without a network, also when it is opened
/// from a disk. It is `verifier/verifier.html` with `verifier_script` of `joined` and `verifier/verifier.css` in
/// it; its Content-Security-Policy allows these two by their hashes, and no request. Returns nothing if the web
/// client has no verifier. Throws std::runtime_error if the script would end or hide the element around it.
std::optional<std::string> verifier_page(std::span<const SourceFile> client,
                                         std::span<const JoinedFile> joined);

}  // namespace cubilete::server
