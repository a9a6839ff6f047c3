// @ts-check
// Le opzioni di più giochi.

/** @type {typeof import('./en.js').options} */
export const options = {
  starter: 'Chi comincia',
  tie: 'Un pareggio',
  ante: 'Ante in fiches',
  target: 'Punti per vincere',
  'starter.rolloff': 'Il lancio più alto',
  'starter.random': 'A sorte',
  'starter.first': 'Il primo posto',
  'tie.shared': 'Vittoria condivisa',
  'tie.extra_round_all': 'Giro extra: tutti',
  'tie.extra_round_tied': 'Giro extra: chi ha pareggiato',
};

/** @type {typeof import('./en.js').values} */
export const values = {
  true: 'Sì',
  false: 'No',
  off: 'No',
  on: 'Sì',
};
