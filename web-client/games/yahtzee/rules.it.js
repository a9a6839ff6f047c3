// @ts-check
// Le regole; rules.js decide quali di questi testi ha la pagina di un tavolo.
// A static import would make two files of the words, for tables, too.
const { sheets } = await import('./words.it.js');

/** @type {typeof import('./rules.en.js').rules} */
export const rules = {
  sheets,
  lead: (boxes) => `Cinque dadi, tre lanci per turno e un cartellino di ${boxes} caselle da riempire meglio che puoi.`,
  aim: (boxes) =>
    `Riempire tutte le ${boxes} caselle del tuo cartellino, una per turno, e avere alla fine il totale più alto.`,
  columns: 'Il cartellino ha tre colonne. Quello che fai nella seconda vale doppio, nella terza triplo.',
  rolloff: 'Ognuno lancia i cinque dadi e comincia la somma più alta. Chi è in parità lancia di nuovo.',
  throw_all: 'Lancia tutti e cinque i dadi.',
  duplicate: 'Questo primo lancio del giro è uguale per tutti.',
  throw_again:
    'Tieni quelli che vuoi e lancia di nuovo gli altri, fino a due volte. Puoi rilanciare anche quelli tenuti prima.',
  fill: 'Dopo qualsiasi lancio puoi riempire una casella; dopo il terzo devi.',
  free_order: 'Le caselle si riempiono in qualsiasi ordine, ciascuna una volta.',
  worth: 'In una casella si segna ciò che i dadi valgono lì. Se non valgono niente, è uno zero.',
  worth_or_zero: 'In una casella si segna ciò che i dadi valgono lì oppure, se si preferisce, uno zero.',
  upper_title: 'Sezione superiore',
  upper: ({ aces, sixes }) => `Da ${aces} a ${sixes}: la somma dei dadi di quel numero.`,
  upper_example: (names, threes, twos, fours) =>
    `${threes} in ${names.threes}, ${twos} in ${names.twos} o ${fours} in ${names.fours}.`,
  no_upper_bonus: 'La sezione superiore non dà bonus.',
  lower_title: 'Sezione inferiore',
  lower_table: { caption: 'Caselle della sezione inferiore', head: ['Casella', 'Dadi', 'Punti'] },
  takes: {
    one_pair: (points) => `Due uguali, la coppia più alta: ${points}`,
    two_pairs: (points) => `Due coppie diverse, solo loro: ${points}`,
    three_of_a_kind: (points) => `Tre o più uguali, tutti e cinque i dadi: ${points}`,
    four_of_a_kind: (points) => `Quattro o più uguali, tutti e cinque i dadi: ${points}`,
    full_house: (points) => `Tre di un numero e due di un altro: ${points}`,
    small_straight: (points) => `Quattro in fila: ${points}`,
    large_straight: (points) => `Cinque in fila: ${points}`,
    yahtzee: (points) => `Cinque uguali: ${points}`,
    chance: (points) => `Qualsiasi lancio, tutti e cinque i dadi: ${points}`,
    straight: (points) => `Cinque in fila: ${points}`,
    poker: (points) => `Quattro o più uguali: ${points}`,
    generala: (points) => `Cinque uguali: ${points}`,
    double_generala: (points) => `Ancora cinque uguali: ${points}`,
  },
  yatzy_takes: {
    three_of_a_kind: (points) => `Tre uguali, solo loro: ${points}`,
    four_of_a_kind: (points) => `Quattro uguali, solo loro: ${points}`,
    full_house: (points) => `Tre di un numero e due di un altro, tutti e cinque i dadi: ${points}`,
    small_straight: (points) => `Da 1 a 5: ${points}`,
    large_straight: (points) => `Da 2 a 6: ${points}`,
  },
  five_is_full_house: ({ full_house }) => `Cinque uguali valgono anche come ${full_house}.`,
  no_full_house: ({ full_house }) => `Cinque uguali non fanno ${full_house}: servono due numeri.`,
  only_joker_full_house: ({ full_house }) =>
    `Cinque uguali non fanno ${full_house}, se non come jolly: servono due numeri.`,
  served: ({ straight, full_house, poker }) =>
    `${straight}, ${full_house} e ${poker} fatti con il primo lancio del turno valgono 5 in più.`,
  served_generala: ({ generala }) => `${generala} con il primo lancio del turno vince subito la partita.`,
  served_generala_together: ({ generala }) =>
    `${generala} con il primo lancio del turno vince subito la partita, insieme a tutti quelli che hanno ricevuto quel lancio.`,
  double_generala: ({ generala, double_generala }) => `${double_generala} vale solo se prima è stata fatta ${generala}.`,
  jokers_title: ({ yahtzee }) => `Un altro ${yahtzee}`,
  no_bonus: 'Altri cinque uguali non danno bonus.',
  no_jokers: 'Non sono nemmeno jolly: vanno in qualsiasi casella aperta, per ciò che valgono lì.',
  only_chance_left: ({ yahtzee, chance }) => `Sotto ${yahtzee} resta solo ${chance}: lì i cinque dadi valgono la loro somma.`,
  upper_first: 'Vanno nella casella superiore del loro numero.',
  then_zero: 'Se anche quelle sono piene, sono uno zero in una casella superiore aperta.',
  then_zero_with_bonus: 'Se anche quelle sono piene, sono uno zero in una casella superiore aperta; il bonus resta tuo.',
  any_box: 'Vanno in qualsiasi casella aperta.',
  always_full_points: (worth) => `Valgono ovunque a punti pieni: ${worth}.`,
  joker_example: ({ yahtzee, fours, large_straight }, points) =>
    `${yahtzee} ha 0 e ${fours} è piena: puoi segnare ${points} in ${large_straight}, senza bonus.`,
  wild_joker_example: ({ yahtzee, large_straight }, points) =>
    `${yahtzee} ha 0: puoi segnare ${points} in ${large_straight}, senza bonus.`,
  one_column: {
    forced_order: 'Le caselle si riempiono dall’alto in basso.',
    upper_bonus: (points) => `Con 63 o più qui sopra c’è un bonus di ${points}. Tre di ogni numero bastano giusti.`,
    bonus: ({ yahtzee }, points) =>
      `Se fai cinque uguali quando la casella ${yahtzee} è piena e ha 50, hai ${points} punti in più, ogni volta.`,
    joker: ({ yahtzee }) => `Quando la casella ${yahtzee} è piena, con 50 o con 0, cinque uguali sono un jolly:`,
    then_lower: (worth) =>
      `Se quella è piena, in qualsiasi casella aperta della sezione inferiore, a punti pieni: ${worth}.`,
    full_points: (worth) => `Quando la casella superiore del loro numero è piena, valgono a punti pieni: ${worth}.`,
    end: 'Quando tutti i cartellini sono pieni, si sommano caselle e bonus. Vince il totale più alto.',
  },
  three_columns: {
    forced_order: 'Le caselle si riempiono dall’alto in basso in ogni colonna.',
    upper_bonus: (points) =>
      `Con 63 o più qui sopra, in una colonna, c’è un bonus di ${points}. Tre di ogni numero bastano giusti.`,
    bonus: ({ yahtzee }, points) =>
      `Se fai cinque uguali quando tutte e tre le caselle ${yahtzee} sono piene e almeno una ha 50, hai ${points} punti in più, ogni volta, e non si moltiplicano.`,
    joker: ({ yahtzee }) =>
      `Quando tutte e tre le caselle ${yahtzee} sono piene, con 50 o con 0, cinque uguali sono un jolly:`,
    then_lower: (worth) =>
      `Se quella è piena in tutte le colonne, in qualsiasi casella aperta della sezione inferiore, a punti pieni: ${worth}.`,
    full_points: (worth) =>
      `Quando la casella superiore del loro numero è piena in tutte le colonne, valgono a punti pieni: ${worth}.`,
    end: 'Quando tutti i cartellini sono pieni, ogni colonna con il suo bonus si conta una, due e tre volte. Vince il totale più alto.',
  },
  playoff: 'Chi è in parità al primo posto gioca un turno in più, per la somma dei dadi.',
  playoff_as_chance: ({ chance }) =>
    `Chi è in parità al primo posto gioca un turno in più, che vale come ${chance}: la somma dei dadi.`,
  playoff_end: 'Vince la somma più alta; se è ancora pari, si continua finché uno solo è in testa.',
  late: 'lancia se non ci sono ancora dadi, e riempie la casella che dà di più.',
};
