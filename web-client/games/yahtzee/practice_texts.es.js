// @ts-check
// Textos de Yahtzee: lo que deja una jugada y lo que había que pensar, para la práctica.
import { make_formatters } from '../../i18n/language.js';

const { counted, text } = make_formatters('es');

/** @type {typeof import('./practice_texts.en.js').words} */
export const words = {
  thrown: counted({ one: 'se tira un dado', other: 'se tiran # dados' }),
  upper: text('sección superior: {sum} de {goal}'),
  open: text('Casillas libres: {boxes}.'),
  bonus: text('La sección superior tiene {sum} de {goal}: {rest} más para el extra.'),
};
