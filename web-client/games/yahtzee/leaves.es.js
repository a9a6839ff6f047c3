// @ts-check
// Textos de Yahtzee: lo que deja una jugada, para la práctica.
import { speaking } from '../../i18n/language.js';

const { counted, text } = speaking('es');

/** @type {typeof import('./leaves.en.js').words} */
export const words = {
  stay: counted({ one: 'la última casilla queda libre', other: 'las # casillas quedan libres' }),
  thrown: counted({ one: 'se tira un dado', other: 'se tiran # dados' }),
  open: text('quedan libres {boxes}'),
  full: 'la hoja está llena',
};
