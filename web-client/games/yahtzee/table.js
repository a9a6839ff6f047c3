// @ts-check
// The Yahtzee table: renders the view and offers the listed moves. The view tells which moves are legal and what a box is worth.
import { dice_field, single_die } from '../../ui/game/dice.js';
import { die } from '../../ui/game/die.js';
import { html, nothing } from '../../ui/lit.js';
import { absence_mark } from '../../ui/parts.js';
import { stylesheet } from '../../core/stylesheet.js';
import { gain, number, words as page_words } from '../../i18n/words.js';
import { action_button } from '../action_button.js';
import { best_event } from '../../ui/game/best.js';
import { make_event_formatter } from '../say.js';
import { effects, great } from './effects.js';
import { best_combination, box_labels, column_worth, columns_of, multipliers } from './sheets.js';
import { options, reasons, says, sheets, words } from './words.js';

/** @import { YahtzeeBox as Box, YahtzeeCard as Column, YahtzeeEvent as GameEvent, YahtzeeMove as Move, YahtzeeRunningView as Running, YahtzeeWholeView as View, YahtzeeWorth as Worth } from '../../../js/protocol.js' */
/** @typedef {Running['turn']} Turn */
/** @typedef {Extract<Move, {do: 'score'}>} Write */
/** @import { Content } from '../../ui/lit.js' */
/** What belongs to this game. @typedef {{view: View, event: GameEvent, move: Move, local: {turn: string, throws: number, held: Set<number>, picked: Write | null, shown: number, shown_in: string}}} Own */
/** @typedef {import('../contract.js').Helpers<Own>} Helpers */
/** @typedef {import('../../core/match_log.js').LogLine<GameEvent>} Line */
/** @typedef {import('../../core/types.js').You<Move>} You */

await Promise.all([stylesheet('ui/dice.css'), stylesheet('games/yahtzee/style.css')]);

const upper = new Set(['aces', 'twos', 'threes', 'fours', 'fives', 'sixes']);
const { sheet_of, title_of, place_of } = box_labels(sheets);

/** @param {View} view @param {You | null} you @param {Helpers} helpers */
function render(view, you, helpers) {
  return html`${tray_view(view, you, helpers)} ${score_pad(view, helpers)}`;
}

/**
 * The dice and their controls, the buttons first: from Throw, Tab goes on to what it throws. After the last turn the last throw stays visible.
 * @param {View} view
 * @param {You | null} you @param {Helpers} helpers
 */
function tray_view(view, you, helpers) {
  const line = helpers.log.findLast(({ event }) => event.e === 'rolled');
  const last = line?.event.e === 'rolled' ? line.event : null;
  const shown = view.turn ?? last;
  if (!shown) return helpers.over;
  const { seat, dice } = shown;
  const { throws, throws_left } = view.turn ?? { throws: 0, throws_left: 0 };
  const acting = is_acting(view, you, helpers);
  const thrown = last && last.seat === seat && `${last.dice}` === `${dice}` ? last.thrown : all_dice;
  const others = throws > 0 ? all_dice.filter((position) => !thrown.includes(position)) : [];
  const held = acting ? choice(view, helpers).held : new Set(others);
  const thrown_now = helpers.shaking?.move;
  const shaken = helpers.shaking ? (thrown_now?.do === 'roll' ? thrown_now.dice : all_dice) : [];
  return html`<section class="tray pad-tray ${helpers.locked ? 'locked' : ''} ${view.turn ? '' : 'over'}" data-spot="tray" aria-label=${words.dice}>
    ${view.turn ? header_view(view, view.turn, helpers, held) : nothing}
    ${view.turn ? (helpers.mine === null ? watching_note(view.turn, helpers) : action_buttons(view, view.turn, acting, helpers)) : nothing}
    ${dice_field({
      dice,
      seed: `${line?.seq ?? helpers.seq} ${dice}`,
      thrown,
      fresh: helpers.events.some((event) => event.e === 'rolled' && event.seat === seat),
      shaken,
      held,
      tray: view.turn ? kept_dice_note(view.turn, helpers, [...held].sort()) : undefined,
      toggle: acting && throws > 0 && throws_left > 0 ? (position) => toggle(view, helpers, position) : null,
      words: { name: (position, face) => words.die(position, face, held.has(position)) },
    })}
    <div class="pad-tools table-tools">${helpers.tools}</div>
    ${helpers.over}
    ${helpers.trouble}
  </section>`;
}
const all_dice = [0, 1, 2, 3, 4];

/** @param {View} view @param {You | null} you @param {Helpers} helpers */
const is_acting = (view, you, helpers) => you !== null && you.moves.length > 0 && view.turn?.seat === helpers.mine;

/** @param {View} view @param {Helpers} helpers @param {number} position */
function toggle(view, helpers, position) {
  if (helpers.shaking) return; // they are being thrown
  const held = new Set(choice(view, helpers).held);
  if (!held.delete(position)) held.add(position);
  keep_choice(view, helpers, { held, picked: null });
}

/**
 * One thing, large: what the dice show, or what happened last. On a phone it is in the tray, as long as no dice are there.
 * @param {View} view @param {Turn} turn @param {Helpers} helpers @param {Set<number>} held
 */
function header_view(view, { seat, dice, throws, worth }, helpers, held) {
  const best = throws > 0 ? best_combination(dice, view.boxes, column_worth(worth, 0)) : undefined;
  const line = helpers.late ?? helpers.log.flatMap(({ event }) => tell(event, helpers) ?? []).at(-1) ?? '';
  const title = helpers.rolling ? '' : best ? words.shout(title_of(view, best)) : line;
  return html`<div class="pad-said ${held.size > 0 ? 'beside' : ''} ${helpers.first === nothing ? '' : 'hinting'}">
    ${helpers.first}
    <p class=${best && !helpers.rolling ? 'event' : ''}><b class="${seat === helpers.mine ? 'own' : ''}">${title}</b></p>
  </div>`;
}

/** The note on the dice in the tray. @param {Turn} turn @param {Helpers} helpers @param {number[]} held */
function kept_dice_note({ seat, dice }, helpers, held) {
  if (held.length === 0) return nothing;
  const faces = held.map((position) => dice[position]).sort();
  const [face] = faces;
  const alike = faces.length > 1 && faces.every((one) => one === face);
  return html`<p class="pad-kept">
    <span>${seat === helpers.mine ? words.you_keep : words.keeps(helpers.names[seat])}</span>
    <b>${alike ? `${faces.length} × ${face} = ${faces.length * face}` : faces.join(' ')}</b>
  </p>`;
}

/** @param {Turn} turn @param {Helpers} helpers */
const watching_note = (turn, { names }) =>
  html`<p class="actions hint pad-watch">${[words.others(names[turn.seat]), ...(turn.throws > 0 ? [words.left(turn.throws_left)] : [])].join(' · ')}</p>`;

/** @param {View} view @param {Turn} turn @param {boolean} acting @param {Helpers} helpers */
function action_buttons(view, { seat, throws, throws_left, worth }, acting, helpers) {
  const { held, picked } = choice(view, helpers);
  /** @type {Write | null} */
  const chosen = in_playoff(view) ? { do: 'score', box: 'chance' } : picked;
  const loose = acting ? all_dice.filter((position) => !held.has(position)) : [];
  const fill = chosen && helpers.listed(chosen);
  const points = fill ? column_worth(worth, fill.column ?? 0)[fill.box] : null;
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
      fill && points !== null
        ? action_button(helpers, { move: fill, kind: 'primary fill', label: in_playoff(view) ? words.playoff(points) : words.write(points, place_of(view, fill)), keys: 'Enter' })
        : acting
          ? html`<p class="pad-ask">${waits ? html`${words.pick}${throws_left > 0 ? html`<small>${words.or_keep}</small>` : nothing}` : nothing}</p>`
          : nothing
    }
    ${zero ? action_button(helpers, { move: zero, kind: 'zero', label: words.write_zero }) : nothing}
  </div>`;
}

// ---- the pad

/**
 * A column for each player, ours first: the upper and the lower section as two tables, below each other or side by side. Where only one
 * column fits, it is that of the player to move, or of the one who was tapped.
 * @param {View} view @param {Helpers} helpers
 */
function score_pad(view, helpers) {
  const mine = helpers.mine ?? 0;
  const order = view.seats.map((_, at) => (mine + at) % view.seats.length);
  const { boxes } = view;
  const [above, below] = [boxes.filter((box) => upper.has(box)), boxes.filter((box) => !upper.has(box))];
  const times_of = columns_of(view.seats[0]).length;
  const { shown = view.turn?.seat ?? mine } = helpers.local.shown_in === turn_key(view) ? helpers.local : {};
  const show_player = (/** @type {number} */ seat) => helpers.keep({ ...helpers.local, shown: seat, shown_in: turn_key(view) });
  const total = html`<tr class="total">
    <th scope="row">${words.total}</th>
    ${order.map((seat) => html`<td class=${kind_of(view, seat, shown, helpers)} colspan=${times_of}><span class="n tilt-${(seat * 3) % 7}" data-spot="score-${seat}" data-count="score-${seat}" data-figure=${view.seats[seat].score}>${number(view.seats[seat].score)}</span></td>`)}
  </tr>`;
  const section = (/** @type {string} */ kind, /** @type {string} */ caption, /** @type {Box[]} */ some, /** @type {Content} */ foot) =>
    html`<table class=${kind}>
      <caption class="unseen">
        ${caption}
      </caption>
      <colgroup><col class="label" />${order.map((seat) => columns_of(view.seats[seat]).map(() => html`<col class=${kind_of(view, seat, shown, helpers)} />`))}</colgroup>
      <thead>
        <tr>
          <th><span class="unseen">${words.box}</span></th>
          ${order.map((seat) => heading(view, seat, shown, times_of, kind === 'upper', helpers))}
        </tr>
        ${times_of > 1 ? html`<tr class="times"><td></td>${order.map((seat) => multipliers.slice(0, times_of).map((one) => html`<th class=${kind_of(view, seat, shown, helpers)} scope="col">${one}</th>`))}</tr>` : nothing}
      </thead>
      <tbody>
        ${some.map((box, at) => row(view, box, kind === 'upper' ? at + 1 : 0, order, shown, helpers))}${foot}
      </tbody>
    </table>`;
  const others = view.turn && helpers.mine !== null && view.turn.seat !== helpers.mine;
  const size = `${view.seats.length * times_of > 4 ? 'many' : ''} ${times_of > 1 && view.seats.length > 3 ? 'crowd' : ''} ${others ? 'others' : ''} times-${times_of}`;
  return html`<section class="game-board pad ${size}" .style=${`--rows:${boxes.length + (times_of > 1 ? 4 : 3)}`} aria-label=${words.cards}>
    <ul class="strip pad-players">
      ${order.map(
        (seat) => html`<li data-spot="seat-${seat}">
          <button type="button" class=${view.turn?.seat === seat ? 'now' : ''} aria-pressed=${shown === seat ? 'true' : 'false'} @click=${() => show_player(seat)}>
            ${helpers.token(seat)}<span class="name cut">${seat === helpers.mine ? words.you : helpers.names[seat]}</span><b data-count="score-${seat}" data-figure=${view.seats[seat].score}>${number(view.seats[seat].score)}</b>${absence_mark(helpers.absent(seat))}
          </button>
        </li>`,
      )}
    </ul>
    <div class="pad-paper swiped" tabindex="0" role="group" aria-label=${words.cards}>
      ${section('upper', words.upper, above, html`${upper_row(view, order, shown, helpers)}${total}`)}
      ${section('lower', words.lower, below, total)}
    </div>
  </section>`;
}

/** @param {View} view @param {number} seat @param {number} shown @param {Helpers} helpers */
const kind_of = (view, seat, shown, { mine }) => `${seat === mine ? 'mine' : ''} ${view.turn?.seat === seat ? 'now' : ''} ${seat === shown ? 'shown' : ''}`;

/** @param {View} view @param {number} seat @param {number} shown @param {number} times_of @param {boolean} first @param {Helpers} helpers */
function heading(view, seat, shown, times_of, first, helpers) {
  const name = helpers.names[seat];
  return html`<th
    id=${first ? `seat-${seat}` : nothing}
    data-spot=${first ? `seat-${seat}` : nothing}
    class="${kind_of(view, seat, shown, helpers)}"
    scope=${times_of > 1 ? 'colgroup' : 'col'}
    colspan=${times_of}
  >
    ${helpers.token(seat)}<span class="name cut">${seat === helpers.mine ? words.you : name}</span>${first ? absence_mark(helpers.absent(seat)) : nothing}
  </th>`;
}

/** @param {View} view @param {Box} box @param {number} face of an upper box @param {number[]} order @param {number} shown @param {Helpers} helpers */
function row(view, box, face, order, shown, helpers) {
  const title = title_of(view, box);
  return html`<tr>
    <th scope="row" lang=${sheet_of(view).lang ?? nothing}><span class="box-name">${face > 0 ? die(face) : nothing}<span class="cut" title=${title}>${title}</span></span></th>
    ${order.map((seat) => {
      const columns = columns_of(view.seats[seat]);
      return columns.map(({ boxes }, column) => cell(view, seat, columns.length > 1 ? { box, column } : { box }, boxes[box] ?? null, shown, helpers));
    })}
  </tr>`;
}

/**
 * The written points; else the points of the current dice, as a button if that is a listed move.
 * @param {View} view @param {number} seat @param {{box: Box, column?: number}} place @param {number | null} written
 * @param {number} shown @param {Helpers} helpers
 */
function cell(view, seat, place, written, shown, helpers) {
  const kind = kind_of(view, seat, shown, helpers);
  const { box, column = 0 } = place;
  if (written !== null) {
    const fresh = helpers.events.some((event) => event.e === 'scored' && event.seat === seat && event.box === box && (event.column ?? 0) === column);
    const { yahtzee_bonus = 0 } = view.seats[seat];
    const bonus = box === 'yahtzee' && column === 0 ? yahtzee_bonus : 0;
    return html`<td class="written ${kind}">
      <span class="n ${fresh ? 'fresh' : ''} tilt-${(seat * 3 + box.length * 5 + column) % 7}">${written}</span>${bonus > 0 ? html`<small><span class="unseen">${words.further(title_of(view, box))}</span>+${number(bonus)}</small>` : nothing}
    </td>`;
  }
  const offered = view.turn?.seat === seat ? column_worth(view.turn.worth, column) : {};
  const worth = offered[box];
  if (worth === undefined) return html`<td class=${kind}></td>`;
  const points = helpers.rolling ? '' : worth;
  const move = seat === helpers.mine ? helpers.listed({ do: 'score', ...place }) : undefined;
  if (!move) return html`<td class="worth ${worth === 0 ? 'nothing' : ''} ${kind}">${helpers.rolling ? nothing : html`<span aria-hidden="true">${worth}</span><span class="unseen">${words.would_bring(worth)}</span>`}</td>`;
  const { held, picked } = choice(view, helpers);
  const chosen = picked !== null && helpers.listed(picked) === move;
  const pick = () => {
    if (helpers.busy) return;
    if (chosen) helpers.play(move);
    else keep_choice(view, helpers, { held, picked: move });
  };
  const most = Math.max(...view.boxes.map((one) => offered[one] ?? 0));
  return html`<td class=${kind}>
    <button
      class="box ${worth === 0 ? 'nothing' : worth === most && !helpers.rolling ? 'best' : ''}"
      type="button"
      aria-pressed=${chosen ? 'true' : 'false'}
      aria-disabled=${helpers.busy ? 'true' : 'false'}
      aria-label=${words.write(worth, place_of(view, move))}
      @click=${pick}
    >
      ${points}
    </button>
  </td>`;
}

/**
 * The upper sums and their distance to the bonus, if there is one; after the match, its outcome.
 * @param {View} view @param {number[]} order @param {number} shown @param {Helpers} helpers
 */
function upper_row(view, order, shown, helpers) {
  const { upper_goal: goal, turn } = view;
  const is_upper_full = (/** @type {Column['boxes']} */ boxes) => !turn || [...upper].every((box) => box in boxes);
  return html`<tr class="sum">
    <th scope="row"><span class="cut">${goal === undefined ? words.sum : `${words.bonus} ${helpers.options.upper_bonus ?? ''}`}</span></th>
    ${order.map((seat) =>
      columns_of(view.seats[seat]).map(({ upper: sum, upper_bonus = 0, boxes }) => {
        const kind = kind_of(view, seat, shown, helpers);
        return upper_bonus > 0 || (goal !== undefined && is_upper_full(boxes))
          ? html`<td class="${upper_bonus > 0 ? 'made' : 'missed'} ${kind}"><b>+${upper_bonus}</b></td>`
          : html`<td class=${kind}>${sum}${goal === undefined ? nothing : html`<small>/${goal}</small>`}</td>`;
      }),
    )}
  </tr>`;
}

/** @param {View} view @returns {boolean} */
const in_playoff = (view) => view.playoff !== undefined;

/** The box of a moment that everybody looks up for, if it brings points. @param {Worth} worth */
const great_box = (worth) => [...great].find((box) => worth[box] > 0);

/**
 * The player's selection in this turn: dice to keep, a box to fill.
 * @param {View} view @param {Pick<Helpers, 'local' | 'listed' | 'rolling'>} helpers
 * @returns {{held: Set<number>, picked: Write | null}}
 */
function choice(view, helpers) {
  const { turn, throws, held = new Set(), picked = null } = helpers.local;
  const same = turn === turn_key(view);
  return { held: same ? held : new Set(), picked: same && throws === view.turn?.throws ? picked : great_offer(view, helpers) };
}
/** The move into a box that nobody would leave open; it is marked from the start. @param {View} view @param {Pick<Helpers, 'listed' | 'rolling'>} helpers */
function great_offer({ turn }, { listed, rolling }) {
  const box = turn && !rolling && great_box(column_worth(turn.worth, 0));
  return (box && listed({ do: 'score', box })) || null;
}
/** @param {View} view @param {Helpers} helpers @param {{held: Set<number>, picked: Write | null}} chosen */
const keep_choice = (view, helpers, chosen) => helpers.keep({ ...helpers.local, turn: turn_key(view), throws: view.turn?.throws, ...chosen });
/** @param {View} view */
const turn_key = (view) => `${view.round} ${view.turn?.seat}`;

/** @param {Move} move @param {Running} view @param {You} _ @param {Helpers} helpers */
function describe_move(move, view, _, helpers) {
  const { dice, worth } = view.turn;
  if (move.do === 'roll') {
    const held = new Set([0, 1, 2, 3, 4].filter((position) => !move.dice.includes(position)));
    const faces = [...held].map((position) => dice[position]).sort();
    return { text: words.keeping(faces), choose: () => keep_choice(view, helpers, { held, picked: null }) };
  }
  const points = move.zero ? 0 : column_worth(worth, move.column ?? 0)[move.box];
  if (in_playoff(view)) return { text: words.playoff(points) };
  const choose = () => keep_choice(view, helpers, { held: choice(view, helpers).held, picked: move });
  return { text: words.write(points, place_of(view, move)), choose };
}

/** @param {Running} view @returns {import('../contract.js').ShownPosition} */
const show_position = ({ turn: { dice, throws_left } }) => ({ shown: html`${dice.map((face) => die(face))}`, label: dice.join(' '), note: throws_left > 0 ? words.left(throws_left) : words.none_left });

/** @param {View} before @param {Running} now @param {GameEvent[]} events */
function view_while_rolling(before, now, events) {
  const { dice } = events.findLast((event) => event.e === 'rolled') ?? now.turn;
  return before.turn ? { ...before, turn: { ...before.turn, dice } } : before;
}

/** @param {string} moment @param {View} view @param {GameEvent[]} events */
function describe_moment(moment, view, events) {
  const [kind, points] = moment.split(' ');
  const title = (/** @type {Box[]} */ ...boxes) => title_of(view, boxes.find((box) => sheet_of(view)[box]) ?? boxes[0]);
  if (kind === 'five') {
    const dice = events.flatMap((event) => (event.e === 'rolled' && new Set(event.dice).size === 1 ? [event.dice] : [])).pop() ?? [];
    const turn = view.turn?.dice.join() === dice.join() ? view.turn : null; // otherwise the push has more than this throw
    const worth = column_worth(turn?.worth ?? {}, 0);
    const best = great_box(worth);
    return {
      word: words.shout(title('yahtzee', 'generala')),
      ...(turn && { line: words.five(title_of({}, [...upper][dice[0] - 1]), turn.throws) }),
      ...(best && { points: gain(worth[best]) }),
      pieces: dice.map((face) => (/** @type {number} */ turn) => single_die(face, turn)),
    };
  }
  if (kind === 'straight') {
    const small = view.preset === 'yatzy' && events.some((event) => event.e === 'rolled' && event.dice.includes(1)); // there 1-5 counts as nothing else
    return words.shout(small ? title('small_straight') : title('large_straight', 'straight'));
  }
  return `${kind === 'bonus' ? words.bonus : words.further(title('yahtzee'))} +${points}`;
}

/** @param {View} view */
const prompt = ({ turn }) => (turn ? words.left(turn.throws_left) : null);

/** @param {Line[]} log @param {Helpers['options']} options */
function best_moment(log, options) {
  const event = best_event(log, 'scored', ({ points }) => points);
  return event && { seat: event.seat, text: `${number(event.points)} (${place_of(options, event)})` };
}

/** Whether no throw is left, or a box is marked. @param {View} view @param {Helpers['local']} local */
const is_to_write = (view, local) => view.turn?.throws_left === 0 || choice(view, { local, rolling: true, listed: () => undefined }).picked !== null;
const hints = ['.tray .actions .primary', '.tray .dice-zone', '.pad-paper'].map((at, step) => ({ at, text: words.hints[step], ...(step === 2 && { due: is_to_write }) }));

/** `roll 03`, `score chance`, `score chance 2`, `score chance 2 zero`. @param {string} text @returns {Move} */
function move_of(text) {
  const [what, which, ...more] = text.split(' ');
  if (what === 'roll') return { do: 'roll', dice: [...which].map(Number) };
  const zero = more.at(-1) === 'zero' && more.pop() ? { zero: true } : {};
  return /** @type {Write} */ ({ do: what, box: which, ...(more.length > 0 ? { column: Number(more[0]) } : {}), ...zero });
}

const { throw: throws, keep, go } = page_words.menu.keys_do;

const tell = make_event_formatter(says);

export default /** @satisfies {import('../contract.js').GameView<Own>} */ ({ hints, options, move_of, shortcuts: [throws, keep, go], reasons, best_moment, render, view_while_rolling, describe_moment, prompt, describe_move, show_position, say: tell, effects, players: true, shows_news: true, cup: true, shows_result: true });
