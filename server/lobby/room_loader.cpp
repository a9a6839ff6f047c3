#include "server/lobby/room_loader.hpp"

#include <utility>

#include "server/core/spdlog.hpp"
#include "storage/error.hpp"

namespace cubilete::server {

namespace {

/// Some tenths of a second of reading.
constexpr std::size_t most_rooms_of_batch = 256;
constexpr Clock::Duration wait_for_reads{100};

}  // namespace

RoomLoader::RoomLoader(Actor& lobby)
    : lobby_(lobby), urgent_{lobby.services().look_up_soon}, others_{lobby.services().look_up} {}

void RoomLoader::add(const std::string& code, const std::shared_ptr<Room>& room) {
    unread_.emplace(code, room);
    others_.codes.push_back(code);
}

void RoomLoader::start() {
    if (!unread_.empty()) lobby_.poster()([this] { read_next(others_); });
}

void RoomLoader::prioritize(const std::string& code) {
    if (!is_unread(code)) return;
    urgent_.codes.push_back(code);
    read_next(urgent_);
}

void RoomLoader::stop() {
    unread_.clear();
    urgent_.again.reset();
    others_.again.reset();
}

void RoomLoader::read_next(Queue& queue) {
    queue.again.reset();
    if (queue.is_being_read) return;
    Room::UnreadRooms batch;
    while (!queue.codes.empty() && batch.size() < most_rooms_of_batch) {
        auto room = unread_.extract(queue.codes.front());
        queue.codes.pop_front();
        if (room) batch.emplace(room.key(), std::move(room.mapped()));
    }
    if (batch.empty()) return;
    queue.is_being_read = true;
    const auto post = lobby_.poster();
    const auto later = [this, post, &queue, batch] {
        post([this, &queue, batch] {
            queue.is_being_read = false;
            for (const auto& [code, room] : batch) {
                unread_.emplace(code, room);
                queue.codes.push_back(code);
            }
            queue.again = lobby_.after(wait_for_reads, [this, &queue] { read_next(queue); });
        });
    };
    const auto read = [this, post, &queue, batch, later,
                       &services = lobby_.services()](const HistoryReader::Readers& readers) {
        try {
            Room::read(services, readers.store, batch);
        } catch (const storage::DatabaseUnavailable&) {
            return later();
        }
        post([this, &queue, rooms = batch.size()] {
            queue.is_being_read = false;
            read_ += rooms;
            if (unread_.empty() && rooms > 0)
                spdlog::info("read the matches of {} rooms", std::exchange(read_, 0));
            read_next(queue);
        });
    };
    queue.look_up(ClientNetwork{}, read, later);
}

}  // namespace cubilete::server
