#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "storage/journal.hpp"
#include "storage/store.hpp"

namespace cubilete::storage {

class Backend;

/// Takes some of the data as writes, to be carried out in order.
using WriteConsumer = std::function<void(std::vector<Write> writes)>;
/// Passes on all data as writes, and returns when they have been taken.
using WriteProducer = std::function<void(const WriteConsumer& consume)>;

/// Passes writes on in parts of about a thousand, because each part is a commit.
class WriteBatcher {
  public:
    explicit WriteBatcher(const WriteConsumer& consume) : consume_(consume) {}

    void add(Write write) { batch_.push_back(std::move(write)); }
    /// Call it where the data may be cut.
    void flush_when_full() {
        if (batch_.size() >= most_writes) end();
    }
    void end() {
        if (!batch_.empty()) consume_(std::exchange(batch_, {}));
    }

  private:
    static constexpr std::size_t most_writes = 1'000;

    const WriteConsumer& consume_;
    std::vector<Write> batch_;
};

// The writes that store this again. The data may be cut behind each but a player, whose tokens follow.
void export_player(const Player& player, WriteBatcher& parts);
void export_room(OpenRoom open, WriteBatcher& parts);
void export_match(Record record, const OpenRoom::Dice& dice, bool usual, WriteBatcher& parts);
/// `rows`: the newest first.
void export_admin_rows(std::vector<AdminRow> rows, WriteBatcher& parts);
void export_cup(std::optional<CupChain> chain, std::vector<CupPlay> plays, WriteBatcher& parts);
void export_practice(std::vector<PracticeRow> rows, WriteBatcher& parts);

/// Carries out what `produce` passes on, on `to`, which must hold no data yet. Takes the next writes when the last are
/// durable. Throws as Backend::import_all().
void write_all(const WriteProducer& produce, Backend& to, const std::atomic<bool>& cancelled);

/// Copies all data of `from`, in one consistent state, to `to`, which must hold none (Backend::import_all()).
void import(const Backend& from, Backend& to, const std::atomic<bool>& cancelled);

}  // namespace cubilete::storage
