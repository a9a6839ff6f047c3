#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/admin/admin_rows.hpp"
#include "server/admin/decrees.hpp"
#include "server/admin/networks.hpp"
#include "server/admin/operator_settings.hpp"
#include "server/core/sha256.hpp"
#include "server/history/history_reader.hpp"
#include "server/room/actor.hpp"
#include "server/room/seating.hpp"

namespace cubilete::server {

/// The decrees in force, as they are in the data: on every node, because each reads what the others have written. It answers the
/// requests of players that a decree concerns. A part of the Lobby, on its thread.
class DecreeKeeper {
  public:
    /// A decree is new or has changed.
    using ChangeHandler = std::function<void(const Decree&)>;

    DecreeKeeper(Actor& lobby, ChangeHandler on_change);

    /// Reads all decrees, before anybody is served.
    void load(const storage::Store& store);
    /// The data have changes up to this number (storage::NodeList::admin_change).
    void on_newest_change(std::int64_t change);
    /// Called once: when the writes are durable and hold here, or with false when the disk was full.
    using WriteDone = std::function<void(bool written)>;
    void write(std::vector<storage::Write> writes, WriteDone then);
    /// The disk was full: nothing that is not durable was written.
    void cancel_writes();

    // The refusals of players' requests.
    Verdict check_network(const ClientNetwork& from);
    Verdict check_player(const std::string& player);
    Verdict check_newcomer(const ClientNetwork& from);
    Verdict check_chat(const std::string& player, const std::string& line);
    Verdict check_name(const std::string& name) const;
    /// Whether somebody may open a table; `word`: the house word, if they gave one.
    Verdict check_opening(const std::optional<std::string>& word) const;
    bool is_banned(const std::string& player) const;

    /// The player has said hello from that network.
    void note(const std::string& player, const ClientNetwork& network);
    /// Writes how often decrees have refused, if they have since the last time.
    void write_counts(WriteDone then);

    const Decrees& decrees() const { return decrees_; }
    const OperatorSettings& rules() const { return rules_; }
    const SeenPlayers& seen() const { return seen_players_; }
    /// Null before load().
    const NetworkHasher* hasher() const { return hasher_.get(); }
    HashedNetwork hash_network(const ClientNetwork& network) const {
        return {network, hasher_ ? hasher_->hash(network) : ""};
    }
    /// The tag of a hash, or the block that an operator typed.
    std::string tag_of(const std::string& network) const;
    /// Empty before load().
    std::string tag_of(const ClientNetwork& network) const;

  private:
    struct News {
        std::vector<storage::AdminRow> keys;
        std::vector<storage::AdminRow> decrees;  ///< in the order of their numbers
    };
    static News read_news(const storage::Store& store, std::int64_t after);
    void read();
    void apply(const News& news);
    void update_operator_settings();
    void warn_if_locked_out();
    void use(const storage::AdminRow& key);
    void load_or_make_keys(std::vector<storage::Write> keys);
    void sweep();
    Verdict refuse(const Decree* decree, protocol::RefusalReason why);

    struct Timers {
        std::unique_ptr<Clock::Timer> read, counts, sweep;
        std::unique_ptr<Clock::Timer> keys;  ///< while the disk has no room for them
    };
    struct TagKey {
        std::unique_ptr<HmacSha256> key;
        std::int64_t made_ms = 0;
    };

    Actor& lobby_;
    ChangeHandler on_change_;
    Decrees decrees_;
    OperatorSettings rules_;
    SeenPlayers seen_players_;
    std::unique_ptr<NetworkHasher> hasher_;
    TagKey tag_key_;
    std::int64_t read_change_ = 0;    ///< AdminRow::change of what was read
    std::int64_t newest_change_ = 0;  ///< the same of what is known to be there
    bool is_reading_ = false;
    bool is_locked_out_ = false;                  ///< nobody can know the word that opens tables
    std::list<WriteDone> pending_writes_;         ///< what waits for the disk, in its order
    std::list<WriteDone> after_read_;             ///< what is durable and not read yet
    std::map<std::string, std::int64_t> counts_;  ///< refusals that are not written yet, by decree
    Timers timers_;
};

}  // namespace cubilete::server
