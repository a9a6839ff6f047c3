// @ts-check
// Testi sui dadi che si possono verificare: la finestra del segno, ciò che la pagina ha trovato di sbagliato e la pagina su tutto questo.
import { make_formatters } from '../language.js';

const { counted } = make_formatters('it');

// Chi decide dadi e carte, e ciò che la pagina ha trovato di sbagliato.
/** @type {typeof import('./en.js').explained} */
export const explained = {
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
  cup: 'Sono i dadi della coppa del giorno. Sono gli stessi per tutti e nascono dalla catena di semi della casa, perciò non contengono segreti di giocatori. Il seme del giorno viene aperto dopo la mezzanotte (UTC), e allora chiunque può verificare ogni lancio.',
  who: 'Di chi conta il segreto',
  you: 'tu',
  there: 'conta',
  missing: {
    bot: 'è il computer, non ha un segreto',
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
    not_shown: 'Ti è sfuggita la fine di una partita precedente qui. La sua pagina dice se il server ha aperto i dadi.',
    left_out: 'Il tuo segreto non è tra quelli di questa partita: i dadi dipendono solo dai segreti di altri, o da nessuno.',
  },
};

/** @type {typeof import('./en.js').fair} */
export const fair = {
  sealed: ['il server', 'tu'],
  title: 'Dadi che puoi verificare',
  lead: 'Se il tuo segreto era in una partita, dopo puoi verificare che nessuno ne ha scelto i dadi e le carte: né il server, né chi lo gestisce, né un altro giocatore.',

  sections: [
    {
      title: 'Bigliettini piegati',
      text: [
        'Immagina che ogni giocatore scriva un numero segreto su un bigliettino, lo pieghi e lo metta sul tavolo, dove tutti lo vedono. Quando tutti i bigliettini sono sul tavolo, i giocatori li aprono, e i dadi si calcolano da tutti i numeri insieme.',
        'Nessuno può cambiare un bigliettino che è già sul tavolo, e nessuno conosceva i numeri degli altri mentre scriveva il suo. Perciò basta un bigliettino onesto perché nessuno possa prevedere il risultato.',
        'Il server e il programma di ogni giocatore fanno lo stesso. La tua pagina lo fa da sola; tu non devi fare niente.',
      ],
      steps: [],
    },
    {
      title: 'Che cosa succede in una partita',
      text: [],
      steps: [
        'Per primo piega il suo bigliettino il server, poi il programma di ogni giocatore. Nessuno può aggiungersi dopo o cambiare qualcosa.',
        'I programmi dei giocatori aprono i loro bigliettini. Il server tiene il suo chiuso fino alla fine della partita.',
        'Per ogni lancio, i programmi di tutti i giocatori collegati danno un segreto in più, ma solo quando la mossa è già fatta. Se uno di loro è onesto, il server non può conoscere un lancio prima della mossa. Un tavolo può farne a meno; allora il suo segno dice che il server può conoscere i lanci in anticipo.',
        'Alla fine il server apre il suo bigliettino. Il registro della partita contiene tutto, e chiunque può ricalcolare ogni risultato.',
      ],
    },
    {
      title: 'Che cosa vedi',
      text: [
        'Al tavolo c’è un piccolo bussolotto. È chiuso mentre si raccolgono i bigliettini e porta una spunta quando ogni posto contribuisce. Se lo tocchi, dice chi non contribuisce: i bot del computer, i programmi vecchi e i giocatori il cui segreto è arrivato tardi.',
        'Sulla pagina di una partita finita il tuo browser verifica tutto e dice, per esempio, «213 lanci su 213 verificati; il tuo segreto è in ognuno dei 213». Quando rivedi la partita, mostra per ogni lancio com’è nato.',
        'Il tuo browser ricorda che cosa ha dato, che cosa gli è stato mostrato, quali mosse ha mandato e chi sedeva dove, e confronta il registro con questo. Se il tuo segreto è nel registro, i risultati seguono dai segreti e il registro ha ciò che ti è stato mostrato, allora nessuno ha scelto i risultati.',
        'Il tuo browser non sa regole. Vede se ti è stato mostrato ciò che dice il registro; se è giusto secondo le regole lo può dire solo `cubilete verify`, con il registro e i tuoi appunti, che la pagina della partita salva.',
        'Se il tuo segreto non è in una partita, la tua pagina lo dice subito, e dopo non dice che la partita è stata onesta per te. Se nessuno di onesto ha un segreto in una partita, il server ne sceglie liberamente i dadi e le carte.',
      ],
      steps: [],
    },
    {
      title: 'Partite interrotte',
      text: [
        'Un server a cui una distribuzione non piace può interrompere la partita e cominciarne un’altra con segreti nuovi. Che abbia ricominciato finché una distribuzione gli andava bene non si può escludere con una prova, solo contare.',
        'Perciò il tuo browser ricorda come sono finite qui le tue ultime 20 partite, e prima della prossima dice quante sono state interrotte: il server le ha chiuse senza risultato, non ha mai aperto il suo bigliettino o non ne ha il registro. Quelle che un giocatore ha abbandonato si contano a parte. Una sola può essere un riavvio o una cattiva connessione. Se succede spesso, gioca altrove.',
      ],
      steps: [],
    },
    {
      title: 'Se non ti fidi di questa pagina',
      text: [
        'Questa pagina viene dal server che vuoi verificare. Un server disonesto potrebbe mandarti una pagina che mostra un verdetto qualsiasi. Perciò puoi verificare anche altrove:',
      ],
      steps: [
        'Il comando `cubilete verify`, che puoi compilare da te, gioca anche di nuovo la partita secondo le regole.',
        'Il verificatore è un solo file che puoi conservare, leggere e usare senza rete, con le partite di qualunque server.',
        'I programmi per bot in Python e JavaScript contribuiscono, prendono appunti e verificano da soli.',
      ],
    },
  ],

  who: {
    title: 'Chi può fare che cosa',
    can: 'Può',
    cannot: 'Non può',
    rows: [
      {
        who: 'I giocatori, senza il server',
        can: 'Ritardare un lancio di un secondo e mezzo. Lasciare la partita, senza sapere che cosa verrà.',
        cannot: 'Scegliere un risultato, o conoscerlo in anticipo.',
      },
      {
        who: 'Il server, anche insieme a giocatori, se per ogni lancio viene interrogato un giocatore onesto',
        can: 'Lasciare un posto fuori da un lancio in anticipo, il che resta registrato; se in quel lancio non resta nessun posto onesto, conoscerlo prima. Una volta per partita e per posto: dichiarare tardivo il suo segreto dopo averlo visto, il che resta registrato e dà una seconda possibilità per un lancio. Con più posti nello stesso lancio le possibilità si moltiplicano: quattro risultati con due posti, otto con tre. Rifiutare mosse, dichiarare assente qualcuno, chiudere la partita, e ricominciare finché una distribuzione gli va bene.',
        cannot: 'Scegliere altro. Conoscere un lancio prima che la mossa sia fatta.',
      },
      {
        who: 'Il server, se non contribuisce nessun giocatore onesto',
        can: 'Scegliere liberamente tutti i dadi e le carte, e inventare giocatori che contribuiscono.',
        cannot: 'Far credere al tuo programma che tu abbia contribuito.',
      },
      {
        who: 'Una pagina disonesta, mandata dal server',
        can: 'Inventare il tuo segreto al posto tuo, e mostrare un verdetto qualsiasi.',
        cannot: 'Ingannare un programma di altra provenienza che ha preso appunti.',
      },
      {
        who: 'Un registro da solo, senza gli appunti di nessuno',
        can: 'Mostrare che non si contraddice.',
        cannot: 'Mostrare che i suoi giocatori sono esistiti, o che non gli è stata tagliata la fine.',
      },
    ],
    secrecy: 'Il server conosce sempre tutte le mani e il mazzo. Una verifica dice che nessuno li ha scelti. Non dice che chi gestisce il server non lo racconti a nessuno.',
  },

  curious: {
    title: 'Per i curiosi: i calcoli',
    lead: '`H(a, b, …)` è SHA-256 sulle parti, ciascuna preceduta dalla sua lunghezza in quattro byte, il più alto per primo. `M(k, a, b, …)` è HMAC-SHA-256 sugli stessi byte. `u32` e `u64` sono numeri di quattro e otto byte, `‖` unisce byte. I bigliettini piegati sono hash come questi: mostrano che un segreto era fissato, ma non qual è.',
    formulas: {
      commit: 'Prima dell’inizio il server pubblica `C`. `s` è il suo segreto, 32 byte casuali; `m` è l’identificatore della partita.',
      chain: 'Da un segreto di 32 byte casuali ogni programma calcola una catena di 4096 anelli. Pubblica l’ultimo, la punta `t`, e più tardi gli altri, all’indietro. Da un anello tutti possono calcolare il successivo, ma nessuno il precedente.',
      mark: 'Il contrassegno di un giocatore: `q` è il suo identificatore, `z` sono 16 byte casuali.',
      roster: 'Ciò che era fissato prima di aprire qualcosa: `e` sono le impostazioni della partita, `p` i contrassegni dei giocatori, `i ‖ t` ogni posto con la sua punta.',
      key: 'La chiave della partita. `v` è l’anello prima della punta, con cui ogni posto apre il suo bigliettino. `00` sta per un posto il cui anello è arrivato tardi.',
      block: 'Otto parole di 32 bit per l’estrazione `k`. `c` è 1 per i dadi, 2 per un numero, 3 per una mescolata; `a` quanti dadi, numeri o carte; `b` le facce di un dado, o 0. Seguono gli anelli nuovi dei posti interrogati. Se otto parole non bastano, `j` conta avanti.',
    },
    after: [
      'Un numero da 0 a n − 1 è la parola successiva modulo n. Le parole da 2³² − (2³² mod n) in poi si saltano, perché tutti i risultati siano ugualmente probabili. Un dado è un tale numero più 1. Una mescolata comincia con i posti da 0 ad a − 1 e, per i da a − 1 fino a 1, scambia il posto i con uno da 0 a i.',
      'Il testo esatto, con tutti i campi di un registro e un esempio da calcolare a mano, è `docs/fairness.md` nei sorgenti di Cubilete (in inglese).',
    ],
  },
};
