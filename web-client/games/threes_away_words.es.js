// @ts-check
export * from './threes_away_words.en.js';
