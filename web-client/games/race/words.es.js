// @ts-check
import { speaking } from '../../i18n/language.js';

const { list, number, text } = speaking('es');

/** @type {typeof import('./words.en.js').words} */
export const words = {
  others: text('Juega {name}.'),
  race: text('Carrera a {target}'),
  last: '¡Última ronda!',
  extra: (round) => (round === 1 ? '¡Ronda extra!' : `¡Ronda extra ${number(round)}!`),
  lead: (names, score) =>
    names.length === 1 ? `${names[0]} va en cabeza con ${number(score)}.` : `${list(names)} empatan en cabeza con ${number(score)}.`,
};

/** @type {typeof import('./words.en.js').says} */
export const says = {
  starts: ['Empiezas tú.', 'Empieza {name}.'],
  final_round: ['Llegaste a la meta: ¡última ronda!', '{name} llegó a la meta: ¡última ronda!'],
  extra_round: ({ seats }, { names }) =>
    `Hay empate en cabeza: ronda extra para ${list(seats.map((/** @type {number} */ seat) => names[seat]))}.`,
  resumed: 'Ya nadie alcanza la meta: la carrera sigue.',
  over: 'La partida terminó.',
};
