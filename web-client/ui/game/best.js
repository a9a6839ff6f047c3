// @ts-check
// The best moment of a match, for its result.

/**
 * The first event of a kind with the highest worth, or null.
 * @template {{e: string}} One
 * @template {One['e']} Kind
 * @param {{event: One}[]} log @param {Kind} kind @param {(event: Extract<One, {e: Kind}>) => number} worth
 */
export function best_event(log, kind, worth) {
  const all = log.flatMap(({ event }) => (event.e === kind ? [/** @type {Extract<One, {e: Kind}>} */ (event)] : []));
  return all.toSorted((a, b) => worth(b) - worth(a))[0] ?? null;
}
