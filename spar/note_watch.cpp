#include "spar/note_watch.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

#include "server/match/own_notes.hpp"

namespace cubilete::server::spar {

using namespace std::chrono_literals;

NoteWatch::NoteWatch(std::filesystem::path file, Time patience)
    : file_(std::move(file)), time_to_notice_(std::max<Time>(1500ms, patience / 10)) {}

void NoteWatch::expect(Time now, const std::string& match, std::string what, Time longer) {
    if (has_notes()) expected_ = {match, std::move(what), faults_of(match), now + time_to_notice_ + longer};
}

std::optional<NoteWatch::NoteVerdict> NoteWatch::tick(Time now) {
    if (!expected_) return std::nullopt;
    const bool noticed = faults_of(expected_->match) > expected_->earlier_faults;
    if (!noticed && now < expected_->deadline) return std::nullopt;
    return NoteVerdict{std::exchange(expected_, std::nullopt)->what, noticed};
}

std::size_t NoteWatch::faults_of(const std::string& match) const {
    std::ifstream file(file_, std::ios::binary);
    const std::string lines{std::istreambuf_iterator<char>(file), {}};
    const protocol::Json notes = find_notes(lines, match).notes;
    const auto faults = notes.find("faults");
    return faults == notes.end() ? 0 : faults->size();
}

}  // namespace cubilete::server::spar
