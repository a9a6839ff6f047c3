// @ts-check
// Testi del segnale del tavolo e di una partita che inizia.
import { speaking } from '../language.js';

const { text } = speaking('it');

/** @type {typeof import('./en.js').words} */
export const words = {
  sign: {
    closed: 'Dadi e carte: si raccolgono i segreti',
    all: 'Dadi e carte: conta il segreto di tutti',
    some: text('Dadi e carte: segreti che contano: {count} su {of}'),
    server: 'Dadi e carte: solo del server',
    fault: 'Dadi e carte: qualcosa non torna',
  },
  broken: text('Le tue ultime partite qui ({of}): interrotte {broken}.'),
  broken_and_abandoned: text('Le tue ultime partite qui ({of}): interrotte {broken}, abbandonate da giocatori {abandoned}.'),
  waits: {
    tips: 'La partita inizia. Si aspetta che i programmi di tutti chiudano a chiave il loro segreto.',
    reveals: 'La partita inizia. Si aspetta che i programmi di tutti aprano il primo segreto.',
  },
};
