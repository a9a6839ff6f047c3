#include <algorithm>
#include <array>
#include <ostream>
#include <utility>

#include "server/core/spdlog.hpp"
#include "spar/rule_checker.hpp"

namespace cubilete::server::spar {

namespace {

using Time = RuleChecker::Time;

constexpr std::size_t longest_frame = 400;
constexpr std::size_t most_moves = 3;
constexpr std::size_t lines_before = 5;
constexpr std::size_t told_of_a_rule = 3;

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

std::string line_of(Time at, std::string_view text, std::string_view frame) {
    return fmt::format("{:>9.3f} s  {}{}", static_cast<double>(at.count()) / 1'000, text, frame);
}

std::string in_full(const RuleChecker::Json& frame) { return frame.is_null() ? std::string() : frame.dump(); }

/// Shortens a frame to the parts by which a bot is judged.
std::string brief(RuleChecker::Json frame) {
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

// ---- record

void RuleChecker::note(Time now, std::string text) { write_down(now, "-- " + std::move(text)); }

void RuleChecker::write_down(Time now, std::string text, Json frame) {
    record_.push_back({now, std::move(text), std::move(frame)});
}

std::size_t RuleChecker::last_line() const { return record_.empty() ? 0 : record_.size() - 1; }

void RuleChecker::tried(std::initializer_list<Rule> all) {
    for (const Rule rule : all) tried_.set(static_cast<std::size_t>(rule));
}

void RuleChecker::breach(Rule rule, std::string what, std::optional<std::size_t> at) {
    breaches_.push_back({rule, std::move(what), at.value_or(last_line())});
}

bool RuleChecker::broke(Rule rule) const {
    return std::ranges::find(breaches_, rule, &Breach::rule) != breaches_.end();
}

// ---- report

void RuleChecker::report(std::ostream& out) const {
    for (std::size_t number = 0; number < rules; ++number) {
        const auto rule = static_cast<Rule>(number);
        out << (broke(rule)           ? "BROKEN     "
                : tried_.test(number) ? "ok         "
                                      : "not tried  ")
            << sentences[number] << '\n';
        std::size_t told = 0;
        for (const Breach& breach : breaches_) {
            if (breach.rule != rule) continue;
            if (++told > told_of_a_rule) continue;
            out << "        " << breach.what << '\n';
            const std::size_t from = breach.at < lines_before ? 0 : breach.at - lines_before;
            show(out, from, breach.at + 2, breach.at);
        }
        if (told > told_of_a_rule) out << "        … and " << told - told_of_a_rule << " times more\n";
    }
    const char* before = "not noticed: ";
    for (const std::string& fault : unnoticed_) out << std::exchange(before, ", ") << fault;
    if (!unnoticed_.empty()) out << '\n';
}

void RuleChecker::report_last(std::ostream& out) const {
    show(out, record_.size() < lines_before ? 0 : record_.size() - lines_before, record_.size(),
         record_.size());
}

void RuleChecker::show(std::ostream& out, std::size_t from, std::size_t to, std::size_t marked) const {
    for (std::size_t at = from; at < std::min(to, record_.size()); ++at)
        out << (at == marked ? "      * " : "        ")
            << line_of(record_[at].at, record_[at].text, brief(record_[at].frame)) << '\n';
}

void RuleChecker::write_record(std::ostream& out) const {
    for (const Entry& entry : record_) out << line_of(entry.at, entry.text, in_full(entry.frame)) << '\n';
}

}  // namespace cubilete::server::spar
