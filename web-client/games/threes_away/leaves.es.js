// @ts-check
// Textos de Threes Away: lo que deja una jugada, para la práctica.
import { speaking } from '../../i18n/language.js';

const { counted, text } = speaking('es');

/** @type {typeof import('./leaves.en.js').words} */
export const words = {
  ends: text('el turno termina con {sum}'),
  goes_on: text('{sum} guardados, {dice}'),
  dice: counted({ one: 'queda un dado por tirar', other: 'quedan # dados por tirar' }),
};
