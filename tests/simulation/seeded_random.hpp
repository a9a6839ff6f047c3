#pragma once

#include <cstdint>
#include <cstring>
#include <random>

#include <sodium.h>

namespace cubilete::server::sim {

/// Random bytes of libsodium follow from a seed while this lives, on all threads: ids, codes, salts and secrets
/// of a run are then those of another run of the same seed. For one thread at a time.
class SeededRandom {
  public:
    explicit SeededRandom(std::uint64_t seed) {
        generator_.seed(seed);
        use(&seeded_);
    }
    ~SeededRandom() { use(&randombytes_sysrandom_implementation); }
    SeededRandom(const SeededRandom&) = delete;
    SeededRandom& operator=(const SeededRandom&) = delete;

  private:
    static void use(randombytes_implementation* implementation) {
        randombytes_set_implementation(implementation);
        randombytes_stir();
    }
    static void fill(void* to, std::size_t size) {
        for (auto* bytes = static_cast<unsigned char*>(to); size > 0;) {
            const std::uint64_t word = generator_();
            const std::size_t part = std::min(size, sizeof word);
            std::memcpy(bytes, &word, part);
            bytes += part;
            size -= part;
        }
    }

    static inline std::mt19937_64 generator_;
    static inline randombytes_implementation seeded_{
        .implementation_name = [] { return "seeded"; },
        .random = [] { return static_cast<std::uint32_t>(generator_()); },
        .stir = nullptr,
        .uniform = nullptr,
        .buf = fill,
        .close = nullptr};
};

}  // namespace cubilete::server::sim
