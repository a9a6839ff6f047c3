// @ts-check
// The replay of a finished match: the game's own table renders the views from the HTTP API.
import { cup_drawing, still_die } from '../still.js';
import * as icons from '../icons.js';
import { html, nothing } from '../lit.js';
import { entry_lines } from '../../core/match_log.js';
import { part } from '../../core/lazy_modules.js';
import { scroll_sentinel } from '../game/scroll_sentinel.js';
import { log, newest_entry_text, log_sentences } from '../game/log.js';
import { result_title } from '../game/outcome.js';
import { link_to, seat_tokens, splash_view, without_moves } from '../parts.js';
import { moment, words as page_words } from '../../i18n/words.js';
import { replay_frames } from './frames.js';
import { charts, name_of, person_link, names_of } from './summary.js';
import { words } from './words.js';

/** @import { Actions, MatchHistory, State } from '../../core/shapes.js' */
/** @import { GameView, Helpers } from '../../games/contract.js' */
/** @import { Frame, Record } from './frames.js' */

const speeds = [0.5, 1, 2, 5];

/** @param {string} id */
const path_of = (id) => `matches/${id}?views=1`;

/**
 * @param {State} state @param {string} id @param {Actions} act
 * @param {(game: string) => GameView | null | undefined} game_view @param {MatchHistory} match_history
 */
export function match_page(state, id, act, game_view, match_history) {
  const found = match_history.load(path_of(id));
  const proof = part('proof');
  if (found.state === 'coming')
    return found.progress && proof ? proof.loading_page(found.progress) : splash_view(page_words.link.opening);
  if (found.state !== 'here') return missing_match_page({ missing: words.no_match, closed: words.closed, failed: page_words.history.failed }[found.state], act);
  /** @type {Record} */
  const record = found.data;
  if (record.ended_ms === null) return missing_match_page(words.still_played, act);
  const game = game_view(record.game);
  if (game === null) return splash_view(page_words.room.dealing);
  const frames = replay_frames(record);
  const title = state.games.find((one) => one.id === record.game)?.title ?? record.game;
  const plays = game !== undefined && frames.length > 0;
  const board = plays ? replay_table(state, record, frames, game, act) : html`<p class="sheet hint">${record.kept === false ? words.not_kept : words.no_replay}</p>`;
  return html`<main class="history-page">
    ${board}
    <section class="sheet">
      <h1>${title}</h1>
      <p class="hint">${moment(record.started_ms)}</p>
      ${record.result ? html`<p>${result_title(record.result, names_of(record), undefined)}</p>` : nothing}
      <ul class="players">
        ${record.seats.map(
          (person, seat) =>
            html`<li>
              ${record_tokens(record).token(seat)} ${person_link(person, act, names_of(record)[seat])}${record.result?.scores.length ? html` <b>${record.result.scores[seat]}</b>` : nothing}
            </li>`,
        )}
      </ul>
    </section>
    ${
      plays
        ? html`${state.summary_seen ? (part('luck')?.panel(state, id, game, act, match_history) ?? nothing) : scroll_sentinel(act)} ${proof?.inputs_section(state, record, frames[shown_entry(state, frames)].seq, act, match_history, (seat) => name_of(record.seats[seat])) ?? nothing}
            <section class="sheet">
              <h2>${words.summary}</h2>
              ${charts(record, game)}
            </section>`
        : nothing
    }
    ${proof?.proof_section(state, record, act, match_history) ?? nothing}
  </main>`;
}

/** @param {Record} record */
const record_tokens = (record) => seat_tokens({ names: names_of(record), players: record.seats });

/** The page for a match that cannot be shown, with links. @param {string} text @param {Actions} act */
export const missing_match_page = (text, act) =>
  html`<main class="history-page">
    <svg class="spilt" viewBox="0 0 560 250" aria-hidden="true" focusable="false">
      <g transform="translate(408 120) rotate(-104) scale(0.9) translate(-100 -118)">${cup_drawing()}</g>
      ${still_die(2, 110, 160, 76, 24)} ${still_die(5, 238, 186, 76, -18)}
    </svg>
    <section class="sheet damaged-notice" role="alert"><h1>${text}</h1></section>
    <nav class="history-links" aria-label=${page_words.history.title}>
      ${link_to({ at: 'start' }, page_words.join.home, act)} ${link_to({ at: 'top' }, page_words.history.boards, act)}
    </nav>
  </main>`;

/** The entry that is shown. @param {State} state @param {Frame[]} frames */
const shown_entry = ({ replay }, frames) => Math.min(replay.at, frames.length - 1);

/** @param {State} state @param {Record} record @param {Frame[]} frames @param {GameView} game @param {Actions} act */
function replay_table(state, record, frames, game, act) {
  const at = shown_entry(state, frames);
  const frame = frames[at];
  const helpers = helpers_of(record, frames, at);
  const lines = log_sentences(helpers, game, helpers);
  return html`<section class="replay" aria-label=${words.replay}>
      <p class="ticker" role="status">${at === 0 ? page_words.table.started : newest_entry_text(lines)}</p>
      <div class="stage ${game.cup && game.shows_news ? 'own-layout' : ''}">${game.render(frame.view, null, helpers)} ${game.reveal_hidden?.(frame.view, helpers) ?? nothing}</div>
      ${controls(state, at, frames, act)}
    </section>
    <details class="sheet">
      <summary>${page_words.table.log}</summary>
      ${log(lines)}
      <p class="hint">
        ${page_words.table.fingerprint} <code>${frames[frames.length - 1].hash.slice(0, 12)}</code>
      </p>
    </details>`;
}

/** @param {State} state @param {number} at @param {Frame[]} frames @param {Actions} act */
function controls({ replay, copied: newly_copied }, at, frames, act) {
  const copied = newly_copied === act.page_link();
  const last = frames.length - 1;
  const button = (/** @type {string} */ label, /** @type {import('../lit.js').Content} */ icon, /** @type {() => void} */ action, off = false) =>
    html`<button type="button" aria-label=${label} title=${label} ?disabled=${off} @click=${action}>${icon}</button>`;
  return html`<div class="controls paper" role="group" aria-label=${words.controls}>
    ${button(words.first, icons.to_start(), () => act.show_entry(0), at === 0)}
    ${button(words.previous, icons.step_back(), () => act.show_entry(Math.max(0, at - 1)), at === 0)}
    ${button(replay.playing ? words.pause : words.play, replay.playing ? icons.pause() : icons.play(), () =>
      act.play_replay(frames.length),
    )}
    ${button(words.next, icons.step_on(), () => act.show_entry(Math.min(last, at + 1)), at === last)}
    ${button(words.last, icons.to_end(), () => act.show_entry(last), at === last)}
    <label class="seek"
      ><span class="unseen">${words.position}</span>
      <input
        type="range"
        min="0"
        max=${last}
        .value=${`${at}`}
        aria-valuetext=${words.step_of(at + 1, frames.length)}
        @input=${(/** @type {{target: HTMLInputElement}} */ { target }) => act.show_entry(Number(target.value))}
    /></label>
    <span class="where">${words.step_of(at + 1, frames.length)}</span>
    <label class="speed"
      ><span class="unseen">${words.speed}</span>
      <select @change=${(/** @type {{target: HTMLSelectElement}} */ { target }) => act.speed(Number(target.value), frames.length)}>
        ${speeds.map((one) => html`<option value=${one} ?selected=${one === replay.speed}>${words.times(one)}</option>`)}
      </select></label
    >
    <button type="button" @click=${() => act.copy()}>
      ${copied ? icons.check() : icons.copy()}<span aria-live="polite">${copied ? page_words.room.copied : words.share}</span>
    </button>
  </div>`;
}

/** @param {Record} record @param {Frame[]} frames @param {number} at @returns {Helpers} */
function helpers_of(record, frames, at) {
  const names = names_of(record);
  const { events, seq } = frames[at];
  return {
    ...without_moves,
    names,
    ...record_tokens(record),
    options: record.settings.options,
    events,
    seq,
    log: frames.slice(0, at + 1).flatMap(entry_lines),
  };
}

/**
 * Keyboard shortcuts of a media player. Returns true if the key was handled.
 * @param {KeyboardEvent} event @param {State} state @param {Actions} act @param {MatchHistory} match_history
 */
export function handle_replay_key(event, { page, replay }, act, match_history) {
  const busy = event.ctrlKey || event.metaKey || event.altKey;
  const focused = /** @type {HTMLElement} */ (event.target);
  if (page.at !== 'match' || busy || document.querySelector('dialog[open]') || focused.closest('input, select, textarea, summary, .scroll')) return false;
  const found = match_history.load(path_of(page.id));
  if (found.state !== 'here') return false;
  const last = replay_frames(found.data).length - 1;
  const at = Math.min(replay.at, last);
  if (last < 0) return false;
  /** @type {{[key: string]: number | undefined}} */
  const entries = { ArrowRight: Math.min(last, at + 1), ArrowLeft: Math.max(0, at - 1), Home: 0, End: last };
  const entry = entries[event.key];
  if (entry !== undefined) act.show_entry(entry);
  else if (event.key === ' ' && !/^(BUTTON|A)$/.test(focused.tagName)) act.play_replay(last + 1);
  else return false;
  return true;
}
