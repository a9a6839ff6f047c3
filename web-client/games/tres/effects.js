// @ts-check
// Effects of the TRES table: cards fly from hand to table and from the pile to the players who draw.

import { sound_beat, highlight_beat, shake_beat } from '../../ui/game/beats.js';

/** @import { TresEvent as GameEvent } from '../../../js/protocol.js' */
/** @import { Beat } from '../../ui/game/beats.js' */

const lay_ms = 220;
const draw_ms = 220;
const apart_ms = 45;
const most_cards = 3;
const actions = ['R3', 'S3', 'P3'];

/** @param {GameEvent[]} events @param {{mine: number | null}} table */
export function effects(events, { mine }) {
  const laid = events.some(({ e }) => e === 'played') ? lay_ms : 0;
  const takes = events.filter(({ e }) => e === 'dealt' || e === 'drew');
  return events.flatMap((event) => beats(event, mine, laid, takes.indexOf(event)));
}

/**
 * @param {GameEvent} event @param {number | null} mine @param {number} laid when the cards of a play have landed
 * @param {number} take number of players who drew earlier in this entry @returns {Beat[]}
 */
function beats(event, mine, laid, take) {
  const hand_spots = (/** @type {number} */ seat) => (seat === mine ? ['hand'] : [`seat-${seat}`]);
  switch (event.e) {
    case 'dealt':
      return [
        ...draw_beats(1, apart_ms * take, hand_spots(event.seat)),
        ...(take === 0 ? [sound_beat(0, 'shuffle')] : []),
      ];
    case 'played':
      return play_beats(event, mine);
    case 'turned_up':
      return [
        { at: laid, ms: draw_ms, fly: { thing: 'back', from: ['pile'], to: [`place-${event.on}`] } },
        { at: laid + draw_ms, ms: 100, ...(actions.includes(event.card) && { swell: `place-${event.on}` }) },
      ];
    case 'drew':
      return [
        ...draw_beats(event.count, laid + 120 * take, hand_spots(event.seat)),
        ...(event.why === 'turn' ? [] : [{ at: laid + 150, ms: 280, shake: hand_spots(event.seat)[0] }]),
      ];
    case 'reversed':
      return [
        { at: laid, sound: 'turnabout' },
        { at: laid, ms: 300, swell: 'direction' },
      ];
    case 'lost_turn':
      return shake_beat(laid, hand_spots(event.seat)[0], 'bad');
    case 'tres':
      return [
        highlight_beat(0, 'tres'),
        { at: 0, ms: 350, swell: hand_spots(event.seat)[0] },
      ];
    case 'caught':
      return shake_beat(0, hand_spots(event.seat)[0], 'alarm');
    case 'reshuffled':
      return [{ at: 0, sound: 'shuffle' }];
    case 'game_over':
      return [{ at: lay_ms, sound: 'good' }];
    default:
      return [];
  }
}

/**
 * From the hand onto the top card, which stays visible until it is covered.
 * @param {Extract<GameEvent, {e: 'played'}>} event
 * @param {number | null} mine @returns {Beat[]}
 */
function play_beats({ seat, on, cards, below, toma_tres }, mine) {
  const place = [`place-${on}`];
  const source_spots = (/** @type {string} */ card) => (seat === mine ? [`own-${card}`, 'hand'] : [`seat-${seat}`]);
  return [
    { at: 0, ms: lay_ms, hold: { thing: below, spot: place[0] } },
    ...cards.map((card, at) => ({
      at: apart_ms * at,
      ms: lay_ms,
      fly: { thing: card, from: source_spots(card), to: place, grow: actions.includes(card) },
    })),
    ...cards.map((card, at) => ({
      at: lay_ms + apart_ms * at,
      ms: 180,
      fly: { thing: card, from: place, to: ['discards'] },
    })),
    { at: 100, sound: 'card', count: cards.length },
    ...(toma_tres ? [highlight_beat(lay_ms, 'toma_tres')] : []),
  ];
}

/** @param {number} count @param {number} at @param {string[]} to @returns {Beat[]} */
const draw_beats = (count, at, to) => [
  ...Array.from({ length: Math.min(count, most_cards) }, (_, one) => ({
    at: at + apart_ms * one,
    ms: draw_ms,
    fly: { thing: 'back', from: ['pile'], to },
  })),
  ...(count > 0 ? [sound_beat(at, 'card', Math.min(count, most_cards))] : []),
];
