// @ts-check
import { game_words } from '../words.js';

/** @type {typeof import('./ambiciosa_words.en.js')} */
export const { words, faces, says } = await game_words('ambiciosa');
