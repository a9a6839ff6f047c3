// @ts-check
import { game_words } from '../words.js';

/** @type {typeof import('./yahtzee_words.en.js')} */
export const { sheets, words, says } = await game_words('yahtzee');
