#pragma once

#include <memory>
#include <string>
#include <vector>

#include "storage/page_files.hpp"
#include "storage/postgres/connection.hpp"

namespace cubilete::storage::postgres {

/// Over a connection of its own, which is opened when it is needed and again after a failure.
class PostgresWebFileStore final : public WebFileStore {
  public:
    explicit PostgresWebFileStore(Url url) : url_(std::move(url)) {}

    bool keep(const std::string& hash) override;
    void put(const std::string& hash, const std::vector<WebFile>& files) override;
    std::vector<Version> versions() override;
    std::vector<WebFile> read(const std::string& hash) override;

  private:
    template <class Action>
    auto use(Action action);
    template <class Action>
    auto once(Action action);

    Url url_;
    std::unique_ptr<Connection> connection_;
};

}  // namespace cubilete::storage::postgres
