// @ts-check
// Testi di Threes Away: che cosa lascia una mossa e che cosa c’era da considerare, per l’allenamento.
import { make_formatters } from '../../i18n/language.js';

const { counted, plural, text } = make_formatters('it');

/** @type {typeof import('./practice_texts.en.js').words} */
export const words = {
  ends: text('il turno finisce con {sum}'),
  goes_on: text('{kept}, somma {sum}, {dice}'),
  kept: counted({ one: 'un dado messo da parte', other: '# dadi messi da parte' }),
  dice: counted({ one: 'uno da tirare', other: '# da tirare' }),
  lowest: text('Il risultato da battere è {sum}.'),
  cap: text('Questo giro lo vince solo un risultato fino a {cap}.'),
  no_score: 'Nessuno ha ancora un risultato in questo giro.',
  pot: counted({ one: 'Nel piatto c’è # fiche.', other: 'Nel piatto ci sono # fiches.' }),
  /** @param {number} players */
  still: (players) => (players === 0 ? 'Nessuno tira dopo questo turno.' : plural(players, { one: 'Un giocatore tira dopo questo turno.', other: '# giocatori tirano dopo questo turno.' })),
};
