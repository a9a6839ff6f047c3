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

RoomLoader::RoomLoader(const Services& services, Executor executor)
    : services_(services),
      executor_(std::move(executor)),
      clock_(services.clock_on(executor_)),
      needed_{services.look_up_soon},
      others_{services.look_up} {}

void RoomLoader::add(const std::string& code, const std::shared_ptr<Room>& room) {
    unread_.emplace(code, room);
    others_.codes.push_back(code);
}

void RoomLoader::start() {
    if (!unread_.empty()) post([](RoomLoader& self) { self.read_next(self.others_); });
}

void RoomLoader::read_soon(const std::string& code) {
    if (!is_unread(code)) return;
    needed_.codes.push_back(code);
    read_next(needed_);
}

void RoomLoader::stop() {
    unread_.clear();
    needed_.again.reset();
    others_.again.reset();
}

void RoomLoader::read_next(Queue& queue) {
    queue.again.reset();
    if (queue.is_being_read) return;
    Room::Unread batch;
    while (!queue.codes.empty() && batch.size() < most_rooms_of_batch) {
        auto room = unread_.extract(queue.codes.front());
        queue.codes.pop_front();
        if (room) batch.emplace(room.key(), std::move(room.mapped()));
    }
    if (batch.empty()) return;
    queue.is_being_read = true;
    const auto self = shared_from_this();
    const auto later = [self, &queue, batch] {
        self->post([&queue, batch](RoomLoader& loader) {
            queue.is_being_read = false;
            for (const auto& [code, room] : batch) {
                loader.unread_.emplace(code, room);
                queue.codes.push_back(code);
            }
            queue.again =
                loader.clock_->after(wait_for_reads, [&loader, &queue] { loader.read_next(queue); });
        });
    };
    const auto read = [self, &queue, batch, later](const HistoryReader::Readers& readers) {
        try {
            Room::read(self->services_, readers.store, batch);
        } catch (const storage::DatabaseAway&) {
            return later();
        }
        self->post([&queue, rooms = batch.size()](RoomLoader& loader) {
            queue.is_being_read = false;
            loader.read_ += rooms;
            if (loader.unread_.empty() && rooms > 0)
                spdlog::info("read the matches of {} rooms", std::exchange(loader.read_, 0));
            loader.read_next(queue);
        });
    };
    queue.look_up(ClientNetwork{}, read, later);
}

void RoomLoader::post(std::function<void(RoomLoader&)> action) {
    net::post(executor_, [weak = weak_from_this(), action = std::move(action)] {
        if (const auto self = weak.lock()) action(*self);
    });
}

}  // namespace cubilete::server
