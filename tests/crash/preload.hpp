#pragma once

#include <cstdlib>
#include <string>

#include <dlfcn.h>
#include <unistd.h>

/// The common part of the preloaded faults: they stand between the server and its data directory,
/// $CRASH_DATA, and intercept everything that is written, synced, truncated and removed there. Calls for
/// other files pass.
namespace crash {

/// The original function that this library replaces.
template <class Function>
Function* next(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

inline std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

/// The file's name relative to the data directory; "." for the directory, empty for files outside of it.
inline std::string data_name(const std::string& path) {
    static const std::string home = variable("CRASH_DATA");
    if (home.empty() || path.compare(0, home.size(), home) != 0) return {};
    if (path.size() == home.size()) return ".";
    return path[home.size()] == '/' ? path.substr(home.size() + 1) : std::string();
}

inline std::string data_name(int file) {
    char path[4096];
    const std::string link = "/proc/self/fd/" + std::to_string(file);
    const ssize_t size = readlink(link.c_str(), path, sizeof path);
    return size > 0 ? data_name(std::string(path, static_cast<std::size_t>(size))) : std::string();
}

}  // namespace crash
