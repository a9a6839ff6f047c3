// @ts-check
// Every word that the page says, apart from those of the games, which stand with their games.
import { speaking } from '../language.js';

const { list, number, plural, span } = speaking('en');

export const words = {
  title: 'Cubilete',
  motto: 'Dice and cards with friends, in half a minute',
  how: 'Make a table, send the link, play.',
  your_turn_title: 'Your turn · Cubilete',
  language: 'Language',

  link: {
    opening: 'Fetching the cup…',
    reconnecting: 'Reconnecting… your seat and your game are safe.',
    closed: 'The connection was closed.',
    lost: 'The connection broke. Try it again.',
    again: 'Try again',
  },

  name: { label: 'Your name', hint: 'That is all we ask. No account.', missing: 'Type a name first.' },

  start: {
    yours: 'Your tables',
    back: 'Back to',
    make: 'New table',
    public: 'Open tables',
    none: 'Nobody is waiting at an open table. Make one and send the link to a friend.',
    join: 'Join',
    watch: 'Watch',
    code: 'Table code',
    code_hint: 'Six letters and digits',
    go: 'Go',
    /** @param {string} host */
    host: (host) => `${host}’s table`,
    /** @param {number} taken @param {number} seats */
    taken: (taken, seats) => `${number(taken)} of ${plural(seats, { one: '# seat', other: '# seats' })} taken`,
    playing: 'playing',
  },

  make: {
    title: 'A new table',
    game: 'Game',
    seats: 'Seats',
    clock: 'Time for a turn',
    no_clock: 'No clock',
    /** @param {number} ms */
    time: (ms) => span(ms),
    public: 'List it among the open tables',
    rules: 'House rules',
    go: 'Make the table',
    cancel: 'Cancel',
  },

  rules: {
    open: 'Read the rules',
    games: 'Rules of the games',
    fetching: 'Opening the book…',
    missing: 'The book could not be fetched. Load the page again.',
    unknown: 'Nobody plays that game here.',
  },

  join: {
    /** @param {string} code */
    title: (code) => `Table ${code}`,
    invited: 'You are invited to play. Type a name, take a seat.',
    sit: 'Take a seat',
    watch: 'Just watch',
    gone: 'This table is closed.',
    kicked: 'The host has given your seat away.',
    home: 'To the start page',
  },

  room: {
    code: 'Table',
    invite: 'Send this link to your friends',
    copy: 'Copy',
    copied: 'Copied',
    share: 'Share',
    seats: 'Seats',
    /** @param {number} seat */
    seat: (seat) => `Seat ${number(seat + 1)}`,
    free: 'free',
    sit: 'Sit here',
    stand: 'Stand up',
    you: 'you',
    host: 'host',
    ready: 'ready',
    away: 'away',
    bot: 'bot',
    /** @param {string} name */
    menu: (name) => `More about ${name}`,
    kick: 'Remove from the table',
    make_host: 'Make host',
    /** @param {number} count */
    spectators: (count) => plural(count, { one: '# person is watching', other: '# people are watching' }),
    watching: 'You are watching. Take a free seat to play.',
    watching_full: 'All seats are taken, so you are watching.',
    start: 'Start the game',
    start_hint: 'Start when everybody is here.',
    i_am_ready: 'I am ready',
    wait: 'I am not ready',
    /** @param {string} host */
    waiting_for: (host) => `You are ready. ${host} starts the game.`,
    not_ready_yet: 'Say that you are ready, then the host can start.',
    /** @param {number} count */
    few: (count) => plural(count, { one: 'Waiting for one more player.', other: 'Waiting for # more players.' }),
    /** @param {string[]} names */
    unready: (names) => `Waiting for ${list(names)} to be ready.`,
    rules: 'This table',
    leave: 'Leave',
    leave_hint: 'The house will play for you until you come back.',
    leave_now: 'Leave the game',
    dealing: 'Setting the table…',
  },

  table: {
    over: 'Game over',
    your_turn: 'Your turn',
    /** @param {string} name */
    turn: (name) => `${name}’s turn`,
    /** @param {number} round */
    round: (round) => `Round ${number(round)}`,
    house: 'the house plays',
    /** @param {string} name */
    by_house: (name) => `The house plays for ${name}.`,
    by_house_for_you: 'The house plays for you.',
    by_clock: 'Time ran out, so the house played.',
    started: 'The game begins.',
    time_left: 'Time left',
    /** @param {number} seconds */
    seconds: (seconds) =>
      seconds >= 60 ? `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}` : `${seconds}`,
    panel: 'Log and chat',
    close: 'Close',
    log: 'What happened',
    fingerprint: 'Fingerprint',
    fingerprint_is: 'It stands for all that has happened. Everybody at this table must see the same one.',
    unknown: 'This page cannot show this game. Load it again.',
  },

  chat: { title: 'Chat', label: 'Say something', send: 'Send', none: 'Say hello!' },

  result: {
    /** @param {string[]} names @param {boolean} mine */
    won: (names, mine) =>
      mine && names.length === 1
        ? 'You win!'
        : names.length > 1
          ? `${list(names)} share the win`
          : `${names[0]} wins`,
    done: 'Well played',
    abandoned: 'The game was abandoned.',
    void: 'The rules of this game have changed on the server, so it does not count.',
    again: 'Play again',
    voted: 'You are in',
    /** @param {number} count @param {number} of */
    votes: (count, of) => `${number(count)} of ${number(of)} want to play again`,
    points: 'points',
  },
};
