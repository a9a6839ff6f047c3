// @ts-check
// Le regole; rules.js decide quali di questi testi ha la pagina di un tavolo.
import { make_formatters } from '../../i18n/language.js';

const { plural } = make_formatters('it');

/** @type {typeof import('./rules.en.js').rules} */
export const rules = {
  lead: 'Cala carte che fanno scala con una delle tre sul tavolo, resta senza carte prima degli altri e non dimenticare di dire TRES.',
  aim: 'Restare per primi senza carte in mano.',
  single: 'Decide una sola mano.',
  first_to: (games) => `Vince la partita chi per primo vince ${games} mani. La seguente comincia subito, dal posto seguente.`,
  points: (points) =>
    `Vince la partita chi per primo ha ${points} punti. Chi vince una mano segna ciò che resta in mano agli altri; la seguente comincia subito, dal posto seguente.`,
  points_table: { caption: 'Quanto valgono le carte rimaste', head: ['Carta', 'Punti'] },
  its_number: 'Il suo numero',
  cards_title: 'Le carte',
  cards_caption: (cards) => `Le ${cards} carte`,
  cards_head: ['Carte', 'Quante'],
  numbers: (cards) => `${cards}: da 1 a 9 in quattro colori, due volte ciascuna`,
  wilds: (cards) => `${cards} jolly numerici: il numero che vuoi`,
  actions_of_each: (cards) => `${cards} per ogni azione: un 3 di qualsiasi colore`,
  wild_colour: {
    none: 'Il jolly numerico non ha colore.',
    printed: 'Il jolly numerico ha il colore stampato.',
    any: 'Il jolly numerico vale come qualsiasi colore.',
  },
  circle: 'I numeri girano in tondo: dopo il 9 viene l’1, e prima dell’1 il 9.',
  rolloff:
    'Ognuno prende una carta e la più alta dà le carte: le azioni sono 3, i jolly numerici 0, e chi è in parità ne prende un’altra. Comincia chi sta alla sua sinistra.',
  deal: 'Sette carte a testa. Tre si scoprono sul tavolo; le altre sono il mazzo da cui pescare.',
  fill: 'Se sul tavolo ci sono meno di tre carte, si scoprono quelle che mancano.',
  lay: 'Cala una o due carte che fanno scala, in su o in giù, con una carta del tavolo. Tutte vanno negli scarti.',
  draw: 'Se non puoi o non vuoi, pesca una carta.',
  must_lay_drawn: 'Se si può calare devi calarla subito, da sola; se no passi.',
  may_lay_drawn: 'Puoi calarla subito, da sola, oppure tenerla e passare.',
  next_up: 'Su un 7 va un 8. I colori non contano.',
  both_sides: 'Anche 6 e 8 insieme, 8 e 9, o 5 e 6.',
  over_nine: 'Dopo il 9 viene l’1.',
  same_number: 'Un 7 non va su un 7.',
  actions_title: 'Carte azione',
  actions: 'Ognuna è anche un 3, di qualsiasi colore. Ciò che fa dipende da come arriva.',
  actions_table: { caption: 'Che cosa fanno le azioni', head: ['Carta', 'Quando la cali', 'Quando si scopre sul tavolo'] },
  reverse_laid: 'Il senso del gioco si inverte.',
  reverse_turned_up: 'Il senso del gioco si inverte, e chi deve giocare salta il turno.',
  skip_laid: 'Il giocatore seguente salta il turno.',
  skip_turned_up: 'Chi deve giocare salta il turno.',
  three: 'pesca tre carte',
  three_and_turn: 'pesca tre carte e salta il turno',
  next_player: (does) => `Il giocatore seguente ${does}.`,
  player_to_move: (does) => `Chi deve giocare ${does}.`,
  reverse_two_players: {
    skip: 'In due, chi cala una carta Inverti gioca ancora.',
    none: 'In due, calare una carta Inverti non cambia niente: tocca all’altro.',
  },
  several_turned_up: 'Se se ne scoprono più d’una, agiscono una alla volta, ciascuna su chi ha il turno in quel momento.',
  lying_action: 'Sul tavolo un’azione è solo un 3: ciò che ci cali sopra non la ripete.',
  toma_tres: (does) => `Tre carte dello stesso colore, due tue e quella del tavolo: il giocatore seguente ${does}.`,
  toma_tres_numbers: 'Toma TRES! Sono tutte verdi.',
  toma_tres_action: 'È Toma TRES anche questo, perché un’azione ha qualsiasi colore. Con il +3 fanno sei carte da pescare.',
  toma_tres_wild: 'Anche il jolly numerico è verde: Toma TRES!',
  toma_tres_order:
    'Con una carta Inverti prima si inverte il senso, e pesca chi gioca dopo. Con una carta Salta lo stesso giocatore pesca e salta il turno.',
  call_title: 'Dire TRES',
  call: 'Se finisci il turno con esattamente tre carte, di’ TRES: con la tua giocata, o subito dopo.',
  seconds: (count) => plural(count, { one: '# secondo', other: '# secondi' }),
  catching: (wait, more) =>
    `Se no, dopo ${wait}, gli altri possono scoprirti. Per altri ${more} tutti aspettano; poi il giocatore seguente può muovere, e con ciò è finita. Chi viene scoperto pesca tre carte.`,
  card_count: (count) => plural(count, { one: '# carta', other: '# carte' }),
  false_catch: (cards) =>
    `Chi accusa qualcuno che l’ha detto pesca ${cards}. Se è il giocatore seguente nessun altro può più provarci; se sbaglia un altro, gli altri possono ancora.`,
  no_false_catch: 'Chi l’ha detto non può essere scoperto.',
  auto_call: 'Ogni volta che finisci il turno con tre carte, TRES si dice da solo. Nessuno può essere scoperto.',
  no_call: 'A questo tavolo nessuno dice TRES, e nessuno può essere scoperto.',
  last_card: 'Chi cala la sua ultima carta ha vinto, e ciò che quella carta avrebbe fatto non conta più.',
  reshuffle: 'Se il mazzo finisce, si mischiano gli scarti e diventano il nuovo mazzo.',
  blocked: 'Se per un giro intero nessuno cala né riceve una carta, la mano è bloccata e vince chi ne ha meno.',
  blocked_tie: {
    single: 'Chi è in parità divide la vittoria.',
    first_to: 'Chi è in parità vince una mano a testa.',
    points: 'Chi è in parità divide i punti.',
  },
  places:
    'I posti vanno secondo i punti e, a pari punti, secondo le carte rimaste nell’ultima mano: meglio se meno.',
  late: 'pesca e passa.',
  late_must_lay: 'pesca e passa, o cala la carta pescata se deve.',
  late_silent: 'Non dice TRES.',
};
