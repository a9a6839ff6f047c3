// @ts-check
// Textos sobre los dados que se pueden comprobar: el diálogo de la señal, lo que la página encontró mal y la página sobre todo esto.
import { make_formatters } from '../language.js';

const { counted } = make_formatters('es');

// Quién decide dados y cartas, y lo que la página encontró mal.
/** @type {typeof import('./en.js').explained} */
export const explained = {
  title: '¿Quién decide dados y cartas?',
  together: 'Antes de la partida, el servidor y el programa de cada jugador guardan bajo llave un secreto. Cada tirada y cada mezcla sale de todos juntos. Si uno de ellos es honesto, nadie puede elegirla.',
  fresh: 'Para lo que una jugada tira o baraja, todos los presentes añaden un secreto nuevo, y solo después de hecha la jugada. Si uno de ellos es honesto, ni el servidor lo conoce antes.',
  /** The page of the proof says the same. */
  start: 'Lo que se reparte o se tira antes de la primera jugada sale solo de los secretos del comienzo: el servidor podía conocerlo antes.',
  early: 'Esta mesa no pide secretos nuevos durante la partida: el servidor puede conocer las tiradas antes de tiempo.',
  opened: 'Después de la partida se abren todos los secretos, y cualquiera puede comprobar cada tirada.',
  not_yours: 'Tu secreto no está entre ellos. Si ningún jugador cuyo secreto cuenta es honesto, el servidor puede elegirlo todo.',
  again: counted({ one: 'Lo mismo una vez más en esta partida.', other: 'Lo mismo # veces más en esta partida.' }),
  alone: 'En esta partida no participa el programa de ningún jugador. El servidor hace solo las tiradas y las mezclas, y no se pueden comprobar.',
  cup: 'Son los dados de la copa del día. Son los mismos para todos y salen de la cadena de semillas de la casa, así que no llevan secretos de jugadores. La semilla del día se abre después de la medianoche (UTC), y entonces cualquiera puede comprobar cada tirada.',
  who: 'De quién cuenta el secreto',
  you: 'tú',
  there: 'cuenta',
  missing: {
    bot: 'es la computadora y no tiene secreto',
    silent: 'sin secreto: un programa viejo, o no contestó al empezar',
    out: 'ya no cuenta: contestó tarde en esta partida',
  },
  check: 'Comprobar esta partida',
  more: 'Cómo funciona, en palabras sencillas',
  faults_title: 'Algo no cuadra en los dados o las cartas',
  faults_hint: 'Tu página tomó nota de todo y se dio cuenta sola. Pregunta a quien lleva este servidor antes de seguir.',
  faults: {
    commit: 'El servidor guardó dos secretos distintos para una misma partida.',
    settings: 'Las reglas para las que valen los secretos no son las de esta mesa.',
    players: 'Los jugadores se cambiaron después de guardar los secretos.',
    mark: 'Otra persona ocupa tu lugar entre los secretos.',
    roster: 'La lista de los secretos no corresponde a los secretos, o hay dos listas.',
    tip: 'Tu secreto se dejó fuera o se cambió.',
    reveal: 'Lo que abrió otro jugador no corresponde a lo que había guardado, o lo tuyo se dejó fuera.',
    ask_again: 'El servidor pidió dos veces, y de manera distinta, un secreto para la misma tirada.',
    made_already: 'El servidor pidió un secreto para una tirada que ya estaba hecha.',
    early: 'El servidor pidió un secreto antes de la jugada.',
    hash: 'El servidor cambió lo que ya había pasado en la partida.',
    number: 'El servidor cuenta mal las tiradas.',
    seats: 'El servidor pidió el secreto de un lugar que no cuenta.',
    not_named: 'El servidor hizo una tirada sin tu secreto, aunque estabas presente.',
    no_ask: 'El servidor hizo una tirada sin pedirle un secreto a nadie.',
    other_entry: 'Se hizo una jugada distinta de aquella para la que se dieron los secretos.',
    late: 'Tu secreto llegó a tiempo, pero el servidor dice que llegó tarde.',
    out: 'El servidor ya no cuenta tus secretos, aunque llegaron a tiempo.',
    rewound: 'El servidor volvió a un momento anterior de la partida.',
    shown_twice: 'El servidor mostró dos veces el mismo momento de la partida, y de manera distinta.',
    proof: 'El secreto que abrió el servidor no es el que había guardado.',
    never_opened: 'El servidor no abrió sus dados.',
    malformed: 'El servidor mandó algo sobre los secretos que no se puede leer.',
    new_match: 'El servidor interrumpió una partida que iba a empezar, después de ver los secretos.',
  },
  remarks: {
    taken: 'Otro dispositivo u otra ventana tuya participa por ti.',
    lost: 'Este navegador ya no tiene tus secretos para esta partida; el tuyo no cuenta hasta la próxima.',
    refused: 'El servidor rechazó tu secreto. Quizá las notas de este navegador sobre la partida son viejas.',
    storage: 'Este navegador no puede guardar tus secretos; el tuyo no cuenta.',
    not_shown: 'Te perdiste el final de una partida anterior aquí. Su página dice si el servidor abrió sus dados.',
    left_out: 'Tu secreto no está entre los de esta partida: los dados dependen solo de los secretos de otros, o de ninguno.',
  },
};

/** @type {typeof import('./en.js').fair} */
export const fair = {
  sealed: ['el servidor', 'tú'],
  title: 'Dados que puedes comprobar',
  lead: 'Si tu propio secreto estaba en una partida, después puedes comprobar que nadie eligió los dados ni las cartas: ni el servidor, ni quien lo administra, ni otro jugador.',

  sections: [
    {
      title: 'Papelitos doblados',
      text: [
        'Imagina que cada jugador escribe un número secreto en un papelito, lo dobla y lo deja sobre la mesa, a la vista de todos. Cuando todos los papelitos están en la mesa, los jugadores los abren, y los dados se calculan con todos los números juntos.',
        'Nadie puede cambiar un papelito que ya está en la mesa, ni conocía los números de los demás al escribir el suyo. Por eso basta un papelito honesto para que nadie pueda prever el resultado.',
        'El servidor y el programa de cada jugador hacen lo mismo. Tu página lo hace sola; tú no tienes que hacer nada.',
      ],
      steps: [],
    },
    {
      title: 'Qué pasa en una partida',
      text: [],
      steps: [
        'Primero dobla su papelito el servidor, luego el programa de cada jugador. Nadie puede sumarse después ni cambiar nada.',
        'Los programas de los jugadores abren sus papelitos. El servidor guarda el suyo cerrado hasta el final de la partida.',
        'Para cada tirada, los programas de todos los jugadores conectados dan un secreto más, pero solo cuando la jugada ya está hecha. Si uno de ellos es honesto, el servidor no puede conocer una tirada antes de la jugada. Una mesa puede renunciar a esto; entonces su señal dice que el servidor puede conocer las tiradas antes.',
        'Al final el servidor abre su papelito. El registro de la partida lo contiene todo, y cualquiera puede volver a calcular cada resultado.',
      ],
    },
    {
      title: 'Qué ves',
      text: [
        'En la mesa hay un cubilete pequeño. Está cerrado mientras se juntan los papelitos y lleva una marca cuando todos los asientos aportan. Si lo tocas, dice quién no aporta: los bots de la computadora, los programas antiguos y los jugadores cuyo secreto llegó tarde.',
        'En la página de una partida terminada, tu navegador lo comprueba todo y dice, por ejemplo, «213 de 213 tiradas comprobadas; tu secreto está en cada una de las 213». Al ver otra vez la partida, muestra de cada tirada cómo salió.',
        'Tu navegador recuerda lo que dio, lo que se le mostró, qué jugadas mandó y quién estaba en qué asiento, y compara el registro con eso. Si tu secreto está en el registro, los resultados se deducen de los secretos y el registro tiene lo que se te mostró, nadie eligió los resultados.',
        'Tu navegador no sabe reglas. Ve si se te mostró lo que dice el registro; si eso es correcto según las reglas, solo lo puede decir `cubilete verify`, con el registro y tus notas, que guarda la página de la partida.',
        'Si tu secreto no está en una partida, tu página lo dice enseguida, y después no dice que la partida fue justa para ti. Si nadie honesto tiene un secreto en una partida, el servidor elige con libertad los dados y las cartas.',
      ],
      steps: [],
    },
    {
      title: 'Partidas interrumpidas',
      text: [
        'Un servidor al que no le gusta un reparto puede interrumpir la partida y empezar otra con secretos nuevos. Que haya vuelto a empezar hasta que un reparto le convino no se puede descartar con una prueba, solo contar.',
        'Por eso tu navegador recuerda cómo terminaron aquí tus últimas 20 partidas, y antes de la siguiente dice cuántas se interrumpieron: el servidor las terminó sin resultado, nunca abrió su papelito o no tiene registro de ellas. Las que abandonó un jugador se cuentan aparte. Una sola puede ser un reinicio o una mala conexión. Si pasa a menudo, juega en otra parte.',
      ],
      steps: [],
    },
    {
      title: 'Si no te fías de esta página',
      text: [
        'Esta página viene del servidor que quieres comprobar. Un servidor deshonesto podría enviarte una página que muestre cualquier veredicto. Por eso también puedes comprobarlo en otra parte:',
      ],
      steps: [
        'La orden `cubilete verify`, que tú mismo puedes compilar, además vuelve a jugar la partida según las reglas.',
        'El verificador es un solo archivo que puedes guardar, leer y usar sin red, con las partidas de cualquier servidor.',
        'Los programas para bots en Python y JavaScript aportan, toman notas y comprueban por su cuenta.',
      ],
    },
  ],

  who: {
    title: 'Quién puede hacer qué',
    can: 'Puede',
    cannot: 'No puede',
    rows: [
      {
        who: 'Los jugadores, sin el servidor',
        can: 'Retrasar una tirada un segundo y medio. Abandonar la partida, sin saber qué viene.',
        cannot: 'Elegir un resultado, ni conocerlo antes.',
      },
      {
        who: 'El servidor, incluso junto con jugadores, si en cada tirada se pregunta a un jugador honesto',
        can: 'Dejar un asiento fuera de una tirada de antemano, lo que queda registrado; si no queda en ella ningún asiento honesto, conocer esa tirada antes. Una vez por partida y asiento: dar por tardío su secreto después de haberlo visto, lo que queda registrado y da una segunda oportunidad en una tirada. Con varios asientos en la misma tirada las oportunidades se multiplican: cuatro resultados con dos asientos, ocho con tres. Rechazar jugadas, declarar ausente a alguien, terminar la partida, y empezar otra vez hasta que un reparto le convenga.',
        cannot: 'Elegir nada más. Conocer una tirada antes de que la jugada esté hecha.',
      },
      {
        who: 'El servidor, si no aporta ningún jugador honesto',
        can: 'Elegir con libertad todos los dados y cartas, e inventar jugadores que aportan.',
        cannot: 'Hacer creer a tu propio programa que tú aportaste.',
      },
      {
        who: 'Una página deshonesta, enviada por el servidor',
        can: 'Inventar tu secreto por ti, y mostrar cualquier veredicto.',
        cannot: 'Engañar a un programa de otra procedencia que tomó notas.',
      },
      {
        who: 'Un registro solo, sin las notas de nadie',
        can: 'Mostrar que no se contradice.',
        cannot: 'Mostrar que sus jugadores existieron, ni que no se le cortó el final.',
      },
    ],
    secrecy: 'El servidor siempre conoce todas las manos y el mazo. Una comprobación dice que nadie los eligió. No dice que quien administra el servidor no se lo cuente a nadie.',
  },

  curious: {
    title: 'Para curiosos: los cálculos',
    lead: '`H(a, b, …)` es SHA-256 sobre las partes, cada una precedida de su longitud en cuatro bytes, el más alto primero. `M(k, a, b, …)` es HMAC-SHA-256 sobre los mismos bytes. `u32` y `u64` son números de cuatro y ocho bytes, `‖` une bytes. Los papelitos doblados son hashes así: muestran que un secreto estaba fijado, pero no cuál es.',
    formulas: {
      commit: 'Antes de empezar, el servidor publica `C`. `s` es su secreto, 32 bytes al azar; `m` es el identificador de la partida.',
      chain: 'De un secreto de 32 bytes al azar, cada programa calcula una cadena de 4096 eslabones. Publica el último, la punta `t`, y más tarde los otros, hacia atrás. Con un eslabón todos pueden calcular el siguiente, pero nadie el anterior.',
      mark: 'La marca de un jugador: `q` es su identificador, `z` son 16 bytes al azar.',
      roster: 'Lo que quedó fijado antes de abrir nada: `e` son los ajustes de la partida, `p` las marcas de los jugadores, `i ‖ t` cada asiento con su punta.',
      key: 'La clave de la partida. `v` es el eslabón anterior a la punta, con el que cada asiento abre su papelito. `00` está en lugar de un asiento cuyo eslabón llegó tarde.',
      block: 'Ocho palabras de 32 bits para el sorteo `k`. `c` es 1 para dados, 2 para un número, 3 para una mezcla; `a` cuántos dados, números o cartas; `b` las caras de un dado, o 0. Siguen los eslabones nuevos de los asientos a los que se preguntó. Si no bastan ocho palabras, `j` sigue contando.',
    },
    after: [
      'Un número de 0 a n − 1 es la siguiente palabra módulo n. Se saltan las palabras desde 2³² − (2³² mod n), para que todos los resultados sean igual de probables. Un dado es ese número más 1. Una mezcla empieza con los lugares de 0 a a − 1 y, para i desde a − 1 hasta 1, intercambia el lugar i con uno de 0 a i.',
      'El texto exacto, con todos los campos de un registro y un ejemplo para calcular a mano, es `docs/fairness.md` en el código fuente de Cubilete (en inglés).',
    ],
  },
};
