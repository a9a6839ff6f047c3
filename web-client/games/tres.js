// @ts-check
// The TRES table: draws the view and offers the listed moves. Which cards go together is not known here.
import { html, nothing, svg } from '../lit.js';
import { stylesheet } from '../stylesheet.js';
import { back, card_name, card_names, face, is_action } from './tres_cards.js';

/** @typedef {import('../views/table.js').Helpers} Helpers */
/** @typedef {import('../types.js').You} You */
/** @typedef {import('../types.js').Move} Move */
/** @typedef {import('../types.js').GameEvent} GameEvent */

await stylesheet('tres.css', import.meta.url);

const words = {
  rivals: 'The others',
  table: 'Table',
  hand: 'Your hand',
  /** @param {number} count */
  cards: (count) => (count === 1 ? '1 card' : `${count} cards`),
  said: 'TRES!',
  tres: 'TRES',
  tres_now: 'Say it now!',
  tres_with: 'with your move',
  tres_set: 'will be said',
  catch: 'Catch!',
  catchable: 'TRES?',
  draw: 'Draw',
  pass: 'Pass',
  pile: 'Pile',
  discards: 'Discards',
  left: 'Play goes to the left',
  right: 'Play goes to the right',
  /** @param {string} card @param {string[]} picked */
  lay: (card, picked) => `Lay ${card_names(picked)} on ${card_name(card)}`,
  /** @param {string} card @param {boolean} playable @param {boolean} drawn */
  card: (card, playable, drawn) =>
    [card_name(card), drawn && 'just drawn', playable && 'can be laid'].filter(Boolean).join(', '),
  empty: 'Nothing lies here',
  choose: 'Choose one card or two, then tap a card of the table.',
  now_table: 'Tap the card of the table to lay on.',
  cannot: 'No card of yours can be laid: draw one.',
  drawn: 'Lay the card you drew, or pass.',
  nothing_drawn: 'It cannot be laid: pass.',
  /** @param {string} name */
  others: (name) => `${name} is playing.`,
  /** @param {string} name */
  wait: (name) => `${name} has three cards…`,
  skipped: 'skipped',
};

/** @param {any} view @param {You | null} you @param {Helpers} helpers */
function render(view, you, helpers) {
  const seats = view.seats.length;
  const first = helpers.mine === null ? 0 : helpers.mine + 1;
  const others = Array.from({ length: seats - (helpers.mine === null ? 0 : 1) }, (_, at) => (first + at) % seats);
  const choice = chosen(view, you, helpers);
  return html`<div class="tres">
    <ul class="tres-rivals ${others.length > 3 ? 'many' : ''}" aria-label=${words.rivals}>${others.map((seat) => rival(view, seat, you, helpers))}</ul>
    ${felt(view, choice, helpers)}
    ${helpers.mine === null ? nothing : own(view, you, choice, helpers)}
  </div>`;
}

// ---- the others

/** @param {any} view @param {number} seat @param {You | null} you @param {Helpers} helpers */
function rival(view, seat, you, helpers) {
  const { cards } = view.seats[seat];
  const name = helpers.names[seat];
  const caught = helpers.listed({ do: 'catch', seat });
  const backs = Math.min(cards, 12);
  return html`<li id="seat-${seat}" class="tres-rival ${view.turn?.seat === seat ? 'now' : ''}">
    <h2>${name}</h2>
    <p class="tres-count">
      <span class="tres-backs" aria-hidden="true">${Array.from({ length: backs }, () => html`<i></i>`)}</span>
      <span>${words.cards(cards)}</span>
      ${said(view, seat)} ${happened(seat, helpers)}
    </p>
    ${
      you
        ? html`<button
            type="button"
            class="tres-catch ${caught ? 'ready' : ''}"
            ?disabled=${!caught || helpers.busy}
            @click=${() => caught && helpers.play(caught)}
          >
            ${words.catch}<span class="unseen">${name}</span>
          </button>`
        : nothing
    }
  </li>`;
}

/** @param {any} view @param {number} seat */
function said(view, seat) {
  if (view.seats[seat].said_tres) return html`<b class="tres-said">${words.said}</b>`;
  const open = view.call?.seat === seat && view.call.stage !== 'said';
  return open ? html`<b class="tres-unsaid">${words.catchable}</b>` : nothing;
}

/** What the last move did to this seat. @param {number} seat @param {Helpers} helpers */
function happened(seat, helpers) {
  const marks = helpers.events.flatMap((event) => {
    if (event.seat !== seat) return [];
    if (event.e === 'drew' && event.why !== 'turn') return [`+${event.count}`];
    return event.e === 'lost_turn' ? [words.skipped] : [];
  });
  return marks.map((mark) => html`<b class="tres-happened">${mark}</b>`);
}

// ---- the middle

/** @param {any} view @param {Choice} choice @param {Helpers} helpers */
function felt(view, choice, helpers) {
  const fresh = new Set(helpers.events.filter(({ e }) => e === 'turned_up').map(({ on }) => on));
  return html`<section class="tres-felt" aria-label=${words.table}>
    ${direction(view.direction)}
    <div class="tres-middle">
      ${pile(view.pile > 0 ? back() : null, words.pile, view.pile)}
      <ol class="tres-table">
        ${view.table.map((/** @type {string | null} */ card, /** @type {number} */ on) =>
          place(card, on, fresh.has(on) ? helpers.seq : null, choice, helpers),
        )}
      </ol>
      ${pile(view.top && face(view.top), words.discards, view.discards)}
    </div>
  </section>`;
}

/** @param {import('../lit.js').Content} top @param {string} name @param {number} count */
const pile = (top, name, count) =>
  html`<div class="tres-pile">
    <span class="tres-card ${top ? '' : 'gap'}">${top ?? nothing}</span>
    <span>${name}<br />${count}</span>
  </div>`;

/**
 * @param {string | null} card @param {number} on @param {number | null} fresh when it has just been turned up
 * @param {Choice} choice @param {Helpers} helpers
 */
function place(card, on, fresh, choice, helpers) {
  if (card === null) {
    return html`<li>
      <span class="tres-card gap"><span class="unseen">${words.empty}</span></span>
    </li>`;
  }
  const move = choice.on(on);
  const drawing = html`<span class="tres-card ${fresh === null ? '' : `fresh-${fresh % 2}`}">${face(card)}</span>`;
  if (!move) return html`<li>${drawing}<span class="unseen">${card_name(card)}</span></li>`;
  const lay = () => helpers.play(choice.with_tres(move));
  return html`<li>
    <button class="tres-place" type="button" ?disabled=${helpers.busy} @click=${lay}>
      ${drawing}<span class="unseen">${words.lay(card, choice.cards)}</span>
    </button>
  </li>`;
}

/** @param {number} direction */
const direction = (direction) =>
  html`<div class="tres-direction">
    <svg class=${direction > 0 ? '' : 'back'} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      ${svg`<path d="M39 29A16 16 0 1 1 36 13m1.500-8L37 14l-9 .5" />`}
    </svg>
    <span>${direction > 0 ? words.left : words.right}</span>
  </div>`;

// ---- the own hand

/** @param {any} view @param {You | null} you @param {Choice} choice @param {Helpers} helpers */
function own(view, you, choice, helpers) {
  const seat = helpers.mine ?? 0;
  const { hand } = view.seats[seat];
  const drawn = view.turn?.card ? hand.lastIndexOf(view.turn.card) : -1;
  const now = view.turn?.seat === seat ? 'now' : '';
  return html`<section id="seat-${seat}" class="tres-own ${now}" aria-label=${words.hand}>
    <p class="tres-line">
      <span class="hint">${hint(view, you, choice, helpers)}</span>${said(view, seat)} ${happened(seat, helpers)}
    </p>
    <ul class="tres-hand">
      ${hand.map((/** @type {string} */ card, /** @type {number} */ at) => {
        const picked = choice.picked.includes(at);
        const playable = choice.goes(at);
        return html`<li>
          <button
            class="tres-own-card ${playable ? 'playable' : ''} ${at === drawn ? 'drawn' : ''}"
            type="button"
            aria-pressed=${picked ? 'true' : 'false'}
            @click=${() => choice.toggle(at)}
          >
            <span class="tres-card">${face(card)}</span>
            <span class="unseen">${words.card(card, playable, at === drawn)}</span>
          </button>
        </li>`;
      })}
    </ul>
    ${helpers.trouble} ${view.turn ? deeds(choice, helpers) : nothing}
  </section>`;
}

/** Three buttons that are always there, in the same places. @param {Choice} choice @param {Helpers} helpers */
function deeds(choice, helpers) {
  const say = helpers.listed({ do: 'tres' });
  const draw = helpers.listed({ do: 'draw' });
  const pass = helpers.listed({ do: 'pass' });
  const go = (/** @type {Move | undefined} */ move) => () => move && helpers.play(choice.with_tres(move));
  return html`<div class="tres-deeds">
    <button class="large" type="button" ?disabled=${!draw || helpers.busy} @click=${go(draw)}>${words.draw}</button>
    <button class="large" type="button" ?disabled=${!pass || helpers.busy} @click=${go(pass)}>${words.pass}</button>
    <button
      class="large tres-say ${say ? 'ready' : ''}"
      type="button"
      aria-pressed=${choice.tres ? 'true' : 'false'}
      ?disabled=${(!say && !choice.moving) || helpers.busy}
      @click=${() => (say ? helpers.play(say) : choice.arm())}
    >
      ${words.tres}<small>${say ? words.tres_now : choice.tres ? words.tres_set : words.tres_with}</small>
    </button>
  </div>`;
}

/** @param {any} view @param {You | null} you @param {Choice} choice @param {Helpers} helpers */
function hint(view, you, choice, helpers) {
  if (!view.turn) return nothing;
  if (!choice.moving) {
    const holds = view.call && ['grace', 'open'].includes(view.call.stage) && view.call.seat !== helpers.mine;
    if (holds) return words.wait(helpers.names[view.call.seat]);
    return view.turn.seat === helpers.mine ? nothing : words.others(helpers.names[view.turn.seat]);
  }
  const plays = you?.moves.some((move) => move.do === 'play');
  if (view.turn.drawn) return plays ? words.drawn : words.nothing_drawn;
  if (!plays) return words.cannot;
  return choice.cards.length > 0 && [0, 1, 2].some(choice.on) ? words.now_table : words.choose;
}

/**
 * Which cards of the hand this player has chosen, by position, and whether TRES will be said with the move. They stay
 * chosen while others play, as long as the hand is the same.
 * @typedef {object} Choice
 * @property {number[]} picked
 * @property {string[]} cards in the order of the hand, which is that of the listed moves
 * @property {boolean} tres
 * @property {boolean} moving it is our turn
 * @property {(at: number) => boolean} goes there is a play with this card and those chosen
 * @property {(on: number) => Move | undefined} on the play of the chosen cards on this place
 * @property {(move: Move) => Move} with_tres
 * @property {(at: number) => void} toggle
 * @property {() => void} arm
 */

/** @param {any} view @param {You | null} you @param {Helpers} helpers @returns {Choice} */
function chosen(view, you, helpers) {
  const hand = helpers.mine === null ? [] : view.seats[helpers.mine].hand;
  const key = `${view.round} ${hand.join(' ')}`;
  const { picked, tres } = helpers.local.key === key ? helpers.local : { picked: [], tres: false };
  const cards_at = (/** @type {number[]} */ places) => [...places].sort((a, b) => a - b).map((at) => hand[at]);
  const plays = (you?.moves ?? []).filter((move) => move.do === 'play');
  const keep = (/** @type {object} */ change) => helpers.keep({ key, picked, tres, ...change });
  return {
    picked,
    cards: cards_at(picked),
    tres,
    moving: (you?.moves ?? []).some((move) => ['play', 'draw', 'pass'].includes(move.do)),
    goes: (at) => {
      const wanted = cards_at(picked.length === 1 && !picked.includes(at) ? [...picked, at] : [at]);
      return plays.some(({ cards }) =>
        wanted.length === 2 ? `${cards}` === `${wanted}` : cards.includes(wanted[0]),
      );
    },
    on: (on) => (picked.length > 0 ? helpers.listed({ do: 'play', on, cards: cards_at(picked) }) : undefined),
    with_tres: (move) => (tres && ['play', 'pass'].includes(move.do) ? { ...move, tres: true } : move),
    toggle: (at) => {
      const rest = picked.filter((/** @type {number} */ one) => one !== at);
      keep({ picked: rest.length < picked.length ? rest : [...picked, at].slice(-2) });
    },
    arm: () => keep({ tres: !tres }),
  };
}

// ---- the log

/** @type {{[why: string]: string}} */
const because = {
  turn: '',
  plus_three: ' for the +3',
  toma_tres: ': TOMA TRES',
  caught: ' for not saying TRES',
  false_catch: ' for a false catch',
};

/** @param {GameEvent} event */
const end_of_play = ({ toma_tres }) => (toma_tres ? ': TOMA TRES!' : '.');

/** @param {GameEvent} event @param {string[]} names */
function game_over({ winners, blocked, points }, names) {
  const who = winners.map((/** @type {number} */ seat) => names[seat]).join(' and ');
  const won = `${who} won the game${points > 0 ? ` and ${points} points` : ''}.`;
  return blocked ? `Blocked: nobody can go on. ${won}` : won;
}

/** @param {GameEvent} event @param {Helpers} helpers */
function say(event, { who, names }) {
  const name = event.seat === undefined ? '' : who(event.seat);
  const you = name === 'You';
  const own = (/** @type {string[] | undefined} */ cards) => (cards ? `: ${cards.map(card_name).join(', ')}` : '');
  switch (event.e) {
    case 'rolloff':
      return `${name} drew ${card_name(event.card)} for the deal.`;
    case 'deals':
      return `${name} ${you ? 'deal' : 'deals'}.`;
    case 'starts':
      return `${event.game > 1 ? `Game ${event.game}: ` : ''}${name} ${you ? 'start' : 'starts'}.`;
    case 'turned_up':
      return is_action(event.card) ? `${card_name(event.card)} was turned up.` : null;
    case 'played':
      return `${name} laid ${card_names(event.cards)} on ${card_name(event.below)}${end_of_play(event)}`;
    case 'reversed':
      return event.direction > 0 ? 'Play goes to the left now.' : 'Play goes to the right now.';
    case 'lost_turn':
      return `${name} ${you ? 'lose' : 'loses'} the turn.`;
    case 'drew':
      return event.count === 0
        ? `There was no card to draw for ${you ? 'you' : name}.`
        : `${name} drew ${words.cards(event.count)}${because[event.why] ?? ''}${own(event.cards)}.`;
    case 'reshuffled':
      return `The ${event.cards} discards were shuffled as the new draw pile.`;
    case 'passed':
      return `${name} passed.`;
    case 'tres':
      return `${name} said TRES!`;
    case 'catch_open':
      return `${name} ${you ? 'have' : 'has'} not said TRES and can be caught!`;
    case 'caught':
      return `${who(event.by)} caught ${you ? 'you' : name}!`;
    case 'false_catch':
      return `${who(event.by)} tried to catch ${you ? 'you' : name}, who had said TRES.`;
    case 'game_over':
      return game_over(event, names);
    case 'over':
      return 'The match is over.';
    default:
      return null;
  }
}

export default { render, say };
