#pragma once

#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/server/proven_match.hpp"

namespace cubilete::server::dice {

/// A changed record, which must be refused.
struct Mutant {
    enum class Shown {
        always,
        by_rules,    ///< check_dice() accepts it: the results follow from the secrets, only the rules show it
        by_results,  ///< unless the changed secrets give the same results by chance: then nobody gains from it
    };
    std::string name;
    Json record;
    Shown shown = Shown::always;
};

/// Makes mutants of the record of a match with two seats that both contributed, also to an entry after the first. In those that are chained
/// again the dishonest server has made the hashes of the log anew.
class Mutants {
  public:
    using Visit = std::function<void(const Mutant&)>;

    Mutants(const Json& record, const Json& other, std::uint64_t choices)
        : record_(record), other_(other), choices_(choices) {
        for (std::size_t at = 0; at < log().size(); ++at)
            if (log()[at]["extra"].contains("drawn")) drawing_.push_back(at);
    }

    /// Makes every mutant and passes it on, one at a time.
    void each(Visit visit) {
        visit_ = std::move(visit);
        fields();
        contributions();
        entries();
        draws();
        moves();
        frame();
    }

  private:
    using Change = std::function<void(Json& record)>;
    enum class Chain { same, again };

    const Json& log() const { return record_["log"]; }
    /// An index below `n`.
    std::size_t any(std::size_t n) { return static_cast<std::size_t>(choices_.pick(static_cast<int>(n))); }
    /// Some of the entries that drew.
    std::vector<std::size_t> some_drawing() {
        std::vector<std::size_t> some;
        std::ranges::sample(drawing_, std::back_inserter(some), 3, std::mt19937_64(choices_.pick(1'000)));
        return some;
    }
    /// An entry after the first that drew; there is one.
    std::size_t any_witnessed() {
        const std::size_t at = drawing_[any(drawing_.size())];
        return at > 0 ? at : drawing_.back();
    }

    void add(const std::string& name, Chain chain, const Change& change,
             Mutant::Shown shown = Mutant::Shown::always) {
        Mutant mutant{name, record_, shown};
        change(mutant.record);
        if (chain == Chain::again) chain_again(mutant.record);
        if (mutant.record != record_) visit_(mutant);
    }
    void add_for_rules(const std::string& name, const Change& change) {
        add(name, Chain::again, change, Mutant::Shown::by_rules);
    }

    /// Other values for a field, none of which means the same.
    static std::vector<Json> others(const Json& value) {
        if (value.is_string()) {
            std::string text = value.get<std::string>();
            if (text.empty()) return {"a", 5};
            std::string changed = text;
            changed[0] = changed[0] == '0' ? '1' : '0';
            return {changed, text.substr(1), text + "0", nullptr, 7};
        }
        if (value.is_number()) return {value.get<std::int64_t>() + 1, -1, "0", Json::array()};
        if (value.is_array()) return {Json::object(), 5, "x", Json::array({nullptr, nullptr})};
        if (value.is_object()) return {Json::array(), 5, "x"};
        return {5, "x", Json::array()};
    }

    /// Every field of the proof, of entries, of their extras and of their draws.
    void fields() {
        for (const char* name :
             {"id", "chain", "log", "proof", "result", "settings", "game", "seats", "next"})
            for (const Json& wrong : others(record_[name]))
                if (!wrong.is_null())
                    add(std::string("record's ") + name, Chain::same, [&](Json& r) { r[name] = wrong; });
        add("log deleted", Chain::same, [](Json& r) { r["kept"] = false; });
        for (const auto& [name, value] : record_["proof"].items()) {
            for (const Json& wrong : others(value))
                add("proof's " + name, Chain::same, [&](Json& r) { r["proof"][name] = wrong; });
            add("proof without " + name, Chain::same, [&](Json& r) { r["proof"].erase(name); });
        }
        for (const std::size_t at : {std::size_t{0}, any_witnessed()}) {
            for (const auto& [name, value] : log()[at].items())
                for (const Json& wrong : others(value))
                    add("entry's " + name, Chain::same, [&](Json& r) { r["log"][at][name] = wrong; });
            for (const auto& [name, value] : log()[at]["extra"].items()) {
                if (name == "views") continue;  // a record of another version is only not checked
                for (const Json& wrong : others(value))
                    if (name != "shown" || !wrong.is_null())
                        add("extra's " + name, Chain::again,
                            [&](Json& r) { r["log"][at]["extra"][name] = wrong; });
                if (name != "shown")  // older records have none
                    add("extra without " + name, Chain::again,
                        [&](Json& r) { r["log"][at]["extra"].erase(name); });
            }
        }
        const std::size_t at = any_witnessed();
        for (const auto& [name, value] : log()[at]["extra"]["drawn"][0].items())
            for (const Json& wrong : others(value))
                add("draw's " + name, Chain::again,
                    [&](Json& r) { r["log"][at]["extra"]["drawn"][0][name] = wrong; });
    }

    /// Numbers the entries anew and lets the proof count them.
    static void renumber(Json& record) {
        std::int64_t seq = 0;
        for (Json& entry : record["log"]) entry["seq"] = ++seq;
        record["proof"]["seq"] = seq;
    }

    /// Order and length of the log.
    void entries() {
        for (int times = 0; times < 3 && drawing_.size() > 1; ++times) {
            const std::size_t place = any(drawing_.size() - 1);
            const std::size_t one = drawing_[place], two = drawing_[place + 1];
            add("entries exchanged", Chain::again, [&](Json& r) {
                std::swap(r["log"][one], r["log"][two]);
                renumber(r);
            });
        }
        for (const std::size_t at : some_drawing()) {
            add("entry removed", Chain::again, [&](Json& r) {
                r["log"].erase(at);
                renumber(r);
            });
            add("entry twice", Chain::again, [&](Json& r) {
                r["log"].insert(r["log"].begin() + static_cast<std::ptrdiff_t>(at), log()[at]);
                renumber(r);
            });
        }
        add("log empty", Chain::same, [](Json& r) { r["log"] = Json::array(); });
        for (std::size_t length = 1; length < log().size(); length += 1 + any(20)) {
            const auto cut = [&](Json& r) {
                while (r["log"].size() > length) r["log"].erase(r["log"].size() - 1);
            };
            add("log truncated", Chain::same, cut);
            if (record_["result"]["reason"] == "abandoned") continue;
            // With all counts corrected, only the result shows it.
            add_for_rules("log truncated, counts corrected", [&](Json& r) {
                cut(r);
                renumber(r);
                std::size_t k = 0;
                for (const Json& entry : r["log"])
                    if (entry["extra"].contains("drawn")) k += entry["extra"]["drawn"].size();
                r["proof"]["k"] = k;
            });
        }
        add("other match's log", Chain::same, [&](Json& r) { r["log"] = other_["log"]; });
        add("other match's proof", Chain::same, [&](Json& r) { r["proof"] = other_["proof"]; });
        add("other match's id", Chain::again, [&](Json& r) { r["id"] = other_["id"]; });
    }

    /// Who contributed what.
    void contributions() {
        for (const char* part : {"tips", "reveals"})
            add(std::string("seats exchanged in ") + part, Chain::same,
                [&](Json& r) { std::swap(r["proof"][part]["0"], r["proof"][part]["1"]); });
        const std::string strange(64, 'a');
        for (int times = 0; times < 3; ++times) {
            const std::size_t at = any_witnessed();
            const auto change = [&](const std::string& name, const auto& how,
                                    Mutant::Shown shown = Mutant::Shown::always) {
                add(
                    name, Chain::again, [&](Json& r) { how(r["log"][at]["extra"]); }, shown);
            };
            const std::string seat = log()[at]["extra"]["fresh"].begin().key();
            change("value is another", [&](Json& extra) { extra["fresh"][seat] = strange; });
            change(
                "00 for a value", [&](Json& extra) { extra["fresh"][seat] = nullptr; },
                Mutant::Shown::by_results);
            change(
                "seat not named",
                [&](Json& extra) {
                    extra["fresh"].erase(seat);
                    extra["seats"].erase(0);
                },
                Mutant::Shown::by_results);
            change(
                "nobody named",
                [&](Json& extra) {
                    extra["fresh"] = Json::object();
                    extra["seats"] = Json::array();
                },
                Mutant::Shown::by_results);
            change("seat only named", [&](Json& extra) { extra["fresh"].erase(seat); });
            change("seats in falling order", [&](Json& extra) {
                std::reverse(extra["seats"].begin(), extra["seats"].end());
                if (extra["seats"].size() < 2) extra["seats"].push_back(0);
            });
            change("seats exchanged", [&](Json& extra) {
                std::swap(extra["fresh"]["0"], extra["fresh"]["1"]);
                extra["seats"] = Json::array({0, 1});
            });
            change("a seat that is not in the roster", [&](Json& extra) {
                extra["seats"].push_back(7);
                extra["fresh"]["7"] = strange;
            });
            for (const std::size_t other : some_drawing())
                if (log()[other]["extra"]["fresh"] != log()[at]["extra"]["fresh"])
                    change("values of another entry",
                           [&](Json& extra) { extra["fresh"] = log()[other]["extra"]["fresh"]; });
        }
    }

    /// The result of a draw as an honest server computes it from what the entry has.
    Json honest(const Json& entry, const Json& draw) const {
        const Json& proof = record_["proof"];
        const DrawKey key(
            draw_key(Secret(digest(proof["seed"])), digest(proof["roster"]), seat_values(proof["reveals"])));
        const DrawKind kind = draw["kind"] == "dice"   ? DrawKind::dice
                              : draw["kind"] == "pick" ? DrawKind::pick
                                                       : DrawKind::shuffle;
        const DrawRequest request{draw["k"].get<std::uint64_t>(), kind, draw["a"].get<std::uint32_t>(),
                                  draw["b"].get<std::uint32_t>()};
        const ProvableDraw made{
            request, draw_values(key, request, encode_contributions(seat_values(entry["extra"]["fresh"])))};
        return dice_record::to_json(made).tree();
    }

    /// Numbers, kinds, sizes and results.
    void draws() {
        for (const std::size_t at : some_drawing()) {
            const auto change = [&](const std::string& name, const auto& how) {
                add(name, Chain::again, [&](Json& r) { how(r["log"][at]["extra"]["drawn"][0]); });
            };
            change("k skipped", [](Json& draw) { draw["k"] = draw["k"].get<std::int64_t>() + 1; });
            change("other kind", [](Json& draw) { draw["kind"] = draw["kind"] == "dice" ? "pick" : "dice"; });
            change("larger", [](Json& draw) { draw["a"] = draw["a"].get<std::int64_t>() + 1; });
            change("other faces", [](Json& draw) { draw["b"] = draw["b"].get<std::int64_t>() + 1; });
            change("result replaced", [](Json& draw) {
                Json& first = draw["result"].is_array() ? draw["result"][0] : draw["result"];
                first = first.get<std::int64_t>() + 1;
            });
            add("played without it", Chain::again, [&](Json& r) { r["log"][at]["draws"].erase(0); });
        }
        // Only the last entry that drew can have other draws and leave those after it as they are.
        const std::size_t last = drawing_.back();
        const Json first = log()[last]["extra"]["drawn"][0];
        const auto redraw = [&](const std::string& name, const auto& how) {
            add_for_rules(name, [&](Json& r) {
                Json& entry = r["log"][last];
                Json& drawn = entry["extra"]["drawn"];
                const std::size_t before = drawn.size();
                how(drawn);
                r["proof"]["k"] = record_["proof"]["k"].get<std::size_t>() + drawn.size() - before;
                entry["draws"] = Json::array();
                for (Json& draw : drawn) {
                    draw = honest(entry, draw);
                    entry["draws"].push_back(played(draw));
                }
                if (drawn.empty())
                    for (const char* part : {"seats", "fresh", "drawn"}) entry["extra"].erase(part);
            });
        };
        const auto further = [&](std::size_t k, const char* kind, int a, int b) {
            return object(
                {{"k", record_["proof"]["k"].get<std::size_t>() + k}, {"kind", kind}, {"a", a}, {"b", b}});
        };
        for (const char* kind : {"dice", "pick", "shuffle"})
            redraw(std::string("a draw too many: ") + kind, [&](Json& drawn) {
                drawn.push_back(further(0, kind, 3, std::string(kind) == "dice" ? 6 : 0));
            });
        redraw("two draws too many", [&](Json& drawn) {
            drawn.push_back(further(0, "dice", 1, 6));
            drawn.push_back(further(1, "dice", 1, 6));
        });
        redraw("a draw is missing", [](Json& drawn) { drawn.erase(drawn.size() - 1); });
        redraw("one die more", [](Json& drawn) {
            Json& draw = drawn.back();
            const int a = draw["a"].get<int>();
            draw["a"] = draw["kind"] == "dice" && a == 6 ? 5 : a + 1;
        });
        redraw("other faces, honestly", [](Json& drawn) {
            Json& draw = drawn.back();
            if (draw["kind"] == "dice") draw["b"] = draw["b"].get<int>() + 1;
        });
        redraw("other kind, honestly", [](Json& drawn) {
            Json& draw = drawn.back();
            draw["b"] = draw["kind"] == "dice" ? 0 : 6;
            draw["kind"] = draw["kind"] == "dice" ? "pick" : "dice";
            draw["a"] = 2;
        });
        for (const std::size_t at : some_drawing()) {
            const Json& cards = dice_record::member(log()[at]["draws"][0], "cards");
            for (std::size_t place = 1; place < cards.size() && place < 4; ++place)
                add_for_rules("cards exchanged", [&](Json& r) {
                    Json& pile = r["log"][at]["draws"][0]["cards"];
                    std::swap(pile[0], pile[place]);
                });
        }
    }

    std::unique_ptr<protocol::Match> before(std::size_t at) const {
        std::vector<protocol::LogEntry> entries;
        const GameInfo& game = *protocol::find_game(record_["game"].get<std::string>());
        for (std::size_t entry = 0; entry < at; ++entry)
            entries.push_back(protocol_entry(game, dice_record::row_of("", log()[entry])));
        return protocol::Match::replay(entries);
    }

    /// Moves that the rules forbid, in entries that drew nothing, so that no result contradicts them.
    void moves() {
        SeededChance chance(1);
        std::vector<Json> known{5, Json::array(), object({{"do", "nothing"}}), nullptr};
        for (const Json& entry : log()) known.push_back(entry["move"]);
        int changed = 0;
        for (std::size_t at = 1 + any(5); at < log().size() && changed < 4; at += 1 + any(5)) {
            const Json& entry = log()[at];
            if (entry["extra"].contains("drawn")) continue;
            ++changed;
            const auto change = [&](const std::string& name, const auto& how) {
                add_for_rules(name, [&](Json& r) { how(r["log"][at]); });
            };
            if (entry["by"].contains("seat")) {
                const auto match = before(at);
                const Seat seat = entry["by"]["seat"].get<Seat>();
                for (Seat other = 0; other < 2; ++other)
                    if (!match->to_act().contains(other))
                        change("moved by another seat", [&](Json& e) { e["by"]["seat"] = other; });
                change("moved by a seat that is not there", [](Json& e) { e["by"]["seat"] = 9; });
                for (int times = 0; times < 6 && !entry["by"].contains("hint"); ++times) {
                    const Json& move = known[any(known.size())];
                    if (std::holds_alternative<protocol::Rejection>(match->play(seat, move, chance)))
                        change("illegal move", [&](Json& e) { e["move"] = move; });
                    else
                        break;  // it has been played
                }
                if (!entry["id"].is_null() || entry["by"].contains("hint"))
                    change("other prompt", [](Json& e) { e["n"] = e["n"].get<int>() + 1; });
            }
            change("the match starts again", [](Json& e) { e["by"] = object({{"start", true}}); });
            change("moved by nobody", [](Json& e) { e["by"] = "nobody"; });
        }
        add_for_rules("not started", [](Json& r) { r["log"][0]["by"] = object({{"clock", true}}); });
        if (record_["result"]["reason"] != "abandoned")
            add_for_rules("a move after the end", [&](Json& r) {
                Json entry = log().back();
                entry["extra"] = nullptr;
                entry["draws"] = Json::array();
                r["log"].push_back(entry);
                renumber(r);
            });
    }

    /// Adds changes of the record outside its log.
    void frame() {
        add_for_rules("other game", [](Json& r) { r["game"] = "chess"; });
        add_for_rules("other settings", [](Json& r) { r["settings"]["seats"] = 3; });
        add_for_rules("a player more", [](Json& r) { r["seats"].push_back(r["seats"][0]); });
        for (const char* part : {"winners", "places", "scores", "reason", "left"})
            add_for_rules(std::string("other ") + part,
                          [&](Json& r) { r["result"][part] = Json::array({9}); });
    }

    const Json& record_;
    const Json& other_;
    SeededChance choices_;
    std::vector<std::size_t> drawing_;  ///< indexes of the entries that drew
    Visit visit_;
};

}  // namespace cubilete::server::dice
