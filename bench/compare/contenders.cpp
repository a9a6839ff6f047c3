#include "bench/compare/contenders.hpp"

#include <cstdlib>
#include <iostream>
#include <stdexcept>

#include "bench/compare/colyseus.hpp"
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

/// The command of a server of the dice table, which is durable if it is given a log.
auto dice_table(std::vector<std::string> program, const std::string& directory, bool durable) {
    return [=](const std::string& port_file) {
        auto words = program;
        words.push_back(port_file);
        if (durable) words.push_back(directory + "/log");
        return words;
    };
}

std::string promising(const std::string& name, bool durable) {
    return name + (durable ? ", durable" : ", in memory");
}

}  // namespace

Contender cubilete(const std::string& program, const std::string& directory, bool durable, int threads,
                   bool dice) {
    return {promising("Cubilete", durable), durable, ambiciosa_rooms({.dice = dice}), directory,
            [=](const std::string& port_file) {
                auto words = serve_command(program, directory + "/data", port_file, threads);
                words.insert(words.end(), {"--analysis", "off", "--cup", "off"});
                // Also where the generator is the slowest, nobody's value is late.
                if (dice) words.insert(words.end(), {"--limit", "dice-step=60s", "--limit", "dice-ask=60s"});
                return words;
            }};
}

Contender analysing(const std::string& program, const std::string& directory, bool durable) {
    return {promising("Cubilete with analyses", durable), durable, ambiciosa_rooms({}), directory,
            [=](const std::string& port_file) {
                return serve_command(program, directory + "/data", port_file, 1);
            }};
}

Contender smallest(const files::path& built, const std::string& directory, bool durable, bool dice) {
    return {promising("floor", durable), durable, json_tables(dice), directory,
            dice_table({built / "bench_floor"}, directory, durable)};
}

std::vector<Contender> peers(const files::path& built, const std::string& directory, bool durable) {
    install(built / "peers");
    const auto node = [&](const char* source) {
        return dice_table({"node", built / "peers" / source}, directory, durable);
    };
    return {
        {promising("node ws", durable), durable, json_tables(), directory, node("ws_table.js")},
        {promising("node ws, La Ambiciosa", durable), durable, ambiciosa_rooms({}), directory,
         node("ambiciosa_table.js")},
        {promising("Colyseus", durable), durable, colyseus_tables(), directory, node("colyseus_table.js")},
        {promising("Colyseus, La Ambiciosa", durable), durable, colyseus_ambiciosa(), directory,
         node("colyseus_ambiciosa.js")}};
}

}  // namespace cubilete::bench
