#include "spar/bot_conduct_checker.hpp"

namespace cubilete::server::spar {

namespace {

const std::set<std::string_view> malformed{"bad_message", "unknown_type", "too_big", "too_deep",
                                           "bad_version"};

}  // namespace

void BotConductChecker::on_ended(Time now, int line, bool by_bot, int code) {
    record_.add(now, fmt::format("#{} {} ({})", line, by_bot ? "the bot closes" : "closed to the bot", code));
    dice_.on_ended(line);
    connections_.on_ended(now, line, by_bot, code);
    unknown_.on_ended(now, by_bot && !end_.is_over());
    if (!by_bot) end_.on_closed(now, code);
    if (!by_bot && code == number(CloseCode::deleted)) token_.invalidate();
    if (connections_.is_gone()) waiting_since_ = now;
}

void BotConductChecker::on_sent(Time now, int line, const Json& frame, std::string_view text) {
    const std::string type = text_of(frame, "t");
    if (frame.is_object())
        record_.add(now, fmt::format("#{} > ", line), frame);
    else
        record_.add(now, fmt::format("#{} > {}", line, text));
    unknown_.on_sent();
    connections_.on_sent(now, line, type);
    if (!frame.is_object()) return;
    dice_.on_sent(frame);
    retries_.on_sent(now, frame);
    end_.on_sent(now, frame);
    if (type == "hello") token_.hello(text_of(frame, "token"));
    if (type == "move") {
        if (const auto at = moves_.prompt_index(frame)) unknown_.answered(*at);
        moves_.on_sent(now, line, frame);
    }
    requests_[dump_of(frame, "id")] = frame;
}

void BotConductChecker::on_received(Time now, int line, const Json& frame, bool staged,
                                    std::string_view forged) {
    record_.add(now, fmt::format("#{} {} ", line, staged ? "< (injected by the tester)" : "<"), frame);
    dice_.on_received(now, line, frame, forged);
    if (frame.contains("re")) return on_reply(now, line, frame, staged);
    const std::string type = text_of(frame, "t");
    if (type == "match" && moves_.shown(now, line, frame)) waiting_since_ = now;
    if (type == "gone") end_.over(now);
    unknown_.on_received(now, frame);
}

void BotConductChecker::on_reply(Time now, int line, const Json& reply, bool staged) {
    if (!staged) record_.mark_tested({rules::form});
    const auto found = requests_.extract(reply["re"].dump());
    const Json request = found ? found.mapped() : Json();
    if (text_of(reply, "t") == "refused") return refused(now, line, reply, request, staged);
    unknown_.on_received(now, reply);
    const std::string type = text_of(request, "t");
    if (type == "hello") {
        waiting_since_ = now;
        connections_.on_hello_accepted();
        token_.on_hello_accepted(text_of(reply, "token"));
        end_.on_hello_accepted();
    }
    if (type == "move") moves_.on_accepted(request);
}

void BotConductChecker::refused(Time now, int line, const Json& reply, const Json& request, bool staged) {
    const std::string code = text_of(reply, "code");
    const std::string type = text_of(request, "t");
    const Time retry{number_of(reply, "retry_ms")};
    waiting_since_ = now + retry;
    retries_.refused(now, request, code, retry);
    if (type == "hello" && code == "bad_token") token_.invalidate();
    if (code == "hello_first") connections_.needs_hello(now, line);
    end_.refused(now, request, code);
    unknown_.refused(now, code);
    if (type == "move") moves_.refused(request, code);
    if (staged) return;
    const std::string text = text_of(reply, "text");
    if (code == "illegal_move") record_.report_breach(rules::listed, "the server refused the move: {}", text);
    if (code == "id_reused")
        record_.report_breach(rules::same_id, "the server knows the id from another move");
    if (malformed.contains(code)) record_.report_breach(rules::form, "{}: {}", code, text);
}

void BotConductChecker::tick(Time now) {
    if (end_.is_over() || cannot_pass_) return;
    dice_.tick(now);
    connections_.tick(now);
    if (now < waiting_since_ + patience_) return;
    if (connections_.is_gone()) {
        cannot_pass_ = true;
        if (!unknown_.bot_disconnected()) connections_.report_no_reconnect();
        return;
    }
    const bool joined = retries_.has_tried_to_join();
    if (count_ == 0 || (joined && !retries_.waits() && !moves_.is_bot_due())) return;
    if (retries_.waits())
        retries_.report_silence();
    else if (!joined)
        record_.report_breach(rules::in_time, "it did not join within {} s", patience_.count() / 1'000);
    else
        moves_.report_silence(unknown_.is_silent());
    waiting_since_ = now;
    cannot_pass_ = !joined || std::exchange(moves_at_silence_, moves()) == moves();
    silent_ = !cannot_pass_;
}

}  // namespace cubilete::server::spar
