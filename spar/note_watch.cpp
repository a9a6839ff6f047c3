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
    if (has_notes()) awaited_ = {match, std::move(what), faults_of(match), now + time_to_notice_ + longer};
}

std::optional<NoteWatch::Judgement> NoteWatch::tick(Time now) {
    if (!awaited_) return std::nullopt;
    const bool noticed = faults_of(awaited_->match) > awaited_->before;
    if (!noticed && now < awaited_->until) return std::nullopt;
    return Judgement{std::exchange(awaited_, std::nullopt)->what, noticed};
}

std::size_t NoteWatch::faults_of(const std::string& match) const {
    std::ifstream file(file_, std::ios::binary);
    const std::string lines{std::istreambuf_iterator<char>(file), {}};
    const protocol::Json notes = find_notes(lines, match).notes;
    const auto faults = notes.find("faults");
    return faults == notes.end() ? 0 : faults->size();
}

}  // namespace cubilete::server::spar
