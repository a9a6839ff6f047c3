#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "server/core/clock.hpp"
#include "server/lobby/public_rooms.hpp"
#include "server/lobby/waiting_rooms.hpp"

namespace cubilete::server {

/// Reports this node's public rooms to the others: each game's window and waiting rooms. Sends changes at
/// most every `news_interval`; a node to which a link comes up gets what the others have. On one thread.
class PublicRoomsPublisher {
  public:
    static constexpr Clock::Duration news_interval{250};
    /// To all nodes to which there is a link.
    using Publish = std::function<void(const WindowNews&)>;

    /// `clock` outlives it.
    PublicRoomsPublisher(Clock& clock, Publish publish) : clock_(clock), publish_(std::move(publish)) {}

    /// A room of this node is public, as reported, or no longer.
    void put(const RoomReport& report);
    void remove(const std::string& room);
    /// All that the nodes with a link have been told.
    std::vector<WindowNews> published() const;

  private:
    struct PublishedWindow {
        RoomWindowPtr window = std::make_shared<RoomWindow>();
        std::vector<WaitingRoom> waiting;
    };
    void schedule_publish();
    void publish();

    Clock& clock_;
    Publish publish_;
    PublicRooms rooms_;
    WaitingRooms waiting_;
    std::map<std::string, PublishedWindow> published_;  ///< by game
    Clock::Duration last_ = -news_interval;
    std::unique_ptr<Clock::Timer> timer_;
};

}  // namespace cubilete::server
