// @ts-check
// Runs in a worker: checks a record while the page stays responsive, then explains single entries of it.
// Receives {record, notes, ended}, then any number of {seq}. Sends {entry, of} while it checks, {checked}, and {seq, inputs}.
import { check } from './check.js';
import { inputs_of } from './inputs.js';

const progress_ms = 100;
const page = /** @type {any} */ (self);
/** @type {any} */
let record = null;

page.onmessage = (/** @type {MessageEvent} */ { data }) => {
  if ('seq' in data) return page.postMessage({ seq: data.seq, inputs: inputs_of(record, data.seq) });
  record = data.record;
  let reported_at = performance.now();
  const checked = check(record, data.notes, data.ended, (entry, of) => {
    if (performance.now() - reported_at < progress_ms) return;
    reported_at = performance.now();
    page.postMessage({ entry, of });
  });
  page.postMessage({ checked });
};
