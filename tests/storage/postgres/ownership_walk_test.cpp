// The rules by which nodes share rooms (storage/postgres/README.md), without everything else, in every order in which
// things can happen: three nodes, two rooms, three batches, a database with a standby. Nothing here knows the time, so a
// node may be taken for dead at any moment, rightly or not.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace {

constexpr int nodes = 3;
constexpr int rooms = 2;
constexpr int batches = 3;
constexpr std::int8_t none = -1;

/// A rule that is broken on purpose, to see that the walk notices it.
enum class Broken {
    nothing,
    fence_in_batches,          ///< the database does not look whether the epoch of a batch is over
    reading_after_the_claim,   ///< a log is read before the claim of its room is confirmed
    finding_out_by_writing,    ///< what became of a batch is found out by a read
    claiming_from_the_living,  ///< a room of an epoch that lives can be claimed
    dropping_what_comes_late,  ///< a claim that was told late is taken for a new one
};

/// The rows of the database.
struct Database {
    std::array<std::int8_t, nodes> batch{};                            ///< number of the last one, by epoch
    std::array<bool, nodes> over{};                                    ///< fenced: its lane is gone
    std::array<std::int8_t, rooms> owner{};                            ///< an epoch
    std::array<std::int8_t, rooms> length{};                           ///< of the log
    std::array<std::array<std::int8_t, batches + 1>, rooms> writer{};  ///< of each entry, by seq

    bool operator==(const Database&) const = default;
};

/// A batch with one entry, or one that hands its room over.
struct Batch {
    std::int8_t room = none;  ///< none: there is no batch
    std::int8_t seq = 0;
    std::int8_t to = none;   ///< an epoch: hands over
    std::int8_t copies = 0;  ///< on their way to the database
    bool operator==(const Batch&) const = default;
};

struct Node {
    bool runs = true;
    std::int8_t confirmed = 0;                        ///< the number of its last batch that was confirmed
    std::array<std::int8_t, rooms> last{none, none};  ///< newest entry of a room that it serves
    std::array<bool, rooms> claimed{};  ///< sent a claim, or was told that a room was handed to it
    Batch batch;                        ///< under way, perhaps of a process that is dead
    bool operator==(const Node&) const = default;
};

struct State {
    Database visible;  ///< of the primary
    Database safe;     ///< of the standby
    std::array<Node, nodes> node{};
    std::array<std::int8_t, rooms>
        acknowledged{};  ///< entries of which players were told, by confirmations and by new owners
    std::array<std::array<std::int8_t, batches + 1>, rooms> acknowledged_writer{};
    std::int8_t posted = 0;
    bool operator==(const State&) const = default;
};
static_assert(std::is_trivially_copyable_v<State>);

static_assert(std::has_unique_object_representations_v<State>);

/// States in the order in which they were found, each once.
class States {
  public:
    States() : places_(std::size_t{1} << 23) {}

    std::size_t size() const { return all_.size(); }
    State operator[](std::size_t index) const { return all_[index]; }
    void add(const State& state) {
        std::size_t place = hash(state) % places_.size();
        for (; places_[place] != 0; place = (place + 1) % places_.size())
            if (all_[places_[place] - 1] == state) return;
        all_.push_back(state);
        places_[place] = static_cast<std::uint32_t>(all_.size());
    }

  private:
    static std::size_t hash(const State& state) {
        std::array<std::uint64_t, (sizeof(State) + 7) / 8> words{};
        std::memcpy(words.data(), &state, sizeof(State));
        std::uint64_t hash = 0;
        for (const std::uint64_t word : words) {
            hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
            hash ^= hash >> 29;
        }
        return hash;
    }

    std::vector<State> all_;
    std::vector<std::uint32_t> places_;  ///< 1 + the index of a state, or 0
};

class Walk {
  public:
    /// Handing over makes many more states, so then there is one room.
    Walk(Broken broken, bool hands_over)
        : broken_(broken), hands_over_(hands_over), rooms_(hands_over ? 1 : rooms) {
        State first;
        first.visible.owner = {0, 1};
        first.safe = first.visible;
        first.node[0].last[0] = 0;
        if (rooms_ > 1) first.node[1].last[1] = 0;
        add(first);
        for (std::size_t next = 0; next < states_.size() && wrong_.empty(); ++next) {
            const State state = states_[next];
            look_at(state);
            follow(state);
        }
    }

    /// The fault of the first wrong state, or empty.
    const std::string& wrong() const { return wrong_; }
    std::size_t states() const { return states_.size(); }
    /// How often something happened that the walk must not miss.
    int takeovers = 0;
    int lost_commits = 0;
    int zombies = 0;

  private:
    void add(const State& state) { states_.add(state); }

    // ---- the database

    /// Whether it carries out a batch of this epoch; not whether the batch fits the log.
    bool lets_in(const Database& database, int epoch, int number) const {
        if (broken_ == Broken::fence_in_batches) return true;
        return !database.over[epoch] && database.batch[epoch] == number - 1;
    }
    /// The second net is the key of the log: of two entries with one number the database takes one.
    void carry_out(Database& database, int epoch, const Node& node) {
        const Batch& batch = node.batch;
        if (!lets_in(database, epoch, node.confirmed + 1)) return;
        if (batch.to != none) {
            if (database.owner[batch.room] != epoch) return;
            database.owner[batch.room] = batch.to;
        } else {
            if (batch.seq <= database.length[batch.room]) return;
            if (batch.seq != database.length[batch.room] + 1) wrong_ = "a log has a gap";
            database.length[batch.room] = batch.seq;
            database.writer[batch.room][batch.seq] = static_cast<std::int8_t>(epoch);
        }
        database.batch[epoch] = static_cast<std::int8_t>(node.confirmed + 1);
    }

    // ---- what must always hold

    /// Whether an entry of this epoch for the room is on its way, or may be sent, and would get into the log.
    bool can_append(const State& state, int epoch, int room) const {
        const Node& node = state.node[epoch];
        const bool serves = node.runs && node.last[room] != none;
        const bool sent = node.batch.room == room && node.batch.to == none && node.batch.copies > 0;
        return (serves || sent) && lets_in(state.visible, epoch, node.confirmed + 1);
    }

    void look_at(const State& state) {
        for (int room = 0; room < rooms_; ++room) {
            int writers = 0;
            for (int epoch = 0; epoch < nodes; ++epoch) writers += can_append(state, epoch, room);
            if (writers > 1) wrong_ = "two epochs can append to one room";
            for (int seq = 1; seq <= state.acknowledged[room]; ++seq)
                for (const Database& database : {state.visible, state.safe})
                    if (seq > database.length[room] ||
                        database.writer[room][seq] != state.acknowledged_writer[room][seq])
                        wrong_ = "players were told of an entry that is not in the log";
        }
    }

    // ---- everything that can happen

    void follow(const State& state) {
        if (state.visible != state.safe) {
            State next = state;  // the standby has everything
            next.safe = state.visible;
            add(next);
            next = state;  // the standby takes over: what it lacks is gone
            next.visible = state.safe;
            ++lost_commits;
            add(next);
        }
        for (int epoch = 0; epoch < nodes; ++epoch) {
            deliver(state, epoch);
            if (!state.node[epoch].runs) continue;
            State next = state;  // it dies; what it has sent may still arrive
            end(next, epoch);
            add(next);
            if (state.visible.over[epoch]) add(next);  // or learns by its beat that it is over
            for (int room = 0; room < rooms_; ++room) {
                post(state, epoch, room);
                claim(state, epoch, room);
                read(state, epoch, room);
            }
            confirm(state, epoch);
            find_out(state, epoch);
            fence(state, epoch);
        }
    }

    static void end(State& state, int epoch) {
        Node& node = state.node[epoch];
        node.runs = false;
        node.last = {none, none};
        node.claimed = {};
        forget(state, epoch);
    }

    /// Of a dead process without a batch under way nobody asks for the number of its last one any more.
    static void forget(State& state, int epoch) {
        Node& node = state.node[epoch];
        if (node.runs || node.batch.copies > 0) return;
        node.batch = {};
        node.confirmed = state.visible.batch[epoch] = state.safe.batch[epoch] = 0;
    }

    void post(const State& state, int epoch, int room) {
        if (state.posted == batches || state.node[epoch].batch.room != none ||
            state.node[epoch].last[room] == none)
            return;
        State next = state;
        Node& node = next.node[epoch];
        ++next.posted;
        node.batch = {.room = static_cast<std::int8_t>(room),
                      .seq = static_cast<std::int8_t>(node.last[room] + 1),
                      .to = none,
                      .copies = 1};
        add(next);
        for (int to = 0; hands_over_ && to < nodes; ++to) {
            if (to == epoch || !state.node[to].runs) continue;
            node.last[room] = none;
            node.batch.to = static_cast<std::int8_t>(to);
            add(next);
        }
    }

    void deliver(const State& state, int epoch) {
        if (state.node[epoch].batch.copies == 0) return;
        State next = state;
        if (!state.node[epoch].runs && !state.visible.over[epoch]) ++zombies;
        carry_out(next.visible, epoch, state.node[epoch]);
        --next.node[epoch].batch.copies;
        forget(next, epoch);
        add(next);
    }

    /// The answer arrives. It may come late, or never: then the node finds out.
    void confirm(const State& state, int epoch) {
        const Node& node = state.node[epoch];
        const Database& database = broken_ == Broken::finding_out_by_writing ? state.visible : state.safe;
        if (node.batch.room == none || database.batch[epoch] != node.confirmed + 1) return;
        State next = state;
        confirmed(next, epoch);
        add(next);
    }

    static void confirmed(State& state, int epoch) {
        Node& node = state.node[epoch];
        const Batch batch = std::exchange(node.batch, {});
        ++node.confirmed;
        if (batch.to != none) {
            if (state.node[batch.to].runs) state.node[batch.to].claimed[batch.room] = true;  // by the mesh
            return;
        }
        node.last[batch.room] = batch.seq;
        state.acknowledged[batch.room] = std::max(state.acknowledged[batch.room], batch.seq);
        state.acknowledged_writer[batch.room][batch.seq] = static_cast<std::int8_t>(epoch);
    }

    /// Its connection broke. The write that finds out is confirmed only with everything before it.
    void find_out(const State& state, int epoch) {
        if (state.node[epoch].batch.room == none) return;
        State next = state;
        if (broken_ != Broken::finding_out_by_writing) next.safe = next.visible;
        Node& node = next.node[epoch];
        if (next.visible.over[epoch]) {
            end(next, epoch);
        } else if (next.visible.batch[epoch] == node.confirmed + 1) {
            node.batch.copies = 0;  // whatever is left of the former connection was ended
            confirmed(next, epoch);
        } else if (node.batch.copies < 2) {
            ++node.batch.copies;  // sends it again; the first one may still arrive
        }
        add(next);
    }

    void fence(const State& state, int by) {
        for (int epoch = 0; epoch < nodes; ++epoch) {
            if (epoch == by || state.visible.over[epoch] || state.visible.over[by]) continue;
            State next = state;
            next.visible.over[epoch] = true;
            add(next);
        }
    }

    void claim(const State& state, int by, int room) {
        const int owner = state.visible.owner[room];
        if (owner == by || state.visible.over[by]) return;
        if (!state.visible.over[owner] && broken_ != Broken::claiming_from_the_living) return;
        State next = state;
        next.visible.owner[room] = static_cast<std::int8_t>(by);
        next.node[by].claimed[room] = true;
        ++takeovers;
        add(next);
    }

    void read(const State& state, int by, int room) {
        const Database& must_say = broken_ == Broken::reading_after_the_claim ? state.visible : state.safe;
        if (!state.node[by].claimed[room] || must_say.owner[room] != by || state.visible.owner[room] != by)
            return;
        State next = state;
        next.node[by].claimed[room] = false;
        // A claim whose answer got lost is told late. The node may serve the room by now, or be handing it over.
        if (broken_ != Broken::dropping_what_comes_late &&
            (next.node[by].last[room] != none || next.node[by].batch.room == room))
            return add(next);
        next.node[by].last[room] = state.visible.length[room];
        next.acknowledged[room] = std::max(state.acknowledged[room], state.visible.length[room]);
        next.acknowledged_writer[room] = state.visible.writer[room];
        add(next);
    }

    Broken broken_;
    bool hands_over_;
    int rooms_;
    std::string wrong_;
    States states_;
};

}  // namespace

TEST_CASE(
    "in no order of events can two nodes write to one room, or a move be lost that players were told of") {
    for (const bool hands_over : {false, true}) {
        CAPTURE(hands_over);
        const Walk walk(Broken::nothing, hands_over);
        CHECK(walk.wrong() == "");
        MESSAGE(walk.states(), " states");
        CHECK(walk.states() > 100'000);
        CHECK(walk.takeovers > 0);
        CHECK(walk.lost_commits > 0);
        CHECK(walk.zombies > 0);
    }
}

TEST_CASE("without any one of the rules it goes wrong") {
    const auto wrong = [](Broken broken) { return Walk(broken, false).wrong(); };
    CHECK(wrong(Broken::fence_in_batches) == "two epochs can append to one room");
    CHECK(wrong(Broken::claiming_from_the_living) == "two epochs can append to one room");
    CHECK(wrong(Broken::reading_after_the_claim) == "two epochs can append to one room");
    CHECK(Walk(Broken::dropping_what_comes_late, true).wrong() == "two epochs can append to one room");
    CHECK(wrong(Broken::finding_out_by_writing) == "players were told of an entry that is not in the log");
}
