// @ts-check
import { speaking } from '../language.js';

const { list, number, plural } = speaking('es');

/** @type {typeof import('./history.en.js').words} */
export const words = {
  guest: 'invitado',
  summary: 'Cómo fue',
  rounds: 'Puntos, ronda a ronda',
  entries: 'Cómo fue, jugada a jugada',
  round: 'Ronda',
  entry: 'Jugada',
  faces: 'Cómo cayeron los dados',
  face: 'Cara',
  thrown: 'Salió',
  expectation: 'Esperado',
  expected: (each, total) => `${plural(total, { one: '# dado', other: '# dados' })}: de cada cara se esperan ${each}.`,
  as_table: 'En una tabla',
  watch_replay: 'Verla otra vez',
  boards: 'Clasificaciones',

  replay: 'Repetición',
  controls: 'Mandos de la repetición',
  first: 'Al principio',
  previous: 'Una jugada atrás',
  next: 'Una jugada adelante',
  last: 'Al final',
  play: 'Reproducir',
  pause: 'Pausa',
  position: 'Dónde estamos',
  speed: 'Velocidad',
  times: (speed) => `${number(speed)}×`,
  step_of: (at, of) => `${number(at)} de ${number(of)}`,
  share: 'Copiar el enlace',
  no_match: 'Esa partida no existe.',
  still_played: 'Esta partida aún se está jugando. Podrás verla otra vez cuando termine.',
  no_replay: 'Las reglas han cambiado desde entonces y esta partida ya no se puede repetir.',

  no_player: 'Ese jugador no existe.',
  since: (day) => `Por aquí desde el ${day}`,
  nothing_yet: 'Aún no hay ninguna partida terminada.',
  totals: 'Resultados por juego',
  matches: 'Partidas',
  wins: 'Victorias',
  best: 'Récord',
  average: 'Media',
  history: 'Partidas',
  older: 'Partidas anteriores',
  against: (names) => `con ${list(names)}`,
  alone: 'a solas',
  won: 'ganada,',

  data: 'Lo que guardamos de ti',
  data_hint: 'Tu nombre, tus asientos, tus últimas líneas de chat y tus partidas. Ni dirección ni correo.',
  take_out: 'Descargarlo todo',
  vanish: 'Borrarme',
  vanish_question:
    '¿Seguro? Tu nombre pasa a ser «guest» en todas partes, la casa ocupa tus asientos y nadie puede traerte de vuelta, ni siquiera tú.',
  vanish_now: 'Sí, bórrame para siempre',

  board_by: 'Ordenar por',
  board_of: 'Partidas de',
  span: (days) => (days === null ? 'Desde siempre' : plural(days, { one: 'Último día', other: 'Últimos # días' })),
  rank: 'Puesto',
  player: 'Jugador',
  empty_board: 'Todavía nadie. ¡Sé el primero!',
  counts: {
    wins: 'Cuentan las victorias en partidas de al menos dos personas.',
    best: 'Cuentan los récords con las reglas habituales, también a solas.',
    average: 'La media es de al menos cinco partidas con las reglas habituales.',
  },
};
