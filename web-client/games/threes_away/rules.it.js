// @ts-check
// Le regole di Threes Away, come si gioca a questo tavolo (docs/rules.md 2).
import { speaking } from '../../i18n/language.js';
import { around, late, start_text, titles } from '../../i18n/rules/it.js';
import { facts } from './facts.js';

const { number, plural } = speaking('it');
/** @param {number} count */
const chips = (count) => plural(count, { one: '# fiche', other: '# fiches' });

/** @param {import('./facts.js').Options} options @returns {import('../../ui/rules/rulebook.js').Rules} */
export default function write(options) {
  const { ante, start_chips, pots, tie, tie_ante, zero_ante, bottoms, progressive, zero_face } = options;
  const { must_keep_threes, sixes_shoot_the_moon, stop_when_beaten, next_starter, starter } = options;
  const { counting, zeros, kept, beaten, turned, called, caps } = facts(options);
  const tops = progressive !== 'off';
  const next = 'il giocatore seguente';
  return {
    title: 'Threes Away',
    lead: `Cinque dadi, e meno fanno meglio è: un ${zero_face} non conta niente, e la somma più bassa prende il piatto.`,
    sections: [
      {
        title: titles.aim,
        parts: [
          {
            p: `Avere più fiches di tutti dopo ${plural(pots, { one: 'un piatto', other: '# piatti' })}. Si comincia con ${chips(start_chips)} a testa; chi le ha tutte vince subito. Servono solo per giocare.`,
          },
        ],
      },
      {
        title: titles.start,
        parts: [
          {
            p: start_text(
              starter,
              'Ognuno lancia i cinque dadi e comincia la somma più alta; qui ogni faccia vale il suo numero. Chi è in parità lancia di nuovo.',
            ),
          },
          {
            p:
              next_starter === 'rotate'
                ? `Poi ogni giro lo comincia ${next}.`
                : next_starter === 'winner'
                  ? `Poi ogni piatto lo comincia chi ha preso il precedente. Se un giro si ripete, lo comincia ${next}.`
                  : `Poi comincia chi ha avuto il punteggio più basso dell’ultimo giro e, se sono in più, chi ha lanciato per primo; se non l’ha avuto nessuno, ${next}.`,
          },
          { p: around },
        ],
      },
      {
        title: 'Il piatto',
        parts: [
          { p: `Per ogni piatto tutti mettono un ante di ${chips(ante)}.` },
          {
            p: 'Chi non può pagarlo tutto mette quello che gli resta e continua. Senza fiches resti fuori dal piatto seguente in poi.',
          },
        ],
      },
      {
        title: titles.turn,
        parts: [
          {
            steps: [
              'Lancia i cinque dadi.',
              `Mettine da parte almeno uno, o quanti ne vuoi.${must_keep_threes ? ` Ogni ${zero_face} va messo da parte.` : ''}`,
              'Lancia gli altri, mettine da parte almeno un altro, e così via finché sono tutti fuori.',
            ],
          },
          { p: 'Puoi tenerli tutti e cinque in una volta, anche al primo lancio.' },
          {
            table: {
              caption: 'Quanto valgono i dadi',
              head: ['Dado', 'Punti'],
              rows: [
                [{ draw: [zero_face] }, 'Niente'],
                [{ draw: counting }, 'Il suo numero'],
              ],
            },
          },
          { example: { draw: kept.dice, text: `Li tieni tutti: ${kept.sum} punti.` } },
        ],
      },
      {
        title: 'Battuti',
        parts: stop_when_beaten
          ? [
              {
                p: `Se i dadi che hai messo da parte superano il punteggio più basso del giro${tops ? ' o il suo limite' : ''}, sei fuori subito e senza punteggio. Se lo uguagliano, continui.`,
              },
              { example: { draw: [beaten], text: 'Il punteggio più basso è 4 e metti da parte questo: sei fuori.' } },
            ]
          : [{ p: 'Nessuno è fuori prima della fine del suo turno: si lanciano tutti i dadi, anche da battuti.' }],
      },
      {
        title: 'Lo zero',
        parts: [
          {
            example: {
              draw: zeros,
              text: zero_ante
                ? `Zero, il punteggio perfetto. Tutti quelli che giocano per questo piatto mettono ancora ${chips(ante)}, anche chi l’ha fatto.`
                : 'Zero, il punteggio perfetto. Non porta altre fiches nel piatto.',
            },
          },
          ...(sixes_shoot_the_moon
            ? [
                {
                  example: {
                    draw: [6, 6, 6, 6, 6],
                    text: 'Cinque 6 in un solo lancio, tenuti tutti: prendi subito il piatto, qualunque cosa abbiano gli altri.',
                  },
                },
              ]
            : []),
        ],
      },
      ...(bottoms === 'off'
        ? []
        : [
            {
              title: 'Il fondo',
              parts:
                bottoms === 'per_die'
                  ? [
                      { p: 'Quando metti da parte un dado puoi girarlo, se così vale meno.' },
                      {
                        table: {
                          caption: 'Dadi girati',
                          head: ['Dado', 'Vale'],
                          rows: turned.map(({ face, below, value }) => [
                            { draw: [face, '→', below] },
                            value === 0 ? 'Niente' : number(value),
                          ]),
                        },
                      },
                    ]
                  : [
                      { p: 'Dopo ogni lancio puoi chiamare «il fondo» una volta: tutti i suoi dadi si leggono da sotto.' },
                      {
                        example: {
                          draw: [...called.dice, '→', ...called.below],
                          text: `Il fondo! Se li tieni tutti, fanno ${called.sum}.`,
                        },
                      },
                    ],
            },
          ]),
      {
        title: 'Chi prende il piatto',
        parts: [
          {
            p: tops
              ? 'Il punteggio più basso prende tutto il piatto, ma solo se basta per il suo giro.'
              : 'Quando tutti hanno giocato, il punteggio più basso prende tutto il piatto.',
          },
          ...(tops
            ? [
                {
                  table: {
                    caption: 'Con quanto si vince',
                    head: ['Giro', 'Al massimo'],
                    rows: [...caps.map(([round, cap]) => [round, number(cap)]), ['…', '…']],
                  },
                },
                {
                  p: `Se non ci riesce nessuno, chi ha giocato mette ${chips(ante)} e gioca il giro seguente per lo stesso piatto.`,
                },
              ]
            : []),
          {
            p: {
              all_tie:
                'Un pareggio, tutti pareggiano: se il punteggio più basso è in parità, tutti giocano un altro giro, qualunque cosa avessero. Solo gli zeri se li gioca chi li ha fatti.',
              tied_only: 'Se il punteggio più basso è in parità, solo chi ha pareggiato gioca un altro giro.',
              split:
                'Chi pareggia con il punteggio più basso divide il piatto; le fiches che avanzano si danno una alla volta, da chi ha cominciato.',
            }[tie] ?? '',
          },
          ...(tops
            ? [
                {
                  p: {
                    all_tie: 'Lo stesso vale per il punteggio più basso entro il limite: in parità non vince, e il giro seguente ha il limite seguente.',
                    tied_only: 'Lo stesso vale per il punteggio più basso entro il limite; il giro seguente ha il limite seguente.',
                    split: 'Lo stesso vale entro il limite; al di sopra nessuno prende niente.',
                  }[tie] ?? '',
                },
              ]
            : []),
          ...(tie === 'split'
            ? []
            : [
                {
                  p: tie_ante
                    ? `${tie === 'tied_only' ? 'Solo chi gioca di nuovo' : 'Chi gioca di nuovo'} mette ${chips(ante)}. Prima di spareggiare gli zeri mettono tutti quelli che giocano per il piatto.`
                    : 'Per questo nessuno mette niente.',
                },
              ]),
        ],
      },
      {
        title: titles.time,
        parts: [{ p: late(`mette da parte ogni ${zero_face}, o se no il dado più basso, e continua a lanciare.`) }],
      },
    ],
  };
}
