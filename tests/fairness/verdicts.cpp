// Prints a line for each line of the file: the verdict on the dice of the record that the line holds, with --own of
// {"record": …, "notes": …, "ended": […]}.
#include <fstream>
#include <iostream>
#include <string>

#include "server/match/own_notes.hpp"
#include "server/net/record_download.hpp"

using namespace cubilete::server;

namespace {

DiceVerdict verdict_on(const std::string& line, bool own) {
    try {
        const auto json = parse_record(line);
        const auto& record = own ? json.at("record") : json;
        DiceVerdict verdict = check_dice(record);
        if (own) compare_notes(record, embedded_notes(json).value_or(PlayerNotes()), verdict);
        return verdict;
    } catch (const std::runtime_error& unreadable) {
        return {.kind = DiceVerdict::Kind::not_verifiable, .reason = unreadable.what()};
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2 && argc != 3) return 2;
    std::ifstream file(argv[1]);
    for (std::string line; std::getline(file, line);) std::cout << verdict_on(line, argc == 3).text() << '\n';
}
