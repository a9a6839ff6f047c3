#include "server/net/threaded_sink.hpp"

namespace cubilete::server {

void ThreadedSink::command(Command command) {
    if (executor_.running_in_this_thread()) return execute(command);
    if (commands_.put(std::move(command)))
        net::post(executor_, [this, self = shared_from_this()] {
            for (Command& one : commands_.take()) execute(one);
        });
}

void ThreadedSink::execute(Command& command) {
    if (auto* frame = std::get_if<Frame>(&command))
        accept(std::move(*frame));
    else
        finish(std::get<Closing>(command).code, std::move(std::get<Closing>(command).reason));
}

}  // namespace cubilete::server
