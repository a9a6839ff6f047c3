// @ts-check
// The TRES table: renders the view and offers the listed moves. It does not know which cards can be played together.
import * as icons from '../../ui/icons.js';
import { keyed, html, nothing } from '../../ui/lit.js';
import { seat_of } from '../../core/match_log.js';
import { stylesheet } from '../../core/stylesheet.js';
import { absence_mark } from '../../ui/parts.js';
import { words as page_words } from '../../i18n/words.js';
import { reclaim_seat_button } from '../action_button.js';
import { make_event_formatter } from '../say.js';
import { back, face } from './cards.js';
import { current_choice } from './choice.js';
import { effects } from './effects.js';
import { table_view, last_move_view, since_last_move, small_card } from './felt.js';
import { best_moment, winning_margin, score_text } from './result.js';
import { options, reasons, says, words } from './words.js';

/** @import { TresEvent as GameEvent, TresMove as Move, TresRunningView, TresWholeView as View } from '../../../js/protocol.js' */
/** What belongs to this game. @typedef {{view: View, event: GameEvent, move: Move, local: {key: string, picked: number[], tres: boolean, sure: number}}} Own */
/** @typedef {import('../contract.js').Helpers<Own>} Helpers */
/** @typedef {import('../../core/match_log.js').LogLine<GameEvent>} Line */
/** @typedef {import('../../core/types.js').You<Move>} You */
/** @import { Choice } from './choice.js' */

await stylesheet('games/tres/style.css');

/** @param {View} view @param {You | null} you @param {Helpers} helpers */
function render(view, you, helpers) {
  const { mine, first, tools } = helpers;
  const seats = view.seats.length;
  const start = mine === null ? 0 : mine + 1;
  const others = Array.from({ length: seats - (mine === null ? 0 : 1) }, (_, at) => (start + at) % seats);
  const choice = current_choice(view, you, helpers);
  const kinds = [others.length < 3 ? 'few' : '', others.length > 3 ? 'crowded' : ''];
  return html`<div class="tres ${view.turn ? '' : 'over'} ${mine === null ? 'watched' : ''}"><div class="tres-parts">
    <ul class="tres-rivals ${kinds.join(' ')}" aria-label=${words.rivals}>
      ${others.map((seat, at) => rival_view(view, seat, ring_position(at, others.length), helpers))}
    </ul>
    <div class="tres-words ${first === nothing ? '' : 'hinting'}">
      ${first} ${last_move_view(helpers)}
      ${
        mine === null
          ? nothing
          : html`<p class="tres-line">
              <span class="hint" id="tres-hint">${hint(view, you, choice, helpers)}</span>
              ${score_badge(view, mine)} ${tres_badge(view, mine)} ${last_effect(mine, helpers)}
            </p>`
      }
      <div class="table-tools tres-tools">${tools}</div>
    </div>
    ${table_view(view, choice, helpers)} ${mine === null ? nothing : own_hand_view(view, mine, you, choice, helpers)}
  </div></div>`;
}

/** The place of the others around the ring, from the left of our own seat to its right. @param {number} at @param {number} count */
function ring_position(at, count) {
  const aside = count > 1 ? 0.97 * ((2 * at) / (count - 1) - 1) : 0;
  return `--x: ${50 + 50 * aside}%; --y: ${50 - 50 * Math.sqrt(1 - aside * aside)}%`;
}

/** All hands, after the match. @param {View} view @param {Helpers} helpers */
const reveal_hidden = (view, { names, token }) =>
  html`<ul class="tres-revealed">
    ${view.seats.map(
      ({ hand }, seat) =>
        html`<li>
          <h3>${token(seat)} ${names[seat]}</h3>
          <ul>
            ${(hand ?? []).map(
              (/** @type {string} */ card) =>
                html`<li><span class="tres-card">${face(card)}</span><span class="unseen">${words.card(card, false, false)}</span></li>`,
            )}
          </ul>
        </li>`,
    )}
  </ul>`;

/** The value in charts: the number of cards left. @param {View} view @param {number} seat */
const chart_value = (view, seat) => view.seats[seat].cards;

/** Whether TRES must be called and can be forgotten. @param {Helpers} helpers */
const must_say_tres = ({ options }) => options.tres_call === 'window';

// ---- the other players

/** @param {View} view @param {number} seat @param {string} place @param {Helpers} helpers */
function rival_view(view, seat, place, helpers) {
  const { cards } = view.seats[seat];
  const name = helpers.names[seat];
  const caught = helpers.listed({ do: 'catch', seat });
  return html`<li id="seat-${seat}" data-spot="seat-${seat}" class="tres-rival ${view.turn?.seat === seat ? 'now' : ''}" .style=${place}>
    <span class="tres-seat" aria-hidden="true"
      >${helpers.token(seat)}<span class="tres-backs">${Array.from({ length: Math.min(cards, 7) }, () => html`<i></i>`)}</span></span
    >
    <div class="tres-plate">
      <h2><span class="cut">${name}</span>${absence_mark(helpers.absent(seat))}</h2>
      <p class="tres-count">
        <span class="tres-cards"
          ><b data-count="cards-${seat}" data-figure=${cards}>${cards}</b
          ><span class="tres-word"> ${words.card_word(cards)}</span></span
        >
        ${score_badge(view, seat)}
      </p>
    </div>
    <p class="tres-marks">${tres_badge(view, seat)} ${view.turn ? last_effect(seat, helpers) : nothing}</p>
    ${
      caught
        ? html`<button
            type="button"
            class="tres-catch ready"
            aria-keyshortcuts="C"
            @click=${() => !helpers.busy && helpers.play(caught)}
          >
            ${words.catch}<span class="tres-whom cut"> ${name}</span>
          </button>`
        : nothing
    }
  </li>`;
}

/** The score so far, in a series. @param {View} view @param {number} seat */
const score_badge = ({ seats, target }, seat) =>
  target > 1
    ? html`<b class="tres-score"><span class="unseen">${words.score} </span>${seats[seat].score}/${target}</b>`
    : nothing;

/** @param {View} view @param {number} seat */
function tres_badge(view, seat) {
  if (view.seats[seat].said_tres) return html`<b class="tres-said">${words.said}</b>`;
  const open = view.call?.seat === seat && view.call.stage !== 'said';
  return open ? html`<b class="tres-unsaid">${words.catchable}</b>` : nothing;
}

/** The effect of the last move on this seat. @param {number} seat @param {Helpers} helpers */
function last_effect(seat, helpers) {
  const events = since_last_move(helpers).filter((event) => seat_of(event) === seat);
  const got = events.reduce((sum, event) => (event.e === 'drew' && event.why !== 'turn' ? sum + event.count : sum), 0);
  const lost = events.some(({ e }) => e === 'lost_turn');
  return html`${got > 0 ? html`<b class="tres-happened">+${got}</b>` : nothing}
  ${
    lost
      ? html`<b class="tres-happened">${icons.skipped()}<span class="tres-word"> ${words.skipped}</span></b>`
      : nothing
  }`;
}

// ---- the player's own hand

/** @param {View} view @param {number} seat @param {You | null} you @param {Choice} choice @param {Helpers} helpers */
function own_hand_view(view, seat, you, choice, helpers) {
  const { hand = [] } = view.seats[seat];
  const fresh = just_drawn(view, hand, helpers);
  const kinds = [view.turn?.seat === seat ? 'now' : '', choice.moving ? 'moving' : ''];
  return html`<section id="seat-${seat}" data-spot="seat-${seat}" class="tres-own ${kinds.join(' ')}" aria-label=${words.hand}>
    <ul class="tres-hand ${size_of(hand.length)}" data-spot="hand" .style=${`--in-row: ${Math.max(2, is_fanned(hand) ? hand.length : Math.ceil(hand.length / 2))}`}>
      ${hand.map((/** @type {string} */ _, /** @type {number} */ at) =>
        own_card_view(hand, at, fresh.has(at), choice),
      )}
    </ul>
    ${helpers.trouble} ${view.turn ? action_buttons(hand, you, choice, helpers) : nothing}
  </section>`;
}

/** Whether a hand is held as a fan; larger ones lie in rows. @param {string[]} hand */
const is_fanned = (hand) => hand.length < 10;
/** @param {number} count of cards */
const size_of = (count) => (count < 10 ? 'fan' : count < 17 ? '' : count < 21 ? 'large' : 'large huge');

/** The turn of a card in a fan, and how much lower it lies than in the middle. @param {string[]} hand @param {number} at */
function fan_position(hand, at) {
  const aside = at - (hand.length - 1) / 2;
  return is_fanned(hand) ? `--turn: ${3.2 * aside}deg; --low: ${aside * aside}` : '';
}

/** @param {string[]} hand @param {number} at @param {boolean} fresh @param {Choice} choice */
function own_card_view(hand, at, fresh, choice) {
  const playable = choice.is_playable(at);
  return html`<li .style=${fan_position(hand, at)}>
    <button
      class="tres-own-card ${playable ? 'playable' : ''} ${fresh ? 'drawn' : ''}"
      type="button"
      aria-pressed=${choice.picked.includes(at) ? 'true' : 'false'}
      @click=${() => choice.toggle(at)}
    >
      <span class="tres-card" data-spot="own-${hand[at]}"
        >${face(hand[at])}${fresh ? html`<span class="tres-tag" aria-hidden="true">${words.fresh}</span>` : nothing}</span
      >
      <span class="unseen">${words.card(hand[at], playable, fresh)}</span>
    </button>
  </li>`;
}

/**
 * The cards that we have drawn since the last move, by position.
 * @param {View} view @param {string[]} hand
 * @param {Helpers} helpers
 */
function just_drawn({ turn }, hand, helpers) {
  const drew = since_last_move(helpers).filter((event) => event.e === 'drew').filter(({ seat }) => seat === helpers.mine);
  const cards = turn?.card ? [turn.card] : drew.flatMap((event) => event.cards ?? []);
  /** @type {Set<number>} */
  const places = new Set();
  for (const card of cards) places.add(hand.findLastIndex((one, at) => one === card && !places.has(at)));
  return places;
}

/** Buttons, always rendered in the same places. @param {string[]} hand @param {You | null} you @param {Choice} choice @param {Helpers} helpers */
function action_buttons(hand, you, choice, helpers) {
  if (helpers.come_back) return html`<div class="tres-actions">${reclaim_seat_button(helpers.come_back)}</div>`;
  const draw = helpers.listed({ do: 'draw' });
  const pass = helpers.listed({ do: 'pass' });
  const plays = you?.moves.some((move) => move.do === 'play') ?? false;
  const asks = helpers.careful && plays && !choice.sure;
  const on_draw_click = (/** @type {Event} */ event) => {
    if (!draw || helpers.busy) return;
    if (asks) choice.ask(event.timeStamp);
    else if (!choice.sure || event.timeStamp - choice.sure > double_tap_ms) helpers.play(draw);
  };
  return html`<div class="tres-actions">
    ${button(draw, !plays, on_draw_click, helpers, choice.sure ? words.draw_anyway : words.draw, choice.sure > 0, 'd')}
    ${button(pass, !plays, () => pass && !helpers.busy && helpers.play(choice.with_tres(pass)), helpers, words.pass, false, 'p')}
    ${must_say_tres(helpers) ? tres_button(hand, choice, helpers) : nothing}
  </div>`;
}
const double_tap_ms = 350;

/** @param {Move | undefined} move @param {boolean} only it is the only action @param {(event: Event) => void} go
 * @param {Helpers} helpers @param {string} label @param {boolean} asks the line above the hand asks whether to do it @param {string} keys */
const button = (move, only, go, { busy }, label, asks, keys) =>
  html`<button
    class="large tres-${keys} ${move && only ? 'primary' : ''} ${move && busy ? 'held' : ''}"
    type="button"
    aria-disabled=${move && !busy ? 'false' : 'true'}
    aria-describedby=${move && !asks ? nothing : 'tres-hint'}
    aria-keyshortcuts=${keys.toUpperCase()}
    @click=${go}
  >
    ${label}
  </button>`;

/** @param {string[]} hand @param {Choice} choice @param {Helpers} helpers */
function tres_button(hand, choice, helpers) {
  const now = helpers.listed({ do: 'tres' });
  const able = now || choice.moving;
  const due = choice.moving && choice.picked.length > 0 && hand.length - choice.picked.length === 3;
  return html`<button
    class="large tres-say ${now ? 'ready' : due ? 'due' : ''} ${able && helpers.busy ? 'held' : ''}"
    type="button"
    aria-pressed=${now ? nothing : choice.tres ? 'true' : 'false'}
    aria-disabled=${able && !helpers.busy ? 'false' : 'true'}
    aria-keyshortcuts="T"
    @click=${() => able && !helpers.busy && (now ? helpers.play(now) : choice.toggle_tres())}
  >
    ${words.tres}<small>${now ? words.tres_now : choice.tres ? words.tres_set : words.tres_with}</small>
  </button>`;
}

/** @param {View} view @param {You | null} you @param {Choice} choice @param {Helpers} helpers */
function hint(view, you, choice, helpers) {
  const { turn, call } = view;
  if (!turn) return nothing;
  if (helpers.listed({ do: 'tres' })) return html`<b>${words.must_say}</b>`;
  if (call && call.stage !== 'said' && helpers.listed({ do: 'catch', seat: call.seat }) && !choice.moving)
    return html`<b>${words.catch_now(helpers.names[call.seat])}</b>`;
  if (!choice.moving) {
    if (call?.stage === 'grace' && call.seat !== helpers.mine) return words.wait(helpers.names[call.seat]);
    return turn.seat === helpers.mine ? nothing : words.others(helpers.names[turn.seat]);
  }
  if (choice.sure) return html`<b>${words.could_lay}</b>`;
  const plays = you?.moves.filter((move) => move.do === 'play') ?? [];
  if (turn.drawn && plays.length === 0) return words.nothing_drawn;
  if (turn.drawn) return helpers.listed({ do: 'pass' }) ? words.drawn : words.must_lay;
  if (plays.length === 0) return words.cannot;
  const [card, other] = choice.cards;
  const fits = [0, 1, 2].some(choice.play_on);
  const second = card && !other && plays.some(({ cards }) => cards.length === 2 && cards.includes(card));
  if (second) return fits ? words.or_second : words.needs_second;
  if (fits) return words.now_table;
  // a card that goes nowhere: told again with each of them
  return card ? keyed(choice.picked.join(), html`<b role="alert">${words.no_run}</b>`) : words.choose;
}

/** @param {string} thing a card, or the back of one */
const draw_thing = (thing) => html`<span class="tres-card">${thing === 'back' ? back() : face(thing)}</span>`;
/** @type {import('../contract.js').Pieces} */
const pieces = { draw: draw_thing, name: words.card_name };

/** @param {Move} move @param {View} view @param {You} you @param {Helpers} helpers */
function describe_move(move, view, you, helpers) {
  if (move.do === 'draw') return { text: words.draw };
  if (move.do === 'pass') return { text: words.pass };
  if (move.do === 'tres') return { text: words.tres_now };
  if (move.do === 'catch') return { text: words.catch_now(helpers.names[move.seat]) };
  const below = /** @type {string} */ (view.table[move.on]);
  const text = words.lay(below, move.cards);
  const shown = html`${move.cards.map(small_card)} → ${small_card(below)}`;
  return { text, shown, choose: () => current_choice(view, you, helpers).pick_cards(move.cards) };
}

/** The cards of the table and the hand. @param {TresRunningView} view @returns {import('../contract.js').ShownPosition} */
function show_position({ table, turn, seats }) {
  const hand = seats[turn.seat].hand ?? [];
  const laid = table.filter((card) => card !== null);
  const label = `${words.table}: ${laid.map(words.card_name).join(', ')}. ${words.hand}: ${hand.map(words.card_name).join(', ')}`;
  return { shown: html`<span class="laid"><small>${words.table}</small>${laid.map(small_card)}</span><span class="laid"><small>${words.hand}</small>${hand.map(small_card)}</span>`, label, note: '' };
}

/** @param {string} moment @param {View} _ @param {GameEvent[]} events */
function describe_moment(moment, _, events) {
  if (moment === 'tres') return words.said;
  const { below, cards } = events.find((event) => event.e === 'played') ?? { below: 'W', cards: [] };
  const pieces = [below, ...cards].map((card) => (/** @type {number} */ turn) => html`<span class="tres-card tres-shown" .style=${`transform:rotate(${turn / 2}deg)`}>${face(card)}</span>`);
  return { word: words.toma_tres, pieces };
}

/** @param {View} view @param {Helpers} helpers */
function prompt({ turn }, helpers) {
  if (!turn?.drawn) return helpers.listed({ do: 'draw' }) ? words.choose_or_draw : null;
  return helpers.listed({ do: 'pass' }) ? words.drawn_or_pass : words.drawn_and_must;
}

/** The moment in which only the player may say TRES is over. @param {{e: string}} event */
const ends_window = ({ e }) => e === 'catch_open';

const hints = ['.tres-hand', '.tres-table', '.tres-say'].map((at, step) => ({ at, text: words.hints[step] }));

/** @type {import('../contract.js').Keys} */
const keys = {
  first: [
    '.tres-catch',
    '.tres-say.ready',
    '.play .tres-own-card.playable',
    '.play .tres-actions .primary[aria-disabled="false"]',
    '.play .tres-actions [aria-disabled="false"]',
  ],
  reached: '.play .tres-place, .play .tres-own-card',
  idle: '.tres-own-card:not(.playable)',
  piece: '.tres-own-card',
  place: '.play .tres-place',
};

/** `0 r8 r9` lays cards on place 0. @param {string} text @returns {Move} */
function move_of(text) {
  const [first, ...rest] = text.split(' ');
  if (first === 'catch') return { do: 'catch', seat: Number(rest[0]) };
  return /** @type {Move} */ (/^\d$/.test(first) ? { do: 'play', on: Number(first), cards: rest } : { do: first });
}

/** @type {[string, string][]} */
const shortcuts = [...words.shortcuts, page_words.menu.keys_do.go];

export default /** @satisfies {import('../contract.js').GameView<Own>} */ ({ hints, options, move_of, keys, shortcuts, reasons, best_moment, winning_margin, render, ends_window, describe_moment, prompt, describe_move, show_position, say: make_event_formatter(says), effects, draw_thing, score_with_unit: score_text, shows_news: true, cards: true, players: true, shows_result: true, pieces, reveal_hidden, chart_value });
