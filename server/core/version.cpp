// The only source that contains the version: another version compiles only this file.
#include "server/core/version.hpp"

namespace cubilete::server {

constinit const std::string_view program_version = CUBILETE_VERSION;

}  // namespace cubilete::server
