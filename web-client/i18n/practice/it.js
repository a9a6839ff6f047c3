// @ts-check
// Testi dell’allenamento.
import { make_formatters } from '../language.js';

const { counted, text } = make_formatters('it');

/** @type {typeof import('./en.js').words} */
export const words = {
  title: 'Allenamento',
  coming: 'Il computer cerca una decisione…',
  none: 'Questo server non ha l’allenamento.',
  gone: 'Questa decisione non si può più riprovare.',
  later: 'In questo momento il computer ha troppo da fare.',
  waits: 'Continua appena c’è la connessione.',
  again: 'Riprova',
  table: 'Il tavolo com’era',
  of_match: 'Da una delle tue partite',
  of_computer: 'Da una partita di computer che sbagliano apposta',
  decides: text('decide {name}'),
  question: 'Che cosa giocheresti?',
  judging: 'Il computer sta calcolando…',
  right: 'Giusto',
  near: text('Quasi: regala {amount}'),
  wrong: 'C’è di meglio',
  better: {
    points: text('«{best}» porta in media {amount} in più di «{chosen}».'),
    win: text('«{best}» alza di {amount} la probabilità di vincere rispetto a «{chosen}».'),
    pot: text('«{best}» porta in media {amount} del piatto in più di «{chosen}».'),
  },
  points_of_share: counted({ one: '# punto percentuale', other: '# punti percentuali' }),
  choices: 'Quanto vale ogni scelta',
  choice: 'Scelta',
  worth: { points: 'Punti alla fine', win: 'Probabilità di vincere', pot: 'Parte del piatto' },
  less: 'Regalato',
  best: 'Migliore',
  yours: 'Tua',
  played: 'Giocata',
  computers: 'Del computer',
  estimate: 'Una stima: il computer non sa esattamente quanto vale ogni mossa.',
  comes_back: counted({ one: 'Torna domani.', other: 'Torna fra # giorni.' }),
  done: 'Giusta in due giorni: non torna più.',
  next: 'Avanti',
  replay: 'Guardala nella ripetizione',
  games: 'Giochi da allenare',
  leave: 'Fine',
};
