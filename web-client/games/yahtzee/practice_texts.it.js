// @ts-check
// Testi di Yahtzee: che cosa lascia una mossa e che cosa c’era da considerare, per l’allenamento.
import { make_formatters } from '../../i18n/language.js';

const { counted, text } = make_formatters('it');

/** @type {typeof import('./practice_texts.en.js').words} */
export const words = {
  thrown: counted({ one: 'si tira un dado', other: 'si tirano # dadi' }),
  upper: text('sezione superiore: {sum} su {goal}'),
  open: text('Caselle libere: {boxes}.'),
  bonus: text('La sezione superiore è a {sum} su {goal}: ancora {rest} per il bonus.'),
};
