// @ts-check
// Between two matches: the seats and settings of the next one.
import { html, nothing } from '../lit.js';
import { is_host } from '../../core/state.js';
import { spectators } from '../people/people.js';
import { seats } from './seats.js';
import { settings } from './settings.js';

/** @import { Actions, Room, State } from '../../core/shapes.js' */

/** @param {State} state @param {Room} room @param {Actions} act */
export function seats_again(state, room, act) {
  return html`${seats(state, room, act)} ${spectators(state, room, act)}
    ${is_host(state) ? settings(state, room, act) : nothing}`;
}
