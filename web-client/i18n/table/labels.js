// @ts-check
// What the options of a table and their values are called.
import { language, number } from '../words.js';

/** @type {typeof import('./en.js')} */
const spoken = await import(`./${language}.js`);
/** Names of options, and of their values as `option.value`. @typedef {{[name: string]: string}} OptionNames */
/** @type {OptionNames} */
const shared = spoken.options;
/** @type {{[value: string]: string}} */
const values = spoken.values;

/** @param {string} name */
const capitalize_name = (name) => {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** @param {string} name @param {OptionNames} [own] those of the game @returns {string | undefined} */
export const option_name = (name, own = {}) => [own, shared].find((names) => Object.hasOwn(names, name))?.[name];

/** @param {string} option @param {OptionNames} [own] those of the game */
export const label_of = (option, own) => option_name(option, own) ?? capitalize_name(option);

/** @param {string} option @param {string | number | boolean} value @param {OptionNames} [own] those of the game */
export const value_label = (option, value, own) =>
  option_name(`${option}.${value}`, own) ??
  values[`${value}`] ??
  (typeof value === 'number' ? number(value) : capitalize_name(`${value}`));
