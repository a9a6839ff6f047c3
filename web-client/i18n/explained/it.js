// @ts-check
// Chi decide dadi e carte, e ciò che la pagina ha trovato di sbagliato.
import { speaking } from '../language.js';

const { counted } = speaking('it');

/** @type {typeof import('./en.js').words} */
export const words = {
  title: 'Chi decide dadi e carte?',
  together: 'Prima della partita il server e il programma di ogni giocatore chiudono a chiave un segreto. Ogni lancio e ogni mescolata nascono da tutti insieme. Se uno di loro è onesto, nessuno può sceglierli.',
  fresh: 'Per ciò che una mossa lancia o mescola tutti i presenti aggiungono un segreto nuovo, e solo a mossa fatta. Se uno di loro è onesto, nemmeno il server lo conosce prima.',
  /** The page of the proof says the same. */
  start: 'Ciò che si distribuisce o si lancia prima della prima mossa viene solo dai segreti dell’inizio: il server poteva conoscerlo in anticipo.',
  early: 'Questo tavolo non chiede segreti nuovi durante la partita: il server può conoscere i lanci in anticipo.',
  opened: 'Dopo la partita tutti i segreti vengono aperti, e chiunque può verificare ogni lancio.',
  not_yours: 'Il tuo segreto non è tra questi. Se nessun giocatore il cui segreto conta è onesto, il server può scegliere tutto.',
  again: counted({ one: 'Lo stesso un’altra volta in questa partita.', other: 'Lo stesso altre # volte in questa partita.' }),
  alone: 'In questa partita non partecipa il programma di nessun giocatore. Lanci e mescolate li fa il server da solo, e non si possono verificare.',
  who: 'Di chi conta il segreto',
  you: 'tu',
  there: 'conta',
  missing: {
    bot: 'è della casa, non ha un segreto',
    silent: 'nessun segreto: un programma vecchio, o all’inizio non ha risposto',
    out: 'non conta più: ha risposto tardi in questa partita',
  },
  check: 'Verifica questa partita',
  more: 'Come funziona, in parole semplici',
  faults_title: 'Nei dadi o nelle carte qualcosa non torna',
  faults_hint: 'La tua pagina ha preso nota di tutto e se n’è accorta da sola. Chiedi a chi gestisce questo server prima di continuare.',
  faults: {
    commit: 'Il server ha chiuso a chiave due segreti diversi per la stessa partita.',
    settings: 'Le regole per cui valgono i segreti non sono quelle di questo tavolo.',
    players: 'I giocatori sono stati cambiati dopo che i segreti erano stati chiusi.',
    mark: 'Tra i segreti c’è qualcun altro al tuo posto.',
    roster: 'L’elenco dei segreti non corrisponde ai segreti, oppure ce ne sono due.',
    tip: 'Il tuo segreto è stato lasciato fuori o sostituito.',
    reveal: 'Ciò che un altro giocatore ha aperto non corrisponde a ciò che aveva chiuso, o il tuo è stato lasciato fuori.',
    ask_again: 'Il server ha chiesto due volte, e in modo diverso, un segreto per lo stesso lancio.',
    made_already: 'Il server ha chiesto un segreto per un lancio già fatto.',
    early: 'Il server ha chiesto un segreto prima della mossa.',
    hash: 'Il server ha cambiato ciò che era già successo nella partita.',
    number: 'Il server conta male i lanci.',
    seats: 'Il server ha chiesto il segreto di un posto che non conta.',
    not_named: 'Il server ha fatto un lancio senza il tuo segreto, anche se c’eri.',
    no_ask: 'Il server ha fatto un lancio senza chiedere un segreto a nessuno.',
    other_entry: 'È stata fatta una mossa diversa da quella per cui i segreti erano stati dati.',
    late: 'Il tuo segreto è arrivato in tempo, ma il server dice che è arrivato tardi.',
    out: 'Il server non conta più i tuoi segreti, anche se sono arrivati in tempo.',
    rewound: 'Il server è tornato a un momento precedente della partita.',
    shown_twice: 'Il server ha mostrato due volte lo stesso momento della partita, e in modo diverso.',
    proof: 'Il segreto che il server ha aperto non è quello che aveva chiuso.',
    never_opened: 'Il server non ha aperto i suoi dadi.',
    malformed: 'Il server ha mandato sui segreti qualcosa che non si può leggere.',
    new_match: 'Il server ha interrotto una partita che stava per iniziare, dopo aver visto i segreti.',
  },
  remarks: {
    taken: 'Un altro tuo dispositivo o un’altra finestra partecipa per te.',
    lost: 'Questo browser non ha più i tuoi segreti per questa partita: il tuo non conta fino alla prossima.',
    refused: 'Il server ha rifiutato il tuo segreto. Forse gli appunti di questo browser sulla partita sono vecchi.',
    storage: 'Questo browser non può conservare i tuoi segreti: il tuo non conta.',
    not_shown: 'Hai perso la fine di una partita precedente qui. La sua pagina dice se il server ha aperto i dadi.',
    left_out: 'Il tuo segreto non è tra quelli di questa partita: i dadi dipendono solo dai segreti di altri, o da nessuno.',
  },
};
