// @ts-check
// What a verdict on the dice of a match means, in the reader's language. Pure: the words are passed, since the verifier in one file
// brings those of every language.
import { count_broken_off } from '../../core/dice_shown.js';
import { translator } from '../../i18n/translator.js';

/** @typedef {typeof import('../../i18n/verifier/en.js').proof} Words */
/** @import { Checked } from '../../core/verify/check.js' */
/** @import { Verdict } from '../../../js/fairness_verify.js' */
/** @typedef {any} Record any JSON value: a saved file may be anything */
/**
 * The contribution of one seat, as shares of all draws. `secret` is null without a commitment.
 * @typedef {{name: string, secret: number | null, fresh: number | null}} Contributor
 */
/**
 * @typedef {object} Account
 * @property {'good' | 'open' | 'bad'} tone open: nothing is wrong, and nothing proven
 * @property {string} verdict_title
 * @property {string[]} details what to read with it
 * @property {string[]} remarks what was less than perfect
 * @property {number} draws
 * @property {Contributor[]} contributors
 */

/** @param {any} value @returns {any[]} */
const list_in = (value) => (Array.isArray(value) ? value : []);

/** The kind of the draws in a record. @param {Record} record @returns {'dice' | 'cards' | 'both'} */
export function kind_of(record) {
  const drawn = list_in(record?.log).flatMap((entry) => list_in(entry?.extra?.drawn));
  const kinds = new Set(drawn.map((draw) => (draw?.kind === 'shuffle' ? 'cards' : 'dice')));
  return kinds.size === 2 ? 'both' : kinds.has('cards') ? 'cards' : 'dice';
}

/** @param {Record} record @param {number} seat @param {Words} words */
function name_of(record, seat, words) {
  const name = list_in(record?.seats)[seat]?.name;
  return typeof name === 'string' && name !== '' ? name : `${words.player} ${seat + 1}`;
}

/**
 * By seat of the match. Whose reveal came in time is in the key, and so in every draw.
 * @param {Verdict} verdict @param {Record} record @param {Words} words @returns {Contributor[]}
 */
function contributors_of({ draws, without, late }, record, words) {
  const late_at_start = new Set(late.filter(([, entry]) => entry === 0).map(([seat]) => seat));
  const seats = Math.max(list_in(record?.seats).length, ...[...without.keys()].map((seat) => seat + 1));
  return Array.from({ length: seats }, (_, seat) => {
    const missing = without.get(seat);
    const named = { name: name_of(record, seat, words) };
    if (missing === undefined) return { ...named, secret: null, fresh: null };
    return { ...named, secret: late_at_start.has(seat) ? 0 : draws, fresh: draws - missing };
  });
}

/** Draws before the first move, for which no table asks for fresh secrets. @param {Record} record */
function drawn_at_start(record) {
  const [entry] = list_in(record?.log);
  return entry?.seq === 1 ? list_in(entry.extra?.drawn).length : 0;
}

/** @param {Verdict} verdict @param {Record} record @param {Words} words @param {Contributor[]} contributors */
function shortcomings({ kind, early: all_early, late }, record, words, contributors) {
  const early = Math.max(0, all_early - drawn_at_start(record));
  const silent = contributors.filter(({ secret }) => secret === null).map(({ name }) => name);
  const all_late = kind === "server's dice";
  const too_late = late.map(([seat, move]) => {
    const name = name_of(record, seat, words);
    return move === 0 ? words.late_at_start(name) : words.late(name, move);
  });
  return [
    ...(early > 0 && !all_late ? [words.early(early)] : []),
    ...(too_late.length > 0 ? [[...too_late, ...(all_late ? [] : [words.choice(late.length)])].join(' ')] : []),
    ...(silent.length > 0 ? [words.silent(silent)] : []),
  ];
}

/** @param {Verdict} verdict @param {Words} words */
function false_title({ entry, reason }, words) {
  if (reason === 'never opened' || reason === "the server's secret was never published") return words.never_opened;
  return entry > 0 ? words.false_at(entry) : words.false_record;
}

/**
 * Why a record is false, as a sentence; none if the title says it, or for a reason that is newer than this page.
 * @param {Verdict} verdict @param {Record} record @param {Words} words @returns {string[]}
 */
function false_reason({ reason }, record, words) {
  const named = reason.replace(/\bseat (\d+)/, (_, seat) => `seat ${name_of(record, Number(seat), words)}`);
  const sentence = translator(words.reasons)(named, (part) => part.replace(/^(\d+) draws?$/, '$1'));
  return sentence === null ? [] : [sentence];
}

/** @param {Verdict} verdict @param {Words} words */
function unverified_title({ reason }, words) {
  if (reason === 'no proof: played before') return words.played_before;
  return reason === 'the log was deleted' ? words.log_deleted : words.unverifiable;
}

/** Why the reader has no say in the dice. @param {Verdict} verdict @param {Words} words */
function left_out_title({ reason }, words) {
  if (reason.startsWith('another device')) return words.other_device;
  return reason.startsWith('the value') ? words.no_value : words.left_out;
}

/**
 * The findings of the comparison with the reader's notes.
 * @param {Verdict} verdict with notes @param {Words['own']} words @returns {string[]}
 */
function notes_details({ comparison, own, draws }, words) {
  if (!comparison) return [];
  const { key, agree, entries, stray, ends } = comparison;
  const { broken, abandoned, of } = count_broken_off(ends);
  return [
    ...(key === null ? [] : [(key ? words.in_key : words.not_in_key)(own ?? 0, draws)]),
    agree === null ? words.unchecked : words.agrees(agree, entries),
    ...(stray > 0 ? [words.stray(stray)] : []),
    ...(broken + abandoned > 0 ? [words.past(of, broken, abandoned)] : []),
  ];
}

/**
 * @param {Checked} checked @param {Record} record @param {Words} words @param {Words['own']} [own_words] what to say of the reader's notes
 * @returns {Account}
 */
export function account_of({ verdict, notes, mine }, record, words, own_words = words.own) {
  const { kind, draws } = verdict;
  const contributors = kind === 'fair' || (kind === "server's dice" && draws > 0) ? contributors_of(verdict, record, words) : [];
  const said = record?.proof?.k;
  const checked = words.checked[kind_of(record)](draws, Number.isSafeInteger(said) ? Math.max(draws, said) : draws);
  const account = { draws, contributors, remarks: /** @type {string[]} */ ([]) };
  if (notes === 'differ') {
    const verdict_title = verdict.reason === 'never opened' ? words.never_opened : own_words.differs;
    return { ...account, contributors: [], tone: 'bad', verdict_title, details: false_reason(verdict, record, words) };
  }
  if (kind === 'FALSE') {
    const details = [...false_reason(verdict, record, words), ...(draws > 0 ? [words.until_there(checked)] : [])];
    return { ...account, tone: 'bad', verdict_title: false_title(verdict, words), details };
  }
  const comparison = notes_details(verdict, own_words);
  if (kind === 'left out') return { ...account, tone: 'open', verdict_title: left_out_title(verdict, words), details: comparison };
  if (kind === 'not verifiable') return { ...account, tone: 'open', verdict_title: unverified_title(verdict, words), details: [] };
  const seen = { agree: comparison, none: [own_words.missing], damaged: [own_words.damaged] }[notes];
  const remarks = shortcomings(verdict, record, words, contributors);
  if (kind === "server's dice") {
    const why = verdict.reason ? [words.nobody_took_part] : [words.server_dice_checked(checked), ...seen];
    return { ...account, tone: 'open', verdict_title: words.server_dice, details: why, remarks };
  }
  const [, day] = /day (\d+) of the cup/.exec(verdict.reason) ?? [];
  if (day) return { ...account, contributors: [], tone: 'good', verdict_title: words.cup(checked, day), details: [words.cup_is] };
  const names = contributors.filter(({ secret }) => secret).map(({ name }) => name);
  const own = mine === null ? null : contributors[mine];
  return {
    ...account,
    tone: 'good',
    verdict_title: own?.secret ? words.yours(checked, draws) : words.not_yours(checked),
    details: [words.secrets_of(names), ...(verdict.early > 0 && drawn_at_start(record) > 0 ? [words.start] : []), ...seen],
    remarks,
  };
}
