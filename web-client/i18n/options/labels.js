// @ts-check
// What the options of a table and their values are called.
import { language, number } from '../words.js';

/** @type {typeof import('./en.js')} */
const spoken = await import(`./${language}.js`);
/** @type {{[option: string]: string}} */
const labels = spoken.labels;
/** @type {{[value: string]: string}} */
const value_labels = spoken.value_labels;

/** @param {string} name */
const spelled = (name) => {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** @param {string} option @param {string} [unknown] what a name is called that is none @returns {string} */
export function label_of(option, unknown = spelled(option)) {
  return Object.hasOwn(labels, option) ? labels[option] : unknown;
}

/** @param {string} option @param {string | number | boolean} value @returns {string} */
export function value_label(option, value) {
  return (
    value_labels[`${option}.${value}`] ??
    value_labels[`${value}`] ??
    (typeof value === 'number' ? number(value) : spelled(`${value}`))
  );
}
