#include <array>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <unistd.h>
#ifdef CUBILETE_PORTABLE
#include <cstdlib>

#include <nss.h>
#include <openssl/crypto.h>
#endif

#include "server/commands/commands.hpp"
#include "server/commands/setting_sources.hpp"
#include "server/core/log.hpp"
#include "server/core/version.hpp"
#include "server/serve.hpp"
#include "spar/spar.hpp"

namespace cubilete::server {

namespace {

constexpr int wrong_usage = 2;

struct Command {
    std::string_view name;
    std::string_view help;
    int (*run)(const Arguments&, std::ostream& out, std::ostream& err);
};

constexpr std::array commands{
    Command{"serve", "run the server (cubilete serve --help lists its settings)", run_serve},
    Command{"admin", "ask a running server who is here, ban, mute (cubilete admin --help)", run_admin},
    Command{"healthy", "ask the server of the same settings whether it accepts players", run_healthy},
    Command{"backup", "copy the data of a server, which may be running", run_backup},
    Command{"check", "verify the data and replay every match", run_check},
    Command{"import", "copy the data of a file into an empty PostgreSQL", run_import},
    Command{"migrate", "bring the tables in a PostgreSQL to the version of this program", run_migrate},
    Command{"verify", "verify that nobody chose the dice of a finished match", run_verify},
    Command{"analyse", "say what luck gave and what decisions gave away in a finished match", run_analyse},
    Command{"referee", "play scripted matches and report differences", run_referee},
    Command{"play", "play games for a program, by lines of JSON (cubilete play --help)", run_play},
    Command{"arena", "let programs play against each other and the built-in bots", run_arena},
    Command{"simulate", "play many games, at random or with bots, and print statistics", run_simulate},
    Command{"spar", "test a bot: inject faults and report the rules that it broke", spar::run},
};

void print_usage(std::ostream& out) {
    out << "Usage: cubilete COMMAND ...\n\n";
    for (const Command& command : commands) out << "  " << command.name << "\t" << command.help << '\n';
    out << "  --version\tprint the version and the commit\n";
}

int run(const std::string& word, const Arguments& arguments) {
    for (const Command& command : commands)
        if (word == command.name) return command.run(arguments, std::cout, std::cerr);
    if (word == "--version") {
        std::cout << "cubilete " << program_version;
        if (!program_commit.empty()) std::cout << " (" << program_commit << ')';
        std::cout << '\n';
        return 0;
    }
    const auto asks_for_help = [](const std::string& one) {
        return one == "--help" || one == "-h" || one == "help";
    };
    const bool asked = asks_for_help(word);
    if (asked && !arguments.empty() && !asks_for_help(arguments.front()))
        return run(arguments.front(), {"--help"});
    if (!asked && !word.empty()) std::cerr << "There is no command " << to_printable(word) << ".\n\n";
    print_usage(asked ? std::cout : std::cerr);
    return asked ? 0 : wrong_usage;
}

}  // namespace

}  // namespace cubilete::server

namespace {

/// A program that was started without standard streams would get their numbers for its data file, and write messages
/// into that.
void open_standard_streams() {
    int descriptor = 0;
    while (descriptor >= 0 && descriptor <= STDERR_FILENO) descriptor = ::open("/dev/null", O_RDWR);
    if (descriptor > STDERR_FILENO) ::close(descriptor);
}

#ifdef CUBILETE_PORTABLE
/// Keeps modules and settings of the machine out of a static program, before anything has asked for a name or a certificate.
void rely_on_nothing_installed() {
    // For names, glibc loads what /etc/nsswitch.conf asks for, and crashes if that belongs to another glibc.
    __nss_configure_lookup("hosts", "files dns");
    for (const char* database : {"passwd", "group", "services", "protocols", "networks"})
        __nss_configure_lookup(database, "files");
    OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, nullptr);
    // Debian, Fedora, openSUSE, Alpine. OpenSSL itself knows only the place of the system it was built on.
    for (const char* file : {"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
                             "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"}) {
        if (::access(file, R_OK) != 0) continue;
        ::setenv("SSL_CERT_FILE", file, 0);
        break;
    }
}
#endif

}  // namespace

int main(int count, char** words) {
#ifdef CUBILETE_PORTABLE
    rely_on_nothing_installed();
#endif
    open_standard_streams();
    cubilete::server::clean_environment();
    const std::vector<std::string> all(words, words + count);
    if (all.size() < 2) return cubilete::server::run("", {});
    return cubilete::server::run(all[1], {all.begin() + 2, all.end()});
}
