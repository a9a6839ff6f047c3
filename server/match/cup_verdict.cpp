#include "server/match/cup_verdict.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "server/match/chain.hpp"
#include "server/match/dice_arithmetic.hpp"
#include "server/match/dice_record.hpp"

namespace cubilete::server {
namespace {

using namespace dice_record;
using Kind = DiceVerdict::Kind;

constexpr std::int64_t positions = 5;
constexpr std::int64_t most_throws = 3;

/// The first fault besides malformed fields. check_cup() catches it.
struct CupFault {
    std::string reason;
    Kind kind = Kind::wrong;
};

const Json& list(const Json& object, const char* name) {
    const Json& json = member(object, name);
    if (!json.is_array()) throw MalformedField(name);
    return json;
}

bool is_faces(const Json& said, const std::vector<std::int64_t>& faces) {
    return said.is_array() && std::ranges::equal(said, faces, [](const Json& one, std::int64_t face) {
               return integer(one) == face;
           });
}

/// The positions of the dice, rising.
std::vector<std::uint32_t> positions_of(const Json& said) {
    std::vector<std::uint32_t> dice;
    for (const Json& json : list(said, "dice")) {
        const auto die = integer(json);
        if (!die || *die < (dice.empty() ? 0 : std::int64_t{dice.back()} + 1) || *die >= positions)
            throw MalformedField("dice");
        dice.push_back(static_cast<std::uint32_t>(*die));
    }
    if (dice.empty()) throw MalformedField("dice");
    return dice;
}

class CupCheck {
  public:
    explicit CupCheck(const Json& record) : record_(record) {}

    DiceVerdict run() {
        try {
            check();
        } catch (const CupFault& fault) {
            verdict_.kind = fault.kind;
            verdict_.reason = fault.reason;
        } catch (const MalformedField& field) {
            verdict_.kind = Kind::wrong;
            verdict_.reason = field.what();
        }
        return std::move(verdict_);
    }

  private:
    void check();
    void check_entry(const Json& entry);
    void check_throw(const Json& said, const Json& played);

    const Json& record_;
    DiceVerdict verdict_;
    std::string match_;
    std::int64_t day_ = 0;
    std::optional<DrawKey> seed_;
    std::string hash_;
    std::int64_t turn_ = 0;
    std::int64_t number_ = most_throws;  ///< of the last throw in its turn
};

void CupCheck::check() {
    if (!member(record_, "next").is_null())
        throw CupFault{"the log continues on another page", Kind::not_verifiable};
    const Json& opened = member(record_, "cup");
    if (member(opened, "seed").is_null())
        throw CupFault{"the seed of the day is not open yet", Kind::not_verifiable};
    match_ = text(record_, "id");
    if (integer(record_, "chain", 1, max_exact_integer) != newest_chain) throw MalformedField("chain");
    const Json& log = record_["log"];
    day_ = integer(member(log.front(), "move"), "cup", 1, cup_days);
    if (integer(opened, "day", 1, cup_days) != day_)
        throw CupFault{"the seed is of another day than the match"};
    const Digest seed = digest(opened, "seed");
    if (earlier_cup_seed(seed, static_cast<int>(day_)) != digest(member(log.front(), "extra"), "end"))
        throw CupFault{"the seed does not lead to the end of its chain"};
    seed_.emplace(Secret(seed));
    hash_ = chain_root(match_);
    for (const Json& entry : log) {
        ++verdict_.entry;
        check_entry(entry);
    }
    verdict_.entry = 0;
    verdict_.how = "day " + std::to_string(day_) + " of the cup; checked without the rules";
}

void CupCheck::check_entry(const Json& entry) {
    static const Json none = Json::array();
    if (!entry.is_object()) throw MalformedField("log");
    if (integer(entry, "seq", 1, max_exact_integer) != verdict_.entry)
        throw CupFault{"it has another number"};
    const Json& extra = member(entry, "extra");
    if (!extra.is_null() && !extra.is_object()) throw MalformedField("extra");
    const Json& drawn = member(extra, "drawn").is_null() ? none : list(extra, "drawn");
    const Json& draws = list(entry, "draws");
    if (draws.size() != drawn.size())
        throw CupFault{"it was played with " +
                       count_text(static_cast<std::int64_t>(draws.size()), "draw", "draws") +
                       ", the day has " + std::to_string(drawn.size())};
    for (std::size_t at = 0; at < drawn.size(); ++at) check_throw(drawn[at], draws[at]);
    const storage::LogRow row = row_of(match_, entry);
    hash_ = chain_hash(newest_chain, hash_, row);
    if (hash_ != row.hash) throw CupFault{"the entry does not fit its hash"};
}

void CupCheck::check_throw(const Json& said, const Json& played) {
    const std::int64_t turn = integer(said, "turn", 1, 0xffff'ffff);
    const std::int64_t number = integer(said, "throw", 1, 0xffff'ffff);
    const std::string name = "throw " + std::to_string(number) + " of turn " + std::to_string(turn);
    const bool again = turn == turn_ && number == number_ + 1 && number <= most_throws;
    if (!again && !(turn == turn_ + 1 && number == 1)) throw CupFault{name + " is out of order"};
    turn_ = turn;
    number_ = number;
    const std::vector<std::uint32_t> dice = positions_of(said);
    if (number == 1 && dice.size() < positions) throw CupFault{name + " does not take all dice"};
    std::vector<std::int64_t> faces;
    for (const std::uint32_t die : dice)
        faces.push_back(cup_face(*seed_, static_cast<std::uint32_t>(day_), static_cast<std::uint32_t>(turn),
                                 static_cast<std::uint32_t>(number), die));
    if (!is_faces(member(said, "result"), faces)) throw CupFault{name + " has another result"};
    if (!is_faces(member(played, "dice"), faces)) throw CupFault{name + " was played with another result"};
    ++verdict_.draws;
}

}  // namespace

bool is_cup_record(const Json& record) {
    const Json& log = member(record, "log");
    return member(record, "proof").is_null() && log.is_array() && !log.empty() &&
           !member(member(log.front(), "move"), "cup").is_null();
}

namespace {

struct ShownSeed {
    int day = 0;
    Digest seed{};
    Json json;

    std::string name() const {
        const Json& date = json["date"];
        return "day " + std::to_string(day) + " (" + (date.is_null() ? "the end" : date.get<std::string>()) +
               ')';
    }
};

/// Of day 0 it is the end of the chain.
ShownSeed shown_seed(const Json& opened) {
    const Json& date = member(opened, "date");
    if (!opened.is_object() || !(date.is_null() || date.is_string()))
        throw std::runtime_error("the server does not show the seeds of a cup");
    ShownSeed shown{static_cast<int>(integer(opened, "day", 0, cup_days)), digest(opened, "seed"), {}};
    shown.json = protocol::object({{"day", shown.day}, {"seed", hex(shown.seed)}, {"date", date}});
    return shown;
}

}  // namespace

CupChainVerdict compare_cup_chain(const std::optional<Json>& stored, const Json& answer) {
    const Json& opened = member(answer, "opened");
    const ShownSeed shown = shown_seed(
        opened.is_null() ? protocol::object({{"day", 0}, {"seed", member(answer, "end")}, {"date", nullptr}})
                         : opened);
    if (!stored) return {shown.json.dump(), "cup: " + shown.name() + " is kept; nothing was kept before"};
    const ShownSeed known = shown_seed(*stored);
    const auto& [first, last] =
        std::minmax(known, shown, [](auto& one, auto& other) { return one.day < other.day; });
    if (earlier_cup_seed(last.seed, last.day - first.day) != first.seed)
        return {known.json.dump(),
                "cup: ANOTHER CHAIN: " + shown.name() + " does not belong to " + known.name() +
                    ", which was kept",
                true};
    return {last.json.dump(),
            "cup: " + shown.name() + " belongs to the chain of " + known.name() + ", which was kept"};
}

DiceVerdict check_cup(const Json& record) {
    try {
        return CupCheck(record).run();
    } catch (const Json::exception&) {
        return {.kind = Kind::wrong, .reason = "the record is malformed"};
    }
}

}  // namespace cubilete::server
