#include "server/match/dice_verdict.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <nlohmann/json.hpp>

#include "server/match/chain.hpp"
#include "server/match/dice_arithmetic.hpp"
#include "server/match/dice_record.hpp"

namespace cubilete::server {
namespace {

using namespace dice_record;
using Kind = DiceVerdict::Kind;

/// The first fault besides malformed fields. check_dice() catches it.
struct Fault {
    std::string reason;
    Kind kind = Kind::wrong;
};

std::string seat_text(Seat seat) { return "seat " + std::to_string(seat); }

std::optional<DrawKind> kind_of(const Json& json) {
    if (json == "dice") return DrawKind::dice;
    if (json == "pick") return DrawKind::pick;
    if (json == "shuffle") return DrawKind::shuffle;
    return std::nullopt;
}

/// Whether the JSON is the list of values, or for a pick its one value.
bool matches_draw(const Json& json, const ProvableDraw& draw) {
    const auto same = [](const Json& said, std::uint32_t value) {
        return integer(said) == std::int64_t{value};
    };
    if (draw.request.kind == DrawKind::pick) return same(json, draw.values.front());
    return json.is_array() && std::ranges::equal(json, draw.values, same);
}

/// Whether a die with names has this name for the face. The order is fixed: a record that could say which name is which
/// face could exchange them.
bool is_face(const std::string& name, std::uint32_t face) {
    static constexpr std::array in_order{"A", "K", "Q", "J", "10", "9"};
    return face <= in_order.size() && name == in_order[face - 1];
}

class Check {
  public:
    explicit Check(const Json& record) : record_(record) {}

    DiceVerdict run() {
        try {
            check();
        } catch (const Fault& fault) {
            verdict_.kind = fault.kind;
            verdict_.reason = fault.reason;
        } catch (const MalformedField& field) {
            verdict_.kind = Kind::wrong;
            verdict_.reason = field.what();
        }
        return verdict_;
    }

  private:
    void check();
    void check_without_proof();
    void read_proof();
    void check_roster();
    void check_start(const Json& entry, const Json& extra);
    void check_entry(const Json& entry);
    void check_draws(const Json& extra);
    SeatValues check_fresh(const Json& extra);
    void check_played(const Json& entry);
    static bool played(const Json& json, const ProvableDraw& draw);
    void check_shown(const Json& extra) const;
    void check_hash(const Json& entry);

    const Json& record_;
    DiceVerdict verdict_;

    std::string match_;
    Digest commitment_{};
    std::optional<Secret> seed_;
    std::string settings_;
    std::string players_;
    Tips tips_;
    Digest roster_{};
    SeatValues reveals_;

    std::optional<DrawKey> key_;
    /// By seat that is not out: the value it gave last.
    Tips given_;
    /// The draws of the entry that is being checked.
    std::vector<ProvableDraw> drawn_;
    std::string hash_;
};

void Check::check() {
    if (!record_.is_object()) throw Fault{"it is not the record of a match", Kind::not_verifiable};
    if (member(record_, "kept") == false) throw Fault{"the log was deleted", Kind::not_verifiable};
    const Json& proof = member(record_, "proof");
    if (proof.is_null()) return check_without_proof();
    if (!member(record_, "next").is_null())
        throw Fault{"the log continues on another page", Kind::not_verifiable};
    if (!proof.is_object()) throw MalformedField("proof");
    read_proof();
    // A match that became void while it started has no entries.
    const bool is_void = member(member(record_, "result"), "reason") == "void";
    const std::int64_t last = integer(proof, "seq", is_void ? 0 : 1, max_exact_integer);
    const std::int64_t draws = integer(proof, "k", 0, max_exact_integer);
    const Json& log = member(record_, "log");
    if (!log.is_array()) throw MalformedField("log");

    check_roster();
    hash_ = chain_root(match_);
    for (const Json& entry : log) {
        ++verdict_.entry;
        check_entry(entry);
    }
    const std::int64_t entries = std::exchange(verdict_.entry, 0);
    if (entries != last)
        throw Fault{"the log has " + std::to_string(entries) + " entries, the proof says " +
                    std::to_string(last)};
    if (verdict_.draws != draws)
        throw Fault{"the match has " + std::to_string(verdict_.draws) + " draws, the proof says " +
                    std::to_string(draws)};
    const bool anybody =
        std::ranges::any_of(reveals_, [](const auto& each) { return each.second.has_value(); });
    if (!anybody) verdict_.kind = Kind::servers_dice;
}

/// Says why there is no proof. The start of a match with provable dice names its roster, so the server cannot
/// call it a match from before.
void Check::check_without_proof() {
    const auto ended = record_.find("ended_ms");
    if (ended != record_.end() && ended->is_null())
        throw Fault{"the match is still running", Kind::not_verifiable};
    const Json& log = member(record_, "log");
    const Json none;
    const Json& extra = log.is_array() && !log.empty() ? member(log.front(), "extra") : none;
    if (!member(extra, "roster").is_null()) throw Fault{"never opened"};
    if (member(extra, "dice") != "server") throw Fault{"no proof: played before", Kind::not_verifiable};
    verdict_.kind = Kind::servers_dice;
    verdict_.reason = "no player's program took part";
}

void Check::read_proof() {
    const Json& proof = member(record_, "proof");
    if (const Json& people = member(record_, "seats"); people.is_array() && people.size() > max_seats)
        throw MalformedField("seats");
    match_ = text(record_, "id");
    if (integer(record_, "chain", 1, max_exact_integer) != newest_chain) throw MalformedField("chain");
    commitment_ = digest(proof, "commit");
    if (member(proof, "seed").is_null()) throw Fault{"the server's secret was never published"};
    seed_.emplace(digest(proof, "seed"));
    settings_ = text(proof, "settings");
    players_ = text(proof, "players");
    const std::size_t seats = player_count(players_);
    for (const auto& [seat, tip] : seat_values(proof, "tips", false)) {
        if (seat >= seats) throw MalformedField("tips");
        tips_[seat] = *tip;
    }
    roster_ = digest(proof, "roster");
    reveals_ = seat_values(proof, "reveals");
}

void Check::check_roster() {
    if (dice_commitment(match_, *seed_) != commitment_)
        throw Fault{"the server's secret does not fit its commitment"};
    std::set<Digest> different;
    for (const auto& [seat, tip] : tips_)
        if (!different.insert(tip).second) throw Fault{"two seats have the same tip"};
    if (roster_hash(match_, commitment_, settings_, players_, tips_) != roster_)
        throw Fault{"the roster does not fit its hash"};
    if (!std::ranges::equal(
            tips_, reveals_, {}, [](auto& tip) { return tip.first; },
            [](auto& reveal) { return reveal.first; }))
        throw Fault{"the reveals are not those of the roster's seats"};
    for (const auto& [seat, reveal] : reveals_) {
        verdict_.without[seat] = 0;
        if (!reveal) {
            verdict_.late.emplace_back(seat, 0);
        } else if (next_link(*reveal) != tips_.at(seat)) {
            throw Fault{"the reveal of " + seat_text(seat) + " does not lead to its tip"};
        } else {
            given_[seat] = *reveal;
        }
    }
    key_.emplace(draw_key(*seed_, roster_, reveals_));
}

void Check::check_entry(const Json& entry) {
    if (!entry.is_object()) throw MalformedField("log");
    if (integer(entry, "seq", 1, max_exact_integer) != verdict_.entry) throw Fault{"it has another number"};
    const Json& extra = member(entry, "extra");
    if (!extra.is_null() && !extra.is_object()) throw MalformedField("extra");
    if (verdict_.entry == 1) check_start(entry, extra);
    check_shown(extra);
    drawn_.clear();
    if (!member(extra, "drawn").is_null()) {
        check_draws(extra);
    } else if (!member(extra, "seats").is_null() || !member(extra, "fresh").is_null()) {
        throw MalformedField("drawn");
    }
    check_played(entry);
    check_hash(entry);
}

void Check::check_start(const Json& entry, const Json& extra) {
    if (member(entry, "move").dump() != settings_) throw Fault{"the settings are not those of the proof"};
    if (digest(extra, "roster") != roster_) throw Fault{"the roster is not that of the proof"};
    if (seat_values(extra, "reveals") != reveals_) throw Fault{"the reveals are not those of the proof"};
}

/// Whether the hashes fit what was shown is a question of the rules, or of notes.
void Check::check_shown(const Json& extra) const {
    const Json& shown = member(extra, "shown");
    if (shown.is_null()) return;
    if (!shown.is_string() ||
        !is_hex(shown.get_ref<const std::string&>(), (1 + tips_.size()) * shown_hash_digits))
        throw MalformedField("shown");
}

void Check::check_draws(const Json& extra) {
    const SeatValues fresh = check_fresh(extra);
    const bool early = std::ranges::none_of(fresh, [](const auto& each) { return each.second.has_value(); });
    const std::string parts = encode_contributions(fresh);
    const Json& drawn = member(extra, "drawn");
    if (!drawn.is_array() || drawn.empty()) throw MalformedField("drawn");
    for (const Json& json : drawn) {
        const auto kind = json.is_object() ? kind_of(member(json, "kind")) : std::nullopt;
        if (!kind) throw MalformedField("drawn");
        ProvableDraw draw{{static_cast<std::uint64_t>(integer(json, "k", 0, max_exact_integer)), *kind,
                           static_cast<std::uint32_t>(integer(json, "a", 0, 0xffff'ffff)),
                           static_cast<std::uint32_t>(integer(json, "b", 0, 0xffff'ffff))},
                          {}};
        const std::string name = "draw " + std::to_string(draw.request.k);
        if (draw.request.k != static_cast<std::uint64_t>(verdict_.draws))
            throw Fault{name + " should be number " + std::to_string(verdict_.draws)};
        if (!is_valid(draw.request)) throw Fault{name + " has an impossible size"};
        draw.values = draw_values(*key_, draw.request, parts);
        if (!matches_draw(member(json, "result"), draw)) throw Fault{name + " has another result"};
        drawn_.push_back(std::move(draw));
        ++verdict_.draws;
        if (early) ++verdict_.early;
        for (auto& [seat, count] : verdict_.without)
            if (const auto value = fresh.find(seat); value == fresh.end() || !value->second) ++count;
    }
}

SeatValues Check::check_fresh(const Json& extra) {
    const Json& seats = member(extra, "seats");
    if (!seats.is_array()) throw MalformedField("seats");
    std::vector<Seat> named;
    for (const Json& json : seats) {
        const auto number = integer(json);
        if (!number || *number < 0 || *number > 255) throw MalformedField("seats");
        const auto seat = static_cast<Seat>(*number);
        if (!named.empty() && seat <= named.back()) throw Fault{"its seats are not in rising order"};
        if (!tips_.contains(seat)) throw Fault{seat_text(seat) + " is not in the roster"};
        if (!given_.contains(seat)) throw Fault{seat_text(seat) + " is out"};
        named.push_back(seat);
    }
    if (verdict_.entry == 1 && !named.empty())
        throw Fault{"it asks seats, which starts with the second entry"};
    const SeatValues fresh = seat_values(extra, "fresh");
    if (!std::ranges::equal(named, fresh, {}, {}, [](auto& value) { return value.first; }))
        throw Fault{"the values are not those of its seats"};
    for (const auto& [seat, value] : fresh) {
        if (!value) {
            verdict_.late.emplace_back(seat, verdict_.entry);
            given_.erase(seat);
        } else if (next_link(*value) != given_.at(seat)) {
            throw Fault{"the value of " + seat_text(seat) + " is not the next of its chain"};
        } else {
            given_[seat] = *value;
        }
    }
    return fresh;
}

/// The results that the log says the match was played with are those of the proof.
void Check::check_played(const Json& entry) {
    const Json& draws = member(entry, "draws");
    if (!draws.is_array()) throw MalformedField("draws");
    if (draws.size() != drawn_.size())
        throw Fault{"it was played with " +
                    count_text(static_cast<std::int64_t>(draws.size()), "draw", "draws") +
                    ", the proof has " + std::to_string(drawn_.size())};
    for (std::size_t at = 0; at < drawn_.size(); ++at)
        if (!played(draws[at], drawn_[at]))
            throw Fault{"draw " + std::to_string(drawn_[at].request.k) + " was played with another result"};
}

bool Check::played(const Json& json, const ProvableDraw& draw) {
    if (draw.request.kind == DrawKind::shuffle) {
        const Json& cards = member(json, "cards");
        return cards.is_array() && cards.size() == draw.values.size();
    }
    const Json& dice = member(json, "dice");
    if (!dice.is_array()) return false;
    const std::uint32_t first = draw.request.kind == DrawKind::pick ? 1 : 0;  // a pick is shown as a die
    return std::ranges::equal(dice, draw.values, [&](const Json& face, std::uint32_t value) {
        if (!face.is_string()) return integer(face) == std::int64_t{value} + first;
        return draw.request.kind == DrawKind::dice && is_face(face.get<std::string>(), value);
    });
}

void Check::check_hash(const Json& entry) {
    const storage::LogRow row = row_of(match_, entry);
    hash_ = chain_hash(newest_chain, hash_, row);
    if (hash_ != row.hash) throw Fault{"the entry does not fit its hash"};
}

}  // namespace

int DiceVerdict::exit_code() const {
    switch (kind) {
        case Kind::fair: return 0;
        case Kind::wrong: return 1;
        case Kind::not_verifiable: return 2;
        case Kind::servers_dice:
        case Kind::left_out: return 3;
    }
    return 1;
}

std::string DiceVerdict::text() const {
    if (kind == Kind::not_verifiable) return "not verifiable: " + reason;
    if (kind == Kind::wrong)
        return (entry == 0 ? "FALSE: " : "FALSE at entry " + std::to_string(entry) + ": ") + reason;
    if (kind == Kind::left_out) return "left out: " + reason + notes_text;
    std::string line = kind == Kind::fair ? "fair: " : "server's dice: ";
    if (!reason.empty()) return line + reason + notes_text;
    line += count_text(draws, "draw", "draws");
    if (kind == Kind::fair) line += imperfections();
    return line + "; " + how + notes_text;
}

std::string DiceVerdict::imperfections() const {
    std::string line;
    for (const auto& [seat, count] : without)
        if (count > 0) line += "; " + std::to_string(count) + " without a value of " + seat_text(seat);
    if (early > 0) line += "; " + std::to_string(early) + " the server could know early";
    if (late.empty()) return line;
    line += "; up to " + std::to_string(late.size()) + (late.size() == 1 ? " bit" : " bits") + " of choice (";
    for (const auto& [seat, at] : late) {
        if (line.back() != '(') line += ", ";
        line += seat_text(seat) + " late at " + (at == 0 ? "the reveal" : "entry " + std::to_string(at));
    }
    return line + ')';
}

DiceVerdict check_dice(const Json& record) {
    try {
        return Check(record).run();
    } catch (const Json::exception&) {
        return {.kind = Kind::wrong, .reason = "the record is malformed"};
    }
}

}  // namespace cubilete::server
