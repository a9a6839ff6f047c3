#include "spar/record.hpp"

#include <algorithm>
#include <ostream>
#include <ranges>
#include <utility>

#include "protocol/text.hpp"

namespace cubilete::server::spar {

namespace {

constexpr std::size_t longest_frame = 400;
constexpr std::size_t most_moves = 3;
constexpr std::size_t lines_before = 5;
constexpr std::size_t shown_of_a_rule = 3;

std::string line_of(Record::Time at, std::string_view text, std::string_view frame) {
    return fmt::format("{:>9.3f} s  {}{}", static_cast<double>(at.count()) / 1'000, text, frame);
}

/// Shortens a frame to the parts by which a bot is judged.
std::string brief(Record::Json frame) {
    if (frame.is_null()) return {};
    for (const char* bulky : {"view", "events", "hash", "options", "seats", "games", "chat", "server"})
        if (const auto found = frame.find(bulky); found != frame.end()) *found = "…";
    if (const auto you = frame.find("you"); you != frame.end() && you->contains("moves"))
        if (auto& moves = (*you)["moves"]; moves.is_array() && moves.size() > most_moves) {
            moves.erase(moves.begin() + most_moves, moves.end());
            moves.push_back("…");
        }
    std::string text = frame.dump();
    if (text.size() <= longest_frame) return text;
    return fmt::format("{} … ({} bytes)", protocol::truncate_utf8(text, longest_frame), text.size());
}

}  // namespace

std::size_t Record::find(const std::string& text) const {
    const auto found = std::ranges::find(lines_ | std::views::reverse, text, &Line::text);
    return lines_.size() - 1 - static_cast<std::size_t>(found - lines_.rbegin());
}

void Record::unnoticed(const std::string& fault) {
    if (std::ranges::find(unnoticed_, fault) == unnoticed_.end()) unnoticed_.push_back(fault);
}

void Record::report(std::ostream& out) const {
    for (const Rule rule : rules::all) {
        const bool broken = std::ranges::find(breaches_, rule, &Breach::rule) != breaches_.end();
        out << (broken                   ? "BROKEN     "
                : tested_.contains(rule) ? "ok         "
                                         : "not tried  ")
            << rule.sentence << '\n';
        report_breaches(out, rule);
    }
    const char* before = "not noticed: ";
    for (const std::string& fault : unnoticed_) out << std::exchange(before, ", ") << fault;
    if (!unnoticed_.empty()) out << '\n';
}

void Record::report_breaches(std::ostream& out, Rule rule) const {
    std::size_t count = 0;
    for (const Breach& breach : breaches_) {
        if (breach.rule != rule || ++count > shown_of_a_rule) continue;
        out << "        " << breach.what << '\n';
        show(out, breach.at < lines_before ? 0 : breach.at - lines_before, breach.at + 2, breach.at);
    }
    if (count > shown_of_a_rule) out << "        … and " << count - shown_of_a_rule << " times more\n";
}

void Record::report_last(std::ostream& out) const {
    show(out, lines_.size() < lines_before ? 0 : lines_.size() - lines_before, lines_.size(), lines_.size());
}

void Record::show(std::ostream& out, std::size_t from, std::size_t to, std::size_t marked) const {
    for (std::size_t at = from; at < std::min(to, lines_.size()); ++at)
        out << (at == marked ? "      * " : "        ")
            << line_of(lines_[at].at, lines_[at].text, brief(lines_[at].frame)) << '\n';
}

void Record::write(std::ostream& out) const {
    for (const auto& [at, text, frame] : lines_)
        out << line_of(at, text, frame.is_null() ? "" : frame.dump()) << '\n';
}

}  // namespace cubilete::server::spar
