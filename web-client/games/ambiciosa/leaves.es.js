// @ts-check
// Textos de La Ambiciosa: lo que deja una jugada, para la práctica.
import { speaking } from '../../i18n/language.js';

const { text } = speaking('es');

/** @type {typeof import('./leaves.en.js').words} */
export const words = {
  written: text('un total seguro de {total}'),
  at_stake: text('un total seguro de {total}, {points} en juego'),
};
