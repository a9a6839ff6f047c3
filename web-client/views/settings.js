// @ts-check
// What a table plays by, and the host's way to change it between matches.
import { html, nothing } from '../lit.js';
import { label_of, usual, value_label } from '../options.js';
import { am_host, game_of } from '../state.js';
import { words } from '../words.js';
import { change_form } from './make.js';
import { rules_button } from './parts.js';

/** @typedef {import('../state.js').State} State */
/** @typedef {import('../types.js').Room} Room */
/** @typedef {import('../actions.js').Actions} Actions */

/** @param {State} state @param {Room} room @param {Actions} act */
export function settings(state, room, act) {
  const may_change = am_host(state) && room.phase !== 'playing';
  if (may_change && state.form) return html`<section class="sheet">${change_form(state, room, act)}</section>`;
  return html`<section class="sheet">
    <h2>${words.room.rules}</h2>
    <dl class="settings">${lines(state, room)}</dl>
    ${rules_button(act, room.game)}
    ${may_change ? html`<button type="button" @click=${() => act.edit()}>${words.change.open}</button>` : nothing}
  </section>`;
}

/** Clock, door and whatever differs from the catalogue's defaults. @param {State} state @param {Room} room */
function lines(state, room) {
  const turn_ms = room.clock?.turn_ms ?? 0;
  const changed = (game_of(state)?.options ?? []).filter((spec) => room.options[spec.name] !== usual(spec, room.options));
  const door = [
    room.public && words.change.is_public,
    room.locked && words.change.is_locked,
    !room.watch && words.change.unwatched,
  ].filter((one) => one !== false);
  return html`<div>
      <dt>${words.make.clock}</dt>
      <dd>${turn_ms === 0 ? words.make.no_clock : words.make.time(turn_ms)}</dd>
    </div>
    ${door.map(
      (one) =>
        html`<div>
          <dt>${words.change.door}</dt>
          <dd>${one}</dd>
        </div>`,
    )}
    ${
      room.hints
        ? html`<div>
            <dt>${words.house.name}</dt>
            <dd>${words.house.gives}</dd>
          </div>`
        : nothing
    }
    ${changed.map(
      ({ name }) =>
        html`<div>
          <dt>${label_of(name)}</dt>
          <dd>${value_label(name, room.options[name])}</dd>
        </div>`,
    )}`;
}
