#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "protocol/messages.hpp"
#include "server/match/table.hpp"
#include "server/room/room_sockets.hpp"
#include "server/room/turn_clock.hpp"

namespace cubilete::server {

/// Writes the match pushes of a room.
class MatchPublisher {
  public:
    using Text = std::shared_ptr<const std::string>;

    /// `room`: its code.
    MatchPublisher(Actor& actor, const TurnClock& clock, std::string room);

    /// Sends the present match with the events from entry `events_from` on to all sockets, once it is durable.
    /// All viewers who see the same share one text; only the member `you` is written for each seat. The first push of a
    /// match, here and in catch_up(), contains `about`; a slow socket may miss any other push, but not this one.
    void send(Table& match, std::int64_t events_from, const RoomSockets& sockets);
    /// Sends `about` again with the next push to all sockets: frames may have been lost.
    void repeat_about() { introduced_match_.clear(); }
    /// A socket that gets the pushes from now on, without catch_up().
    void add_newcomer(const SinkPtr& socket);
    /// Sends the present match with the entries from `unseen` on to a member who joined or came back. Members
    /// who join at about the same time and have missed the same entries share one text while it is queued, so
    /// that many slow readers cost the memory of one text. Returns the size of the missed events as JSON.
    std::size_t catch_up(const Table& match, const std::string& player, std::int64_t unseen,
                         const SinkPtr& socket);

  private:
    /// Members with equal values get the same text.
    struct CatchUpKey {
        std::string match{};
        Viewer viewer{};
        std::int64_t unseen = 0;  ///< first entry that they have not seen
        std::int64_t seq = 0;     ///< of the newest entry
        bool over = false;
        std::uint32_t wait_number = 0;
        Clock::Duration wait_deadline{};

        friend bool operator==(const CatchUpKey&, const CatchUpKey&) = default;
    };
    /// Without `you`.
    protocol::MatchPush push(const Table& match, protocol::ViewerUpdate sight) const;
    std::shared_ptr<const Frame::InRoom> make_in_room(const Table& match) const;
    bool is_newcomer(const SinkPtr& socket) const;
    Text missed_text(const Table& match, Viewer viewer, std::int64_t unseen);

    Actor& actor_;
    const TurnClock& clock_;
    std::string room_;
    std::string introduced_match_{};                ///< the match whose `about` send() has sent
    std::vector<std::weak_ptr<Sink>> newcomers_{};  ///< sockets that have not got it; normally none
    // Of the last text for a member who joined.
    CatchUpKey catch_up_key_{};
    Clock::Duration written_at_{};
    std::size_t counted_bytes_ = 0;            ///< size of the missed events as JSON
    std::weak_ptr<const std::string> text_{};  ///< alive while it is queued for a socket
};

}  // namespace cubilete::server
