// @ts-check
// Textos de la práctica.
import { make_formatters } from '../language.js';

const { counted, text } = make_formatters('es');

/** @type {typeof import('./en.js').words} */
export const words = {
  title: 'Práctica',
  coming: 'La computadora busca una decisión…',
  none: 'Este servidor no tiene práctica.',
  gone: 'Esta decisión ya no se puede intentar otra vez.',
  later: 'La computadora tiene demasiado que hacer ahora.',
  waits: 'Sigue en cuanto haya conexión.',
  again: 'Intentar otra vez',
  table: 'La mesa como estaba',
  of_match: 'De una de tus partidas',
  of_computer: 'De una partida de computadoras que se equivocan a propósito',
  decides: text('decide {name}'),
  question: '¿Qué jugarías?',
  judging: 'La computadora lo calcula…',
  right: 'Correcto',
  near: text('Casi: regala {amount}'),
  wrong: 'Hay algo mejor',
  better: {
    points: text('«{best}» da en promedio {amount} más que «{chosen}».'),
    win: text('«{best}» sube {amount} la probabilidad de ganar frente a «{chosen}».'),
    pot: text('«{best}» da en promedio {amount} más del pozo que «{chosen}».'),
  },
  points_of_share: counted({ one: '# punto porcentual', other: '# puntos porcentuales' }),
  choices: 'Cuánto vale cada opción',
  choice: 'Opción',
  worth: { points: 'Puntos al final', win: 'Probabilidad de ganar', pot: 'Parte del pozo' },
  less: 'Regalado',
  best: 'Mejor',
  yours: 'Tuya',
  played: 'Jugada',
  computers: 'La de la computadora',
  estimate: 'Una estimación: la computadora no sabe exactamente cuánto vale cada jugada.',
  comes_back: counted({ one: 'Vuelve mañana.', other: 'Vuelve en # días.' }),
  done: 'Correcta en dos días: ya no vuelve.',
  next: 'Siguiente',
  replay: 'Verla en la repetición',
  games: 'Juegos para practicar',
  leave: 'Listo',
};
