// @ts-check
// Las reglas; rules.js decide cuáles de estos textos tiene la página de una mesa.
// A static import would make two files of the words, for tables, too.
const { sheets } = await import('./words.es.js');

/** @type {typeof import('./rules.en.js').rules} */
export const rules = {
  sheets,
  lead: (boxes) => `Cinco dados, tres tiradas por turno y una tarjeta de ${boxes} casillas por llenar lo mejor posible.`,
  aim: (boxes) => `Llenar las ${boxes} casillas de tu tarjeta, una por turno, y tener al final el total más alto.`,
  columns: 'La tarjeta tiene tres columnas. Lo que hagas en la segunda vale el doble, y en la tercera el triple.',
  rolloff: 'Cada uno tira los cinco dados y empieza la mayor suma. Los empatados tiran de nuevo.',
  throw_all: 'Tira los cinco dados.',
  duplicate: 'Esta primera tirada de la ronda es la misma para todos.',
  throw_again:
    'Guarda los que quieras y tira los demás, hasta dos veces. También puedes volver a tirar los que habías guardado.',
  fill: 'Después de cualquier tirada puedes llenar una casilla; después de la tercera tienes que hacerlo.',
  free_order: 'Las casillas se llenan en cualquier orden, cada una sola vez.',
  worth: 'En una casilla se anota lo que los dados valen allí. Si no valen nada, es un cero.',
  worth_or_zero: 'En una casilla se anota lo que los dados valen allí o, si se prefiere, un cero.',
  upper_title: 'Sección superior',
  upper: ({ aces, sixes }) => `De ${aces} a ${sixes}: la suma de los dados de ese número.`,
  upper_example: (names, threes, twos, fours) =>
    `${threes} en ${names.threes}, ${twos} en ${names.twos} o ${fours} en ${names.fours}.`,
  no_upper_bonus: 'La sección superior no da puntos extra.',
  lower_title: 'Sección inferior',
  lower_table: { caption: 'Casillas de la sección inferior', head: ['Casilla', 'Dados', 'Puntos'] },
  takes: {
    one_pair: (points) => `Dos iguales, el par más alto: ${points}`,
    two_pairs: (points) => `Dos pares distintos, solo ellos: ${points}`,
    three_of_a_kind: (points) => `Tres o más iguales, los cinco dados: ${points}`,
    four_of_a_kind: (points) => `Cuatro o más iguales, los cinco dados: ${points}`,
    full_house: (points) => `Tres de un número y dos de otro: ${points}`,
    small_straight: (points) => `Cuatro seguidos: ${points}`,
    large_straight: (points) => `Cinco seguidos: ${points}`,
    yahtzee: (points) => `Cinco iguales: ${points}`,
    chance: (points) => `Cualquier tirada, los cinco dados: ${points}`,
    straight: (points) => `Cinco seguidos: ${points}`,
    poker: (points) => `Cuatro o más iguales: ${points}`,
    generala: (points) => `Cinco iguales: ${points}`,
    double_generala: (points) => `Cinco iguales otra vez: ${points}`,
  },
  yatzy_takes: {
    three_of_a_kind: (points) => `Tres iguales, solo ellos: ${points}`,
    four_of_a_kind: (points) => `Cuatro iguales, solo ellos: ${points}`,
    full_house: (points) => `Tres de un número y dos de otro, los cinco dados: ${points}`,
    small_straight: (points) => `Del 1 al 5: ${points}`,
    large_straight: (points) => `Del 2 al 6: ${points}`,
  },
  five_is_full_house: ({ full_house }) => `Cinco iguales también valen como ${full_house}.`,
  no_full_house: ({ full_house }) => `Cinco iguales no son ${full_house}: hacen falta dos números.`,
  only_joker_full_house: ({ full_house }) =>
    `Cinco iguales no son ${full_house}, salvo como comodín: hacen falta dos números.`,
  served: ({ straight, full_house, poker }) =>
    `${straight}, ${full_house} y ${poker} servidos, con la primera tirada del turno, valen 5 más.`,
  served_generala: ({ generala }) =>
    `${generala} servida, con la primera tirada del turno, gana la partida en el acto.`,
  served_generala_together: ({ generala }) =>
    `${generala} servida, con la primera tirada del turno, gana la partida en el acto, junto con todos los que recibieron esa tirada.`,
  double_generala: ({ generala, double_generala }) => `${double_generala} vale solo si antes se hizo ${generala}.`,
  jokers_title: ({ yahtzee }) => `Otro ${yahtzee}`,
  no_bonus: 'Sacar otra vez cinco iguales no da puntos extra.',
  no_jokers: 'Tampoco son comodín: van en cualquier casilla abierta, por lo que valgan allí.',
  only_chance_left: ({ yahtzee, chance }) => `Debajo de ${yahtzee} solo queda ${chance}: allí los cinco dados valen su suma.`,
  upper_first: 'Van en la casilla superior de su número.',
  then_zero: 'Si esas también están llenas, son un cero en una casilla superior abierta.',
  then_zero_with_bonus:
    'Si esas también están llenas, son un cero en una casilla superior abierta; los puntos extra se ganan igual.',
  any_box: 'Van en cualquier casilla abierta.',
  always_full_points: (worth) => `En todas valen todos los puntos: ${worth}.`,
  joker_example: ({ yahtzee, fours, large_straight }, points) =>
    `${yahtzee} tiene 0 y ${fours} está llena: puedes anotar ${points} en ${large_straight}, sin puntos extra.`,
  wild_joker_example: ({ yahtzee, large_straight }, points) =>
    `${yahtzee} tiene 0: puedes anotar ${points} en ${large_straight}, sin puntos extra.`,
  one_column: {
    forced_order: 'Las casillas se llenan de arriba abajo.',
    upper_bonus: (points) =>
      `Con 63 o más aquí se ganan ${points} puntos extra. Tres de cada número alcanzan justo.`,
    bonus: ({ yahtzee }, points) =>
      `Si sacas cinco iguales cuando la casilla ${yahtzee} está llena y tiene 50, ganas ${points} puntos más, cada vez.`,
    joker: ({ yahtzee }) => `Cuando la casilla ${yahtzee} está llena, con 50 o con 0, cinco iguales son un comodín:`,
    then_lower: (worth) =>
      `Si esa está llena, en cualquier casilla abierta de la sección inferior, con todos sus puntos: ${worth}.`,
    full_points: (worth) => `Si la casilla superior de su número está llena, valen todos los puntos: ${worth}.`,
    end: 'Cuando todas las tarjetas están llenas, se suman casillas y puntos extra. Gana el total más alto.',
  },
  three_columns: {
    forced_order: 'Las casillas se llenan de arriba abajo en cada columna.',
    upper_bonus: (points) =>
      `Con 63 o más aquí, en una columna, se ganan ${points} puntos extra. Tres de cada número alcanzan justo.`,
    bonus: ({ yahtzee }, points) =>
      `Si sacas cinco iguales cuando las tres casillas ${yahtzee} están llenas y alguna tiene 50, ganas ${points} puntos más, cada vez, y no se multiplican.`,
    joker: ({ yahtzee }) =>
      `Cuando las tres casillas ${yahtzee} están llenas, con 50 o con 0, cinco iguales son un comodín:`,
    then_lower: (worth) =>
      `Si esa está llena en todas las columnas, en cualquier casilla abierta de la sección inferior, con todos sus puntos: ${worth}.`,
    full_points: (worth) =>
      `Si la casilla superior de su número está llena en todas las columnas, valen todos los puntos: ${worth}.`,
    end: 'Cuando todas las tarjetas están llenas, cada columna con sus puntos extra se cuenta una, dos y tres veces. Gana el total más alto.',
  },
  playoff: 'Los empatados en el total más alto juegan un turno más cada uno, por la suma de sus dados.',
  playoff_as_chance: ({ chance }) =>
    `Los empatados en el total más alto juegan un turno más cada uno, que se anota como ${chance}: la suma de sus dados.`,
  playoff_end: 'Gana la mayor suma; si empatan, siguen hasta que uno quede solo al frente.',
  late: 'tira si todavía no hay dados, y llena la casilla que más da.',
};
