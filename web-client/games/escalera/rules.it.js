// @ts-check
// I testi delle regole di Escalera; rules.js decide quali ha la pagina di un tavolo.
export { write } from './rules.js';

/** @type {typeof import('./rules.en.js').texts} */
export const texts = {
  lead: (goal) =>
    `Sei dadi, un lancio per turno e niente da decidere: le scale dall’1 in su danno punti, e con ${goal} si vince.`,
  beware: 'Attenzione ai troppi assi!',
  aim: (goal) => `Arrivare a ${goal} punti.`,
  pot: (chips) => `Tutti mettono ${chips} nel piatto, e chi vince lo prende.`,
  no_pot: 'Non c’è piatto: si gioca per la gloria.',
  rolloff: 'Ognuno lancia i sei dadi e comincia la somma più alta. Chi è in parità lancia di nuovo.',
  turn: 'Lancia tutti e sei i dadi, una volta sola. Quello che valgono si aggiunge al tuo totale, e i dadi passano.',
  auto_roll: (seconds) => `I dadi si lanciano da soli dopo ${seconds} secondi; puoi essere più svelto.`,
  own_roll: 'I dadi aspettano che tu li lanci.',
  throw_title: 'Quanto vale un lancio',
  throw_table: { caption: 'Punti di un lancio', head: ['Dadi', 'Punti'] },
  lone_ace_points: (points) => `${points}, se non vale nient’altro`,
  straight: 'Una scala comincia con un 1.',
  lone_ace: 'Da solo conta, se non conta altro, ma un secondo no.',
  no_lone_ace: 'Senza almeno 1-2 non c’è scala.',
  one_straight: 'Ogni dado serve per una sola scala.',
  sixes: 'Cinque o sei 6 valgono da soli: nessun altro dado del lancio conta.',
  no_sixes: 'Cinque o sei 6 non valgono niente.',
  straight_example: (points) => `1-2-3-4 vale ${points}. All’altro 2 non resta un 1 per fargli compagnia.`,
  several_title: 'Più scale',
  several: 'Due scale nello stesso lancio valgono entrambe.',
  several_table: { caption: 'Scale che valgono insieme', head: ['Dadi', 'Punti'] },
  triple: (points) => `Tre volte 1-2 vale come due: ${points}.`,
  longest: 'Vale solo la scala più lunga del lancio.',
  longest_example: (points) => `Vale un solo 1-2: ${points}.`,
  aces_title: 'Assi',
  three_aces: 'Tre o più assi (1) in un lancio: perdi tutti i tuoi punti e ricominci da zero.',
  four_aces: 'Quattro o più assi (1) in un lancio: perdi tutti i tuoi punti e ricominci da zero.',
  reset_scores: 'Il lancio stesso però vale, partendo da zero.',
  reset_scores_not: 'Il lancio stesso non vale niente.',
  reset_example: (before, now) => `Avevi ${before}: adesso hai ${now}.`,
  harmless_aces: 'Gli assi (1) non costano mai niente, per quanti tu ne faccia.',
  late: 'lancia i dadi.',
};
