// The only source that contains the version and the commit: another one compiles only this file.
#include "server/core/version.hpp"

#include "commit.hpp"

namespace cubilete::server {

constinit const std::string_view program_version = CUBILETE_VERSION;
constinit const std::string_view program_commit = CUBILETE_COMMIT;

}  // namespace cubilete::server
