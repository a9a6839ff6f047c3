// @ts-check
import { game_words } from '../words.js';

/** @type {typeof import('./threes_away_words.en.js')} */
export const { words, says } = await game_words('threes_away');
