// @ts-check
// Testi di La Ambiciosa: che cosa lascia una mossa e che cosa c’era da considerare, per l’allenamento.
import { make_formatters } from '../../i18n/language.js';

const { text } = make_formatters('it');

/** @type {typeof import('./practice_texts.en.js').words} */
export const words = {
  written: text('{total} segnati'),
  at_stake: text('{total} segnati, {points} in gioco'),
  you_need: text('a te mancano {points} punti'),
  needs: text('a {name} mancano {points} punti'),
  behind: 'Chi è indietro guadagna di più con un rischio.',
  ahead: 'Chi è in testa non ha bisogno di rischiare.',
  not_average: text('In media un tiro cambia qui i punti di {mean}; ma conta la probabilità di vincere, non la media.'),
};
