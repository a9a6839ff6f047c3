// @ts-check
// Ciò che il server rifiuta, e le sue righe nella chat.
import { make_formatters } from '../language.js';

const { text } = make_formatters('it');

// Perché il server dice di no.
export const refused = 'Non ha funzionato.';
/** @type {typeof import('./en.js').try_again} */
export const try_again = (span) => `Riprova tra ${span}.`;
/** The end of a ban or a mute. */
export const until = text('Vale fino al {moment}.');

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
  muted: 'Ora non puoi scrivere nella chat.',
  4002: 'Il server ha chiuso la connessione: da qui arrivava troppo.',
  4010: 'Hai chiesto che ti cancellassimo, ed è fatto. Se continui, sarai una persona nuova.',
  4011: 'Chi gestisce questo server ti ha escluso.',
};

/** By the name of the reason (protocol/reasons.def), for those that say more than their code. @type {{[why: string]: string}} */
export const reasons = {
  // ciò che decide chi gestisce il server
  banned_by_operator: 'Sei escluso da questo server: «{0}».',
  newcomers_barred: 'Ora dalla tua rete non possono venire nuovi giocatori.',
  muted_by_operator: 'Qui non puoi scrivere: «{0}».',
  chat_is_off: 'Su questo server non c’è chat.',
  word_refused: 'Questa riga ha una parola che qui non si vuole.',
  name_refused: 'Questo nome qui non si vuole; scegline un altro.',
  tables_by_word: 'Qui apre tavoli solo chi conosce la parola della casa.',
  tables_by_nobody: 'Ora qui nessuno può aprire tavoli.',
  tables_are_private: 'Su questo server i tavoli non si annunciano e non si gioca con sconosciuti.',
  reported_already: 'Hai già segnalato questa persona in questa partita.',
  reports_too_fast: 'Erano molte segnalazioni; aspetta un momento.',

  // le regole della casa
  option_value: 'Questo valore non va bene per «{0}».',
  option_unknown: 'Questo gioco non ha quell’opzione.',
  options_no_object: 'Il server non ha capito le regole della casa.',
  option_kind: 'Il server non ha capito le regole della casa.',
  // il tavolo
  database_away: 'Il database al momento non risponde; il gioco riprende appena risponde.',
  disk_slow: 'Il server ha più da annotare di quanto regga il suo disco.',
  name_invisible: 'Un nome ha da 1 a 20 caratteri visibili.',
  token_unknown: 'Il server non ti conosce più. Ricarica la pagina.',
  no_such_game: 'Questo server non ha il gioco «{0}».',
  tables_full: 'Qui ci sono già tanti tavoli quanti il server ne regge.',
  only_host: 'Può farlo solo chi ospita.',
  not_here: 'Non sei a questo tavolo.',
  leave_instead: 'A questo tavolo non si può guardare; se vuoi, esci.',
  nobody_seated: 'Quella persona non ha un posto qui.',
  nobody_lately: 'Quella persona non è stata a questo tavolo di recente.',
  only_person_hosts: 'Solo una persona può ospitare.',
  device_code_wrong: 'Il codice è sbagliato, già usato o scaduto. Chiedine un altro all’altro dispositivo.',
  too_fast: 'È stato troppo in una volta; aspetta un momento.',
  chat_too_fast: 'Lascia parlare anche gli altri; aspetta un momento.',
  players_of_network: 'Dalla tua rete sono arrivati troppi nuovi giocatori; aspetta un momento.',
  tokens_of_network: 'Dalla tua rete è arrivata troppa gente che il server non conosce; aspetta un momento.',
  own_tables: 'Hai già aperto tutti i tavoli che si possono aprire; gioca a uno di quelli.',
  tables_of_network: 'Dalla tua rete sono già stati aperti tutti i tavoli possibili; gioca a uno di quelli.',
  moves_of_network: 'Dalla tua rete sono già state fatte tutte le mosse possibili per oggi; aspetta un momento.',
  node_behind: 'Il server di quel tavolo non riesce a stare al passo; riprova.',
  moving: 'Il tavolo si sta spostando su un altro server; riprova.',
  no_code_left: 'In questo momento non c’è un codice per un nuovo tavolo.',
  tokens_or_codes_tried: 'Sono stati provati troppi codici.',
  codes_tried: 'Sono stati provati troppi codici.',
  passwords_of_table: 'A questo tavolo sono state provate troppe password.',
  codes_of_network: 'Dalla tua rete sono arrivati troppi codici sconosciuti; aspetta un momento.',
  passwords_of_network: 'Dalla tua rete sono arrivate troppe password; aspetta un momento.',
  name_of_server: 'Quel nome è del server; scegline un altro.',
  name_looks_alike: 'A questo tavolo qualcuno ha un nome che somiglia al tuo; scegline un altro.',
  none_running: 'Non si sta giocando nessuna partita.',
  present_plays_alone: 'Chi è qui gioca senza aiuto.',
  absent_too_short: '{0} non è assente da abbastanza tempo.',
  passwords_waiting: 'Il server sta controllando troppe password.',
  only_host_removes_bots: 'Il computer può essere mandato via solo da chi ospita.',
  only_host_removes_present: 'Chi è qui può essere mandato via solo da chi ospita.',
  stopped_by_fault: 'Un guasto del server ha fermato questo tavolo; ciò che è successo è conservato.',
  no_watching_left: 'Questo tavolo ha tanti spettatori quanti ne sono ammessi.',
  no_watching: 'Questo tavolo non ammette spettatori.',
  nobody_here: 'Quella persona non è a questo tavolo.',
  host_stays: 'Chi ospita non si può mandare via.',
  too_many_seated: 'Ci sono già {0} giocatori seduti.',
  no_bots: 'Questo tavolo non ammette bot.',
  no_such_seat: 'Questo tavolo non ha quel posto.',
  seats_full: 'Tutti i posti sono occupati.',
  seat_of: 'Lì c’è {0}.',
  not_ready: '{0} deve ancora dire «Ci sono».',
  needs_player: 'Per {0} serve almeno {1} giocatore.',
  needs_players: 'Per {0} servono almeno {1} giocatori.',
  none_played: 'Qui non si è ancora giocata nessuna partita.',
  none_started: 'Nessuna partita è ancora cominciata.',
  seats_out_of_range: '{0} ha da {1} a {2} posti.',
  unreadable_now: 'In questo momento non si è potuto leggere.',
  lookups_waiting: 'In questo momento troppi stanno consultando l’archivio.',
  house_thinks: 'Il computer lo sta ancora calcolando.',
  no_cup: 'Questo server non ha la coppa del giorno.',
  no_practice: 'Questo server non ha l’allenamento.',
  no_such_position: 'Non c’è una decisione del genere da provare.',
  cup_played: 'Hai già giocato la coppa di questo giorno.',
  cup_lost: 'La tua partita nella coppa di questo giorno è stata interrotta.',
  cup_alone: 'Un tavolo della coppa è per un solo giocatore e una sola partita.',
};

/** The server's own lines in the chat. @type {{[english: string]: string}} */
export const notices = {
  'A fault of the server stopped this table. Its record is kept.':
    'Un guasto del server ha fermato questo tavolo. Ciò che è successo è conservato.',
};
