#include "server/match/table.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>

#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"
#include "server/core/tokens.hpp"
#include "server/match/built_in_bots.hpp"
#include "server/match/chain.hpp"
#include "server/match/dice_record.hpp"

namespace cubilete::server {

using protocol::Json;
using protocol::JsonText;
using protocol::RefusalReason;
using protocol::refused;
using protocol::Rejection;
using protocol::to_json;

namespace {

/// `extra` of entry 1 of a match without provable dice, because no player's program took part.
constexpr const char* server_dice_extra = R"({"dice":"server"})";

bool is_void(const storage::MatchRow& row) {
    const Json result = Json::parse(row.result.value_or("null"), nullptr, false);
    return result.is_object() && result.value("reason", Json()) == "void";
}

}  // namespace

std::string request_id_text(const protocol::RequestId& id) {
    return std::visit([](const auto& value) { return JsonText(value).dump(); }, id);
}

const GameInfo* game_of(const storage::MatchRow& match) {
    const GameInfo* game = protocol::find_game(match.game);
    return game != nullptr && game->version == match.version ? game : nullptr;
}

std::optional<protocol::Settings> stored_settings(const storage::MatchRow& match) {
    if (game_of(match) == nullptr) return std::nullopt;
    try {
        return protocol::settings_from_start(Json::parse(match.settings));
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

protocol::LogEntry protocol_entry(const GameInfo& game, const storage::LogRow& stored) {
    return {stored.seq, protocol::read_author(Json::parse(stored.by)), JsonText::of(Json::parse(stored.move)),
            protocol::read_draws(game, Json::parse(stored.draws))};
}

storage::MatchRow new_match(std::string room, bool is_public, const protocol::Settings& settings,
                            std::vector<std::string> players, std::vector<std::string> names,
                            std::int64_t now_ms) {
    return {.id = random_id("m_"),
            .room = std::move(room),
            .game = settings.game,
            .version = protocol::find_game(settings.game)->version,
            .chain = newest_chain,
            .settings = to_json(settings).dump(),
            .players = std::move(players),
            .names = std::move(names),
            .is_public = is_public,
            .started_ms = now_ms,
            .ended_ms = {},
            .result = {},
            .proof = {}};
}

storage::FinishMatch make_void_finish(const storage::MatchRow& row, const std::vector<storage::LogRow>& log,
                                      MatchDice* dice, std::int64_t now_ms) {
    storage::FinishMatch finished{
        row.id, to_json(protocol::MatchPush::End{{}, "void", {}}).dump(), {}, now_ms, false, {}};
    if (!dice) return finished;
    dice->begin_now();
    try {
        for (const storage::LogRow& entry : log) dice->replay_entry(entry.extra);
    } catch (const std::exception& damage) {
        // The secret is published all the same, and the verdict then names the damaged entry.
        log_warn(fmt::format("an entry's dice cannot be read: {}", damage.what()), {{"match", row.id}});
    }
    finished.proof = dice->proof(std::ssize(log)).dump();
    return finished;
}

Table::Table(storage::MatchRow row, const protocol::Settings& settings,
             std::unique_ptr<Chance> chance_of_server, std::unique_ptr<MatchDice> dice)
    : row_(std::move(row)),
      chance_(std::move(chance_of_server)),
      cup_(dynamic_cast<CupChance*>(chance_.get())),
      dice_(std::move(dice)),
      match_(protocol::Match::start(settings, chance())),
      hash_(chain_root(row_.id)) {}

Table::Table(storage::MatchRow row, const std::vector<storage::LogRow>& log, std::unique_ptr<Chance> chance,
             std::unique_ptr<MatchDice> dice)
    : row_(std::move(row)),
      chance_(std::move(chance)),
      cup_(dynamic_cast<CupChance*>(chance_.get())),
      dice_(std::move(dice)),
      hash_(chain_root(row_.id)) {
    const GameInfo* game = protocol::find_game(row_.game);
    if (!game) throw protocol::ReplayError("this server has no game " + row_.game);
    std::vector<protocol::LogEntry> entries;
    entries.reserve(log.size());
    for (const storage::LogRow& stored : log) {
        hash_ = chain_hash(row_.chain, hash_, stored);
        if (hash_ != stored.hash)
            throw protocol::ReplayError("entry " + std::to_string(stored.seq) + " does not fit its hash");
        entries.push_back(protocol_entry(*game, stored));
        if (dice_) dice_->replay_entry(stored.extra);
        if (entries.back().by.hint) hinted_prompts_[entries.back().by.seat] = stored.prompt;
        if (!stored.message_id.empty())
            remember(entries.back().by.seat, stored.message_id, {stored.seq, stored.prompt, stored.move});
    }
    if (!log.empty()) newest_draws_ = dice_record::entry_draws(log.back().extra);
    match_ = protocol::Match::replay(entries);
    abandoned_ = row_.ended_ms && !match_->result();
    void_ = abandoned_ && is_void(row_);
    // Matches with form 1 of the chain may have ended before the server knew seats that are left.
    counts_absent_seats_ = row_.chain > 1 || !row_.result || Json::parse(*row_.result).contains("left");
}

std::optional<Seat> Table::seat_of(const std::string& player) const {
    const auto found = std::ranges::find(row_.players, player);
    if (found == row_.players.end()) return std::nullopt;
    return static_cast<Seat>(found - row_.players.begin());
}

void Table::remember(Seat seat, const std::string& id, const AcceptedRequest& accepted) {
    accepted_.emplace(std::to_string(seat) + ' ' + id, accepted);
}

std::variant<Table::MoveResult, Rejection, Table::AskRequired> Table::play(Seat seat,
                                                                           const protocol::RequestId& id,
                                                                           std::int64_t n, const Json& move) {
    const std::string id_text = request_id_text(id);
    if (const auto known = accepted_.find(std::to_string(seat) + ' ' + id_text); known != accepted_.end()) {
        const auto canonical_form = match_->canonical_form(move);
        const JsonText* same = std::get_if<JsonText>(&canonical_form);
        if (known->second.n == n && same && same->dump() == known->second.move)
            return MoveResult{known->second.seq, true};
        return refused(RefusalReason::id_used, {}, "/id");
    }
    if (over()) return refused(RefusalReason::match_done);
    if (!match_->to_act().contains(seat)) return refused(RefusalReason::other_turn);
    if (n != match_->prompt(seat)) return refused(RefusalReason::moved_on, {}, "/n");
    if (asks_before_draws() && match_->draws(seat, move)) {
        ask({protocol::EntryAuthor::Kind::seat, seat}, n, id_text,
            std::get<JsonText>(match_->canonical_form(move)));
        return AskRequired{};
    }
    auto played = match_->play(seat, move, chance());
    if (auto* refused = std::get_if<Rejection>(&played)) return std::move(*refused);
    request_id_ = id_text;
    request_n_ = n;
    remember(seat, id_text, {match_->seq(), n, match_->last().move.dump()});
    return MoveResult{match_->seq(), false};
}

bool Table::play_bot(Seat seat, const Json& move, bool absent) {
    if (asks_before_draws() && match_->draws(seat, move)) {
        ask({protocol::EntryAuthor::Kind::seat, seat, absent}, 0, {},
            std::get<JsonText>(match_->canonical_form(move)));
        return false;
    }
    const auto played = absent ? match_->play_bot(seat, move, chance()) : match_->play(seat, move, chance());
    require(std::holds_alternative<protocol::LogEntry>(played));
    return true;
}

bool Table::record_hint(Seat seat) {
    const std::int64_t prompt = match_->prompt(seat);
    if (std::exchange(hinted_prompts_[seat], prompt) == prompt) return false;
    match_->record_hint(seat);
    request_n_ = prompt;
    return true;
}

bool Table::play_timeout_move() {
    if (asks_before_draws() && match_->expiry_would_draw()) {
        ask({protocol::EntryAuthor::Kind::clock}, 0, {}, {});
        return false;
    }
    match_->expire(chance());
    return true;
}

/// Opens the ask of the next entry.
void Table::ask(const protocol::EntryAuthor& by, std::int64_t n, std::string id, JsonText move) {
    dice_->open({.seq = match_->seq() + 1,
                 .hash = hex(hash_),
                 .by = by,
                 .n = n,
                 .request_id = std::move(id),
                 .move = std::move(move),
                 .k = dice_->next_k(),
                 .seats = dice_->witnesses()});
}

void Table::make_pending_entry() {
    const DiceAsk asked = dice_->close_ask();
    if (asked.by.kind == protocol::EntryAuthor::Kind::clock) {
        require(play_timeout_move());
    } else if (asked.request_id.empty()) {
        require(play_bot(asked.by.seat, asked.move.tree(), asked.by.bot));
    } else {
        const auto played = match_->play(asked.by.seat, asked.move.tree(), chance());
        require(std::holds_alternative<protocol::LogEntry>(played));
        request_id_ = asked.request_id;
        request_n_ = asked.n;
        remember(asked.by.seat, request_id_, {match_->seq(), asked.n, match_->last().move.dump()});
    }
}

std::optional<JsonText> Table::proof() const {
    if (!over()) return std::nullopt;
    if (dice_) return dice_->proof(match_->seq());
    if (row_.proof.empty()) return std::nullopt;
    return JsonText::of_text(row_.proof);
}

storage::LogRow Table::record(std::chrono::milliseconds left, std::int64_t now_ms) {
    const protocol::LogEntry& entry = match_->last();
    std::string extra;
    sights_.clear();
    if (dice_) {
        if (const std::vector<Seat> seats = dice_->bound_seats(); !seats.empty())
            sights_ = viewer_sights(*match_, seats);
        extra = dice_->record_entry(entry.seq, shown_hashes(*match_, sights_));
        newest_draws_ = dice_->newest_draws();
    } else if (cup_) {
        extra = cup_->take_extra(entry.seq);
    } else if (entry.seq == 1) {
        extra = server_dice_extra;
    }
    storage::LogRow row{.match = row_.id,
                        .seq = entry.seq,
                        .by = to_json(entry.by).dump(),
                        .message_id = std::exchange(request_id_, {}),
                        .prompt = std::exchange(request_n_, 0),
                        .move = entry.move.dump(),
                        .draws = to_json(match_->game(), entry.draws).dump(),
                        .left_ms = left.count(),
                        .at_ms = now_ms,
                        .hash = {},
                        .salt = random_salt(),
                        .extra = std::move(extra)};
    hash_ = row.hash = chain_hash(row_.chain, hash_, row);
    return row;
}

std::vector<protocol::ViewerUpdate> Table::take_sights(std::span<const Viewer> viewers, std::int64_t from) {
    std::vector<ViewerSight> made = std::exchange(sights_, {});
    if (from != match_->seq()) made.clear();
    const auto made_for = [&made](Viewer viewer) {
        return std::ranges::find(made, viewer, &ViewerSight::viewer);
    };
    std::vector<Viewer> others;
    std::ranges::copy_if(viewers, std::back_inserter(others),
                         [&](Viewer viewer) { return made_for(viewer) == made.end(); });
    std::vector<protocol::ViewerUpdate> of_others = match_->viewer_updates(others, from);
    auto next = of_others.begin();
    std::vector<protocol::ViewerUpdate> viewer_updates;
    for (const Viewer viewer : viewers) {
        const auto known = made_for(viewer);
        viewer_updates.push_back(known == made.end() ? std::move(*next++) : std::move(known->sight));
    }
    return viewer_updates;
}

std::optional<Result> Table::result() const {
    if (abandoned_) return Result{};
    auto ended = match_->result();
    if (!ended) return std::nullopt;
    if (everyone_left()) return Result{};
    return protocol::exclude_seats(*std::move(ended), absent_seats());
}

std::vector<Seat> Table::absent_seats() const {
    std::vector<Seat> left;
    if (abandoned_ || !counts_absent_seats_ || !match_->result()) return left;
    for (std::size_t at = 0; at < row_.players.size(); ++at) {
        const protocol::DecisionCount& decisions = match_->decisions(static_cast<Seat>(at));
        if (2 * decisions.without_player > decisions.all && !level_of(row_.players[at]))
            left.push_back(static_cast<Seat>(at));
    }
    return left;
}

bool Table::everyone_left() const { return absent_seats().size() == row_.players.size(); }

std::optional<Seat> Table::seat_in_turn() const {
    const Wait wait = over() ? Wait{} : match_->wait();
    if (wait.kind != Wait::Kind::turn) return std::nullopt;
    return cubilete::seat_in_turn(wait, match_->to_act());
}

void Table::abandon() {
    require(!over());
    abandoned_ = true;
}

storage::FinishMatch Table::finish(std::int64_t now_ms) const {
    const std::optional<Result> ended = result();
    require(ended.has_value());
    const std::string outcome =
        counts_absent_seats_ ? to_json(protocol::MatchPush::End{*ended, reason(), absent_seats()}).dump()
                             : to_json(*ended, reason()).dump();
    storage::FinishMatch finished{
        row_.id, outcome, {}, now_ms, protocol::uses_default_rules(match_->settings()), {}};
    if (dice_) finished.proof = dice_->proof(match_->seq()).dump();
    for (std::size_t seat = 0; seat < ended->places.size(); ++seat) {
        if (ended->places[seat] == 0) continue;
        finished.scores.push_back({static_cast<int>(seat), row_.players[seat], ended->places[seat],
                                   ended->scores[seat],
                                   std::ranges::count(ended->winners, static_cast<Seat>(seat)) > 0});
    }
    return finished;
}

}  // namespace cubilete::server
