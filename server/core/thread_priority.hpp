#pragma once

#include <sys/resource.h>

namespace cubilete::server {

/// Gives the calling thread a lower priority than the threads that serve moves, so that slow work of strangers
/// (long records, password hashes, hints) does not delay them when the processors are busy. Linux only: there
/// the priority belongs to the thread.
inline void lower_thread_priority() {
    constexpr int niceness = 10;
    ::setpriority(PRIO_PROCESS, 0, niceness);
}

}  // namespace cubilete::server
