// @ts-check
// Testi di Threes Away: che cosa lascia una mossa, per l’allenamento.
import { speaking } from '../../i18n/language.js';

const { counted, text } = speaking('it');

/** @type {typeof import('./leaves.en.js').words} */
export const words = {
  ends: text('il turno finisce con {sum}'),
  goes_on: text('{sum} messi da parte, {dice}'),
  dice: counted({ one: 'resta un dado da tirare', other: 'restano # dadi da tirare' }),
};
