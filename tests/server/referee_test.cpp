#include <fstream>

#include <doctest/doctest.h>

#include "server/commands/commands.hpp"
#include "tests/server/said.hpp"
#include "tests/temp_directory.hpp"

namespace cubilete::server {

namespace {

constexpr const char* passing = R"({"name":"nobody has thrown yet","game":"yahtzee","seats":2,
    "options":{"starter":"first"},"steps":[{"to_act":[0]}]})";
constexpr const char* failing = R"({"name":"seat 1 begins","game":"yahtzee","seats":2,
    "options":{"starter":"first"},"steps":[{"to_act":[1]}]})";

class Folder {
  public:
    std::string write(const std::string& name, const std::string& content) const {
        std::ofstream(directory_.path() / name) << content;
        return path(name);
    }
    std::string path(const std::string& name = {}) const {
        return name.empty() ? directory_.path().string() : (directory_.path() / name).string();
    }

  private:
    tests::TempDirectory directory_;
};

Said referee(const std::vector<std::string>& files) { return said_by(run_referee, files); }

}  // namespace

TEST_CASE("A scenario that passes is reported") {
    const Folder folder;
    const Said said = referee({folder.write("a.json", passing)});
    CHECK(said.code == 0);
    CHECK(said.out == "pass nobody has thrown yet\n");
    CHECK(said.err.empty());
}

TEST_CASE("A scenario that fails is reported with the place, and the exit code is 1") {
    const Folder folder;
    const Said said = referee({folder.write("a.json", failing)});
    CHECK(said.code == 1);
    CHECK(said.out == "FAIL seat 1 begins: step 1: to_act: expected [1], got [0]\n");
    CHECK(said.err.empty());
}

TEST_CASE("Of a folder all scenarios are played in the order of their names, and no other files") {
    const Folder folder;
    folder.write("b.json", failing);
    folder.write("a.json", passing);
    folder.write("c.txt", "notes");
    const Said said = referee({folder.path()});
    CHECK(said.code == 1);
    CHECK(said.out ==
          "pass nobody has thrown yet\n"
          "FAIL seat 1 begins: step 1: to_act: expected [1], got [0]\n");
    CHECK(said.err == "1 passed, 1 failed\n");
}

TEST_CASE(
    "A file that cannot be read is named with the reason, the others are played, and the exit code is 2") {
    const Folder folder;
    const std::string broken = folder.write("broken.json", "{");
    const std::string misspelt = folder.write("misspelt.json", R"({"nmae":"?"})");
    const std::string missing = folder.path("missing.json");
    const Said said = referee({broken, misspelt, missing, folder.write("fails.json", failing),
                               folder.write("passes.json", passing)});
    CHECK(said.code == 2);
    CHECK(said.out ==
          "FAIL seat 1 begins: step 1: to_act: expected [1], got [0]\n"
          "pass nobody has thrown yet\n");
    CHECK(said.err.find(broken + ": This is not JSON") == 0);
    CHECK(said.err.find(misspelt + ": There is no \"nmae\" here.\n") != std::string::npos);
    CHECK(said.err.find(missing + ": this file cannot be read\n") != std::string::npos);
    CHECK(said.err.ends_with("1 passed, 1 failed, 3 unreadable\n"));
}

TEST_CASE(
    "It says what it does if asked for help, and refuses to begin without a file or with an unknown option") {
    const Said help = referee({"--help"});
    CHECK(help.code == 0);
    CHECK(help.out.find("FILE") != std::string::npos);
    CHECK(help.err.empty());
    for (const Arguments& words : {Arguments{}, Arguments{"--hepl"}, Arguments{"a.json", "--hepl"}}) {
        const Said said = referee(words);
        CHECK(said.code == 2);
        CHECK(said.out.empty());
        CHECK_FALSE(said.err.empty());
    }
}

TEST_CASE("A folder without scenarios is an error") {
    const Folder folder;
    const Said said = referee({folder.path()});
    CHECK(said.code == 2);
    CHECK(said.err == folder.path() + ": this folder has no *.json\n");
}

}  // namespace cubilete::server
