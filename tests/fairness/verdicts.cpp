// Prints a line for each line of the file: the verdict on the dice of the record that the line holds, with --own of
// {"record": …, "notes": …}.
#include <fstream>
#include <iostream>
#include <string>

#include "server/match/own_notes.hpp"

int main(int argc, char** argv) {
    if (argc != 2 && argc != 3) return 2;
    std::ifstream file(argv[1]);
    for (std::string line; std::getline(file, line);) {
        const auto json = cubilete::protocol::Json::parse(line);
        const auto& record = argc == 3 ? json.at("record") : json;
        cubilete::server::DiceVerdict verdict = cubilete::server::check_dice(record);
        if (argc == 3) cubilete::server::compare_notes(record, json.at("notes"), verdict);
        std::cout << verdict.text() << '\n';
    }
}
