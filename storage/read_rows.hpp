#pragma once

#include "storage/columns.hpp"
#include "storage/history.hpp"
#include "storage/rows.hpp"

/// Reads the rows of rows.hpp and history.hpp, the same from every database: a query names the columns in the order of the members
/// here.
namespace cubilete::storage {

inline constexpr auto read_player =
    reader_of(&Player::id, &Player::name, &Player::token_hash, &Player::bot, &Player::lang, &Player::agent,
              &Player::since_ms, &Player::gone, &Player::on_boards, &Player::avatar);

inline constexpr auto read_room =
    reader_of(&Room::code, &Room::settings, &Room::host, &Room::match, &Room::next_first, &Room::since_ms);

inline constexpr auto read_seat =
    reader_of(&SeatRow::seat, &SeatRow::player, &SeatRow::ready, &SeatRow::bot_plays, &SeatRow::left,
              &SeatRow::missed, &SeatRow::since_ms);

inline constexpr auto read_chat_line =
    reader_of(&ChatLine::from, &ChatLine::name, &ChatLine::text, &ChatLine::at_ms);

/// Without its players and its proof.
inline constexpr auto read_match =
    reader_of(&MatchRow::id, &MatchRow::room, &MatchRow::game, &MatchRow::version, &MatchRow::chain,
              &MatchRow::settings, &MatchRow::started_ms, &MatchRow::ended_ms, &MatchRow::result,
              &MatchRow::is_public, &MatchRow::log_dropped);

inline constexpr auto read_entry =
    reader_of(&LogRow::match, &LogRow::seq, &LogRow::by, &LogRow::message_id, &LogRow::prompt, &LogRow::move,
              &LogRow::draws, &LogRow::left_ms, &LogRow::at_ms, &LogRow::hash, &LogRow::salt, &LogRow::extra);

inline constexpr auto read_score =
    reader_of(&Score::seat, &Score::player, &Score::place, &Score::score, &Score::won);

/// Without its kind and its people.
inline constexpr auto read_admin_row =
    reader_of(&AdminRow::id, &AdminRow::no, &AdminRow::change, &AdminRow::at_ms, &AdminRow::keep_until_ms,
              &AdminRow::refused, &AdminRow::text);

inline constexpr auto read_cup_chain = reader_of(&CupChain::first_ms, &CupChain::last_seed);

inline constexpr auto read_cup_play =
    reader_of(&CupPlay::day, &CupPlay::player, &CupPlay::match, &CupPlay::room, &CupPlay::started_ms,
              &CupPlay::ended_ms, &CupPlay::points, &CupPlay::given_away, &CupPlay::text, &CupPlay::bot);

inline constexpr auto read_analysis = reader_of(&Analysis::version, &Analysis::text);

inline constexpr auto read_practice =
    reader_of(&PracticeRow::player, &PracticeRow::position, &PracticeRow::times_right, &PracticeRow::due_day);

inline constexpr auto read_person = [](auto&& row) {
    Person person;
    bool gone = false;
    read_columns(row, person.id, person.name, person.bot, gone, person.avatar);
    if (gone) return Person{.id = {}, .name = deleted_player_name, .bot = person.bot};
    return person;
};
/// Also whether they may be on the boards.
inline constexpr auto read_person_of_boards = [](auto&& row) {
    Person person = read_person(row);
    read_columns(row, person.on_boards);
    return person;
};

inline constexpr auto read_played_match =
    reader_of(&PlayedMatch::id, &PlayedMatch::game, &PlayedMatch::started_ms, &PlayedMatch::ended_ms,
              &PlayedMatch::result, &PlayedMatch::is_public);

/// The sums, and then these members.
template <class... Values>
constexpr auto read_sums_and(Values Totals::*... members) {
    return reader_of(&Totals::matches, &Totals::contests, &Totals::wins, &Totals::comparable, &Totals::sum,
                     &Totals::best, members...);
}

inline constexpr auto read_care =
    reader_of(&CareOfMonth::game, &CareOfMonth::version, &CareOfMonth::month, &CareOfMonth::matches,
              &CareOfMonth::decisions, &CareOfMonth::given_away);

inline constexpr auto read_own_match =
    reader_of(&OwnMatch::id, &OwnMatch::game, &OwnMatch::started_ms, &OwnMatch::ended_ms, &OwnMatch::seat,
              &OwnMatch::name, &OwnMatch::place, &OwnMatch::score, &OwnMatch::won, &OwnMatch::decisions,
              &OwnMatch::given_away);

inline constexpr auto read_own_chat_line =
    reader_of(&OwnChatLine::room, &OwnChatLine::text, &OwnChatLine::at_ms);

inline constexpr auto read_care_totals =
    reader_of(&Totals::matches, &Totals::decisions, &Totals::given_away, &Totals::player);

}  // namespace cubilete::storage
