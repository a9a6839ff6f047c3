// @ts-check
import { make_formatters } from '../language.js';

const { counted, text } = make_formatters('it');

/** @type {typeof import('./en.js').words} */
export const words = {
  coming: 'Il computer sta ripassando la partita…',
  later: 'In questo momento il computer ha troppo da fare.',
  again: 'Riprova',
  exact: 'Esatto: il computer sa quanto vale ogni mossa di questo gioco.',
  estimate: 'Una stima: il computer non sa esattamente quanto vale ogni mossa.',
  many: 'Una stima, e solo delle decisioni: in tre o più nessuno sa esattamente quanto vale una mossa.',
  simulated: 'Una stima, e solo delle decisioni: il computer continua la partita molte volte. Le differenze troppo piccole non contano.',
  no_choice: 'Questo gioco è solo fortuna: non c’è niente da decidere.',
  extra: 'Quello che è venuto dopo l’ultimo turno normale resta fuori dal conto.',
  why_not: {
    columns: 'Una scheda con tre colonne è troppo anche per il computer: nessuno sa quanto valgono le sue mosse.',
    alone: 'Da soli, in questo gioco, non c’è con che cosa misurare la fortuna.',
    not_kept: 'Il registro di questa partita non è più conservato.',
    rules: 'Le regole sono cambiate da allora e questa partita non si può più giudicare.',
    long: 'Questa partita era troppo lunga per essere giudicata.',
  },

  pots: counted({ one: '# piatto', other: '# piatti' }),
  points_of_share: counted({ one: '# punto percentuale', other: '# punti percentuali' }),
  decisions: counted({ one: '# decisione', other: '# decisioni' }),
  luck: {
    points: {
      more: { you: text('I tuoi lanci sono stati {amount} sopra la media.'), them: text('I lanci di {name} sono stati {amount} sopra la media.') },
      less: { you: text('I tuoi lanci sono stati {amount} sotto la media.'), them: text('I lanci di {name} sono stati {amount} sotto la media.') },
      even: { you: 'I tuoi lanci sono stati nella media.', them: text('I lanci di {name} sono stati nella media.') },
    },
    win: {
      more: { you: text('I lanci hanno alzato la tua probabilità di vincere di {amount}.'), them: text('I lanci hanno alzato la probabilità di vincere di {name} di {amount}.') },
      less: { you: text('I lanci hanno abbassato la tua probabilità di vincere di {amount}.'), them: text('I lanci hanno abbassato la probabilità di vincere di {name} di {amount}.') },
      even: { you: 'I lanci hanno lasciato la tua probabilità di vincere com’era.', them: text('I lanci hanno lasciato la probabilità di vincere di {name} com’era.') },
    },
    pot: {
      more: { you: text('I lanci ti hanno dato {amount} più della media.'), them: text('I lanci hanno dato a {name} {amount} più della media.') },
      less: { you: text('I lanci ti hanno dato {amount} meno della media.'), them: text('I lanci hanno dato a {name} {amount} meno della media.') },
      even: { you: 'I lanci ti hanno dato giusto la media.', them: text('I lanci hanno dato a {name} giusto la media.') },
    },
  },
  cost: {
    points: { you: text('Le tue decisioni sono costate {amount} in tutto'), them: text('Le decisioni di {name} sono costate {amount} in tutto') },
    win: { you: text('Le tue decisioni hanno abbassato la tua probabilità di vincere di {amount} in tutto'), them: text('Le decisioni di {name} l’hanno abbassata di {amount} in tutto') },
    ahead: { you: text('Le tue decisioni hanno abbassato la tua probabilità di finire davanti di {amount} in tutto'), them: text('Le decisioni di {name} hanno abbassato la probabilità di finire davanti di {amount} in tutto') },
    pot: { you: text('Le tue decisioni sono costate {amount} in tutto'), them: text('Le decisioni di {name} sono costate {amount} in tutto') },
  },
  nothing: { you: 'Le tue decisioni non sono costate niente', them: text('Le decisioni di {name} non sono costate niente') },
  of: text('{sentence} ({decisions}).'),

  progress: {
    points: 'Con quanti punti ciascuno poteva aspettarsi di finire',
    win: 'La probabilità di vincere',
    pot: 'La probabilità di vincere il piatto del momento',
  },
  round: 'Giro',
  move: 'Mossa',
  start: 'Inizio',
  made: 'Da dove viene il risultato',
  expected: 'Il gioco migliore, senza fortuna',
  luck_share: 'Fortuna',
  own: 'Decisioni',
  house: 'Decisioni del computer',
  clock: 'Decisioni dell’orologio',
  others: 'Decisioni degli altri',
  end: 'Fine',

  in_unit: { points: 'in punti', pot: 'in piatti' },
  dearest: 'Le decisioni costate di più',
  dearest_of: text('{name}: le decisioni costate di più'),
  chosen: 'Giocata',
  better: 'Meglio',
  why: {
    points: text('Porta in media a {best} punti, non a {chosen}.'),
    turns: text('Porta in media a {best} punti, non a {chosen}: {now} in questo turno, {later} nei prossimi.'),
    win: text('Lascia una probabilità di vincere del {best}, non del {chosen}.'),
    ahead: text('Lascia una probabilità di finire in testa del {best}, non del {chosen}.'),
    pot: text('Lascia in media {best} del piatto, non {chosen}.'),
  },
  rest: text('Tutte le altre decisioni sono costate {amount}.'),
  between: text('tra {low} e {high}'),
  look: 'Guardala',
  look_at: text('{place}: guardala nel replay'),
  try_again: 'Riprova',
  try_at: text('{place}: riprova'),
  thrown_by: text('lanciato da {name}'),
  luckiest: 'Il lancio più fortunato',
  unluckiest: 'Il lancio più sfortunato',

  shared_luck: text('Fortuna: {players}'),
  shared_cost: text('Regalato: {players}'),
};
