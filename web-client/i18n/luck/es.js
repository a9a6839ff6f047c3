// @ts-check
import { make_formatters } from '../language.js';

const { counted, text } = make_formatters('es');

/** @type {typeof import('./en.js').words} */
export const words = {
  coming: 'La computadora está repasando la partida…',
  later: 'La computadora tiene ahora demasiado que hacer.',
  again: 'Probar otra vez',
  exact: 'Exacto: la computadora sabe lo que vale cada jugada de este juego.',
  estimate: 'Una estimación: la computadora no sabe con exactitud lo que vale cada jugada.',
  many: 'Una estimación, y solo de las decisiones: con tres jugadores o más nadie sabe con exactitud lo que vale una jugada.',
  simulated: 'Una estimación, y solo de las decisiones: la computadora sigue la partida muchas veces. Lo que queda demasiado igualado no cuenta.',
  no_choice: 'Este juego es pura suerte: no hay nada que decidir.',
  extra: 'Lo que vino después del último turno normal no entra en la cuenta.',
  why_not: {
    columns: 'Una hoja de tres columnas es demasiado hasta para la computadora: nadie sabe lo que valen sus jugadas.',
    alone: 'A solas no hay con qué comparar la suerte en este juego.',
    not_kept: 'El registro de esta partida ya no se guarda.',
    rules: 'Las reglas han cambiado desde entonces y esta partida ya no se puede juzgar.',
    long: 'Esta partida fue demasiado larga para juzgarla.',
  },

  pots: counted({ one: '# pozo', other: '# pozos' }),
  points_of_share: counted({ one: '# punto porcentual', other: '# puntos porcentuales' }),
  decisions: counted({ one: '# decisión', other: '# decisiones' }),
  luck: {
    points: {
      more: { you: text('Tus tiros fueron {amount} mejores que la media.'), them: text('Los tiros de {name} fueron {amount} mejores que la media.') },
      less: { you: text('Tus tiros fueron {amount} peores que la media.'), them: text('Los tiros de {name} fueron {amount} peores que la media.') },
      even: { you: 'Tus tiros estuvieron en la media.', them: text('Los tiros de {name} estuvieron en la media.') },
    },
    win: {
      more: { you: text('Los tiros subieron tus opciones de ganar en {amount}.'), them: text('Los tiros subieron las opciones de ganar de {name} en {amount}.') },
      less: { you: text('Los tiros bajaron tus opciones de ganar en {amount}.'), them: text('Los tiros bajaron las opciones de ganar de {name} en {amount}.') },
      even: { you: 'Los tiros dejaron tus opciones de ganar como estaban.', them: text('Los tiros dejaron las opciones de ganar de {name} como estaban.') },
    },
    pot: {
      more: { you: text('Los tiros te dieron {amount} más que la media.'), them: text('Los tiros le dieron a {name} {amount} más que la media.') },
      less: { you: text('Los tiros te dieron {amount} menos que la media.'), them: text('Los tiros le dieron a {name} {amount} menos que la media.') },
      even: { you: 'Los tiros te dieron justo la media.', them: text('Los tiros le dieron a {name} justo la media.') },
    },
  },
  cost: {
    points: { you: text('Tus decisiones costaron {amount} en total'), them: text('Las decisiones de {name} costaron {amount} en total') },
    win: { you: text('Tus decisiones bajaron tus opciones de ganar en {amount} en total'), them: text('Las decisiones de {name} bajaron esas opciones en {amount} en total') },
    ahead: { you: text('Tus decisiones bajaron tus opciones de quedar delante en {amount} en total'), them: text('Las decisiones de {name} bajaron sus opciones de quedar delante en {amount} en total') },
    pot: { you: text('Tus decisiones costaron {amount} en total'), them: text('Las decisiones de {name} costaron {amount} en total') },
  },
  nothing: { you: 'Tus decisiones no costaron nada', them: text('Las decisiones de {name} no costaron nada') },
  of: text('{sentence} ({decisions}).'),

  progress: {
    points: 'Con cuántos puntos podía esperar acabar cada uno',
    win: 'Opciones de ganar',
    pot: 'Opciones de ganar el pozo de ese momento',
  },
  round: 'Ronda',
  move: 'Jugada',
  start: 'Comienzo',
  made: 'De dónde sale el resultado',
  expected: 'El mejor juego, sin suerte',
  luck_share: 'Suerte',
  own: 'Decisiones',
  house: 'Decisiones de la computadora',
  clock: 'Decisiones del reloj',
  others: 'Decisiones de los demás',
  end: 'Final',

  in_unit: { points: 'en puntos', pot: 'en pozos' },
  dearest: 'Las decisiones que más costaron',
  dearest_of: text('{name}: las decisiones que más costaron'),
  chosen: 'Se jugó',
  better: 'Mejor',
  why: {
    points: text('Lleva a {best} puntos de promedio, no a {chosen}.'),
    turns: text('Lleva a {best} puntos de promedio, no a {chosen}: {now} en este turno, {later} en los que quedan.'),
    win: text('Deja una probabilidad de ganar del {best}, no del {chosen}.'),
    ahead: text('Deja una probabilidad de acabar delante del {best}, no del {chosen}.'),
    pot: text('Deja {best} del pozo de promedio, no {chosen}.'),
  },
  rest: text('Todas las demás decisiones costaron {amount}.'),
  between: text('entre {low} y {high}'),
  look: 'Verla',
  look_at: text('{place}: verla en la repetición'),
  try_again: 'Intentarlo otra vez',
  try_at: text('{place}: intentarlo otra vez'),
  thrown_by: text('lo tiró {name}'),
  luckiest: 'El tiro con más suerte',
  unluckiest: 'El tiro con menos suerte',

  shared_luck: text('Suerte: {players}'),
  shared_cost: text('Regalado: {players}'),
};
