// @ts-check
// Las reglas de La Ambiciosa, como se juega en esta mesa (docs/rules.md 0).
import { speaking } from '../../i18n/language.js';
import { around, last_round, late, race_tie, start_text, titles } from '../../i18n/rules/es.js';

const { gain, number } = speaking('es');

/** @typedef {import('./rules.en.js').Options} Options */

/** @param {Options} options @returns {import('../../ui/rules/rulebook.js').Rules} */
export default function write({ target, floor_at_zero, tie, min_bank, negative_triples, starter }) {
  const goal = number(target);
  const bad = (/** @type {number} */ points) =>
    negative_triples ? `${gain(points)} y termina el turno` : 'Nada, y termina el turno';
  return {
    title: 'La Ambiciosa',
    lead: `Tres dados de póker y un cubilete. Los ases y los reyes suman mientras te animes a seguir tirando; una mala tirada se lleva todo lo que no hayas anotado. ¡A los ${goal}!`,
    sections: [
      {
        title: titles.aim,
        parts: [{ p: `Anotar ${goal} puntos. Los que llevas en el turno todavía no cuentan: aún los puedes perder.` }],
      },
      {
        title: titles.start,
        parts: [
          {
            p: start_text(
              starter,
              'Cada uno tira un dado y empieza el más alto: as, rey, reina, jota, 10, 9. Los empatados tiran de nuevo.',
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
              'Tira los tres dados.',
              'Los ases y los reyes dan puntos: súmalos a los de tu turno.',
              'Tira otra vez los tres, o di «me planto»: se anotan los puntos de tu turno y el cubilete pasa.',
              'Una tirada que no da nada termina tu turno, y pierdes sus puntos.',
            ],
          },
          {
            p:
              min_bank > 0
                ? `Solo puedes plantarte si llevas al menos ${number(min_bank)} puntos en el turno.`
                : 'Puedes plantarte con cualquier puntaje, pero tienes que tirar al menos una vez.',
          },
        ],
      },
      {
        title: 'Cuánto vale cada dado',
        parts: [
          {
            table: {
              caption: 'Cada dado',
              head: ['Dado', 'Puntos'],
              rows: [
                [{ draw: ['A'] }, `As: ${number(100)}`],
                [{ draw: ['K'] }, `Rey: ${number(50)}`],
                [{ draw: ['Q', 'J', '10', '9'] }, 'Nada'],
              ],
            },
          },
          { example: { draw: ['A', 'K'], rest: ['9'], text: 'Un as y un rey: 150.' } },
          { example: { draw: ['A', 'A', 'K'], text: 'Dos ases y un rey: 250.' } },
          { example: { draw: [], rest: ['Q', 'Q', 'J'], text: 'Nada: se acaba el turno y se pierden sus puntos.' } },
        ],
      },
      {
        title: 'Tercias',
        parts: [
          { p: 'Tres iguales valen por sí mismos, en lugar de los dados sueltos.' },
          {
            table: {
              caption: 'Tercias',
              head: ['Tirada', 'Puntos'],
              rows: [
                [{ draw: ['A', 'A', 'A'] }, `${gain(1000)} y puedes seguir`],
                [{ draw: ['K', 'K', 'K'] }, `${gain(500)} y puedes seguir`],
                [{ draw: ['Q', 'Q', 'Q'] }, bad(-500)],
                [{ draw: ['J', 'J', 'J'] }, bad(-1000)],
                [{ draw: ['10', '10', '10'] }, bad(-100)],
                [{ draw: ['9', '9', '9'] }, bad(-50)],
              ],
            },
          },
          ...(negative_triples
            ? [
                { p: 'Una tercia mala se lleva primero los puntos del turno; después se restan los suyos del total.' },
                {
                  example: {
                    draw: ['Q', 'Q', 'Q'],
                    text: `Si llevabas ${number(450)}: los pierdes y se te anotan ${gain(-500)}.`,
                  },
                },
                {
                  p: floor_at_zero
                    ? `Nadie baja de cero: con ${number(300)} anotados, tres jotas te dejan en 0.`
                    : `El total puede bajar de cero: con ${number(300)} anotados, tres jotas te dejan en ${gain(-700)}.`,
                },
              ]
            : [{ p: 'Las tercias malas no cuestan más que el turno y sus puntos.' }]),
        ],
      },
      {
        title: titles.end,
        parts: [{ p: last_round(goal) }, { p: race_tie(tie, goal, negative_triples) }],
      },
      { title: titles.time, parts: [{ p: late('tira si hace falta y se planta en cuanto puede.') }] },
    ],
  };
}
