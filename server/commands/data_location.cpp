#include "server/commands/data_location.hpp"

#include <cstdlib>

#include "storage/backend.hpp"

namespace cubilete::server {

namespace {

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

}  // namespace

std::string database_url_error(const std::string& text) {
    return text.empty() || storage::is_database_url(text)
               ? ""
               : "is not a URL like postgresql://USER@HOST/DATABASE";
}

void add_database_option(CLI::App& app, std::string& database) {
    // Checked here and not by a validator: CLI11 2.4 ignores variables that a validator refuses.
    const auto set = [&database](const std::string& text) {
        if (const std::string wrong = database_url_error(text); !wrong.empty())
            throw CLI::ValidationError("--database", wrong);
        database = text;
    };
    app.add_option_function<std::string>("--database", set, "The PostgreSQL: postgresql://USER@HOST/DATABASE")
        ->envname("CUBILETE_DATABASE")
        ->required();
}

DataLocation::DataLocation(CLI::App& app, const std::string& option, const std::string& help)
    : file_(app.add_option(option, file_text_, help + " [data] (Env:CUBILETE_DATA)")),
      database_(
          app.add_option("--database", database_text_,
                         "A PostgreSQL instead: postgresql://USER@HOST/DATABASE (Env:CUBILETE_DATABASE)")) {
    database_->check(database_url_error)->excludes(file_);
}

std::filesystem::path DataLocation::path() const {
    if (file_->count() > 0) return file_text_;
    if (database_->count() > 0) return database_text_;
    const std::string place = from_environment();
    return place.empty() ? "data" : place;
}

std::string DataLocation::from_environment() {
    if (const std::string database = variable("CUBILETE_DATABASE"); !database.empty()) {
        if (const std::string wrong = database_url_error(database); !wrong.empty())
            throw CLI::ValidationError("CUBILETE_DATABASE", wrong);
        return database;
    }
    return variable("CUBILETE_DATA");
}

}  // namespace cubilete::server
