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
    void on_sent(Time now, int line, const Json& frame, std::string_view text);
    /// The bot received a frame. `staged`: the proxy made it, so that a refusal is no error of the bot. `forged`: name
    /// of the fault if it is one of a dishonest server; empty = it is not.
    void on_received(Time now, int line, const Json& frame, bool staged, std::string_view forged = "");
    /// The bot's notes show whether it has noticed a fault of a dishonest server, which is in the record.
    void on_notes_checked(const std::string& fault, bool noticed) {
        record_.mark_tested({rules::notes});
        if (noticed) return;
        record_.report_breach_at(record_.find("-- " + fault), rules::notes, "it did not notice: " + fault);
        record_.unnoticed(fault);
    }
    /// `by_bot`: the bot closed the connection itself. `code` is the close code, 1006 without one.
    void on_ended(Time now, int line, bool by_bot, int code);
    /// Adds an action of the proxy to the record.
    void note(Time now, const std::string& text) { record_.add(now, "-- " + text); }
    /// Checks the time limits; call it regularly.
    void tick(Time now);

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
    void on_reply(Time now, int line, const Json& reply, bool staged);
    void refused(Time now, int line, const Json& reply, const Json& request, bool staged);

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
