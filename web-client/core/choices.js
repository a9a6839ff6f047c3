// @ts-check
// How this browser's player likes the page, remembered here and sent to nobody.

const key = 'cubilete.choices';
const most_muted = 200;

/** @typedef {'auto' | 'light' | 'dark'} Theme */
/**
 * @typedef {object} Choices
 * @property {Theme} theme
 * @property {boolean} sound
 * @property {boolean} buzz the phone shakes when it is our turn
 * @property {boolean} awake the screen stays on while we play
 * @property {boolean} call a notification calls us to our turn when the page is hidden
 * @property {boolean} offered we have said yes or no to being called
 * @property {boolean} hidden codes are kept off the screen, for who shows it to the world
 * @property {boolean} careful the table asks once before what is seldom meant
 * @property {boolean} company at a quick match a player of the house may come
 * @property {boolean} asked_sound we have said yes or no to sounds
 * @property {string[]} hinted games whose first hints we have seen, by id
 * @property {string[]} muted players whose chat is not shown, by id
 */

/** What nobody has chosen. @type {Choices} */
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

/** Whatever was found, as choices. @param {any} found @returns {Choices} */
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
    return usual; // storage switched off
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
