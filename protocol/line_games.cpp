#include "protocol/line_games.hpp"

#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "protocol/text.hpp"
#include "protocol/views.hpp"

namespace cubilete::protocol {

namespace {

constexpr Limits line_limits{.bytes = 64 << 20, .values = 8 << 20};
constexpr std::size_t most_name_bytes = 32;                // of a member that is shown in a refusal
constexpr std::int64_t most_seed = std::int64_t{1} << 53;  // JavaScript reads these exactly

std::string code_of(std::size_t number) {
    const std::string digits = std::to_string(number);
    return std::string(6 - digits.size(), '0') + digits;
}

void allow_only_type(const Field& request, std::initializer_list<std::string_view> members) {
    for (const auto& [name, value] : request.json().items())
        if (name != "t" && std::ranges::find(members, name) == members.end())
            request.refuse(Code::bad_message, "There is no such member in this line: " +
                                                  std::string(truncate_utf8(name, most_name_bytes)));
}

bool flag_of(const Field& request, std::string_view name) {
    const auto given = request.given(name);
    return given && given->flag();
}

/// A number of a line. One out of range is a `bad_message`; only in a move it is an `illegal_move`.
std::int64_t number_in(const Field& field, std::int64_t min, std::int64_t max) {
    try {
        return field.whole(min, max);
    } catch (Field::UnreadableError& unreadable) {
        unreadable.refused.code = Code::bad_message;
        throw;
    }
}

Seat seat_in(const Field& field, int seats) { return static_cast<Seat>(number_in(field, 0, seats - 1)); }

int read_seats(const Field& field, const GameInfo& game) {
    const std::int64_t seats = number_in(field, INT64_MIN, INT64_MAX);
    if (seats < game.min_seats || seats > game.max_seats)
        throw Field::UnreadableError{
            refused(RefusalReason::seats_out_of_range,
                    {game.title, std::to_string(game.min_seats), std::to_string(game.max_seats)}, "/seats")};
    return static_cast<int>(seats);
}

/// Refuses in the place of the request.
template <class Value>
Value value_or_throw(std::variant<Value, Rejection> read) {
    if (auto* rejection = std::get_if<Rejection>(&read)) throw Field::UnreadableError{std::move(*rejection)};
    return std::get<Value>(std::move(read));
}

JsonText to_json(const Rejection& rejection) {
    JsonText json = JsonText::object({{"code", name_of(rejection.code)}, {"text", rejection.text}});
    if (!rejection.at.empty()) json.emplace("at", rejection.at);
    return json;
}

[[noreturn]] void refuse_game(const Field& game) {
    std::string ids;
    for (const GameInfo* one : catalogue()) ids += (ids.empty() ? "" : ", ") + std::string(one->id);
    game.refuse(Code::bad_options, "There is no such game. The games are " + ids + '.');
}

Settings asked_settings(const Field& request) {
    const GameInfo* game = find_game(request["game"].text());
    if (game == nullptr) refuse_game(request["game"]);
    Settings settings;
    settings.game = game->id;
    const auto options = request.given("options");
    settings.options = value_or_throw(read_options(*game, options ? options->json() : Json::object()));
    const auto seats = request.given("seats");
    settings.seats = seats ? read_seats(*seats, *game) : game->min_seats;
    if (const auto first = request.given("first")) settings.first = seat_in(*first, settings.seats);
    return settings;
}

}  // namespace

JsonText make_match_push(const Match& match, std::string_view room, std::string_view name, Viewer viewer,
                         std::int64_t from) {
    const std::int64_t now = match.seq();
    const ViewerUpdate sight = match.viewer_updates({&viewer, 1}, from).front();
    const auto result = match.result();
    JsonText push = JsonText::object({{"t", "match"},
                                      {"room", room},
                                      {"match", name},
                                      {"seq", now},
                                      {"by", to_json(match.last().by)},
                                      {"events", sight.events}});
    if (from == 1) push.emplace("about", match.about_text());
    push.update({{"view", sight.view}, {"to_act", JsonText::array(match.to_act())}});
    if (from < now) push.emplace("entries", match.entries_text(viewer, from, now));
    if (viewer.seat)
        push.emplace("you", to_json(MatchPush::You{*viewer.seat, match.prompt(*viewer.seat),
                                                   match.listed_text(*viewer.seat)}));
    if (const Wait wait = match.wait(); wait.kind == Wait::Kind::window)
        push.emplace("clock",
                     JsonText::object(
                         {{"kind", "window"}, {"left_ms", wait.milliseconds}, {"of_ms", wait.milliseconds}}));
    if (result) push.emplace("result", to_json(MatchPush::End{*result, "finished", {}}));
    return push;
}

LineRoom::LineRoom(std::string code, std::shared_ptr<const Kind> kind, std::uint64_t seed)
    : code_(std::move(code)), kind_(std::move(kind)), seed_(seed), chance_(seed) {
    start();
}

void LineRoom::start() {
    chance_ = SeededChance(seed_);
    match_ = Match::start(kind_->settings, chance_);
    pushed_.assign(static_cast<std::size_t>(kind_->settings.seats), 0);
    log_ = JsonText::array();
    hash_ = {};
    note_entry();
}

Seat LineRoom::seat(const Field& number) const { return seat_in(number, kind_->settings.seats); }

void LineRoom::note_entry() {
    if (!kind_->keeps_log) return;
    const JsonText entry = to_json(match_->game(), match_->last());
    hash_.add(entry);
    log_.push_back(entry);
}

void LineRoom::play(const Field& step) {
    if (flag_of(step, "clock")) {
        if (match_->wait().kind == Wait::Kind::none)
            throw Field::UnreadableError{refused(RefusalReason::match_done)};
        match_->expire(chance_);
    } else {
        const Seat seat = this->seat(step["seat"]);
        const auto match = step.given("match");
        if (match && match->text() != match_id()) match->refuse(Code::match_over, "That match is over.");
        const auto n = step.given("n");
        if (n && number_in(*n, 0, most_seed) != match_->prompt(seat))
            n->refuse(Code::stale, "The prompt is " + std::to_string(match_->prompt(seat)) + " by now.");
        value_or_throw(match_->play(seat, step["move"].json(), chance_));
    }
    note_entry();
}

void LineRoom::push_events(JsonText& pushes, JsonText& logs) {
    while (true) {
        const bool over = match_->result().has_value();
        const SeatSet to_act = match_->to_act();
        for (std::size_t at = 0; at < pushed_.size(); ++at) {
            const auto seat = static_cast<Seat>(at);
            const bool meant = over || kind_->all_seats || to_act.contains(seat);
            if (!meant || pushed_[at] == match_->seq()) continue;
            pushes.push_back(make_match_push(*match_, code_, match_id(), {seat}, pushed_[at] + 1));
            pushed_[at] = match_->seq();
        }
        if (!over) return;
        if (kind_->keeps_log && log_.is_array()) {
            logs.push_back(JsonText::object({{"room", code_},
                                             {"match", match_id()},
                                             {"hash", hash_.text()},
                                             {"log", std::exchange(log_, JsonText())}}));
        }
        if (!kind_->again) return;
        seed_ += kind_->seed_step;
        start();
    }
}

JsonText LineRoom::full_push(Viewer viewer) const {
    return make_match_push(*match_, code_, match_id(), viewer, 1);
}

std::string LineGames::answer(std::string_view line) {
    ++line_;
    answer_ = JsonText::object({{"line", line_}});
    const auto read = read_json(line, line_limits);
    const auto* rejection = std::get_if<Rejection>(&read);
    std::variant<bool, Rejection> done = false;
    if (rejection == nullptr) {
        done = catch_unreadable([&] { return carry_out(Field(std::get<Json>(read), "")), true; });
        rejection = std::get_if<Rejection>(&done);
    }
    if (rejection != nullptr) answer_ = JsonText::object({{"line", line_}, {"error", to_json(*rejection)}});
    return std::exchange(answer_, {}).dump();
}

void LineGames::carry_out(const Field& request) {
    const std::string& type = request["t"].text();
    if (type == "step") return step(request);
    if (type == "open") return open(request);
    if (type == "look") {
        allow_only_type(request, {"room", "seat"});
        const LineRoom& room = room_of(request);
        Viewer viewer;
        if (const auto seat = request.given("seat")) viewer.seat = room.seat(*seat);
        answer_.emplace("pushes", JsonText::array(std::vector{room.full_push(viewer)}));
    } else if (type == "close") {
        allow_only_type(request, {"room"});
        room_of(request);
        rooms_.erase(rooms_.find(request["room"].text()));
    } else {
        request["t"].refuse(Code::unknown_type, "There is no such line.");
    }
}

LineRoom& LineGames::room_of(const Field& request) {
    const Field code = request["room"];
    const auto found = rooms_.find(code.text());
    if (found == rooms_.end()) code.refuse(Code::no_room, "There is no such room.");
    return found->second;
}

void LineGames::open(const Field& request) {
    allow_only_type(request,
                    {"game", "options", "seats", "first", "rooms", "seed", "again", "all_seats", "logs"});
    LineRoom::Kind kind;
    kind.settings = asked_settings(request);
    kind.again = flag_of(request, "again");
    kind.all_seats = flag_of(request, "all_seats");
    kind.keeps_log = flag_of(request, "logs");
    const auto rooms = request.given("rooms");
    const auto left = static_cast<std::int64_t>(most_rooms_ - opened_);
    if (left == 0)
        request["t"].refuse(Code::bad_message, "All codes of rooms are used: start the program again.");
    const auto count = rooms ? number_in(*rooms, 1, left) : 1;
    const auto given = request.given("seed");
    const std::uint64_t seed = given ? static_cast<std::uint64_t>(number_in(*given, 0, most_seed))
                                     : draw_seed_() % static_cast<std::uint64_t>(most_seed);
    kind.seed_step = static_cast<std::uint64_t>(count);

    const auto shared = std::make_shared<const LineRoom::Kind>(std::move(kind));
    JsonText codes = JsonText::array();
    JsonText pushes = JsonText::array();
    JsonText logs = JsonText::array();
    for (std::int64_t number = 0; number < count; ++number) {
        const std::string code = code_of(opened_++);
        auto& room =
            rooms_.try_emplace(code, code, shared, seed + static_cast<std::uint64_t>(number)).first->second;
        codes.push_back(code);
        room.push_events(pushes, logs);
    }
    answer_.update({{"seed", seed}, {"rooms", codes}, {"pushes", pushes}});
}

void LineGames::step(const Field& request) {
    allow_only_type(request, {"moves"});
    std::vector<LineRoom*> played;
    JsonText refusals = JsonText::array();
    const Field moves = request["moves"];
    if (!moves.is_array()) moves.refuse(Code::bad_message, "An array belongs here.");
    std::size_t number = 0;
    for (const Json& json : moves.json()) {
        auto done = catch_unreadable([&] {
            const Field move(json, "");
            LineRoom& room = room_of(move);
            room.play(move);
            return &room;
        });
        if (auto* room = std::get_if<LineRoom*>(&done)) {
            played.push_back(*room);
        } else {
            auto& rejection = std::get<Rejection>(done);
            rejection.at.insert(0, "/moves/" + std::to_string(number));
            refusals.push_back(to_json(rejection));
        }
        ++number;
    }
    JsonText pushes = JsonText::array();
    JsonText logs = JsonText::array();
    for (LineRoom* room : played) room->push_events(pushes, logs);
    answer_.emplace("pushes", pushes);
    if (refusals.dump() != "[]") answer_.emplace("refused", refusals);
    if (logs.dump() != "[]") answer_.emplace("logs", logs);
}

}  // namespace cubilete::protocol
