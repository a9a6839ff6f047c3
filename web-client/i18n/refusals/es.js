// @ts-check
// Lo que el servidor rechaza, y sus propias líneas en el chat.
import { make_formatters } from '../language.js';

const { text } = make_formatters('es');

// Por qué el servidor dice que no.
export const refused = 'No se pudo.';
/** @type {typeof import('./en.js').try_again} */
export const try_again = (span) => `Inténtalo otra vez en ${span}.`;
/** The end of a ban or a mute. */
export const until = text('Vale hasta el {moment}.');

/** @type {typeof import('./en.js').codes} */
export const codes = {
  bad_message: 'El servidor no entendió esta página. Cárgala de nuevo.',
  unknown_type: 'El servidor no entendió esta página. Cárgala de nuevo.',
  too_big: 'Eso es demasiado largo.',
  too_deep: 'El servidor no entendió esta página. Cárgala de nuevo.',
  hello_first: 'La conexión aún no estaba lista. Inténtalo otra vez.',
  bad_version: 'El servidor se renovó. Carga la página de nuevo.',
  bad_token: 'El servidor ya no te conoce. Carga la página de nuevo.',
  bad_name: 'Un nombre tiene de 1 a 20 caracteres visibles.',
  bad_text: 'Ese texto no se puede mostrar a los demás.',
  rate_limited: 'Eso fue demasiado de una vez.',
  no_room: 'No existe esa mesa.',
  room_full: 'Esta mesa está llena.',
  seat_taken: 'Ese lugar está ocupado.',
  wrong_password: 'Esa no es la contraseña.',
  banned: 'No puedes entrar a esta mesa.',
  not_host: 'Eso solo lo puede hacer quien está a cargo.',
  not_seated: 'No tienes lugar en esta mesa.',
  not_in_room: 'No estás en esta mesa.',
  bad_options: 'Esas reglas de la casa no van juntas.',
  not_started: 'La partida no ha empezado.',
  already_started: 'La partida ya empezó.',
  not_your_turn: 'No es tu turno.',
  illegal_move: 'Las reglas no lo permiten.',
  stale: 'La mesa ya avanzó desde entonces.',
  match_over: 'La partida terminó.',
  id_reused: 'Esa jugada ya se mandó.',
  taken: 'Otro de tus dispositivos ya participa en los dados.',
  bad_value: 'Este valor no corresponde a lo que este dispositivo dio antes para los dados.',
  busy: 'El servidor tiene demasiado que hacer.',
  storage: 'El servidor no pudo anotarlo; nada cambió.',
  shutting_down: 'El servidor está por reiniciarse.',
  muted: 'Ahora no puedes escribir en el chat.',
  4002: 'El servidor cerró la conexión: desde aquí llegó demasiado.',
  4010: 'Pediste que te borráramos, y hecho está. Si sigues, serás alguien nuevo.',
  4011: 'Quien administra este servidor te ha vetado.',
};

/** By the name of the reason (protocol/reasons.def), for those that say more than their code. @type {{[why: string]: string}} */
export const reasons = {
  // lo que decide quien administra el servidor
  banned_by_operator: 'Te han vetado en este servidor: «{0}».',
  newcomers_barred: 'Ahora no pueden entrar jugadores nuevos desde tu red.',
  muted_by_operator: 'Aquí no puedes escribir: «{0}».',
  chat_is_off: 'En este servidor no hay chat.',
  word_refused: 'Esa línea tiene una palabra que aquí no se quiere.',
  name_refused: 'Ese nombre no se quiere en este servidor; elige otro.',
  tables_by_word: 'Aquí solo abren mesas quienes conocen la palabra de la casa.',
  tables_by_nobody: 'Ahora nadie puede abrir mesas aquí.',
  tables_are_private: 'En este servidor las mesas no se anuncian y no se juega con desconocidos.',
  reported_already: 'Ya denunciaste a esa persona en esta partida.',
  reports_too_fast: 'Fueron muchas denuncias; espera un momento.',

  // las reglas de la casa
  option_value: 'Ese valor no vale para «{0}».',
  option_unknown: 'Este juego no tiene esa opción.',
  options_no_object: 'El servidor no entendió las reglas de la casa.',
  option_kind: 'El servidor no entendió las reglas de la casa.',
  // la mesa
  database_away: 'La base de datos no contesta por ahora; el juego sigue en cuanto conteste.',
  disk_slow: 'El servidor tiene más que anotar de lo que aguanta su disco.',
  name_invisible: 'Un nombre tiene de 1 a 20 caracteres visibles.',
  token_unknown: 'El servidor ya no te conoce. Carga la página de nuevo.',
  no_such_game: 'Este servidor no tiene el juego «{0}».',
  tables_full: 'Aquí ya hay tantas mesas como el servidor puede atender.',
  only_host: 'Eso solo lo puede hacer quien está a cargo.',
  not_here: 'No estás en esta mesa.',
  leave_instead: 'En esta mesa no se puede mirar; si quieres, sal de ella.',
  nobody_seated: 'Esa persona no tiene lugar aquí.',
  nobody_lately: 'Esa persona no ha estado en esta mesa últimamente.',
  only_person_hosts: 'Solo una persona puede quedar a cargo.',
  device_code_wrong: 'Ese código está mal, ya se usó o caducó. Pide otro en tu otro dispositivo.',
  too_fast: 'Fue demasiado de una vez; espera un momento.',
  chat_too_fast: 'Deja hablar también a los demás; espera un momento.',
  players_of_network: 'Desde tu red llegaron demasiados jugadores nuevos; espera un momento.',
  tokens_of_network: 'Desde tu red llegó demasiada gente que el servidor no conoce; espera un momento.',
  own_tables: 'Ya abriste tantas mesas como se puede; juega en una de ellas.',
  tables_of_network: 'Desde tu red ya se abrieron tantas mesas como se puede; juega en una de ellas.',
  moves_of_network: 'Desde tu red ya se hicieron todas las jugadas que se pueden hacer en un día; espera un momento.',
  node_behind: 'El servidor de esa mesa no da abasto; inténtalo otra vez.',
  moving: 'La mesa se está mudando a otro servidor; inténtalo otra vez.',
  no_code_left: 'Ahora mismo no hay código para una mesa nueva.',
  tokens_or_codes_tried: 'Se han probado demasiados códigos.',
  codes_tried: 'Se han probado demasiados códigos.',
  passwords_of_table: 'En esta mesa se han probado demasiadas contraseñas.',
  codes_of_network: 'Han llegado demasiados códigos desconocidos desde tu red; espera un momento.',
  passwords_of_network: 'Desde tu red llegaron demasiadas contraseñas; espera un momento.',
  name_of_server: 'Ese nombre es del servidor; elige otro.',
  name_looks_alike: 'En esta mesa hay alguien con un nombre que se parece al tuyo; elige otro.',
  none_running: 'No se está jugando ninguna partida.',
  present_plays_alone: 'Quien está aquí juega sin ayuda.',
  absent_too_short: '{0} no lleva ausente el tiempo suficiente.',
  passwords_waiting: 'El servidor está revisando demasiadas contraseñas.',
  only_host_removes_bots: 'A la computadora solo la puede echar quien está a cargo.',
  only_host_removes_present: 'A quien está aquí solo lo puede echar quien está a cargo.',
  stopped_by_fault: 'Una falla del servidor detuvo esta mesa; su registro se conserva.',
  no_watching_left: 'Esta mesa tiene tantos espectadores como se admiten.',
  no_watching: 'Esta mesa no admite espectadores.',
  nobody_here: 'Esa persona no está en esta mesa.',
  host_stays: 'A quien está a cargo no se le puede sacar.',
  too_many_seated: 'Ya hay {0} jugadores sentados.',
  no_bots: 'Esta mesa no admite bots.',
  no_such_seat: 'Esta mesa no tiene ese lugar.',
  seats_full: 'Todos los lugares están ocupados.',
  seat_of: 'Ahí está {0}.',
  not_ready: 'Falta que {0} diga «Ya estoy».',
  needs_player: 'Para {0} hace falta al menos {1} jugador.',
  needs_players: 'Para {0} hacen falta al menos {1} jugadores.',
  none_played: 'Aquí aún no se ha jugado ninguna partida.',
  none_started: 'Aún no empezó ninguna partida.',
  seats_out_of_range: '{0} tiene de {1} a {2} lugares.',
  unreadable_now: 'No se pudo leer ahora mismo.',
  lookups_waiting: 'Ahora mismo hay demasiada gente consultando.',
  house_thinks: 'La computadora todavía lo está calculando.',
  no_cup: 'Este servidor no tiene copa del día.',
  no_practice: 'Este servidor no tiene práctica.',
  no_such_position: 'No existe esa decisión para practicar.',
  cup_played: 'Ya jugaste la copa de este día.',
  cup_lost: 'Tu partida en la copa de este día se interrumpió.',
  cup_alone: 'Una mesa de la copa es para un solo jugador y una sola partida.',
};

/** The server's own lines in the chat. @type {{[english: string]: string}} */
export const notices = {
  'A fault of the server stopped this table. Its record is kept.':
    'Una falla del servidor detuvo esta mesa. Su registro se conserva.',
};
