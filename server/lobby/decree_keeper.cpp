#include "server/lobby/decree_keeper.hpp"

#include <algorithm>
#include <utility>

#include "server/core/spdlog.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

namespace {

constexpr Clock::Duration read_retry{250};
constexpr Clock::Duration keys_retry_interval{1'000};
constexpr Clock::Duration count_interval{60'000};
constexpr Clock::Duration sweep_interval{24 * 3'600'000};
constexpr std::int64_t most_reports = 1'000;
constexpr std::int64_t tag_key_lifetime_ms = 30 * protocol::ms_of_a_day;
constexpr const char* network_key = "networks";

}  // namespace

DecreeKeeper::DecreeKeeper(Actor& lobby, ChangeHandler on_change)
    : lobby_(lobby), on_change_(std::move(on_change)) {}

// ---- reading and writing

void DecreeKeeper::load(const storage::Store& store) {
    update_operator_settings();
    apply(read_news(store, 0));
    sweep();
}

DecreeKeeper::News DecreeKeeper::read_news(const storage::Store& store, std::int64_t after) {
    using Kind = storage::AdminRow::Kind;
    News news{store.admin_rows({.kind = Kind::key, .changed_after = after}),
              store.admin_rows({.kind = Kind::decree, .changed_after = after})};
    std::ranges::reverse(news.decrees);
    return news;
}

void DecreeKeeper::on_newest_change(std::int64_t change) {
    newest_change_ = std::max(newest_change_, change);
    if (newest_change_ > read_change_) read();
}

void DecreeKeeper::write(std::vector<storage::Write> writes, WriteDone then) {
    for (storage::Write& write : writes) lobby_.gate().write(std::move(write));
    pending_writes_.push_back(std::move(then));
    lobby_.gate().when_durable([this] {
        after_read_.splice(after_read_.end(), pending_writes_, pending_writes_.begin());
        read();
    });
}

void DecreeKeeper::cancel_writes() {
    for (const WriteDone& then : std::exchange(pending_writes_, {})) then(false);
}

/// Reads what is newer than what is known. What has become durable meanwhile is read afterwards.
void DecreeKeeper::read() {
    if (std::exchange(is_reading_, true)) return;
    const auto waiting = std::make_shared<std::list<WriteDone>>(std::exchange(after_read_, {}));
    const auto done = [this, post = lobby_.poster(), waiting,
                       newest = newest_change_](std::optional<News> news) {
        post([this, waiting, newest, news = std::move(news)] {
            is_reading_ = false;
            if (!news) {
                after_read_.splice(after_read_.begin(), *waiting);
                timers_.read = lobby_.after(read_retry, [this] { read(); });
                return;
            }
            apply(*news);
            read_change_ = std::max(read_change_, newest);
            for (const WriteDone& then : *waiting) then(true);
            if (!after_read_.empty() || newest_change_ > read_change_) read();
        });
    };
    const auto look = [done, after = read_change_](const HistoryReader::Readers& readers) {
        try {
            done(read_news(readers.store, after));
        } catch (const std::exception& trouble) {
            spdlog::error("the decrees cannot be read just now: {}", trouble.what());
            done({});
        }
    };
    lobby_.services().look_up_soon(ClientNetwork{}, look, [done] { done({}); });
}

void DecreeKeeper::apply(const News& news) {
    for (const storage::AdminRow& row : news.keys) {
        read_change_ = std::max(read_change_, row.change);
        use(row);
    }
    for (const storage::AdminRow& row : news.decrees) {
        read_change_ = std::max(read_change_, row.change);
        const auto decree = decree_of(row);
        if (!decree) continue;
        decrees_.put(*decree);
        if (decree->kind == Decree::Kind::set) update_operator_settings();
        on_change_(*decree);
    }
    warn_if_locked_out();
}

/// An operator's decree of a setting comes before its flag.
void DecreeKeeper::update_operator_settings() {
    const std::int64_t now_ms = lobby_.clock().wall_ms();
    const auto& flags = lobby_.services().admin.rules;
    rules_ = {};
    for (const std::string_view name : setting_names) {
        const std::string key(name);
        if (const Decree* set = decrees_.setting(key, now_ms))
            rules_.set(name, set->text);
        else if (const auto flag = flags.find(key); flag != flags.end())
            rules_.set(name, flag->second);
    }
}

void DecreeKeeper::warn_if_locked_out() {
    const bool wants_word = rules_.open_tables == OperatorSettings::OpenTables::word;
    const bool locked_out = wants_word && rules_.house_word.empty();
    if (locked_out && !std::exchange(is_locked_out_, locked_out))
        spdlog::warn("nobody may open tables: open-tables is word, and there is no house-word");
    is_locked_out_ = locked_out;
}

void DecreeKeeper::use(const storage::AdminRow& key) {
    if (key.id != network_key) {
        if (key.at_ms >= tag_key_.made_ms) tag_key_ = {std::make_unique<HmacSha256>(key_of(key)), key.at_ms};
        return;
    }
    auto hasher = std::make_unique<NetworkHasher>(key_of(key));
    if (hasher_ && hasher_->hash({}) != hasher->hash({}))
        seen_players_ = {};  // another node was faster with its key
    hasher_ = std::move(hasher);
}

/// Nodes that start together write the same ids: the first one's keys are those of all. Until that is read, this node uses its own.
/// `keys`: those in use that the disk had no room for. They are written until it has, or the next process makes others.
void DecreeKeeper::load_or_make_keys(std::vector<storage::Write> keys) {
    const std::int64_t now_ms = lobby_.clock().wall_ms();
    const std::int64_t period = now_ms / tag_key_lifetime_ms;
    const auto add = [&](const storage::PutAdminRow& key) {
        use(key.row);
        keys.emplace_back(key);
    };
    if (!hasher_) add(new_key_row(network_key, now_ms, {}));
    if (tag_key_.made_ms / tag_key_lifetime_ms < period)
        add(new_key_row("tags " + std::to_string(period), now_ms, (period + 2) * tag_key_lifetime_ms));
    if (keys.empty()) return;
    write(keys, [this, keys](bool written) {
        timers_.keys.reset();
        if (!written)
            timers_.keys = lobby_.after(keys_retry_interval, [this, keys] { load_or_make_keys(keys); });
    });
}

void DecreeKeeper::sweep() {
    const std::int64_t now_ms = lobby_.clock().wall_ms();
    decrees_.forget_ended(now_ms);
    if (!timers_.keys) load_or_make_keys({});
    lobby_.gate().write(storage::SweepAdminRows{now_ms, most_reports});
    timers_.sweep = lobby_.after(sweep_interval, [this] { sweep(); });
}

// ---- refusals

Verdict DecreeKeeper::refuse(const Decree* decree, protocol::RefusalReason why) {
    if (decree == nullptr) return {};
    ++counts_[decree->id];
    if (!timers_.counts) timers_.counts = lobby_.after(count_interval, [this] { write_counts([](bool) {}); });
    const bool is_newcomer = why == RefusalReason::newcomers_barred;
    protocol::Rejection no = is_newcomer ? refused(why) : refused(why, {decree->text});
    no.until_ms = is_newcomer ? decree->newcomers_end_ms() : decree->until_ms;
    return no;
}

Verdict DecreeKeeper::check_network(const ClientNetwork& from) {
    return refuse(decrees_.network_ban(hash_network(from), lobby_.clock().wall_ms()),
                  RefusalReason::banned_by_operator);
}

Verdict DecreeKeeper::check_player(const std::string& player) {
    return refuse(decrees_.ban_of(player, lobby_.clock().wall_ms()), RefusalReason::banned_by_operator);
}

Verdict DecreeKeeper::check_newcomer(const ClientNetwork& from) {
    return refuse(decrees_.newcomers_ban(hash_network(from), lobby_.clock().wall_ms()),
                  RefusalReason::newcomers_barred);
}

Verdict DecreeKeeper::check_chat(const std::string& player, const std::string& line) {
    if (!rules_.chat) return refused(RefusalReason::chat_is_off);
    if (rules_.refused_words.matches_line(line)) return refused(RefusalReason::word_refused, {}, "/text");
    return refuse(decrees_.mute_of(player, lobby_.clock().wall_ms()), RefusalReason::muted_by_operator);
}

Verdict DecreeKeeper::check_name(const std::string& name) const {
    if (!rules_.refused_names.matches_name(name)) return {};
    return refused(RefusalReason::name_refused, {}, "/name");
}

Verdict DecreeKeeper::check_opening(const std::optional<std::string>& word) const {
    switch (rules_.open_tables) {
        case OperatorSettings::OpenTables::all: return {};
        case OperatorSettings::OpenTables::nobody: return refused(RefusalReason::tables_by_nobody);
        case OperatorSettings::OpenTables::word: break;
    }
    if (word && !rules_.house_word.empty() && *word == rules_.house_word) return {};
    return refused(RefusalReason::tables_by_word, {}, "/word");
}

bool DecreeKeeper::is_banned(const std::string& player) const {
    return decrees_.ban_of(player, std::as_const(lobby_).clock().wall_ms()) != nullptr;
}

void DecreeKeeper::write_counts(WriteDone then) {
    timers_.counts.reset();
    std::vector<storage::Write> writes;
    for (const auto& [decree, times] : std::exchange(counts_, {}))
        writes.emplace_back(storage::CountRefused{decree, times});
    write(std::move(writes), std::move(then));
}

// ---- networks

void DecreeKeeper::note(const std::string& player, const ClientNetwork& network) {
    if (hasher_) seen_players_.note(player, network, *hasher_, lobby_.services().admin.proxies);
}

std::string DecreeKeeper::tag_of(const std::string& network) const {
    if (decree_block(network)) return network;
    return tag_key_.key ? tag_of_network(*tag_key_.key, network) : "";
}

std::string DecreeKeeper::tag_of(const ClientNetwork& network) const {
    return hasher_ ? tag_of(hasher_->hash(network)) : "";
}

}  // namespace cubilete::server
