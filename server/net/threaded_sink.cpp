#include "server/net/threaded_sink.hpp"

namespace cubilete::server {

void ThreadedSink::order(Order order) {
    if (executor_.running_in_this_thread()) return carry_out(order);
    if (orders_.put(std::move(order)))
        net::post(executor_, [this, self = shared_from_this()] {
            for (Order& one : orders_.take()) carry_out(one);
        });
}

void ThreadedSink::carry_out(Order& order) {
    if (auto* frame = std::get_if<Frame>(&order))
        take(std::move(*frame));
    else
        finish(std::get<Closing>(order).code, std::move(std::get<Closing>(order).reason));
}

}  // namespace cubilete::server
