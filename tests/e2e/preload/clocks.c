// Preloaded into a server: its steady clocks run $CLOCK_RATE times as fast as time, since the start of the process, and
// its wall clock is $CLOCK_AHEAD seconds ahead. Waits of threads, polls and timers follow these clocks.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static const int64_t second = 1000000000;
static double rate = 1;
static int64_t ahead = 0;
static int64_t begin = 0;  // of the steady clock, in nanoseconds

static int64_t nanoseconds(const struct timespec* time) { return time->tv_sec * second + time->tv_nsec; }
static struct timespec timespec_of(int64_t time) {
    return (struct timespec){.tv_sec = time / second, .tv_nsec = time % second};
}
static int64_t true_time(clockid_t clock) {
    struct timespec now;
    syscall(SYS_clock_gettime, clock, &now);
    return nanoseconds(&now);
}

__attribute__((constructor)) static void start(void) {
    if (begin) return;
    begin = true_time(CLOCK_MONOTONIC);
    if (getenv("CLOCK_RATE")) rate = atof(getenv("CLOCK_RATE"));
    if (getenv("CLOCK_AHEAD")) ahead = atoll(getenv("CLOCK_AHEAD")) * second;
}

static int is_steady(clockid_t clock) {
    return clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_MONOTONIC_COARSE ||
           clock == CLOCK_BOOTTIME;
}
static int is_wall(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE; }

/// The shown time of a clock for a true one, and back.
static int64_t shown(clockid_t clock, int64_t time) {
    start();
    if (is_steady(clock)) return begin + (int64_t)((double)(time - begin) * rate);
    return is_wall(clock) ? time + ahead : time;
}
static int64_t real(clockid_t clock, int64_t time) {
    start();
    if (is_steady(clock)) return begin + (int64_t)((double)(time - begin) / rate);
    return is_wall(clock) ? time - ahead : time;
}
static int64_t shorter(int64_t time) {
    start();
    return (int64_t)((double)time / rate);
}
static int shorter_ms(int time) { return time <= 0 ? time : (int)(shorter(time * 1000) / 1000) + 1; }

int clock_gettime(clockid_t clock, struct timespec* time) {
    if (syscall(SYS_clock_gettime, clock, time) != 0) return -1;
    if (is_steady(clock) || is_wall(clock)) *time = timespec_of(shown(clock, nanoseconds(time)));
    return 0;
}
int gettimeofday(struct timeval* restrict time, void* restrict zone) {
    (void)zone;
    const int64_t now = shown(CLOCK_REALTIME, true_time(CLOCK_REALTIME));
    *time = (struct timeval){.tv_sec = now / second, .tv_usec = now % second / 1000};
    return 0;
}
time_t time(time_t* to) {
    const time_t now = shown(CLOCK_REALTIME, true_time(CLOCK_REALTIME)) / second;
    if (to) *to = now;
    return now;
}

// dlsym alone may find the version of the year 2000.
static void* next(const char* name, const char* version) {
    void* found = dlvsym(RTLD_NEXT, name, version);
    return found ? found : dlsym(RTLD_NEXT, name);
}
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const struct timespec* until) {
    static int (*wait)(pthread_cond_t*, pthread_mutex_t*, clockid_t, const struct timespec*);
    if (!wait) *(void**)&wait = next("pthread_cond_clockwait", "GLIBC_2.30");
    const struct timespec end = timespec_of(real(clock, nanoseconds(until)));
    return wait(condition, mutex, clock, &end);
}
int pthread_cond_timedwait(pthread_cond_t* restrict condition, pthread_mutex_t* restrict mutex,
                           const struct timespec* restrict until) {
    static int (*wait)(pthread_cond_t*, pthread_mutex_t*, const struct timespec*);
    if (!wait) *(void**)&wait = next("pthread_cond_timedwait", "GLIBC_2.3.2");
    const struct timespec end = timespec_of(real(CLOCK_REALTIME, nanoseconds(until)));
    return wait(condition, mutex, &end);
}
int epoll_wait(int epoll, struct epoll_event* events, int most, int timeout) {
    return epoll_pwait(epoll, events, most, shorter_ms(timeout), NULL);
}
int poll(struct pollfd* files, nfds_t count, int timeout) {
    if (timeout < 0) return (int)syscall(SYS_ppoll, files, count, NULL, NULL, 0);
    const struct timespec time = timespec_of(shorter(timeout * (second / 1000)));
    return (int)syscall(SYS_ppoll, files, count, &time, NULL, 0);
}
int timerfd_settime(int timer, int flags, const struct itimerspec* set, struct itimerspec* old) {
    struct itimerspec time = *set;
    if (nanoseconds(&set->it_value) != 0)
        time.it_value =
            timespec_of(flags & TFD_TIMER_ABSTIME ? real(CLOCK_MONOTONIC, nanoseconds(&set->it_value))
                                                  : shorter(nanoseconds(&set->it_value)) + 1);
    time.it_interval = timespec_of(shorter(nanoseconds(&set->it_interval)));
    return (int)syscall(SYS_timerfd_settime, timer, flags, &time, old);
}
int clock_nanosleep(clockid_t clock, int flags, const struct timespec* asked, struct timespec* left) {
    const int64_t time = nanoseconds(asked);
    const struct timespec sleep = timespec_of(flags & TIMER_ABSTIME ? real(clock, time) : shorter(time));
    return syscall(SYS_clock_nanosleep, clock, flags, &sleep, left) == 0 ? 0 : errno;
}
int nanosleep(const struct timespec* asked, struct timespec* left) {
    const int failed = clock_nanosleep(CLOCK_MONOTONIC, 0, asked, left);
    if (failed) errno = failed;
    return failed ? -1 : 0;
}
