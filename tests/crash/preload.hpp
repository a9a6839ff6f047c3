#pragma once

#include <cstdlib>
#include <string>

#include <dlfcn.h>
#include <unistd.h>

/// What the preloaded faults have in common: they stand between the server and its data directory, $CRASH_DATA,
/// and see all that is written, synced, cut and taken away there. Other files pass.
namespace crash {

/// The function that would have been called had we not been there.
template <class Function>
Function* next(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

inline std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

/// The file's name within the data directory; "." for the directory, nothing for what lies elsewhere.
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
