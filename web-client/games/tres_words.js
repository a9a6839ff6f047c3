// @ts-check
import { game_words } from '../words.js';

/** @type {typeof import('./tres_words.en.js')} */
export const { words, says, shorts, signs } = await game_words('tres');
