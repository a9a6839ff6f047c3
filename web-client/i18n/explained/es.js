// @ts-check
// Quién decide dados y cartas, y lo que la página encontró mal.
import { speaking } from '../language.js';

const { counted } = speaking('es');

/** @type {typeof import('./en.js').words} */
export const words = {
  title: '¿Quién decide dados y cartas?',
  together: 'Antes de la partida, el servidor y el programa de cada jugador guardan bajo llave un secreto. Cada tirada y cada mezcla sale de todos juntos. Si uno de ellos es honesto, nadie puede elegirla.',
  fresh: 'Para lo que una jugada tira o baraja, todos los presentes añaden un secreto nuevo, y solo después de hecha la jugada. Si uno de ellos es honesto, ni el servidor lo conoce antes.',
  /** The page of the proof says the same. */
  start: 'Lo que se reparte o se tira antes de la primera jugada sale solo de los secretos del comienzo: el servidor podía conocerlo antes.',
  early: 'Esta mesa no pide secretos nuevos durante la partida: el servidor puede conocer las tiradas antes de tiempo.',
  opened: 'Después de la partida se abren todos los secretos, y cualquiera puede comprobar cada tirada.',
  not_yours: 'Tu secreto no está entre ellos. Si ningún jugador cuyo secreto cuenta es honesto, el servidor puede elegirlo todo.',
  again: counted({ one: 'Lo mismo una vez más en esta partida.', other: 'Lo mismo # veces más en esta partida.' }),
  alone: 'En esta partida no participa el programa de ningún jugador. El servidor hace solo las tiradas y las mezclas, y no se pueden comprobar.',
  who: 'De quién cuenta el secreto',
  you: 'tú',
  there: 'cuenta',
  missing: {
    bot: 'es de la casa y no tiene secreto',
    silent: 'sin secreto: un programa viejo, o no contestó al empezar',
    out: 'ya no cuenta: contestó tarde en esta partida',
  },
  check: 'Comprobar esta partida',
  more: 'Cómo funciona, en palabras sencillas',
  faults_title: 'Algo no cuadra en los dados o las cartas',
  faults_hint: 'Tu página tomó nota de todo y se dio cuenta sola. Pregunta a quien lleva este servidor antes de seguir.',
  faults: {
    commit: 'El servidor guardó dos secretos distintos para una misma partida.',
    settings: 'Las reglas para las que valen los secretos no son las de esta mesa.',
    players: 'Los jugadores se cambiaron después de guardar los secretos.',
    mark: 'Otra persona ocupa tu lugar entre los secretos.',
    roster: 'La lista de los secretos no corresponde a los secretos, o hay dos listas.',
    tip: 'Tu secreto se dejó fuera o se cambió.',
    reveal: 'Lo que abrió otro jugador no corresponde a lo que había guardado, o lo tuyo se dejó fuera.',
    ask_again: 'El servidor pidió dos veces, y de manera distinta, un secreto para la misma tirada.',
    made_already: 'El servidor pidió un secreto para una tirada que ya estaba hecha.',
    early: 'El servidor pidió un secreto antes de la jugada.',
    hash: 'El servidor cambió lo que ya había pasado en la partida.',
    number: 'El servidor cuenta mal las tiradas.',
    seats: 'El servidor pidió el secreto de un lugar que no cuenta.',
    not_named: 'El servidor hizo una tirada sin tu secreto, aunque estabas presente.',
    no_ask: 'El servidor hizo una tirada sin pedirle un secreto a nadie.',
    other_entry: 'Se hizo una jugada distinta de aquella para la que se dieron los secretos.',
    late: 'Tu secreto llegó a tiempo, pero el servidor dice que llegó tarde.',
    out: 'El servidor ya no cuenta tus secretos, aunque llegaron a tiempo.',
    rewound: 'El servidor volvió a un momento anterior de la partida.',
    shown_twice: 'El servidor mostró dos veces el mismo momento de la partida, y de manera distinta.',
    proof: 'El secreto que abrió el servidor no es el que había guardado.',
    never_opened: 'El servidor no abrió sus dados.',
    malformed: 'El servidor mandó algo sobre los secretos que no se puede leer.',
    new_match: 'El servidor interrumpió una partida que iba a empezar, después de ver los secretos.',
  },
  remarks: {
    taken: 'Otro dispositivo u otra ventana tuya participa por ti.',
    lost: 'Este navegador ya no tiene tus secretos para esta partida; el tuyo no cuenta hasta la próxima.',
    refused: 'El servidor rechazó tu secreto. Quizá las notas de este navegador sobre la partida son viejas.',
    storage: 'Este navegador no puede guardar tus secretos; el tuyo no cuenta.',
    not_shown: 'Te perdiste el final de una partida anterior aquí. Su página dice si el servidor abrió sus dados.',
    left_out: 'Tu secreto no está entre los de esta partida: los dados dependen solo de los secretos de otros, o de ninguno.',
  },
};
