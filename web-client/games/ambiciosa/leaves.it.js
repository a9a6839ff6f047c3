// @ts-check
// Testi di La Ambiciosa: che cosa lascia una mossa, per l’allenamento.
import { speaking } from '../../i18n/language.js';

const { text } = speaking('it');

/** @type {typeof import('./leaves.en.js').words} */
export const words = {
  written: text('un totale sicuro di {total}'),
  at_stake: text('un totale sicuro di {total}, {points} in gioco'),
};
