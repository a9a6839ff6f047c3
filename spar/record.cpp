#include "spar/record.hpp"

#include <algorithm>
#include <array>
#include <ostream>
#include <ranges>
#include <utility>

#include "server/core/spdlog.hpp"

namespace cubilete::server::spar {

namespace {

constexpr std::size_t longest_frame = 400;
constexpr std::size_t most_moves = 3;
constexpr std::size_t lines_before = 5;
constexpr std::size_t shown_of_a_rule = 3;

constexpr std::array<std::string_view, rules> sentences{
    "says hello first on every connection, within 5 s",
    "keeps its token and says hello with it",
    "comes back after every cut",
    "waits between attempts to connect, longer each time",
    "asks again, and only after retry_ms",
    "sends an unanswered move again as it was, under the same id",
    "answers each prompt with one move",
    "answers the newest prompt, not an older one",
    "plays only moves that the rules allow",
    "does not repeat what was refused for good",
    "sends only what the protocol knows",
    "ignores fields and types that it does not know",
    "answers in time",
    "knows when it is over",
    "gives its secrets to nobody who breaks the order",
    "notes what a dishonest server does",
};

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
    std::size_t end = longest_frame;
    while ((text[end] & 0xC0) == 0x80) --end;  // not within a UTF-8 character
    return fmt::format("{} … ({} bytes)", text.substr(0, end), text.size());
}

}  // namespace

std::size_t Record::find(const std::string& text) const {
    const auto found = std::ranges::find(lines_ | std::views::reverse, text, &Line::text);
    return lines_.size() - 1 - static_cast<std::size_t>(found - lines_.rbegin());
}

void Record::mark_tested(std::initializer_list<Rule> all) {
    for (const Rule rule : all) tested_.set(static_cast<std::size_t>(rule));
}

void Record::report_breach(Rule rule, std::string what, std::optional<std::size_t> at) {
    breaches_.push_back({rule, std::move(what), at.value_or(last())});
}

void Record::unnoticed(const std::string& fault) {
    if (std::ranges::find(unnoticed_, fault) == unnoticed_.end()) unnoticed_.push_back(fault);
}

void Record::report(std::ostream& out) const {
    for (std::size_t number = 0; number < rules; ++number) {
        const auto rule = static_cast<Rule>(number);
        const bool broken = std::ranges::find(breaches_, rule, &Breach::rule) != breaches_.end();
        out << (broken                 ? "BROKEN     "
                : tested_.test(number) ? "ok         "
                                       : "not tried  ")
            << sentences[number] << '\n';
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
