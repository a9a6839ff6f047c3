#include "storage/postgres/connection.hpp"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include <libpq-fe.h>
#include <poll.h>

namespace cubilete::storage::postgres {

namespace {

/// The database's text in one line.
std::string one_line(const char* text) {
    std::string line = text == nullptr ? "" : text;
    while (!line.empty() && line.back() == '\n') line.pop_back();
    for (char& letter : line)
        if (letter == '\n') letter = ' ';
    return line;
}

std::string field(const PGresult* result, int code) {
    const char* text = PQresultErrorField(result, code);
    return text == nullptr ? "" : text;
}

/// After these the database ends the connection, or could not be asked at all.
bool ends_connection(const std::string& state) {
    return state.starts_with("08") || state.starts_with("57P0");
}

[[noreturn]] void refuse(const std::string& name, const PGresult* result) {
    const std::string state = field(result, PG_DIAG_SQLSTATE);
    const std::string reason =
        name + ": " + one_line(PQresultErrorMessage(result)) + (state.empty() ? "" : " (" + state + ")");
    if (state.empty() || ends_connection(state)) throw ConnectionLost(reason);
    throw SqlError(reason, state);
}

std::vector<std::string> split(const std::string& list) {
    std::vector<std::string> parts;
    std::istringstream text(list);
    for (std::string part; std::getline(text, part, ',');) parts.push_back(part);
    return parts;
}

/// SqlParameters in the form that the library wants. They must outlive it.
class Parameters {
  public:
    explicit Parameters(const SqlParameters& values) : formats_(values.size(), 1) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            types_.push_back(static_cast<Oid>(values.type(i)));
            values_.push_back(values.data(i));
            lengths_.push_back(values.length(i));
        }
    }

    int count() const { return static_cast<int>(values_.size()); }
    const Oid* types() const { return types_.data(); }
    const char* const* values() const { return values_.data(); }
    const int* lengths() const { return lengths_.data(); }
    const int* formats() const { return formats_.data(); }

  private:
    std::vector<Oid> types_;
    std::vector<const char*> values_;
    std::vector<int> lengths_;
    std::vector<int> formats_;
};

struct FreeOptions {
    void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};

}  // namespace

Rows::Rows(pg_result* result) : result_(result, PQclear) {}

std::size_t Rows::size() const { return static_cast<std::size_t>(PQntuples(result_.get())); }

std::string Rows::tag() const { return PQcmdStatus(result_.get()); }

bool PostgresColumns::skip_null() {
    const bool null = PQgetisnull(rows_.result_.get(), row_, column_) != 0;
    column_ += null ? 1 : 0;
    return null;
}

std::string PostgresColumns::text() {
    const PGresult* result = rows_.result_.get();
    const int column = column_++;
    return {PQgetvalue(result, row_, column), static_cast<std::size_t>(PQgetlength(result, row_, column))};
}

std::int64_t PostgresColumns::number() {
    const std::string bytes = text();
    if (bytes.empty() || bytes.size() > 8) throw std::logic_error("a column is not a number");
    // The first byte brings the sign.
    auto number = static_cast<std::int64_t>(static_cast<signed char>(bytes[0]));
    for (const char byte : std::string_view(bytes).substr(1))
        number = static_cast<std::int64_t>(static_cast<std::uint64_t>(number) << 8 |
                                           static_cast<unsigned char>(byte));
    return number;
}

Url::Url(std::string url) : url_(std::move(url)) {
    char* message = nullptr;
    const std::unique_ptr<PQconninfoOption, FreeOptions> options(PQconninfoParse(url_.c_str(), &message));
    if (!options) {
        PQfreemem(message);  // it may repeat the password
        throw DatabaseError(
            "the URL of PostgreSQL cannot be read; it looks like postgresql://USER@HOST:PORT/DATABASE");
    }
    std::string hosts;
    std::string ports;
    std::string database;
    for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
        const std::string_view keyword = option->keyword;
        const std::string value = option->val == nullptr ? "" : option->val;
        if (keyword == "host" || keyword == "hostaddr" || keyword == "port")
            hosts_[std::string(keyword)] = split(value);
        if (keyword == "host") hosts = value;
        if (keyword == "port") ports = value;
        if (keyword == "dbname") database = value;
    }
    if (hosts.find('@') != std::string::npos || database.find('@') != std::string::npos)
        throw DatabaseError(  // without naming the host, which has a part of the password
            "the URL of PostgreSQL has a user or a password with a character that must be written as %40 (@),"
            " %2F (/) or %3A (:)");
    name_ = "postgresql://" + hosts + (ports.empty() ? "" : ":" + ports) + "/" + database;
}

std::vector<std::pair<const char*, std::string>> Url::rotated_hosts() const {
    std::vector<std::pair<const char*, std::string>> options;
    const auto number = [](const auto& option) { return option.second.size(); };
    const std::size_t most = number(*std::ranges::max_element(hosts_, {}, number));
    if (most < 2) return options;
    for (const auto& [keyword, values] : hosts_) {
        if (values.size() < most) continue;  // one port for all
        std::string list;
        for (std::size_t at = 0; at < most; ++at)
            list += (at == 0 ? "" : ",") + values[(rotation_->first + at) % most];
        options.emplace_back(keyword.c_str(), list);
    }
    return options;
}

void Url::report_failure(const std::string& host, const std::string& port) const {
    const auto& names = hosts_.at(hosts_.at("host").empty() ? "hostaddr" : "host");
    const auto& ports = hosts_.at("port");
    for (std::size_t at = 0; at < names.size(); ++at)
        if (names[at] == host && (ports.size() < names.size() || ports[at] == port)) {
            rotation_->first = (at + 1) % names.size();
            ++rotation_->failovers;
            return;
        }
}

bool accepts_connections(const Url& url) {
    // A ping that verifies certificates takes a wrong one for silence.
    const char* const keywords[] = {"connect_timeout", "dbname", "sslmode", nullptr};
    const char* const values[] = {"2", url.text().c_str(), "prefer", nullptr};
    const PGPing state = PQpingParams(keywords, values, 1);
    return state == PQPING_OK || state == PQPING_NO_ATTEMPT;
}

Connection::Connection(const Url& url, const std::string& application, Purpose purpose)
    : url_(url), name_(url.name()) {
    // A later keyword wins, so the URL may set the first ones.
    std::vector<std::pair<const char*, std::string>> options = {
        {"connect_timeout", "2"},
        {"tcp_user_timeout", "2000"},
        {"keepalives_idle", "10"},
        {"target_session_attrs", purpose == Purpose::writing ? "read-write" : "any"},
        {"dbname", url.text()},
        {"application_name", application},
        {"client_encoding", "UTF8"},
    };
    std::ranges::move(url.rotated_hosts(), std::back_inserter(options));
    std::vector<const char*> keywords;
    std::vector<const char*> values;
    for (const auto& [keyword, value] : options) {
        keywords.push_back(keyword);
        values.push_back(value.c_str());
    }
    keywords.push_back(nullptr);
    values.push_back(nullptr);
    // The library prints a notice to stderr unless a receiver is set, also while it connects, and a receiver needs
    // a connection. So the first attempt only begins, without a byte sent, and PQreset() ends it and connects.
    // Unlike PQconnectPoll(), PQreset() obeys connect_timeout: it goes on to the next host after a silent one.
    connection_ = PQconnectStartParams(keywords.data(), values.data(), 1);
    if (PQstatus(connection_) != CONNECTION_BAD) {
        PQsetNoticeReceiver(
            connection_,
            [](void* self, const PGresult* notice) {
                if (field(notice, PG_DIAG_SEVERITY_NONLOCALIZED) == "WARNING")
                    static_cast<Connection*>(self)->warned_ = true;
            },
            this);
        PQreset(connection_);
    }
    if (PQstatus(connection_) != CONNECTION_OK) {
        const std::string reason = name_ + ": " + one_line(PQerrorMessage(connection_));
        PQfinish(connection_);
        throw ConnectionLost(reason);
    }
    try {
        if (PQsetnonblocking(connection_, 1) != 0 || PQenterPipelineMode(connection_) != 1)
            throw_connection_lost(PQerrorMessage(connection_));
        // A limit that an operator set for others must not end a commit, a long reading or a pause. PostgreSQL has
        // transaction_timeout since 17.
        query(
            "SELECT set_config(name, '0', false) FROM unnest(ARRAY['statement_timeout', 'lock_timeout',"
            " 'idle_in_transaction_session_timeout', 'idle_session_timeout', 'transaction_timeout']) AS name"
            " WHERE current_setting(name, true) IS NOT NULL");
    } catch (...) {
        PQfinish(connection_);
        throw;
    }
}

Connection::~Connection() { PQfinish(connection_); }

int Connection::backend_pid() const { return PQbackendPID(connection_); }

void Connection::throw_connection_lost(const std::string& reason) {
    const ConnectionLost away(name_ + ": " +
                              one_line(reason.c_str()));  // before the library forgets the text
    url_.report_failure(PQhost(connection_), PQport(connection_));
    throw away;
}

void Connection::execute(const std::string& script) {
    if (PQexitPipelineMode(connection_) != 1) throw_connection_lost(PQerrorMessage(connection_));
    warned_ = false;
    const std::unique_ptr<PGresult, void (*)(PGresult*)> result(PQexec(connection_, script.c_str()), PQclear);
    if (PQstatus(connection_) != CONNECTION_OK || PQenterPipelineMode(connection_) != 1)
        throw_connection_lost(PQerrorMessage(connection_));
    if (PQresultStatus(result.get()) == PGRES_FATAL_ERROR) refuse(name_, result.get());
}

Rows Connection::query(const std::string& sql, const SqlParameters& values) {
    const Parameters parameters(values);
    if (PQsendQueryParams(connection_, sql.c_str(), parameters.count(), parameters.types(),
                          parameters.values(), parameters.lengths(), parameters.formats(), 1) != 1 ||
        PQpipelineSync(connection_) != 1)
        throw_connection_lost(PQerrorMessage(connection_));
    return collect_results({false}).front();
}

std::vector<Rows> Connection::run(std::span<const Statement> statements) {
    std::vector<bool> preparations;
    for (const Statement& statement : statements) send(statement, preparations);
    if (PQpipelineSync(connection_) != 1) throw_connection_lost(PQerrorMessage(connection_));
    return collect_results(preparations);
}

void Connection::roll_back() {
    query("ROLLBACK");
    query("DEALLOCATE ALL");  // those after the failing statement do not exist
    prepared_.clear();
}

void Connection::send(const Statement& statement, std::vector<bool>& preparations) {
    const Parameters parameters(statement.values);
    auto& name = prepared_[statement.sql];
    if (name.empty()) {
        name = "s" + std::to_string(++preparations_);
        preparations.push_back(true);
        if (PQsendPrepare(connection_, name.c_str(), statement.sql, parameters.count(), parameters.types()) !=
            1)
            throw_connection_lost(PQerrorMessage(connection_));
    }
    preparations.push_back(false);
    if (PQsendQueryPrepared(connection_, name.c_str(), parameters.count(), parameters.values(),
                            parameters.lengths(), parameters.formats(), 1) != 1)
        throw_connection_lost(PQerrorMessage(connection_));
}

/// Reads up to the end of what was sent. `preparations` tells for each command whether it only prepares.
std::vector<Rows> Connection::collect_results(const std::vector<bool>& preparations) {
    warned_ = false;
    std::vector<Rows> all;
    std::optional<Rows> failure;
    for (std::size_t command = 0;;) {
        PGresult* result = next_result();
        if (result == nullptr) {  // the end of a command
            ++command;
            continue;
        }
        Rows rows(result);
        const ExecStatusType status = PQresultStatus(result);
        if (status == PGRES_PIPELINE_SYNC) break;
        if (status == PGRES_FATAL_ERROR && !failure) failure = rows;
        if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
            if (!preparations.at(command)) all.push_back(std::move(rows));
    }
    if (failure) refuse(name_, failure->result_.get());
    return all;
}

/// nullptr at the end of a command.
pg_result* Connection::next_result() {
    while (PQisBusy(connection_) != 0) wait_for_socket();
    PGresult* result = PQgetResult(connection_);
    if (PQstatus(connection_) == CONNECTION_BAD) {
        const std::string reason = PQerrorMessage(connection_);
        PQclear(result);
        throw_connection_lost(reason);
    }
    return result;
}

void Connection::wait_for_socket() {
    const int unsent = PQflush(connection_);
    if (unsent < 0) throw_connection_lost(PQerrorMessage(connection_));
    pollfd socket{.fd = PQsocket(connection_), .events = POLLIN, .revents = 0};
    if (unsent > 0) socket.events |= POLLOUT;
    const int ready = ::poll(&socket, 1, static_cast<int>(timeout_.count()));
    if (ready < 0 && errno == EINTR) return;
    if (ready <= 0) throw_connection_lost("no progress for " + std::to_string(timeout_.count()) + " ms");
    if ((socket.revents & (POLLIN | POLLERR | POLLHUP)) != 0 && PQconsumeInput(connection_) != 1)
        throw_connection_lost(PQerrorMessage(connection_));
}

}  // namespace cubilete::storage::postgres
