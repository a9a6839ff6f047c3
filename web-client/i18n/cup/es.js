// @ts-check
import { make_formatters } from '../language.js';

const { plural, text } = make_formatters('es');

/** @type {typeof import('./en.js').words} */
export const words = {
  title: 'La copa del día',
  day: text('N.º {day}, {date} (UTC)'),
  none: 'Este servidor no tiene copa del día.',
  lead: text('Una partida de {game} al día, en solitario, con los mismos dados para todos. Cuenta lo poco que tus decisiones regalan frente a las mejores.'),
  ranked: 'Va primero quien menos regala, den lo que den los dados. Un ejemplo: la mejor opción lleva en promedio a 252 puntos y la tuya a 250; entonces regalaste 2.',
  once: text('Tienes un intento. Una partida empezada se termina antes de medianoche UTC (en {left}) o se pierde; hasta entonces puedes salir y volver.'),
  play: 'Jugar',
  go_on: 'Seguir',
  playing: text('Tu partida de hoy te espera hasta medianoche UTC (en {left}).'),
  lost: 'Tu partida de hoy se interrumpió.',
  points: (points) => plural(points, { one: '# punto', other: '# puntos' }),
  line: text('Cubilete n.º {day}: {points}'),
  copy: 'Copiar el resultado',
  not_yet: 'Los cuadros llegan en cuanto la partida esté analizada. Carga la página de nuevo.',
  so_far: text('puesto {place} de {players} por ahora'),
  closed: 'Hasta medianoche nadie ve tus dados, tus jugadas ni otras mejores.',
  squares: (squares) => {
    const count = (/** @type {string} */ kind) => [...squares].filter((one) => one === kind).length;
    return `${plural(count('0'), { one: '# turno', other: '# turnos' })} sin pérdida, ${plural(count('1'), { one: '# turno', other: '# turnos' })} con una pequeña, ${plural(count('2'), { one: '# turno', other: '# turnos' })} con una grande`;
  },
  today: 'Hoy',
  yesterday: text('N.º {day}, {date}'),
  field: (players, median, best) => `${plural(players, { one: '# jugador', other: '# jugadores' })}. Regalado: ${median} puntos en el medio, ${best} el mejor.`,
  place: text('Quedaste en el puesto {place}: {given_away} puntos regalados, suerte {luck}.'),
  missed: (turn, players) => `El turno ${turn} fue el más difícil: ${plural(players, { one: '# jugador regaló', other: '# jugadores regalaron' })} algo ahí.`,
  nobody: 'Nadie ha terminado todavía.',
  rank: 'Puesto',
  player: 'Jugador',
  given_away: 'Regalado',
  points_head: 'Puntos',
  chain: 'Por qué los dados son los mismos para todos',
  chain_is: 'Las semillas de todos los días son una cadena que quedó fijada el primer día. Cada una se abre al acabar su día y prueba los anteriores. El servidor conoce desde el principio los dados de cada día: esto muestra que nadie los cambió, no que nadie los supo. Tampoco se puede impedir que alguien a tu lado ya los haya visto.',
  same_chain: 'Este navegador no ha visto otra cadena.',
  other_chain: text('Otra cadena: estas semillas no pertenecen a las que este navegador vio el {date}.'),
  end: 'Final de la cadena',
  opened: text('Semilla de la n.º {day}'),
};
