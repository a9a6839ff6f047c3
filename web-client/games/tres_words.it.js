// @ts-check
export * from './tres_words.en.js';
