// @ts-check
// The Yahtzee table: renders the view and offers the listed moves. The view tells which moves are legal and what a box is worth.
import { dice_row } from '../../ui/game/dice.js';
import { html, nothing } from '../../ui/lit.js';
import { stylesheet } from '../../core/stylesheet.js';
import { number, words as page_words } from '../../i18n/words.js';
import { action_button } from '../action_button.js';
import { best_event } from '../../ui/game/best.js';
import { teller } from '../say.js';
import { effects } from './effects.js';
import { names_on, times } from './sheets.js';
import { table_head } from '../../ui/tables.js';
import { options, reasons, says, sheets, words } from './words.js';

/** @import { YahtzeeRunningView as Running, YahtzeeWholeView as View } from '../../../js/protocol.js' */
/** @typedef {Running['turn']} Turn */
/** @import { GameEvent, You } from '../../core/types.js' */
/** @import { Helpers } from '../contract.js' */
/** Open boxes are not in `boxes`. @typedef {{boxes: {[box: string]: number}, upper: number, upper_bonus?: number}} Column */
/** @typedef {{[box: string]: number}} Worth */

await Promise.all([stylesheet('ui/dice.css'), stylesheet('games/yahtzee/style.css')]);

const upper = new Set(['aces', 'twos', 'threes', 'fours', 'fives', 'sixes']);
const { sheet_of, title_of, place_of } = names_on(sheets);

/** @param {View} view @param {You | null} you @param {Helpers} helpers */
function render(view, you, helpers) {
  const mine = helpers.mine ?? 0;
  const order = view.seats.map((/** @type {unknown} */ _, /** @type {number} */ i) => (mine + i) % view.seats.length);
  return html`${tray(view, you, helpers)}
    <div class="game-board swiped cards columns-${columns_of(view.seats[0]).length}" role="group" aria-label=${words.cards} tabindex="0">
      ${order.map((/** @type {number} */ seat) => card(view, seat, helpers))}
    </div>`;
}

/**
 * The dice and their controls. After the last turn the last throw stays visible.
 * @param {View} view
 * @param {You | null} you @param {Helpers} helpers
 */
function tray(view, you, helpers) {
  const last = helpers.log.findLast(({ event }) => event.e === 'rolled')?.event;
  if (!view.turn && !last) return nothing;
  const { seat, dice } = view.turn ?? /** @type {GameEvent} */ (last);
  const { throws, throws_left } = view.turn ?? { throws: 0, throws_left: 0 };
  const acting = is_acting(view, you, helpers);
  const { held } = choice(view, helpers);
  const rolled = helpers.events.findLast((event) => event.e === 'rolled' && event.seat === seat);
  return html`<section class="tray ${helpers.deaf ? 'deaf' : ''} ${view.turn ? '' : 'over'}" data-spot="tray" aria-label=${words.dice}>
    ${dice_row({
      dice,
      count: 5,
      thrown: new Set(rolled?.thrown ?? []),
      throwing: helpers.seq,
      shaken: helpers.shaking ? (helpers.shaking.move?.dice ?? [0, 1, 2, 3, 4]) : [],
      held: acting ? held : new Set(),
      toggle: acting && throws > 0 && throws_left > 0 ? (position) => toggle(view, helpers, position) : null,
      words: {
        name: (position, face) => words.die(position, face, acting && held.has(position)),
        held: () => words.kept,
      },
    })}
    ${view.turn ? (helpers.mine === null ? watched(view.turn, helpers) : action_buttons(view, view.turn, acting, helpers)) : nothing} ${helpers.trouble}
  </section>`;
}

/** @param {View} view @param {You | null} you @param {Helpers} helpers */
const is_acting = (view, you, helpers) => you !== null && you.moves.length > 0 && view.turn?.seat === helpers.mine;

/** @param {View} view @param {Helpers} helpers @param {number} position */
function toggle(view, helpers, position) {
  if (helpers.shaking) return; // they are being thrown
  const held = new Set(choice(view, helpers).held);
  if (!held.delete(position)) held.add(position);
  remember(view, helpers, { held, picked: null });
}

/** @param {Turn} turn @param {Helpers} helpers */
const watched = (turn, { names }) =>
  html`<p class="actions hint">${[words.others(names[turn.seat]), ...(turn.throws > 0 ? [words.left(turn.throws_left)] : [])].join(' · ')}</p>`;

/** @param {View} view @param {Turn} turn @param {boolean} acting @param {Helpers} helpers */
function action_buttons(view, { seat, throws, throws_left, worth }, acting, helpers) {
  const { held, picked } = choice(view, helpers);
  const loose = acting ? [0, 1, 2, 3, 4].filter((position) => !held.has(position)) : [];
  const fill = in_playoff(view) ? helpers.listed({ do: 'score', box: 'chance' }) : picked && helpers.listed(picked);
  const points = fill ? worth_in(worth, fill.column ?? 0)[fill.box] : null;
  const zero = fill && helpers.listed({ ...fill, zero: true });
  const left = throws > 0 || acting ? words.left(throws_left) : null;
  const waits = acting && throws > 0;
  return html`<div class="actions">
    ${action_button(helpers, {
      move: { do: 'roll', dice: loose },
      kind: fill ? '' : 'primary',
      label: !acting ? words.others(helpers.names[seat]) : throws > 0 ? (throws_left === 0 ? words.none_left : loose.length > 0 ? words.again(loose.length) : words.all_kept) : words.first,
      more: acting && throws_left === 0 ? null : left,
      keys: 'Space',
      throws: true,
    })}
    ${
      seat === helpers.mine
        ? action_button(helpers, {
            move: fill || undefined,
            kind: fill ? 'primary fill' : 'fill',
            label: fill && points !== null ? (in_playoff(view) ? words.playoff(points) : words.write(points, place_of(view, fill))) : words.pick,
            more: !fill && waits && throws_left > 0 ? words.or_keep : null,
            keys: 'Enter',
          })
        : nothing /* on others’ turns it would ask for what nobody can do */
    }
    ${zero ? action_button(helpers, { move: zero, kind: 'zero', label: words.write_zero }) : nothing}
  </div>`;
}

/** The card of one player. @param {View} view @param {number} seat @param {Helpers} helpers */
function card(view, seat, helpers) {
  const player = view.seats[seat];
  const columns = columns_of(player);
  /** @type {string[]} */
  const boxes = view.boxes;
  const mine = seat === helpers.mine;
  const name = mine ? words.card : helpers.names[seat];
  const section = (/** @type {string} */ caption, /** @type {string[]} */ rows, /** @type {unknown} */ foot) =>
    html`<table>
      <caption class="unseen">
        ${caption}<span class="unseen">: ${name}</span>
      </caption>
      ${
        columns.length > 1
          ? table_head([html`<span class="unseen">${words.box}</span>`, ...columns.map((_, i) => times[i])])
          : nothing
      }
      <tbody>
        ${rows.map((box) => row(view, seat, box, columns, helpers))}${foot}
      </tbody>
    </table>`;
  const bonus = player.yahtzee_bonus ?? 0;
  return html`<section
    id="seat-${seat}"
    class="card ${mine ? 'mine' : ''} ${view.turn?.seat === seat ? 'now' : ''}"
    aria-label=${name}
  >
    <h2>
      <span>${name}</span> <b data-count="card-${seat}" data-figure=${player.score}>${number(player.score)}</b>
    </h2>
    <div class="sections">
      ${section(
        words.upper,
        boxes.filter((box) => upper.has(box)),
        upper_row(columns, view),
      )}
      ${section(
        words.lower,
        boxes.filter((box) => !upper.has(box)),
        nothing,
      )}
    </div>
    ${bonus > 0 ? html`<p class="extra">${words.further(title_of(view, 'yahtzee'))} <b>+${number(bonus)}</b></p>` : nothing}
  </section>`;
}

/** @param {View} view @param {number} seat @param {string} box @param {Column[]} columns @param {Helpers} helpers */
function row(view, seat, box, columns, helpers) {
  const place = (/** @type {number} */ column) => (columns.length > 1 ? { box, column } : { box });
  return html`<tr>
    <th scope="row" lang=${sheet_of(view).lang ?? nothing}>${title_of(view, box)}</th>
    ${columns.map(({ boxes }, column) => cell(view, seat, place(column), boxes[box] ?? null, helpers))}
  </tr>`;
}

/**
 * The written points; else the points of the current dice, as a button if that is a listed move.
 * @param {View} view @param {number} seat @param {{box: string, column?: number}} place @param {number | null} written
 * @param {Helpers} helpers
 */
function cell(view, seat, place, written, helpers) {
  if (written !== null) return html`<td class="written">${written}</td>`;
  const worth = view.turn?.seat === seat ? worth_in(view.turn.worth, place.column ?? 0)[place.box] : undefined;
  if (worth === undefined) return html`<td></td>`;
  const shown = helpers.rolling ? '' : worth;
  const move = seat === helpers.mine ? helpers.listed({ do: 'score', ...place }) : undefined;
  if (!move) return html`<td class="worth">${helpers.rolling ? nothing : html`<span aria-hidden="true">${worth}</span><span class="unseen">${words.would_bring(worth)}</span>`}</td>`;
  const { held, picked } = choice(view, helpers);
  const chosen = picked !== null && helpers.listed(picked) === move;
  const pick = () => {
    if (helpers.busy) return;
    if (chosen) helpers.play(move);
    else remember(view, helpers, { held, picked: move });
  };
  return html`<td>
    <button
      class="box ${worth === 0 ? 'nothing' : ''}"
      type="button"
      aria-pressed=${chosen ? 'true' : 'false'}
      aria-disabled=${helpers.busy ? 'true' : 'false'}
      aria-label=${words.write(worth, place_of(view, move))}
      @click=${pick}
    >
      ${shown}
    </button>
  </td>`;
}

/**
 * The upper sum and its distance to the bonus, if there is one; after the match, its outcome.
 * @param {Column[]} columns
 * @param {View} view
 */
function upper_row(columns, { upper_goal: goal, turn }) {
  const full = (/** @type {Column} */ { boxes }) => !turn || [...upper].every((box) => box in boxes);
  return html`<tr class="sum">
    <th scope="row">${goal === undefined ? words.sum : words.bonus}</th>
    ${columns.map(({ upper: sum, upper_bonus = 0, boxes }) =>
      upper_bonus > 0 || (goal !== undefined && full({ upper: sum, upper_bonus, boxes }))
        ? html`<td class=${upper_bonus > 0 ? 'made' : 'missed'}><b>+${upper_bonus}</b></td>`
        : html`<td>${sum}${goal === undefined ? nothing : html`<small>/${goal}</small>`}</td>`,
    )}
  </tr>`;
}

/** @param {View} view @returns {boolean} */
const in_playoff = (view) => view.playoff !== undefined;
/** A game with one column has no `columns`: the player object itself is the column. @param {any} player @returns {Column[]} */
const columns_of = (player) => player.columns ?? [player];
/** @param {Worth | Worth[] | undefined} worth @param {number} column @returns {Worth} */
const worth_in = (worth, column) => (Array.isArray(worth) ? worth[column] : worth) ?? {};

/**
 * The player's selection in this turn: dice to keep, a box to fill.
 * @param {View} view @param {Helpers} helpers
 * @returns {{held: Set<number>, picked: import('../../core/types.js').Move | null}}
 */
function choice(view, { local }) {
  const { turn, throws, held, picked } = local;
  if (turn !== turn_of(view)) return { held: new Set(), picked: null };
  return { held, picked: throws === view.turn?.throws ? picked : null };
}
/** @param {View} view @param {Helpers} helpers @param {{held: Set<number>, picked: object | null}} chosen */
const remember = (view, helpers, chosen) => helpers.keep({ turn: turn_of(view), throws: view.turn?.throws, ...chosen });
/** @param {View} view */
const turn_of = (view) => `${view.round} ${view.turn?.seat}`;

/** @param {import('../../core/types.js').Move} move @param {Running} view @param {You} _ @param {Helpers} helpers */
function advise(move, view, _, helpers) {
  const { dice, worth } = view.turn;
  if (move.do === 'roll') {
    const held = new Set([0, 1, 2, 3, 4].filter((position) => !move.dice.includes(position)));
    const faces = [...held].map((position) => dice[position]).sort();
    return { text: words.keeping(faces), take: () => remember(view, helpers, { held, picked: null }) };
  }
  const points = move.zero ? 0 : worth_in(worth, move.column ?? 0)[move.box];
  if (in_playoff(view)) return { text: words.playoff(points) };
  const take = () => remember(view, helpers, { held: choice(view, helpers).held, picked: move });
  return { text: words.write(points, place_of(view, move)), take };
}

/** @param {View} before @param {Running} now @param {import('../../core/types.js').GameEvent[]} events */
function rolling(before, now, events) {
  const { dice } = events.findLast(({ e }) => e === 'rolled') ?? now.turn;
  return before.turn ? { ...before, turn: { ...before.turn, dice } } : before;
}

/** @param {string} moment @param {View} view */
function moment(moment, view) {
  const [kind, points] = moment.split(' ');
  const title = (/** @type {string[]} */ ...boxes) => title_of(view, boxes.find((box) => sheet_of(view)[box]) ?? boxes[0]);
  if (kind === 'five') return words.shout(title('yahtzee', 'generala'));
  if (kind === 'straight') return words.shout(title('large_straight', 'straight'));
  return `${kind === 'bonus' ? words.bonus : words.further(title('yahtzee'))} +${points}`;
}

/** @param {View} view */
const prompt = ({ turn }) => turn && words.left(turn.throws_left);

/** @param {import('../../core/chronicle.js').LogLine[]} log @param {any} options */
function best(log, options) {
  const event = best_event(log, 'scored', ({ points }) => points);
  return event && { seat: event.seat, text: `${number(event.points)} (${place_of(options, event)})` };
}

const hints = ['.tray .actions .primary', '.tray .dice', '.card.mine'].map((at, step) => ({ at, text: words.hints[step] }));

/** `roll 03`, `score chance`, `score chance 2`, `score chance 2 zero`. @param {string} text @returns {import('../../core/types.js').Move} */
function move_of(text) {
  const [what, which, ...more] = text.split(' ');
  if (what === 'roll') return { do: 'roll', dice: [...which].map(Number) };
  const zero = more.at(-1) === 'zero' && more.pop() ? { zero: true } : {};
  return { do: what, box: which, ...(more.length > 0 ? { column: Number(more[0]) } : {}), ...zero };
}

const { throw: throws, keep, go } = page_words.menu.keys_do;

export default { hints, options, move_of, shortcuts: [throws, keep, go], reasons, best, render, rolling, moment, prompt, advise, say: teller(says), effects };
