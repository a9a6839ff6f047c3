// @ts-check
// Testi del bussolotto che si può scuotere prima di una partita.
import { speaking } from '../language.js';

const { text } = speaking('it');

/** @type {typeof import('./en.js').words} */
export const words = {
  title: 'Scuoti il bussolotto',
  hint: 'Se ti va: trascina il bussolotto, toccalo o scuoti il telefono. Il movimento entra nel tuo segreto per la partita.',
  cup: 'Il bussolotto: scuotilo',
  done: 'Scosso. Ora fa parte del tuo segreto.',
  shakers: text('{names}: bussolotto scosso.'),
  motion_refused: 'Il movimento del telefono non conta, perché non è stato permesso. Se il browser non chiede di nuovo, chiudilo e riaprilo.',
  motion_again: 'Permetti il movimento',
};
