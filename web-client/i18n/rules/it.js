// @ts-check
// Ciò che le regole di più giochi hanno in comune.
import { make_formatters } from '../language.js';

export const formats = make_formatters('it');

/** @type {typeof import('./en.js').chips} */
export const chips = (count) => formats.plural(count, { one: '# fiche', other: '# fiches' });

/** @type {typeof import('./en.js').words} */
export const words = {
  title: 'Regole',
  of: (game) => `Regole di ${game}`,
  close: 'Chiudi le regole',
  print: 'Stampa',
  play: 'Apri un tavolo',
  house_rules: 'Regole della casa a questo tavolo',
  house_rule: 'Regola della casa',
  rule: 'Regola',
  here: 'Qui',
  book: 'Nel regolamento',
  as_the_book: 'Questo tavolo gioca secondo il regolamento.',
  the_book: 'Questo è il regolamento. Se un tavolo ha regole sue, le sue regole lo dicono.',
};

/** @type {typeof import('./en.js').titles} */
export const titles = {
  aim: 'Lo scopo',
  start: 'Chi comincia',
  turn: 'Il tuo turno',
  end: 'La fine',
  time: 'Se scade il tempo',
};

/** @type {typeof import('./en.js').start_text} */
export const start_text = (starter, rolloff) => {
  if (starter === 'random') return 'Chi comincia si tira a sorte.';
  return starter === 'first' ? 'Comincia il primo posto.' : rolloff;
};

export const around = 'Si gioca verso sinistra. Nella rivincita comincia il posto seguente.';

/** @type {typeof import('./en.js').late} */
export const late = (what) =>
  `Se il tempo scade, il computer gioca per te: ${what} Dopo tre turni così continua senza aspettare, finché non torni.`;

/** @type {typeof import('./en.js').last_round} */
export const last_round = (target) =>
  `Quando qualcuno ha ${target}, il giro si gioca fino in fondo, così tutti hanno avuto gli stessi turni. Poi vince il totale più alto.`;

export const shared_win = 'Chi è in parità al primo posto divide la vittoria.';

/** @type {typeof import('./en.js').race_tie} */
export const race_tie = (tie, target, falls) => {
  if (tie === 'shared') return shared_win;
  const who = tie === 'extra_round_all' ? 'tutti giocano un giro in più' : 'chi è in parità gioca un giro in più';
  const after = falls ? ` Se poi nessuno ha più ${target}, si continua con i giri normali.` : '';
  return `Se il totale più alto è in parità, ${who} tenendo i punti, e così via finché uno solo è in testa.${after}`;
};
