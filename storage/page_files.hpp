#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "storage/error.hpp"

namespace cubilete::storage {

/// A file of the page, as it is served.
struct WebFile {
    std::string path;  ///< within its version, e.g. "games/tres/table.js"
    std::string content_type = {};
    std::string bytes = {};
    std::string gzip = {};    ///< the same in gzip format; empty if that is no smaller
    bool standalone = true;   ///< can be opened, framed or run alone
    bool embeddable = false;  ///< other sites may embed it

    friend bool operator==(const WebFile&, const WebFile&) = default;
};

/// The page in all versions that servers on the same data have had lately. A version is named by a hash of its files,
/// so it never changes. It is kept for seven days after a server that has it was last up, but of versions that have not
/// been up for two hours only the latest, such that there are 16 in all.
///
/// Every call waits for the database. One thread at a time. Every call may throw DatabaseError and may be repeated.
class WebFileStore {
  public:
    struct Version {
        std::string hash;
        std::int64_t bytes = 0;  ///< of all its files, both forms

        friend bool operator==(const Version&, const Version&) = default;
    };

    WebFileStore() = default;
    virtual ~WebFileStore() = default;
    WebFileStore(const WebFileStore&) = delete;
    WebFileStore& operator=(const WebFileStore&) = delete;

    /// A server that has this version is up; call it every hour. Drops versions that are not kept any longer. Returns
    /// false if this one is not there.
    virtual bool keep(const std::string& hash) = 0;
    /// Adds the version if it is not there. Several servers may do it at the same time.
    virtual void put(const std::string& hash, const std::vector<WebFile>& files) = 0;
    /// By hash.
    virtual std::vector<Version> versions() = 0;
    /// The files by path; none if the version is not there.
    virtual std::vector<WebFile> read(const std::string& hash) = 0;
};

}  // namespace cubilete::storage
