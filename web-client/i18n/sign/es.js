// @ts-check
// Textos de la señal de la mesa y de una partida que empieza.
import { speaking } from '../language.js';

const { text } = speaking('es');

/** @type {typeof import('./en.js').words} */
export const words = {
  sign: {
    closed: 'Dados y cartas: se juntan los secretos',
    all: 'Dados y cartas: cuenta el secreto de todos',
    some: text('Dados y cartas: secretos que cuentan: {count} de {of}'),
    server: 'Dados y cartas: solo del servidor',
    fault: 'Dados y cartas: algo no cuadra',
  },
  broken: text('Tus últimas partidas aquí ({of}): interrumpidas {broken}.'),
  broken_and_abandoned: text('Tus últimas partidas aquí ({of}): interrumpidas {broken}, abandonadas por jugadores {abandoned}.'),
  waits: {
    tips: 'La partida empieza. Se espera a que los programas de todos guarden su secreto.',
    reveals: 'La partida empieza. Se espera a que los programas de todos abran su primer secreto.',
  },
};
