// @ts-check
// Textos del cubilete que se puede agitar antes de una partida.
import { speaking } from '../language.js';

const { text } = speaking('es');

/** @type {typeof import('./en.js').words} */
export const words = {
  title: 'Agita el cubilete',
  hint: 'Si quieres: arrastra el cubilete, tócalo o agita el teléfono. El movimiento pasa a ser parte de tu secreto para la partida.',
  cup: 'El cubilete: agítalo',
  done: 'Agitado. Ya es parte de tu secreto.',
  shakers: text('{names}: cubilete agitado.'),
  motion_refused: 'El movimiento del teléfono no cuenta, porque no se permitió. Si el navegador no vuelve a preguntar, ciérralo y ábrelo otra vez.',
  motion_again: 'Permitir el movimiento',
};
