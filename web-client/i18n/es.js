// @ts-check
// Toda palabra de la página, menos las de los juegos.
import { speaking } from './language.js';

const { counted, list, number, plural, span, text } = speaking('es');

const levels = { easy: 'fácil', medium: 'medio', hard: 'difícil' };

/** @type {typeof import('./en.js').words} */
export const words = {
  title: 'Cubilete',
  motto: 'Dados y cartas con amigos, en medio minuto',
  how: 'Arma una mesa, manda el enlace, juega.',
  your_turn_title: 'Te toca · Cubilete',
  language: 'Idioma',

  link: {
    opening: 'Buscando el cubilete…',
    reconnecting: 'Reconectando… tu lugar y tu partida están a salvo.',
    offline: 'No hay conexión. La mesa sigue en cuanto vuelva la red.',
    closed: 'Se cerró la conexión.',
    lost: 'Se cortó la conexión. Inténtalo otra vez.',
    again: 'Intentar otra vez',
    outdated: 'Hay una versión nueva de esta página.',
    load_again: 'Cargarla',
    later: 'Más tarde',
  },

  name: { label: 'Tu nombre', hint: 'No pedimos nada más. Sin cuenta.', missing: 'Primero escribe un nombre.' },

  start: {
    games: '¿A qué jugamos?',
    friends: 'Con amigos',
    strangers: 'Con desconocidos',
    house: 'Contra la casa',
    players: (from, to) => (from === to ? plural(from, { one: '# jugador', other: '# jugadores' }) : `${number(from)}–${number(to)} jugadores`),
    minutes: text('unos {count} min'),
    rules: 'Reglas',
    with: text('{game} con {names}'),
    phases: { waiting: 'esperando', playing: 'en juego', finished: 'terminada' },
    your_turn: 'te toca',
    over: 'Terminadas',
    unknown_options: text('Este juego no conoce: {names}.'),
    yours: 'Tus mesas',
    make: 'Mesa nueva',
    public: 'Mesas abiertas',
    none: 'Nadie espera en una mesa abierta. Arma una y mándale el enlace a un amigo.',
    more: text('Ver más ({count})'),
    join: 'Entrar',
    watch: 'Mirar',
    code: 'Código de mesa',
    code_hint: 'Seis letras y cifras',
    go: 'Ir',
    host: text('Mesa de {host}'),
    taken: (taken, seats) =>
      `${number(taken)} de ${plural(seats, { one: '# lugar ocupado', other: '# lugares ocupados' })}`,
    playing: 'jugando',
  },

  make: {
    title: 'Una mesa nueva',
    game: 'Juego',
    seats: 'Lugares',
    clock: 'Tiempo',
    no_clock: 'Sin límite',
    time: (ms) => span(ms),
    public: 'Mostrarla entre las mesas abiertas',
    witness: 'Secretos nuevos en cada tirada',
    witnesses: { auto: 'Automático', yes: 'Siempre', no: 'Nunca' },
    witness_hint: 'Así, ni el servidor conoce una tirada antes de la jugada. Automático: donde juegan dos personas o más.',
    rules: 'Reglas de la casa',
    go: 'Armar la mesa',
    cancel: 'Cancelar',
  },

  rules: {
    open: 'Leer las reglas',
    games: 'Reglas de los juegos',
    fetching: 'Abriendo el reglamento…',
    missing: 'No se pudo traer el reglamento. Carga la página otra vez.',
    unknown: 'Aquí no existe ese juego.',
    known: 'Pero puedes jugar a estos, y leer cómo.',
  },

  join: {
    title: text('Mesa {code}'),
    invited: 'Te invitan a jugar. Escribe un nombre y siéntate.',
    next: 'Mirar y jugar la próxima partida',
    sit: 'Sentarme',
    watch: 'Solo mirar',
    home: 'Ir al inicio',
  },

  room: {
    code: 'Mesa',
    invite: 'Manda este enlace a tus amigos',
    copy: 'Copiar',
    copied: 'Copiado',
    share: 'Compartir',
    seats: 'Lugares',
    seat: (seat) => `Lugar ${number(seat + 1)}`,
    free: 'libre',
    sit: 'Sentarme',
    stand: 'Levantarme',
    you: 'tú',
    host: 'a cargo',
    ready: 'ya está',
    away: 'ausente',
    bot: 'bot',
    menu: text('Más sobre {name}'),
    kick: 'Sacar de la mesa',
    make_host: 'Dejar a cargo',
    spectators: counted({ one: '# persona mira', other: '# personas miran' }),
    watching: 'Estás mirando. Siéntate en un lugar libre para jugar.',
    watching_full: 'Todos los lugares están ocupados, así que miras.',
    start: 'Empezar la partida',
    start_hint: 'Empieza cuando estén todos.',
    i_am_ready: 'Ya estoy',
    wait: 'Todavía no',
    waiting_for: text('Ya estás. La partida la empieza {host}.'),
    not_ready_yet: 'Di que ya estás; luego la partida puede empezar.',
    few: counted({ one: 'Falta un jugador.', other: 'Faltan # jugadores.' }),
    unready: (names) => `${names.length === 1 ? 'Falta' : 'Faltan'} por decir «Ya estoy»: ${list(names)}.`,
    rules: 'Esta mesa',
    leave: 'Salir',
    leave_now: 'Salir de la partida',
    dealing: 'Poniendo la mesa…',
  },

  menu: {
    title: 'Menú',
    invite: 'Invitar',
    keys: 'Teclas',
    leave: '¿Salir de la partida?',
    stay: 'Quedarme',
    keys_do: [
      ['Espacio', 'tirar los dados'],
      ['1 – 6', 'guardar ese dado, o tirarlo'],
      ['← ↑ ↓ →', 'ir a una casilla, una carta o un lugar'],
      ['Enter', 'elegir y luego jugar'],
      ['?', 'mostrar estas teclas'],
    ],
  },

  quick: {
    looking: 'Buscando jugadores…',
    here: counted({ one: '# jugador aquí', other: '# jugadores aquí' }),
    needed: counted({ one: 'falta uno más', other: 'faltan # más' }),
    starts: (seconds) => `empieza en ${plural(seconds, { one: '# segundo', other: '# segundos' })}`,
    offer: 'Todavía no ha venido nadie. ¿Quieres jugar con un jugador de la casa?',
    accept: 'Jugar con la casa',
    by_itself: 'La partida empieza sola en cuanto haya bastantes.',
    title: 'Juega con quien haya',
  },

  house: {
    name: 'La casa',
    title: 'Juega contra la casa',
    hint: 'Un toque y ya juegas: solo la casa y tú, sin reloj, y con consejos si los pides.',
    company: 'Si no viene nadie, que venga un jugador de la casa',
    add: 'Sentar a uno de la casa',
    remove: text('Despedir a {name}'),
    level_of: text('Cómo de bien juega {name}'),
    levels,
    bot: (level) => `bot · ${levels[level]}`,
    hints: 'La casa da consejos',
    gives: 'da consejos',
    ask: '¿Qué haría la casa?',
    thinks: 'La casa está pensando…',
    works: 'Esto tarda un momento. El consejo llega solo.',
    asked: text('{name} pidió consejo a la casa.'),
    you_asked: 'Pediste consejo a la casa.',
    units: {
      win: 'Probabilidad de ganar',
      ahead: 'Probabilidad de acabar delante',
      pot: 'Parte del pozo',
      points: 'Puntuación esperada',
    },
  },

  door: {
    password: 'Contraseña',
    locked: 'Esta mesa tiene contraseña. Pídesela a quien te invitó.',
    wrong: 'Esa no es la contraseña.',
    next_match: 'Hay una partida en marcha, así que miras. Juegas en la próxima.',
    watching: 'Estás mirando esta partida.',
    want: 'Jugar en la próxima',
    want_seat: 'Esperar un lugar',
    next_seat: 'Estás mirando. El próximo lugar que quede libre entre partidas es tuyo.',
    line: counted({ one: 'Estás mirando. Para el próximo lugar libre hay # persona antes que tú.', other: 'Estás mirando. Para el próximo lugar libre hay # personas antes que tú.' }),
  },

  gone: {
    closed: 'Esta mesa se cerró.',
    kicked: 'Quien lleva la mesa liberó tu lugar.',
    banned: 'Quien lleva la mesa no te deja volver a entrar.',
    no_spectators: 'En esta mesa ya no se puede mirar.',
    left: 'Saliste de esta mesa desde otro dispositivo.',
  },

  people: {
    next: 'espera un lugar',
    ban: 'No dejar volver',
    vote_out: 'Liberar el lugar',
    voted: 'Ya votaste',
    votes: (count, needed) =>
      `${number(count)} de ${plural(needed, { one: '# voto', other: '# votos' })} para liberar el lugar`,
  },

  qr: {
    title: 'Código QR',
    of_link: 'Código QR del enlace a esta mesa',
    big: 'A toda pantalla',
    scan: 'Apunta con la cámara del teléfono y juega',
    hide: 'Ocultar el código',
    show: 'Mostrar el código',
    hidden: 'oculto',
  },

  change: {
    open: 'Cambiar',
    title: 'Cambiar esta mesa',
    save: 'Guardar',
    door: 'Quién puede entrar',
    watch: 'Se puede mirar',
    no_password: 'Quitar la contraseña',
    new_password: 'Déjala vacía para que entre quien tenga el enlace.',
    keep_password: 'Déjala vacía para que siga la que hay.',
    is_public: 'cualquiera, está en la lista',
    is_locked: 'con contraseña',
    unwatched: 'no se puede mirar',
  },

  device: {
    title: 'Jugar en otro dispositivo',
    hint: 'Tu nombre y tus mesas van contigo, y este dispositivo también los conserva.',
    offer: 'Mostrar un código',
    qr: 'Código QR para tu otro dispositivo',
    how: 'Escanéalo con el otro dispositivo o escribe allí el código. Sirve una vez, durante cinco minutos.',
    label: 'Código de tu otro dispositivo',
    use: 'Usarlo',
    question: '¿Jugar aquí como en tu otro dispositivo?',
    loses: text('Di que sí solo si el código es tuyo. Aquí dejará de jugar {name}.'),
    yes: 'Sí, es mío',
    no: 'No',
    also_plays: 'Otro dispositivo juega ahora también con tu nombre.',
  },

  table: {
    over: 'Fin de la partida',
    your_turn: 'Te toca',
    turn: text('Turno de {name}'),
    round: text('Ronda {round}'),
    house: 'juega la casa',
    by_house: text('La casa juega por {name}.'),
    by_house_for_you: 'La casa juega por ti.',
    dice_late: text('El secreto de {name} llegó tarde: ya no cuenta en esta partida.'),
    dice_late_you: 'Tu secreto llegó tarde: ya no cuenta en esta partida.',
    by_clock: 'Se acabó el tiempo y jugó la casa.',
    started: 'Empieza la partida.',
    time_left: 'Tiempo restante',
    seconds: (seconds) =>
      seconds >= 60 ? `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}` : `${seconds}`,
    panel: 'Crónica y chat',
    close: 'Cerrar',
    log: 'Lo que ha pasado',
    fingerprint: 'Huella',
    fingerprint_is: 'Resume todo lo que ha pasado. En esta mesa, todos deben ver la misma.',
    unknown: 'Esta página no sabe mostrar este juego. Cárgala de nuevo.',
  },

  history: {
    title: 'Mirar atrás',
    boards: 'Clasificaciones',
    fair: 'Dados que puedes comprobar',
    mine: 'Tus partidas',
    failed: 'No se ha podido cargar. Inténtalo otra vez.',
  },

  chat: { title: 'Chat', label: 'Di algo', send: 'Enviar', none: '¡Saluda!' },

  result: {
    ahead: text('Con {text} de ventaja'),
    behind: (place, text) => (text ? `Lugar ${number(place)}, a ${text}` : `Lugar ${number(place)}`),
    best: text('Lo mejor de la partida: {name}, {text}'),
    share: 'Compartir el resultado',
    share_picture: 'Compartir una imagen',
    save_picture: 'Guardar una imagen',
    next: 'Lugares y reglas de la próxima partida',
    won: (names, mine) =>
      mine && names.length === 1
        ? '¡Ganaste!'
        : names.length > 1
          ? `${list(names)} comparten la victoria`
          : `Gana ${names[0]}`,
    done: 'Bien jugado',
    abandoned: 'La partida quedó abandonada antes del final: no gana nadie.',
    unattended: 'No gana nadie: la casa o el reloj hicieron más de la mitad de las jugadas en cada asiento.',
    void: 'El servidor no pudo continuar esta partida, así que no cuenta.',
    again: 'Jugar otra vez',
    voted: 'Cuentan contigo',
    votes: (count, of) =>
      plural(count, { one: `# de ${number(of)} quiere jugar otra vez`, other: `# de ${number(of)} quieren jugar otra vez` }),
    points: 'puntos',
  },
};

/** @type {typeof import('./en.js').feel_words} */
export const feel_words = {
  hint: { title: 'Tu primera partida', skip: 'Saltar las pistas', sound: '¿Jugar con sonido?', sound_on: 'Sí', no_sound: 'Sin sonido' },
  settings: {
    title: 'Ajustes',
    theme: 'Colores',
    themes: { auto: 'Auto', light: 'Claros', dark: 'Oscuros' },
    sound: 'Sonidos',
    buzz: 'Vibrar cuando me toca',
    careful: 'Preguntar antes de robar si se puede bajar una carta',
    awake: 'No apagar la pantalla mientras juego',
    call: 'Avisarme cuando me toca',
    hidden: 'Ocultar los códigos de mesa, para emitir en directo',
    blocked: 'Tu navegador no deja que esta página te avise.',
  },
  call: {
    offer: '¿Te vas a otra página? Podemos llamarte cuando te toque.',
    yes: 'Llámame',
    no: 'No, gracias',
  },
  chat: {
    react: 'Reaccionar',
    phrases: ['¡Bien jugado!', '¡Buena partida!', '¡Uy!', '¡Dale!'],
    mute: 'Silenciar a alguien',
    muted: text('Silenciar a {name}'),
    muted_hint: 'Ya no ves lo que escribe. No se entera.',
  },
  table: {
    away: text('{name} no está. Si se acaba el tiempo, juega la casa.'),
    away_no_clock: text('{name} no está. La mesa espera.'),
    house: text('{name} no está: juega la casa.'),
    let_house: 'Que juegue la casa',
    let_house_votes: text('{by} de {needed} quieren que juegue la casa'),
    house_for_me: 'La casa está jugando por ti.',
    back: 'Ya estoy aquí',
  },
  units: {
    points: counted({ one: '# punto', other: '# puntos' }),
    games: counted({ one: '# partida', other: '# partidas' }),
  },
};
