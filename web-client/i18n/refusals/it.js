// @ts-check
// Perché il server dice di no.

export const unknown = 'Non ha funzionato.';
/** @type {typeof import('./en.js').again} */
export const again = (span) => `Riprova tra ${span}.`;

/** @type {typeof import('./en.js').codes} */
export const codes = {
  bad_message: 'Il server non ha capito questa pagina. Ricaricala.',
  unknown_type: 'Il server non ha capito questa pagina. Ricaricala.',
  too_big: 'È troppo lungo.',
  too_deep: 'Il server non ha capito questa pagina. Ricaricala.',
  hello_first: 'La connessione non era ancora pronta. Riprova.',
  bad_version: 'Il server è stato rinnovato. Ricarica la pagina.',
  bad_token: 'Il server non ti conosce più. Ricarica la pagina.',
  bad_name: 'Un nome ha da 1 a 20 caratteri visibili.',
  bad_text: 'Questo testo non si può mostrare agli altri.',
  rate_limited: 'Era troppo in una volta.',
  no_room: 'Questo tavolo non esiste.',
  room_full: 'Questo tavolo è pieno.',
  seat_taken: 'Quel posto è occupato.',
  wrong_password: 'La password non è questa.',
  banned: 'Non puoi venire a questo tavolo.',
  not_host: 'Può farlo solo chi ospita.',
  not_seated: 'Non hai un posto a questo tavolo.',
  not_in_room: 'Non sei a questo tavolo.',
  bad_options: 'Queste regole della casa non vanno insieme.',
  not_started: 'La partita non è cominciata.',
  already_started: 'La partita è già cominciata.',
  not_your_turn: 'Non tocca a te.',
  illegal_move: 'Le regole non lo permettono.',
  stale: 'Intanto il tavolo è andato avanti.',
  match_over: 'La partita è finita.',
  id_reused: 'Questa mossa è già stata mandata.',
  taken: 'Un altro dei tuoi dispositivi partecipa già ai dadi.',
  bad_value: 'Questo valore non corrisponde a quello che questo dispositivo ha dato prima per i dadi.',
  busy: 'Il server ha troppo da fare.',
  storage: 'Il server non ha potuto annotarlo; non è cambiato nulla.',
  shutting_down: 'Il server sta per riavviarsi.',
  4002: 'Il server ha chiuso la connessione: da qui arrivava troppo.',
  4003: 'Il server non accetta connessioni da questo indirizzo della pagina.',
  4010: 'Hai chiesto che ti cancellassimo, ed è fatto. Se continui, sarai una persona nuova.',
};

/** @type {{[english: string]: string}} */
export const sentences = {
  // le regole della casa
  '{} is {}.': 'Questo valore non va bene per «{0}».',
  'This game has no option of that name.': 'Questo gioco non ha quell’opzione.',
  'Options are an object of names and values.': 'Il server non ha capito le regole della casa.',
  "An option is a choice's name, an integer, true or false.": 'Il server non ha capito le regole della casa.',
  // il tavolo
  'The database does not answer just now; the game goes on when it does.':
    'Il database al momento non risponde; il gioco riprende appena risponde.',
  'The server has more to write than its disk can take.':
    'Il server ha più da annotare di quanto regga il suo disco.',
  'A name has 1 to 20 visible characters.': 'Un nome ha da 1 a 20 caratteri visibili.',
  'This server does not know that token.': 'Il server non ti conosce più. Ricarica la pagina.',
  'This server has no game "{}".': 'Questo server non ha il gioco «{0}».',
  'There are as many tables here as this server can serve.': 'Qui ci sono già tanti tavoli quanti il server ne regge.',
  'Only the host may do that.': 'Può farlo solo chi ospita.',
  'You are not in this room.': 'Non sei a questo tavolo.',
  'Nobody may watch at this table; leave it instead.': 'A questo tavolo non si può guardare; se vuoi, esci.',
  'Nobody of that id has a seat here.': 'Quella persona non ha un posto qui.',
  'Nobody of that id has been in this room of late.': 'Quella persona non è stata a questo tavolo di recente.',
  'Only a person can be made host.': 'Solo una persona può ospitare.',
  'That code is wrong, used or too old.':
    'Il codice è sbagliato, già usato o scaduto. Chiedine un altro all’altro dispositivo.',
  'That was too much at once; wait a moment.': 'È stato troppo in una volta; aspetta un momento.',
  'Let the others get a word in; wait a moment.': 'Lascia parlare anche gli altri; aspetta un momento.',
  'Too many new players have come from your network; wait a moment.':
    'Dalla tua rete sono arrivati troppi nuovi giocatori; aspetta un momento.',
  'Too many unknown tokens have come from your network; wait a moment.':
    'Dalla tua rete è arrivata troppa gente che il server non conosce; aspetta un momento.',
  'You have opened as many tables as one may; play at one of them.':
    'Hai già aperto tutti i tavoli che si possono aprire; gioca a uno di quelli.',
  'Your network has opened as many tables as one may; play at one of them.':
    'Dalla tua rete sono già stati aperti tutti i tavoli possibili; gioca a uno di quelli.',
  'Your network has made as many moves as one may in a day; wait a moment.':
    'Dalla tua rete sono già state fatte tutte le mosse possibili per oggi; aspetta un momento.',
  'The server of that table cannot keep up; try again.': 'Il server di quel tavolo non riesce a stare al passo; riprova.',
  'The table is moving to another server; try again.': 'Il tavolo si sta spostando su un altro server; riprova.',
  'There is no code for a new table just now.': 'In questo momento non c’è un codice per un nuovo tavolo.',
  'Too many tokens or codes were tried just now.': 'Sono stati provati troppi codici.',
  'Too many codes were tried just now.': 'Sono stati provati troppi codici.',
  'Too many passwords were tried at this table.': 'A questo tavolo sono state provate troppe password.',
  'Too many unknown codes have come from your network; wait a moment.':
    'Dalla tua rete sono arrivati troppi codici sconosciuti; aspetta un momento.',
  'Too many passwords have come from your network; wait a moment.':
    'Dalla tua rete sono arrivate troppe password; aspetta un momento.',
  "That name is the server's own; take another.": 'Quel nome è del server; scegline un altro.',
  'Somebody at this table has a name that looks like yours; take another.':
    'A questo tavolo qualcuno ha un nome che somiglia al tuo; scegline un altro.',
  'No match is being played.': 'Non si sta giocando nessuna partita.',
  'Who is here plays without help.': 'Chi è qui gioca senza aiuto.',
  '{} has been away for less than a minute.': '{0} manca da meno di un minuto.',
  'Too many passwords are being looked at.': 'Il server sta controllando troppe password.',
  'A player of the house can only be sent away by the host.':
    'Un giocatore della casa può essere mandato via solo da chi ospita.',
  'Who is here can only be sent away by the host.': 'Chi è qui può essere mandato via solo da chi ospita.',
  'This table was stopped by a fault of the server; its record is kept.':
    'Un guasto del server ha fermato questo tavolo; ciò che è successo è conservato.',
  'A fault of the server stopped this table. Its record is kept.':
    'Un guasto del server ha fermato questo tavolo. Ciò che è successo è conservato.',
  'This table has as many spectators as one may have.': 'Questo tavolo ha tanti spettatori quanti ne sono ammessi.',
  'This table takes no spectators.': 'Questo tavolo non ammette spettatori.',
  'Nobody of that id is in this room.': 'Quella persona non è a questo tavolo.',
  'The host cannot be sent away.': 'Chi ospita non si può mandare via.',
  '{} players are seated.': 'Ci sono già {0} giocatori seduti.',
  'This table takes no bots.': 'Questo tavolo non ammette bot.',
  'This table has no such seat.': 'Questo tavolo non ha quel posto.',
  'Every seat is taken.': 'Tutti i posti sono occupati.',
  '{} sits there.': 'Lì c’è {0}.',
  '{} is not ready.': '{0} deve ancora dire «Ci sono».',
  '{} needs at least {} player.': 'Per {0} serve almeno {1} giocatore.',
  '{} needs at least {} players.': 'Per {0} servono almeno {1} giocatori.',
  'No match has been played here yet.': 'Qui non si è ancora giocata nessuna partita.',
  'No match has been started yet.': 'Nessuna partita è ancora cominciata.',
  '{} has {} to {} seats.': '{0} ha da {1} a {2} posti.',
  'It could not be read just now.': 'In questo momento non si è potuto leggere.',
  'Too many are looking things up just now.': 'In questo momento troppi stanno consultando l’archivio.',
  'The house is still working that out.': 'La casa lo sta ancora calcolando.',
};
