// @ts-check
// Parts of the page that not every visit needs, with their style sheets; core/later.js loads them.

export const parts = {
  start: { load: () => import('./ui/start/start.js'), sheets: [] },
  join: { load: () => import('./ui/join/join.js'), sheets: [] },
  make: { load: () => import('./ui/make/make.js'), sheets: [] },
  room: { load: () => import('./ui/room/room.js'), sheets: [] },
  again: { load: () => import('./ui/room/again.js'), sheets: [] },
  table: { load: () => import('./ui/table/table.js'), sheets: ['ui/table/style.css', 'ui/table/windows.css'] },
  moment: { load: () => import('./ui/table/moment/moment.js'), sheets: ['ui/table/moment/moment.css'] },
  contributor: { load: () => import('./core/contributor/answers.js'), sheets: [] },
  sign: { load: () => import('./ui/sign/sign.js'), sheets: ['ui/sign/sign.css'] },
  explained: { load: () => import('./ui/explained/explained.js'), sheets: ['ui/explained/explained.css'] },
  shake: { load: () => import('./ui/shake/shake.js'), sheets: [] },
  advice: { load: () => import('./ui/advice/advice.js'), sheets: ['ui/advice/advice.css'] },
  preferences: { load: () => import('./ui/dialogs/preferences.js'), sheets: ['ui/dialogs/preferences.css'] },
  sheets: { load: () => import('./ui/dialogs/sheets.js'), sheets: ['ui/dialogs/preferences.css'] },
  questions: { load: () => import('./ui/dialogs/questions.js'), sheets: ['ui/dialogs/preferences.css'] },
  qr: { load: () => import('./ui/share/qr.js'), sheets: ['ui/share/qr.css'] },
  picture: { load: () => import('./ui/share/picture.js'), sheets: [] },
  rules: { load: () => import('./ui/rules/rules.js'), sheets: ['ui/dice.css', 'ui/rules/rules.css'] },
  summary: { load: () => import('./ui/history/summary.js'), sheets: ['ui/history/charts.css'] },
  history: { load: () => import('./ui/history/index.js'), sheets: ['ui/table/style.css', 'ui/history/history.css'] },
  proof: { load: () => import('./ui/proof/proof.js'), sheets: ['ui/proof/proof.css'] },
  fair: { load: () => import('./ui/fair/fair.js'), sheets: ['ui/rules/rules.css', 'ui/fair/fair.css'] },
  labels: { load: () => import('./i18n/table/labels.js'), sheets: [] },
  refusal: { load: () => import('./i18n/table/refusal.js'), sheets: [] },
};
