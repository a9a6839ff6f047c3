// @ts-check
// What a program notes of what a push shows, to compare it with the record and with what comes later (docs/fairness.md, "Notes").
import { equal } from './contributor_checks.js';
import { hex } from './fairness.js';
import { shown_hashes, sight_hashes, view_hash } from './shown.js';

/** @import { Notes } from './contributor_checks.js' */
/** @import { Push } from './shown.js' */

/**
 * The events of the push's entry alone; null if it came without them. A push of an entry that is made has exactly its events, one
 * after a return says how many there are of each entry. Only after a return the server may leave them out.
 * @param {Push} push @param {boolean} returns it is the first push after the program came back @returns {unknown[] | null}
 */
function newest_events({ seq, events, entries }, returns) {
  const given = Array.isArray(events) ? events : [];
  const { seq: last, events: count } = (Array.isArray(entries) && entries.at(-1)) || {};
  if (last === seq && Number.isSafeInteger(count) && count >= 0 && count <= given.length) return given.slice(given.length - count);
  return returns && given.length === 0 ? null : given;
}

/** Notes what a new entry shows. @param {Push} push @param {Notes} notes @param {boolean} returns as in newest_events() */
export function note_sight(push, notes, returns) {
  const result = push.result ?? null;
  const events = newest_events(push, returns);
  if (notes.last && !notes.shown?.[notes.seq]) (notes.views ??= {})[notes.seq] = notes.last;
  if (events && (result === null || result.reason === 'finished')) (notes.shown ??= {})[push.seq] = shown_hashes(push, events);
  Object.assign(notes, { last: sight_hashes(push), to_act: push.to_act ?? null, result });
}

/**
 * Notes what the newest entry shows when it comes again. Returns null if that is the same; else whether it must be: a match that is
 * broken off asks nobody any more, and still shows the same. @param {Push} push @param {Notes} notes
 */
export function find_changed_sight(push, notes) {
  const { last, to_act, result = null } = notes;
  const [sight, pushed] = [sight_hashes(push), push.result ?? null];
  const goes_on = equal(pushed, result);
  if (goes_on && equal(sight, last ?? sight)) return null;
  Object.assign(notes, { last: sight, to_act: push.to_act ?? null, result: pushed });
  if (goes_on) return true;
  return Boolean(last) && to_act !== undefined && hex(view_hash({ ...push, to_act })) !== last?.[0];
}
