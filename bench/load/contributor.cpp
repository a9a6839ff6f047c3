#include "bench/load/contributor.hpp"

#include <sodium.h>

#include "bench/load/text.hpp"

namespace cubilete::bench {

namespace {

constexpr int links = 4'096;

}  // namespace

std::optional<std::string> Contributor::answer(std::string_view push) {
    const std::string_view room = between(push, R"("room":")", "\"");
    if (push.starts_with(R"({"t":"dice",)")) {
        const std::string_view step = between(push, R"("step":")", "\"");
        const std::string_view match = between(push, R"("match":")", "\"");
        if (step == "play" || (step == "reveals" && match != match_)) return std::nullopt;
        return this->step(push, room);
    }
    if (chain_.empty()) return std::nullopt;  // the server asks no seat that has no value left
    return std::string(R"({"t":"dice.give","room":")")
        .append(room)
        .append(R"(","match":")")
        .append(match_)
        .append(R"(","seq":)")
        .append(between(push, R"("seq":)", ",}"))
        .append(R"(,"value":")")
        .append(next_value())
        .append("\"");
}

/// The tip of a new chain, or the reveal. While the tips are awaited the server shows the step only once.
std::string Contributor::step(std::string_view push, std::string_view room) {
    const std::string_view match = between(push, R"("match":")", "\"");
    const bool tips = between(push, R"("step":")", "\"") == "tips";
    if (tips) {
        match_ = match;
        server::Digest link;
        randombytes_buf(link.data(), link.size());
        chain_.clear();
        for (int number = 0; number < links; ++number) {
            chain_.push_back(link);
            link = server::next_link(link);
        }
        tip_ = link;
    }
    return std::string(tips ? R"({"t":"dice.tip","room":")" : R"({"t":"dice.reveal","room":")")
        .append(room)
        .append(R"(","match":")")
        .append(match_)
        .append(tips ? R"(","tip":")" : R"(","value":")")
        .append(tips ? server::hex(tip_) : next_value())
        .append("\"");
}

std::string Contributor::next_value() {
    std::string value = server::hex(chain_.back());
    chain_.pop_back();
    return value;
}

}  // namespace cubilete::bench
