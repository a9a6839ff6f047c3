// @ts-check
// Practice: a decision as it lay, one tap, then what each choice is worth and why.
import { html, nothing } from '../lit.js';
import { focus_soon } from '../../core/focus.js';
import { load_part } from '../../core/later.js';
import { number_equal_names } from '../../core/names.js';
import { button, link_to, splash_view, tokens_of } from '../parts.js';
import { table_head } from '../tables.js';
import { feel_words, language, percent, tenths, words as page_words } from '../../i18n/words.js';
import { ask_patiently } from './asking.js';

/** @import { Actions, Found, MatchHistory, Page, State } from '../../core/shapes.js' */
/** @import { GameView, Helpers } from '../../games/contract.js' */
/** @import { Move } from '../../core/types.js' */
/** @import { Content } from '../lit.js' */
/** @typedef {Omit<import('../../../js/protocol.js').PracticeNextReply, 'view' | 'choices'> & {view: any, choices: Move[]}} Posed */
/** @typedef {Omit<import('../../../js/protocol.js').PracticeAnswerReply, 'worth' | 'played'> & {worth: {move: Move, worth: number}[], played: Move}} Judged */
/** What the parts of the page have in common. `leaves`: what a move leaves, if its game has words for that.
 * @typedef {{posed: Posed, game: GameView, helpers: Helpers, leaves: ((move: Move, view: any) => string) | null, act: Actions, next: () => void}} About */

/** @type {typeof import('../../i18n/practice/en.js')} */
const { words } = await import(`../../i18n/practice/${language}.js`);

/**
 * @param {State} state @param {Extract<Page, {at: 'practice'}>} here @param {Actions} act
 * @param {(game: string) => GameView | null | undefined} game_view @param {MatchHistory} match_history
 */
export function practice_page(state, here, act, game_view, match_history) {
  const { round, chosen } = state.practice;
  const key = `practice ${here.position ?? ''} ${round}`;
  const request = here.position && round === 0 ? { position: here.position } : {};
  const found = match_history.cached(key, () => ask_patiently(match_history.asked, { t: 'practice.next', ...request }));
  const next = () => {
    focus_soon('.practice-choices button');
    if (here.position) act.show({ at: 'practice' });
    else act.practise({ round: round + 1, chosen: null });
  };
  if (found.state === 'coming') return splash_view(words.coming);
  if (found.state !== 'here') return not_there(found, here, next, match_history);
  /** @type {Posed} */
  const posed = found.data;
  const game = game_view(posed.game);
  if (!game) return splash_view(game === null ? words.coming : page_words.table.unknown, game === null ? undefined : 'alert');
  const left = match_history.cached(`leaves ${posed.game}`, async () => ({ state: 'here', data: await (await load_part('leaves')).leaves_of(posed.game) }));
  /** @type {About} */
  const about = { posed, game, helpers: helpers_of(posed), leaves: left.state === 'here' ? left.data : null, act, next };
  const verdict = chosen && match_history.cached(`${key} judged`, () => ask_patiently(match_history.asked, { t: 'practice.answer', position: posed.position, move: chosen }));
  const told = verdict?.state === 'here';
  return html`<main class="history-page practice-page ${told ? '' : 'asks'}">
    <section class="sheet practice-ask">
      <h1>${words.title}</h1>
      <p class="hint">${source(about)}</p>
      ${told ? judged(about, verdict.data, /** @type {Move} */ (chosen)) : question(about, chosen, verdict, match_history)}
    </section>
    <section class="replay" aria-label=${words.table}>
      <div class="stage ${game.cup && game.shows_news ? 'own-layout' : ''}">${game.render(posed.view, null, about.helpers)}</div>
    </section>
  </main>`;
}

/** @param {Found} found @param {Extract<Page, {at: 'practice'}>} here @param {() => void} next @param {MatchHistory} match_history */
const not_there = ({ state }, here, next, match_history) =>
  html`<main class="history-page practice-page">
    <section class="sheet" role="alert">
      <h1>${words.title}</h1>
      <p>${state === 'missing' ? (here.position ? words.gone : words.none) : words.later}</p>
      ${state === 'failed' ? button(words.again, () => match_history.retry_failed(), 'primary') : here.position ? button(words.next, next, 'primary') : nothing}
    </section>
  </main>`;

/** Where the decision is from, and when it was. @param {About} about */
function source({ posed, game, helpers }) {
  const note = game.show_position?.(posed.view, helpers)?.note;
  return [posed.match === null ? words.of_computer : words.of_match, page_words.table.round(posed.view.round), words.decides(helpers.names[posed.seat]), ...(note ? [note] : [])].join(' · ');
}

/** @param {About} about @param {Move} move */
const said = ({ game, posed, helpers }, move) => game.describe_move?.(move, posed.view, { seat: posed.seat, n: 0, moves: [] }, helpers) ?? { text: Object.values(move).flat().join(' '), shown: undefined };
/** @param {import('../../games/contract.js').MoveDescription} move */
const spelled = ({ text, shown }) => (shown ? html`<span class="unseen">${text}</span><span class="advice-drawn" aria-hidden="true">${shown}</span>` : html`<span>${text}</span>`);

// ---- before the answer

/** @param {About} about @param {Move | null} chosen @param {Found | null} verdict @param {MatchHistory} match_history */
function question(about, chosen, verdict, match_history) {
  const { posed, act } = about;
  const choose = (/** @type {Move} */ move) => {
    if (chosen) return;
    focus_soon('.practice-verdict');
    act.choose_in_practice(move);
  };
  const failed = verdict !== null && verdict.state !== 'coming';
  const lay = about.game.show_position?.(posed.view, about.helpers);
  return html`${lay ? html`<p class="practice-lay"><span aria-hidden="true">${lay.shown}</span><span class="unseen">${lay.label}</span></p>` : nothing}
    <h2>${words.question}</h2>
    <ol class="practice-choices">
      ${posed.choices.map(
        (move) =>
          html`<li><button type="button" aria-pressed=${chosen === move ? 'true' : 'false'} aria-disabled=${chosen ? 'true' : 'false'} @click=${() => choose(move)}>${spelled(said(about, move))}</button></li>`,
      )}
    </ol>
    <p class="hint" role="status">${verdict?.state === 'coming' ? words.judging : nothing}</p>
    ${failed ? html`<p role="alert">${words.later}</p>${button(words.again, () => match_history.retry_failed())}` : nothing}`;
}

// ---- after it

/** @param {About} about @param {Judged} verdict @param {Move} chosen */
function judged(about, verdict, chosen) {
  const { posed, act, next } = about;
  const { worth, unit, exact, right } = verdict;
  const [best] = worth;
  return html`<h2 class="practice-verdict ${right ? 'right' : 'wrong'}" tabindex="-1">${right ? words.right : words.wrong}</h2>
    <p>${why(about, verdict, chosen)}</p>
    <div class="scroll" tabindex="0" role="region" aria-label=${words.choices}>
      <table class="figures practice-worth">
        ${table_head([words.choice, words.worth[unit] ?? '', words.less])}
        <tbody>
          ${worth.map(
            (one) =>
              html`<tr class=${one === best ? 'best' : ''}>
                <th scope="row">${spelled(said(about, one.move))} ${marks(one.move, best.move, chosen, verdict.played)}${leaves(about, one.move)}</th>
                <td>${figure(unit, one.worth)}</td>
                <td>${one === best ? '–' : figure(unit, one.worth - best.worth)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${exact ? nothing : html`<p class="hint">${words.estimate}</p>`}
    <p class="hint">${when(verdict)}</p>
    <div class="practice-on">
      ${button(words.next, next, 'primary practice-next')}
      ${posed.match === null ? nothing : link_to({ at: 'match', id: posed.match, entry: posed.entry - 1 }, words.replay, act)}
    </div>`;
}

/** @param {Move} one @param {Move} other */
const same = (one, other) => JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

/** @param {Move} move @param {Move} best @param {Move} chosen @param {Move} played */
const marks = (move, best, chosen, played) =>
  [...(move === best ? [words.best] : []), ...(same(move, chosen) ? [words.yours] : []), ...(same(move, played) ? [words.played] : [])].map((mark) => html`<b class="mark-of">${mark}</b> `);

/** @param {About} about @param {Move} move */
function leaves({ leaves, posed }, move) {
  const left = leaves?.(move, posed.view);
  return left ? html`<small>${left}</small>` : nothing;
}

/** One sentence why, and what the best choice leaves. @param {About} about @param {Judged} verdict @param {Move} chosen */
function why(about, { worth, unit, right, cost }, chosen) {
  const best = worth[0].move;
  const left = about.leaves?.(best, about.posed.view);
  const sentence = right ? words.nothing_better : (words.better[/** @type {'points' | 'win' | 'pot'} */ (unit)] ?? words.better.win)(said(about, best).text, amount(unit, cost), said(about, chosen).text);
  return left ? `${sentence} ${words.leaves(said(about, best).text, left)}` : sentence;
}

/** When it comes back. @param {Judged} verdict */
function when({ times_right, days }) {
  if (times_right === null) return nothing;
  return days === null ? words.done : words.comes_back(days);
}

/** @param {string} unit @param {number} value */
const figure = (unit, value) => (unit === 'points' ? tenths(value) : percent(value, 1).replace('-', '−'));
/** @param {string} unit @param {number} value */
const amount = (unit, value) => (unit === 'points' ? feel_words.units.points(Math.round(value * 10) / 10) : percent(value, 1));

/** Helpers without moves: the table is read-only. @param {Posed} posed @returns {Helpers} */
function helpers_of({ seats, options, entry }) {
  const names = number_equal_names(seats.map(({ name }) => name));
  return {
    names,
    ...tokens_of({ names, players: seats }),
    mine: null,
    options,
    events: [],
    seq: entry,
    log: [],
    absent: () => null,
    local: {},
    keep: () => {},
    listed: () => undefined,
    play: () => {},
    busy: false,
    rolling: false,
    shaking: null,
    deaf: false,
    careful: false,
    trouble: nothing,
    tools: nothing,
    over: nothing,
    first: nothing,
  };
}
