// @ts-check
import { speaking } from '../../i18n/language.js';

const { list, number, text } = speaking('it');

/** @type {typeof import('./words.en.js').words} */
export const words = {
  others: text('Gioca {name}.'),
  race: text('Corsa ai {target}'),
  last: 'Ultimo giro!',
  extra: (round) => (round === 1 ? 'Giro extra!' : `Giro extra ${number(round)}!`),
  lead: (names, score) =>
    names.length === 1 ? `${names[0]} è in testa con ${number(score)}.` : `${list(names)} sono in testa con ${number(score)}.`,
};

/** @type {typeof import('./words.en.js').says} */
export const says = {
  starts: ['Cominci tu.', 'Comincia {name}.'],
  final_round: ['Hai raggiunto il traguardo: ultimo giro!', '{name} ha raggiunto il traguardo: ultimo giro!'],
  extra_round: ({ seats }, { names }) =>
    `In testa c’è un pareggio: giro extra per ${list(seats.map((/** @type {number} */ seat) => names[seat]))}.`,
  resumed: 'Nessuno è più al traguardo: la corsa continua.',
  over: 'La partita è finita.',
};
