// @ts-check
// Textos sobre de dónde salen los dados y las cartas de una partida.
import { speaking } from '../language.js';

const { list, number } = speaking('es');

/** @type {typeof import('./en.js').words} */
export const words = {
  title: '¿Quién decide dados y cartas?',
  sign: {
    closed: 'Dados y cartas: se juntan los secretos',
    all: 'Dados y cartas: cuenta el secreto de todos',
    some: (count, of) => `Dados y cartas: secretos que cuentan: ${number(count)} de ${number(of)}`,
    server: 'Dados y cartas: solo del servidor',
    fault: 'Dados y cartas: algo no cuadra',
  },
  together: 'Antes de la partida, el servidor y el programa de cada jugador guardan bajo llave un secreto. Cada tirada y cada mezcla sale de todos juntos, así que nadie puede elegirla.',
  fresh: 'Para cada tirada, todos los presentes añaden un secreto nuevo, y solo después de hecha la jugada. Así, ni el servidor conoce la tirada antes.',
  early: 'Esta mesa no pide secretos nuevos durante la partida: el servidor puede conocer las tiradas antes de tiempo.',
  opened: 'Después de la partida se abren todos los secretos, y cualquiera puede comprobar cada tirada.',
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
  waits: {
    tips: 'La partida empieza. Se espera a que los programas de todos guarden su secreto.',
    reveals: 'La partida empieza. Se espera a que los programas de todos abran su primer secreto.',
  },
  shake: {
    title: 'Agita el cubilete',
    hint: 'Si quieres: arrastra el cubilete, tócalo o agita el teléfono. El movimiento pasa a ser parte de tu secreto para la partida.',
    cup: 'El cubilete: agítalo',
    done: 'Agitado. Ya es parte de tu secreto.',
  },
  shakers: (names) => `${list(names)}: cubilete agitado.`,
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
  },
};
