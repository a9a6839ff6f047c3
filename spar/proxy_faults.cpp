#include <utility>

#include "server/core/close_code.hpp"
#include "spar/fields.hpp"
#include "spar/proxy.hpp"

namespace cubilete::server::spar {

using namespace std::chrono_literals;
using protocol::object;

namespace {

constexpr auto joined_time = 150ms;
constexpr auto late_time = 400ms;
constexpr int doors = 2;
constexpr auto reason = "cubilete spar says so, to try the bot.";

}  // namespace

// ---- moves of the bot

/// Returns true if the move is not forwarded now.
bool Proxy::stop_move(const LinePtr& line, const Json& frame) {
    const Prompt prompt{text_of(frame, "match"), number_of(frame, "n")};
    if (const auto again = again_.find(prompt); again != again_.end() && again->second > 0) {
        --again->second;
        refuse(line, frame, "busy", 400);
        return true;
    }
    const auto offered = prompts_.find(prompt);
    if (!moves_.insert(prompt).second || offered == prompts_.end() || !line->server || line->held)
        return false;
    // One fault at a time, and none while the server stops, so that the report shows which fault had which
    // effect.
    if (!server_.is_up()) return false;
    rested_ = !faults_.pushes_met() && chance_.pick(2) == 0;
    if (rested_) return false;
    const bool first = frame.value("move", Json()) == offered->second.front();
    const auto kind = faults_.at_move([&](Fault fault) {
        if (fault == Fault::match_over) return faults_.pushes_met();
        return !first || !is_rejection(fault);
    });
    if (!kind) return false;
    checker_.note(now(), std::string(name_of(*kind)));
    return inject(line, frame, *kind);
}

bool Proxy::inject(const LinePtr& line, const Json& frame, Fault kind) {
    const Prompt prompt{text_of(frame, "match"), number_of(frame, "n")};
    // The other faults come with a push, before the match, or at its end.
    if (kind == Fault::busy) {
        again_[prompt] = 1;
        refuse(line, frame, refusal_in(kind), 250);
    } else if (kind == Fault::rate_limited) {
        refuse(line, frame, refusal_in(kind), 600);
    } else if (kind == Fault::shutting_down) {
        refuse(line, frame, refusal_in(kind), 500);
        after(30ms, [this, line] { close(line, number(CloseCode::restart)); });
    } else if (is_overtaken(kind)) {
        move_on(line, frame, kind);
    } else if (kind == Fault::hello_first) {
        forget_greeting(line, frame);
    } else if (kind == Fault::lost_request) {
        close(line, std::nullopt);
    } else if (kind == Fault::closed_door) {
        doors_ = doors;
        close(line, std::nullopt);
    } else if (kind == Fault::match_over) {
        play_out(line, frame);
    } else if (const std::string_view code = refusal_in(kind); !code.empty()) {
        refuse(line, frame, code);  // the match still waits for the move
    } else {
        if (kind == Fault::lost_reply) line->kept_reply = frame.value("id", Json()).dump();
        pass(line, frame.dump());
        if (kind == Fault::restart) server_.restart();
        if (kind == Fault::crash) server_.crash();
    }
    return true;
}

/// A second client of the same player moves, so that the match has really moved on when the bot's move is
/// refused.
void Proxy::move_on(const LinePtr& line, const Json& frame, Fault kind) {
    line->held = true;
    Json move = frame;
    move["id"] = "spar-" + std::to_string(moves_.size());
    move["move"] = prompts_.at({text_of(frame, "match"), number_of(frame, "n")}).front();
    second_.ask(token_, std::move(move), [this, line, frame, kind](bool moved) {
        if (!moved) faults_.put_back(kind);
        if (!line->live) return;
        if (moved)
            refuse(line, frame, refusal_in(kind));
        else
            pass(line, frame.dump());
        flush(line);
    });
}

/// Forwards the move on a new connection without a hello, so that the server itself refuses it.
void Proxy::forget_greeting(const LinePtr& line, const Json& frame) {
    line->held = true;
    line->server->cut();
    line->server.reset();
    reach(line, frame.dump());
}

/// Finishes the match with the second client, and then forwards the move: the bot does not know yet that the
/// match is over.
void Proxy::play_out(const LinePtr& line, const Json& frame) {
    played_out_ = true;
    line->held = true;
    line->hushed = true;
    second_.play_out(token_, host_.code(), [this, line, frame](bool) {
        if (!line->live) return;
        pass(line, frame.dump());
        flush(line);
    });
}

void Proxy::refuse(const LinePtr& line, const Json& request, std::string_view code, int retry_ms) {
    Json reply = object({{"t", "refused"},
                         {"re", request.value("id", Json())},
                         {"code", std::string(code)},
                         {"text", reason}});
    if (retry_ms > 0) reply["retry_ms"] = retry_ms;
    deliver(line, std::move(reply), true);
}

/// The bot has broken a rule by its silence. Its report is to have all rules that it breaks: another client plays its match
/// to the end, or, without a match, it connects again. What has silenced it may be the unknown fields.
void Proxy::go_on_without_it() {
    fields_ = false;
    rested_ = false;
    if (host_.phase() == "playing") {
        checker_.note(now(), "the bot is silent: another program plays its match to the end");
        played_out_ = true;
        return second_.play_out(token_, host_.code(), [](bool) {});
    }
    checker_.note(now(), "the bot is silent: its connections break");
    close_all();
}

// ---- frames from the server

void Proxy::from_server(const LinePtr& line, const std::string& text) {
    if (!line->live) return;
    if (line->late) return line->waiting.push_back(text);
    Json frame = Json::parse(text);
    if (const auto re = frame.find("re"); re != frame.end()) {
        learn(line, frame);
        if (!line->kept_reply.empty() && re->dump() == line->kept_reply) return close(line, std::nullopt);
        const bool joined = re->dump() == line->join_id && frame["t"] == "ok";
        if (re->dump() == give_id_ && frame["t"] == "ok")
            accepted_ = {text_of(*asked_, "match"), number_of(*asked_, "seq")};
        deliver(line, std::move(frame));
        if (joined) restore(line);
        if (std::exchange(line->hushed, false) && line->last) push(line, *std::exchange(line->last, {}));
        return;
    }
    if (frame["t"] == "match")
        hashes_[text_of(frame, "match")][number_of(frame, "seq")] = text_of(frame, "hash");
    if (frame["t"] == "match" && line->hushed) {
        line->last = std::move(frame);
        return;
    }
    if (frame["t"] == "match") return push(line, std::move(frame));
    if (frame["t"] == "dice") return roster(line, std::move(frame));
    if (frame["t"] == "dice.ask") return ask(line, frame);
    deliver(line, std::move(frame));
}

/// Learns the bot's token and player id, and that it has joined the room.
void Proxy::learn(const LinePtr& line, const Json& frame) {
    const std::string re = frame["re"].dump();
    if (frame["t"] != "ok") return;
    if (re == line->hello_id) {
        if (frame.contains("token")) token_ = frame["token"];
        player_ = frame["player"]["id"];
    }
    if (re != line->join_id) return;
    if (!faults_.begun()) return begin_match();
    if (stage_ != Stage::joined) return;
    stage_ = faults_.wants(Fault::void_token) ? Stage::token : Stage::ready;
    if (stage_ == Stage::ready) return begin_match();
    after(joined_time, [this, line] { close(line, std::nullopt); });
}

void Proxy::push(const LinePtr& line, Json frame) {
    const std::string match = frame["match"];
    if (matches_.insert(match).second) may_start_ = false;
    if (const auto about = frame.find("about"); about != frame.end()) game_ = text_of(*about, "game");
    if (const auto you = frame.find("you"); you != frame.end() && you->contains("moves"))
        prompts_[{match, (*you)["n"].get<std::int64_t>()}] = (*you)["moves"];
    if (line->since.first != match) line->since = {match, number_of(frame, "seq")};
    const bool asked = asks(frame);
    const bool over = frame.contains("result");
    const std::string_view forged = forge_entry(line, frame);
    std::optional<Json> kept = std::exchange(line->kept_push, std::nullopt);
    std::optional<Fault> kind;
    if (rested_ && !over && !kept && forged.empty())
        kind = faults_.at_push([&](Fault fault) {
            // A push with `about` reaches every socket, and before the others.
            if (fault == Fault::reorder || fault == Fault::drop) return !asked && !frame.contains("about");
            if (fault == Fault::late_copy)
                return asked && last_prompt_ && (*last_prompt_)["match"] == match &&
                       (*last_prompt_)["you"]["n"] < frame["you"]["n"];
            return asked || fault == Fault::unknown_fields;
        });
    if (kind) {
        rested_ = false;
        checker_.note(now(), std::string(name_of(*kind)));
        answer_with_fault(line, frame, *kind);
    } else {
        deliver(line, frame, !forged.empty(), forged);
    }
    if (kept && !line->leave_out) deliver(line, *std::move(kept));
    if (asked) last_prompt_ = std::move(frame);
    if (over && line->live) match_over(match);
}

void Proxy::answer_with_fault(const LinePtr& line, const Json& frame, Fault kind) {
    if (kind == Fault::reorder || kind == Fault::drop) {
        line->kept_push = frame;
        line->leave_out = kind == Fault::drop;
        return;
    }
    if (kind == Fault::unknown_fields) fields_ = true;
    if (kind == Fault::unknown_types) {
        deliver(line,
                object({{"t", "weather"},
                        {"room", host_.code()},
                        {"sky", Json::array({"clear", 3})},
                        {"spar", true}}),
                true);
        deliver(line, object({{"t", "table.cloth"}, {"spar", object({{"colour", "green"}})}}), true);
    }
    if (kind == Fault::delay) return hold_back(line, frame, late_time);
    deliver(line, frame);
    if (kind == Fault::duplicate) deliver(line, frame);
    if (kind == Fault::late_copy) deliver(line, *last_prompt_);
    if (kind == Fault::too_slow) close(line, number(CloseCode::too_slow));
}

void Proxy::deliver(const LinePtr& line, Json frame, bool staged, std::string_view forged) {
    if (!line->live) return;
    if (fields_) {
        const Json strange = object({{"later", Json::array({1, nullptr, "ñ"})}});
        frame["spar"] = strange;
        if (const auto view = frame.find("view"); view != frame.end()) (*view)["spar"] = strange;
        if (const auto you = frame.find("you"); you != frame.end()) (*you)["spar"] = strange;
    }
    heard_ = now();
    checker_.got(now(), line->number, frame, staged, forged);
    line->bot->send(frame.dump());
}

}  // namespace cubilete::server::spar
