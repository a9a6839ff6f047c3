// @ts-check
// Le regole della Ambiciosa, come si gioca a questo tavolo (docs/rules.md 0).
import { speaking } from '../../i18n/language.js';
import { around, last_round, late, race_tie, start_text, titles } from '../../i18n/rules/it.js';

const { gain, number } = speaking('it');

/** @typedef {import('./rules.en.js').Options} Options */

/** @param {Options} options @returns {import('../../ui/rules/rulebook.js').Rules} */
export default function write({ target, floor_at_zero, tie, min_bank, negative_triples, starter }) {
  const goal = number(target);
  const bad = (/** @type {number} */ points) =>
    negative_triples ? `${gain(points)}, e il turno finisce` : 'Niente, e il turno finisce';
  return {
    title: 'La Ambiciosa',
    lead: `Tre dadi da poker e un bussolotto. Assi e re fanno punti finché hai il coraggio di lanciare; un lancio sbagliato si riprende tutto ciò che non hai ancora segnato. Si va a ${goal}!`,
    sections: [
      {
        title: titles.aim,
        parts: [{ p: `Segnare ${goal} punti. Quelli del turno non contano ancora: li puoi sempre perdere.` }],
      },
      {
        title: titles.start,
        parts: [
          {
            p: start_text(
              starter,
              'Ognuno lancia un dado e comincia il più alto: asso, re, donna, fante, 10, 9. Chi è in parità lancia di nuovo.',
            ),
          },
          { p: around },
        ],
      },
      {
        title: titles.turn,
        parts: [
          {
            steps: [
              'Lancia tutti e tre i dadi.',
              'Assi e re danno punti: aggiungili a quelli del turno.',
              'Lanciali di nuovo tutti e tre, oppure di’ «me planto» (mi fermo): i punti del turno vengono segnati e il turno è finito.',
              'Un lancio che non dà punti chiude il turno, e i suoi punti sono persi.',
            ],
          },
          {
            p:
              min_bank > 0
                ? `Puoi fermarti solo se nel turno hai almeno ${number(min_bank)} punti.`
                : 'Puoi fermarti con qualsiasi punteggio, ma almeno una volta devi lanciare.',
          },
        ],
      },
      {
        title: 'Quanto valgono i dadi',
        parts: [
          {
            table: {
              caption: 'Ogni dado',
              head: ['Dado', 'Punti'],
              rows: [
                [{ draw: ['A'] }, `Asso: ${number(100)}`],
                [{ draw: ['K'] }, `Re: ${number(50)}`],
                [{ draw: ['Q', 'J', '10', '9'] }, 'Niente'],
              ],
            },
          },
          { example: { draw: ['A', 'K'], rest: ['9'], text: 'Un asso e un re: 150.' } },
          { example: { draw: ['A', 'A', 'K'], text: 'Due assi e un re: 250.' } },
          { example: { draw: [], rest: ['Q', 'Q', 'J'], text: 'Niente: il turno è finito e i suoi punti sono persi.' } },
        ],
      },
      {
        title: 'Tre uguali',
        parts: [
          { p: 'Tre dadi uguali contano per sé, al posto dei singoli dadi.' },
          {
            table: {
              caption: 'Tre uguali',
              head: ['Lancio', 'Punti'],
              rows: [
                [{ draw: ['A', 'A', 'A'] }, `${gain(1000)}, e puoi continuare`],
                [{ draw: ['K', 'K', 'K'] }, `${gain(500)}, e puoi continuare`],
                [{ draw: ['Q', 'Q', 'Q'] }, bad(-500)],
                [{ draw: ['J', 'J', 'J'] }, bad(-1000)],
                [{ draw: ['10', '10', '10'] }, bad(-100)],
                [{ draw: ['9', '9', '9'] }, bad(-50)],
              ],
            },
          },
          ...(negative_triples
            ? [
                { p: 'Un tris cattivo porta via prima i punti del turno; poi i suoi si tolgono dal totale.' },
                {
                  example: {
                    draw: ['Q', 'Q', 'Q'],
                    text: `Con ${number(450)} nel turno: li perdi, e si segna ${gain(-500)}.`,
                  },
                },
                {
                  p: floor_at_zero
                    ? `Nessuno scende sotto zero: con ${number(300)} segnati, tre fanti ti lasciano a 0.`
                    : `Il totale può scendere sotto zero: con ${number(300)} segnati, tre fanti ti lasciano a ${gain(-700)}.`,
                },
              ]
            : [{ p: 'I tris cattivi non costano altro che il turno e i suoi punti.' }]),
        ],
      },
      {
        title: titles.end,
        parts: [{ p: last_round(goal) }, { p: race_tie(tie, goal, negative_triples) }],
      },
      { title: titles.time, parts: [{ p: late('lancia se deve, e si ferma appena può.') }] },
    ],
  };
}
