#include <algorithm>
#include <ranges>
#include <utility>

#include "server/core/spdlog.hpp"
#include "spar/rule_checker.hpp"

namespace cubilete::server::spar {

namespace {

using namespace std::chrono_literals;

// Or patience / 4 if that is longer: slow machines.
constexpr RuleChecker::Time hello_deadline = 5s;

}  // namespace

bool RuleChecker::waits_for_the_bot() const {
    const auto match = matches_.find(match_);
    if (match == matches_.end() || !match->second.due) return false;
    const auto answer = answers_.find({match_, match->second.n});
    if (answer == answers_.end()) return true;
    if (answer->second.answered)
        return !answer->second.code.empty() && !moved_on.contains(answer->second.code);
    return !lines_.contains(answer->second.line);  // the answer was lost with its connection
}

void RuleChecker::tick(Time now) {
    if (over_ || hopeless_) return;
    judge_dice(dice_.tick(now));
    for (auto& [number, line] : lines_) {
        if (line.spoken || now - line.since < std::max(hello_deadline, patience_ / 4)) continue;
        line.spoken = true;
        breach(Rule::hello, "it connected and said nothing");
    }
    if (now < waiting_since_ + patience_) return;
    if (left_) {
        hopeless_ = true;
        if (fled_) return;
        return breach(Rule::comes_back,
                      fmt::format("it did not come back within {} s", patience_.count() / 1'000));
    }
    if (connections_ == 0 || (joined_ && put_off_.empty() && !waits_for_the_bot())) return;
    blame_for_silence();
    put_off_.clear();
    waiting_since_ = now;
    hopeless_ = !joined_ || std::exchange(moves_at_silence_, accepted_) == accepted_;
    silent_ = !hopeless_;
}

void RuleChecker::blame_for_silence() {
    const auto seconds = patience_.count() / 1'000;
    if (!put_off_.empty())
        return breach(Rule::waits, fmt::format("\"{}\" was refused, not for good, and not asked again",
                                               *put_off_.begin()));
    if (!joined_) return breach(Rule::in_time, fmt::format("it did not join within {} s", seconds));
    Match& match = matches_[match_];
    const Shown& prompt = match.shown[match.n];
    const auto answer = answers_.find({match_, match.n});
    if (answer != answers_.end() && !answer->second.answered)
        breach(Rule::same_id, "its move was lost with the connection, and it did not send it again");
    else if (puzzled_)
        breach(Rule::unknown, "it has been silent since something came that it did not know");
    else if (!lines_.contains(prompt.line))
        breach(Rule::same_id,
               "it was asked on a connection that broke, and never answered; what is lost has to be "
               "sent again");
    else if (answer != answers_.end())
        breach(Rule::in_time,
               fmt::format("n {} was refused as {}, stands as it stood, and nothing came for it", match.n,
                           answer->second.code),
               answer->second.at);
    else
        breach(Rule::in_time, fmt::format("nothing came for n {} within {} s", match.n, seconds), prompt.at);
}

void RuleChecker::judge_dice(const std::optional<DiceChecker::Breach>& found) {
    if (dice_.tried()) tried({Rule::dice});
    if (!found) return;
    breach(Rule::dice, found->what, found->at);
    if (!found->unnoticed.empty()) add_unnoticed(found->unnoticed);
}

void RuleChecker::noted(const std::string& fault, bool noticed) {
    tried({Rule::notes});
    if (noticed) return;
    const auto line = std::ranges::find(record_ | std::views::reverse, "-- " + fault, &Entry::text);
    const auto after = static_cast<std::size_t>(line - record_.rbegin());
    breach(Rule::notes, "it did not notice: " + fault, record_.size() - 1 - after);
    add_unnoticed(fault);
}

void RuleChecker::add_unnoticed(const std::string& fault) {
    if (std::ranges::find(unnoticed_, fault) == unnoticed_.end()) unnoticed_.push_back(fault);
}

}  // namespace cubilete::server::spar
