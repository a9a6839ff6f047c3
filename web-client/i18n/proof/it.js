// @ts-check
import { speaking } from '../language.js';

const { list, number, plural } = speaking('it');

/** @type {typeof import('./en.js').words} */
export const words = {
  title: 'I dadi di questa partita',
  fetching: (done, of) => `Il registro sta arrivando: ${number(done)} di ${plural(of, { one: '# mossa', other: '# mosse' })}`,
  checking: (done, of) => `Verifica dei dadi: ${number(done)} di ${plural(of, { one: '# mossa', other: '# mosse' })}`,
  failed: 'Questo browser non è riuscito a fare la verifica. Il comando qui sotto può.',
  again: 'Riprova',

  checked: {
    dice: (done, of) => plural(of, { one: `${number(done)} lancio su # verificato`, other: `${number(done)} lanci su # verificati` }),
    cards: (done, of) => plural(of, { one: `${number(done)} mescolata su # verificata`, other: `${number(done)} mescolate su # verificate` }),
    both: (done, of) => `${number(done)} lanci e mescolate su ${number(of)} verificati`,
  },
  yours: (checked, draws) => `${checked}; il tuo segreto è in ${plural(draws, { one: 'quell’unico risultato', other: 'ognuno dei # risultati' })}.`,
  not_yours: (checked) => `${checked}.`,
  until_there: (checked) => `Fino a lì: ${checked}.`,
  secrets_of: (names) => `Nascono dai segreti di ${list([...names, 'il server'])}.`,
  server_dice: 'I dadi del server: non c’è dentro il segreto di nessun giocatore.',
  server_dice_checked: (checked) => `${checked}: seguono da un segreto che il server aveva fissato prima dell’inizio, ma quel segreto l’ha scelto da solo.`,
  nobody_took_part: 'Non ha partecipato il programma di nessun giocatore, quindi non c’è niente da verificare.',
  played_before: 'Nessuna prova: questa partita è stata giocata prima che i dadi si potessero verificare.',
  log_deleted: 'Niente da verificare: il registro di questa partita non viene più conservato.',
  unverifiable: 'I dadi di questa partita non si possono verificare.',
  false_at: (move) => `Non credere a questo registro: si contraddice alla mossa ${number(move)}.`,
  false_record: 'Non credere a questo registro: si contraddice.',
  never_opened: 'Non credere a questa partita: il server non ha mai aperto i suoi dadi.',

  imperfect: (remarks) => plural(remarks, { one: 'Meno che perfetto in # punto', other: 'Meno che perfetto in # punti' }),
  early: (draws) =>
    plural(draws, {
      one: 'Un risultato non aveva dentro un segreto nuovo di nessuno. Il server poteva conoscerlo in anticipo, ma non sceglierlo.',
      other: '# risultati non avevano dentro un segreto nuovo di nessuno. Il server poteva conoscerli in anticipo, ma non sceglierli.',
    }),
  late: (name, move) => `Il segreto di ${name} è arrivato tardi alla mossa ${number(move)}.`,
  late_at_start: (name) => `Il segreto di ${name} è arrivato tardi all’inizio.`,
  choice: (bits) =>
    plural(bits, {
      one: 'Questo ha dato al server al massimo una scelta fra due risultati.',
      other: 'Questo ha dato al server al massimo # scelte fra due risultati ciascuna.',
    }),
  silent: (names) => `Senza un proprio segreto: ${list(names)}.`,

  more: 'Chi ha contribuito, e come verificare altrove',
  who: 'Chi ha contribuito',
  player: 'Giocatore',
  secret_in: 'Segreto in',
  fresh_in: 'Segreto nuovo in',
  share: (some, all) => `${number(some)} su ${number(all)}`,
  none: 'nessuno',
  fresh_hint: 'Il primo segreto di ciascuno, dato all’inizio, è in ogni risultato. Uno nuovo si dà per un solo lancio, quando la mossa è già fatta, così che nessuno possa conoscere il lancio prima.',

  own: {
    agrees: 'Coincide con ciò che questo browser ha annotato durante la partita.',
    differs: 'Non credere a questo registro: non è ciò che questo browser ha annotato durante la partita.',
    missing: 'Questo browser non ha appunti di questa partita. Può dire che il registro non si contraddice, ma non che sia la partita che si è giocata.',
    damaged: 'Gli appunti di questo browser sono danneggiati. Può dire che il registro non si contraddice, ma non che sia la partita che si è giocata.',
  },

  elsewhere: 'Verifica altrove',
  no_rules: 'Questo browser non sa regole: ha ricalcolato ogni risultato dai segreti. Questo comando gioca anche di nuovo la partita secondo le regole. Trova un lancio che le regole non chiedevano e una mossa che non era valida.',
  command: 'Comando',
  copy: 'Copia il comando',
  save_record: 'Salva il registro',
  save_notes: 'Salva i miei appunti',
  save_verifier: 'Salva il verificatore',
  verifier_hint: 'Il verificatore è un solo file. Verifica un registro salvato in qualunque browser, senza rete.',
  exact: 'Il verdetto nelle parole di tutti i verificatori (in inglese):',
  explained: 'Come si verificano i dadi?',

  inputs: {
    dice: 'Com’è nato questo lancio',
    cards: 'Com’è nata questa mescolata',
    coming: 'Sto calcolando…',
    of_dice: (k, dice, faces) => `Estrazione ${number(k)}: ${plural(dice, { one: '# dado', other: '# dadi' })} con ${plural(faces, { one: '# faccia', other: '# facce' })}`,
    of_pick: (k, a) => `Estrazione ${number(k)}: un numero da 0 a ${number(a - 1)}`,
    of_shuffle: (k, cards) => `Estrazione ${number(k)}: ${plural(cards, { one: '# carta mescolata', other: '# carte mescolate' })}`,
    fresh: 'Segreti nuovi',
    late: 'arrivato tardi',
    nobody: 'A nessuno è stato chiesto un segreto nuovo.',
    how: 'La chiave della partita, il numero dell’estrazione, il suo tipo e la sua misura e i segreti nuovi danno queste parole di 32 bit. Ogni parola dà un numero: il resto di una divisione.',
    computed: 'Resto',
    result: 'Risultato',
    skipped: 'saltata',
    order: 'Il mazzo, dall’alto, secondo i posti dove le sue carte stavano prima:',
  },
};
