// @ts-check
// Parts of the page that not every visit needs, with their style sheets; core/later.js loads them.

/** @param {string} game @returns {Promise<((move: import('./core/types.js').Move, view: any) => string) | null>} */
const leaves_of = (game) => import(`./games/${game}/leaves.js`).then(({ leaves }) => leaves, () => null);

export const parts = {
  start: { load: () => import('./ui/start/start.js'), sheets: [] },
  join: { load: () => import('./ui/join/join.js'), sheets: [] },
  make: { load: () => import('./ui/make/make.js'), sheets: [] },
  room: { load: () => import('./ui/room/room.js'), sheets: ['ui/room/room.css'] },
  again: { load: () => import('./ui/room/again.js'), sheets: ['ui/room/room.css'] },
  table: { load: () => import('./ui/table/table.js'), sheets: ['ui/table/style.css', 'ui/table/windows.css'] },
  result: { load: () => import('./ui/table/result.js'), sheets: ['ui/table/result.css'] },
  effects: { load: () => import('./ui/table/effects/effects.js'), sheets: [] },
  moment: { load: () => import('./ui/table/moment/moment.js'), sheets: ['ui/table/moment/moment.css'] },
  tv: { load: () => import('./ui/table/tv/tv.js'), sheets: ['ui/share/qr.css', 'ui/table/tv/tv.css'] },
  contributor: { load: () => import('./core/contributor/answers.js'), sheets: [] },
  sign: { load: () => import('./ui/sign/sign.js'), sheets: ['ui/sign/sign.css'] },
  explained: { load: () => import('./ui/explained/explained.js'), sheets: ['ui/explained/explained.css'] },
  shake: { load: () => import('./ui/shake/shake.js'), sheets: [] },
  advice: { load: () => import('./ui/advice/advice.js'), sheets: ['ui/advice/advice.css'] },
  preferences: { load: () => import('./ui/dialogs/preferences.js'), sheets: ['ui/dialogs/preferences.css'] },
  sheets: { load: () => import('./ui/dialogs/sheets.js'), sheets: ['ui/room/room.css', 'ui/dialogs/preferences.css'] },
  avatar: { load: () => import('./ui/avatar/avatar.js'), sheets: ['ui/avatar/avatar.css'] },
  questions: { load: () => import('./ui/dialogs/questions.js'), sheets: ['ui/dialogs/preferences.css'] },
  qr: { load: () => import('./ui/share/qr.js'), sheets: ['ui/share/qr.css'] },
  picture: { load: () => import('./ui/share/picture.js'), sheets: [] },
  rules: { load: () => import('./ui/rules/rules.js'), sheets: ['ui/dice.css', 'ui/rules/rules.css'] },
  summary: { load: () => import('./ui/history/summary.js'), sheets: ['ui/history/charts.css'] },
  luck: { load: () => import('./ui/luck/luck.js'), sheets: ['ui/dice.css', 'ui/history/charts.css', 'ui/luck/luck.css'] },
  care: { load: () => import('./ui/care/care.js'), sheets: ['ui/care/care.css'] },
  history: { load: () => import('./ui/history/index.js'), sheets: ['ui/table/style.css', 'ui/history/history.css'] },
  proof: { load: () => import('./ui/proof/proof.js'), sheets: ['ui/proof/proof.css'] },
  fair: { load: () => import('./ui/fair/fair.js'), sheets: ['ui/rules/rules.css', 'ui/fair/fair.css'] },
  cup: { load: () => import('./ui/cup/cup.js'), sheets: ['ui/history/history.css', 'ui/cup/cup.css'] },
  practice: { load: () => import('./ui/practice/practice.js'), sheets: ['ui/table/style.css', 'ui/history/history.css', 'ui/practice/practice.css'] },
  /** What a move leaves, in a few words; null for a game that has none. */
  leaves: { load: async () => ({ leaves_of }), sheets: [] },
  labels: { load: () => import('./i18n/table/labels.js'), sheets: [] },
  refusal: { load: () => import('./i18n/refusals/refusal.js'), sheets: [] },
};
