// @ts-check
// Preferences of this browser's player. They stay in localStorage and are never sent.
import { local } from './storage.js';

const key = 'cubilete.choices';
const max_stored_ids = 200;

/** @typedef {'auto' | 'light' | 'dark'} Theme */
/**
 * @typedef {object} Choices
 * @property {Theme} theme
 * @property {boolean} sound
 * @property {boolean} buzz vibrates at our turn
 * @property {boolean} awake the screen stays on while we play
 * @property {boolean} call shows a notification at our turn while the page is hidden
 * @property {boolean} offered the player has answered the question about notifications
 * @property {boolean} hidden room codes are hidden, for players who stream their screen
 * @property {boolean} careful asks for confirmation of moves that are rarely intended
 * @property {'friends' | 'strangers' | 'house'} how with whom a game is started
 * @property {import('./types.js').Level} level of the computer
 * @property {boolean} company a bot may join a quick match
 * @property {boolean} luck what luck gave and decisions gave away is unfolded below a result
 * @property {boolean} asked_sound the player has answered the question about sounds
 * @property {string[]} hinted ids of games whose first hints were shown
 * @property {string[]} muted ids of players whose chat is hidden
 */

/** From the weakest. @type {import('./types.js').Level[]} */
export const levels = ['easy', 'medium', 'hard'];
/** @type {Theme[]} */
const themes = ['auto', 'light', 'dark'];
/** @type {Choices['how'][]} */
const company = ['friends', 'strangers', 'house'];

/** The defaults. @type {Choices} */
export const default_choices = {
  theme: 'auto',
  sound: false,
  buzz: true,
  awake: true,
  call: false,
  offered: false,
  hidden: false,
  careful: true,
  how: 'friends',
  level: 'medium',
  company: false,
  luck: true,
  asked_sound: false,
  hinted: [],
  muted: [],
};

/** Validates stored data: unknown or invalid values become the defaults. @param {{[name: string]: unknown} | null} found @returns {Choices} */
export function sanitize_choices(found) {
  const ids = (/** @type {unknown} */ list) => (Array.isArray(list) ? list.filter((id) => typeof id === 'string').slice(-max_stored_ids) : []);
  const theme = themes.find((one) => one === found?.theme) ?? default_choices.theme;
  const how = company.find((one) => one === found?.how) ?? default_choices.how;
  const level = levels.find((one) => one === found?.level) ?? default_choices.level;
  const flags = Object.entries(default_choices).filter(([name, value]) => typeof value === 'boolean' && typeof found?.[name] === 'boolean');
  const set = Object.fromEntries(flags.map(([name]) => [name, found?.[name]]));
  return { ...default_choices, ...set, theme, how, level, hinted: ids(found?.hinted), muted: ids(found?.muted) };
}

/** @returns {Choices} */
export function load_choices() {
  try {
    return sanitize_choices(JSON.parse(local.get(key) ?? 'null'));
  } catch {
    return default_choices; // what is stored is damaged
  }
}

/** @param {Choices} choices */
export const save_choices = (choices) => local.set(key, JSON.stringify(choices));
