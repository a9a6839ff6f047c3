#include "server/cluster/envelope.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cubilete::server::mesh {

namespace {

template <class Given, class Message>
concept SameAs = std::same_as<std::remove_const_t<Given>, Message>;

// The fields in the order in which they are sent. A later version may add some at the end. An optional one is left out if
// it has no value, as by an earlier version: nothing may follow it.
auto fields(SameAs<Hello> auto& m) { return std::tie(m.version, m.from, m.to, m.nonce); }
auto fields(SameAs<Challenge> auto& m) { return std::tie(m.version, m.nonce, m.mac); }
auto fields(SameAs<Proof> auto& m) { return std::tie(m.mac); }
auto fields(SameAs<Seen> auto& m) { return std::tie(m.room, m.match, m.seq); }
auto fields(SameAs<Attach> auto& m) {
    return std::tie(m.socket, m.player.id, m.player.name, m.player.bot, m.supports_provable_dice,
                    m.network.prefix, m.rooms, m.player.avatar);
}
auto fields(SameAs<Detach> auto& m) { return std::tie(m.socket); }
auto fields(SameAs<Request> auto& m) { return std::tie(m.socket, m.text); }
auto fields(SameAs<FindSeat> auto& m) {
    return std::tie(m.socket, m.request_id, m.game, m.bots, m.tried, m.room);
}
auto fields(SameAs<SeatOffer> auto& m) { return std::tie(m.socket, m.request_id, m.room, m.node); }
auto fields(SameAs<SeatDeclined> auto& m) { return std::tie(m.socket, m.request_id, m.room); }
auto fields(SameAs<Frames> auto& m) {
    return std::tie(m.sockets, m.is_reply, m.subject, m.text, m.request_id, m.code, m.room, m.match, m.seq,
                    m.gone);
}
auto fields(SameAs<WrongOwner> auto& m) { return std::tie(m.socket, m.room, m.request_id); }
auto fields(SameAs<ReattachRefused> auto& m) { return std::tie(m.socket, m.room); }
auto fields(SameAs<ConnectedPlayers> auto& m) { return std::tie(m.players); }
auto fields(SameAs<RoomMembers> auto& m) { return std::tie(m.players); }
auto fields(SameAs<RoomsTakenOver> auto& m) { return std::tie(m.rooms); }
auto fields(SameAs<Renamed> auto& m) { return std::tie(m.player, m.name, m.avatar); }
auto fields(SameAs<AccountDeleted> auto& m) { return std::tie(m.player); }
auto fields(SameAs<NewDevice> auto& m) { return std::tie(m.player); }
auto fields(SameAs<RoomWindow::ListedRoom> auto& m) {
    return std::tie(m.room, m.line, m.rank.full, m.rank.taken, m.rank.number);
}
auto fields(SameAs<WaitingRoom> auto& m) {
    return std::tie(m.room, m.game, m.taken, m.seats, m.accepts_people, m.accepts_programs, m.seated);
}
auto fields(SameAs<Window> auto& m) {
    return std::tie(m.game, m.is_whole, m.total, m.put, m.gone, m.waiting);
}
auto fields(SameAs<AttachDone> auto& m) { return std::tie(m.rooms); }
auto fields(SameAs<TablesQuery> auto& m) { return std::tie(m.number, m.player); }
auto fields(SameAs<Tables> auto& m) { return std::tie(m.number, m.tables); }
auto fields(SameAs<RoomsQuery> auto& m) {
    return std::tie(m.number, m.game, m.after.room, m.after.rank.full, m.after.rank.taken,
                    m.after.rank.number, m.limit);
}
auto fields(SameAs<Rooms> auto& m) { return std::tie(m.number, m.rooms); }
auto fields(SameAs<AdminQuery> auto& m) { return std::tie(m.number, m.question); }
auto fields(SameAs<AdminAnswer> auto& m) { return std::tie(m.number, m.answer); }
auto fields(SameAs<GiveRoom> auto& m) { return std::tie(m.room, m.left_ms, m.next); }
auto fields(SameAs<GiveAccepted> auto& m) { return std::tie(m.room); }
auto fields(SameAs<Moved> auto& m) { return std::tie(m.room, m.to); }

using Length = std::uint32_t;

/// Integers are little-endian; a text or a list begins with its length.
class Writer {
  public:
    explicit Writer(std::string& bytes) : bytes_(bytes) {}

    template <class Integer>
    requires std::is_integral_v<Integer>
    void put(Integer value) {
        auto rest = static_cast<std::uint64_t>(value);
        for (std::size_t byte = 0; byte < sizeof(Integer); ++byte, rest >>= 8)
            bytes_ += static_cast<char>(rest & 0xFF);
    }
    void put(const std::optional<int>& last) {
        if (last) put(*last);
    }
    void put(const std::string& text) {
        put(static_cast<Length>(text.size()));
        bytes_ += text;
    }
    void put(const protocol::JsonText& json) { put(json.dump()); }
    template <std::size_t size>
    void put(const std::array<unsigned char, size>& raw) {
        bytes_.append(raw.begin(), raw.end());
    }
    template <class Value>
    void put(const std::vector<Value>& list) {
        put(static_cast<Length>(list.size()));
        for (const Value& one : list) put(one);
    }
    template <class Struct>
    auto put(const Struct& message) -> decltype(fields(message), void()) {
        std::apply([this](const auto&... field) { (put(field), ...); }, fields(message));
    }

  private:
    std::string& bytes_;
};

/// Each read_field() returns false if the bytes do not suffice.
class Reader {
  public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}

    template <class Integer>
    requires std::is_integral_v<Integer>
    bool read_field(Integer& value) {
        if (bytes_.size() < sizeof(Integer)) return false;
        std::uint64_t read = 0;
        for (std::size_t byte = sizeof(Integer); byte-- > 0;)
            read = read << 8 | static_cast<unsigned char>(bytes_[byte]);
        value = static_cast<Integer>(read);
        bytes_.remove_prefix(sizeof(Integer));
        return true;
    }
    bool read_field(std::optional<int>& last) { return bytes_.empty() || read_field(last.emplace()); }
    bool read_field(std::string& text) {
        Length size = 0;
        if (!read_field(size) || bytes_.size() < size) return false;
        text = bytes_.substr(0, size);
        bytes_.remove_prefix(size);
        return true;
    }
    bool read_field(protocol::JsonText& json) {
        std::string text;
        if (!read_field(text)) return false;
        json = protocol::JsonText::of_text(std::move(text));
        return true;
    }
    template <std::size_t size>
    bool read_field(std::array<unsigned char, size>& raw) {
        if (bytes_.size() < size) return false;
        std::copy_n(bytes_.begin(), size, raw.begin());
        bytes_.remove_prefix(size);
        return true;
    }
    /// The list grows with what is read, so that a wrong length costs no memory.
    template <class Value>
    bool read_field(std::vector<Value>& list) {
        Length size = 0;
        if (!read_field(size)) return false;
        for (; size > 0; --size)
            if (!read_field(list.emplace_back())) return false;
        return true;
    }
    template <class Struct>
    auto read_field(Struct& message) -> decltype(fields(message), bool()) {
        return std::apply([this](auto&... field) { return (read_field(field) && ...); }, fields(message));
    }

  private:
    std::string_view bytes_;
};

constexpr std::size_t types = std::variant_size_v<Message>;
static_assert(types <= std::numeric_limits<std::uint8_t>::max());

/// The message of type `at`, counted as in Message.
template <std::size_t at = 1>
std::optional<Message> read(std::size_t type, Reader& from) {
    if constexpr (at == types) {
        return Unknown{};
    } else {
        if (type != at) return read<at + 1>(type, from);
        std::variant_alternative_t<at, Message> message;
        if (!from.read_field(message)) return std::nullopt;
        return Message(std::in_place_index<at>, std::move(message));
    }
}

}  // namespace

void append(std::string& bytes, const Message& message) {
    const std::size_t start = bytes.size();
    Writer to(bytes);
    to.put(Length{0});
    to.put(static_cast<std::uint8_t>(message.index()));
    std::visit(
        [&](const auto& body) {
            if constexpr (!std::is_same_v<std::decay_t<decltype(body)>, Unknown>) to.put(body);
        },
        message);
    std::string length;
    Writer(length).put(static_cast<Length>(bytes.size() - start - sizeof(Length)));
    bytes.replace(start, sizeof(Length), length);
}

std::optional<Message> take(std::string_view& bytes) {
    Length size = 0;
    std::uint8_t type = 0;
    Reader head(bytes);
    if (!head.read_field(size) || bytes.size() - sizeof(Length) < size) return std::nullopt;
    Reader from(bytes.substr(sizeof(Length), size));
    if (!from.read_field(type)) return std::nullopt;
    auto message = read(type, from);
    if (message) bytes.remove_prefix(sizeof(Length) + size);
    return message;
}

}  // namespace cubilete::server::mesh
