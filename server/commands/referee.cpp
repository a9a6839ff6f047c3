#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <stdexcept>

#include <CLI/CLI.hpp>

#include "protocol/scenario.hpp"
#include "server/commands/commands.hpp"

namespace cubilete::server {

namespace {

namespace fs = std::filesystem;

/// Returns the *.json files of a folder, sorted by name, or the given file. Throws std::runtime_error for a
/// folder without one.
std::vector<fs::path> expand(const fs::path& given) {
    if (!fs::is_directory(given)) return {given};
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(given))
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    if (files.empty()) throw std::runtime_error("this folder has no *.json");
    std::ranges::sort(files);
    return files;
}

std::string read_file(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::string content(std::istreambuf_iterator<char>(in), {});
    if (!in) throw std::runtime_error("this file cannot be read");
    return content;
}

/// A std::logic_error from the rules fails this scenario only; the others still run.
std::optional<std::string> scenario_report(const protocol::Scenario& scenario) {
    try {
        return protocol::run_scenario(scenario);
    } catch (const std::logic_error& bug) {
        return bug.what();
    }
}

class Run {
  public:
    Run(std::ostream& out, std::ostream& err) : out_(out), err_(err) {}

    void play_all(const std::string& given) {
        try {
            for (const fs::path& file : expand(given)) play(file);
        } catch (const std::runtime_error& error) {
            unreadable(given, error.what());
        }
    }

    int finish() {
        const int played = passed_ + failed_ + unreadable_;
        if (played > 1) {
            err_ << passed_ << " passed, " << failed_ << " failed";
            if (unreadable_ > 0) err_ << ", " << unreadable_ << " unreadable";
            err_ << '\n';
        }
        if (unreadable_ > 0) return 2;
        return failed_ > 0 ? 1 : 0;
    }

  private:
    void play(const fs::path& file) {
        try {
            const protocol::Scenario scenario = protocol::read_scenario(read_file(file));
            const auto failure = scenario_report(scenario);
            if (failure) {
                ++failed_;
                out_ << "FAIL " << scenario.name << ": " << *failure << '\n';
            } else {
                ++passed_;
                out_ << "pass " << scenario.name << '\n';
            }
        } catch (const std::runtime_error& error) {
            unreadable(file, error.what());
        }
    }

    void unreadable(const fs::path& file, const std::string& why) {
        ++unreadable_;
        err_ << file.string() << ": " << why << '\n';
    }

    std::ostream& out_;
    std::ostream& err_;
    int passed_ = 0;
    int failed_ = 0;
    int unreadable_ = 0;
};

}  // namespace

int run_referee(const Arguments& arguments, std::ostream& out, std::ostream& err) {
    std::vector<std::string> files;
    CLI::App app("Plays scripted matches and reports where they differ from the rules.", "cubilete referee");
    app.add_option("FILE", files, "A scenario, or a folder: all its *.json")->required();
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::ParseError& error) {
        return app.exit(error, out, err) == 0 ? 0 : 2;
    }
    Run run(out, err);
    for (const std::string& file : files) run.play_all(file);
    return run.finish();
}

}  // namespace cubilete::server
