#include <atomic>
#include <cstdint>
#include <cstdlib>

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>

/// The symbols of glibc 2.29 and later that the compiler's libraries use, as parts of libcubilete_engine.so.
/// Only the library itself sees these definitions; with them it loads with glibc 2.18.

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming): the names are those of glibc
extern "C" {

/// Whether there is one thread only: of that nothing is known here.
extern const char __libc_single_threaded;
const char __libc_single_threaded = 0;

/// Its address tells that there are threads; nobody calls it.
int __pthread_key_create(pthread_key_t*, void (*)(void*)) { std::abort(); }

int pthread_once(pthread_once_t* once, void (*work)()) {
    static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    constexpr int done = 1;
    const std::atomic_ref state(*once);
    if (state.load(std::memory_order_acquire) == done) return 0;
    pthread_mutex_lock(&mutex);
    if (state.load(std::memory_order_relaxed) != done) {
        work();
        state.store(done, std::memory_order_release);
    }
    pthread_mutex_unlock(&mutex);
    return 0;
}

#ifdef DLFO_STRUCT_HAS_EH_DBASE
/// Finds the table with which an exception that passes `pc` is handled.
int _dl_find_object(void* pc, dl_find_object* found) noexcept {
    struct Search {
        std::uintptr_t pc;
        dl_find_object* found;
    } search{reinterpret_cast<std::uintptr_t>(pc), found};
    const auto look = [](dl_phdr_info* object, std::size_t, void* data) {
        const auto& asked = *static_cast<const Search*>(data);
        bool contains = false;
        std::uintptr_t table = 0;
        for (const auto* part = object->dlpi_phdr; part != object->dlpi_phdr + object->dlpi_phnum; ++part) {
            const std::uintptr_t begin = object->dlpi_addr + part->p_vaddr;
            if (part->p_type == PT_GNU_EH_FRAME) table = begin;
            if (part->p_type == PT_LOAD && begin <= asked.pc && asked.pc < begin + part->p_memsz)
                contains = true;
        }
        if (!contains || table == 0) return 0;
        *asked.found = {};
        asked.found->dlfo_eh_frame = reinterpret_cast<void*>(table);
        return 1;
    };
    return dl_iterate_phdr(look, &search) == 1 ? 0 : -1;
}
#endif
}
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)
