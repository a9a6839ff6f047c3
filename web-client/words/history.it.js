// @ts-check
import { speaking } from '../language.js';

const { list, number, plural } = speaking('it');

/** @type {typeof import('./history.en.js').words} */
export const words = {
  guest: 'ospite',
  summary: 'Com’è andata',
  rounds: 'Punti, giro per giro',
  entries: 'Com’è andata, mossa per mossa',
  round: 'Giro',
  entry: 'Mossa',
  faces: 'Come sono caduti i dadi',
  face: 'Faccia',
  thrown: 'Uscita',
  expectation: 'Attesa',
  expected: (each, total) => `${plural(total, { one: '# dado', other: '# dadi' })}: di ogni faccia se ne aspettano ${each}.`,
  as_table: 'In una tabella',
  watch_replay: 'Rivedila',
  boards: 'Classifiche',

  replay: 'La partita da rivedere',
  controls: 'Comandi per rivederla',
  first: 'All’inizio',
  previous: 'Una mossa indietro',
  next: 'Una mossa avanti',
  last: 'Alla fine',
  play: 'Avvia',
  pause: 'Pausa',
  position: 'Dove siamo',
  speed: 'Velocità',
  times: (speed) => `${number(speed)}×`,
  step_of: (at, of) => `${number(at)} di ${number(of)}`,
  share: 'Copia il link',
  no_match: 'Questa partita non esiste.',
  still_played: 'Questa partita è ancora in corso. Potrai rivederla quando sarà finita.',
  no_replay: 'Le regole sono cambiate da allora e questa partita non si può più rivedere.',

  no_player: 'Questo giocatore non esiste.',
  since: (day) => `Qui dal ${day}`,
  nothing_yet: 'Ancora nessuna partita finita.',
  totals: 'Risultati per gioco',
  matches: 'Partite',
  wins: 'Vittorie',
  best: 'Record',
  average: 'Media',
  history: 'Partite',
  older: 'Partite precedenti',
  against: (names) => `con ${list(names)}`,
  alone: 'in solitaria',
  won: 'vinta,',

  data: 'Che cosa sappiamo di te',
  data_hint: 'Il tuo nome, i tuoi posti, le tue ultime righe di chat e le tue partite. Nessun indirizzo, nessuna e-mail.',
  take_out: 'Scarica tutto',
  vanish: 'Cancellami',
  vanish_question:
    'Sei sicuro? Il tuo nome diventa «guest» ovunque, i tuoi posti passano al banco e nessuno può riportarti indietro, nemmeno tu.',
  vanish_now: 'Sì, cancellami per sempre',

  board_by: 'In ordine di',
  board_of: 'Partite',
  span: (days) => (days === null ? 'Di sempre' : plural(days, { one: 'Ultimo giorno', other: 'Ultimi # giorni' })),
  rank: 'Posto',
  player: 'Giocatore',
  empty_board: 'Ancora nessuno. Comincia tu!',
  counts: {
    wins: 'Contano le vittorie nelle partite con almeno due persone.',
    best: 'Contano i record con le regole consuete, anche in solitaria.',
    average: 'La media è su almeno cinque partite con le regole consuete.',
  },
};
