// @ts-check
// Le regole; rules.js decide quali di questi testi ha la pagina di un tavolo.
import { make_formatters } from '../../i18n/language.js';

const { plural } = make_formatters('it');

/** @type {typeof import('./rules.en.js').rules} */
export const rules = {
  lead: (face) =>
    `Cinque dadi, e meno fanno meglio è: un ${face} non conta niente, e la somma più bassa prende il piatto.`,
  pots: (count) => plural(count, { one: 'un piatto', other: '# piatti' }),
  aim: (pots, chips) =>
    `Avere più fiches di tutti dopo ${pots}. Si comincia con ${chips} a testa; chi le ha tutte vince subito. Servono solo per giocare.`,
  rolloff:
    'Ognuno lancia i cinque dadi e comincia la somma più alta; qui ogni faccia vale il suo numero. Chi è in parità lancia di nuovo.',
  next_starter: {
    rotate: 'Poi ogni giro lo comincia il giocatore seguente.',
    winner: 'Poi ogni piatto lo comincia chi ha preso il precedente. Se un giro si ripete, lo comincia il giocatore seguente.',
    lowest:
      'Poi comincia chi ha avuto il punteggio più basso dell’ultimo giro e, se sono in più, chi ha lanciato per primo; se non l’ha avuto nessuno, il giocatore seguente.',
  },
  pot_title: 'Il piatto',
  ante: (chips) => `Per ogni piatto tutti mettono un ante di ${chips}.`,
  short: 'Chi non può pagarlo tutto mette quello che gli resta e continua. Senza fiches resti fuori dal piatto seguente in poi.',
  throw_all: 'Lancia i cinque dadi.',
  set_aside: 'Mettine da parte almeno uno, o quanti ne vuoi.',
  must_keep: (face) => `Ogni ${face} va messo da parte.`,
  throw_others: 'Lancia gli altri, mettine da parte almeno un altro, e così via finché sono tutti fuori.',
  keep_all: 'Puoi tenerli tutti e cinque in una volta, anche al primo lancio.',
  dice_table: { caption: 'Quanto valgono i dadi', head: ['Dado', 'Punti'] },
  nothing: 'Niente',
  its_number: 'Il suo numero',
  kept_example: (sum) => `Li tieni tutti: ${sum} punti.`,
  beaten_title: 'Battuti',
  beaten: 'Se i dadi che hai messo da parte superano il punteggio più basso del giro, sei fuori subito e senza punteggio.',
  beaten_or_over_limit:
    'Se i dadi che hai messo da parte superano il punteggio più basso del giro o il suo limite, sei fuori subito e senza punteggio.',
  equal: 'Se lo uguagliano, continui.',
  beaten_example: 'Il punteggio più basso è 4 e metti da parte questo: sei fuori.',
  never_beaten: 'Nessuno è fuori prima della fine del suo turno: si lanciano tutti i dadi, anche da battuti.',
  zero_title: 'Lo zero',
  zero_ante: (chips) =>
    `Zero, il punteggio perfetto. Tutti quelli che giocano per questo piatto mettono ancora ${chips}, anche chi l’ha fatto.`,
  no_zero_ante: 'Zero, il punteggio perfetto. Non porta altre fiches nel piatto.',
  shoot_the_moon: 'Cinque 6 in un solo lancio, tenuti tutti: prendi subito il piatto, qualunque cosa abbiano gli altri.',
  bottoms_title: 'Il fondo',
  per_die: 'Quando metti da parte un dado puoi girarlo, se così vale meno.',
  turned_table: { caption: 'Dadi girati', head: ['Dado', 'Vale'] },
  whole_throw: 'Dopo ogni lancio puoi chiamare «il fondo» una volta: tutti i suoi dadi si leggono da sotto.',
  whole_throw_example: (sum) => `Il fondo! Se li tieni tutti, fanno ${sum}.`,
  winner_title: 'Chi prende il piatto',
  lowest_wins: 'Quando tutti hanno giocato, il punteggio più basso prende tutto il piatto.',
  lowest_within_limit_wins: 'Il punteggio più basso prende tutto il piatto, ma solo se basta per il suo giro.',
  limits_table: { caption: 'Con quanto si vince', head: ['Giro', 'Al massimo'] },
  nobody_within_limit: (chips) =>
    `Se non ci riesce nessuno, chi ha giocato mette ${chips} e gioca il giro seguente per lo stesso piatto.`,
  tie: {
    all_tie:
      'Un pareggio, tutti pareggiano: se il punteggio più basso è in parità, tutti giocano un altro giro, qualunque cosa avessero. Solo gli zeri se li gioca chi li ha fatti.',
    tied_only: 'Se il punteggio più basso è in parità, solo chi ha pareggiato gioca un altro giro.',
    split:
      'Chi pareggia con il punteggio più basso divide il piatto; le fiches che avanzano si danno una alla volta, da chi ha cominciato.',
  },
  tie_within_limit: {
    all_tie:
      'Lo stesso vale per il punteggio più basso entro il limite: in parità non vince, e il giro seguente ha il limite seguente.',
    tied_only: 'Lo stesso vale per il punteggio più basso entro il limite; il giro seguente ha il limite seguente.',
    split: 'Lo stesso vale entro il limite; al di sopra nessuno prende niente.',
  },
  tie_ante: {
    all_tie: (chips) => `Chi gioca di nuovo mette ${chips}.`,
    tied_only: (chips) => `Solo chi gioca di nuovo mette ${chips}.`,
  },
  zeros_tie_ante: 'Prima di spareggiare gli zeri mettono tutti quelli che giocano per il piatto.',
  no_tie_ante: 'Per questo nessuno mette niente.',
  late: (face) => `mette da parte ogni ${face}, o se no il dado più basso, e continua a lanciare.`,
};
