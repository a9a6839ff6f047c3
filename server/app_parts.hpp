#pragma once

#include <string>

#include <boost/system/system_error.hpp>

#include "server/app.hpp"

/// What the sources of App share.
namespace cubilete::server {

/// Opens one part of the server; turns any exception into a StartError that names the setting.
template <class Open>
auto opened(const std::string& setting, Open open) {
    try {
        return open();
    } catch (const boost::system::system_error& error) {
        // what() would name a line of Asio's source.
        throw StartError(setting + ": " + error.code().message());
    } catch (const std::exception& error) {
        throw StartError(setting + ": " + error.what());
    }
}

/// Ends the process at once with the exit code `end`. Any thread.
[[noreturn]] void fail_stop(storage::End end, const std::string& reason);

}  // namespace cubilete::server
