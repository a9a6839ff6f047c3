// @ts-check
// The table of Escalera: renders the view and offers the only move. The view tells which dice belong together.
import { dice_field, single_die } from '../../ui/game/dice.js';
import { keyed, html, nothing } from '../../ui/lit.js';
import { stylesheet } from '../../core/stylesheet.js';
import { page_texts, gain, number, words as page_words } from '../../i18n/words.js';
import { combinations, faces_at } from './marks.js';
import { effects } from './effects.js';
import { stairs } from './stairs.js';
import { options, reasons, says, words } from './words.js';
import { action_button } from '../action_button.js';
import { final_round_banner, says as race_says, words as race_words } from '../race/race.js';
import { best_event } from '../../ui/game/best.js';
import { make_event_formatter } from '../say.js';

/** @import { EscaleraEvent as GameEvent, EscaleraMove as Move, EscaleraWholeView as View } from '../../../js/protocol.js' */
/** What belongs to this game. @typedef {{view: View, event: GameEvent, move: Move, local: object}} Own */
/** @typedef {import('../contract.js').Helpers<Own>} Helpers */
/** @typedef {import('../../core/match_log.js').LogLine<GameEvent>} Line */
/** @typedef {import('../../core/types.js').You<Move>} You */
/** @import { Mark } from './marks.js' */
/**
 * Adjacent dice, by their positions in the throw; `rest` is not part of a combination.
 * @typedef {{of: Mark['of'] | 'rest', dice: number[], label: string, name: string}} Group
 */

await Promise.all([stylesheet('ui/dice.css'), stylesheet('games/escalera/style.css')]);

/** @param {View} view @param {You | null} _you @param {Helpers} helpers */
function render(view, _you, helpers) {
  return html`${final_round_banner(view, helpers)} ${stairs(view, helpers)} ${tray_view(view, helpers)}`;
}

/** The dice and their result. @param {View} view @param {Helpers} helpers */
function tray_view(view, helpers) {
  const { turn, last } = view;
  if (!turn && !last) return helpers.over;
  const fresh = helpers.events.some(({ e }) => e === 'rolled');
  return html`<section
    class="tray esc-tray ${turn ? '' : 'over'} ${helpers.locked ? 'locked' : ''} ${last?.reset ? `alarm ${fresh ? `alarm-${helpers.seq % 2}` : ''}` : ''}"
    aria-label=${words.dice}
  >
    ${throw_outcome(view, helpers)} ${thrown_dice(last, fresh, helpers)}
    ${
      turn && helpers.mine !== null
        ? html`<div class="race-actions">
            ${action_button(helpers, { move: { do: 'roll' }, kind: 'primary', label: turn.seat === helpers.mine ? words.throw : race_words.others(helpers.names[turn.seat]), keys: 'Space', throws: true })}
          </div>`
        : nothing
    }
    ${helpers.over} ${helpers.trouble}
  </section>`;
}

/** @param {View} view @param {Helpers} helpers */
function throw_outcome({ turn, last, seats }, { events, names, options: { scale }, seq, rolling }) {
  if (rolling) return html`<p class="esc-verdict"></p>`;
  if (!last) return html`<p class="esc-verdict"><span class="cut">${words.first(names[turn?.seat ?? 0])}</span></p>`;
  const lost = events.find((event) => event.e === 'reset')?.lost;
  const aces = last.marks.find(({ of }) => of === 'aces')?.dice.length ?? 0;
  const { score } = seats[last.seat];
  const climbs = !last.reset && last.points > 0;
  const straights = last.marks.filter(({ of }) => of === 'straight').length;
  const start = scale === 'hearts' ? [1] : [1, 2];
  const missing = start.filter((face) => !last.dice.includes(face));
  const verdict = html`<p class="esc-verdict ${last.reset ? 'reset' : climbs ? 'good' : 'none'} swells">
    ${climbs ? html`<strong>${straights > 0 ? html`<small>${words.straights(straights)}</small> ` : nothing}${combinations(last, words.of_sixes).join(' + ')}</strong>` : nothing}
    <span class="cut">${names[last.seat]}</span>
    <b>${last.reset ? words.aces(aces) : climbs ? gain(last.points) : words.nothing}</b>
    ${last.reset ? html`<span>${words.zero(lost, last.points)}</span>` : climbs ? html`<span>${words.climb(number(score - last.points), number(score))}</span>` : html`<span>${words.why(missing, start.join('-'))}</span>`}
  </p>`;
  return keyed(seq, verdict);
}

/**
 * The six dice; when they lie, those that count are set as a stair, the others apart.
 * @param {View['last']} last @param {boolean} fresh @param {Helpers} helpers
 */
function thrown_dice(last, fresh, { log, rolling, seq, shaking }) {
  /** @type {Group[]} */
  const groups = last && !rolling ? die_groups(last) : [];
  const counting = groups.filter(({ of }) => of !== 'rest');
  const stair = counting.flatMap(({ dice }) => dice);
  const labels = new Map(counting.flatMap(({ dice, label }) => (label && dice.length > 0 ? [[dice[dice.length >> 1], label]] : [])));
  return html`<ol class="unseen">
      ${groups.map(({ name }) => html`<li>${name ? html`<span class="esc-dice" role="img" aria-label=${name}></span>` : nothing}</li>`)}
    </ol>
    ${dice_field({
      dice: last?.dice ?? [],
      count: 6,
      seed: `${log.findLast(({ event }) => event.e === 'rolled')?.seq ?? seq} ${last?.dice}`,
      thrown: [0, 1, 2, 3, 4, 5],
      fresh,
      shaken: shaking ? [0, 1, 2, 3, 4, 5] : [],
      ringed: new Set(stair),
      set: stair.length > 0 ? { stair, others: [0, 1, 2, 3, 4, 5].filter((at) => !stair.includes(at)) } : null,
      words: { note: (at) => labels.get(at) ?? null },
    })}`;
}

/** @param {{dice: number[], marks: Mark[]}} last @returns {Group[]} */
function die_groups({ dice, marks }) {
  const ascending = (/** @type {number[]} */ positions) => [...positions].sort((a, b) => dice[a] - dice[b]);
  const mark_text = (/** @type {Mark} */ mark) => {
    if (mark.of === 'aces') return words.aces(mark.dice.length);
    if (mark.of === 'sixes') return words.sixes(mark.dice.length, mark.points);
    return words.straight(faces_at(dice, mark.dice), mark.points);
  };
  const paid = new Set(marks.filter(({ of }) => of !== 'aces').flatMap((mark) => mark.dice));
  const groups = marks.map((mark) => ({
    of: mark.of,
    // With some options an ace of the three-ace alarm also counts in a straight; it is drawn there.
    dice: ascending(mark.of === 'aces' ? mark.dice.filter((at) => !paid.has(at)) : mark.dice),
    label: mark.of === 'aces' ? words.cleared : gain(mark.points),
    name: mark_text(mark),
  }));
  const marked = new Set(marks.flatMap((mark) => mark.dice));
  const rest = [0, 1, 2, 3, 4, 5].filter((at) => !marked.has(at));
  if (rest.length === 0) return groups;
  return [...groups, { of: 'rest', dice: rest, label: '', name: words.rest(faces_at(dice, rest)) }];
}

/** Combinations are shown after the dice stop. @param {View} before @param {View} now */
const view_while_rolling = (before, now) => ({ ...before, last: now.last && { ...now.last, marks: [], reset: false } });

/** @param {string} _ @param {View} __ @param {GameEvent[]} events */
const describe_moment = (_, __, events) => ({
  word: '1-2-3-4-5-6!',
  points: gain(events.find((event) => event.e === 'rolled')?.points ?? 0),
  pieces: [1, 2, 3, 4, 5, 6].map((face) => (/** @type {number} */ turn) => single_die(face, turn)),
});

/** @param {Line[]} log */
function best_moment(log) {
  const event = best_event(log, 'rolled', ({ points }) => points);
  return event && event.points > 0 ? { seat: event.seat, text: page_texts.units.points(event.points) } : null;
}

/** The dice throw themselves. @param {unknown} _ @param {Helpers['options']} options */
const ends_window = (_, { auto_roll }) => auto_roll === true;

const hints = ['.race-actions .primary', '', '.esc-stairs'].map((at, step) => ({ at, text: words.hints[step] }));

export default /** @satisfies {import('../contract.js').GameView<Own>} */ ({ hints, options, shortcuts: [page_words.menu.keys_do.throw], reasons, best_moment, render, ends_window, view_while_rolling, describe_moment, say: make_event_formatter({ ...race_says, ...says }), effects, cup: true, shows_result: true });
