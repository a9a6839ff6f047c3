// @ts-check
import { game_words } from '../words.js';

/** @type {typeof import('./threes_away_words.en.js')} */
export const { words, say } = await game_words('threes_away');
