#pragma once

#include <sstream>
#include <string>
#include <vector>

namespace cubilete::server {

/// The exit code and the output of a subcommand.
struct Said {
    int code;
    std::string out;
    std::string err;
};

using Subcommand = int(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

inline Said said_by(Subcommand& run, const std::vector<std::string>& arguments) {
    std::ostringstream out, err;
    const int code = run(arguments, out, err);
    return {code, out.str(), err.str()};
}

}  // namespace cubilete::server
