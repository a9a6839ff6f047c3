// @ts-check
// The language of the page and its formats for numbers, lists and times. Contains no texts.
/** @import { Forms, Value, Values } from './text.js' */

/** The languages of the page, each by its own name; the first is the default. @type {{[language: string]: string}} */
export const languages = { en: 'English', es: 'Español', it: 'Italiano' };

/** The name of the choice in localStorage. */
export const language_key = 'cubilete.language';
const in_browser = typeof document !== 'undefined';

/** The requested languages: the one chosen here, then the browser's, in order of preference. @returns {string[]} */
function requested_languages() {
  if (!in_browser) return [];
  return [chosen_language(), ...navigator.languages].filter((one) => one !== null);
}

/** Where nothing is stored, core/storage.js hands the choice over to the next load of the page. @returns {string | null} */
function chosen_language() {
  try {
    return history.state?.handed?.local[language_key] ?? localStorage.getItem(language_key);
  } catch {
    return null; // storage is disabled
  }
}

/**
 * The first requested language that the page has.
 * @param {readonly string[]} wishes tags such as `it` or `es-MX` @returns {string}
 */
export function choose_language(wishes) {
  const spoken = wishes.map(primary_tag).find((one) => Object.keys(languages).includes(one));
  return spoken ?? Object.keys(languages)[0];
}

/** Systems write `es_MX.UTF-8` or `es@euro`, too. @param {string} tag */
const primary_tag = (tag) => tag.split(/[^a-z]/i)[0].toLowerCase();

export const language = choose_language(requested_languages());

/** Intl throws at what is no language tag, and some systems have such. @param {string} tag */
function is_tag(tag) {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** The locale for formats: a regional variant requested by the reader, else the language. @param {string} spoken @param {readonly string[]} wishes */
export const locale_of = (spoken, wishes) => wishes.find((tag) => tag !== spoken && primary_tag(tag) === spoken && is_tag(tag)) ?? spoken;

const units = /** @type {const} */ ([
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]);

/**
 * Formats of a language, from Intl.
 * @param {string} spoken
 */
export function make_formatters(spoken) {
  const locale = locale_of(spoken, requested_languages());
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const gains = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  /** Replaces the hyphen with a minus sign. @param {string} text */
  const with_minus_sign = (text) => text.replace('-', '−');
  /** @param {number} value */
  const number = (value) => with_minus_sign(numbers.format(value));
  /**
   * The plural form for a number; `#` stands for it: `plural(2, { one: '# die', other: '# dice' })`.
   * @param {number} count @param {Forms} forms
   */
  const plural = (count, forms) => (forms[rules.select(count)] ?? forms.other).replace('#', number(count));
  const list = (/** @type {Iterable<string>} */ parts) => lists.format(parts);
  /** @param {Value} value */
  const value_text = (value) => (typeof value === 'number' ? number(value) : typeof value === 'string' ? value : list(value));
  return {
    number,
    plural,
    list,
    /**
     * Returns the function that fills the fields `{name}` of the template; its arguments are their values in the same order. The
     * template is kept for the test that compares the languages.
     * @template {string} Template @param {Template} template
     */
    text: (template) => {
      const [first, ...further] = template.split(/\{\w+\}/);
      const fill_template = (/** @type {Values<Template>} */ ...values) => first + further.map((part, at) => value_text(values[at]) + part).join('');
      return Object.assign(fill_template, { template: /** @type {string} */ (template) });
    },
    /** Returns the function that gives the plural form for a number. @param {Forms} forms @returns {(count: number) => string} */
    counted: (forms) => (count) => plural(count, forms),
    /** Always with one decimal, so that figures align in columns. @param {number} value */
    tenths: (value) => with_minus_sign(tenths.format(value)),
    /** With its sign, except zero. @param {number} value */
    gain: (value) => with_minus_sign(gains.format(value)),
    /** @param {number} share of 1 @param {number} [digits] after the point */
    percent: (share, digits = 0) =>
      new Intl.NumberFormat(locale, {
        style: 'percent',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }).format(share),
    /** @param {number} at_ms since 1970 */
    day: (at_ms) => days.format(at_ms),
    /** A day in UTC, written out. @param {string} date such as `2026-11-30` */
    date: (date) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(date)),
    /** A month in UTC, written out. @param {string} month such as `2026-11` */
    month: (month) => new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(Date.parse(month)),
    /** Date and time. @param {number} at_ms since 1970 */
    moment: (at_ms) => moments.format(at_ms),
    /** "2 days ago", "in 5 minutes". @param {number} at_ms since 1970 @param {number} now_ms */
    ago: (at_ms, now_ms) => {
      const span = at_ms - now_ms;
      const [unit, ms] = units.find(([, least]) => Math.abs(span) >= least) ?? ['second', 1000];
      return relative.format(Math.round(span / ms), unit);
    },
    /** A duration in one unit: "45 seconds", "2 minutes". @param {number} ms */
    span: (ms) => {
      const [unit, length] = ms > 0 && ms % 60_000 === 0 ? ['minute', 60_000] : ['second', 1000];
      return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(ms / length);
    },
  };
}
