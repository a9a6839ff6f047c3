// @ts-check
// Testi di Yahtzee: che cosa lascia una mossa, per l’allenamento.
import { speaking } from '../../i18n/language.js';

const { counted, text } = speaking('it');

/** @type {typeof import('./leaves.en.js').words} */
export const words = {
  stay: counted({ one: 'l’ultima casella resta libera', other: 'le # caselle restano libere' }),
  thrown: counted({ one: 'si tira un dado', other: 'si tirano # dadi' }),
  open: text('restano libere {boxes}'),
  full: 'il foglio è pieno',
};
