// @ts-check
// The form of a new or changed room: from the catalogue or a room, and to the protocol's fields. Pure.

import { normalize_password } from './names.js';

/** @import { Game, Room } from './shapes.js' */
/** @import { OptionValues } from './types.js' */
/**
 * `password` is a new password; empty keeps the existing one or sets none. `open` removes the password.
 * @typedef {{game: string, options: OptionValues, seats: number, public: boolean, turn_ms: number, watch: boolean,
 *     hints: boolean, witness: boolean | null, password: string, open: boolean}} Form
 */

/** The key of the setting's text. @param {boolean | null | undefined} witness @returns {'auto' | 'yes' | 'no'} */
export const witness_name = (witness) => (witness === null || witness === undefined ? 'auto' : witness ? 'yes' : 'no');

/** Friends give each other as much time for a turn, whatever strangers do. */
const least_turn_ms = 60_000;
/** A new form with the catalogue's defaults. @param {Game} game @returns {Form} */
export function default_form(game) {
  const options = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
  const seats = Math.max(game.seats.min, Math.min(4, game.seats.max));
  const turn_ms = game.turn_ms ? Math.max(least_turn_ms, game.turn_ms) : 0;
  const access = { public: false, watch: true, password: '', open: false };
  return { game: game.id, options, seats, turn_ms, hints: false, witness: null, ...access };
}

/** A form with a room's current settings. @param {Room} room @returns {Form} */
export function form_from_room({ game, options, seats, public: is_public, clock, watch, hints, witness = null }) {
  const access = { public: is_public, watch, password: '', open: false };
  return { game, options, seats: seats.length, turn_ms: clock?.turn_ms ?? 0, hints, witness, ...access };
}

/** Whether both forms have the same settings. @param {Form} one @param {Form} other */
export function is_same_form({ options, ...one }, other) {
  const plain = /** @type {(keyof typeof one)[]} */ (Object.keys(one));
  return plain.every((field) => one[field] === other[field]) && Object.entries(options).every(([name, value]) => other.options[name] === value);
}

/** The form's fields as the protocol names them. @param {Form} form */
export function to_room_fields({ game, options, seats, turn_ms, watch, hints, witness, password, open, ...access }) {
  const key = open ? { password: null } : normalize_password(password) !== '' && { password: normalize_password(password) };
  return { game, options, seats, public: access.public, clock: { turn_ms }, spectators: watch, hints, witness, ...key };
}
