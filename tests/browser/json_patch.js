// JSON patches (RFC 6902): the operations add, remove and replace, of which tests/fairness/cases.json consists.

/** The JSON of a case; `text` has two spellings of a part of it. @param {any} bases @param {{of: string, patch: any[], text?: string[]}} one */
export function text_of(bases, { of, patch, text: [old, spelled] = ['', ''] }) {
  return JSON.stringify(patched(bases[of], patch)).replace(old, () => spelled);
}

/** @param {any} value @param {{op: string, path: string, value?: any}[]} patch @returns {any} the changed copy */
export function patched(value, patch) {
  let whole = structuredClone(value);
  for (const change of patch) {
    const keys = change.path.split('/').slice(1).map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = keys.pop();
    if (last === undefined) {
      whole = structuredClone(change.value);
      continue;
    }
    const node = keys.reduce((at, key) => at[key], whole);
    if (change.op === 'remove' && Array.isArray(node)) node.splice(Number(last), 1);
    else if (change.op === 'remove') delete node[last];
    else if (change.op === 'add' && Array.isArray(node)) node.splice(Number(last), 0, structuredClone(change.value));
    else node[last] = structuredClone(change.value);
  }
  return whole;
}
