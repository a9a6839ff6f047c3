// @ts-check
// The options of a room and their dependencies. Pure.

/** @import { OptionSpec, OptionValues } from './types.js' */

/** The allowed values, or null if any number in the range is allowed. @param {OptionSpec} option */
export function allowed_values({ kind, choices, values }) {
  return kind === 'choice' ? (choices ?? []) : (values ?? null);
}

/** The default of an option next to these other options: a preset may change it. @param {OptionSpec} spec @param {OptionValues} options */
export function default_value(spec, options) {
  for (const [option, defaults] of Object.entries(spec.default_where ?? {})) {
    const value = defaults[`${options[option]}`];
    if (value !== undefined) return value;
  }
  return spec.default;
}

/**
 * Parses options of a link such as `?joker=free&columns=3`: their values, and the names that are unknown.
 * @param {OptionSpec[]} specs @param {Record<string, string>} texts
 */
export function parse_options(specs, texts) {
  /** @type {OptionValues} */
  const options = {};
  /** @type {string[]} */
  const unknown = [];
  for (const [name, text] of Object.entries(texts)) {
    const spec = specs.find((one) => one.name === name);
    const value = spec && value_in(spec, text);
    if (value === undefined) unknown.push(`${name}=${text}`);
    else options[name] = value;
  }
  return { options, unknown };
}

/** @param {OptionSpec} spec @param {string} text */
function value_in(spec, text) {
  if (spec.kind === 'flag') return { true: true, false: false }[text];
  if (spec.kind === 'choice') return (spec.choices ?? []).includes(text) ? text : undefined;
  const number = Number(text);
  const fits = spec.values ? spec.values.includes(number) : number >= (spec.min ?? number) && number <= (spec.max ?? number);
  return text !== '' && Number.isInteger(number) && fits ? number : undefined;
}

/**
 * Options with one of them changed. Options at their default follow the change.
 * @param {OptionSpec[]} specs @param {OptionValues} options @param {string} name @param {string | number | boolean} value
 */
export function with_option(specs, options, name, value) {
  const changed = { ...options, [name]: value };
  for (const spec of specs)
    if (spec.name !== name && options[spec.name] === default_value(spec, options)) changed[spec.name] = default_value(spec, changed);
  return changed;
}
