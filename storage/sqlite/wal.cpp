#include "storage/sqlite/wal.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string_view>
#include <utility>

namespace cubilete::storage::sqlite {

namespace {

// https://www.sqlite.org/fileformat2.html#the_write_ahead_log
constexpr std::size_t header_bytes = 32;
constexpr std::size_t frame_header_bytes = 24;
constexpr std::uint32_t magic = 0x377f0682;  ///< plus one if checksums use big-endian words

using Bytes = std::string_view;

std::uint32_t word(Bytes bytes, std::size_t at, bool big_endian = true) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8 | static_cast<unsigned char>(bytes[at + (big_endian ? i : 3 - i)]);
    return value;
}

struct Checksum {
    std::uint32_t first = 0;
    std::uint32_t second = 0;

    static Checksum stored(Bytes bytes, std::size_t at) { return {word(bytes, at), word(bytes, at + 4)}; }
    Checksum after(Bytes bytes, bool big_endian) const {
        Checksum sum = *this;
        for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
            sum.first += word(bytes, at, big_endian) + sum.second;
            sum.second += word(bytes, at + 4, big_endian) + sum.first;
        }
        return sum;
    }
    friend bool operator==(const Checksum&, const Checksum&) = default;
};

/// Returns fewer bytes at the end of the file.
std::string read(std::ifstream& in, std::size_t bytes) {
    std::string text(bytes, '\0');
    in.read(text.data(), static_cast<std::streamsize>(bytes));
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

std::string header_of(const std::filesystem::path& log) {
    std::ifstream in(log, std::ios::binary);
    return read(in, header_bytes);
}

class Scan {
  public:
    Scan(std::ifstream& in, Bytes header)
        : in_(in),
          header_(header),
          big_endian_((word(header, 0) & 1) != 0),
          page_bytes_(word(header, 8)),
          seed_(Checksum::stored(header, 24)) {}

    bool header_is_sound() const {
        return (word(header_, 0) & ~1U) == magic && page_bytes_ >= 512 && page_bytes_ <= 65'536 &&
               std::has_single_bit(page_bytes_) &&
               Checksum().after(header_.substr(0, 24), big_endian_) == seed_;
    }
    /// The number, from 1, of a frame that was once synced and is now damaged.
    std::optional<std::size_t> broken_frame() {
        std::size_t broken = 0;
        bool commit_follows = false;
        for (std::size_t number = 1;; ++number) {
            const std::string frame = read(in_, frame_header_bytes + page_bytes_);
            if (frame.size() < frame_header_bytes + page_bytes_) return std::nullopt;
            const bool sound = is_sound(frame);
            if (!broken && !sound) broken = number;
            if (!broken || !sound || broken == number) continue;
            if (commit_follows) return broken;
            commit_follows = word(frame, 4) != 0;
        }
    }

  private:
    /// Checks a frame against the stored checksum of the previous one. So frames after a damaged one can be
    /// checked too.
    bool is_sound(Bytes frame) {
        const Checksum computed =
            seed_.after(frame.substr(0, 8), big_endian_).after(frame.substr(frame_header_bytes), big_endian_);
        seed_ = Checksum::stored(frame, 16);
        return computed == seed_ && frame.substr(8, 8) == header_.substr(16, 8);  // the salts
    }

    std::ifstream& in_;
    Bytes header_;
    bool big_endian_;
    std::uint32_t page_bytes_;
    Checksum seed_;
};

std::optional<std::string> damage_under(Bytes header, const std::filesystem::path& log) {
    if (header.size() < header_bytes) return std::nullopt;
    std::ifstream in(log, std::ios::binary);
    in.seekg(header_bytes);
    Scan scan(in, header);
    if (!scan.header_is_sound()) {
        // The header is synced before the first frame is written. So without frames it may be incomplete
        // after a power cut.
        if (read(in, 1).empty()) return std::nullopt;
        return "its head is not as it was written";
    }
    if (const auto frame = scan.broken_frame())
        return "frame " + std::to_string(*frame) + " is not as it was written";
    return std::nullopt;
}

}  // namespace

std::optional<std::string> find_wal_damage(const std::filesystem::path& log) {
    if (!std::filesystem::exists(log)) return std::nullopt;
    if (!std::ifstream(log, std::ios::binary)) throw DatabaseError(log.string() + ": cannot be read");
    // A writer may be active: an incomplete frame, or a new frame over old ones, is no longer seen at a
    // second look.
    std::optional<std::string> seen;
    for (;;) {
        std::optional<std::string> damage = damage_under(header_of(log), log);
        if (!damage || damage == seen) return damage;
        seen = std::move(damage);
    }
}

}  // namespace cubilete::storage::sqlite
