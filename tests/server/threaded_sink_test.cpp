#include "server/net/threaded_sink.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include "server/net/flusher.hpp"

namespace cubilete::server {

namespace {

/// Notes what arrives.
class NotingSink final : public ThreadedSink {
  public:
    using ThreadedSink::ThreadedSink;
    const ClientNetwork& network() const override { return network_; }
    void on_hello() override {}

    std::string recorded;

  private:
    void accept(Frame frame) override { recorded += *frame.text; }
    void finish(CloseCode, std::string reason) override { recorded += reason; }

    ClientNetwork network_{};
};

Frame frame(const std::string& text) {
    return {std::make_shared<const std::string>(text), Frame::Kind::push, {}};
}

/// Notes each flush, and how much had been added until then.
struct NotingFlushed final : Flushable {
    explicit NotingFlushed(std::string& notes) : recorded(notes) {}
    void flush() override { recorded += "flushed "; }
    std::string& recorded;
};

struct Failing final : Flushable {
    void flush() override { throw std::runtime_error("a bug"); }
};

}  // namespace

TEST_CASE("a socket takes at once what its own thread sends") {
    net::io_context io;
    const auto sink = std::make_shared<NotingSink>(io.get_executor());
    net::post(io, [&] {
        sink->send(frame("a"));
        CHECK(sink->recorded == "a");
        sink->close(CloseCode::restart, "b");
        CHECK(sink->recorded == "ab");
    });
    io.run();
}

TEST_CASE("what another thread sends comes in its order and with one post") {
    net::io_context io;
    const auto sink = std::make_shared<NotingSink>(io.get_executor());
    std::jthread([&] {
        for (const char* text : {"a", "b", "c"}) sink->send(frame(text));
        sink->close(CloseCode::restart, "d");
    }).join();
    CHECK(sink->recorded.empty());
    CHECK(io.run() == 1);
    CHECK(sink->recorded == "abcd");
}

TEST_CASE("what waits to be written is flushed after the present handler, all together") {
    net::io_context io;
    std::string recorded;
    const auto one = std::make_shared<NotingFlushed>(recorded);
    net::post(io, [&] {
        Flusher& flusher = net::use_service<Flusher>(io);
        flusher.add(one);
        flusher.add(std::make_shared<Failing>());
        flusher.add(one);
        recorded += "sent ";
    });
    CHECK(io.run() == 2);
    CHECK(recorded == "sent flushed flushed ");
}

TEST_CASE("what is added during a flush is flushed after it") {
    struct Again final : Flushable, std::enable_shared_from_this<Again> {
        explicit Again(Flusher& its) : flusher(its) {}
        void flush() override {
            if (++times == 1) flusher.add(shared_from_this());
        }
        Flusher& flusher;
        int times = 0;
    };
    net::io_context io;
    const auto again = std::make_shared<Again>(net::use_service<Flusher>(io));
    net::post(io, [&] { again->flusher.add(again); });
    CHECK(io.run() == 3);
    CHECK(again->times == 2);
}

}  // namespace cubilete::server
