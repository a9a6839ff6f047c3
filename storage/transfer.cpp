#include "storage/transfer.hpp"

#include <future>
#include <mutex>
#include <string>

#include "storage/backend.hpp"

namespace cubilete::storage {

struct Transfer::Failure {
    std::mutex mutex;
    std::string reason;
};

Transfer::Transfer(Backend& to, const std::atomic<bool>& cancelled)
    : is_cancelled_(cancelled), failure_(std::make_unique<Failure>()) {
    journal_ = to.open_journal({.failed = [failure = failure_.get()](ExitReason, const std::string& reason) {
        const std::lock_guard lock(failure->mutex);
        failure->reason = reason;
    }});
    const auto store = to.open_store();
    bool room = false;
    store->open_rooms([&](const OpenRoom&) { room = true; });
    if (room || !store->match_ids().empty()) throw DatabaseError(to.name() + ": holds data already");
}

Transfer::~Transfer() = default;

void Transfer::take(std::vector<Write> writes) {
    if (is_cancelled_) throw OperationCancelled("the copy was broken off");
    auto answer = std::make_shared<std::promise<Outcome>>();
    std::future<Outcome> outcome = answer->get_future();
    // The journal owns the only promise: if it fails, it drops the promise, and get() throws.
    journal_->post(std::move(writes),
                   [answer = std::move(answer)](Outcome what) { answer->set_value(what); });
    try {
        if (outcome.get() == Outcome::full) throw DiskFull("there is no room for the copy");
    } catch (const std::future_error&) {
        journal_->stop();
        const std::lock_guard lock(failure_->mutex);
        throw DatabaseError("the copy failed: " + failure_->reason);
    }
}

void import(const Backend& from, Backend& to, const std::atomic<bool>& cancelled) {
    to.import_all([&](const WriteConsumer& take) { from.export_all(take); }, cancelled);
}

}  // namespace cubilete::storage
