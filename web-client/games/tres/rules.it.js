// @ts-check
// Le regole di TRES, come si gioca a questo tavolo (docs/rules.md 4).
import { speaking } from '../../i18n/language.js';
import { around, late, start_text, titles } from '../../i18n/rules/it.js';
import { facts } from './facts.js';

const { number, plural } = speaking('it');

/** @param {import('./facts.js').Options} options @returns {import('../../ui/rules/rulebook.js').Rules} */
export default function write(options) {
  const { wild_colour, draw_three_loses_turn, reverse_two_players, must_play_drawn, tres_call } = options;
  const { false_catch, match, first_to, points, starter } = options;
  const { numbers, wilds, of_each_action, cards, wild, toma_tres_with_wild } = facts(options);
  const three = draw_three_loses_turn ? 'pesca tre carte e salta il turno' : 'pesca tre carte';
  return {
    title: 'TRES',
    lead: 'Cala carte che fanno scala con una delle tre sul tavolo, resta senza carte prima degli altri e non dimenticare di dire TRES.',
    sections: [
      {
        title: titles.aim,
        parts: [
          { p: 'Restare per primi senza carte in mano.' },
          ...(match === 'single'
            ? [{ p: 'Decide una sola partita.' }]
            : match === 'first_to'
              ? [
                  {
                    p: `Vince la sfida chi per primo vince ${number(first_to)} partite. La seguente comincia subito, dal posto seguente.`,
                  },
                ]
              : [
                  {
                    p: `Vince la sfida chi per primo ha ${number(points)} punti. Chi vince una partita segna ciò che resta in mano agli altri; la seguente comincia subito, dal posto seguente.`,
                  },
                  {
                    table: {
                      caption: 'Quanto valgono le carte rimaste',
                      head: ['Carta', 'Punti'],
                      rows: [
                        [{ draw: ['r7'] }, 'Il suo numero'],
                        [{ draw: ['R3', 'S3', 'P3'] }, number(20)],
                        [{ draw: [wild] }, number(40)],
                      ],
                    },
                  },
                ]),
        ],
      },
      {
        title: 'Le carte',
        parts: [
          {
            table: {
              caption: `Le ${number(cards)} carte`,
              head: ['Carte', 'Quante'],
              rows: [
                [{ draw: ['r1', 'g4', 'b7', 'y9'] }, `${number(numbers)}: da 1 a 9 in quattro colori, due volte ciascuna`],
                [{ draw: [wild] }, `${number(wilds)} jolly numerici: il numero che vuoi`],
                [{ draw: ['R3', 'S3', 'P3'] }, `${number(of_each_action)} per ogni azione: un 3 di qualsiasi colore`],
              ],
            },
          },
          {
            p: {
              none: 'Il jolly numerico non ha colore.',
              printed: 'Il jolly numerico ha il colore stampato.',
              any: 'Il jolly numerico vale come qualsiasi colore.',
            }[wild_colour] ?? '',
          },
          { p: 'I numeri girano in tondo: dopo il 9 viene l’1, e prima dell’1 il 9.' },
        ],
      },
      {
        title: titles.start,
        parts: [
          {
            p: start_text(
              starter,
              'Ognuno prende una carta e la più alta dà le carte: le azioni sono 3, i jolly numerici 0, e chi è in parità ne prende un’altra. Comincia chi sta alla sua sinistra.',
            ),
          },
          { p: around },
          { p: 'Sette carte a testa. Tre si scoprono sul tavolo; le altre sono il mazzo da cui pescare.' },
        ],
      },
      {
        title: titles.turn,
        parts: [
          {
            steps: [
              'Se sul tavolo ci sono meno di tre carte, si scoprono quelle che mancano.',
              'Cala una o due carte che fanno scala, in su o in giù, con una carta del tavolo. Tutte vanno negli scarti.',
              `Se non puoi o non vuoi, pesca una carta. ${must_play_drawn ? 'Se si può calare devi calarla subito, da sola; se no passi' : 'Puoi calarla subito, da sola, oppure tenerla e passare'}.`,
            ],
          },
          { example: { draw: ['r7', '+', 'y8'], text: 'Su un 7 va un 8. I colori non contano.' } },
          { example: { draw: ['r7', '+', 'b6', 'g8'], text: 'Anche 6 e 8 insieme, 8 e 9, o 5 e 6.' } },
          { example: { draw: ['b9', '+', 'y1', 'g2'], text: 'Dopo il 9 viene l’1.' } },
          { example: { draw: ['r7'], rest: ['b7'], text: 'Un 7 non va su un 7.' } },
        ],
      },
      {
        title: 'Carte azione',
        parts: [
          { p: 'Ognuna è anche un 3, di qualsiasi colore. Ciò che fa dipende da come arriva.' },
          {
            table: {
              caption: 'Che cosa fanno le azioni',
              head: ['Carta', 'Quando la cali', 'Quando si scopre sul tavolo'],
              rows: [
                [
                  { draw: ['R3'] },
                  'Il senso del gioco si inverte.',
                  'Il senso del gioco si inverte, e chi deve giocare salta il turno.',
                ],
                [{ draw: ['S3'] }, 'Il giocatore seguente salta il turno.', 'Chi deve giocare salta il turno.'],
                [{ draw: ['P3'] }, `Il giocatore seguente ${three}.`, `Chi deve giocare ${three}.`],
              ],
            },
          },
          {
            list: [
              reverse_two_players === 'skip'
                ? 'In due, chi cala una carta Inverti gioca ancora.'
                : 'In due, calare una carta Inverti non cambia niente: tocca all’altro.',
              'Se se ne scoprono più d’una, agiscono una alla volta, ciascuna su chi ha il turno in quel momento.',
              'Sul tavolo un’azione è solo un 3: ciò che ci cali sopra non la ripete.',
            ],
          },
        ],
      },
      {
        title: '¡Toma TRES!',
        parts: [
          { p: `Tre carte dello stesso colore, due tue e quella del tavolo: il giocatore seguente ${three}.` },
          { example: { draw: ['g5', '+', 'g6', 'g7'], text: 'Toma TRES! Sono tutte verdi.' } },
          {
            example: {
              draw: ['r2', '+', 'r4', 'P3'],
              text: 'È Toma TRES anche questo, perché un’azione ha qualsiasi colore. Con il +3 fanno sei carte da pescare.',
            },
          },
          ...(toma_tres_with_wild
            ? [{ example: { draw: toma_tres_with_wild, text: 'Anche il jolly numerico è verde: Toma TRES!' } }]
            : []),
          {
            p: 'Con una carta Inverti prima si inverte il senso, e pesca chi gioca dopo. Con una carta Salta lo stesso giocatore pesca e salta il turno.',
          },
        ],
      },
      {
        title: 'Dire TRES',
        parts:
          tres_call === 'window'
            ? [
                { p: 'Se finisci il turno con esattamente tre carte, di’ TRES: con la tua giocata, o subito dopo.' },
                {
                  p: `Se no, dopo ${plural(1, { one: '# secondo', other: '# secondi' })}, gli altri possono scoprirti. Per altri ${plural(2, { one: '# secondo', other: '# secondi' })} tutti aspettano; poi il giocatore seguente può muovere, e con ciò è finita. Chi viene scoperto pesca tre carte.`,
                },
                {
                  p:
                    false_catch > 0
                      ? `Chi accusa qualcuno che l’ha detto pesca ${plural(false_catch, { one: '# carta', other: '# carte' })}. Se è il giocatore seguente nessun altro può più provarci; se sbaglia un altro, gli altri possono ancora.`
                      : 'Chi l’ha detto non può essere scoperto.',
                },
              ]
            : tres_call === 'auto'
              ? [{ p: 'Ogni volta che finisci il turno con tre carte, TRES si dice da solo. Nessuno può essere scoperto.' }]
              : [{ p: 'A questo tavolo nessuno dice TRES, e nessuno può essere scoperto.' }],
      },
      {
        title: titles.end,
        parts: [
          {
            list: [
              'Chi cala la sua ultima carta ha vinto, e ciò che quella carta avrebbe fatto non conta più.',
              'Se il mazzo finisce, si mischiano gli scarti e diventano il nuovo mazzo.',
              `Se per un giro intero nessuno cala né riceve una carta, la partita è bloccata e vince chi ne ha meno. ${
                match === 'points'
                  ? 'Chi è in parità divide i punti.'
                  : match === 'first_to'
                    ? 'Chi è in parità vince una partita a testa.'
                    : 'Chi è in parità divide la vittoria.'
              }`,
              ...(match === 'single' ? [] : ['I posti vanno secondo i punti e, a pari punti, secondo le carte rimaste nell’ultima partita: meglio se meno.']),
            ],
          },
        ],
      },
      {
        title: titles.time,
        parts: [
          {
            p: late(
              `pesca e passa${must_play_drawn ? ', o cala la carta pescata se deve' : ''}${tres_call === 'window' ? '. Non dice TRES' : ''}.`,
            ),
          },
        ],
      },
    ],
  };
}
