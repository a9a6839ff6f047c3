#include "bench/compare/contenders.hpp"

#include <cstdlib>
#include <iostream>
#include <stdexcept>

#include "bench/compare/dice_table.hpp"
#include "bench/load/cubilete.hpp"
#include "bench/load/room.hpp"

namespace cubilete::bench {

namespace {

namespace files = std::filesystem;

bool is_there(const char* program) {
    return std::system((std::string(program) + " --version >/dev/null 2>&1").c_str()) == 0;
}

/// An installation counts if it is newer than the list of packages.
void install(const files::path& directory) {
    for (const char* program : {"node", "npm"})
        if (!is_there(program))
            throw std::runtime_error(std::string(program) +
                                     " is missing, which --peers needs (node 20 or later)");
    const files::path done = directory / "node_modules";
    const files::path list = directory / "package.json";
    if (files::exists(done) && files::last_write_time(done) >= files::last_write_time(list)) return;
    std::cerr << "installing the peers in " << directory.string() << '\n';
    const std::string command = "cd '" + directory.string() +
                                "' && npm install --no-package-lock --no-audit --no-fund --omit=optional >&2";
    if (std::system(command.c_str()) != 0) throw std::runtime_error("npm could not install the peers");
    files::last_write_time(done, files::file_time_type::clock::now());
}

}  // namespace

Contender cubilete(const std::string& name, const std::string& program, const std::string& directory,
                   int threads, bool dice) {
    return {name, ambiciosa_rooms({.dice = dice}), directory, [=](const std::string& port_file) {
                auto words = serve_command(program, directory + "/data", port_file, threads);
                // Also where the generator is the slowest, nobody's value is late.
                if (dice) words.insert(words.end(), {"--limit", "dice-step=60s", "--limit", "dice-ask=60s"});
                return words;
            }};
}

Contender smallest(const files::path& built, const std::string& directory, bool dice) {
    return {"floor: Beast + nlohmann_json", json_tables(dice), directory,
            [program = (built / "bench_floor").string()](const std::string& port_file) {
                return std::vector{program, port_file};
            }};
}

std::vector<Contender> peers(const files::path& built, const std::string& directory) {
    install(built / "peers");
    const auto node = [&](const char* source) {
        return [path = (built / "peers" / source).string()](const std::string& port_file) {
            return std::vector<std::string>{"node", path, port_file};
        };
    };
    return {{"node ws + JSON, by hand", json_tables(), directory, node("ws_table.js")},
            {"Colyseus, patch at once", colyseus_tables(), directory, node("colyseus_table.js")}};
}

}  // namespace cubilete::bench
