// @ts-check
import { speaking } from '../language.js';
import { words as proof } from '../proof/it.js';

const { text } = speaking('it');
const { own } = proof;

/** @type {typeof import('./en.js').words} */
export const words = {
  title: 'Verificatore di Cubilete',
  lead: 'Verifica i dadi di una partita salvata in questo browser. Questa pagina non ha rete: niente lascia il tuo dispositivo.',
  record: 'Registro di una partita',
  record_hint: 'Il file che ti ha dato «Salva il registro» o «Salva registro e appunti» sulla pagina della partita, o la risposta di /api/v1/matches/ID.',
  notes: 'I tuoi appunti, se ne hai',
  notes_hint: 'Gli appunti del tuo programma, se sono un file a parte. Mostrano che il registro è la partita che hai giocato.',
  drop: 'Puoi anche trascinare i file in un punto qualsiasi di questa pagina.',
  own: {
    ...own,
    past: text('Le ultime partite dei tuoi appunti ({of}): interrotte {broken}, abbandonate da giocatori {abandoned}.'),
    agrees: (/** @type {number} */ agree, /** @type {number} */ entries) =>
      `Ciò che hai visto coincide con i tuoi appunti in ${agree} mosse su ${entries}. Solo «cubilete verify» conosce anche le regole.`,
    unchecked: 'I tuoi segreti coincidono con i tuoi appunti. Ciò che hai visto non è stato verificato.',
    differs: 'Non credere a questo registro: non è ciò che dicono i tuoi appunti.',
    missing: 'Senza i tuoi appunti questa pagina può dire che il registro non si contraddice, ma non che sia la partita che si è giocata.',
    damaged: 'I tuoi appunti sono danneggiati. Questa pagina può dire che il registro non si contraddice, ma non che sia la partita che si è giocata.',
  },
  unreadable: (file) => `${file} non è JSON, quindi non è il registro di una partita.`,
  other_notes: (match) => `Questi appunti non hanno la partita ${match}.`,
  of_match: (match) => `Partita ${match}`,
  no_rules: 'Questa pagina non sa regole. Il comando «cubilete verify FILE» gioca anche di nuovo la partita secondo le regole.',
};
