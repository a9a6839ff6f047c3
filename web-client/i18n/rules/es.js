// @ts-check
// Lo que tienen en común las reglas de varios juegos.
import { make_formatters } from '../language.js';

export const formats = make_formatters('es');

/** @type {typeof import('./en.js').chips} */
export const chips = (count) => formats.plural(count, { one: '# ficha', other: '# fichas' });

/** @type {typeof import('./en.js').words} */
export const words = {
  title: 'Reglas',
  of: (game) => `Reglas de ${game}`,
  close: 'Cerrar las reglas',
  print: 'Imprimir',
  play: 'Armar una mesa',
  house_rules: 'Reglas de la casa en esta mesa',
  house_rule: 'Regla de la casa',
  rule: 'Regla',
  here: 'Aquí',
  book: 'En el reglamento',
  as_the_book: 'Esta mesa juega según el reglamento.',
  the_book: 'Este es el reglamento. Si una mesa tiene reglas propias, sus reglas lo dicen.',
};

/** @type {typeof import('./en.js').titles} */
export const titles = {
  aim: 'El objetivo',
  start: 'Quién empieza',
  turn: 'Tu turno',
  end: 'El final',
  time: 'Si se acaba el tiempo',
};

/** @type {typeof import('./en.js').start_text} */
export const start_text = (starter, rolloff) => {
  if (starter === 'random') return 'Quién empieza se decide por sorteo.';
  return starter === 'first' ? 'Empieza el primer lugar.' : rolloff;
};

export const around = 'El juego sigue hacia la izquierda. En la revancha empieza el lugar siguiente.';

/** @type {typeof import('./en.js').late} */
export const late = (what) =>
  `Si se te acaba el tiempo, la computadora juega por ti: ${what} Tras tres turnos así sigue sin esperar, hasta que vuelvas.`;

/** @type {typeof import('./en.js').last_round} */
export const last_round = (target) =>
  `Cuando alguien tiene ${target}, la ronda se juega hasta el final, para que todos hayan tenido los mismos turnos. Entonces gana el total más alto.`;

export const shared_win = 'Quienes comparten el total más alto comparten la victoria.';

/** @type {typeof import('./en.js').race_tie} */
export const race_tie = (tie, target, falls) => {
  if (tie === 'shared') return shared_win;
  const who = tie === 'extra_round_all' ? 'todos juegan una ronda extra' : 'los empatados juegan una ronda extra';
  const after = falls ? ` Si después nadie tiene ${target}, siguen las rondas normales.` : '';
  return `Si el total más alto está empatado, ${who} con los totales que tenían, y así hasta que uno quede solo al frente.${after}`;
};
