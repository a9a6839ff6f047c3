// @ts-check
// Practice: a decision as it lay, one tap, then what each choice is worth and why.
import { html, nothing, keyed } from '../lit.js';
import { focus_soon } from '../../core/focus.js';
import { part } from '../../core/lazy_modules.js';
import { number_equal_names } from '../../core/names.js';
import { button, link_to, seat_tokens, without_moves } from '../parts.js';
import { table_head } from '../tables.js';
import { page_texts, language, percent, tenths, words as page_words } from '../../i18n/words.js';
import { request_with_retry } from './asking.js';

/** @import { Actions, Found, MatchHistory, Page, State } from '../../core/shapes.js' */
/** @import { GameView, Helpers } from '../../games/contract.js' */
/** @import { Message, Move } from '../../core/types.js' */
/** @import { Content } from '../lit.js' */
/** @typedef {Omit<import('../../../js/protocol.js').PracticeNextReply, 'view' | 'choices'> & {view: import('../../games/practice/practice_games.js').Decision['view'], choices: Move[]}} Posed */
/** @typedef {Omit<import('../../../js/protocol.js').PracticeAnswerReply, 'worth' | 'played'> & {worth: {move: Move, worth: number}[], played: Move}} Judged */
/** What the parts of the page have in common. `mine`: our seat, if we decided.
 * @typedef {{posed: Posed, game: GameView, helpers: Helpers, mine: number | null, texts: import('../../games/practice/practice_games.js').PracticeTexts | null, next: () => void}} About */
/** What the page tells, and the title that says it; `kind` are classes of the title. @typedef {{title: string, kind?: string, more?: Content, about?: About, judged?: Judged}} Shown */

/** @type {typeof import('../../i18n/practice/en.js')} */
const { words } = await import(`../../i18n/practice/${language}.js`);

/** @typedef {Extract<Page, {at: 'practice'}>} Here */

/**
 * @param {State} state @param {Here} here @param {Actions} act
 * @param {(game: string) => GameView | null | undefined} game_view @param {MatchHistory} match_history
 */
export function practice_page(state, here, act, game_view, match_history) {
  if (here !== visit.here) Object.assign(visit, { here, number: visit.number + 1, title: '' });
  const shown = what_to_show(state, here, act, game_view, match_history);
  const { about, judged, title, kind = '', more = nothing } = shown;
  const game = about?.posed.game ?? here.game;
  const named = state.games.find(({ id }) => id === game)?.title;
  follow(title);
  return html`<main class="history-page practice-page ${about && !judged ? 'asks' : ''}">
    <div class="practice-side">
      <section class="sheet practice-ask">
        <h1>${named ? `${words.title} · ${named}` : words.title}</h1>
        ${about ? html`<p class="hint">${source(about)}</p>` : nothing}
        <div class="practice-text">
          ${keyed(title, html`<h2 class="practice-head ${kind}" tabindex="-1">${title}</h2>`)} ${judged && about ? button(words.next, about.next, 'primary practice-next') : nothing}
        </div>
        ${more}
      </section>
      ${game_links(state, here, about?.posed, act)}
    </div>
    ${
      about
        ? html`<section class="replay" aria-label=${words.table}>
            <div class="stage ${about.game.cup && about.game.shows_news ? 'own-layout' : ''}">${about.game.render(about.posed.view, null, about.helpers)}</div>
          </section>`
        : nothing
    }
  </main>`;
}

/** The other games, and the way out. @param {State} state @param {Here} here @param {Posed | undefined} posed @param {Actions} act */
function game_links({ games }, here, posed, act) {
  const practice_games = part('practice_games')?.practice_games ?? [];
  return html`<nav class="choices practice-games" aria-label=${words.games}>
    ${games
      .filter(({ id }) => practice_games.includes(id))
      .map(({ id, title }) => link_to({ at: 'practice', game: id }, title, act, '', id === here.game ? 'page' : nothing))}
    ${link_to(posed?.match ? { at: 'match', id: posed.match } : { at: 'start' }, words.leave, act, 'practice-leave')}
  </nav>`;
}

/** The visit, its number, and what its title said last. @type {{here: Here | null, number: number, title: string}} */
const visit = { here: null, number: 0, title: '' };
/** Gives the focus to a new title, so that it is read aloud; but who is elsewhere on the page stays there. @param {string} title */
function follow(title) {
  const at = document.activeElement;
  if (visit.title === '' || (title !== visit.title && (at === document.body || at?.closest('.practice-side')))) focus_soon('.practice-head');
  visit.title = title;
}

/**
 * @param {State} state @param {Here} here @param {Actions} act
 * @param {(game: string) => GameView | null | undefined} game_view @param {MatchHistory} match_history @returns {Shown}
 */
function what_to_show(state, here, act, game_view, match_history) {
  /** The protocol leaves open what a game's views and moves are. @template Data @param {string} key @param {Message} request @returns {Found<Data>} */
  const ask = (key, request) => match_history.cached(`${key} ${visit.number}`, () => request_with_retry(/** @type {(request: Message) => Promise<Data>} */ (match_history.asked), request));
  const next = () => {
    scrollTo(0, 0);
    act.show({ at: 'practice', ...(here.game && { game: here.game }) });
  };
  /** @type {Found<Posed>} */
  const found = ask('practice', { t: 'practice.next', ...(here.position ? { position: here.position } : here.game && { game: here.game }) });
  if (found.state === 'missing') return here.position ? { title: words.gone, more: button(words.next, next, 'primary') } : { title: words.none };
  if (found.state !== 'here') return not_yet(state, found, words.coming, match_history);
  const posed = found.data;
  const game = game_view(posed.game);
  const practice_games = part('practice_games');
  if (!game || !practice_games) return { title: game === undefined ? page_words.table.unknown : words.coming };
  const texts = match_history.cached(`practice_texts ${posed.game}`, async () => ({ state: 'here', data: await practice_games.load_practice_texts(posed.game) }));
  const helpers = helpers_of(posed);
  /** @type {About} */
  const about = { posed, game, helpers, mine: posed.match === null ? null : posed.seat, texts: texts.state === 'here' ? texts.data : null, next };
  const address = act.address({ ...here, position: posed.position });
  /** The answer given before the page was loaded again, or left. @type {{position: string, chosen: Move, judged: Judged} | undefined} */
  const before = history.state?.practised;
  const restored = before?.position === posed.position && !state.practised ? before : null;
  const chosen = restored?.chosen ?? state.practised;
  /** @type {Found<Judged> | null} */
  const verdict = restored ? { state: 'here', data: restored.judged } : chosen && ask('judged', { t: 'practice.answer', position: posed.position, move: chosen });
  if (verdict?.state !== 'here') {
    if (location.href !== address) history.replaceState(history.state, '', address);
    return question(about, state, chosen, verdict, act, match_history);
  }
  if (!restored && !(before?.position === posed.position && same(before.chosen, /** @type {Move} */ (chosen)))) history.replaceState({ ...history.state, practised: { position: posed.position, chosen, judged: verdict.data } }, '', address);
  return answer(about, verdict.data, /** @type {Move} */ (chosen), act);
}

/** Stands in for data that is awaited or unavailable. @param {State} state @param {Found} found @param {string} coming @param {MatchHistory} match_history @returns {Shown} */
function not_yet({ link, offline }, { state }, coming, match_history) {
  if (offline || link.state !== 'open') return { title: words.waits }; // the page asks again when the connection is back
  return state === 'failed' ? { title: words.later, more: button(words.again, () => match_history.retry_failed(), 'primary') } : { title: coming };
}

/** Where the decision is from, and when it was. @param {About} about */
function source({ posed, game, helpers }) {
  const { note, when = page_words.table.round(posed.view.round) } = game.show_position?.(posed.view, helpers) ?? {};
  return [posed.match === null ? words.of_computer : words.of_match, when, words.decides(helpers.names[posed.seat]), ...(note ? [note] : [])].join(' · ');
}

/** @param {About} about @param {Move} move */
const said = ({ game, posed, helpers }, move) => game.describe_move?.(move, posed.view, { seat: posed.seat, n: 0, moves: [] }, helpers) ?? { text: Object.values(move).flat().join(' '), shown: undefined };
/** @param {import('../../games/contract.js').MoveDescription} move */
const spelled = ({ text, shown }) => (shown ? html`<span class="unseen">${text}</span><span class="advice-drawn" aria-hidden="true">${shown}</span>` : html`<span>${text}</span>`);

// ---- before the answer

/** @param {About} about @param {State} state @param {Move | null} chosen @param {Found | null} verdict @param {Actions} act @param {MatchHistory} match_history @returns {Shown} */
function question(about, state, chosen, verdict, act, match_history) {
  const { posed, next } = about;
  if (verdict?.state === 'missing') return { about, title: words.gone, more: button(words.next, next, 'primary') };
  const lay = about.game.show_position?.(posed.view, about.helpers);
  const { title, more } = verdict ? not_yet(state, verdict, words.judging, match_history) : { title: words.question };
  const choices = html`${lay ? html`<p class="practice-lay"><span aria-hidden="true">${lay.shown}</span><span class="unseen">${lay.label}</span></p>` : nothing}
    <ol class="practice-choices">
      ${posed.choices.map(
        (move) =>
          html`<li><button type="button" aria-pressed=${chosen === move ? 'true' : 'false'} aria-disabled=${chosen ? 'true' : 'false'} @click=${() => chosen || act.choose_in_practice(move)}>${spelled(said(about, move))}</button></li>`,
      )}
    </ol>
    ${more ?? nothing}`;
  return { about, title, more: choices };
}

// ---- after it

/** @param {About} about @param {Judged} judged @param {Move} chosen @param {Actions} act @returns {Shown} */
function answer(about, judged, chosen, act) {
  const { posed, mine, texts, helpers } = about;
  const { worth, unit, exact, right } = judged;
  const [best] = worth;
  const cost = lost(judged, worth.find(({ move }) => same(move, chosen)) ?? best);
  const near = !right && cost < (unit === 'points' ? 0.5 : 0.005);
  const reasons = texts?.reasons({ view: posed.view, seat: posed.seat, names: helpers.names, mine, best: best.move }) ?? [];
  const more = html`<p>${compared(about, judged, chosen)}</p>
    <p>${reasons.join(' ')}</p>
    <div class="scroll" tabindex="0" role="region" aria-label=${words.choices}>
      <table class="figures practice-worth">
        ${table_head([words.choice, words.worth[unit] ?? '', words.less])}
        <tbody>
          ${worth.map(
            (one) =>
              html`<tr class=${one === best ? 'best' : ''}>
                <th scope="row">${spelled(said(about, one.move))} ${marks(about, one.move, judged, chosen)}${outcome_view(about, one.move)}</th>
                <td>${figure(unit, one.worth)}</td>
                <td>${one === best ? '–' : figure(unit, -lost(judged, one))}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${exact ? nothing : html`<p class="hint">${words.estimate}</p>`}
    <p class="hint">${when(judged)}</p>
    ${posed.match === null ? nothing : html`<p>${link_to({ at: 'match', id: posed.match, entry: posed.entry - 1 }, words.replay, act)}</p>`}`;
  const title = right ? words.right : near ? words.near(amount(unit, cost)) : words.wrong;
  return { about, judged, title, kind: `practice-verdict ${right ? 'right' : near ? 'near' : 'wrong'}`, more };
}

/** @param {Move} one @param {Move} other */
const same = (one, other) => JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

/** @param {About} about @param {Move} move @param {Judged} judged @param {Move} chosen */
const marks = ({ mine }, move, { worth, played }, chosen) =>
  [...(move === worth[0].move ? [words.best] : []), ...(same(move, chosen) ? [words.yours] : []), ...(same(move, played) ? [mine === null ? words.computers : words.played] : [])].map((mark) => html`<b class="mark-of">${mark}</b> `);

/** @param {About} about @param {Move} move */
function outcome_view({ texts, posed }, move) {
  const left = texts?.outcome_text(move, posed.view);
  return left ? html`<small>${left}</small>` : nothing;
}

/** How much the best choice is worth more than the chosen one, or else than the next best. @param {About} about @param {Judged} judged @param {Move} chosen */
function compared(about, judged, chosen) {
  const { worth, unit, right } = judged;
  const other = right ? worth.find((one) => lost(judged, one) > 0) : worth.find(({ move }) => same(move, chosen));
  if (!other) return '';
  const sentence = words.better[/** @type {'points' | 'win' | 'pot'} */ (unit)] ?? words.better.win;
  return sentence(said(about, worth[0].move).text, amount(unit, lost(judged, other)), said(about, other.move).text);
}

/** When it comes back. @param {Judged} judged */
function when({ times_right, days }) {
  if (times_right === null) return nothing;
  return days === null ? words.done : words.comes_back(days);
}

/** As it is shown: figures that are compared add up. @param {string} unit @param {number} value */
const rounded = (unit, value) => (unit === 'points' ? Math.round(value * 10) / 10 : Math.round(value * 1000) / 1000);
/** @param {Judged} judged @param {{worth: number}} one */
const lost = ({ worth, unit }, one) => rounded(unit, rounded(unit, worth[0].worth) - rounded(unit, one.worth));
/** @param {string} unit @param {number} value */
const figure = (unit, value) => (unit === 'points' ? tenths(value) : percent(value, 1).replace('-', '−'));
/** A difference. @param {string} unit @param {number} value */
function amount(unit, value) {
  if (unit === 'points') return page_texts.units.points(value);
  return unit === 'pot' ? percent(value, 1) : words.points_of_share(Math.round(value * 1000) / 10);
}

/** @param {Posed} posed @returns {Helpers} */
function helpers_of({ seats, options, entry }) {
  const names = number_equal_names(seats.map(({ name }) => name));
  return {
    ...without_moves,
    names,
    ...seat_tokens({ names, players: seats }),
    options,
    events: [],
    seq: entry,
    log: [],
  };
}
