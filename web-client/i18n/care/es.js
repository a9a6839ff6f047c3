// @ts-check
import { make_formatters } from '../language.js';

const { text } = make_formatters('es');

/** @type {typeof import('./en.js').words} */
export const words = {
  title: 'Esmero',
  explained: 'Lo que regaló una decisión en promedio, comparada con la mejor: cuanto menos, mejor. También cuentan las partidas contra la computadora y a solas.',
  a_decision: 'Regalado por decisión',
  decisions: 'Decisiones',
  by_month: 'Mes a mes',
  month: 'Mes',
  of_pot: text('{share} de un pozo'),
  counts: 'Lo que regaló una decisión, en al menos 200 decisiones con las reglas habituales, en partidas en las que nadie pidió consejo.',
  none: 'En este juego no se puede medir.',
};
