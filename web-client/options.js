// @ts-check
// The options of a table: their names for people, and which go with which.
import { language, number } from './words.js';

/** @typedef {import('./types.js').OptionSpec} OptionSpec */
/** @typedef {import('./types.js').OptionValues} OptionValues */

/** @type {typeof import('./words/options.en.js')} */
const spoken = await import(`./words/options.${language}.js`);
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

/** The values to choose from, or null where any number of the range will do. @param {OptionSpec} option */
export function choices_of({ kind, choices, values }) {
  return kind === 'choice' ? (choices ?? []) : (values ?? null);
}

/** An option's default beside these others: a preset brings its own. @param {OptionSpec} spec @param {OptionValues} options */
export function usual(spec, options) {
  for (const [option, defaults] of Object.entries(spec.default_where ?? {})) {
    const value = defaults[`${options[option]}`];
    if (value !== undefined) return value;
  }
  return spec.default;
}

/**
 * Options with one of them changed; those left at their default follow.
 * @param {OptionSpec[]} specs @param {OptionValues} options @param {string} name @param {string | number | boolean} value
 */
export function with_option(specs, options, name, value) {
  const changed = { ...options, [name]: value };
  for (const spec of specs)
    if (spec.name !== name && options[spec.name] === usual(spec, options)) changed[spec.name] = usual(spec, changed);
  return changed;
}
