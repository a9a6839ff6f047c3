// @ts-check
// Textos de La Ambiciosa: lo que deja una jugada y lo que había que pensar, para la práctica.
import { make_formatters } from '../../i18n/language.js';

const { text } = make_formatters('es');

/** @type {typeof import('./practice_texts.en.js').words} */
export const words = {
  written: text('{total} anotados'),
  at_stake: text('{total} anotados, {points} en juego'),
  you_need: text('a ti te faltan {points}'),
  needs: text('a {name} le faltan {points}'),
  behind: 'Quien va por detrás gana más con un riesgo.',
  ahead: 'Quien va por delante no necesita arriesgar.',
  not_average: text('En promedio una tirada cambia aquí los puntos en {mean}; pero lo que cuenta es la probabilidad de ganar, no el promedio.'),
};
