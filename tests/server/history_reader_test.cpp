#include "server/history/history_reader.hpp"

#include <future>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/temp_database.hpp"

namespace cubilete::server {
namespace {

ClientNetwork numbered(std::uint8_t number) {
    ClientNetwork made;
    made.prefix[0] = number;
    return made;
}

std::vector<std::string> all_of(FairQueue<std::string>& queue) {
    std::vector<std::string> items;
    while (const auto item = queue.pop()) items.push_back(*item);
    return items;
}

using Items = std::vector<std::string>;

TEST_CASE(
    "an address with few requests waits for one request of each busy address, and the order of each is "
    "kept") {
    FairQueue<std::string> queue(10);
    for (const char* item : {"a1", "a2", "a3"}) CHECK_FALSE(queue.push(numbered(1), item));
    CHECK_FALSE(queue.push(numbered(2), "b1"));
    for (const char* item : {"c1", "c2"}) CHECK_FALSE(queue.push(numbered(3), item));
    CHECK(queue.pop() == "a1");
    CHECK_FALSE(queue.push(numbered(4), "d1"));
    CHECK(all_of(queue) == Items{"b1", "c1", "a2", "d1", "c2", "a3"});
    CHECK(queue.size() == 0);
}

TEST_CASE("in a full queue the address with the most requests is refused in favour of others") {
    FairQueue<std::string> queue(4);
    for (const char* item : {"a1", "a2", "a3", "a4"}) CHECK_FALSE(queue.push(numbered(1), item));
    CHECK(queue.push(numbered(1), "a5") == "a5");
    CHECK(queue.push(numbered(2), "b1") == "a4");
    CHECK(queue.push(numbered(2), "b2") == "a3");
    CHECK(queue.push(numbered(2), "b3") == "b3");
    CHECK(queue.push(numbered(3), "c1") == "a2");
    CHECK(all_of(queue) == Items{"a1", "b1", "c1", "b2"});
}

TEST_CASE("a busy address delays the request of another address by one answer at most") {
    tests::TempDatabase database;
    std::promise<void> begun, release, done;
    std::vector<std::string> order;
    HistoryReader history_reader(database.backend(), 8);
    const auto ask = [&](std::uint8_t from, const std::string& name) {
        history_reader.post(
            numbered(from), [&order, name](const HistoryReader::Readers&) { order.push_back(name); },
            [&order, name] { order.push_back(name + " refused"); });
    };
    history_reader.post(
        numbered(1),
        [&](const HistoryReader::Readers&) {
            begun.set_value();
            release.get_future().wait();
        },
        [] {});
    begun.get_future().wait();
    for (int number = 1; number <= 9; ++number) ask(1, "a" + std::to_string(number));
    ask(2, "b1");
    history_reader.post(
        numbered(3), [&](const HistoryReader::Readers&) { done.set_value(); }, [] {});
    release.set_value();
    done.get_future().wait();
    history_reader.stop();
    REQUIRE(order.size() >= 5);
    order.resize(5);  // a2 may have been handled before the end
    // Nine were one too many; the other two addresses replaced two more.
    CHECK(order == Items{"a9 refused", "a8 refused", "a7 refused", "a1", "b1"});
}

}  // namespace
}  // namespace cubilete::server
