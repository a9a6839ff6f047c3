// @ts-check
// Preferences of this browser's player. They stay in localStorage and are never sent.

const key = 'cubilete.choices';
const most_muted = 200;

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
 * @property {boolean} company a bot may join a quick match
 * @property {boolean} asked_sound the player has answered the question about sounds
 * @property {string[]} hinted ids of games whose first hints were shown
 * @property {string[]} muted ids of players whose chat is hidden
 */

/** The defaults. @type {Choices} */
export const usual = {
  theme: 'auto',
  sound: false,
  buzz: true,
  awake: true,
  call: false,
  offered: false,
  hidden: false,
  careful: true,
  company: false,
  asked_sound: false,
  hinted: [],
  muted: [],
};

/** Validates stored data: unknown or invalid values become the defaults. @param {any} found @returns {Choices} */
export function sane(found) {
  const flag = (/** @type {'sound' | 'buzz' | 'awake' | 'call' | 'offered' | 'hidden' | 'careful' | 'asked_sound' | 'company'} */ name) =>
    typeof found?.[name] === 'boolean' ? found[name] : usual[name];
  const ids = (/** @type {any} */ list) => (Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []);
  return {
    theme: ['light', 'dark'].includes(found?.theme) ? found.theme : usual.theme,
    sound: flag('sound'),
    buzz: flag('buzz'),
    awake: flag('awake'),
    call: flag('call'),
    offered: flag('offered'),
    hidden: flag('hidden'),
    careful: flag('careful'),
    company: flag('company'),
    asked_sound: flag('asked_sound'),
    hinted: ids(found?.hinted).slice(-most_muted),
    muted: ids(found?.muted).slice(-most_muted),
  };
}

/** @returns {Choices} */
export function recalled() {
  try {
    return sane(JSON.parse(localStorage.getItem(key) ?? 'null'));
  } catch {
    return usual; // storage is disabled
  }
}

/** @param {Choices} choices */
export function keep(choices) {
  try {
    localStorage.setItem(key, JSON.stringify(choices));
  } catch {
    // see recalled()
  }
}
