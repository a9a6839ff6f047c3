// @ts-check
// What the page says about itself, and across the table.

import { speaking } from '../language.js';

const { plural } = speaking('en');

export const words = {
  settings: {
    title: 'Settings',
    close: 'Close',
    theme: 'Colours',
    themes: { auto: 'Like my device', light: 'Light', dark: 'Dark' },
    sound: 'Sounds',
    buzz: 'Vibrate when it is my turn',
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
    /** @param {string} name */
    muted: (name) => `Mute ${name}`,
    muted_hint: 'You no longer see what they write. They do not notice.',
  },
  table: {
    /** @param {string} name */
    away: (name) => `${name} is away. When time runs out, the house plays.`,
    /** @param {string} name */
    away_no_clock: (name) => `${name} is away. The table waits.`,
    /** @param {string} name */
    house: (name) => `${name} is away, so the house plays.`,
    house_for_me: 'The house is playing for you. Make a move and your seat is yours again.',
  },
  units: {
    /** @param {number} count */
    points: (count) => plural(count, { one: '# point', other: '# points' }),
    /** @param {number} count */
    games: (count) => plural(count, { one: '# game', other: '# games' }),
  },
};
