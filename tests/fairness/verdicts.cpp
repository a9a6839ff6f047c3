// Prints a line for each line of the file: the verdict on the dice of the record that the line holds, with --own of
// {"record": …, "notes": …, "ended": […]}, with --rules after a replay by the rules.
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include "server/match/cup_verdict.hpp"
#include "server/match/dice_replay.hpp"
#include "server/match/own_notes.hpp"
#include "server/net/record_download.hpp"

using namespace cubilete::server;

namespace {

DiceVerdict verdict_on(const std::string& line, std::string_view how) {
    try {
        const auto json = parse_record(line);
        const bool own = how == "--own";
        if (how == "--rules") return replay_dice(json);
        if (is_cup_record(json)) return check_cup(json);
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
    for (std::string line; std::getline(file, line);)
        std::cout << verdict_on(line, argc == 3 ? argv[2] : "").text() << '\n';
}
