// @ts-check
import { make_formatters } from '../language.js';

const { plural, text } = make_formatters('it');

/** @type {typeof import('./en.js').words} */
export const words = {
  title: 'La coppa del giorno',
  day: text('N. {day}, {date} (UTC)'),
  none: 'Questo server non ha la coppa del giorno.',
  lead: text('Una partita a {game} al giorno, da soli, con gli stessi dadi per tutti. Conta quanto poco le tue decisioni regalano rispetto alle migliori.'),
  ranked: 'Primo è chi regala di meno, qualunque cosa diano i dadi. Un esempio: la scelta migliore porta in media a 252 punti, la tua a 250; allora ne hai regalati 2.',
  once: text('Hai un tentativo. Una partita iniziata va finita entro mezzanotte UTC (fra {left}) o è persa; fino ad allora puoi uscire e tornare.'),
  play: 'Gioca',
  go_on: 'Continua',
  playing: text('La tua partita di oggi ti aspetta fino a mezzanotte UTC (fra {left}).'),
  lost: 'La tua partita di oggi è stata interrotta.',
  points: (points) => plural(points, { one: '# punto', other: '# punti' }),
  line: text('Cubilete n. {day}: {points}'),
  copy: 'Copia il risultato',
  not_yet: 'I quadratini arrivano appena la partita è analizzata. Ricarica la pagina.',
  so_far: text('posto {place} di {players} finora'),
  closed: 'Fino a mezzanotte nessuno vede i tuoi dadi, le tue mosse o mosse migliori.',
  squares: (squares) => {
    const count = (/** @type {string} */ kind) => [...squares].filter((one) => one === kind).length;
    return `${plural(count('0'), { one: '# turno', other: '# turni' })} senza perdita, ${plural(count('1'), { one: '# turno', other: '# turni' })} con una piccola, ${plural(count('2'), { one: '# turno', other: '# turni' })} con una grande`;
  },
  today: 'Oggi',
  yesterday: text('N. {day}, {date}'),
  field: (players, median, best) => `${plural(players, { one: '# giocatore', other: '# giocatori' })}. Regalati: ${median} punti a metà classifica, ${best} dal migliore.`,
  place: text('Sei al posto {place}: {given_away} punti regalati, fortuna {luck}.'),
  missed: (turn, players) => `Il turno ${turn} è stato il più difficile: ${plural(players, { one: '# giocatore vi ha', other: '# giocatori vi hanno' })} regalato qualcosa.`,
  nobody: 'Nessuno ha ancora finito.',
  rank: 'Posto',
  player: 'Giocatore',
  given_away: 'Regalati',
  points_head: 'Punti',
  chain: 'Perché i dadi sono gli stessi per tutti',
  chain_is: 'I semi di tutti i giorni sono una catena fissata il primo giorno. Ognuno si apre dopo il suo giorno e prova quelli precedenti. Il server conosce dall’inizio i dadi di ogni giorno: questo mostra che nessuno li ha cambiati, non che nessuno li abbia saputi. Né si può impedire che qualcuno accanto a te li abbia già visti.',
  same_chain: 'Questo browser non ha visto altre catene.',
  other_chain: text('Un’altra catena: questi semi non appartengono a quelli che questo browser ha visto il {date}.'),
  end: 'Fine della catena',
  opened: text('Seme della n. {day}'),
};
