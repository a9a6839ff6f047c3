// @ts-check
// Le regole; rules.js decide quali di questi testi ha la pagina di un tavolo.

/** @type {typeof import('./rules.en.js').rules} */
export const rules = {
  lead: (goal) =>
    `Tre dadi da poker e un bussolotto. Assi e re fanno punti finché hai il coraggio di lanciare; un lancio sbagliato si riprende tutto ciò che non hai ancora segnato. Si va a ${goal}!`,
  aim: (goal) => `Segnare ${goal} punti. Quelli del turno non contano ancora: li puoi sempre perdere.`,
  rolloff: 'Ognuno lancia un dado e comincia il più alto: asso, re, donna, fante, 10, 9. Chi è in parità lancia di nuovo.',
  turn: [
    'Lancia tutti e tre i dadi.',
    'Assi e re danno punti: aggiungili a quelli del turno.',
    'Lanciali di nuovo tutti e tre, oppure di’ «mi fermo»: i punti del turno vengono segnati e il turno è finito.',
    'Un lancio che non dà punti chiude il turno, e i suoi punti sono persi.',
  ],
  min_bank: (points) => `Puoi fermarti solo se nel turno hai almeno ${points} punti.`,
  no_min_bank: 'Puoi fermarti con qualsiasi punteggio, ma almeno una volta devi lanciare.',
  dice_title: 'Quanto valgono i dadi',
  dice_table: { caption: 'Ogni dado', head: ['Dado', 'Punti'] },
  ace: (points) => `Asso: ${points}`,
  king: (points) => `Re: ${points}`,
  nothing: 'Niente',
  ace_and_king: 'Un asso e un re: 150.',
  two_aces_and_king: 'Due assi e un re: 250.',
  nothing_thrown: 'Niente: il turno è finito e i suoi punti sono persi.',
  triples_title: 'Tre uguali',
  triples: 'Tre dadi uguali contano per sé, al posto dei singoli dadi.',
  triples_table: { caption: 'Tre uguali', head: ['Lancio', 'Punti'] },
  good_triple: (points) => `${points}, e puoi continuare`,
  bad_triple: (points) => `${points}, e il turno finisce`,
  harmless_triple: 'Niente, e il turno finisce',
  bad_triples: 'Un tris cattivo porta via prima i punti del turno; poi i suoi si tolgono dal totale.',
  bad_triple_example: (turn, points) => `Con ${turn} nel turno: li perdi, e si segna ${points}.`,
  floor: (total) => `Nessuno scende sotto zero: con ${total} segnati, tre fanti ti lasciano a 0.`,
  no_floor: (total, left) => `Il totale può scendere sotto zero: con ${total} segnati, tre fanti ti lasciano a ${left}.`,
  harmless_triples: 'I tris cattivi non costano altro che il turno e i suoi punti.',
  late: 'lancia se deve, e si ferma appena può.',
};
