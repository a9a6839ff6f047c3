// @ts-check
// Testi di un tavolo: le sue opzioni, il segno dei suoi dadi, il bicchiere prima di una partita, le conferme e le corse.
import { make_formatters } from '../language.js';

const { list, number, text } = make_formatters('it');

// Le opzioni di più giochi.
/** @type {typeof import('./en.js').options} */
export const options = {
  starter: 'Chi comincia',
  tie: 'Un pareggio',
  ante: 'Ante in fiches',
  target: 'Punti per vincere',
  'starter.rolloff': 'Il lancio più alto',
  'starter.random': 'A sorte',
  'starter.first': 'Il primo posto',
  'tie.shared': 'Vittoria condivisa',
  'tie.extra_round_all': 'Giro extra: tutti',
  'tie.extra_round_tied': 'Giro extra: chi ha pareggiato',
};

/** @type {typeof import('./en.js').values} */
export const values = {
  true: 'Sì',
  false: 'No',
  off: 'No',
  on: 'Sì',
};

// Testi del segnale del tavolo e di una partita che inizia.
/** @type {typeof import('./en.js').badge} */
export const badge = {
  badge: {
    closed: 'Dadi e carte: si raccolgono i segreti',
    all: 'Dadi e carte: conta il segreto di tutti',
    some: text('Dadi e carte: segreti che contano: {count} su {of}'),
    server: 'Dadi e carte: solo del server',
    cup: 'Dadi: quelli della coppa del giorno, uguali per tutti',
    fault: 'Dadi e carte: qualcosa non torna',
  },
  broken: text('Le tue ultime partite qui ({of}): interrotte {broken}.'),
  broken_and_abandoned: text('Le tue ultime partite qui ({of}): interrotte {broken}, abbandonate da giocatori {abandoned}.'),
  waits: {
    tips: 'La partita inizia. Si aspetta che i programmi di tutti chiudano a chiave il loro segreto.',
    reveals: 'La partita inizia. Si aspetta che i programmi di tutti aprano il primo segreto.',
  },
};

// Testi del bussolotto che si può scuotere prima di una partita.
/** @type {typeof import('./en.js').shake} */
export const shake = {
  title: 'Scuoti, porta fortuna',
  hint: 'Trascina il bussolotto, toccalo o scuoti il telefono: quello che scuoti è nei dadi.',
  cup: 'Il bussolotto: scuotilo',
  done: 'Scosso. Ora fa parte del tuo segreto.',
  shakers: text('{names}: bussolotto scosso.'),
  cards: {
    hint: 'Trascina le carte, toccale o scuoti il telefono: quello che scuoti è nella mescolata.',
    cup: 'Le carte: mescolale',
    shakers: text('{names}: carte mescolate.'),
  },
  motion_refused: 'Il movimento del telefono non conta, perché non è stato permesso. Se il browser non chiede di nuovo, chiudilo e riaprilo.',
  motion_again: 'Permetti il movimento',
};

/** @type {typeof import('./en.js').race} */
export const race = {
  others: text('Gioca {name}.'),
  race: text('Corsa ai {target}'),
  last: 'Ultimo giro!',
  extra: (round) => (round === 1 ? 'Giro extra!' : `Giro extra ${number(round)}!`),
  lead: (names, score) =>
    names.length === 1 ? `${names[0]} è in testa con ${number(score)}.` : `${list(names)} sono in testa con ${number(score)}.`,
};

/** @type {typeof import('./en.js').race_says} */
export const race_says = {
  starts: ['Cominci tu.', 'Comincia {name}.'],
  final_round: ['Hai raggiunto il traguardo: ultimo giro!', '{name} ha raggiunto il traguardo: ultimo giro!'],
  extra_round: ({ seats }, { names }) =>
    `In testa c’è un pareggio: giro extra per ${list(seats.map((/** @type {number} */ seat) => names[seat]))}.`,
  resumed: 'Nessuno è più al traguardo: la corsa continua.',
  over: 'La partita è finita.',
};
