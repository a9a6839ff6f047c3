// @ts-check
import { speaking } from '../language.js';

const { list, number, plural } = speaking('es');

/** @type {typeof import('./en.js').words} */
export const words = {
  title: 'Los dados de esta partida',
  fetching: (done, of) => `Trayendo el registro: ${number(done)} de ${plural(of, { one: '# jugada', other: '# jugadas' })}`,
  checking: (done, of) => `Comprobando los dados: ${number(done)} de ${plural(of, { one: '# jugada', other: '# jugadas' })}`,
  failed: 'Este navegador no pudo hacer la comprobación. La orden de abajo sí puede.',
  again: 'Intentar otra vez',

  checked: {
    dice: (done, of) => `${number(done)} de ${plural(of, { one: '# tirada comprobada', other: '# tiradas comprobadas' })}`,
    cards: (done, of) => `${number(done)} de ${plural(of, { one: '# mezcla comprobada', other: '# mezclas comprobadas' })}`,
    both: (done, of) => `${number(done)} de ${number(of)} tiradas y mezclas comprobadas`,
  },
  yours: (checked, draws) => `${checked}; tu secreto está en ${plural(draws, { one: 'ella', other: 'cada una de las #' })}.`,
  not_yours: (checked) => `${checked}.`,
  until_there: (checked) => `Hasta ahí: ${checked}.`,
  secrets_of: (names) => `Salen de los secretos de ${list([...names, 'el servidor'])}.`,
  server_dice: 'Los dados del servidor: no llevan el secreto de ningún jugador.',
  server_dice_checked: (checked) => `${checked}: se deducen de un secreto que el servidor fijó antes de empezar, pero ese secreto lo eligió él solo.`,
  nobody_took_part: 'No participó el programa de ningún jugador, así que no hay nada que comprobar.',
  played_before: 'Sin prueba: esta partida se jugó antes de que los dados se pudieran comprobar.',
  log_deleted: 'No hay nada que comprobar: el registro de esta partida ya no se guarda.',
  unverifiable: 'Los dados de esta partida no se pueden comprobar.',
  false_at: (move) => `No creas este registro: se contradice en la jugada ${number(move)}.`,
  false_record: 'No creas este registro: se contradice.',
  never_opened: 'No creas esta partida: el servidor nunca abrió sus dados.',

  imperfect: (remarks) => plural(remarks, { one: 'Menos que perfecto en # punto', other: 'Menos que perfecto en # puntos' }),
  early: (draws) =>
    plural(draws, {
      one: 'Un resultado no llevaba un secreto nuevo de nadie. El servidor podía conocerlo antes, pero no elegirlo.',
      other: '# resultados no llevaban un secreto nuevo de nadie. El servidor podía conocerlos antes, pero no elegirlos.',
    }),
  late: (name, move) => `El secreto de ${name} llegó tarde en la jugada ${number(move)}.`,
  late_at_start: (name) => `El secreto de ${name} llegó tarde al empezar.`,
  choice: (bits) =>
    plural(bits, {
      one: 'Eso dio al servidor, como mucho, una elección entre dos resultados.',
      other: 'Eso dio al servidor, como mucho, # elecciones entre dos resultados cada una.',
    }),
  silent: (names) => `Sin un secreto propio: ${list(names)}.`,

  more: 'Quién aportó, y cómo comprobarlo en otra parte',
  who: 'Quién aportó',
  player: 'Jugador',
  secret_in: 'Secreto en',
  fresh_in: 'Secreto nuevo en',
  share: (some, all) => `${number(some)} de ${number(all)}`,
  none: 'ninguno',
  fresh_hint: 'El primer secreto de cada cual, dado al empezar, está en todos los resultados. Uno nuevo se da para una sola tirada, cuando la jugada ya está hecha, para que nadie pueda conocer la tirada antes.',

  own: {
    agrees: 'Coincide con lo que este navegador anotó durante la partida.',
    differs: 'No creas este registro: no es lo que este navegador anotó durante la partida.',
    missing: 'Este navegador no tiene notas de esta partida. Puede decir que el registro no se contradice, pero no que sea la partida que se jugó.',
    damaged: 'Las notas de este navegador están dañadas. Puede decir que el registro no se contradice, pero no que sea la partida que se jugó.',
  },

  elsewhere: 'Comprobarlo en otra parte',
  no_rules: 'Este navegador no sabe reglas: volvió a calcular cada resultado a partir de los secretos. Esta orden además vuelve a jugar la partida según las reglas. Encuentra una tirada que las reglas no pedían y una jugada que no valía.',
  command: 'Orden',
  copy: 'Copiar la orden',
  save_record: 'Guardar el registro',
  save_notes: 'Guardar mis notas',
  save_verifier: 'Guardar el verificador',
  verifier_hint: 'El verificador es un solo archivo. Comprueba un registro guardado en cualquier navegador, sin red.',
  exact: 'El veredicto en las palabras de todos los verificadores (en inglés):',
  explained: '¿Cómo se comprueban los dados?',

  inputs: {
    dice: 'Cómo salió esta tirada',
    cards: 'Cómo salió esta mezcla',
    coming: 'Calculando…',
    of_dice: (k, dice, faces) => `Sorteo ${number(k)}: ${plural(dice, { one: '# dado', other: '# dados' })} de ${plural(faces, { one: '# cara', other: '# caras' })}`,
    of_pick: (k, a) => `Sorteo ${number(k)}: un número de 0 a ${number(a - 1)}`,
    of_shuffle: (k, cards) => `Sorteo ${number(k)}: mezcla de ${plural(cards, { one: '# carta', other: '# cartas' })}`,
    fresh: 'Secretos nuevos',
    late: 'llegó tarde',
    nobody: 'A nadie se le pidió un secreto nuevo.',
    how: 'La clave de la partida, el número del sorteo, su clase y tamaño y los secretos nuevos dan estas palabras de 32 bits. Cada palabra da un número: el resto de una división.',
    computed: 'Resto',
    result: 'Resultado',
    skipped: 'se salta',
    order: 'El mazo, desde arriba, según los lugares donde estaban antes sus cartas:',
  },
};
