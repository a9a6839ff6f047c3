// @ts-check
// Textos de Threes Away: lo que deja una jugada y lo que había que pensar, para la práctica.
import { make_formatters } from '../../i18n/language.js';

const { counted, plural, text } = make_formatters('es');

/** @type {typeof import('./practice_texts.en.js').words} */
export const words = {
  ends: text('el turno termina con {sum}'),
  goes_on: text('{kept}, suma {sum}, {dice}'),
  kept: counted({ one: 'un dado guardado', other: '# dados guardados' }),
  dice: counted({ one: 'uno por tirar', other: '# por tirar' }),
  lowest: text('El resultado por superar es {sum}.'),
  cap: text('Esta ronda solo la gana un resultado de hasta {cap}.'),
  no_score: 'Nadie tiene aún un resultado en esta ronda.',
  pot: counted({ one: 'En el pozo hay # ficha.', other: 'En el pozo hay # fichas.' }),
  /** @param {number} players */
  still: (players) => (players === 0 ? 'Nadie tira después de este turno.' : plural(players, { one: 'Un jugador tira después de este turno.', other: '# jugadores tiran después de este turno.' })),
};
