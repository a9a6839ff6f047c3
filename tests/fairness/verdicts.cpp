// Prints a line for each line of the file: the verdict on the dice of the record that the line holds.
#include <fstream>
#include <iostream>
#include <string>

#include "server/match/dice_verdict.hpp"

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ifstream file(argv[1]);
    for (std::string record; std::getline(file, record);)
        std::cout << cubilete::server::check_dice(cubilete::protocol::Json::parse(record)).text() << '\n';
}
