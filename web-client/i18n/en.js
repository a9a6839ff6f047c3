// @ts-check
// All texts of the page, except those of the games, which are in the games' folders.
import { make_formatters } from './language.js';

const { counted, list, number, plural, span, text } = make_formatters('en');

const levels = { easy: 'easy', medium: 'medium', hard: 'hard' };

/** @param {number} place */
const nth = (place) => `${number(place)}${['st', 'nd', 'rd'][place - 1] ?? 'th'}`;

export const words = {
  title: 'Cubilete',
  motto: 'Throw dice with your friends.',
  how: 'Choose a game, send the link, and half a minute later you all sit at one table.',
  your_turn_title: 'Your turn · Cubilete',
  language: 'Language',

  link: {
    not_drawn: 'This could not be drawn. Your seat and your game are safe.',
    opening: 'Fetching the cup…',
    reconnecting: 'Reconnecting… your seat and your game are safe.',
    offline: 'You are offline. The table goes on as soon as the network is back.',
    closed: 'The connection was closed.',
    lost: 'The connection broke. Try it again.',
    late: 'Time ran out, so the computer played this.',
    again: 'Try again',
    outdated: 'A new version of this page is here.',
    load_again: 'Load it',
    later: 'Later',
    forgets: 'This browser stores nothing: if you close this page, your seat is lost.',
    causes: {
      silent: 'The server does not answer. This page keeps trying; your seat is safe.',
      login: 'A login in front of the server has run out. Load the page again and log in.',
      too_many: 'Too much comes from your network at once. Close other tabs of this page; it goes on by itself.',
      full: 'The server is full. This page keeps trying.',
      down: 'The server is not running. This page keeps trying; your seat is safe.',
      upgrade: 'Something on the way to the server lets no WebSocket pass. Try another network; whoever runs the server looks at its proxy.',
      address: text('The server does not know this address. Whoever runs it starts it with {command}.'),
    },
  },

  avatar: 'Your avatar',
  name: { label: 'Your name', hint: 'That is all we ask. No account.', missing: 'What is your name?' },

  start: {
    games: 'What shall we play?',
    friends: 'With friends',
    strangers: 'With strangers',
    house: 'Against the computer',
    /** @param {number} from @param {number} to */
    players: (from, to) => (from === to ? plural(from, { one: '# player', other: '# players' }) : `${number(from)}–${number(to)} players`),
    minutes: text('{count} min'),
    /** A line about each game. @type {{[game: string]: string}} */
    lines: {
      yahtzee: 'Three throws, thirteen boxes.',
      ambiciosa: 'Throw again, or stop in time.',
      escalera: 'Six dice climb to a hundred.',
      threes_away: 'The lowest sum takes the pot.',
      tres: 'Lay one higher or one lower.',
    },
    play: 'Play',
    open: 'Open',
    back: text('Welcome back, {name}.'),
    rules: 'Rules',
    with: text('with {names}'),
    phases: { waiting: 'waiting', playing: 'being played', finished: 'over' },
    your_turn: 'your turn',
    over: 'Over',
    unknown_options: text('This game does not know: {names}.'),
    yours: 'Your tables',
    make: 'New table',
    public: 'Open tables',
    none: 'Nobody is waiting at an open table. Make one and send the link to a friend.',
    more: text('Show more ({count})'),
    join: 'Join',
    watch: 'Watch',
    code: 'Table code',
    code_hint: 'Six letters and digits',
    go: 'Go',
    host: text('{host}’s table'),
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
    witness: 'New secrets for each throw',
    witnesses: { auto: 'Automatic', yes: 'Always', no: 'Never' },
    witness_hint: 'Then not even the server knows a throw before the move. Automatic: where two or more people play.',
    rules: 'House rules',
    go: 'Make the table',
    cancel: 'Cancel',
  },

  rules: {
    open: 'Read the rules',
    games: 'Rules of the games',
    fetching: 'Opening the book…',
    missing: 'The book could not be fetched. Load the page again.',
    unknown: 'There is no such game here.',
    known: 'But you can play these, and read how.',
  },

  join: {
    invited: 'You are invited to play. Type a name, take a seat.',
    next: 'Watch, and play the next game',
    back: 'Back to your seat',
    sit: 'Take a seat',
    watch: 'Just watch',
    home: 'To the start page',
  },

  room: {
    code: 'Table',
    invite: 'Send this link to your friends',
    not_elsewhere: 'For other devices',
    only_here: text('So far this table can be opened on this computer only. Started with {command}, the server lets in your whole network.'),
    copy: 'Copy',
    copied: 'Copied',
    share: 'Share',
    seats: 'Seats',
    /** @param {number} seat */
    seat: (seat) => `Seat ${number(seat + 1)}`,
    free: 'free',
    sit: 'Sit here',
    move: 'Move here',
    stand: 'Stand up',
    you: 'you',
    host: 'host',
    ready: 'ready',
    away: 'away',
    bot: 'bot',
    menu: text('More about {name}'),
    kick: 'Remove from the table',
    make_host: 'Make host',
    spectators: counted({ one: '# person is watching', other: '# people are watching' }),
    watching: 'You are watching. Take a free seat to play.',
    watching_full: 'All seats are taken, so you are watching.',
    start: 'Start the game',
    start_hint: 'Start when everybody is here.',
    i_am_ready: 'I am ready',
    wait: 'I am not ready',
    waiting_for: text('You are ready. {host} starts the game.'),
    not_ready_yet: 'Say that you are ready, then the host can start.',
    few: counted({ one: 'Waiting for one more player.', other: 'Waiting for # more players.' }),
    /** @param {string[]} names */
    unready: (names) => `Waiting for ${list(names)} to be ready.`,
    rules: 'This table',
    usual: 'usual rules',
    changed: counted({ one: 'one rule changed', other: '# rules changed' }),
    leave: 'Leave',
    leave_now: 'Leave the game',
    dealing: 'Setting the table…',
  },

  menu: {
    title: 'Menu',
    invite: 'Invite',
    keys: 'Keys',
    leave: 'Leave the game?',
    stay: 'Stay',
    /** Each game names those that it has; all have the last two. @type {Record<'throw' | 'keep' | 'go' | 'choose' | 'help', [string, string]>} */
    keys_do: {
      throw: ['Space', 'throw the dice'],
      keep: ['1 – 6', 'keep the first, second … die, whatever it shows, or throw it'],
      go: ['← ↑ ↓ →', 'go to a box, a card or a place'],
      choose: ['Enter', 'choose, then play'],
      help: ['?', 'show these keys'],
    },
  },

  quick: {
    looking: 'Looking for players…',
    here: counted({ one: '# player here', other: '# players here' }),
    needed: counted({ one: 'one more is needed', other: '# more are needed' }),
    /** @param {number} seconds */
    starts: (seconds) => `starts in ${plural(seconds, { one: '# second', other: '# seconds' })}`,
    offer: 'Nobody else has come yet. Would you like to play with the computer?',
    accept: 'Play with the computer',
    by_itself: 'The game starts by itself as soon as there are enough.',
    title: 'Play with whoever is there',
  },

  house: {
    name: 'The computer',
    title: 'Play against the computer',
    hint: 'One tap and you play: just the two of you, no clock, and advice if you ask for it.',
    company: 'A computer player may come if nobody else does',
    add: 'Add a computer player',
    remove: text('Send {name} away'),
    level_of: text('How well {name} plays'),
    level: 'Level of the computer',
    levels,
    /** @param {keyof typeof levels} level */
    bot: (level) => `bot · ${levels[level]}`,
    hints: 'The computer gives advice',
    gives: 'gives advice',
    ask: 'What would the computer do?',
    thinks: 'The computer is thinking…',
    works: 'This takes a moment. The advice comes by itself.',
    asked: text('{name} asked the computer for advice.'),
    you_asked: 'You asked the computer for advice.',
    /** Units of the figures beside the moves. */
    units: {
      win: 'Chance to win',
      ahead: 'Chance to end in front',
      pot: 'Share of the pot',
      points: 'Expected score',
    },
  },

  access: {
    show_password: 'Show the password',
    password: 'Password',
    locked: 'This table has a password. Ask whoever invited you.',
    wrong: 'That is not the password.',
    next_match: 'A game is running, so you are watching. You play in the next one.',
    watching: 'You are watching this game.',
    want: 'Play in the next one',
    want_seat: 'Wait for a seat',
    next_seat: 'You are watching. The next seat that becomes free between games is yours.',
    line: counted({ one: 'You are watching. When a seat becomes free, # person is before you.', other: 'You are watching. When a seat becomes free, # people are before you.' }),
  },

  /** Reasons why the player was removed from a room. @type {{[reason: string]: string}} */
  gone: {
    closed: 'This table is closed.',
    kicked: 'The host has removed you from this table.',
    banned: 'The host has banned you from this table.',
    no_spectators: 'Nobody may watch at this table any more.',
    left: 'You left this table on another device.',
  },
  gone_because: text('The operator of this server has closed this table: “{reason}”.'),

  people: {
    report: 'Report',
    next: 'waits for a seat',
    ban: 'Ban from this table',
    vote_out: 'Give the seat away',
    voted: 'You have voted',
    /** @param {number} count @param {number} needed */
    votes: (count, needed) => `${number(count)} of ${plural(needed, { one: '# vote', other: '# votes' })} to give the seat away`,
  },

  qr: {
    all: 'Watch, chat, play the next',
    title: 'QR code',
    of_link: 'QR code of the link to this table',
    big: 'Fill the screen',
    scan: 'Point your phone’s camera here and play along',
    hide: 'Hide the code',
    show: 'Show the code',
    hidden: 'hidden',
  },

  change: {
    open: 'Change',
    title: 'Change this table',
    save: 'Save',
    access: 'Who may come in',
    watch: 'Others may watch',
    no_password: 'No password any more',
    new_password: 'Leave it empty to let in everybody who has the link.',
    keep_password: 'Leave it empty to keep the one there is.',
    is_public: 'anybody, it is listed',
    is_locked: 'with a password',
    unwatched: 'nobody may watch',
  },

  device: {
    title: 'Play on another device',
    hint: 'Your name and your tables come along, and this device keeps them, too.',
    offer: 'Show a code',
    qr: 'QR code for your other device',
    how: 'Scan it with your other device, or type the code there. It is good once, for five minutes.',
    label: 'Code from your other device',
    use: 'Use it',
    question: 'Play here as on your other device?',
    loses: text('Only say yes if the code is your own. Whoever played here as {name} plays here no more.'),
    yes: 'Yes, it is mine',
    no: 'No',
    also_plays: 'Another device now plays as you, too.',
  },

  table: {
    over: 'Game over',
    your_turn: 'Your turn',
    turn: text('{name}’s turn'),
    round: text('Round {round}'),
    round_of: text('Round\u00a0{round} of\u00a0{rounds}'),
    round_to: text('Round\u00a0{round} ·\u00a0to\u00a0{target}'),
    house: 'the computer plays',
    by_house: text('The computer plays for {name}.'),
    by_house_for_you: 'The computer plays for you.',
    dice_late: text('{name}’s secret came too late: it no longer counts in this game.'),
    dice_late_you: 'Your secret came too late: it no longer counts in this game.',
    by_clock: 'Time ran out, so the computer played.',
    by_clock_for_you: 'Your time ran out: the computer played.',
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

  history: {
    title: 'Looking back',
    boards: 'Leaderboards',
    fair: 'Dice that you can check',
    cup: 'The day’s cup',
    cup_place: text('place {place} of {players}'),
    practice: 'Practice',
    mine: 'Your games',
    failed: 'That could not be loaded. Try it again.',
  },

  chat: { title: 'Chat', label: 'Say something', send: 'Send', none: 'Say hello!', quick: ['Hi!', 'One moment', 'Good luck!'] },

  result: {
    ahead: text('Ahead by {text}'),
    /** @param {number} place @param {string | null} text */
    behind: (place, text) => `You came ${nth(place)}${text ? `, ${text} behind` : ''}`,
    watch: 'Watch it again',
    check: 'Check the dice',
    check_cards: 'Check the cards',
    places: 'All places',
    luck: 'Luck and skill',
    best: text('Best of the game: {name}, {text}'),
    share: 'Share the result',
    share_picture: 'Share a picture',
    save_picture: 'Save a picture',
    next: 'Seats and rules of the next game',
    /** @param {string[]} names @param {boolean} mine */
    won: (names, mine) =>
      mine && names.length === 1
        ? 'You win!'
        : names.length > 1
          ? `${list(names)} share the win`
          : `${names[0]} wins`,
    done: 'Well played',
    abandoned: 'The game was abandoned before its end, so nobody wins.',
    unattended: 'The computer played most of this game, so nobody wins this one.',
    void: 'The server could not go on with this game, so it does not count.',
    again: 'Play again',
    voted: 'You are in',
    /** @param {number} count @param {number} of */
    votes: (count, of) => plural(count, { one: `# of ${number(of)} wants to play again`, other: `# of ${number(of)} want to play again` }),
  },
};

/** Texts about the page itself and for reactions at the table. */
export const page_texts = {
  hint: { title: 'Your first game', skip: 'Skip the hints', sound: 'Play with sounds?', sound_on: 'Turn on', no_sound: 'No sounds' },
  settings: {
    title: 'Settings',
    theme: 'Colours',
    themes: { auto: 'Like my device', light: 'Light', dark: 'Dark' },
    sound: 'Sounds',
    buzz: 'Vibrate when it is my turn',
    careful: 'Ask once before drawing when a card can be laid',
    awake: 'Keep the screen on while I play',
    call: 'Notify me when it is my turn',
    hidden: 'Hide table codes, for streaming',
    blocked: 'Your browser blocks notifications from this page.',
  },
  call: {
    offer: 'Off to another page? We can call you when it is your turn.',
    yes: 'Call me',
    no: 'No, thanks',
  },
  chat: {
    react: 'React',
    phrases: ['Nice one!', 'Good game!', 'Ouch!', 'Hurry up!'],
    mute: 'Mute players',
    muted: text('Mute {name}'),
    muted_hint: 'You no longer see what they write. They do not notice.',
  },
  table: {
    away: text('{name} is away. When time runs out, the computer plays.'),
    away_no_clock: text('{name} is away. The table waits.'),
    house: text('{name} is away, so the computer plays.'),
    let_house: 'Let the computer play',
    /** @param {number} count @param {number} needed */
    let_house_votes: (count, needed) => plural(count, { one: `# of ${number(needed)} wants the computer to play`, other: `# of ${number(needed)} want the computer to play` }),
    house_for_me: 'The computer is playing for you.',
    back: 'I am here',
  },
  units: {
    points: counted({ one: '# point', other: '# points' }),
    games: counted({ one: '# game', other: '# games' }),
  },
};
