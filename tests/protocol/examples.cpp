#include "tests/protocol/examples.hpp"

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "protocol/match.hpp"

namespace {

std::ifstream open(const std::filesystem::path& path) {
    std::ifstream file(CUBILETE_SOURCE_DIR / path);
    if (!file) throw std::runtime_error(path.string() + " cannot be read");
    return file;
}

}  // namespace

std::vector<std::string> readme_examples(std::string_view who) {
    std::vector<std::string> pages{"protocol/README.md"};
    for (const cubilete::GameInfo* game : cubilete::protocol::catalogue())
        pages.push_back("engine/games/" + game->id + "/README.md");
    std::vector<std::string> examples;
    for (const std::string& page : pages) {
        std::ifstream readme = open(page);
        bool inside = false;
        for (std::string line; std::getline(readme, line);) {
            if (line.starts_with("```")) {
                inside = line == "```json " + std::string(who);
            } else if (inside) {
                if (line.starts_with('{')) examples.emplace_back();
                examples.back() += line + '\n';
            }
        }
    }
    return examples;
}

std::vector<std::string> schema_samples(std::string_view name) {
    std::ifstream file = open("tests/schema/" + std::string(name) + ".jsonl");
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}
