// @ts-check
// Below a finished match: scores by round, dice statistics, and links.
import { html, nothing } from '../lit.js';
import { number_equal_names } from '../../core/names.js';
import { link_to } from '../parts.js';
import { face_chart, line_chart } from './chart.js';
import { values_by_round, face_counts, replay_frames } from './frames.js';
import { words } from './words.js';

/** @import { Actions, MatchHistory } from '../../core/shapes.js' */
/** @import { GameView } from '../../games/contract.js' */
/** @import { Record } from './frames.js' */

/** @param {string} match @param {GameView} game @param {Actions} act @param {MatchHistory} match_history */
export function summary(match, game, act, match_history) {
  const found = match_history.load(`matches/${match}?views=1`);
  if (found.state !== 'here' || !found.data.log) return nothing;
  return html`<section class="sheet summary" aria-label=${words.summary}>
    <h2>${words.summary}</h2>
    ${charts(found.data, game)}
    <p class="history-links">
      ${link_to({ at: 'match', id: match }, words.watch_replay, act)}
      ${link_to({ at: 'top', game: found.data.game }, words.boards, act)}
    </p>
  </section>`;
}

/** @param {Record} record @param {GameView} game */
export function charts(record, game) {
  const frames = replay_frames(record);
  const faces = face_counts(record);
  return html`<div class="charts">${frames.length > 1 ? progress(record, game) : nothing}
    ${faces ? face_chart({ title: words.faces, ...faces }) : nothing}</div>`;
}

/** @param {Record} record @param {GameView} game */
function progress(record, game) {
  const measure = game.chart_value ?? ((/** @type {import('../../core/types.js').View} */ view, /** @type {number} */ seat) => view.seats[seat].score ?? 0);
  const { by_round, steps } = values_by_round(replay_frames(record), measure);
  return line_chart({
    title: by_round ? words.rounds : words.entries,
    along: by_round ? words.round : words.entry,
    steps,
    names: names_of(record),
  });
}

/** The name to show: a player who is deleted is called a guest in the language of the page. @param {import('./frames.js').Person} person */
export const name_of = ({ id, name, bot }) => (id === null && !bot ? words.guest : name);

/** The names of those at a match. @param {Record} record */
export const names_of = (record) => number_equal_names(record.seats.map(name_of));

/** @param {import('./frames.js').Person} person @param {Actions} act @param {string} [name] that they have here */
export const person_link = (person, act, name = name_of(person)) =>
  person.id === null ? html`<span>${name}</span>` : link_to({ at: 'player', id: person.id }, html`<bdi>${name}</bdi>`, act);
