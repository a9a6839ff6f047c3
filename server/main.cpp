#include <array>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "server/commands/backup.hpp"
#include "server/commands/check.hpp"
#include "server/commands/import.hpp"
#include "server/commands/migrate.hpp"
#include "server/commands/referee.hpp"
#include "server/commands/simulate.hpp"
#include "server/commands/verify.hpp"
#include "server/core/version.hpp"
#include "server/serve.hpp"
#include "spar/spar.hpp"

namespace cubilete::server {

namespace {

constexpr int wrong_usage = 2;

using Arguments = std::vector<std::string>;

int serve(const Arguments& arguments) { return run_serve(arguments, std::cout, std::cerr); }

int referee(const Arguments& arguments) {
    if (arguments.empty() || arguments.front().starts_with('-')) {
        std::cerr << "Usage: cubilete referee FILE...\n";
        return wrong_usage;
    }
    return run_referee(arguments, std::cout, std::cerr);
}

int simulate(const Arguments& arguments) { return run_simulate(arguments, std::cout, std::cerr); }

int test_bot(const Arguments& arguments) { return spar::run(arguments, std::cout, std::cerr); }

int backup(const Arguments& arguments) { return run_backup(arguments, std::cout, std::cerr); }

int check(const Arguments& arguments) { return run_check(arguments, std::cout, std::cerr); }

int import(const Arguments& arguments) { return run_import(arguments, std::cout, std::cerr); }

int migrate(const Arguments& arguments) { return run_migrate(arguments, std::cout, std::cerr); }

int verify(const Arguments& arguments) { return run_verify(arguments, std::cout, std::cerr); }

struct Command {
    std::string_view name;
    std::string_view help;
    int (*run)(const Arguments&);
};

constexpr std::array commands{
    Command{"serve", "run the server (cubilete serve --help lists its settings)", serve},
    Command{"backup", "copy the data of a server, which may be running", backup},
    Command{"check", "verify the data and replay every match", check},
    Command{"import", "copy the data of a file into an empty PostgreSQL", import},
    Command{"migrate", "bring the tables in a PostgreSQL to the version of this program", migrate},
    Command{"verify", "verify that nobody chose the dice of a finished match", verify},
    Command{"referee", "play scripted matches and report differences", referee},
    Command{"simulate", "play many games, at random or with bots, and print statistics", simulate},
    Command{"spar", "test a bot: inject faults and report the rules that it broke", test_bot},
};

void print_usage(std::ostream& out) {
    out << "Usage: cubilete COMMAND ...\n\n";
    for (const Command& command : commands) out << "  " << command.name << "\t" << command.help << '\n';
    out << "  --version\tprint the version\n";
}

int run(const std::string& word, const Arguments& arguments) {
    for (const Command& command : commands)
        if (word == command.name) return command.run(arguments);
    if (word == "--version") {
        std::cout << "cubilete " << program_version << '\n';
        return 0;
    }
    const bool asked = word == "--help" || word == "-h" || word == "help";
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

}  // namespace

int main(int count, char** words) {
    open_standard_streams();
    const std::vector<std::string> all(words, words + count);
    if (all.size() < 2) return cubilete::server::run("", {});
    return cubilete::server::run(all[1], {all.begin() + 2, all.end()});
}
