// Measures provable dice: the time of one draw on one thread, for several numbers of seats that contribute, of
// one step of SHA-256 (64 bytes), to which everything else is proportional, of the same draws from the generator
// that is used without proof, and of binding what was shown. Compare ratios of one run.
//
//     dice_bench [SECONDS_A_ROW]

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <numeric>
#include <string>

#include "server/core/chance.hpp"
#include "server/core/sha256.hpp"
#include "server/match/provable_chance.hpp"
#include "server/match/shown.hpp"

namespace cubilete::server {
namespace {

/// Returns the microseconds of one call: the fastest of the batches, which other work disturbs least.
template <class Work>
double time(double seconds, Work work) {
    using Clock = std::chrono::steady_clock;
    constexpr int batch = 500;
    double best = 1e9;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    while (Clock::now() < end) {
        const auto began = Clock::now();
        for (int call = 0; call < batch; ++call) work();
        best =
            std::min(best, std::chrono::duration<double, std::micro>(Clock::now() - began).count() / batch);
    }
    return best;
}

SeatValues contributions(int seats) {
    SeatValues fresh;
    for (int seat = 0; seat < seats; ++seat) {
        Digest value;
        randombytes_buf(value.data(), value.size());
        fresh[static_cast<Seat>(seat)] = value;
    }
    return fresh;
}

void row(const char* name, Chance& chance, double seconds) {
    std::array<Card, 52> cards;
    std::iota(cards.begin(), cards.end(), Card{0});
    std::printf("%-22s %10.2f %10.2f %10.2f\n", name, time(seconds, [&] { chance.dice(1, 6); }),
                time(seconds, [&] { chance.dice(6, 6); }), time(seconds, [&] { chance.shuffle(cards); }));
}

/// Forgets the draws, as the log does after each entry.
class Forgetful final : public Chance {
  public:
    explicit Forgetful(ProvableChance& chance) : chance_(chance) {}
    Dice dice(int count, int faces) override { return forget(chance_.dice(count, faces)); }
    int pick(int n) override { return forget(chance_.pick(n)); }
    void shuffle(std::span<Card> pile) override {
        chance_.shuffle(pile);
        chance_.take();
    }

  private:
    template <class Result>
    Result forget(Result result) {
        chance_.take();
        return result;
    }
    ProvableChance& chance_;
};

/// Measures the hashes of what a watcher and each seat is shown, which the record binds; the pushes need the texts
/// in any case. Prints averages of the entries of a match.
void shown_rows(double seconds) {
    std::printf("\nmicroseconds an entry and viewer to hash what was shown, with all seats in the roster\n");
    for (const GameInfo* game : protocol::catalogue()) {
        for (const int players : {2, game->max_seats}) {
            SodiumChance chance;
            const auto match = protocol::Match::start(
                {game->id, std::get<OptionValues>(OptionValues::complete(game->options, {})), players, {}},
                chance);
            std::vector<Seat> seats;
            for (int seat = 0; seat < players; ++seat) seats.push_back(static_cast<Seat>(seat));
            double sum = 0;
            std::size_t bytes = 0;
            int entries = 0;
            for (; entries < 20 && !match->result(); ++entries) {
                const std::vector<ViewerSight> viewer_updates = viewer_sights(*match, seats);
                for (const ViewerSight& seen : viewer_updates) bytes += seen.sight.view.dump().size();
                sum += time(seconds / 20, [&] { shown_hashes(*match, viewer_updates); });
                if (match->to_act().empty()) {
                    match->expire(chance);
                    continue;
                }
                const Seat seat = *match->to_act().begin();
                match->play(seat, match->moves(seat).front(), chance);
            }
            const int viewers = players + 1;
            std::printf("%-15s %2d seats %10.2f   (%zu bytes of a view)\n", game->id.c_str(), players,
                        sum / entries / viewers, bytes / static_cast<std::size_t>(entries * viewers));
        }
    }
}

}  // namespace
}  // namespace cubilete::server

int main(int argc, char** argv) {
    using namespace cubilete::server;
    const double seconds = argc > 1 ? std::atof(argv[1]) : 0.5;
    SodiumChance plain;
    ProvableChance chance(Secret::random());
    Forgetful proven(chance);

    std::string input(6400, '\0');
    Digest digest{};
    const double steps = time(seconds, [&] {
        digest = sha256(input);
        input[0] = static_cast<char>(digest[0]);
    });
    std::printf("microseconds; SHA-256 of 64 bytes %.2f, next link of a chain %.2f\n", steps / 101,
                time(seconds, [&] { digest = next_link(digest); }));
    std::printf("%-22s %10s %10s %10s\n", "", "one die", "six dice", "52 cards");
    row("without proof", plain, seconds);
    for (const int seats : {0, 1, 2, 4, 8}) {
        const SeatValues fresh = contributions(seats);
        char name[32];
        std::snprintf(name, sizeof name, "%d seats contribute", seats);
        chance.contribute(fresh);
        row(name, proven, seconds);
        if (seats == 8)
            std::printf("%-22s %10.2f\n", "preparing 8 values",
                        time(seconds, [&] { chance.contribute(fresh); }));
    }
    shown_rows(seconds);
}
