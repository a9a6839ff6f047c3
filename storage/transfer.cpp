#include "storage/transfer.hpp"

#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "storage/backend.hpp"

namespace cubilete::storage {

void export_player(const Player& player, WriteBatcher& parts) {
    parts.add(PutPlayer{player});
    if (!player.on_boards) parts.add(SetOnBoards{player.id, false});
    if (player.gone) parts.add(ForgetPlayer{player.id});
}

void export_room(OpenRoom open, WriteBatcher& parts) {
    const std::string code = open.room.code;
    parts.add(PutRoom{std::move(open.room), std::move(open.seats)});
    for (std::string& player : open.bans) parts.add(BanFromRoom{code, std::move(player)});
    for (ChatLine& line : open.chat) parts.add(AddChatLine{code, std::move(line)});
    parts.flush_when_full();
}

void export_match(Record record, const OpenRoom::Dice& dice, bool usual, WriteBatcher& parts) {
    MatchRow& match = record.match;
    const std::string id = match.id;
    const auto ended_ms = std::exchange(match.ended_ms, std::nullopt);
    std::string result = std::exchange(match.result, std::nullopt).value_or("");
    std::string proof = std::exchange(match.proof, "");
    parts.add(StartMatch{std::move(match), dice.state});
    if (!dice.ask.empty()) parts.add(PutDiceAsk{id, dice.ask});
    for (LogRow& entry : record.log) parts.add(AppendEntry{std::move(entry)});
    if (ended_ms)
        parts.add(FinishMatch{.match = id,
                              .result = std::move(result),
                              .scores = std::move(record.scores),
                              .ended_ms = *ended_ms,
                              .usual = usual,
                              .proof = std::move(proof)});
    parts.flush_when_full();
}

void export_admin_rows(std::vector<AdminRow> rows, WriteBatcher& parts) {
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        parts.add(PutAdminRow{std::move(*row)});
        parts.flush_when_full();
    }
}

void export_cup(std::optional<CupChain> chain, std::vector<CupPlay> plays, WriteBatcher& parts) {
    if (chain) parts.add(PutCupChain{*std::move(chain)});
    for (CupPlay& play : plays) {
        parts.add(PutCupPlay{std::move(play)});
        parts.flush_when_full();
    }
}

void export_practice(std::vector<PracticeRow> rows, WriteBatcher& parts) {
    for (PracticeRow& row : rows) {
        parts.add(PutPractice{std::move(row)});
        parts.flush_when_full();
    }
}

namespace {

void refuse_existing_data(const Backend& to) {
    const auto store = to.open_store();
    bool room = false;
    store->open_rooms([&](const OpenRoom&) { room = true; });
    if (room || !store->match_ids().empty()) throw DatabaseError(to.name() + ": holds data already");
}

}  // namespace

void write_all(const WriteProducer& produce, Backend& to, const std::atomic<bool>& cancelled) {
    std::mutex mutex;
    std::string failure;
    const auto journal = to.open_journal({.failed = [&](ExitReason, const std::string& reason) {
        const std::lock_guard lock(mutex);
        failure = reason;
    }});
    refuse_existing_data(to);
    produce([&](std::vector<Write> writes) {
        if (cancelled) throw OperationCancelled("the copy was broken off");
        auto answer = std::make_shared<std::promise<Outcome>>();
        std::future<Outcome> outcome = answer->get_future();
        // The journal owns the only promise: if it fails, it drops the promise, and get() throws.
        journal->post(std::move(writes),
                      [answer = std::move(answer)](Outcome what) { answer->set_value(what); });
        try {
            if (outcome.get() == Outcome::full) throw DiskFull("there is no room for the copy");
        } catch (const std::future_error&) {
            journal->stop();
            const std::lock_guard lock(mutex);
            throw DatabaseError("the copy failed: " + failure);
        }
    });
}

void import(const Backend& from, Backend& to, const std::atomic<bool>& cancelled) {
    to.import_all([&](const WriteConsumer& consume) { from.export_all(consume); }, cancelled);
}

}  // namespace cubilete::storage
