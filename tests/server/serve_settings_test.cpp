#include "server/commands/serve_settings.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <unistd.h>

#include "server/commands/setting_sources.hpp"

namespace cubilete::server {

namespace {

struct Outcome {
    std::variant<Config, int> result;
    std::string out;
    std::string err;
};

Outcome read(std::vector<std::string> arguments) {
    std::ostringstream out, err;
    clean_environment();
    auto result = read_config(std::move(arguments), out, err);
    return {std::move(result), out.str(), err.str()};
}

Config config_of(std::vector<std::string> arguments) {
    Outcome outcome = read(std::move(arguments));
    INFO(outcome.err);
    REQUIRE(std::holds_alternative<Config>(outcome.result));
    return std::get<Config>(std::move(outcome.result));
}

/// An environment variable for the length of a test.
struct Variable {
    Variable(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
    ~Variable() { unsetenv(name_); }

  private:
    const char* name_;
};

/// A settings file for the length of a test.
struct SettingsFile {
    explicit SettingsFile(const std::string& content) {
        const int file = mkstemp(path.data());
        REQUIRE(file >= 0);
        close(file);
        std::ofstream(path) << content;
    }
    ~SettingsFile() { std::filesystem::remove(path); }
    std::string path = (std::filesystem::temp_directory_path() / "cubilete-XXXXXX").string();
};

}  // namespace

TEST_CASE("without any setting the limits are those of the protocol") {
    const Config config = config_of({});
    CHECK(config.port == 8080);
    CHECK(config.keep == 7);
    CHECK(config.boards == "all");
    CHECK(config.limits.chat_lines == 50);
    CHECK(config.limits.hello_deadline == std::chrono::seconds(5));
    CHECK(config.limits.message.bytes == 16 * 1024);
    CHECK(config.limits.idle_deadline / 2 >= std::chrono::seconds(20));  // the pings come between 20 and 25 s
    CHECK(config.limits.idle_deadline / 2 <= std::chrono::seconds(25));
    CHECK(config.origins.empty());
}

TEST_CASE("a flag sets a setting, with a unit if it has one") {
    const Config config =
        config_of({"--port", "9000", "--host=::1", "--limit", "hello-deadline=250ms,empty-room=2h",
                   "--abandon-after", "30d", "--limit", "message-bytes=32KiB", "--log-json"});
    CHECK(config.port == 9000);
    CHECK(config.host == "::1");
    CHECK(config.limits.hello_deadline == std::chrono::milliseconds(250));
    CHECK(config.limits.empty_room == std::chrono::hours(2));
    CHECK(config.limits.abandon_after == std::chrono::hours(30 * 24));
    CHECK(config.limits.message.bytes == 32 * 1024);
    CHECK(config.log_json);
}

TEST_CASE("the last of two equal flags counts, but values of a list add up") {
    CHECK(config_of({"--port", "1", "--port", "2"}).port == 2);
    const Config config =
        config_of({"--origins", "https://a.example,http://b.example:81", "--origins", "https://c.example"});
    CHECK(config.origins ==
          std::vector<std::string>{"https://a.example", "http://b.example:81", "https://c.example"});
}

TEST_CASE("a TOML file sets settings") {
    const SettingsFile file(
        "# a comment\n"
        "port = 9000\n"
        "log-json = true\n"
        "limit = [\"hello-deadline=250ms\", \"chat-lines=3\"]\n"
        "origins = [\"https://a.example\", \"https://b.example\"]\n");
    const Config config = config_of({"--config", file.path});
    CHECK(config.port == 9000);
    CHECK(config.log_json);
    CHECK(config.limits.hello_deadline == std::chrono::milliseconds(250));
    CHECK(config.limits.chat_lines == 3);
    CHECK(config.origins.size() == 2);
}

TEST_CASE("in a settings file a # begins a comment, but not in quotes") {
    const SettingsFile file(
        "house-word = \"Table #3\"  # don't tell\n"
        "data = '/srv/my dice #2'\n"
        "limit = [\"chat-lines=3\", \"hello-deadline=250ms\"]  # both\n"
        "origins = [\"https://a.example\"]# \"https://b.example\"]\n"
        "  # keep = 8\n"
        "keep = 3 # days, or \"so # really\n"
        "log-json = true#\n");
    const Config config = config_of({"--config", file.path});
    CHECK(config.house_word == "Table #3");
    CHECK(config.data == "/srv/my dice #2");
    CHECK(config.limits.chat_lines == 3);
    CHECK(config.limits.hello_deadline == std::chrono::milliseconds(250));
    CHECK(config.origins == std::vector<std::string>{"https://a.example"});
    CHECK(config.keep == 3);
    CHECK(config.log_json);
    const SettingsFile escaped("house-word = \"the \\\"#1\\\" table\"\n");
    CHECK(config_of({"--config", escaped.path}).house_word == "the \"#1\" table");
    const SettingsFile apostrophe("house-word = O'Neil # our word\n");
    CHECK(config_of({"--config", apostrophe.path}).house_word == "O'Neil");
}

TEST_CASE("a key that stands in a settings file twice is refused and named with its lines") {
    for (const std::string second : {"port = 2", "\"port\" = 9000", "port=\"x\""})
        for (const std::string between : {"", "keep = 3\n", "# port = 3\n"}) {
            const SettingsFile file("port = 9000\n" + between + second + "\n");
            const Outcome outcome = read({"--config", file.path});
            CHECK(std::get<int>(outcome.result) == 2);
            CHECK(outcome.err.find("port is set twice (lines 1 and " +
                                   std::string(between.empty() ? "2" : "3") + ")") != std::string::npos);
        }
}

TEST_CASE("a flag overrides the environment, which overrides the file") {
    const SettingsFile file("port = 1\nmost-rooms = 2\n");
    const Variable variable("CUBILETE_PORT", "3");
    CHECK(config_of({"--config", file.path}).port == 3);
    CHECK(config_of({"--config", file.path}).limits.most_rooms == 2);
    CHECK(config_of({"--config", file.path, "--port", "4"}).port == 4);
}

TEST_CASE("a wrong setting ends the program with code 2 and is named") {
    struct Case {
        std::vector<std::string> arguments;
        std::string named;
    };
    const Case cases[] = {
        {{"--port", "65536"}, "--port"},
        {{"--port", "-1"}, "--port"},
        {{"--port", "http"}, "--port"},
        {{"--threads", "0"}, "--threads"},
        {{"--origins", "example.org"}, "--origins"},
        {{"--origins", "https://example.org/page"}, "--origins"},
        {{"--public-url", "example.org"}, "--public-url"},
        {{"--web", "/no/such/place"}, "--web"},
        {{"--log-level", "loud"}, "--log-level"},
        {{"--limit", "hello-deadline=5"}, "--hello-deadline"},
        {{"--limit", "hello-deadline=0s"}, "--hello-deadline"},
        {{"--limit", "hello-deadline=-5s"}, "--hello-deadline"},
        {{"--limit", "hello-deadline=1.5s"}, "--hello-deadline"},
        {{"--limit", "hello-deadline=9999999999999h"}, "--hello-deadline"},
        {{"--limit", "hello-deadline=5 fortnights"}, "--hello-deadline"},
        {{"--limit", "message-bytes=-1"}, "--message-bytes"},
        {{"--limit", "message-bytes=1EiB"}, "--message-bytes"},
        {{"--limit", "collapse-bytes=2MiB,outbox-bytes=1MiB"}, "--collapse-bytes"},
        {{"--limit", "chat-lines=51"}, "--chat-lines"},
        {{"--config", "/no/such/file"}, "/no/such/file"},
        {{"--hosts", "https://example.org"}, "--hosts"},
        {{"--trusted-proxies", "proxy"}, "--trusted-proxies"},
        {{"--trusted-proxies", "10.0.0.0/40"}, "--trusted-proxies"},
        {{"--metrics", "some"}, "--metrics"},
        {{"--boards", "some"}, "--boards"},
        {{"--keep-logs", "90"}, "--keep-logs"},
        {{"--keep-logs", "0d"}, "--keep-logs"},
        {{"--keep-logs", "2GB of them"}, "--keep-logs"},
        {{"--limit", "chat-per-player=30"}, "--chat-per-player"},
        {{"--limit", "chat-per-player=0/10s"}, "--chat-per-player"},
        {{"--limit", "chat-per-player=30/10"}, "--chat-per-player"},
        {{"--limit", "chat-per-player=30/10s."}, "--chat-per-player"},
        {{"--limit", "chat-per-player=-3/10s"}, "--chat-per-player"},
        {{"--limit", "hello-deadline"}, "--hello-deadline"},
        {{"--limit", "colour=red"}, "--colour"},
        {{"--limit", "=1"}, "="},
        {{"--requests-per-player", "30/10"}, "--requests-per-player"},
        {{"--colour", "red"}, "--colour"},
        {{"--database", "mysql://host/database"}, "--database"},
        {{"--database", "data"}, "--database"},
        {{"--lanes", "0"}, "--lanes"},
        {{"--lanes", "65"}, "--lanes"},
        {{"--node-address", "127.0.0.1:7000"}, "--node-address"},
        {{"--database", "postgresql://host/database", "--node-address", "127.0.0.1:7000"}, "--node-address"},
        {{"--database", "postgresql://host/database", "--node-address", "0.0.0.0:7000",
          "--cluster-secret-file", "/proc/version"},
         "--node-address"},
        {{"--database", "postgresql://host/database", "--cluster-secret-file", "/proc/version"},
         "--node-address"},
        {{"--cluster-secret-file", "/nowhere"}, "--cluster-secret-file"},
        {{"lobby"}, "lobby"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.named);
        const Outcome outcome = read(c.arguments);
        REQUIRE(std::holds_alternative<int>(outcome.result));
        CHECK(std::get<int>(outcome.result) == 2);
        CHECK(outcome.out.empty());
        CHECK(outcome.err.find(c.named) != std::string::npos);
    }
}

TEST_CASE("the URL of PostgreSQL comes from a flag, the environment or the file") {
    CHECK(config_of({}).database.empty());
    CHECK(config_of({}).lanes == 2);
    const Config config =
        config_of({"--database", "postgresql://a@b/c", "--lanes", "64", "--take-over", "--keep-logs", "all"});
    CHECK(config.database == "postgresql://a@b/c");
    CHECK(config.lanes == 64);
    CHECK(config.take_over);
    const SettingsFile file("database = \"postgres://file/c\"\nlanes = 3\n");
    CHECK(config_of({"--config", file.path}).database == "postgres://file/c");
    const Variable variable("CUBILETE_DATABASE", "postgres://environment/c");
    CHECK(config_of({"--config", file.path}).database == "postgres://environment/c");
    CHECK(config_of({"--config", file.path}).lanes == 3);
}

TEST_CASE("neither the help nor a refusal shows a password") {
    const Variable variable("CUBILETE_DATABASE", "postgresql://user:s3cret@host/database");
    for (const std::string flag : {"--help", "--help-markdown"})
        CHECK(read({flag}).out.find("s3cret") == std::string::npos);
    for (const std::string wrong : {"mysql://user:s3cret@host/database", "user:s3cret@host"}) {
        const Outcome outcome = read({"--database", wrong});
        CHECK(outcome.err.find("--database") != std::string::npos);
        CHECK(outcome.err.find("s3cret") == std::string::npos);
    }
}

TEST_CASE("a settings file with an unknown key or section is refused") {
    for (const std::string content : {"colour = \"red\"", "[limits]\nport = 1", "port = \"x\""}) {
        CAPTURE(content);
        const SettingsFile file(content);
        const Outcome outcome = read({"--config", file.path});
        REQUIRE(std::holds_alternative<int>(outcome.result));
        CHECK(std::get<int>(outcome.result) == 2);
        CHECK(outcome.err.find("--") != std::string::npos);
    }
}

TEST_CASE("a wrong variable is named by its setting") {
    const Variable variable("CUBILETE_MOST_ROOMS", "many");
    CHECK(read({}).err.find("--most-rooms") != std::string::npos);
}

TEST_CASE("a variable may be a list, and each of its elements is checked") {
    {
        const Variable variable("CUBILETE_ORIGINS", "https://a.example,https://b.example");
        CHECK(config_of({}).origins == std::vector<std::string>{"https://a.example", "https://b.example"});
    }
    const Variable variable("CUBILETE_ORIGINS", "https://a.example,nothing");
    CHECK(read({}).err.find("--origins") != std::string::npos);
}

TEST_CASE("what Kubernetes sets beside a service named cubilete is no setting") {
    const Variable variables[] = {{"CUBILETE_PORT", "tcp://10.0.0.7:8080"},
                                  {"CUBILETE_SERVICE_HOST", "10.0.0.7"},
                                  {"CUBILETE_SERVICE_PORT", "8080"},
                                  {"CUBILETE_SERVICE_PORT_HTTP", "8080"},
                                  {"CUBILETE_PORT_8080_TCP", "tcp://10.0.0.7:8080"},
                                  {"CUBILETE_PORT_8080_TCP_ADDR", "10.0.0.7"},
                                  {"CUBILETE_POSTGRES_PORT", "tcp://10.0.0.8:5432"},
                                  {"CUBILETE_POSTGRES_SERVICE_HOST", "10.0.0.8"}};
    CHECK(config_of({}).port == 8080);
}

TEST_CASE("the variables of the file for compose do not stop a program that shares its environment") {
    std::ifstream in(std::filesystem::path(CUBILETE_SOURCE_DIR) / "docker-compose.yml");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const std::regex used(R"(\$\{(CUBILETE_[A-Z_]+))");
    int found = 0;
    for (std::sregex_iterator at(text.begin(), text.end(), used), end; at != end; ++at, ++found) {
        const std::string name = (*at)[1];
        const Variable variable(name.c_str(), "x");
        CHECK_MESSAGE(read({}).err.find("is no setting") == std::string::npos, name);
    }
    CHECK(found > 5);
}

TEST_CASE("an empty variable leaves a setting to the file") {
    const Variable variable("CUBILETE_PUBLIC_URL", "");
    const SettingsFile file("public-url = \"https://example.org\"\n");
    CHECK(config_of({"--config", file.path}).public_url == "https://example.org");
}

TEST_CASE("a variable that sets nothing is refused, and the nearest setting is named") {
    const Variable variable("CUBILETE_PUBLIC_ULR", "https://example.org");
    const Outcome outcome = read({});
    CHECK(std::get<int>(outcome.result) == 2);
    CHECK(outcome.err.find("CUBILETE_PUBLIC_ULR: is no setting; did you mean --public-url?") !=
          std::string::npos);
}

TEST_CASE("a variable of another program, whose name contains that of a setting, sets nothing") {
    const Variable variables[] = {
        {"CUBILETE_PORT", "9000"}, {"MY_CUBILETE_PORT", "1"}, {"CI_CUBILETE_KEEP", "3"}};
    const Config config = config_of({});
    CHECK(config.port == 9000);
    CHECK(config.keep == Config().keep);
}

TEST_CASE("what files of other systems leave around a value does not count") {
    const Variable variables[] = {{"CUBILETE_PORT", "9000\r"},
                                  {"CUBILETE_PUBLIC_URL", "\"https://example.org\" "},
                                  {"\xEF\xBB\xBF"
                                   "CUBILETE_KEEP",
                                   "3"}};
    const Config config = config_of({});
    CHECK(config.port == 9000);
    CHECK(config.public_url == "https://example.org");
    CHECK(config.keep == 3);
    unsetenv("CUBILETE_KEEP");
    const SettingsFile file(
        "\xEF\xBB\xBF"
        "most-rooms = 2\r\nlog-level = \"error\"\r\n");
    CHECK(config_of({"--config", file.path}).limits.most_rooms == 2);
    CHECK(config_of({"--config", file.path}).log_level == "error");
}

TEST_CASE("a refused value says where it was set, and what is allowed") {
    const SettingsFile file("# a comment\nmost-rooms = \"many\"\n");
    CHECK(read({"--config", file.path}).err.find(", set by " + file.path + ":2") != std::string::npos);
    const std::string out_of_range = read({"--port", "70000"}).err;
    for (const char* part : {"--port: ", "70000 not in range", "65535", ", set by the flag"})
        CHECK(out_of_range.find(part) != std::string::npos);
    const Variable variable("CUBILETE_PORT", "9\v0");
    const std::string refused = read({}).err;
    CHECK(refused.find("9\\x0B0") != std::string::npos);
    CHECK(refused.find(", set by CUBILETE_PORT") != std::string::npos);
}

TEST_CASE("a slip in a flag or a key is answered with what it might have been") {
    CHECK(read({"--prot", "1"}).err.find("; did you mean --port?") != std::string::npos);
    CHECK(read({"--colour", "red"}).err.find("did you mean") == std::string::npos);
    const SettingsFile file("log-jsn = true\n");
    CHECK(read({"--config", file.path}).err.find("log-jsn (line 1); did you mean --log-json?") !=
          std::string::npos);
}

TEST_CASE("a limit that was a setting once is refused from everywhere, and the message tells how to set it") {
    const std::string how = "--limit hello-deadline=VALUE";
    CHECK(read({"--hello-deadline", "2s"}).err.find(how) != std::string::npos);
    CHECK(read({"--hello-deadline=2s"}).err.find(how) != std::string::npos);
    const SettingsFile file("hello-deadline = \"2s\"");
    CHECK(read({"--config", file.path}).err.find(how) != std::string::npos);
    {
        const Variable variable("CUBILETE_LONELY", "2s");
        CHECK(read({}).err.find("--limit auto-bot-after=VALUE") != std::string::npos);
    }
    const Variable variable("CUBILETE_HELLO_DEADLINE", "2s");
    CHECK(read({}).err.find(how) != std::string::npos);
    CHECK(std::get<int>(read({}).result) == 2);
}

TEST_CASE("--limit help lists every limit with its default") {
    const Outcome outcome = read({"--limit", "help"});
    CHECK(std::get<int>(outcome.result) == 0);
    for (const char* line : {"--hello-deadline TIME [5s] ", "--empty-room TIME [10min] ",
                             "--message-bytes BYTES [16384] ", "--chat-per-player COUNT/TIME [30/10s]"})
        CHECK(outcome.out.find(line) != std::string::npos);
}

TEST_CASE("help lists settings with their defaults") {
    const Outcome outcome = read({"--help"});
    REQUIRE(std::holds_alternative<int>(outcome.result));
    CHECK(std::get<int>(outcome.result) == 0);
    for (const char* line : {"--port NUMBER [8080] ", "--abandon-after TIME [7d] ",
                             "--most-rooms NUMBER [10000] ", "--data TEXT [data] ", "--log-json "}) {
        CAPTURE(line);
        CHECK(outcome.out.find(line) != std::string::npos);
    }
}

TEST_CASE("a rate has a count and a time") {
    const Config config = config_of({"--requests-per-player", "5/2min"});
    CHECK(config.limits.requests_of_player.count == 5);
    CHECK(config.limits.requests_of_player.per == std::chrono::minutes(2));
}

TEST_CASE("a list in a setting replaces the default list") {
    CHECK(config_of({}).trusted_proxies.size() == 2);
    CHECK(config_of({"--trusted-proxies", "10.0.0.0/8"}).trusted_proxies ==
          std::vector<std::string>{"10.0.0.0/8"});
    CHECK(config_of({"--trusted-proxies", "none"}).trusted_proxies == std::vector<std::string>{"none"});
}

}  // namespace cubilete::server
