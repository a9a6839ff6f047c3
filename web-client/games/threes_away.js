// @ts-check
// The Threes Away table: draws the view and offers the listed moves. What dice count, and what is too much, the view
// says.
import { dice_row, die } from '../dice.js';
import { html, nothing } from '../lit.js';
import { stylesheet } from '../stylesheet.js';
import { teller } from './say.js';
import { feel } from './threes_away_feel.js';
import { felt } from './threes_away_felt.js';
import { says, words } from './threes_away_words.js';

/** @typedef {import('./contract.js').Helpers} Helpers */
/** @typedef {import('../types.js').You} You */
/** @typedef {import('../types.js').Move} Move */
/** What a player means to do with the dice of a throw, by position. @typedef {Map<number, 'kept' | 'turned'>} Plan */

await stylesheet('threes_away.css', import.meta.url);

/** @param {any} view @param {You | null} you @param {Helpers} helpers */
function render(view, you, helpers) {
  return html`${felt(view, helpers)} ${view.turn ? tray(view, you, helpers) : nothing}`;
}

/** The dice and what may be done with them. @param {any} view @param {You | null} you @param {Helpers} helpers */
function tray(view, you, helpers) {
  const { turn } = view;
  const acting = you !== null && you.moves.length > 0;
  const plan = acting ? plan_of(turn, you, helpers) : new Map();
  return html`<section class="tray threes-tray" data-spot="tray" aria-label=${words.dice}>
    ${kept(turn, helpers)} ${goal(view, acting)} ${thrown(turn, acting, plan, helpers)}
    ${acting ? deeds(turn, plan, helpers) : html`<p class="deeds hint">${words.others(helpers.names[turn.seat])}</p>`}
    ${acting ? helpers.advice : nothing} ${helpers.trouble}
  </section>`;
}

/** The dice set aside so far, and their sum. @param {any} turn @param {Helpers} helpers */
function kept(turn, helpers) {
  const last = helpers.events.findLast((event) => event.e === 'kept' && event.seat === turn.seat);
  const fresh = last && turn.dice.length === 0 ? turn.kept.length - last.dice.length : turn.kept.length;
  const slots = turn.kept.length + turn.dice.length + turn.in_hand;
  return html`<div class="threes-kept">
    <ol aria-label=${words.kept_dice(turn.kept)}>
      ${Array.from(
        { length: slots },
        (_, at) => html`<li class=${at >= fresh && at < turn.kept.length ? `lands-${helpers.seq % 2}` : ''}>
          ${die(turn.kept[at])}
        </li>`,
      )}
    </ol>
    <p class="threes-sum">${words.sum} <b>${turn.sum}</b></p>
  </div>`;
}

/** What has to be reached, and how likely that is. @param {any} view @param {boolean} acting */
function goal({ turn, lowest, cap }, acting) {
  const free = lowest === null && cap === null;
  return html`<p class="threes-goal">
    ${turn.goal ? words.goal(turn.goal, acting) : free ? words.no_goal : nothing}
  </p>`;
}

/** The dice of this throw, to be chosen from. @param {any} turn @param {boolean} acting @param {Plan} plan
 * @param {Helpers} helpers */
function thrown(turn, acting, plan, helpers) {
  const faces = turn.dice.map((/** @type {number} */ face, /** @type {number} */ at) =>
    plan.get(at) === 'turned' ? below(face) : face,
  );
  const fell = helpers.events.some(({ e, seat }) => (e === 'rolled' || e === 'bottoms') && seat === turn.seat);
  const toggle = (/** @type {number} */ at) => {
    const next = new Map(plan);
    const turns = turn.worth_turned[at] !== null;
    if (!plan.has(at)) next.set(at, 'kept');
    else if (turns && plan.get(at) === 'kept') next.set(at, 'turned');
    else next.delete(at);
    helpers.keep({ at: helpers.seq, plan: next });
  };
  return dice_row({
    dice: faces,
    count: turn.dice.length + turn.in_hand,
    thrown: new Set(fell ? faces.keys() : []),
    throwing: helpers.seq,
    held: new Set(plan.keys()),
    toggle: acting && faces.length > 0 ? toggle : null,
    words: {
      name: (at, face) => words.die(at, face, worth(turn, at, plan), plan.get(at)),
      held: (at) => (plan.get(at) === 'turned' ? words.turned : words.held),
    },
  });
}

/** @param {any} turn @param {Plan} plan @param {Helpers} helpers */
function deeds(turn, plan, helpers) {
  const roll = helpers.listed({ do: 'roll' });
  const bottoms = helpers.listed({ do: 'bottoms' });
  const keep = helpers.listed(keep_of(plan));
  const turnable = turn.worth_turned.some((/** @type {number | null} */ points) => points !== null);
  if (roll) return html`<div class="deeds">${button(roll, words.roll(turn.in_hand), '', true, helpers)}</div>`;
  const sum = [...plan.keys()].reduce((total, at) => total + worth(turn, at, plan), turn.sum);
  const beaten = turn.limit !== null && sum > turn.limit;
  const small = plan.size === 0 ? words.how(turnable) : keep ? words.makes(sum, beaten) : words.not_so;
  const label = plan.size === turn.dice.length ? words.stop : words.keep(plan.size);
  return html`<div class="deeds">
    ${bottoms ? button(bottoms, words.bottoms, words.turn_all, false, helpers) : nothing}
    ${button(keep, label, small, true, helpers)}
  </div>`;
}

/** @param {Move | undefined} move @param {string} label @param {string} small @param {boolean} primary
 * @param {Helpers} helpers */
const button = (move, label, small, primary, helpers) =>
  html`<button
    class="${primary ? 'primary' : ''} large"
    type="button"
    ?disabled=${!move || helpers.busy}
    @click=${() => move && helpers.play(move)}
  >
    ${label}${small ? html`<small>${small}</small>` : nothing}
  </button>`;

/**
 * What was chosen for this throw; at first the dice without which no move is listed.
 * @param {any} turn @param {You} you @param {Helpers} helpers @returns {Plan}
 */
function plan_of(turn, you, { local, seq }) {
  if (local.at === seq) return local.plan;
  const keeps = you.moves.filter((move) => move.do === 'keep');
  const in_all = [...turn.dice.keys()].filter((at) => keeps.every((move) => move.dice.includes(at)));
  return new Map(keeps.length > 0 ? in_all.map((at) => [at, 'kept']) : []);
}

/** @param {Plan} plan @returns {Move} */
function keep_of(plan) {
  const dice = [...plan.keys()].sort();
  const turned = dice.filter((at) => plan.get(at) === 'turned');
  return turned.length > 0 ? { do: 'keep', dice, turned } : { do: 'keep', dice };
}

/** @param {any} turn @param {number} at @param {Plan} plan @returns {number} */
const worth = (turn, at, plan) => (plan.get(at) === 'turned' ? turn.worth_turned[at] : turn.worth[at]);
/** The other side of a die. @param {number} face */
const below = (face) => 7 - face;

/** What a chart shows: chips; the score is only of the round. @param {any} view @param {number} seat */
const course = (view, seat) => view.seats[seat].chips;
const thing = () => html`<span class="threes-chip"></span>`;
/** @param {number} _ @param {number} chips */
const scored = (_, chips) => words.chips(chips);

/** @param {Move} move @param {any} view @param {You} _ @param {Helpers} helpers */
function advise(move, { turn }, _, helpers) {
  if (move.do === 'bottoms') return { text: words.bottoms };
  if (move.do === 'roll') return { text: words.roll(turn.in_hand) };
  const turned = move.turned ?? [];
  /** @type {Plan} */
  const plan = new Map(move.dice.map((/** @type {number} */ at) => [at, turned.includes(at) ? 'turned' : 'kept']));
  const faces = move.dice.filter((/** @type {number} */ at) => !turned.includes(at)).map((/** @type {number} */ at) => turn.dice[at]);
  const others = turned.map((/** @type {number} */ at) => turn.dice[at]);
  return { text: words.keeping(faces.sort(), others.sort()), take: () => helpers.keep({ at: helpers.seq, plan }) };
}

export default { render, advise, say: teller(says), feel, thing, scored, players: true, course };
