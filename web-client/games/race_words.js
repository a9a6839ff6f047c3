// @ts-check
import { game_words } from '../words.js';

/** @type {typeof import('./race_words.en.js')} */
export const { words, says } = await game_words('race');
