#include "server/match/match_dice.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

#include "engine/require.hpp"
#include "protocol/views.hpp"
#include "server/match/dice_record.hpp"

namespace cubilete::server {

using protocol::Json;
using protocol::JsonText;
using protocol::RefusalReason;
using protocol::refused;
using protocol::Rejection;

namespace {

/// A seat's chain has 4,097 points: its secret, and 4,096 hashes of it, each of the one before. The last two are the tip
/// and the reveal; the seat gives the others as values.
constexpr int values_of_chain = 4'095;
/// As stored, in the order of DiceStart::Step.
constexpr std::array<std::string_view, 3> names_of_steps{"tips", "reveals", "play"};

Rejection too_late() { return refused(RefusalReason::moved_on, {}, "/match"); }

std::runtime_error malformed_error() { return std::runtime_error("the stored dice are malformed"); }

/// Reads a JSON object. The parser's own errors quote the text, and with it the server's secret.
Json parsed(std::string_view stored) {
    Json json = Json::parse(stored, nullptr, false);
    if (!json.is_object()) throw malformed_error();
    return json;
}

Digest digest_of(std::string_view hex) {
    const std::optional<Digest> digest = parse_digest(hex);
    if (!digest) throw malformed_error();
    return *digest;
}

Secret secret_of(std::string_view hex) {
    Digest bytes = digest_of(hex);
    Secret secret(bytes);
    sodium_memzero(bytes.data(), bytes.size());
    return secret;
}

/// Of a secret: takes the same time for all bytes, unlike hex().
std::string hex_of(std::span<const unsigned char> secret) {
    std::string text(secret.size() * 2 + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), secret.data(), secret.size());
    text.pop_back();
    return text;
}

PlayerNonce nonce_of(const std::string& hex) {
    PlayerNonce nonce;
    std::size_t size = 0;
    if (sodium_hex2bin(nonce.data(), nonce.size(), hex.data(), hex.size(), nullptr, &size, nullptr) != 0 ||
        size != nonce.size())
        throw malformed_error();
    return nonce;
}

}  // namespace

std::string DiceAsk::serialize() const {
    return JsonText::object({{"seq", seq},
                             {"hash", hash},
                             {"by", protocol::to_json(by)},
                             {"n", n},
                             {"id", request_id},
                             {"move", move},
                             {"k", k},
                             {"seats", JsonText::array(seats)}})
        .dump();
}

DiceAsk DiceAsk::parse(std::string_view text) {
    const Json json = parsed(text);
    std::vector<Seat> seats;
    for (const int seat : json.at("seats").get<std::vector<int>>()) {
        if (seat < 0 || seat > std::numeric_limits<Seat>::max()) throw malformed_error();
        seats.push_back(static_cast<Seat>(seat));
    }
    return {.seq = json.at("seq").get<std::int64_t>(),
            .hash = json.at("hash").get<std::string>(),
            .by = protocol::read_author(json.at("by")),
            .n = json.at("n").get<std::int64_t>(),
            .request_id = json.at("id").get<std::string>(),
            .move = JsonText::of(json.at("move")),
            .k = json.at("k").get<std::uint64_t>(),
            .seats = std::move(seats)};
}

DiceStart::DiceStart(std::string match, std::string settings, std::vector<std::string> players, bool witness)
    : match_(std::move(match)),
      settings_(std::move(settings)),
      players_(std::move(players)),
      witness_(witness),
      seed_(Secret::random()) {
    std::vector<Digest> marks;
    for (std::size_t seat = 0; seat < players_.size(); ++seat) {
        PlayerNonce& nonce = nonces_[static_cast<Seat>(seat)];
        randombytes_buf(nonce.data(), nonce.size());
        marks.push_back(player_mark(nonce, players_[seat]));
    }
    marks_ = players_text(marks);
}

DiceStart::DiceStart(std::string match, std::vector<std::string> players, std::string_view stored)
    : match_(std::move(match)), players_(std::move(players)), witness_(false), seed_(Secret::random()) {
    const Json json = parsed(stored);
    settings_ = json.at("settings").get<std::string>();
    witness_ = json.at("witness").get<bool>();
    seed_ = secret_of(json.at("seed").get_ref<const std::string&>());
    marks_ = json.at("players").get<std::string>();
    const Json& nonces = json.at("nonces");
    for (Seat seat = 0; seat < players_.size(); ++seat)
        if (const auto nonce = nonces.find(std::to_string(seat)); nonce != nonces.end())
            nonces_[seat] = nonce_of(nonce->get_ref<const std::string&>());
    for (const auto& [seat, tip] : dice_record::seat_values(json, "tips", false)) tips_[seat] = *tip;
    reveals_ = dice_record::seat_values(json, "reveals");
    const bool fits =
        dice_record::player_count(marks_) == players_.size() && nonces.size() == nonces_.size() &&
        (tips_.empty() || tips_.rbegin()->first < players_.size()) &&
        std::ranges::all_of(reveals_, [this](const auto& known) {
            const auto tip = tips_.find(known.first);
            return tip != tips_.end() && (!known.second || next_link(*known.second) == tip->second);
        });
    if (!fits) throw malformed_error();
    const auto step = std::ranges::find(names_of_steps, json.at("step").get<std::string>());
    if (step == names_of_steps.end()) throw malformed_error();
    const auto last = static_cast<Step>(step - names_of_steps.begin());
    if (last != Step::tips) fix_roster();
    if (last == Step::play && step_ == Step::reveals) fix_key();
}

std::string DiceStart::serialize() const {
    JsonText nonces = JsonText::object();
    for (const auto& [seat, nonce] : nonces_) nonces.emplace(std::to_string(seat), hex_of(nonce));
    return JsonText::object({{"step", names_of_steps.at(static_cast<std::size_t>(step_))},
                             {"witness", witness_},
                             {"seed", hex_of(seed_.expose())},
                             {"settings", settings_},
                             {"players", marks_},
                             {"nonces", nonces},
                             {"tips", dice_record::to_json(tips_)},
                             {"reveals", dice_record::to_json(reveals_)}})
        .dump();
}

// ---- the start

std::optional<Rejection> DiceStart::tip(Seat seat, std::string_view hex) {
    const Digest tip = digest_of(hex);
    if (const auto known = tips_.find(seat); known != tips_.end()) {
        if (known->second == tip) return std::nullopt;
        return refused(RefusalReason::other_program, {}, "/tip");
    }
    if (step_ != Step::tips) return too_late();
    for (const auto& [other, used] : tips_)
        if (used == tip) return refused(RefusalReason::tip_used, {}, "/tip");
    tips_[seat] = tip;
    return std::nullopt;
}

void DiceStart::fix_roster() {
    require(step_ == Step::tips);
    roster_ = roster_hash(match_, dice_commitment(match_, seed_), settings_, marks_, tips_);
    step_ = Step::reveals;
    if (tips_.empty()) fix_key();
}

std::optional<Rejection> DiceStart::reveal(Seat seat, std::string_view hex) {
    const Digest value = digest_of(hex);
    const auto tip = tips_.find(seat);
    if (tip == tips_.end() || step_ == Step::tips) return too_late();
    if (next_link(value) != tip->second) return refused(RefusalReason::not_to_tip, {}, "/value");
    const auto known = reveals_.find(seat);
    if (known != reveals_.end() && known->second) return std::nullopt;
    if (step_ != Step::reveals) return too_late();
    reveals_[seat] = value;
    return std::nullopt;
}

void DiceStart::fix_key() {
    require(step_ == Step::reveals);
    for (const auto& [seat, tip] : tips_) reveals_.try_emplace(seat);
    step_ = Step::play;
}

void DiceStart::begin_now() {
    if (step_ == Step::tips) fix_roster();
    if (step_ == Step::reveals) fix_key();
}

// ---- the match

namespace {

/// The chance of a match, closed for entries whose seats have not been asked.
class GuardedChance final : public Chance {
  public:
    GuardedChance(const MatchDice& dice, Chance& chance) : dice_(dice), chance_(chance) {}

    Dice dice(int count, int faces) override { return open().dice(count, faces); }
    int pick(int n) override { return open().pick(n); }
    void shuffle(std::span<Card> pile) override { open().shuffle(pile); }

  private:
    Chance& open() {
        require(!dice_.asks_before_draws());
        return chance_;
    }

    const MatchDice& dice_;
    Chance& chance_;
};

}  // namespace

ProvableChance& MatchDice::draws() {
    require(step() == Step::play);
    if (!chance_) chance_ = std::make_unique<ProvableChance>(key());
    return *chance_;
}

Chance& MatchDice::chance() {
    if (!guarded_chance_) guarded_chance_ = std::make_unique<GuardedChance>(*this, draws());
    return *guarded_chance_;
}

std::optional<MatchDice::ChainPosition> MatchDice::chain_position(Seat seat) const {
    if (const auto known = chain_positions_.find(seat); known != chain_positions_.end()) return known->second;
    const auto reveal = reveals().find(seat);
    if (step() != Step::play || reveal == reveals().end() || !reveal->second) return std::nullopt;
    return ChainPosition{*reveal->second};
}

bool MatchDice::may_be_asked(Seat seat) const {
    const auto so_far = chain_position(seat);
    return so_far && so_far->count < values_of_chain;
}

void MatchDice::set_witnesses(std::vector<Seat> seats) {
    std::erase_if(seats, [this](Seat seat) { return !may_be_asked(seat); });
    std::ranges::sort(seats);
    witnesses_ = std::move(seats);
}

void MatchDice::open(DiceAsk ask) {
    const bool rising = std::ranges::adjacent_find(ask.seats, std::greater_equal()) == ask.seats.end();
    require(rising && !ask.seats.empty() && ask.k == next_k());
    for (const Seat seat : ask.seats) require(may_be_asked(seat));
    values_.clear();
    ask_ = std::move(ask);
}

std::optional<Rejection> MatchDice::give(Seat seat, std::int64_t seq, std::string_view hex) {
    const Digest value = digest_of(hex);
    if (!ask_ || ask_->seq != seq || std::ranges::count(ask_->seats, seat) == 0) return too_late();
    if (next_link(value) != chain_position(seat).value().last)
        return refused(RefusalReason::not_to_last, {}, "/value");
    values_[seat] = value;
    return std::nullopt;
}

DiceAsk MatchDice::close_ask() {
    require(ask_.has_value());
    contributed_.clear();
    for (const Seat seat : ask_->seats) {
        const auto value = values_.find(seat);
        contributed_[seat] = value == values_.end() ? std::nullopt : std::optional(value->second);
    }
    draws().contribute(contributed_);
    ask_closed_ = true;
    DiceAsk closed = *std::move(ask_);
    ask_.reset();
    return closed;
}

/// Follows the chains of the seats that were asked.
void MatchDice::count(const SeatValues& fresh) {
    for (const auto& [seat, value] : fresh)
        chain_positions_[seat] = value
                                     ? std::optional(ChainPosition{
                                           *value, chain_position(seat).value_or(ChainPosition()).count + 1})
                                     : std::nullopt;
}

std::string MatchDice::record_entry(std::int64_t seq, const std::string& shown) {
    const std::vector<ProvableDraw> draws_made = draws().take();
    JsonText extra = JsonText::object();
    if (seq == 1) extra.update({{"roster", hex(roster())}, {"reveals", dice_record::to_json(reveals())}});
    newest_draws_.reset();
    if (!draws_made.empty()) {
        const JsonText seats = JsonText::array(std::views::keys(contributed_));
        const JsonText fresh = dice_record::to_json(contributed_);
        JsonText drawn = JsonText::array();
        for (const ProvableDraw& draw : draws_made) drawn.push_back(dice_record::to_json(draw));
        extra.update({{"seats", seats}, {"fresh", fresh}, {"drawn", drawn}});
        newest_draws_ =
            JsonText::object({{"k", draws_made.front().request.k}, {"seats", seats}, {"fresh", fresh}});
    }
    if (!shown.empty()) {
        if (seq == 1) extra.emplace("views", protocol::views_version);
        extra.emplace("shown", shown);
    }
    count(std::exchange(contributed_, {}));
    if (std::exchange(ask_closed_, false)) draws().contribute({});
    started_ = true;
    return extra == JsonText::object() ? std::string() : std::move(extra).dump();
}

void MatchDice::replay_entry(const std::string& extra) {
    if (step() != Step::play) throw malformed_error();  // a match with entries has begun
    const Json json = Json::parse(extra.empty() ? "{}" : extra);
    if (!std::exchange(started_, true))
        binds_sights_ = dice_record::integer(dice_record::member(json, "views")) == protocol::views_version;
    const Json& drawn = dice_record::member(json, "drawn");
    if (drawn.is_null()) return;
    count(dice_record::seat_values(json, "fresh"));
    draws().skip(drawn.size());
}

// ---- what others see

protocol::DicePush DiceStart::start_push(const std::string& room, std::optional<Seat> seat) const {
    protocol::DicePush push{.room = room,
                            .match = match_,
                            .step = step_,
                            .witness = witness_,
                            .commit = hex(dice_commitment(match_, seed_)),
                            .settings = settings_,
                            .players = marks_,
                            .tips = {},
                            .roster = {},
                            .reveals = {},
                            .out = {},
                            .you = {}};
    for (const auto& [sender, tip] : tips_) push.tips[sender] = hex(tip);
    if (step_ != Step::tips) push.roster = hex(roster_);
    if (step_ == Step::play) {
        auto& reveals = push.reveals.emplace();
        for (const auto& [sender, reveal] : reveals_)
            reveals[sender] = reveal ? std::optional(hex(*reveal)) : std::nullopt;
    }
    if (seat)
        if (const auto nonce = nonces_.find(*seat); nonce != nonces_.end())
            push.you = {*seat, hex_of(nonce->second)};
    return push;
}

protocol::DicePush MatchDice::push(const std::string& room, std::optional<Seat> seat) const {
    protocol::DicePush push = start_push(room, seat);
    if (step() == Step::play)
        for (const auto& [sender, reveal] : reveals())
            if (!chain_position(sender)) push.out.push_back(sender);
    return push;
}

protocol::DiceAskPush MatchDice::ask_push(const std::string& room) const {
    require(ask_.has_value());
    return {.room = room,
            .match = match(),
            .seq = ask_->seq,
            .hash = ask_->hash,
            .by = ask_->by,
            .n = ask_->n,
            .move = ask_->move,
            .k = static_cast<std::int64_t>(ask_->k),
            .seats = ask_->seats};
}

JsonText DiceStart::start_proof() const {
    return JsonText::object({{"commit", hex(dice_commitment(match_, seed_))},
                             {"seed", hex(to_digest(seed_))},
                             {"settings", settings_},
                             {"players", marks_},
                             {"tips", dice_record::to_json(tips_)},
                             {"reveals", dice_record::to_json(reveals_)},
                             {"roster", hex(roster_)}});
}

JsonText MatchDice::proof(std::int64_t seq) const {
    JsonText proof = start_proof();
    proof.update({{"seq", seq}, {"k", next_k()}});
    return proof;
}

void DiceStart::forget(const std::string& player) {
    for (std::size_t seat = 0; seat < players_.size(); ++seat)
        if (players_[seat] == player) nonces_.erase(static_cast<Seat>(seat));
}

}  // namespace cubilete::server
