// @ts-check
import { make_formatters } from '../language.js';

const { text } = make_formatters('it');

/** @type {typeof import('./en.js').words} */
export const words = {
  title: 'Cura',
  explained: 'Quanto ha regalato in media una decisione, rispetto alla migliore: meno è, meglio è. Contano anche le partite contro il computer e da soli.',
  a_decision: 'Regalato a decisione',
  decisions: 'Decisioni',
  by_month: 'Mese per mese',
  month: 'Mese',
  of_pot: text('{share} di un piatto'),
  counts: 'Quanto ha regalato una decisione, su almeno 200 decisioni con le regole abituali, in partite in cui nessuno ha chiesto consiglio.',
  none: 'In questo gioco non si può misurare.',
};
