#pragma once

#include <chrono>
#include <string>

#include "protocol/seeded_chance.hpp"
#include "spar/clients.hpp"
#include "spar/note_watch.hpp"
#include "spar/shown.hpp"

namespace cubilete::server::spar {

/// Time for frames that the bot sends by itself.
inline constexpr std::chrono::milliseconds settle_time{150};

/// The parts of a run: what the faults work with.
struct Context {
    BotConductChecker checker;
    Server server;
    Proxy proxy;
    Host host;
    SecondClient second;
    Faults faults;
    NoteWatch notes;
    protocol::SeededChance chance;
    Prompts prompts{};
    DiceHistory dice{};
    std::string player{};  ///< id of the bot's; empty while it has none
    bool ending = false;   ///< the fault at the end comes next, or has come
};

/// A frame that gives an occasion for a fault.
struct InjectionPoint {
    Context& context;
    BotConnectionPtr line{};
    protocol::Json frame{};
    const Fault* fault = nullptr;  ///< the chosen one

    /// Chooses the next fault that the frame gives an occasion for; nullptr if there is none.
    const Fault* choose(FaultTrigger when) {
        return fault = context.faults.next(
                   when, [this](const Fault& next) { return next.wants == nullptr || next.wants(*this); });
    }
    void deliver(bool staged = false) const { context.proxy.deliver(line, frame, staged); }
    /// Delivers the frame as that of a dishonest server.
    void deliver_forged() const { context.proxy.deliver(line, frame, true, fault->name); }
};

}  // namespace cubilete::server::spar
