#include "server/lobby/request_task.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/server/world.hpp"

namespace cubilete::server {
namespace {

/// An owner whose thread is this one: what is posted runs with run().
struct Owner : std::enable_shared_from_this<Owner> {
    using Then = Awaitable<int>::Then;

    Owner& owner() { return *this; }
    auto poster() {
        return [weak = weak_from_this()](const std::function<void()>& action) {
            if (const auto self = weak.lock()) self->posted.push_back(action);
        };
    }
    bool may_resume(const SinkPtr& socket, const protocol::RequestId& request_id,
                    const protocol::Rejection* why) {
        if (connected && why) on_result(socket, request_id, *why);
        return connected && !why;
    }
    void on_result(const SinkPtr&, const protocol::RequestId&, std::optional<protocol::Rejection> why) {
        results.push_back(why ? why->text : "done");
    }
    void run() {
        for (const auto& action : std::exchange(posted, {})) action();
    }

    /// Waits twice, and keeps `alive` until its end.
    RequestTask<Owner> add(SinkPtr, protocol::RequestId, std::shared_ptr<int> alive) {
        const int first = co_await number();
        const int second = co_await number();
        *alive = first + second;
        if (*alive > 10) co_return protocol::Rejection{protocol::Code::busy, "too many", {}, {}};
        co_return {};
    }
    RequestTask<Owner> fail(SinkPtr, protocol::RequestId, std::shared_ptr<int> alive) {
        *alive = co_await Awaitable<int>([](const Then&) { throw std::runtime_error("the reader is gone"); });
        co_return {};
    }
    Awaitable<int> number() {
        return Awaitable<int>([this](Then then) { asked.push_back(std::move(then)); });
    }
    /// Answers what is being waited for.
    void answer(int value) {
        for (const Then& then : std::exchange(asked, {})) then(value);
    }

    bool connected = true;
    std::vector<std::function<void()>> posted;
    std::vector<Then> asked;
    std::vector<std::string> results;
};

struct Waiting {
    std::shared_ptr<Owner> owner = std::make_shared<Owner>();
    std::shared_ptr<int> result = std::make_shared<int>(0);

    Waiting() { owner->add(std::make_shared<ScriptedSink>(), {}, result); }
    bool coroutine_is_there() const { return result.use_count() > 1; }
};

TEST_CASE("a request goes on with what it waited for, on its owner's thread, and its result is taken") {
    Waiting request;
    request.owner->answer(3);
    CHECK(request.owner->asked.empty());
    request.owner->run();
    request.owner->answer(4);
    request.owner->run();
    CHECK(*request.result == 7);
    CHECK(request.owner->results == std::vector<std::string>{"done"});
    CHECK_FALSE(request.coroutine_is_there());
}

TEST_CASE("a request ends with the refusal that comes instead of what it waited for") {
    Waiting request;
    request.owner->asked.front()(protocol::Rejection{protocol::Code::busy, "no time", {}, {}});
    request.owner->asked.clear();
    request.owner->run();
    CHECK(request.owner->results == std::vector<std::string>{"no time"});
    CHECK_FALSE(request.coroutine_is_there());
}

TEST_CASE("what a request returns is its refusal") {
    Waiting request;
    for (const int value : {30, 4}) {
        request.owner->answer(value);
        request.owner->run();
    }
    CHECK(request.owner->results == std::vector<std::string>{"too many"});
}

TEST_CASE("a request ends quietly where its socket has closed, wherever it waits") {
    for (const int waits : {0, 1}) {
        CAPTURE(waits);
        Waiting request;
        for (int n = 0; n < waits; ++n) {
            request.owner->answer(1);
            request.owner->run();
        }
        request.owner->connected = false;
        request.owner->answer(1);
        CHECK(request.coroutine_is_there());
        request.owner->run();
        CHECK_FALSE(request.coroutine_is_there());
        CHECK(request.owner->results.empty());
        CHECK(*request.result == 0);
    }
}

TEST_CASE("a request ends quietly if its answer never comes") {
    Waiting request;
    request.owner->asked.clear();
    CHECK_FALSE(request.coroutine_is_there());
    CHECK(request.owner->results.empty());
}

TEST_CASE("a request ends quietly if its owner is gone before the answer") {
    Waiting request;
    const auto then = request.owner->asked.front();
    request.owner.reset();
    then(1);
    CHECK(*request.result == 0);
}

TEST_CASE("a request ends quietly if what it waits for cannot begin") {
    const auto owner = std::make_shared<Owner>();
    const auto result = std::make_shared<int>(0);
    owner->fail(std::make_shared<ScriptedSink>(), {}, result);
    CHECK(result.use_count() == 1);
    CHECK(owner->results.empty());
}

}  // namespace
}  // namespace cubilete::server
