// @ts-check
import { make_formatters } from '../../i18n/language.js';
import { combinations } from './marks.js';

const { counted, gain, list, plural, text } = make_formatters('it');
const numbers = ['', 'un', 'due', 'tre', 'quattro', 'cinque', 'sei'];
const capital_numbers = ['', 'Un', 'Due', 'Tre', 'Quattro', 'Cinque', 'Sei'];
const points = counted({ one: '# punto', other: '# punti' });
/** @param {Parameters<typeof combinations>[0]} event */
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
  why: (missing, start) => `Senza un ${missing.join(' né un ')}: una scala comincia con ${start}`,
  straights: (count) => (count > 1 ? `${capital_numbers[count]} scale` : 'Scala'),
  aces: (count) => `${capital_numbers[count]} assi!`,
  zero: (lost, made) => {
    const gone = lost ? plural(lost, { one: '# punto va via', other: '# punti vanno via' }) : 'di nuovo a zero';
    return made > 0 ? `${gone}, ${gain(made)}` : gone;
  },
  straight: (faces, worth) => `Scala ${faces.join('-')}: ${points(worth)}`,
  sixes: (count, worth) => `${capital_numbers[count]} 6: ${points(worth)}`,
  rest: (faces) => `Non contano: ${faces.join(', ')}`,
  first: text('Comincia {name}'),
  of_sixes: (count) => `${capital_numbers[count]} 6`,
  climb: (from, to) => `sale da ${from} a ${to}`,
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
