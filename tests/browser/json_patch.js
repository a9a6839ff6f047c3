// JSON patches (RFC 6902): the operations add, remove and replace, of which tests/fairness/cases.json consists.

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
