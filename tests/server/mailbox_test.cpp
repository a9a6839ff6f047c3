#include "server/core/mailbox.hpp"

#include <thread>
#include <vector>

#include <doctest/doctest.h>

namespace cubilete::server {

TEST_CASE("the reader of a mailbox is woken once for all that comes before it reads") {
    Mailbox<int> mailbox;
    CHECK(mailbox.put(1));
    CHECK_FALSE(mailbox.put(2));
    CHECK(mailbox.take() == std::vector{1, 2});
    CHECK(mailbox.take().empty());
    CHECK(mailbox.put(3));
    CHECK(mailbox.take() == std::vector{3});
}

TEST_CASE("a mailbox keeps the order of each sender, loses nothing and wakes for all") {
    constexpr int of_each = 20'000;
    Mailbox<int> mailbox;
    std::vector<int> read;
    int wakes = 0;
    int wakes_seen = 0;
    {
        std::jthread other([&] {
            for (int number = 0; number < of_each; ++number)
                if (mailbox.put(number)) ++wakes;
        });
        while (read.size() < of_each) {
            const std::vector<int> batch = mailbox.take();
            if (!batch.empty()) ++wakes_seen;
            read.insert(read.end(), batch.begin(), batch.end());
        }
    }
    CHECK(wakes == wakes_seen);
    for (int number = 0; number < of_each; ++number)
        REQUIRE(read[static_cast<std::size_t>(number)] == number);
}

}  // namespace cubilete::server
