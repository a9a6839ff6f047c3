// @ts-check
// Ogni parola della pagina, tranne quelle dei giochi.
import { speaking } from './language.js';

const { counted, list, number, plural, span, text } = speaking('it');

const levels = { easy: 'facile', medium: 'medio', hard: 'difficile' };

/** @type {typeof import('./en.js').words} */
export const words = {
  title: 'Cubilete',
  motto: 'Dadi e carte con gli amici, in mezzo minuto',
  how: 'Apri un tavolo, manda il link, gioca.',
  your_turn_title: 'Tocca a te · Cubilete',
  language: 'Lingua',

  link: {
    opening: 'Prendo il bussolotto…',
    reconnecting: 'Mi ricollego… il tuo posto e la tua partita sono al sicuro.',
    offline: 'Sei offline. Il tavolo riprende appena torna la rete.',
    closed: 'La connessione è stata chiusa.',
    lost: 'La connessione è caduta. Riprova.',
    again: 'Riprova',
    outdated: 'C’è una nuova versione di questa pagina.',
    load_again: 'Caricala',
    later: 'Più tardi',
  },

  name: { label: 'Il tuo nome', hint: 'Non chiediamo altro. Nessun account.', missing: 'Prima scrivi un nome.' },

  start: {
    games: 'A cosa giochiamo?',
    friends: 'Con amici',
    strangers: 'Con sconosciuti',
    house: 'Contro la casa',
    players: (from, to) => (from === to ? plural(from, { one: '# giocatore', other: '# giocatori' }) : `${number(from)}–${number(to)} giocatori`),
    minutes: text('circa {count} min'),
    rules: 'Regole',
    with: text('{game} con {names}'),
    phases: { waiting: 'in attesa', playing: 'in corso', finished: 'finita' },
    your_turn: 'tocca a te',
    over: 'Finite',
    unknown_options: text('Questo gioco non conosce: {names}.'),
    yours: 'I tuoi tavoli',
    make: 'Nuovo tavolo',
    public: 'Tavoli aperti',
    none: 'Nessuno aspetta a un tavolo aperto. Aprine uno e manda il link a un amico.',
    more: text('Mostra altri ({count})'),
    join: 'Entra',
    watch: 'Guarda',
    code: 'Codice del tavolo',
    code_hint: 'Sei lettere e cifre',
    go: 'Vai',
    host: text('Tavolo di {host}'),
    taken: (taken, seats) => `${plural(taken, { one: '# posto occupato', other: '# posti occupati' })} su ${number(seats)}`,
    playing: 'in gioco',
  },

  make: {
    title: 'Un nuovo tavolo',
    game: 'Gioco',
    seats: 'Posti',
    clock: 'Tempo',
    no_clock: 'Senza limite',
    time: (ms) => span(ms),
    public: 'Mostralo tra i tavoli aperti',
    witness: 'Segreti nuovi per ogni lancio',
    witnesses: { auto: 'Automatico', yes: 'Sempre', no: 'Mai' },
    witness_hint: 'Così nemmeno il server conosce un lancio prima della mossa. Automatico: dove giocano due o più persone.',
    rules: 'Regole della casa',
    go: 'Apri il tavolo',
    cancel: 'Annulla',
  },

  rules: {
    open: 'Leggi le regole',
    games: 'Regole dei giochi',
    fetching: 'Apro il regolamento…',
    missing: 'Non riesco a prendere il regolamento. Ricarica la pagina.',
    unknown: 'Qui nessuno gioca a questo gioco.',
  },

  join: {
    title: text('Tavolo {code}'),
    invited: 'Un invito a giocare: scrivi un nome e siediti.',
    next: 'Guarda e gioca la prossima partita',
    sit: 'Mi siedo',
    watch: 'Guardo e basta',
    home: 'Alla pagina iniziale',
  },

  room: {
    code: 'Tavolo',
    invite: 'Manda questo link ai tuoi amici',
    copy: 'Copia',
    copied: 'Copiato',
    share: 'Condividi',
    seats: 'Posti',
    seat: (seat) => `Posto ${number(seat + 1)}`,
    free: 'libero',
    sit: 'Mi siedo qui',
    stand: 'Mi alzo',
    you: 'tu',
    host: 'ospita',
    ready: 'c’è',
    away: 'assente',
    bot: 'bot',
    menu: text('Altro su {name}'),
    kick: 'Togli dal tavolo',
    make_host: 'Fai ospitare',
    spectators: counted({ one: '# persona guarda', other: '# persone guardano' }),
    watching: 'Stai guardando. Prendi un posto libero per giocare.',
    watching_full: 'I posti sono tutti occupati: intanto guardi.',
    start: 'Inizia la partita',
    start_hint: 'Inizia quando ci sono tutti.',
    i_am_ready: 'Ci sono',
    wait: 'Non ci sono ancora',
    waiting_for: text('Ci sei. La partita la inizia {host}.'),
    not_ready_yet: 'Di’ che ci sei, poi la partita può iniziare.',
    few: counted({ one: 'Manca un giocatore.', other: 'Mancano # giocatori.' }),
    unready: (names) => `${names.length === 1 ? 'Deve' : 'Devono'} ancora dire «Ci sono»: ${list(names)}.`,
    rules: 'Questo tavolo',
    leave: 'Esci',
    leave_now: 'Esci dalla partita',
    dealing: 'Apparecchio il tavolo…',
  },

  menu: {
    title: 'Menu',
    invite: 'Invita',
    keys: 'Tasti',
    leave: 'Uscire dalla partita?',
    stay: 'Resto',
    keys_do: [
      ['Spazio', 'lanciare i dadi'],
      ['1 – 6', 'tenere quel dado, o lanciarlo'],
      ['← ↑ ↓ →', 'andare a una casella, una carta o un posto'],
      ['Invio', 'scegliere e poi giocare'],
      ['?', 'mostrare questi tasti'],
    ],
  },

  quick: {
    looking: 'Cerco giocatori…',
    here: counted({ one: '# giocatore qui', other: '# giocatori qui' }),
    needed: counted({ one: 'ne manca uno', other: 'ne mancano #' }),
    starts: (seconds) => `comincia tra ${plural(seconds, { one: '# secondo', other: '# secondi' })}`,
    offer: 'Non è ancora venuto nessuno. Vuoi giocare con un giocatore della casa?',
    accept: 'Gioca con la casa',
    by_itself: 'La partita comincia da sola appena si è abbastanza.',
    title: 'Gioca con chi c’è',
  },

  house: {
    name: 'La casa',
    title: 'Gioca contro la casa',
    hint: 'Un tocco e si gioca: solo tu e la casa, senza orologio, e con i consigli se li chiedi.',
    company: 'Se non arriva nessuno, può venire un giocatore della casa',
    add: 'Fai sedere uno della casa',
    remove: text('Manda via {name}'),
    level_of: text('Quanto gioca bene {name}'),
    levels,
    bot: (level) => `bot · ${levels[level]}`,
    hints: 'La casa dà consigli',
    gives: 'dà consigli',
    ask: 'Che cosa farebbe la casa?',
    thinks: 'La casa sta pensando…',
    works: 'Ci vuole un momento. Il consiglio arriva da sé.',
    asked: text('{name} ha chiesto consiglio alla casa.'),
    you_asked: 'Hai chiesto consiglio alla casa.',
    units: {
      win: 'Probabilità di vincere',
      ahead: 'Probabilità di finire davanti',
      pot: 'Quota del piatto',
      points: 'Punteggio atteso',
    },
  },

  door: {
    password: 'Password',
    locked: 'Questo tavolo ha una password. Chiedila a chi ti ha invitato.',
    wrong: 'La password non è quella.',
    next_match: 'C’è una partita in corso, quindi guardi. Giochi nella prossima.',
    watching: 'Stai guardando questa partita.',
    want: 'Gioco nella prossima',
    next_seat: 'Stai guardando. Il prossimo posto libero è tuo.',
  },

  gone: {
    closed: 'Questo tavolo è chiuso.',
    kicked: 'Chi ospita ha dato via il tuo posto.',
    banned: 'Chi ospita non ti fa più entrare a questo tavolo.',
    no_spectators: 'A questo tavolo non si può più guardare.',
    left: 'Hai lasciato questo tavolo da un altro dispositivo.',
  },

  people: {
    next: 'il prossimo posto è suo',
    ban: 'Non far più entrare',
    vote_out: 'Libera il posto',
    voted: 'Hai votato',
    votes: (count, needed) =>
      `${number(count)} su ${plural(needed, { one: '# voto', other: '# voti' })} per liberare il posto`,
  },

  qr: {
    title: 'Codice QR',
    of_link: 'Codice QR del link a questo tavolo',
    big: 'A tutto schermo',
    scan: 'Inquadra con il telefono e gioca',
    hide: 'Nascondi il codice',
    show: 'Mostra il codice',
    hidden: 'nascosto',
  },

  change: {
    open: 'Cambia',
    title: 'Cambia questo tavolo',
    save: 'Salva',
    door: 'Chi può entrare',
    watch: 'Si può guardare',
    no_password: 'Togli la password',
    new_password: 'Lasciala vuota per far entrare chiunque abbia il link.',
    keep_password: 'Lasciala vuota per tenere quella che c’è.',
    is_public: 'chiunque, è in lista',
    is_locked: 'con password',
    unwatched: 'non si può guardare',
  },

  device: {
    title: 'Gioca su un altro dispositivo',
    hint: 'Il tuo nome e i tuoi tavoli vengono con te, e restano anche su questo dispositivo.',
    offer: 'Mostra un codice',
    qr: 'Codice QR per l’altro dispositivo',
    how: 'Inquadralo con l’altro dispositivo o scrivi lì il codice. Vale una volta sola, per cinque minuti.',
    label: 'Codice dell’altro dispositivo',
    use: 'Usalo',
    question: 'Giochi qui come sull’altro dispositivo?',
    loses: text('Di’ di sì solo se il codice è tuo. Qui {name} non giocherà più.'),
    yes: 'Sì, è mio',
    no: 'No',
    also_plays: 'Ora anche un altro dispositivo gioca come te.',
  },

  table: {
    over: 'Fine della partita',
    your_turn: 'Tocca a te',
    turn: text('Tocca a {name}'),
    round: text('Giro {round}'),
    house: 'gioca la casa',
    by_house: text('La casa gioca per {name}.'),
    by_house_for_you: 'La casa gioca per te.',
    dice_late: text('Il segreto di {name} è arrivato tardi: in questa partita non conta più.'),
    dice_late_you: 'Il tuo segreto è arrivato tardi: in questa partita non conta più.',
    by_clock: 'Tempo scaduto: ha giocato la casa.',
    started: 'La partita comincia.',
    time_left: 'Tempo rimasto',
    seconds: (seconds) =>
      seconds >= 60 ? `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}` : `${seconds}`,
    panel: 'Cronaca e chat',
    close: 'Chiudi',
    log: 'Che cosa è successo',
    fingerprint: 'Impronta',
    fingerprint_is: 'Riassume tutto ciò che è successo. A questo tavolo tutti devono vedere la stessa.',
    unknown: 'Questa pagina non sa mostrare questo gioco. Ricaricala.',
  },

  history: {
    title: 'Uno sguardo indietro',
    boards: 'Classifiche',
    fair: 'Dadi che puoi verificare',
    mine: 'Le tue partite',
    failed: 'Non si è potuto caricare. Riprova.',
  },

  chat: { title: 'Chat', label: 'Di’ qualcosa', send: 'Invia', none: 'Saluta tutti!' },

  result: {
    ahead: text('Con {text} di vantaggio'),
    behind: (place, text) => (text ? `Posto ${number(place)}, a ${text}` : `Posto ${number(place)}`),
    best: text('Il meglio della partita: {name}, {text}'),
    share: 'Condividi il risultato',
    share_picture: 'Condividi un’immagine',
    save_picture: 'Salva un’immagine',
    next: 'Posti e regole della prossima partita',
    won: (names, mine) =>
      mine && names.length === 1
        ? 'Hai vinto!'
        : names.length > 1
          ? `${list(names)} vincono insieme`
          : `Vince ${names[0]}`,
    done: 'Ben giocato',
    abandoned: 'La partita è stata abbandonata.',
    void: 'Il server non ha potuto continuare questa partita, che quindi non conta.',
    again: 'Gioca ancora',
    voted: 'Ci sei',
    votes: (count, of) =>
      plural(count, { one: `# su ${number(of)} vuole giocare ancora`, other: `# su ${number(of)} vogliono giocare ancora` }),
    points: 'punti',
  },
};

/** @type {typeof import('./en.js').feel_words} */
export const feel_words = {
  hint: { title: 'La tua prima partita', skip: 'Salta i consigli', sound: 'Giocare con i suoni?', sound_on: 'Sì', no_sound: 'Senza suoni' },
  settings: {
    title: 'Impostazioni',
    theme: 'Colori',
    themes: { auto: 'Auto', light: 'Chiari', dark: 'Scuri' },
    sound: 'Suoni',
    buzz: 'Vibra quando tocca a me',
    careful: 'Chiedere prima di pescare se si può calare una carta',
    awake: 'Schermo acceso mentre gioco',
    call: 'Avvisami quando tocca a me',
    hidden: 'Nascondi i codici dei tavoli, per le dirette',
    blocked: 'Il tuo browser non lascia che questa pagina ti avvisi.',
  },
  call: {
    offer: 'Vai su un’altra pagina? Ti chiamiamo noi quando tocca a te.',
    yes: 'Chiamami',
    no: 'No, grazie',
  },
  chat: {
    react: 'Reagisci',
    phrases: ['Bella mossa!', 'Bella partita!', 'Ahi!', 'Forza!'],
    mute: 'Silenzia qualcuno',
    muted: text('Silenzia {name}'),
    muted_hint: 'Non vedi più quello che scrive. Non se ne accorge.',
  },
  table: {
    away: text('{name} non c’è. Se scade il tempo, gioca la casa.'),
    away_no_clock: text('{name} non c’è. Il tavolo aspetta.'),
    house: text('{name} non c’è: gioca la casa.'),
    let_house: 'Faccia giocare la casa',
    let_house_votes: text('{by} su {needed} vogliono che giochi la casa'),
    house_for_me: 'La casa sta giocando per te.',
    back: 'Eccomi',
  },
  units: {
    points: counted({ one: '# punto', other: '# punti' }),
    games: counted({ one: '# partita', other: '# partite' }),
  },
};
