// @ts-check
// Las reglas; rules.js decide cuáles de estos textos tiene la página de una mesa.

/** @type {typeof import('./rules.en.js').rules} */
export const rules = {
  lead: (goal) =>
    `Tres dados de póker y un cubilete. Los ases y los reyes suman mientras te animes a seguir tirando; una mala tirada se lleva todo lo que no hayas anotado. ¡A los ${goal}!`,
  aim: (goal) => `Anotar ${goal} puntos. Los que llevas en el turno todavía no cuentan: aún los puedes perder.`,
  rolloff: 'Cada uno tira un dado y empieza el más alto: as, rey, reina, jota, 10, 9. Los empatados tiran de nuevo.',
  turn: [
    'Tira los tres dados.',
    'Los ases y los reyes dan puntos: súmalos a los de tu turno.',
    'Tira otra vez los tres, o di «me planto»: se anotan los puntos de tu turno y el cubilete pasa.',
    'Una tirada que no da nada termina tu turno, y pierdes sus puntos.',
  ],
  min_bank: (points) => `Solo puedes plantarte si llevas al menos ${points} puntos en el turno.`,
  no_min_bank: 'Puedes plantarte con cualquier puntaje, pero tienes que tirar al menos una vez.',
  dice_title: 'Cuánto vale cada dado',
  dice_table: { caption: 'Cada dado', head: ['Dado', 'Puntos'] },
  ace: (points) => `As: ${points}`,
  king: (points) => `Rey: ${points}`,
  nothing: 'Nada',
  ace_and_king: 'Un as y un rey: 150.',
  two_aces_and_king: 'Dos ases y un rey: 250.',
  nothing_thrown: 'Nada: se acaba el turno y se pierden sus puntos.',
  triples_title: 'Tercias',
  triples: 'Tres iguales valen por sí mismos, en lugar de los dados sueltos.',
  triples_table: { caption: 'Tercias', head: ['Tirada', 'Puntos'] },
  good_triple: (points) => `${points} y puedes seguir`,
  bad_triple: (points) => `${points} y termina el turno`,
  harmless_triple: 'Nada, y termina el turno',
  bad_triples: 'Una tercia mala se lleva primero los puntos del turno; después se restan los suyos del total.',
  bad_triple_example: (turn, points) => `Si llevabas ${turn}: los pierdes y se te anotan ${points}.`,
  floor: (total) => `Nadie baja de cero: con ${total} anotados, tres jotas te dejan en 0.`,
  no_floor: (total, left) => `El total puede bajar de cero: con ${total} anotados, tres jotas te dejan en ${left}.`,
  harmless_triples: 'Las tercias malas no cuestan más que el turno y sus puntos.',
  late: 'tira si hace falta y se planta en cuanto puede.',
};
