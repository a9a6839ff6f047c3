// @ts-check
// Por qué el servidor dice que no.

export const unknown = 'No se pudo.';
/** @type {typeof import('./en.js').again} */
export const again = (span) => `Inténtalo otra vez en ${span}.`;

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
  4002: 'El servidor cerró la conexión: desde aquí llegó demasiado.',
  4003: 'El servidor no acepta conexiones desde esta dirección de la página.',
  4010: 'Pediste que te borráramos, y hecho está. Si sigues, serás alguien nuevo.',
};

/** @type {{[english: string]: string}} */
export const sentences = {
  // las reglas de la casa
  '{} is {}.': 'Ese valor no vale para «{0}».',
  'This game has no option of that name.': 'Este juego no tiene esa opción.',
  'Options are an object of names and values.': 'El servidor no entendió las reglas de la casa.',
  "An option is a choice's name, an integer, true or false.": 'El servidor no entendió las reglas de la casa.',
  // la mesa
  'The database does not answer just now; the game goes on when it does.':
    'La base de datos no contesta por ahora; el juego sigue en cuanto conteste.',
  'The server has more to write than its disk can take.': 'El servidor tiene más que anotar de lo que aguanta su disco.',
  'A name has 1 to 20 visible characters.': 'Un nombre tiene de 1 a 20 caracteres visibles.',
  'This server does not know that token.': 'El servidor ya no te conoce. Carga la página de nuevo.',
  'This server has no game "{}".': 'Este servidor no tiene el juego «{0}».',
  'There are as many tables here as this server can serve.': 'Aquí ya hay tantas mesas como el servidor puede atender.',
  'Only the host may do that.': 'Eso solo lo puede hacer quien está a cargo.',
  'You are not in this room.': 'No estás en esta mesa.',
  'Nobody may watch at this table; leave it instead.': 'En esta mesa no se puede mirar; si quieres, sal de ella.',
  'Nobody of that id has a seat here.': 'Esa persona no tiene lugar aquí.',
  'Nobody of that id has been in this room of late.': 'Esa persona no ha estado en esta mesa últimamente.',
  'Only a person can be made host.': 'Solo una persona puede quedar a cargo.',
  'That code is wrong, used or too old.':
    'Ese código está mal, ya se usó o caducó. Pide otro en tu otro dispositivo.',
  'That was too much at once; wait a moment.': 'Fue demasiado de una vez; espera un momento.',
  'Let the others get a word in; wait a moment.': 'Deja hablar también a los demás; espera un momento.',
  'Too many new players have come from your network; wait a moment.':
    'Desde tu red llegaron demasiados jugadores nuevos; espera un momento.',
  'Too many unknown tokens have come from your network; wait a moment.':
    'Desde tu red llegó demasiada gente que el servidor no conoce; espera un momento.',
  'You have opened as many tables as one may; play at one of them.':
    'Ya abriste tantas mesas como se puede; juega en una de ellas.',
  'Your network has opened as many tables as one may; play at one of them.':
    'Desde tu red ya se abrieron tantas mesas como se puede; juega en una de ellas.',
  'Your network has made as many moves as one may in a day; wait a moment.':
    'Desde tu red ya se hicieron hoy todas las jugadas que se puede; espera un momento.',
  'The server of that table cannot keep up; try again.': 'El servidor de esa mesa no da abasto; inténtalo otra vez.',
  'The table is moving to another server; try again.': 'La mesa se está mudando a otro servidor; inténtalo otra vez.',
  'There is no code for a new table just now.': 'Ahora mismo no hay código para una mesa nueva.',
  'Too many tokens or codes were tried just now.': 'Se han probado demasiados códigos.',
  'Too many codes were tried just now.': 'Se han probado demasiados códigos.',
  'Too many passwords were tried at this table.': 'En esta mesa se han probado demasiadas contraseñas.',
  'Too many unknown codes have come from your network; wait a moment.':
    'Han llegado demasiados códigos desconocidos desde tu red; espera un momento.',
  'Too many passwords have come from your network; wait a moment.':
    'Desde tu red llegaron demasiadas contraseñas; espera un momento.',
  "That name is the server's own; take another.": 'Ese nombre es del servidor; elige otro.',
  'Somebody at this table has a name that looks like yours; take another.':
    'En esta mesa hay alguien con un nombre que se parece al tuyo; elige otro.',
  'No match is being played.': 'No se está jugando ninguna partida.',
  'Who is here plays without help.': 'Quien está aquí juega sin ayuda.',
  '{} has been away for less than a minute.': '{0} falta desde hace menos de un minuto.',
  'Too many passwords are being looked at.': 'El servidor está revisando demasiadas contraseñas.',
  'A player of the house can only be sent away by the host.':
    'A un jugador de la casa solo lo puede echar quien está a cargo.',
  'Who is here can only be sent away by the host.': 'A quien está aquí solo lo puede echar quien está a cargo.',
  'This table was stopped by a fault of the server; its record is kept.':
    'Una falla del servidor detuvo esta mesa; su registro se conserva.',
  'A fault of the server stopped this table. Its record is kept.':
    'Una falla del servidor detuvo esta mesa. Su registro se conserva.',
  'This table has as many spectators as one may have.': 'Esta mesa tiene tantos espectadores como se admiten.',
  'This table takes no spectators.': 'Esta mesa no admite espectadores.',
  'Nobody of that id is in this room.': 'Esa persona no está en esta mesa.',
  'The host cannot be sent away.': 'A quien está a cargo no se le puede sacar.',
  '{} players are seated.': 'Ya hay {0} jugadores sentados.',
  'This table takes no bots.': 'Esta mesa no admite bots.',
  'This table has no such seat.': 'Esta mesa no tiene ese lugar.',
  'Every seat is taken.': 'Todos los lugares están ocupados.',
  '{} sits there.': 'Ahí está {0}.',
  '{} is not ready.': 'Falta que {0} diga «Ya estoy».',
  '{} needs at least {} player.': 'Para {0} hace falta al menos {1} jugador.',
  '{} needs at least {} players.': 'Para {0} hacen falta al menos {1} jugadores.',
  'No match has been played here yet.': 'Aquí aún no se ha jugado ninguna partida.',
  'No match has been started yet.': 'Aún no empezó ninguna partida.',
  '{} has {} to {} seats.': '{0} tiene de {1} a {2} lugares.',
  'It could not be read just now.': 'No se ha podido leer ahora mismo.',
  'Too many are looking things up just now.': 'Ahora mismo hay demasiada gente consultando.',
  'The house is still working that out.': 'La casa todavía lo está calculando.',
};
