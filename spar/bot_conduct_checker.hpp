#pragma once

#include "spar/dice_checker.hpp"
#include "spar/move_checker.hpp"

namespace cubilete::server::spar {

/// Checks which rules a bot breaks by the frames that it sends and receives. It uses only what the bot could
/// know. It has neither sockets nor clocks: each call passes the time since the start. Not thread-safe.
class BotConductChecker {
  public:
    using Time = Record::Time;
    using Json = protocol::Json;

    /// `patience`: time that the bot may take for a move or a reconnection.
    explicit BotConductChecker(Time patience) : patience_(patience) {}
    BotConductChecker(const BotConductChecker&) = delete;

    // `line` is the number of a connection; numbers are not reused.
    void on_connected(Time now, int line) {
        record_.add(now, fmt::format("#{} the bot connects", line));
        if (count_++ == 0) waiting_since_ = now;  // people start their bot when they like
        end_.on_connected();
        connections_.on_connected(now, line, end_.is_over());
        unknown_.on_connected();
    }
    /// The bot sent a frame; `frame` is null if `text` is not JSON.
    void on_sent(Time now, int line, const Json& frame, std::string_view text) {
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
    /// The bot received a frame. `staged`: the proxy made it, so that a refusal is no error of the bot. `forged`: name
    /// of the fault if it is one of a dishonest server; empty = it is not.
    void on_received(Time now, int line, const Json& frame, bool staged, std::string_view forged = "") {
        record_.add(now, fmt::format("#{} {} ", line, staged ? "< (injected by the tester)" : "<"), frame);
        dice_.on_received(now, line, frame, forged);
        if (frame.contains("re")) return on_reply(now, line, frame, staged);
        const std::string type = text_of(frame, "t");
        if (type == "match" && moves_.shown(now, line, frame)) waiting_since_ = now;
        if (type == "gone") end_.over(now);
        unknown_.on_received(now, frame);
    }
    /// The bot's notes show whether it has noticed a fault of a dishonest server, which is in the record.
    void on_notes_checked(const std::string& fault, bool noticed) {
        record_.mark_tested({rules::notes});
        if (noticed) return;
        record_.report_breach_at(record_.find("-- " + fault), rules::notes, "it did not notice: " + fault);
        record_.unnoticed(fault);
    }
    /// `by_bot`: the bot closed the connection itself. `code` is the close code, 1006 without one.
    void on_ended(Time now, int line, bool by_bot, int code) {
        record_.add(now,
                    fmt::format("#{} {} ({})", line, by_bot ? "the bot closes" : "closed to the bot", code));
        dice_.on_ended(line);
        connections_.on_ended(now, line, by_bot, code);
        unknown_.on_ended(now, by_bot && !end_.is_over());
        if (!by_bot) end_.on_closed(now, code);
        if (!by_bot && code == number(CloseCode::deleted)) token_.invalidate();
        if (connections_.is_gone()) waiting_since_ = now;
    }
    /// Adds an action of the proxy to the record.
    void note(Time now, const std::string& text) { record_.add(now, "-- " + text); }
    /// Checks the time limits; call it regularly.
    void tick(Time now) {
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

    const Record& record() const { return record_; }
    /// The run cannot go on: the bot is gone, or was silent twice without a move in between.
    bool must_abort() const { return cannot_pass_; }
    /// Returns true once after the bot was silent for so long that it broke a rule, unless the run is hopeless. Something
    /// has to happen then without the bot.
    bool consume_silence() { return std::exchange(silent_, false); }
    /// Time of the last frame or close code that ended the bot's part, such as a ban.
    std::optional<Time> ended_at() const { return end_.ended_at(); }
    int moves() const { return moves_.count(); }
    int connections() const { return count_; }

  private:
    void on_reply(Time now, int line, const Json& reply, bool staged) {
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
    void refused(Time now, int line, const Json& reply, const Json& request, bool staged) {
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
        if (code == "illegal_move")
            record_.report_breach(rules::listed, "the server refused the move: {}", text);
        if (code == "id_reused")
            record_.report_breach(rules::same_id, "the server knows the id from another move");
        static const std::set<std::string_view> malformed{"bad_message", "unknown_type", "too_big",
                                                          "too_deep", "bad_version"};
        if (malformed.contains(code)) record_.report_breach(rules::form, "{}: {}", code, text);
    }

    Time patience_;
    Record record_;
    DiceChecker dice_{record_, patience_};
    ConnectionChecker connections_{record_, patience_};
    TokenChecker token_{record_};
    RetryChecker retries_{record_};
    MoveChecker moves_{record_, connections_, patience_};
    UnknownDataChecker unknown_{record_};
    EndChecker end_{record_};
    std::map<std::string, Json> requests_;  ///< without a reply, by id as JSON
    int count_ = 0;                         ///< of connections
    Time waiting_since_{0};
    int moves_at_silence_ = -1;  ///< accepted moves when the bot was last silent
    bool silent_ = false;
    bool cannot_pass_ = false;
};

}  // namespace cubilete::server::spar
