// What the lobbies of all nodes do together: the list of public rooms, a player's own tables.
#include <utility>

#include "protocol/codec.hpp"
#include "server/cluster/relay.hpp"

namespace cubilete::server {

namespace {

constexpr Clock::Duration most_wait_for_tables{500};

}  // namespace

void Relay::lists_room(const RoomReport& report) {
    if (!stopped_) windows_.put(report);
}

void Relay::unlists_room(const std::string& room) {
    if (!stopped_) windows_.remove(room);
}

void Relay::take(Epoch from, const mesh::Window& window) { lobby_->know_window(from, window); }

// ---- me.tables

void Relay::tables_of(const std::string& player, std::function<void(std::vector<protocol::Json>)> done) {
    const std::int64_t number = ++last_question_;
    Question& question = questions_[number];
    question.done = std::move(done);
    for (const auto& [node, address] : living_)
        if (mesh_->send(node, mesh::TablesWanted{number, player})) question.asked.insert(node);
    question.timer = clock_->after(question.asked.empty() ? Clock::Duration(0) : most_wait_for_tables,
                                   [weak = weak_from_this(), number] {
                                       if (const auto self = weak.lock()) self->answer(number);
                                   });
}

void Relay::answer(std::int64_t number) {
    if (auto question = questions_.extract(number))
        question.mapped().done(std::move(question.mapped().tables));
}

void Relay::take(Epoch from, const mesh::TablesWanted& wanted) {
    lobby_->tables_of(wanted.player, [weak = weak_from_this(), from, number = wanted.number](auto tables) {
        const auto self = weak.lock();
        if (self && !self->stopped_)
            self->mesh_->send(from, mesh::Tables{number, protocol::Json(std::move(tables)).dump()});
    });
}

void Relay::take(Epoch from, const mesh::Tables& tables) {
    const auto question = questions_.find(tables.number);
    if (question == questions_.end() || question->second.asked.erase(from) == 0) return;
    for (protocol::Json& table : protocol::Json::parse(tables.tables))
        question->second.tables.push_back(std::move(table));
    if (question->second.asked.empty()) answer(tables.number);
}

}  // namespace cubilete::server
