// @ts-check
// Los textos de las reglas de Escalera; rules.js decide cuáles tiene la página de una mesa.
export { write } from './rules.js';

/** @type {typeof import('./rules.en.js').texts} */
export const texts = {
  lead: (goal) =>
    `Seis dados, una tirada por turno y nada que decidir: las escaleras desde el 1 dan puntos, y con ${goal} se gana.`,
  beware: '¡Cuidado con sacar demasiados ases!',
  aim: (goal) => `Alcanzar ${goal} puntos.`,
  pot: (chips) => `Todos ponen ${chips} en el pozo, y se lo lleva quien gana.`,
  no_pot: 'No hay pozo: se juega por la gloria.',
  rolloff: 'Cada uno tira los seis dados y empieza la mayor suma. Los empatados tiran de nuevo.',
  turn: 'Tira los seis dados una sola vez. Lo que valgan se suma a tu total, y los dados pasan.',
  auto_roll: (seconds) => `Los dados se tiran solos a los ${seconds} segundos; puedes adelantarte.`,
  own_roll: 'Los dados esperan hasta que los tires.',
  throw_title: 'Cuánto vale una tirada',
  throw_table: { caption: 'Puntos de una tirada', head: ['Dados', 'Puntos'] },
  lone_ace_points: (points) => `${points}, si no vale nada más`,
  straight: 'Una escalera empieza con un 1.',
  lone_ace: 'Solo también cuenta, si no cuenta otra cosa, pero un segundo no.',
  no_lone_ace: 'Sin al menos 1-2 no hay escalera.',
  one_straight: 'Cada dado sirve para una sola escalera.',
  sixes: 'Cinco o seis 6 valen solos: ningún otro dado de la tirada cuenta.',
  no_sixes: 'Cinco o seis 6 no valen nada.',
  straight_example: (points) => `1-2-3-4 vale ${points}. Al otro 2 no le queda un 1 que lo acompañe.`,
  several_title: 'Varias escaleras',
  several: 'Dos escaleras en una misma tirada valen las dos.',
  several_table: { caption: 'Escaleras que valen juntas', head: ['Dados', 'Puntos'] },
  triple: (points) => `Tres veces 1-2 vale como dos: ${points}.`,
  longest: 'Solo vale la escalera más larga de la tirada.',
  longest_example: (points) => `Vale un solo 1-2: ${points}.`,
  aces_title: 'Ases',
  three_aces: 'Tres o más ases (1) en una tirada: pierdes todo tu puntaje y vuelves a empezar desde cero.',
  four_aces: 'Cuatro o más ases (1) en una tirada: pierdes todo tu puntaje y vuelves a empezar desde cero.',
  reset_scores: 'La tirada misma sí vale, a partir de cero.',
  reset_scores_not: 'La tirada misma no vale nada.',
  reset_example: (before, now) => `Tenías ${before}: ahora tienes ${now}.`,
  harmless_aces: 'Los ases (1) nunca cuestan nada, saques los que saques.',
  late: 'tira los dados.',
};
