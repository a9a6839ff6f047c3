#include "server/commands/arena_player.hpp"

#include <algorithm>

#include "protocol/codec.hpp"

namespace cubilete::server {

namespace {

constexpr std::chrono::milliseconds start_patience = std::chrono::minutes(1);

/// Nothing if it lets others act.
std::optional<protocol::Json> move_of(const std::string& line) {
    const auto answer = protocol::read_json(line);
    const auto* json = std::get_if<protocol::Json>(&answer);
    if (json == nullptr || !json->is_object())
        throw Forfeit{Forfeit::Kind::illegal, "the answer is no JSON object"};
    const auto move = json->find("move");
    if (move == json->end() || move->is_null()) return std::nullopt;
    return *move;
}

}  // namespace

std::optional<protocol::Json> HousePlayer::choose(const protocol::Match& match, Seat seat,
                                                  const protocol::JsonText&) {
    return match.position(seat)->choose(*book_, level_, thinking_);
}

ProgramPlayer::~ProgramPlayer() {
    if (process_) process_->close_and_wait(std::chrono::steady_clock::now() + patience_);
}

std::optional<protocol::Json> ProgramPlayer::choose(const protocol::Match&, Seat,
                                                    const protocol::JsonText& push) {
    try {
        auto patience = patience_;
        if (!process_) {
            process_.emplace(command_);
            patience = std::max(patience, start_patience);
        }
        const auto deadline = std::chrono::steady_clock::now() + patience;
        process_->write_line(push.dump(), deadline);
        const std::string line = process_->read_line(deadline);
        answered_ = true;
        return move_of(line);
    } catch (const Forfeit& forfeit) {
        if (!answered_ && forfeit.kind != Forfeit::Kind::illegal) throw NeverAnswered(forfeit.text());
        throw;
    }
}

void ProgramPlayer::stop() { process_.reset(); }

void ProgramPlayer::on_match_end(const protocol::JsonText& push) {
    if (!process_) return;
    try {
        process_->write_line(push.dump(), std::chrono::steady_clock::now() + patience_);
    } catch (const Forfeit&) {
        stop();  // the match is over: it loses nothing
    }
}

}  // namespace cubilete::server
