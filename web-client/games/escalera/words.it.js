// @ts-check
import { speaking } from '../../i18n/language.js';
import { combinations } from './marks.js';

const { counted, gain, list, plural, text } = speaking('it');
const numbers = ['', 'un', 'due', 'tre', 'quattro', 'cinque', 'sei'];
const capital_numbers = ['', 'Un', 'Due', 'Tre', 'Quattro', 'Cinque', 'Sei'];
const points = counted({ one: '# punto', other: '# punti' });
/** @param {any} event */
const scored = (event) => list(combinations(event, (count) => `${numbers[count]} 6`));

/** @type {typeof import('./words.en.js').words} */
export const words = {
  hints: [
    'Un lancio per turno: le scale dall’1 danno punti.',
    'I dadi che valgono stanno insieme, con i loro punti.',
    'Sali fino alla bandiera; troppi uno ti tolgono tutto.',
  ],
  dice: 'Dadi',
  pot: 'Piatto',
  throw: 'Lancia i dadi',
  nothing: 'Niente',
  aces: (count) => `${capital_numbers[count]} assi!`,
  zero: (lost, made) => {
    const gone = lost ? plural(lost, { one: '# punto va via', other: '# punti vanno via' }) : 'di nuovo a zero';
    return made > 0 ? `${gone}, ${gain(made)}` : gone;
  },
  straight: (faces, worth) => `Scala ${faces.join('-')}: ${points(worth)}`,
  sixes: (count, worth) => `${capital_numbers[count]} 6: ${points(worth)}`,
  rest: (faces) => `Non contano: ${faces.join(', ')}`,
  first: text('Comincia {name}'),
  cleared: '→ 0',
};

/** @type {typeof import('./words.en.js').says} */
export const says = {
  rolloff: ['Hai tirato {dice} per cominciare: {points}.', '{name} ha tirato {dice} per cominciare: {points}.'],
  ante: 'Ognuno mette {ante} nel piatto: {pot}.',
  pot: ['Prendi il piatto: {chips}.', '{name} prende il piatto: {chips}.'],
  rolled: (event) =>
    event.points > 0
      ? [
          'Hai tirato {scored}: {gain}, sei a {score}.',
          '{name} ha tirato {scored}: {gain}, è a {score}.',
          { scored: scored(event), gain: gain(event.points) },
        ]
      : ['Hai tirato {dice}{end}', '{name} ha tirato {dice}{end}', { end: event.reset ? '.' : ': niente.' }],
  reset: ({ aces, lost }) => [
    '{aces} Perdi tutto: {lost}.',
    '{aces} {name} perde tutto: {lost}.',
    { aces: words.aces(aces), lost: points(lost) },
  ],
};

/** @type {typeof import('./words.en.js').options} */
export const options = {
  reset_aces: 'Assi che cancellano tutto',
  reset_throw_scores: 'Il lancio di quegli assi conta',
  triple_one_two: 'Tre volte 1-2 vale 15',
  multi_straights: 'Più scale in un lancio',
  sixes: 'Cinque e sei 6',
  scale: 'Quanto valgono le scale',
  auto_roll: 'I dadi si lanciano da soli',
  'reset_aces.0': 'Mai',
  'reset_aces.3': 'Tre',
  'reset_aces.4': 'Quattro',
  'sixes.s30_60': '30 e 60',
  'sixes.s35_70': '35 e 70',
  'sixes.off': 'Niente',
  'scale.escalera': '5, 10, 15, 20, 25',
  'scale.hearts': '10, 15, 20, 25, 35 e 5 per un 1',
};

/** @type {{[why: string]: string}} */
export const reasons = {
  multi_straights_off: 'Tre volte 1-2 conta solo dove valgono più scale in un lancio.',
};

// Le regole; rules.js decide quali di questi testi ha la pagina di un tavolo.
/** @type {typeof import('./words.en.js').rules} */
export const rules = {
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
