// @ts-check
// Texts of the cup that can be shaken before a match.
import { speaking } from '../language.js';

const { text } = speaking('en');

export const words = {
  title: 'Shake the cup',
  hint: 'If you like: drag the cup, tap it, or shake your phone. The movement becomes part of your secret for the game.',
  cup: 'The cup: shake it',
  done: 'Shaken. It is part of your secret now.',
  shakers: text('{names} shook the cup.'),
  motion_refused: 'Your phone’s motion is not used, because it was not allowed. If your browser does not ask again, close it and open it again.',
  motion_again: 'Allow the motion',
};
